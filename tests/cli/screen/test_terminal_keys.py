"""What a terminal sends, cut into keys: only what is in the tables is one."""

from __future__ import annotations

import random

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.keys import Keys

from cli.screen import terminal_keys
from cli.screen.intents import Paste
from cli.screen.terminal_keys import FOCUS_IN, FOCUS_OUT, TerminalKeys, take_only_keys
from tests import systems
from tests.cli.screen.typed import CLICK, STRAY, Line, keys_of

KEYS = {
    "f": "f",
    "F": "F",
    "♠": "♠",
    "ä": "ä",
    " ": "space",
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x1b": "escape",
    "\x7f": "backspace",
    "\b": "backspace",
    "\x03": "c-c",
    "\x0c": "c-l",
    "\x15": "c-u",
    "\x1b[A": "up",
    "\x1bOA": "up",
    "\x1b[1;1A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1b[H": "home",
    "\x1bOF": "end",
    "\x1b[1~": "home",
    "\x1b[8~": "end",
    "\x1b[5~": "pageup",
    "\x1b[6~": "pagedown",
    "\x1b[3~": "delete",
    "\x1b[Z": "s-tab",
    "\x1bOP": "f1",
    "\x1b[11~": "f1",
    "\x1b[[A": "f1",
    "\x1b[<0;10;20M": CLICK,
    "\x1b[<2;10;20M": CLICK,
    "\x1b[<64;10;20M": CLICK,
    "\x1b[32;10;20M": CLICK,
    "\x1b[M *4": CLICK,
}


@pytest.mark.parametrize("sent", KEYS)
def test_a_key_is_told_by_its_name(sent):
    assert keys_of(sent) == [KEYS[sent]]


@pytest.mark.parametrize("what", STRAY)
def test_a_stray_sequence_is_no_key_and_the_key_after_it_is_one(what):
    assert keys_of(STRAY[what]) == []
    assert Line().send(STRAY[what], "f").pause().keys == ["f"]
    assert keys_of(STRAY[what] + "f") == ["f"]


@pytest.mark.parametrize("sent", [*STRAY.values(), *KEYS])
def test_a_sequence_may_come_in_pieces_split_anywhere(sent):
    expected = keys_of(sent)
    for at in range(1, len(sent)):
        assert Line().send(sent[:at], sent[at:]).pause().keys == expected, at
    assert Line().send(*sent).pause().keys == expected


@pytest.mark.parametrize("sent", STRAY.values())
def test_a_sequence_may_pause_anywhere_and_only_an_esc_alone_is_taken_for_the_key(sent):
    for at in range(1, len(sent)):
        told = Line().send(sent[:at]).pause().send(sent[at:]).pause().keys
        if not sent[:at].strip("\x1b") and (at > 1 or sent[1] not in "[]OPX^_"):
            continue  # Esc, and another key after it: nobody can tell it from that
        assert told in ([], ["escape"]), (at, told)


def test_an_arrow_whose_rest_comes_late_is_still_an_arrow():
    assert Line().send("\x1b").pause().send("[A").pause().keys == ["escape", "up"]


def test_esc_is_told_at_the_first_pause():
    line = Line().send("\x1b")
    assert line.keys == []
    assert line.pause(0).keys == ["escape"]
    assert Line().send("\x1b").pause().send("\x1b").pause().keys == ["escape", "escape"]


@pytest.mark.parametrize("char", "[]OPX^_")
def test_a_key_after_esc_that_looks_like_the_rest_of_a_sequence_is_told_at_the_next_pause(char):
    assert Line().send("\x1b").pause().send(char).pause().keys == ["escape", char]
    assert Line().send("\x1b").pause(1.0).send(char).keys == ["escape", char]


def test_a_sequence_that_never_ends_takes_no_key_that_is_pressed_later():
    for begun in ("\x1b[", "\x1b[1;", "\x1b]11;rgb:", "\x1bP", "\x1bO", "\x1b[M", "\x1b[M !"):
        assert Line().send(begun).pause(1.0).send("f").keys == ["f"], begun
        assert Line().send(begun, "\x03").keys == ["c-c"], "one can always leave"


def test_a_sequence_is_not_kept_beyond_measure():
    line = Line().send("\x1b[" + "1;" * 5_000)
    assert len(line.parser._read) <= terminal_keys.LONGEST
    assert line.send("A", "f").keys == ["f"]


# --- pastes ------------------------------------------------------------------------------------------

PASTED = "\x1b[200~{}\x1b[201~"


@pytest.mark.parametrize("text", ["f", "", "fold\rcall\r", "a\x1b[Ab", "Ctrl \x03 \x1a", "♠ ü"])
def test_a_marked_paste_is_one_whatever_is_in_it(text):
    sent = PASTED.format(text)
    assert keys_of(sent) == [Paste(text)]
    for at in range(1, len(sent)):
        assert Line().send(sent[:at], sent[at:]).pause().keys == [Paste(text)], at
        told = Line().send(sent[:at]).pause(60.0).send(sent[at:]).keys
        assert at < len("\x1b[200~") or told == [Paste(text)], "a slow line"
    if "\x03" not in text:
        assert Line().send(*sent, "f").keys == [Paste(text), "f"]


def test_a_paste_without_an_end_is_ended_by_ctrl_c():
    assert Line().send("\x1b[200~fold", "f", "\x03", "f").keys == ["c-c", "f"]


def test_a_paste_beyond_measure_is_cut():
    sent = PASTED.format("ab" * 100_000)
    (paste,) = Line().send(*(sent[at : at + 1024] for at in range(0, len(sent), 1024))).keys
    assert isinstance(paste, Paste)
    assert len(paste.text) == terminal_keys.MOST_PASTED


def test_more_at_once_than_a_hand_types_is_a_paste_though_no_terminal_says_so():
    assert keys_of("fold\rcall\r") == [Paste("fold\rcall\r")]
    assert Line().send("x" * 500 + "yz", "f").pause().send("f").keys == [
        Paste("x" * 500 + "yzf"),
        "f",
    ]


def test_a_key_held_down_and_quick_fingers_are_no_paste():
    assert keys_of("j" * 40) == ["j"] * 40
    assert keys_of("r30\r") == ["r", "3", "0", "enter"]
    assert keys_of("\x1b[A" * 5) == ["up"] * 5


# --- anything at all ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_random_bytes_raise_nothing_and_leave_the_keyboard_usable(seed):
    chance = random.Random(seed)
    pool = "\x1b\x1b\x1b[]OP_^X<;:0123456789~MRumcft\a\\\x18\x03\r \x9b\x9d\udcfe♠"
    line = Line()
    for _ in range(400):
        piece = "".join(chance.choice(pool) for _ in range(chance.randrange(1, 9)))
        line.send(piece, gap_s=chance.choice([0.0, 0.0, 0.06, 0.6]))
    line.send("\x03").presses.clear()
    assert line.send("f").keys == ["f"]


def test_focus_reports_are_keys_of_their_own():
    line = Line().send("\x1b[I\x1b[O")
    assert [press.key for press in line.presses] == [FOCUS_IN, FOCUS_OUT]


@systems.needs_a_terminal_of_bytes
def test_a_terminal_s_input_is_read_so():
    with create_pipe_input() as source:
        take_only_keys(source)
        assert isinstance(source.vt100_parser, TerminalKeys)
        source.send_text("\x1b[15~\x1b[Af")
        assert [press.key for press in source.read_keys()] == [Keys.Up, "f"]
