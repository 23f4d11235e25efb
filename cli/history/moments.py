"""What there is to tell of a match when it is over: who won, its best moments, and the evening so far.

The one rule: facts alone, and all from signed results, so that everybody who was there is told the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from cli.history.evening import Evening
from cli.names import told_apart
from p2pcards.engine import Seat

LEAST_DEALS: Final = 2
"""Of a match with moments to remember."""


@dataclass(frozen=True, slots=True)
class MatchWon:
    """By one, or by several who share it."""

    seats: tuple[Seat, ...]
    stand: int


@dataclass(frozen=True, slots=True)
class FinalStandings:
    """All with what they have, in the order in which they stand."""

    order: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class MostInOneDeal:
    seat: Seat
    amount: int
    deal: int


@dataclass(frozen=True, slots=True)
class LedThroughout:
    seat: Seat


@dataclass(frozen=True, slots=True)
class CameFromBehind:
    """The winner was alone in the last place after a deal; the last such one is told."""

    seat: Seat
    deal: int


@dataclass(frozen=True, slots=True)
class LeadChanged:
    times: int


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """Several matches of one evening: of each seat how many it won, and what in all, best first."""

    matches: int
    scores: tuple[tuple[Seat, int, int], ...]


Moment: TypeAlias = (
    MatchWon
    | FinalStandings
    | MostInOneDeal
    | LedThroughout
    | CameFromBehind
    | LeadChanged
    | Scoreboard
)


def _leaders(standings: Sequence[int]) -> tuple[Seat, ...]:
    return tuple(seat for seat, stands in enumerate(standings) if stands == max(standings))


def result(one: Evening, lost: Collection[Seat]) -> Iterator[Moment]:
    """The winner, and all in the order in which they stand; `lost` were missing, and come last."""
    winners = tuple(seat for seat in _leaders(one.standings) if seat not in lost)
    if winners:
        yield MatchWon(winners, max(one.standings))
    order = sorted(range(len(one.keys)), key=lambda seat: (seat in lost, one.place(seat), seat))
    yield FinalStandings(tuple((seat, one.standings[seat]) for seat in order))


def moments(one: Evening) -> Iterator[Moment]:
    """What is worth remembering of a match of several deals."""
    if one.deals < LEAST_DEALS:
        return
    steps = [(0, one.start), *one.results]
    most, deal, seat = max(
        (after[seat] - before[seat], -deal, seat)
        for (_, before), (deal, after) in pairwise(steps)
        for seat in range(len(one.keys))
    )
    if most > 0:
        yield MostInOneDeal(seat, most, -deal)
    yield from _lead(one)


def _lead(one: Evening) -> Iterator[Moment]:
    """Who led all the way, or came from behind, and how often the lead changed."""
    alone = [(deal, _leaders(after)) for deal, after in one.results]
    first = [leaders[0] for _, leaders in alone if len(leaders) == 1]
    winners = _leaders(one.standings)
    changes = sum(then != now for then, now in pairwise(first))
    if len(winners) != 1:
        return
    (winner,) = winners
    if all(leaders == winners for _, leaders in alone):
        yield LedThroughout(winner)
        return
    behind = [
        deal
        for deal, after in one.results
        if after[winner] == min(after) and after.count(min(after)) == 1
    ]
    if behind:
        yield CameFromBehind(winner, behind[-1])
    if changes:
        yield LeadChanged(changes)


def evening_so_far(matches: Sequence[Evening]) -> Iterator[Moment]:
    """The scoreboard over several matches; seats are those of the last one, known by their names."""
    if len(matches) < 2:
        return
    names = told_apart(matches[-1].names)
    won = dict.fromkeys(names, 0)
    firsts = dict.fromkeys(names, 0)
    for match in matches:
        for seat, name in enumerate(told_apart(match.names)):
            if name in won:
                won[name] += match.won(seat)
                firsts[name] += match.place(seat) == 1
    order = sorted(range(len(names)), key=lambda seat: (-firsts[names[seat]], -won[names[seat]]))
    scores = tuple((seat, firsts[names[seat]], won[names[seat]]) for seat in order)
    yield Scoreboard(len(matches), scores)
