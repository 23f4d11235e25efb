"""A table in a storm drawn from one seed: links slow, cut and mended, seats that die or leave.

What must hold after every single step is checked there; what must come of it, at the end: once the
storm is over every seat that lives finds to the end of the match, with the same log.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from p2pcards.engine import Cause, Seat
from protocol.log.rounds import Place, place_of
from protocol.report import Report
from protocol.table.effects import Effect
from protocol.table.judge.states import Over, Playing, Preparing, Waiting
from protocol.table.memory.correspondence import SEEN_LIMIT, TOLD_LINES, UNOPENED_LIMIT
from protocol.table.memory.early import ENTRIES_LIMIT
from protocol.table.notices import Notice, SeatOut
from protocol.table.table import Table
from protocol.wire.entries import Leave, Vote
from tests.simulation.faults import Faults
from tests.simulation.light import audit
from tests.simulation.weather import Weather, entry_of, log_of, table_of_bots

DELAYS_MS = (1, 20, 400, 3000)
"""Longest time a payload takes, as it is drawn for a whole table."""

STORM_STEPS = 1200
"""No new fault after this many steps."""


class Storm(Weather):
    """`Weather` with slow links and faults at every corner, all drawn by `dice`."""

    step_limit = 60_000
    faults: Faults
    dice: random.Random
    kills_left: int = 0
    counted: Callable[[Any], bool]

    def prepare(self, faults: Faults, dice: random.Random) -> None:
        """Let the weather of this record begin; what it does when is drawn by `dice`."""
        seats = len(self.tables)
        self.faults, self.dice, self.kills_left = faults, dice, faults.kills
        self.returns = random.Random(f"returns {faults.seed}") if faults.returns else None
        self._arrival: dict[tuple[Seat, Seat], int] = {}
        self._agreed: list[bytes] = []
        self._checked = [0] * seats
        self._changed = set(range(seats))
        self.gone: set[Seat] = set()
        self._words: dict[Any, bytes] = {}
        self.on_notice = self._check_notice

    # --- the weather ---------------------------------------------------------------------------

    def send(self, sender: Seat, to: Seat, payload: bytes) -> None:
        if sender not in self.dead:
            self._check_word(payload)
        if sender == to or frozenset({sender, to}) in self.cut:
            return
        self._delay_ms = self.dice.randint(1, self.faults.longest_delay_ms)
        # A link is a stream: what was sent later does not arrive earlier.
        ready = self._arrival.get((sender, to), 0)
        self._delay_ms = max(self._delay_ms, ready - self.now_ms)
        self._arrival[sender, to] = self.now_ms + self._delay_ms
        super().send(sender, to, payload)

    def cut_link(self, one: Seat, other: Seat) -> None:
        super().cut_link(one, other)
        self._events = [e for e in self._events if {e[2], e[3]} != {one, other}]
        self._events.sort()
        self._arrival.pop((one, other), None)
        self._arrival.pop((other, one), None)

    def step(self) -> bool:
        if self.steps < self.faults.steps:
            self._blow()
        else:
            self._mend_all()
        goes_on = not self._is_stuck_for_good() and super().step()
        is_down = self.returns is not None and self.dead > self.gone
        if not goes_on and (self.cut or is_down):
            # Nothing moves any more: the storm has outlasted whatever could happen in it.
            self._mend_all()
            return True
        self.check()
        return goes_on

    def _mend_all(self) -> None:
        if self.returns is not None:
            for seat in sorted(self.dead - self.gone):
                self.start_again(seat)
        for pair in list(self.cut):
            self.mend_link(*sorted(pair))

    def _blow(self) -> None:
        dice, living = self.dice, sorted(self.honest)
        if len(living) > 1 and dice.random() < self.faults.cut_chance:
            if dice.random() < 0.3:
                lonely = dice.choice(living)
                for other in living:
                    if other != lonely:
                        self.cut_link(lonely, other)
            else:
                self.cut_link(*dice.sample(living, 2))
        for pair in sorted(self.cut, key=sorted):
            if dice.random() < self.faults.mend_chance:
                self.mend_link(*sorted(pair))
        if self.returns is not None:
            self._crash_and_return(self.returns)
        if not all(self.tables[seat].referee.setting for seat in living):
            return  # nobody can be voted out of a table that is not open yet
        if living and self.kills_left and dice.random() < self.faults.kill_chance:
            self.kills_left -= 1
            self.kill(dice.choice(living))
        elif len(living) > 2 and dice.random() < self.faults.leave_chance:
            leaver = dice.choice(living)
            self._do(leaver, self.tables[leaver].leave(self.now_ms))

    def _crash_and_return(self, dice: random.Random) -> None:
        """Programs that crash, in mid-sentence too, and are started again sooner or later."""
        for seat in sorted(self.dead - self.gone):
            if dice.random() < self.faults.return_chance:
                self.start_again(seat)
        if self.honest and dice.random() < self.faults.crash_chance:
            victim, effects = dice.choice(sorted(self.honest)), dice.randrange(12)

            def crash_before(seat: Seat, effect: Effect) -> bool:
                nonlocal effects
                effects -= seat == victim
                return seat == victim and effects < 0

            self.crash_before = crash_before

    def kill(self, seat: Seat) -> None:
        super().kill(seat)
        self.crash_before = lambda *_: False
        for other in range(len(self.tables)):
            self._arrival.pop((seat, other), None)
            self._arrival.pop((other, seat), None)

    def _do(self, seat: Seat, effects: list[Effect]) -> None:
        self._changed.add(seat)
        super()._do(seat, effects)
        if seat not in self.dead and self.tables[seat].has_left:
            self.gone.add(seat)
            self.kill(seat)

    def _is_stuck_for_good(self) -> bool:
        """Whether the weather is over and too few are left to decide anything, as the rules have it.

        In the opening nobody votes: who lacks something there asks for it, and is given it if any
        honest seat has gone on.
        """
        if self.steps < self.faults.steps + 500 or self.cut:
            return False
        return any(
            not round.is_enough([s for s in round.voters if s not in self.honest])
            for seat in self.honest
            for round in self.tables[seat].referee.rounds()[:1]
            if set(round.speakers) - self.honest and (round.voters or self._all_are_at(round.place))
        )

    def _all_are_at(self, place: Place) -> bool:
        """Whether no honest seat has come further."""
        return all(self.tables[seat].referee.due[:1] == (place,) for seat in self.honest)

    # --- what must always hold -----------------------------------------------------------------

    def _check_notice(self, seat: Seat, notice: Notice) -> None:
        if isinstance(notice, SeatOut):
            assert notice.cause is not Cause.CAUGHT, (seat, notice)

    def _check_word(self, payload: bytes) -> None:
        """Nobody signs two things in one place after one head: that would be evidence against him."""
        signed = entry_of(payload)
        if signed is not None and not isinstance(signed.entry, Leave):
            entry = signed.entry
            ballot = entry.ballot if isinstance(entry, Vote) else 0
            word = (entry.seat, place_of(entry), entry.head, ballot)
            assert self._words.setdefault(word, signed.id) == signed.id, word

    def check(self) -> None:
        assert not self.refusals, self.refusals
        changed, self._changed = self._changed & self.honest, set()
        for seat in sorted(changed):
            table = self.tables[seat]
            state = game_state_of(table)
            assert state is None or self.counted(state), f"seat {seat}"
            self._check_log(seat, table)
            assert_bounded(table)

    def _check_log(self, seat: Seat, table: Table) -> None:
        referee = table.referee
        final = referee.steps[0].line_count if referee.steps else len(referee.lines)
        done = self._checked[seat]
        both = min(final, len(self._agreed))
        assert referee.lines[done:both] == self._agreed[done:both], f"seat {seat} is on its own"
        self._agreed += referee.lines[len(self._agreed) : final]
        self._checked[seat] = max(done, final)


def game_state_of(table: Table) -> Any:
    """The game as this table sees it; None before the first deal."""
    match table.referee.state:
        case Playing(play) | Preparing(play=play) if play is not None:
            return play.game_state
        case Preparing(between=between) | Waiting(between) | Over(between):
            return between.game_state
        case _:
            return None


def assert_bounded(table: Table) -> None:
    """Nothing that a peer can add to grows without end."""
    seats = len(table.referee.keys)
    assert len(table.early) <= seats * ENTRIES_LIMIT
    assert len(table.correspondence.seen) <= SEEN_LIMIT
    assert len(table.correspondence.unopened) <= seats * UNOPENED_LIMIT
    assert len(table.ballots) <= 2
    lines = table.referee.lines
    assert len(lines) - table.referee.line_count_to_stay <= TOLD_LINES


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is played in a storm."""

    seats: int
    options: dict[str, Any]


