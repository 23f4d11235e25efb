"""What is shown of what has been told: a finished trick and a result stay a while for the eye.

The one rule: the screen never runs ahead of itself. What comes after something that stays is kept
back until that has gone, and what is shown is always one moment of one deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from cli.table.story.known import Known
from p2pcards.cards import Card
from p2pcards.engine import Slot

MOST_STOPS: Final = 5
"""Four tricks of Hazari and the result. Who has missed more sees the last of it."""


class Kind(StrEnum):
    """What stays."""

    TRICK = "a finished trick"
    RESULT = "the result of a deal"


@dataclass(frozen=True, slots=True)
class Stop:
    """A moment that stays.

    Args:
        kind: What it is.
        known: What had been told by then.
        cards: The cards that our seat knew by then.
    """

    kind: Kind
    known: Known
    cards: Mapping[Slot, Card] = field(default_factory=dict)


class Pace:
    """The moments that stay, oldest first, and behind them the newest.

    Args:
        known: Before anything has been told.
        trick_ms, result_ms: How long a trick and a result stay.
    """

    def __init__(self, known: Known, *, trick_ms: int, result_ms: int) -> None:
        self.newest = known
        self._stays_ms = {Kind.TRICK: trick_ms, Kind.RESULT: result_ms}
        self._stops: list[Stop] = []
        self._until_ms = 0

    @property
    def stop(self) -> Stop | None:
        """What stays just now."""
        return self._stops[0] if self._stops else None

    @property
    def shown(self) -> Known:
        """What is to be seen of all that has been told."""
        return self._stops[0].known if self._stops else self.newest

    @property
    def is_behind(self) -> bool:
        """Whether the game has gone on beneath what stays."""
        stop = self.stop
        if stop is None:
            return False
        return len(self._stops) > 1 or stop.known.state is not self.newest.state

    def left_ms(self, now_ms: int) -> int:
        """How much longer it stays."""
        return max(0, self._until_ms - now_ms) if self._stops else 0

    def tell(self, known: Known, cards: Mapping[Slot, Card], now_ms: int) -> None:
        """Something has been told; `cards` are those that our seat knows now."""
        before, self.newest = self.newest, known
        if known.finished is not None and known.finished is not before.finished:
            self._add(Stop(Kind.TRICK, known, cards), now_ms)
        if known.settled != before.settled and known.state is not None:
            self._add(Stop(Kind.RESULT, known, cards), now_ms)
        elif self._stops and self._stops[-1].kind is Kind.RESULT:
            last = self._stops[-1]
            if last.known.deal == known.deal:  # the next deck is ready, the match is over
                self._stops[-1] = replace(last, known=known)

    def add(self, change: Callable[[Known], Known]) -> None:
        """Something that has nothing to do with the game, such as talk: it is seen at once."""
        self.newest = change(self.newest)
        self._stops = [replace(stop, known=change(stop.known)) for stop in self._stops]

    def add_last(self, change: Callable[[Known], Known]) -> None:
        """Something about the end of it all: it is seen with the last moment, and not before."""
        self.newest = change(self.newest)
        if self._stops and self._stops[-1].kind is Kind.RESULT:
            last = self._stops[-1]
            self._stops[-1] = replace(last, known=change(last.known))

    def advance(self, now_ms: int) -> bool:
        """Let go what has stayed long enough; whether a result was among it."""
        if not self._stops or now_ms < self._until_ms:
            return False
        return self.go_on(now_ms)

    def go_on(self, now_ms: int) -> bool:
        """Let go what stays just now; whether it was a result."""
        if not self._stops:
            return False
        gone = self._stops[0]
        self._keep(self._stops[1:], now_ms)
        return gone.kind is Kind.RESULT

    def catch_up(self) -> None:
        """Show the newest at once."""
        self._stops = []

    def _add(self, stop: Stop, now_ms: int) -> None:
        # Nobody wants to see how the last deal went while this one is as far as that.
        of_this_deal = [one for one in self._stops if one.known.deal == stop.known.deal]
        self._keep([*of_this_deal, stop][-MOST_STOPS:], now_ms)

    def _keep(self, stops: list[Stop], now_ms: int) -> None:
        """These stay from now on; the clock starts for one that is the first only now."""
        first = self._stops[0] if self._stops else None
        self._stops = stops
        if stops and stops[0] is not first:
            self._until_ms = now_ms + self._stays_ms[stops[0].kind]
