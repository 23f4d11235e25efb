"""Between two deals: who is at the table, and who will be dealt in next (SPEC §6.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from p2pcards.engine import Cause, Seat, State
from protocol.table.judge.judging import Fault
from protocol.table.judge.setting import Setting

STRIKES = 3
"""A seat that was silent in this many deals running has left (SPEC §6.5)."""

ATTEMPTS_PER_EPOCH = 16
"""After a conviction deck attempts go on at the next multiple of this, so that no seat signs one place twice."""


@dataclass(frozen=True, slots=True)
class Between:
    """What one deal leaves to the next.

    Args:
        game_state: The engine's state after the last deal.
        deal: Number of the deal to come.
        head: Head of the log here.
        seated: Seats that have neither left nor been barred.
        away: Seated, but silent and not heard again yet.
        dropped: Not dealt into the deal to come, whose preparation they failed.
        silent: Silent at fault in the deal to come, and counted for it already.
        strikes: Deals running in which each seat was silent.
        attempt: Number of the next attempt at a deck.
        number: Number of the next round of PLAY.
        convicted: Seats that evidence has shown to have signed two versions of something.
        paused: Seats that have agreed to a pause, and have not come back from it.
    """

    setting: Setting
    game_state: State
    deal: int
    head: bytes
    seated: frozenset[Seat]
    away: frozenset[Seat] = frozenset()
    dropped: frozenset[Seat] = frozenset()
    silent: frozenset[Seat] = frozenset()
    strikes: tuple[int, ...] = ()
    attempt: int = 0
    number: int = 0
    convicted: frozenset[Seat] = frozenset()
    paused: tuple[Seat, ...] = ()

    @property
    def epoch(self) -> int:
        """The convicted seats as one number, which tells the branches of a log apart (SPEC §6.6)."""
        return sum(1 << seat for seat in self.convicted)

    @property
    def present(self) -> frozenset[Seat]:
        return self.seated - self.away - self.dropped

    @property
    def is_last_deal(self) -> bool:
        """Whether the match is to end with the deal to come, unless something is carried over."""
        return bool(self.setting.deals) and self.deal >= self.setting.deals

    def dealt_in(self) -> tuple[Seat, ...]:
        """Seats of the deal to come; empty when the match is over, or waits for `missing` seats."""
        return self._dealt_in_among(self.present)

    def awaited(self) -> tuple[Seat, ...]:
        """Seats that are waited for before the deal to come: the paused, or the `missing`."""
        missing = self.missing()
        is_over = not self.dealt_in() and not missing
        return () if is_over else self.paused or missing

    def missing(self) -> tuple[Seat, ...]:
        """Seated seats that are not present, where with them there would be a deal, and else none."""
        if self.dealt_in():
            return ()
        return tuple(sorted(set(self._dealt_in_among(self.seated)) - self.present))

    def lost(self) -> tuple[Seat, ...]:
        """Where all the game's seats are needed: those that are gone and would have been dealt in."""
        game = self.setting.game
        if self.dealt_in() or game.least_seats < game.most_seats:
            return ()
        everybody = frozenset(range(len(self.setting.keys)))
        return tuple(sorted(set(self._dealt_in_among(everybody)) - self.present))

    def _dealt_in_among(self, seats: frozenset[Seat]) -> tuple[Seat, ...]:
        game = self.setting.game
        played = self.deal - 1
        if self.setting.deals and played >= self.setting.deals and game.may_end(self.game_state):
            return ()
        return game.seats_of_next_deal(self.game_state, seats)


def first(setting: Setting) -> Between:
    """Before the first deal."""
    seats = len(setting.keys)
    state = setting.game.new_match(setting.options, seats)
    return Between(setting, state, 1, setting.head, frozenset(range(seats)), strikes=(0,) * seats)


def without(between: Between, faults: tuple[Fault, ...]) -> Between:
    """The same deal to come, without those who failed its preparation or its stakes."""
    seats = frozenset(fault.seat for fault in faults)
    return replace(
        _struck(between, faults),
        dropped=between.dropped | seats,
        attempt=between.attempt + 1,
    )


def after_deal(
    between: Between,
    game_state: State,
    dealt: tuple[Seat, ...],
    faults: tuple[Fault, ...],
    back: frozenset[Seat],
    paused: tuple[Seat, ...],
    head: bytes,
) -> Between:
    """The next deal, after one in which `dealt` played and `faults` put seats out."""
    struck = _struck(between, faults)
    strikes = tuple(
        0 if seat in dealt and seat not in struck.silent else count
        for seat, count in enumerate(struck.strikes)
    )
    return replace(
        struck,
        game_state=game_state,
        deal=between.deal + 1,
        head=head,
        away=(struck.away - back) & struck.seated,
        dropped=frozenset(),
        silent=frozenset(),
        strikes=strikes,
        attempt=between.epoch * ATTEMPTS_PER_EPOCH,
        number=0,
        paused=tuple(seat for seat in paused if seat in struck.seated),
    )


def after_pause(between: Between, faults: tuple[Fault, ...], head: bytes) -> Between:
    """The pause is over; who has not come back is not dealt in, like one that is silent at the stakes."""
    seats = frozenset(fault.seat for fault in faults)
    return replace(
        _struck(between, faults),
        head=head,
        number=between.number + 1,
        dropped=between.dropped | seats,
        paused=(),
    )


def without_convicted(between: Between, seat: Seat) -> Between:
    """The table after evidence against a seat, with new numbers: what was signed otherwise stands alone."""
    after = replace(
        between,
        seated=between.seated - {seat},
        away=between.away - {seat},
        convicted=between.convicted | {seat},
        paused=tuple(other for other in between.paused if other != seat),
    )
    return replace(after, attempt=after.epoch * ATTEMPTS_PER_EPOCH)


def _struck(between: Between, faults: tuple[Fault, ...]) -> Between:
    """The table after these faults; however often a seat is silent in one deal, it counts once."""
    silent = {fault.seat for fault in faults if fault.cause is Cause.SILENT}
    gone = {fault.seat for fault in faults if fault.cause is not Cause.SILENT}
    strikes = tuple(
        count + 1 if seat in silent - between.silent else count
        for seat, count in enumerate(between.strikes)
    )
    gone |= {seat for seat, count in enumerate(strikes) if count >= STRIKES}
    return replace(
        between,
        silent=between.silent | silent,
        strikes=strikes,
        seated=between.seated - gone,
        away=(between.away | silent) - gone,
    )
