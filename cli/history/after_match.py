"""What our player is told when a match is over, out of its log and those beside it.

The one rule: a log that cannot be read is passed over; nothing hangs on it any more.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

from cli import words
from cli.errors import CommandError
from cli.history.evening import Evening, of_different_tables
from cli.history.evenings import read_evening
from cli.history.moments import evening_so_far, moments, result
from cli.names import told_apart
from cli.words.en.moments import tell_moment
from cli.words.phrase import in_braces
from p2pcards.engine import Seat

EVENING_S: Final = 12 * 3600.0
"""Matches at one table that end within that time belong to one evening."""


def last_moments(log: Path, own_key: bytes | None, lost: Collection[Seat]) -> tuple[str, ...]:
    """Who won the match of this log, what was best in it, and how the evening stands.

    Nothing where the log cannot be read. `lost` are the seats that were missing, and come last.
    """
    try:
        one = read_evening(log, own_key)
    except CommandError:
        return ()
    if not one.deals:
        return ()
    voice = words.voice_of(one.game, told_apart(one.names), one.seat)
    facts = (*result(one, lost), *moments(one), *evening_so_far(matches_beside(one, own_key)))
    return tuple(in_braces(tell_moment(fact, voice, one.game.unit)) for fact in facts)


def matches_beside(one: Evening, own_key: bytes | None) -> tuple[Evening, ...]:
    """The matches of this evening at this table, by the logs that lie beside its own, in order."""
    now = time.time()
    found = []
    for path in one.file.parent.glob("*.log"):
        with suppress(OSError, CommandError):
            written = path.stat().st_mtime
            if path == one.file or now - written < EVENING_S:
                other = read_evening(path, own_key)
                if other.game is one.game and sorted(other.names) == sorted(one.names):
                    found.append((written, other))
    kept = of_different_tables(other for _, other in found)
    when = {other.file: written for written, other in found}
    return tuple(sorted((other for other in kept if other.deals), key=lambda o: when[o.file]))
