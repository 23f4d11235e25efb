from __future__ import annotations

import io
import json
import os

import pytest

from cli import output
from cli.output import Output, draw_cards, is_unicode, plain, to_ascii, write_line
from tests import systems


def test_cards_are_drawn_rank_first_and_money_cards_suit_first():
    assert draw_cards("{10H} beats {6S}, {KD} and {AC}.") == "10♥ beats 6♠, K♦ and A♣."
    assert draw_cards("{C9} {S2} {M3} {T5}") == "¢9 §2 ₥3 ₮5"


def test_braces_that_hold_no_card_stay():
    assert draw_cards("{x} {} {KING}") == "{x} {} {KING}"


def test_without_unicode_suits_are_letters_and_marks_have_stand_ins():
    assert to_ascii("10♥ ✓ é") == "10H v ?"


def test_control_bidi_and_surrogate_characters_never_arrive():
    assert plain("a\x1b[0m\x07\u202eb\ud800\u200b") == "a?[0m??b??"
    assert plain("two\nlines\r\tand\u2028tabs\x85") == "two?lines??and?tabs?"
    assert plain("private \ue000, unassigned \U000e0080") == "private ?, unassigned ?"


def test_a_stack_of_marks_does_not_blot_the_lines_around():
    assert plain("no\u0323\u0331\u0332\u0333\u0323\u0323te") == "no\u0323\u0331\u0332\u0333te"


def test_what_is_written_as_one_line_is_one_line(capsys):
    output = Output()
    for write in (output.say, output.note):
        write("refused (unknown field `x`)\n✓ all is verified\r\x1b[2J\x85")
    out, err = capsys.readouterr()
    for text in (out, err):
        assert text.splitlines() == ["refused (unknown field `x`)?✓ all is verified??[2J?"]


@pytest.mark.parametrize(
    ("encoding", "locale", "expected"),
    [("utf-8", "de_DE.UTF-8", True), ("utf-8", "C", False), ("latin-1", "de_DE.UTF-8", False)],
)
@systems.needs_locales
def test_unicode_needs_both_an_encoding_and_a_locale(monkeypatch, encoding, locale, expected):
    monkeypatch.setenv("LC_ALL", locale)
    monkeypatch.delenv("PYTHONUTF8", raising=False)
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    assert is_unicode(stream) is expected


def test_asking_python_for_utf8_is_believed_in_any_locale(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("PYTHONUTF8", "1")
    assert is_unicode(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))


def test_a_stream_closed_from_the_start_takes_nothing():
    write_line(None, "words")


def test_with_json_people_are_told_on_standard_error(capsys):
    output = Output(json=True)
    output.say("words")
    output.give({"format": "x/1", "name": "Айнура"})
    out, err = capsys.readouterr()
    assert err == "words\n"
    assert out.isascii()
    assert json.loads(out) == {"format": "x/1", "name": "Айнура"}


def test_without_json_there_is_no_document(capsys):
    output = Output()
    output.say("words")
    output.note("progress")
    output.give({"format": "x/1"})
    assert capsys.readouterr() == ("words\n", "progress\n")


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True

    def fileno(self):
        return 1


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (80, "a long line of words\n"),
        (12, "a long line\n  of words\n"),
        (0, "a long line of words\n"),
    ],
)
def test_on_a_terminal_long_lines_break_between_words(monkeypatch, columns, expected):
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((columns, 24)))
    monkeypatch.setattr(output, "LEAST_WIDTH", 0)
    terminal = Terminal()
    write_line(terminal, "a long line of words", hang=2)
    assert terminal.getvalue() == expected


def test_a_terminal_that_is_gone_has_no_width(monkeypatch):
    def gone(_):
        raise OSError

    monkeypatch.setattr(os, "get_terminal_size", gone)
    terminal = Terminal()
    write_line(terminal, "word " * 50)
    assert terminal.getvalue().count("\n") == 1
