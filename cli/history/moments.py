"""What is told of a match when it is over: who won, its best moments, and the evening so far.

The one rule: all of it comes from signed results, so everybody who was there is told the same.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Final

from cli import words
from cli.errors import CommandError
from cli.history.evenings import Evening, of_different_tables, read_evening
from cli.names import told_apart
from cli.words.en.grammar import Voice, listed
from cli.words.phrase import Phrase, between, in_braces, phrase
from p2pcards.engine import Seat

EVENING_S: Final = 12 * 3600.0
"""Matches at one table that end within that time belong to one evening."""

LEAST_DEALS: Final = 2
"""Of a match with moments to remember."""


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
    told = [*_won(one, lost), *moments(one), *evening_so_far(matches_beside(one, own_key))]
    return tuple(in_braces(sentence) for sentence in told)


def _voice(one: Evening) -> Voice:
    return words.voice_of(one.game, told_apart(one.names), one.seat)


def _leaders(standings: Sequence[int]) -> tuple[Seat, ...]:
    return tuple(seat for seat, stands in enumerate(standings) if stands == max(standings))


def _won(one: Evening, lost: Collection[Seat]) -> Iterator[Phrase]:
    """The winner, and all in the order in which they stand."""
    voice, unit = _voice(one), one.game.unit
    winners = tuple(seat for seat in _leaders(one.standings) if seat not in lost)
    if winners:
        wins = (
            voice.does(winners[0], "wins", "win")
            if len(winners) == 1
            else phrase(voice.all(winners), " share")
        )
        yield phrase(wins, f" the match with {max(one.standings)} {unit}.").starting
    order = sorted(range(len(one.keys)), key=lambda seat: (seat in lost, one.place(seat), seat))
    yield phrase(
        "Standings: ",
        listed(phrase(voice.who(seat), f" {one.standings[seat]}") for seat in order),
        ".",
    )


def moments(one: Evening) -> Iterator[Phrase]:
    """What is worth remembering of a match of several deals."""
    if one.deals < LEAST_DEALS:
        return
    voice, unit = _voice(one), one.game.unit
    steps = [(0, one.start), *one.results]
    most, deal, seat = max(
        (after[seat] - before[seat], -deal, seat)
        for (_, before), (deal, after) in pairwise(steps)
        for seat in range(len(one.keys))
    )
    if most > 0:
        won = voice.does(seat, "won", "won")
        yield phrase("Most in one deal: ", won, f" {most} {unit} in deal {-deal}.")
    yield from _lead(one, voice)


def _lead(one: Evening, voice: Voice) -> Iterator[Phrase]:
    """Who led all the way, or came from behind, and how often the lead changed."""
    alone = [(deal, _leaders(after)) for deal, after in one.results]
    first = [leaders[0] for _, leaders in alone if len(leaders) == 1]
    winners = _leaders(one.standings)
    changes = sum(then != now for then, now in pairwise(first))
    if len(winners) != 1:
        return
    (winner,) = winners
    if all(leaders == winners for _, leaders in alone):
        yield phrase(voice.does(winner, "led", "led"), " from the first deal to the last.").starting
        return
    behind = [
        deal
        for deal, after in one.results
        if after[winner] == min(after) and after.count(min(after)) == 1
    ]
    if behind:
        was = voice.does(winner, "was", "were")
        yield phrase(was, f" last after deal {behind[-1]}, and won.").starting
    if changes:
        yield phrase(f"The lead changed {'once' if changes == 1 else f'{changes} times'}.")


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


def evening_so_far(matches: Sequence[Evening]) -> Iterator[Phrase]:
    """The scoreboard over several matches; players by their names, in the order in which they stand."""
    if len(matches) < 2:
        return
    last = matches[-1]
    voice, names = _voice(last), told_apart(last.names)
    won = dict.fromkeys(names, 0)
    firsts = dict.fromkeys(names, 0)
    for match in matches:
        for seat, name in enumerate(told_apart(match.names)):
            if name in won:
                won[name] += match.won(seat)
                firsts[name] += match.place(seat) == 1
    order = sorted(range(len(names)), key=lambda seat: (-firsts[names[seat]], -won[names[seat]]))
    scores = (
        phrase(
            voice.who(seat),
            f" {firsts[names[seat]]} won, {won[names[seat]]:+} {last.game.unit}",
        )
        for seat in order
    )
    yield phrase(f"This evening, {len(matches)} matches: ", between("; ", scores), ".")
