from __future__ import annotations

import pytest

from cli import settings
from cli.errors import CommandError
from cli.evening.party import own_name
from cli.paths import config_file
from cli.settings import Settings, change, load


def write(text: str) -> None:
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text(text, "utf-8")


def test_without_a_file_all_is_default():
    assert load({}) == Settings()


def test_the_defaults_are_values_that_the_settings_take():
    for name, kind in settings.KINDS.items():
        value = getattr(Settings(), name)
        assert kind.read(value) == value
        assert kind.read(settings.as_typed(value)) == value


def test_other_lines_of_the_file_stay():
    write('# mine\nname = "Sanjar"   # that is me\nbell = false\n')
    change("bell", "on")
    change("theme", "dark")
    assert config_file().read_text("utf-8") == (
        '# mine\nname = "Sanjar"   # that is me\nbell = true\ntheme = "dark"\n'
    )
    assert load({}) == Settings(name="Sanjar", theme="dark")


def test_names_with_quotes_come_back_as_they_were():
    change("name", 'Bek "the \\ fox"')
    assert load({}).name == 'Bek "the \\ fox"'


def test_a_variable_goes_before_the_file():
    write('name = "Sanjar"\n')
    assert load({"P2PCARDS_NAME": "Bek", "P2PCARDS_TRICK_PAUSE": "4"}) == Settings(
        name="Bek", trick_pause=4.0
    )
    with pytest.raises(CommandError, match="P2PCARDS_THEME must be one of"):
        load({"P2PCARDS_THEME": "pink"})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name = ", "is no settings file"),
        ("colour = 1", "There is no setting called 'colour'"),
        ("bell = 1", "bell must be on or off"),
        ("deadline = 1.5", "deadline must be a number from 0 to 3600"),
        ("deadline = true", "deadline must be a number"),
        ("trick_pause = nan", "trick_pause must be a number"),
        ('name = "a\\u0007"', "name must be a text"),
    ],
)
def test_a_bad_file_is_one_sentence_and_is_not_written_over(text, sentence):
    write(text)
    with pytest.raises(CommandError, match=sentence):
        load({})
    with pytest.raises(CommandError):
        change("theme", "dark")
    assert config_file().read_text("utf-8") == text


def test_a_folder_in_its_place_is_one_sentence():
    config_file().mkdir(parents=True)
    with pytest.raises(CommandError, match=r"it is a folder|permission is denied"):
        load({})


def test_the_name_to_sit_down_with_is_the_given_one_then_the_setting(monkeypatch):
    change("name", "Sanjar")
    assert own_name("Bek") == "Bek"
    assert own_name(None) == "Sanjar"
    monkeypatch.setenv("P2PCARDS_NAME", "Timur")
    assert own_name(None) == "Timur"