def draw_azi(dice: random.Random) -> Drawn:
    seats = dice.choice((2, 3, 3, 4, 4, 5, 6))
    options = {
        "cards": dice.choice((3, 3, 4)),
        "blind": dice.choice(("off", "off", "open", "chain")),
        "stack": dice.choice((60, 200, 200, 1000)),
    }
    return Drawn(seats, options)


def draw_hazari(dice: random.Random) -> Drawn:
    options = {"target": dice.choice((500, 1000, 1000, 2000))}
    return Drawn(4, options)


def draw_lukfu(dice: random.Random) -> Drawn:
    options = {"match_deals": dice.choice((0, 0, 2, 5))}
    return Drawn(3, options)


DRAW = {"azi": draw_azi, "hazari": draw_hazari, "lukfu": draw_lukfu}


def count_chips(faults: Faults) -> Callable[[Any], bool]:
    stack = dict(faults.options)["stack"]
    assert isinstance(stack, int)
    chips = faults.seats * stack
    return lambda state: sum(state.stacks) + state.pot == chips


COUNTED: dict[str, Callable[[Faults], Callable[[Any], bool]]] = {
    "azi": count_chips,
    "hazari": lambda _: lambda state: sum(state.totals) % 360 == 0,
    "lukfu": lambda _: lambda state: sum(state.scores) == 0,
}
"""What of each game is the same after every event."""

