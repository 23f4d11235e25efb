"""What reaches a screen of what a terminal sends."""

from __future__ import annotations

from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from cli.screen.intents import Key, Paste
from cli.screen.terminal_keys import KEY_NAMES, TerminalKeys

CLICK = "click"


class Line:
    """A line on which pieces come in, with pauses between them."""

    def __init__(self) -> None:
        self.presses: list[KeyPress] = []
        self.now_s = 0.0
        self.parser = TerminalKeys(self.presses.append, lambda: self.now_s)

    def send(self, *pieces: str, gap_s: float = 0.0) -> Line:
        for piece in pieces:
            self.parser.feed(piece)
            if gap_s >= 0.05:  # as prompt_toolkit flushes after `ttimeoutlen`
                self.parser.flush()
            self.now_s += gap_s
        return self

    def pause(self, for_s: float = 0.1) -> Line:
        self.parser.flush()
        self.now_s += for_s
        return self

    @property
    def keys(self) -> list[Key]:
        """The keys that came of it, as screens are told; a click is `CLICK`, focus nothing."""
        return [key for key in map(_key, self.presses) if key is not None]


def _key(press: KeyPress) -> Key | None:
    if press.key is Keys.BracketedPaste:
        return Paste(press.data)
    if press.key is Keys.Vt100MouseEvent:
        return CLICK
    if isinstance(press.key, Keys):
        return KEY_NAMES.get(press.key)
    return "space" if press.key == " " else str(press.key)


def keys_of(text: str) -> list[Key]:
    """The keys of what a terminal sends at once, before a pause."""
    return Line().send(text).pause().keys


BEL, ST = "\a", "\x1b\\"
STRAY = {
    "the background's colour, late": f"\x1b]11;rgb:ffff/ffff/ffff{BEL}",
    "the text's colour, late": f"\x1b]10;rgb:cccc/cccc/cccc{BEL}",
    "a colour, ended by ST": f"\x1b]11;rgb:1e1e/1e1e/1e1e{ST}",
    "a palette colour": f"\x1b]4;1;rgb:cdcd/0000/0000{ST}",
    "the clipboard": f"\x1b]52;c;ZmZmZg=={BEL}",
    "the title": f"\x1b]lfold{ST}",
    "device attributes": "\x1b[?64;1;2;6;9;15;22c",
    "secondary device attributes": "\x1b[>41;354;0c",
    "tertiary device attributes": f"\x1bP!|00000000{ST}",
    "the terminal's version": f"\x1bP>|fancy(3.2){ST}",
    "a termcap answer": f"\x1bP1+r544e=787465726d{ST}",
    "a picture's answer": f"\x1b_Gi=1;OK{ST}",
    "where the cursor stands": "\x1b[24;80R",
    "where it stands, with the page": "\x1b[?24;80;1R",
    "status": "\x1b[0n",
    "a mode's answer": "\x1b[?2026;2$y",
    "the window's size": "\x1b[8;24;80t",
    "a resize in band": "\x1b[48;24;80;480;640t",
    "the colours have changed": "\x1b[?997;1n",
    "kitty's flags": "\x1b[?1u",
    "focus in": "\x1b[I",
    "focus out": "\x1b[O",
    "F2": "\x1bOQ",
    "F4": "\x1bOS",
    "F5": "\x1b[15~",
    "F12": "\x1b[24~",
    "F1 with Shift": "\x1b[1;2P",
    "F3 with Ctrl": "\x1b[1;5R",
    "F5 with Shift": "\x1b[15;2~",
    "F5 of the Linux console": "\x1b[[E",
    "Insert": "\x1b[2~",
    "Ctrl-Right": "\x1b[1;5C",
    "Ctrl-Right of rxvt": "\x1bOc",
    "Alt-Up": "\x1b[1;3A",
    "Alt-Up of rxvt": "\x1b\x1b[A",
    "Shift-Left": "\x1b[1;2D",
    "Shift-Home": "\x1b[1;2H",
    "Ctrl-PageDown": "\x1b[6;5~",
    "Shift-Delete": "\x1b[3;2~",
    "kitty's i, let go": "\x1b[105;1:3u",
    "kitty's Ctrl-c": "\x1b[99;5u",
    "kitty's Up, let go": "\x1b[1;1:3A",
    "Ctrl-Enter as xterm can say it": "\x1b[27;5;13~",
    "a key of Windows": "\x1b[65;30;97;1;0;1_",
    "Alt-f": "\x1bf",
    "Alt-1": "\x1b1",
    "Alt-Enter": "\x1b\r",
    "Alt-Space": "\x1b ",
    "Alt-Esc and f": "\x1b\x1bf",
    "Ctrl-A": "\x01",
    "Ctrl-F": "\x06",
    "Ctrl-N": "\x0e",
    "NUL": "\x00",
    "a mouse moved": "\x1b[<35;10;5M",
    "a mouse moved with a button": "\x1b[<32;10;20M",
    "a button let go": "\x1b[<0;10;20m",
    "the middle button": "\x1b[<1;10;20M",
    "a click with Ctrl": "\x1b[<16;10;20M",
    "a wheel sideways": "\x1b[<66;10;20M",
    "a click of urxvt with Alt": "\x1b[40;10;20M",
    "an old mouse, let go": "\x1b[M#*4",
    "an old mouse with Shift": "\x1b[M$*4",
    "half a click": "\x1b[<0;10M",
    "a click nowhere": "\x1b[<;;M",
    "F5 in eight bits": "\x9b15~",
    "a colour in eight bits": "\x9d11;rgb:ffff/ffff/ffff\x9c",
    "a byte that is no text": "\udcff",
    "a keypad's 5": "\x1bOu",
    "a string that is broken off": "\x1b]11;rgb:ff\x18",
    "a string within a string": f"\x1b]11;rgb:\x1b]10;rgb:cc{BEL}",
}
"""By what it is, what a terminal may send at any moment and nobody has typed."""
