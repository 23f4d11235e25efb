"""The player's settings: a small TOML file, over which `P2PCARDS_…` variables go.

The one rule: a setting is one row of the table `KINDS`; file, variables, `p2pcards config` and the
screen all read that row.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from cli import paths
from cli.errors import CommandError, ExitCode, cannot_read, cannot_write
from protocol.net.files.private_files import read_own, replace_private
from protocol.wire.entries import MOST_DEADLINE_S
from protocol.wire.quoting import quoted

VARIABLE_PREFIX: Final = "P2PCARDS_"
"""A variable is this and the setting's name in capitals."""

MOST_BYTES: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, each with its default.

    Args:
        name: What to be called; empty for the login name.
        theme: Which background the colours are for.
        charset: Which characters the terminal can draw.
        suits: How suits are drawn.
        cards: How lines name cards.
        sorting: How the hand is sorted at first.
        bell: Whether the bell rings when it is our turn and the window is not in front.
        notices: Whether the window's title, and a notice on the desktop, say that it is our turn.
        mouse: Whether the program takes the mouse (the terminal then selects text with Shift).
        ask: Which moves are asked about once more.
        deadline: Seconds for a turn at tables we open; 0 is no clock.
        trick_pause: Seconds that a finished trick stays.
        result_pause: Seconds that a result stays.
    """

    name: str = ""
    theme: str = "auto"
    charset: str = "auto"
    suits: str = "glyphs"
    cards: str = "signs"
    sorting: str = "suit"
    bell: bool = True
    notices: bool = True
    mouse: bool = True
    ask: str = "costly"
    deadline: int = 60
    trick_pause: float = 1.5
    result_pause: float = 6.0


@dataclass(eq=False)
class BadValue(Exception):
    """The value is none of those that the setting takes."""

    wanted: str

    def __str__(self) -> str:
        return self.wanted


@dataclass(frozen=True, slots=True)
class Kind:
    """What values a setting takes.

    Args:
        read: A value from text, or from what stands in the file; raises BadValue.
        write: The value as it stands in the file.
        help: What the setting means, in a line.
    """

    read: Callable[[object], Any]
    write: Callable[[Any], str]
    help: str


def _word(*words: str, help: str) -> Kind:
    def read(value: object) -> str:
        if value not in words:
            raise BadValue(f"one of {', '.join(words)}")
        return str(value)

    return Kind(read, _quoted, f"{help}: {', '.join(words)}")


def _text(limit: int, help: str) -> Kind:
    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > limit or not (value.isprintable()):
            raise BadValue(f"a text of at most {limit} characters")
        return value

    return Kind(read, _quoted, help)


def _switch(help: str) -> Kind:
    def read(value: object) -> bool:
        if isinstance(value, str):
            value = {"on": True, "off": False, "true": True, "false": False}.get(value.lower())
        if not isinstance(value, bool):
            raise BadValue("on or off")
        return value

    return Kind(read, lambda value: "true" if value else "false", f"{help}: on, off")


def _number(least: float, most: float, kind: type[int] | type[float], help: str) -> Kind:
    def read(value: object) -> float:
        if isinstance(value, str):
            try:
                value = kind(value)
            except ValueError:
                value = None
        if isinstance(value, bool) or not isinstance(value, int | float):
            value = None
        # Written so that a NaN, which compares with nothing, is refused too.
        if value is None or not least <= value <= most or kind(value) != value:
            raise BadValue(f"a number from {least:g} to {most:g}")
        return kind(value)

    return Kind(read, str, f"{help}, {least:g} to {most:g}")


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


KINDS: Final[Mapping[str, Kind]] = {
    "name": _text(32, "what to be called; empty is your login name"),
    "theme": _word("auto", "dark", "light", "none", help="colours for which background"),
    "charset": _word("auto", "unicode", "ascii", help="characters to draw with"),
    "suits": _word("glyphs", "letters", help="how suits are drawn"),
    "cards": _word("signs", "words", help="how --lines names cards, K♠ or king of spades"),
    "sorting": _word("suit", "rank", "own", help="how your hand is sorted at first"),
    "bell": _switch("ring when your turn comes and the window is not in front"),
    "notices": _switch("say in the window's title, and on the desktop, that it is your turn"),
    "mouse": _switch("take the mouse; text is then selected with Shift"),
    "ask": _word("costly", "always", "never", help="which moves are asked about once more"),
    "deadline": _number(
        0, MOST_DEADLINE_S, int, "seconds for a turn at tables you open, 0 for no clock"
    ),
    "trick_pause": _number(
        0.5, 10, float, "seconds that a finished trick stays; in Hazari 2.7 times as long"
    ),
    "result_pause": _number(0.5, 60, float, "seconds that a result stays"),
}

assert KINDS.keys() == {field.name for field in fields(Settings)}


def is_first_start(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether nobody has ever played here, or said what to be called."""
    is_named = f"{VARIABLE_PREFIX}NAME" in environment
    return not (is_named or paths.config_file().exists() or paths.key_file().exists())


