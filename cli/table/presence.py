"""Who is heard of at the table: links, silences, and who is said to be absent.

The one rule: it counts and compares; what is said and done about it is the fronts'.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from p2pcards.engine import Seat
from protocol.net.conduct.roles import Look

HOST: Final = 0

PATIENCE_MS: Final = 30_000
"""Without a clock: how long a seat must be silent before our player is offered to say so."""

PAUSE_PATIENCE_MS: Final = 120_000
"""The same in a pause, once our own player is back."""


@dataclass(slots=True)
class Presence:
    """What changes with every look at the table.

    Args:
        seats: How many there are.
        own: Ours; None for a spectator.
        deadline_s: Seconds for a turn; 0 without a clock.
        alone_limit_s: How long a seat without any link is waited for.
        met: Seats to which there has been a link.
        gone: Seats that do not come back: their links concern nobody.
        linked: Seats to which there is a link.
        accused: Seats that somebody has declared absent.
        opens_until_ms: When the opening is given up; None once the table is open.
        turn_until_ms: When the programs of those waited for decide for them; None without a clock.
        is_paused: The table is paused.
        pausing: Seats that want a pause after this deal, ours too.
    """

    seats: int
    own: Seat | None
    deadline_s: int
    alone_limit_s: float
    met: set[Seat] = field(default_factory=set)
    gone: set[Seat] = field(default_factory=set)
    linked: frozenset[Seat] = frozenset()
    accused: frozenset[Seat] = frozenset()
    opens_until_ms: int | None = None
    turn_until_ms: int | None = None
    is_paused: bool = False
    pausing: frozenset[Seat] = frozenset()
    _back_since_ms: int | None = None
    _waited_since_ms: dict[Seat, int] = field(default_factory=dict)
    _alone_since_ms: int | None = None
    _came_in_midst_ms: int | None = None
    """When we came to a table that was playing already."""
    _has_looked: bool = False
    _asked_not_before_ms: int = 0

    def looked(self, look: Look, accused: frozenset[Seat], now_ms: int) -> tuple[Seat, ...]:
        """The table as it stands; who has been declared absent since the last look."""
        if not self._has_looked and look.opens_until_ms is None:
            self._came_in_midst_ms = now_ms
        self._has_looked = True
        new = tuple(sorted(accused - self.accused))
        back = look.linked - self.linked  # who has just come back is waited for anew
        self.linked, self.accused = look.linked, accused
        self.opens_until_ms = look.opens_until_ms
        self.turn_until_ms = look.awaited_limit_ms
        self._waited_since_ms = {
            seat: now_ms if seat in back else self._waited_since_ms.get(seat, now_ms)
            for seat in look.waiting_for
        }
        self.is_paused, self.pausing = look.is_paused, look.pausing
        if not look.is_paused or self.own in look.waiting_for:
            self._back_since_ms = None
        elif self._back_since_ms is None:
            self._back_since_ms = now_ms
        if look.linked or look.is_paused:
            self._alone_since_ms = None
        elif self._alone_since_ms is None:
            self._alone_since_ms = now_ms
        return new

    def concerns(self, seat: Seat) -> bool:
        """Whether it matters what becomes of the link to a seat: not if that has gone, and a
        spectator hears all from the host."""
        return seat not in self.gone and (self.own is not None or seat == HOST)

    @property
    def voters(self) -> int:
        """Seats that decide on who is absent."""
        return self.seats - len(self.gone)

    @property
    def away(self) -> tuple[Seat, ...]:
        """Seats that we have no link to, though they are still at the table."""
        return tuple(sorted(self.met - self.gone - self.linked))

    @property
    def is_alone(self) -> bool:
        """Whether all links are lost."""
        return not self.linked and bool(self.met - self.gone) and not self.is_paused

    @property
    def is_away(self) -> bool:
        """Whether the table is paused, and waits for our player too."""
        return self.is_paused and self.own in self._waited_since_ms

    def alone_left_ms(self, now_ms: int) -> int:
        """How long our seat still waits for a link."""
        since_ms = now_ms if self._alone_since_ms is None else self._alone_since_ms
        return since_ms + round(1000 * self.alone_limit_s) - now_ms

    def turn_left_ms(self, now_ms: int) -> int | None:
        """What the clock in force leaves those waited for; None without a clock, or if nobody.

        Nor is there one for a turn that had begun before we came: how long ago, only the others know.
        """
        if self.opens_until_ms is not None:
            return self.opens_until_ms - now_ms if self._waited_since_ms else None
        if self.turn_until_ms is None or not self._waited_since_ms:
            return None
        begun_ms = self.turn_until_ms - 1000 * self.deadline_s
        if self._came_in_midst_ms is not None and begun_ms <= self._came_in_midst_ms:
            return None
        return self.turn_until_ms - now_ms

    def silent(self, now_ms: int) -> dict[Seat, int]:
        """Who keeps the table waiting for longer than is usual, and for how many seconds.

        With a clock that is for the votes to say: until one names a seat to which there is a link, it
        is not called silent, since what is missing may be on its way, or missing at our end.
        """
        if self.is_paused:
            return {}
        patience_ms = 1000 * self.deadline_s or PATIENCE_MS
        accused = frozenset() if self.deadline_s else self.accused
        trusted = self.linked - self.accused if self.deadline_s else frozenset()
        waited_ms = {
            seat: now_ms - since_ms
            for seat, since_ms in self._waited_since_ms.items()
            if seat != self.own and seat not in self.gone
        }
        return {
            seat: ms // 1000
            for seat, ms in waited_ms.items()
            if seat not in trusted and (ms >= patience_ms or seat in accused)
        }

    def to_vote_on(self, now_ms: int) -> tuple[Seat, ...]:
        """Whom our player may say to be absent: where no clock runs, after a while."""
        if self.is_paused:
            return self._not_back(now_ms)
        if self.deadline_s or self.own is None or now_ms < self._asked_not_before_ms:
            return ()
        if self.is_alone and self.voters > 2:
            return ()  # it is we who are cut off
        return tuple(self.silent(now_ms))

    def _not_back(self, now_ms: int) -> tuple[Seat, ...]:
        """Who keeps the table paused, once our player has been back for a while."""
        since_ms = self._back_since_ms
        is_early = since_ms is None or now_ms - since_ms < PAUSE_PATIENCE_MS
        if self.own is None or now_ms < self._asked_not_before_ms:
            return ()
        if is_early and not self.accused:
            return ()
        return () if since_ms is None else tuple(sorted(self._waited_since_ms.keys() - self.gone))

    @property
    def has_no_clock(self) -> bool:
        """Whether the players themselves say who is absent."""
        return not self.deadline_s or self.is_paused

    def has_answered(self, now_ms: int) -> bool:
        """Whether our player has just said what they think of those who are silent."""
        return now_ms < self._asked_not_before_ms

    def wait_anew(self, now_ms: int) -> None:
        """Our player has answered about those who are silent."""
        self._asked_not_before_ms = now_ms + PATIENCE_MS
