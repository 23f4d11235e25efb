"""A world with faults: seats that die, links that are cut, payloads that are changed on the way.

All of it in virtual time and from one seed, so that every run can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from p2pcards.engine import AnyView, Seat
from p2pcards.games import GAMES
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng, below
from protocol.report import Report
from protocol.table.effects import Effect, Forget, Keep, Refuse, Send, Store, Tell
from protocol.table.judge.opening import propose
from protocol.table.notices import Notice
from protocol.table.table import Table
from protocol.table.world import Chooser, World
from protocol.wire.codec import SignedEntry, decode_line
from protocol.wire.talk import is_talk
from tests.simulation.light import audit, handed

STEP_LIMIT = 6000
"""A table of bots needs a few hundred steps a deal; more than this means that it hangs."""


@lru_cache(maxsize=4096)
def entry_of(payload: bytes) -> SignedEntry | None:
    return None if is_talk(payload) else decode_line(payload)[0]


class Disk:
    """What a seat's program has written: its public log and its private notes."""

    def __init__(self) -> None:
        self.log: list[bytes] = []
        self.notes: list[bytes] = []

    def read(self, first: int, last: int) -> list[bytes]:
        """So that the table need not hold what it has stored (`protocol.log.lines.Archive`)."""
        return self.log[first:last]

    def take(self, effect: Effect) -> None:
        match effect:
            case Keep(line):
                self.notes.append(line)
            case Forget(lines):
                self.notes = list(lines)
            case Store(keep, lines):
                assert keep <= len(self.log)
                self.log[keep:] = lines
            case _:
                pass


class Weather(World):
    """A `World` in which things go wrong."""

    step_limit = STEP_LIMIT

    def __init__(self, tables: Sequence[Table], players: Sequence[Chooser]) -> None:
        self.notices: dict[Seat, list[Notice]] = {seat: [] for seat in range(len(tables))}
        self.refusals: list[tuple[Seat, Refuse]] = []
        self.dead: set[Seat] = set()
        self.pending_links: list[tuple[Seat, frozenset[Seat]]] = []
        self.steps = 0
        self.honest = set(range(len(tables)))
        self.cut: set[frozenset[Seat]] = set()
        self.kill_on_send: Callable[[Seat, SignedEntry], bool] = lambda *_: False
        self.survivor_of_send: Seat | None = None
        self.crash_before: Callable[[Seat, Effect], bool] = lambda *_: False
        self.disks = [Disk() for _ in tables]
        self.on_notice: Callable[[Seat, Notice], None] = lambda *_: None
        self.on_step: Callable[[], None] = lambda: None
        self.stop_ms: int | None = None
        super().__init__(tables, players, self._note)

    def _note(self, seat: Seat, effect: Effect) -> None:
        if seat not in self.dead and self.crash_before(seat, effect):
            self.kill(seat)
        if seat not in self.dead:
            self.disks[seat].take(effect)
        if isinstance(effect, Tell):
            self.notices[seat].append(effect.notice)
            self.on_notice(seat, effect.notice)
        elif isinstance(effect, Refuse):
            self.refusals.append((seat, effect))
        elif isinstance(effect, Send) and seat not in self.dead:
            signed = entry_of(effect.payload)
            if signed is not None and signed.entry.seat == seat and self.kill_on_send(seat, signed):
                if self.survivor_of_send is not None:
                    super().send(seat, self.survivor_of_send, effect.payload)
                self.kill(seat)

    def kill(self, seat: Seat) -> None:
        """The program of `seat` ends here and now; what it had sent still arrives."""
        self.dead.add(seat)
        self.honest.discard(seat)
        self._events = [event for event in self._events if event[3] != seat]
        self._events.sort()
        self._tell_links()

    def start_again(self, seat: Seat, *, has_notes: bool = True) -> None:
        """The program of `seat` is started again and finds what it had written."""
        assert seat in self.dead
        self.dead.discard(seat)
        self.honest.add(seat)
        old, disk = self.tables[seat], self.disks[seat]
        line = old.referee.lines[0]
        table = self.tables[seat] = Table(
            old._identity, line, seat, old._own._rng, old.referee.proofs
        )
        table.restore(disk.log, disk.notes if has_notes else [])
        self._do(seat, table.start(self.now_ms))
        self._tell_links()

    def _tell_links(self) -> None:
        for seat in range(len(self.tables)):
            if seat not in self.dead:
                linked = frozenset(
                    s for s in range(len(self.tables)) if s != seat and self._joined(s, seat)
                )
                self.pending_links.append((seat, linked))

    def _joined(self, one: Seat, other: Seat) -> bool:
        return not {one, other} & self.dead and frozenset({one, other}) not in self.cut

    def cut_link(self, one: Seat, other: Seat) -> None:
        self.cut.add(frozenset({one, other}))
        self._tell_links()

    def cut_off(self, seat: Seat, *others: Seat) -> None:
        """No link of `seat` holds, or none to `others` if they are given."""
        for other in others or range(len(self.tables)):
            if other != seat:
                self.cut_link(seat, other)

    def mend_all(self) -> None:
        self.cut.clear()
        self._tell_links()

    def do(self, seat: Seat, call: Callable[[int], list[Effect]]) -> None:
        """Let a table's owner do something now."""
        self._do(seat, call(self.now_ms))

    def mend_link(self, one: Seat, other: Seat) -> None:
        self.cut.discard(frozenset({one, other}))
        self._tell_links()

    def step(self) -> bool:
        self.steps += 1
        assert self.steps < self.step_limit, f"no end in sight: {self.where()}"
        self.on_step()
        while self.pending_links:
            seat, linked = self.pending_links.pop(0)
            if seat not in self.dead:
                self._do(seat, self.tables[seat].set_linked(linked, self.now_ms))
        if not self._events and not self._is_awaited():
            return False
        if self.stop_ms is not None and self.now_ms >= self.stop_ms:
            return False
        return super().step()

    def _is_awaited(self) -> bool:
        """Whether an honest seat is not at its end, or has something to ask there."""
        tables = [self.tables[seat] for seat in self.honest]
        return any(not table.is_over or table.next_tick_ms() is not None for table in tables)

    def where(self) -> list[str]:
        """What each living table waits for, for a failed test to show."""
        return [
            f"{seat}: {[f'{r.place} {r.kind.__name__}' for r in table.referee.rounds()]} "
            f"from {table.waiting_for}"
            for seat, table in enumerate(self.tables)
            if seat not in self.dead
        ]

    def moments(self) -> list[tuple[int, Seat]]:
        return [(moment, seat) for moment, seat in super().moments() if seat not in self.dead]

    def deliver(self, sender: Seat, seat: Seat, payload: bytes) -> None:
        if seat not in self.dead and frozenset({sender, seat}) not in self.cut:
            super().deliver(sender, seat, payload)

    def _do(self, seat: Seat, effects: list[Effect]) -> None:
        if seat not in self.dead:
            super()._do(seat, effects)
        if seat not in self.dead:
            self.tables[seat].let_go(self.disks[seat])

    def send(self, sender: Seat, to: Seat, payload: bytes) -> None:
        if sender not in self.dead:
            super().send(sender, to, payload)


