from __future__ import annotations

from pathlib import Path

from cli.main import COMMANDS
from cli.tools.completion import options_of
from cli.tools.manual import manual_page


def test_the_page_names_every_command_and_option():
    page = manual_page()
    for name in COMMANDS:
        assert ".SS p2pcards " + name.replace("-", "\\-") in page
        for option in options_of(name):
            for word in option.words:
                if word not in ("-h", "--help"):
                    assert "\\fB" + word.replace("-", "\\-") + "\\fR" in page


def test_the_page_in_the_folder_is_the_one_the_parser_gives():
    path = Path(__file__).parents[2] / "docs" / "p2pcards.1"
    assert path.read_text("utf-8") == manual_page(), "run: make manual"
