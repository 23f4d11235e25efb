"""What is said of the player's own key and settings, and of keys met, in English.

The one rule: a key is told by its fingerprint and its words, never by a name alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cli.words.en.telling import times

NEW_KEY: Final = "A new key is made."
KEEP_IT: Final = "Whoever has that file can sit down in your name; keep a copy where nobody looks."
MET_NOBODY: Final = "You have met nobody yet. Keys are remembered from the first table on."
COMPLETION_ALONE: Final = "--completion goes with nothing else."


def key_there(path: str) -> str:
    """A new one is wished for, and there is one."""
    return (
        f"There is a key already, in {path}; nothing is changed."
        " To become a stranger to all who know it, move it away first."
    )


def no_key(path: str) -> str:
    return (
        f"There is no key in {path} yet. 'p2pcards key --new' makes one;"
        " so does the first table you sit down at."
    )


def key_lines(fingerprint: str, words: Iterable[str], path: str) -> tuple[str, ...]:
    """A key, and where it is."""
    return (
        f"Fingerprint  {fingerprint}",
        f"Key words    {' '.join(words)}",
        f"File         {path}",
    )


def no_record(path: str, line: int) -> str:
    """The file of known keys cannot be read; `line` is 0 where all of it is bad."""
    where = f"Line {line} of {path}" if line else path
    return f"{where} is no record of a peer. Move the file away to begin a new one."


def met(number: int, last: str) -> str:
    return f"met {times(number)}, last on {last}"


def setting_is(name: str, value: str, path: str) -> str:
    return f"{name} is {value}, as {path} says."


def variable_first(variable: str) -> str:
    return f"The variable {variable} goes before the file."


def settings_file(path: str) -> str:
    return f"The file is {path}; a change: p2pcards config KEY VALUE."