def seat_names(seats: int) -> list[str]:
    return ["Ainura", "Bek", "Chinara", "Dastan", "Erlan", "Feruza"][:seats]


def table_of_bots(
    seats: int = 4,
    deals: int = 2,
    seed: int = 1,
    deadline_s: int = 30,
    options: dict[str, Any] | None = None,
    table_types: dict[Seat, type[Table]] | None = None,
    level: str = "easy",
    game_name: str = "azi",
    world_type: type[Weather] | None = None,
) -> Weather:
    """A whole table of bots, ready to run."""
    game = GAMES[game_name]
    rng = SeededRng(seed.to_bytes(32, "big"))
    identities = [Identity.generate(rng) for _ in range(seats)]
    names = seat_names(seats)
    line = propose(
        identities[0],
        game,
        options or {},
        [(name, identity.public) for name, identity in zip(names, identities, strict=True)],
        deadline_s,
        deals,
    ).line
    types = table_types or {}
    tables = [
        types.get(seat, Table)(identities[seat], line, seat, rng, handed()) for seat in range(seats)
    ]
    bot = game.bot(level)

    def choose(view: AnyView) -> Any:
        return bot(view, lambda n: below(rng, n))

    return (world_type or Weather)(tables, [choose] * seats)


def log_of(table: Table) -> bytes:
    return b"\n".join(table.referee.lines) + b"\n"


def check_survivors(world: Weather, honest: Sequence[Seat]) -> Report:
    """All honest seats ended with one log, which the audit accepts, and no chip is lost."""
    logs = {log_of(world.tables[seat]) for seat in honest}
    assert len(logs) == 1
    assert all(world.tables[seat].is_over for seat in honest)
    report = audit(logs.pop())
    assert report.problem is None, report.problem
    state = world.tables[honest[0]].referee.state
    public = GAMES[report.game].public(state.between.game_state)  # type: ignore[union-attr]
    assert sum(report.standings) == len(report.standings) * public["options"]["stack"]
    return report
