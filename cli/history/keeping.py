"""Logs of past evenings, packed for somewhere else, or deleted when their owner says so.

The one rule: nothing is written over, and nothing is deleted that a table still under way may need.
"""

from __future__ import annotations

import zipfile
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path

from cli import paths
from cli.errors import CommandError, cannot_read, cannot_write
from cli.files import own_hands
from cli.history.evening import Evening
from cli.words.en.history import there_already
from protocol.net.files.private_files import NotPrivate
from protocol.net.returning import left_tables


def export(logs: Sequence[Path], target: Path) -> None:
    """Pack the logs into a new zip file; our own cards, which are private, stay here. Raises CommandError."""
    names = [
        _unlike(log.name, (one.name for one in logs[:number])) for number, log in enumerate(logs)
    ]
    try:
        with target.open("xb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            for log, name in zip(logs, names, strict=True):
                packed.write(log, name)
    except FileExistsError:
        raise CommandError(there_already(str(target))) from None
    except OSError as error:
        target.unlink(missing_ok=True)
        raise cannot_write(target, error) from None


def _unlike(name: str, others: Iterable[str]) -> str:
    """The name, with a number before it where logs of two folders are called the same."""
    same = sum(other == name for other in others)
    return f"{same + 1}-{name}" if same else name


def before(evenings: Iterable[Evening], day: date, own_key: bytes | None) -> list[Evening]:
    """The evenings before a day whose logs nobody needs to go back to a table. Raises CommandError."""
    needed = _needed(own_key)
    return [
        one for one in evenings if one.day < day.isoformat() and one.file.resolve() not in needed
    ]


def _needed(own_key: bytes | None) -> Collection[Path]:
    if own_key is None:
        return ()
    try:
        return {left.log.resolve() for left in left_tables(paths.notes_dir(), own_key)}
    except NotPrivate as error:
        raise cannot_read(error.path, error) from None


def delete(evenings: Iterable[Evening], own_key: bytes | None) -> None:
    """Delete their logs, and the private notes of our cards in them. Raises CommandError."""
    for one in evenings:
        try:
            one.file.unlink(missing_ok=True)
            if own_key is not None:
                own_hands.file_of(one.proposal, own_key).unlink(missing_ok=True)
        except OSError as error:
            raise cannot_write(error.filename or one.file, error) from None


def size_of(evenings: Iterable[Evening]) -> int:
    """Bytes of their logs."""
    total = 0
    for one in evenings:
        with suppress(OSError):
            total += one.file.stat().st_size
    return total
