"""What a terminal sends, cut into keys, clicks and pastes.

The one rule: only what stands in these tables is a key. Answers of the terminal, keys with
modifiers and whatever else is in no table are read to their end, in however many pieces they come,
and are nothing: a stray byte never plays a card. What is pasted is never taken for keys.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Final

from prompt_toolkit.input import Input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

if sys.platform != "win32":
    from prompt_toolkit.input.vt100 import Vt100Input

FOCUS_IN: Final = Keys.F23
FOCUS_OUT: Final = Keys.F24
"""Keys that no keyboard has, for the reports that the window came to the front or went from it."""

KEY_NAMES: Final[Mapping[Keys, str]] = {
    Keys.Enter: "enter",
    Keys.Escape: "escape",
    Keys.Backspace: "backspace",
    Keys.Delete: "delete",
    Keys.Tab: "tab",
    Keys.BackTab: "s-tab",
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
    Keys.F1: "f1",
    Keys.ControlC: "c-c",
    Keys.ControlL: "c-l",
    Keys.ControlU: "c-u",
    Keys.ControlZ: "c-z",
}
"""Every key that is not a character, as the screens call it."""

_CONTROLS: Final[Mapping[str, Keys]] = {
    "\r": Keys.Enter,
    "\n": Keys.Enter,
    "\t": Keys.Tab,
    "\x7f": Keys.Backspace,
    "\b": Keys.Backspace,
    "\x03": Keys.ControlC,
    "\x0c": Keys.ControlL,
    "\x15": Keys.ControlU,
    "\x1a": Keys.ControlZ,
}
_ARROWS: Final[Mapping[str, Keys]] = {
    "A": Keys.Up,
    "B": Keys.Down,
    "C": Keys.Right,
    "D": Keys.Left,
    "H": Keys.Home,
    "F": Keys.End,
}
_SEQUENCES: Final[Mapping[str, Keys]] = {
    **{f"\x1b[{final}": key for final, key in _ARROWS.items()},
    **{f"\x1b[1;1{final}": key for final, key in _ARROWS.items()},
    **{f"\x1bO{final}": key for final, key in _ARROWS.items()},
    "\x1b[Z": Keys.BackTab,
    "\x1b[1~": Keys.Home,
    "\x1b[7~": Keys.Home,
    "\x1b[4~": Keys.End,
    "\x1b[8~": Keys.End,
    "\x1b[3~": Keys.Delete,
    "\x1b[5~": Keys.PageUp,
    "\x1b[6~": Keys.PageDown,
    "\x1bOP": Keys.F1,
    "\x1b[11~": Keys.F1,
    "\x1b[[A": Keys.F1,
    "\x1b[I": FOCUS_IN,
    "\x1b[O": FOCUS_OUT,
}

# Left, right, wheel up, wheel down; no modifier, no other button, no movement, no release.
_SGR_CLICK: Final = re.compile(r"\x1b\[<(0|2|64|65);\d{1,5};\d{1,5}M")
_URXVT_CLICK: Final = re.compile(r"\x1b\[(32|34|96|97);\d{1,5};\d{1,5}M")
_OLD_CLICK: Final = re.compile(r'\x1b\[M[ "`a][!-\uffff]{2}')

ESC: Final = "\x1b"
CTRL_C: Final = "\x03"
PASTE_BEGIN: Final = "\x1b[200~"
PASTE_END: Final = "\x1b[201~"
MOST_PASTED: Final = 10_000
"""More than any text field holds; the rest of a longer paste is read and forgotten."""

LONGEST: Final = 64
"""No sequence that means anything here is as long."""

BURST: Final = 8
"""So many characters at once no hand types: a paste by a terminal that does not mark its pastes."""

LATE_S: Final = 0.5
"""How long the rest of a sequence may be on its way; after that the next character is a key again."""


class _State(Enum):
    """What is being read."""

    GROUND = "a character, or the beginning of a sequence"
    ESCAPE = "what follows ESC"
    CSI = "ESC [ … up to a letter, or what stands in its place"
    SS3 = "ESC O … up to a letter"
    COUNTED = "some more characters, whatever they are"
    STRING = "an answer of the terminal, up to BEL or ESC \\"
    STRING_ESCAPE = "what follows ESC in there"
    BURST = "an unmarked paste, up to the next pause"
    PASTE = "a marked paste, up to its end mark"


_INTRODUCERS: Final[Mapping[str, _State]] = {
    "[": _State.CSI,
    "O": _State.SS3,
    **dict.fromkeys("]PX^_", _State.STRING),
}


class TerminalKeys(Vt100Parser):
    """In place of prompt_toolkit's own parser, which types out what it does not know.

    Args:
        feed_key_callback: Called with each key; a paste is one.
        now_s: A clock that only runs forward.
    """

    def __init__(
        self,
        feed_key_callback: Callable[[KeyPress], None],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._now_s = now_s
        super().__init__(feed_key_callback)

    def reset(self, request: bool = False) -> None:
        self._state = _State.GROUND
        self._read = ""
        """The sequence as far as it has come."""
        self._missing = 0
        """Of a counted one, how many characters are to come."""
        self._is_alt = False
        """The sequence came after an ESC of its own: Alt was held."""
        self._is_after_escape = False
        """Esc has been told; what follows may be the rest of a sequence that came too late."""
        self._doubtful = ""
        """A character that looks like that rest, and is a key if nothing follows it."""
        self._pasted = ""
        self._tail = ""
        """The last characters of a marked paste, which may begin its end mark."""
        self._last_s = self._now_s()

    def feed(self, data: str) -> None:
        """Read some more; keys are told as soon as they are whole."""
        if not data:
            return
        now_s = self._now_s()
        if now_s - self._last_s > LATE_S:
            self._give_up()
        self._last_s = now_s
        if data == CTRL_C:  # by hand: whatever is being read, one can leave
            self.reset()
        is_rest = self._is_after_escape and data[0] in _INTRODUCERS
        if self._state is _State.GROUND and _is_burst(data) and not is_rest:
            self._state = _State.BURST
        at = 0
        while at < len(data):
            if self._state is _State.PASTE:
                at = len(data) - len(self._paste_on(data[at:]))
            elif self._state is _State.BURST:
                self._paste(data[at:])
                return
            else:
                self._take(data[at])
                at += 1

    def flush(self) -> None:
        """There was a pause: a lone ESC was the key, and an unmarked paste is over."""
        match self._state:
            case _State.BURST:
                self._tell_paste()
            case _State.ESCAPE:
                self._begin(_State.GROUND)
                self._is_after_escape = True
                self._tell(Keys.Escape, ESC)
            case _ if self._doubtful:
                char = self._doubtful
                self._begin(_State.GROUND)
                self._tell(char, char)
            case _:
                pass  # the rest is on its way

    # --- sequences -----------------------------------------------------------------------------------

    def _begin(self, state: _State, read: str = "") -> None:
        self._state, self._read, self._is_alt, self._doubtful = state, read, False, ""

    def _give_up(self) -> None:
        """What has begun is not going on; a paste is, however long it takes."""
        self._is_after_escape = False
        if self._state not in (_State.BURST, _State.PASTE):
            self._begin(_State.GROUND)

    def _take(self, char: str) -> None:
        is_after_escape, self._is_after_escape, self._doubtful = self._is_after_escape, False, ""
        if "\x80" <= char <= "\x9f":  # the same as ESC and a character, in one
            self._begin(_State.ESCAPE, ESC)
            char = chr(ord(char) - 0x40)
        match self._state:
            case _State.GROUND if is_after_escape and char in _INTRODUCERS:
                self._begin(_INTRODUCERS[char], ESC + char)
                self._doubtful = char
            case _State.GROUND:
                self._character(char)
            case _State.ESCAPE:
                self._after_escape(char)
            case _State.CSI | _State.SS3:
                self._parameter(char)
            case _State.COUNTED:
                self._read += char
                self._missing -= 1
                if not self._missing:
                    self._whole()
            case _State.STRING:
                self._in_string(char)
            case _State.STRING_ESCAPE:
                self._begin(_State.ESCAPE, ESC)
                self._after_escape(char)
            case _:
                raise AssertionError(self._state)

    def _character(self, char: str) -> None:
        if char == ESC:
            self._begin(_State.ESCAPE, ESC)
        elif char in _CONTROLS:
            self._tell(_CONTROLS[char], char)
        elif char.isprintable():
            self._tell(char, char)

    def _after_escape(self, char: str) -> None:
        if char == ESC:
            self._is_alt = True
        elif char in _INTRODUCERS:
            self._state = _INTRODUCERS[char]
            self._read += char
        else:
            self._begin(_State.GROUND)  # Alt and a key, or the end of a string

    def _parameter(self, char: str) -> None:
        if char == ESC:
            self._begin(_State.ESCAPE, ESC)
            return
        self._read = (self._read + char)[:LONGEST]
        is_first = len(self._read) == 3
        if self._state is _State.CSI and is_first and char in "[M":
            # F1 to F5 of the Linux console, and clicks as they were reported at first.
            self._state, self._missing = _State.COUNTED, 1 if char == "[" else 3
        elif not " " <= char <= "~":
            self._begin(_State.GROUND)
        elif char >= "@":
            self._whole()

    def _whole(self) -> None:
        read, is_alt = self._read, self._is_alt
        self._begin(_State.GROUND)
        if is_alt:
            return
        if read == PASTE_BEGIN:
            self._state = _State.PASTE
        elif read in _SEQUENCES:
            self._tell(_SEQUENCES[read], read)
        elif any(kind.fullmatch(read) for kind in (_SGR_CLICK, _URXVT_CLICK, _OLD_CLICK)):
            self._tell(Keys.Vt100MouseEvent, read)

    def _in_string(self, char: str) -> None:
        if char == ESC:
            self._state = _State.STRING_ESCAPE
        elif char in "\a\x18\x1a":
            self._begin(_State.GROUND)

    def _tell(self, key: Keys | str, data: str) -> None:
        self.feed_key_callback(KeyPress(key, data))

    # --- pastes --------------------------------------------------------------------------------------

    def _paste(self, text: str) -> None:
        self._pasted += text[: MOST_PASTED - len(self._pasted)]

    def _paste_on(self, data: str) -> str:
        """Read on in a marked paste; what comes after its end."""
        text = self._tail + data
        end = text.find(PASTE_END)
        if end < 0:
            kept = len(PASTE_END) - 1
            self._paste(text[:-kept])
            self._tail = text[-kept:]
            return ""
        self._tail = ""
        self._paste(text[:end])
        self._tell_paste()
        return text[end + len(PASTE_END) :]

    def _tell_paste(self) -> None:
        text, self._pasted = self._pasted, ""
        self._begin(_State.GROUND)
        self._tell(Keys.BracketedPaste, text)


def _is_burst(data: str) -> bool:
    """Whether it came all at once though no key was held down."""
    is_text = all(char.isprintable() or char in "\r\n\t" for char in data)
    return len(data) >= BURST and is_text and len(set(data)) > 1


def take_only_keys(source: Input) -> None:
    """Have this input, where it is a terminal's, cut by these rules."""
    if sys.platform != "win32" and isinstance(source, Vt100Input):
        source.vt100_parser = TerminalKeys(source.vt100_parser.feed_key_callback)
