"""Who is there at a table, told our player as it changes: links, leavers, who is said to be absent.

The one rule: every front hears of it here, and so in the same sentences, each once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cli.table.presence import Presence
from cli.words.en import evening as evening_words
from cli.words.en import pausing as pausing_words
from cli.words.en import standing, talking
from p2pcards.engine import Cause, Seat
from protocol.net.conduct.conduct import ALONE_LIMIT_S
from protocol.net.conduct.roles import Look
from protocol.table.notices import Notice, SeatOut, StakesPaid

LINK_CHANGES: Final = 20
"""How often a link's coming and going is told of one seat; then it has become noise."""


class Attendance:
    """Of one table, as our player is told of it.

    Args:
        names: Of all seats.
        own: Our seat; None for a spectator.
        deadline_s: Seconds for a turn; 0 without a clock.
        say: Shows a sentence.
        on_first_link: Called with the seat and the comparison words of each first link.
    """

    def __init__(
        self,
        names: Sequence[str],
        own: Seat | None,
        deadline_s: int,
        *,
        say: Callable[[str], None],
        on_first_link: Callable[[Seat, tuple[str, ...]], None],
    ) -> None:
        self.presence = Presence(len(names), own, deadline_s, ALONE_LIMIT_S)
        self.look: Look | None = None
        """The table as it was looked at last."""
        self.is_over = False
        """Our player looks at how the match has ended; the links are there to talk."""
        self._names = names
        self._own = own
        self._deadline_s = deadline_s
        self._say = say
        self._on_first_link = on_first_link
        self._link_changes: dict[Seat, int] = {}

    def told(self, notice: Notice) -> None:
        """Who plays from this deal on, and who does not any more."""
        if isinstance(notice, StakesPaid):
            self.presence.gone -= set(notice.seats)
        elif isinstance(notice, SeatOut) and notice.cause is not Cause.SILENT:
            self.presence.gone.add(notice.seat)

    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None:
        """There is a link, and these are its words."""
        if not self.presence.concerns(seat):
            return
        if seat in self.presence.met:
            self._say_link(seat, evening_words.link_back(self._names[seat]))
        else:
            self.presence.met.add(seat)
            self._on_first_link(seat, words)

    def link_down(self, seat: Seat) -> None:
        """There is none any more."""
        if self.is_over:
            self._say_link(seat, talking.has_gone(self._names[seat]))
            return
        is_ending = self.look is not None and (self.look.is_over or self.look.has_left)
        if self.presence.concerns(seat) and not is_ending:
            is_only = self.presence.voters <= 2
            self._say_link(seat, evening_words.link_lost(self._names[seat], is_only=is_only))

    def _say_link(self, seat: Seat, sentence: str) -> None:
        self._link_changes[seat] = self._link_changes.get(seat, 0) + 1
        if self._link_changes[seat] <= LINK_CHANGES:
            self._say(sentence)

    def looked(self, look: Look, accused: frozenset[Seat], now_ms: int) -> None:
        """The table as it stands, and who is said to be absent."""
        known = frozenset() if self.look is None else self.look.leaving
        for seat in sorted(look.leaving - known - self.presence.gone):
            self._say(evening_words.leaves(self._names[seat]))
        self.presence.gone |= look.leaving
        self._hear_wishes(look)
        self.look = look
        for seat in self.presence.looked(look, accused, now_ms):
            self._hear_vote(seat, now_ms)

    def _hear_vote(self, seat: Seat, now_ms: int) -> None:
        """Somebody says that this seat is absent: our player is asked too, at once."""
        if seat == self._own:
            self._say(standing.ACCUSED)
        elif self.presence.has_no_clock and not self.presence.has_answered(now_ms):
            self._say(standing.accused(self._names[seat]))

    def _hear_wishes(self, look: Look) -> None:
        """Somebody wants a pause, or does not any more."""
        pausing = look.pausing
        if pausing == self.presence.pausing or look.is_paused:
            return
        names = [self._names[seat] for seat in sorted(pausing - {self._own})]
        seats = self.presence.voters
        told = pausing_words.wanted(names, own=self._own in pausing, seats=seats)
        self._say(told or pausing_words.NOBODY)

    def paused(self) -> str:
        """That the table is paused, and for whom."""
        awaited = () if self.look is None else self.look.waiting_for
        others = [self._names[seat] for seat in awaited if seat != self._own]
        return pausing_words.paused(others, own=self.presence.is_away)

    def silent(self, now_ms: int) -> tuple[str, ...]:
        """The names of those whom our player may say to be absent."""
        return tuple(self._names[seat] for seat in self.presence.to_vote_on(now_ms))

    def declared(self, names: Sequence[str], now_ms: int) -> None:
        """Our player says that these are absent."""
        self._say(standing.declared(names))
        self.presence.wait_anew(now_ms)