StormType = TypeVar("StormType", bound=Storm)


Dice = random.Random


def draw_table(game: str, seed: int, dice: Dice, most_deals: int, seats: Sequence[int]) -> Faults:
    """A table without faults, for one of these numbers of seats."""
    drawn = DRAW[game](dice)
    while drawn.seats not in seats:
        drawn = DRAW[game](dice)
    deals = dice.randint(1, most_deals)
    return Faults(seed, game, drawn.seats, tuple(drawn.options.items()), deals, STORM_STEPS)


def draw_weather(faults: Faults, dice: Dice) -> Faults:
    """The table in some weather."""
    return replace(
        faults,
        longest_delay_ms=dice.choice(DELAYS_MS),
        cut_chance=dice.choice((0.0, 0.0, 0.002, 0.01, 0.03)),
        mend_chance=dice.choice((0.005, 0.02, 0.1)),
        kill_chance=dice.choice((0.0, 0.0, 0.002, 0.01)),
        leave_chance=dice.choice((0.0, 0.0, 0.0, 0.003)),
        kills=1 if faults.seats == 2 else (faults.seats - 1) // 2,
    )


def draw_storm(
    seed: int, game: str, most_deals: int, *, returns: bool = False
) -> tuple[Faults, Dice]:
    """What goes wrong at the table of this seed, and the dice for what goes wrong when."""
    dice = Dice(seed)
    faults = draw_weather(draw_table(game, seed, dice, most_deals, range(2, 7)), dice)
    if returns:
        theirs = Dice(f"returns {seed}")
        faults = replace(
            faults,
            returns=True,
            crash_chance=theirs.choice((0.002, 0.005, 0.02)),
            return_chance=theirs.choice((0.003, 0.02, 0.2)),
        )
    return faults, dice


def storm_of(faults: Faults, dice: Dice, storm_type: type[StormType]) -> StormType:
    """The table of this record, ready to run."""
    storm = table_of_bots(
        faults.seats,
        faults.deals,
        faults.seed,
        options=dict(faults.options),
        game_name=faults.game,
        world_type=storm_type,
    )
    assert isinstance(storm, storm_type)
    storm.counted = COUNTED[faults.game](faults)
    storm.prepare(faults, dice)
    return storm


@contextmanager
def printing(faults: Faults) -> Iterator[None]:
    """A failure says what the run was made from."""
    try:
        yield
    except BaseException as error:
        error.add_note(repr(faults))
        raise


def run_storm(
    seed: int, game_name: str = "azi", most_deals: int = 4, *, returns: bool = False
) -> tuple[Storm, Report | None]:
    """One table in the storm of this seed, and the audit of its log; None where it is suspended.

    With `returns` whoever dies is started again, and more programs die, also while they write.
    """
    return run_faults(*draw_storm(seed, game_name, most_deals, returns=returns))


def run_faults(faults: Faults, dice: Dice) -> tuple[Storm, Report | None]:
    """One table with the faults of this record, and the audit of its log."""
    with printing(faults):
        storm = storm_of(faults, dice, Storm)
        storm.run()
        return storm, check_end(storm)


def check_end(storm: Storm) -> Report | None:
    if storm._is_stuck_for_good():
        return None
    living = sorted(storm.honest)
    assert all(storm.tables[seat].is_over for seat in living), storm.where()
    logs = {log_of(storm.tables[seat]) for seat in living}
    assert len(logs) <= 1, [len(storm.tables[seat].referee.lines) for seat in living]
    if not logs:
        return None
    report = audit(logs.pop())
    assert report.problem is None, report.problem
    return report