def load(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings in force: the file's, and over them the variables'; raises CommandError."""
    settings = read_file(paths.config_file())
    for name, kind in KINDS.items():
        variable = VARIABLE_PREFIX + name.upper()
        if variable in environment:
            try:
                value = kind.read(environment[variable])
            except BadValue as error:
                raise CommandError(
                    f"The variable {variable} must be {error}.", ExitCode.USAGE
                ) from None
            settings = replace(settings, **{name: value})
    return settings


def read_file(path: Path) -> Settings:
    """What the file says, defaults where it says nothing; raises CommandError."""
    try:
        return settings_in(read_own(path, MOST_BYTES + 1), path)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise cannot_read(path, error) from None


def settings_in(content: bytes, path: Path) -> Settings:
    """What the file's content says; `path` is for the error. Raises CommandError."""
    if len(content) > MOST_BYTES:
        raise CommandError(f"{path} is no settings file: it has more than {MOST_BYTES} bytes.")
    try:
        table = tomllib.loads(content.decode("utf-8"))
    except ValueError as error:  # no TOML, or no UTF-8
        raise CommandError(f"{path} is no settings file: {error}.") from None
    except RecursionError:
        raise CommandError(f"{path} is no settings file: it is nested too deep.") from None
    values: dict[str, Any] = {}
    for name, value in table.items():
        try:
            values[name] = kind_of(name).read(value)
        except BadValue as error:
            raise CommandError(f"In {path}, {name} must be {error}.") from None
    return Settings(**values)


def kind_of(name: str) -> Kind:
    """The kind of the setting called `name`; raises CommandError."""
    kind = KINDS.get(name)
    if kind is None:
        raise CommandError(
            f"There is no setting called {quoted(name)}. These are: {', '.join(KINDS)}.",
            ExitCode.USAGE,
        )
    return kind


def change(name: str, text: str) -> None:
    """Write one setting to the file; its other lines, comments too, stay. Raises CommandError."""
    kind = kind_of(name)
    try:
        value = kind.read(text)
    except BadValue as error:
        raise CommandError(f"{name} must be {error}, not {quoted(text)}.", ExitCode.USAGE) from None
    path = paths.config_file()
    read_file(path)  # what cannot be read is not to be written over
    line = f"{name} = {kind.write(value)}"
    try:
        old = path.read_text("utf-8") if path.exists() else ""
        path = path.resolve()  # the settings may lie elsewhere, with a link to them
        lines = [one for one in old.splitlines() if not re.match(rf"\s*{name}\s*=", one)]
        replace_private(path, ("\n".join([*lines, line]) + "\n").encode())
    except OSError as error:
        raise cannot_write(path, error) from None


def as_typed(value: object) -> str:
    """A value as one would type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)
