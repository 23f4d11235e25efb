"""T21 at the table: a seat signs more than anybody can want, rightly, and sends it to all.

What it signs is kept within bounds or forgotten, is answered a bounded number of times, and neither
holds up the others nor brings blame on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, count, cycle

import pytest

from p2pcards.engine import Seat
from protocol.log.rounds import Round
from protocol.table.effects import Effect, Keep, Send
from protocol.table.memory.correspondence import SEEN_LIMIT, UNOPENED_LIMIT
from protocol.table.memory.early import ENTRIES_LIMIT
from protocol.wire.codec import LINE_LIMIT, decode_line, sign_entry
from protocol.wire.entries import Acceptance, AnyEntry, Decision, Leave, Stake, Vote
from protocol.wire.talk import Links, Say, encode_talk, is_talk
from tests.attacks.cheats import CHEAT, SEATS
from tests.simulation.light import audit
from tests.simulation.weather import Weather, check_survivors, table_of_bots

pytestmark = [pytest.mark.usefixtures("light"), pytest.mark.slow]

HONEST = [seat for seat in range(SEATS) if seat != CHEAT]
GUSH = 20
"""Lines in each millisecond of the table's time: ten times what a link lets through (SPEC §7.3)."""


FEW = 100
"""Entries of honest seats that may be kept at the same time."""


class Flooded(Weather):
    """In every moment the cheat sends each of the others some of what `flood` gives."""

    flood: Callable[[Weather], Iterable[bytes]]
    step_limit = 40_000

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.sent = 0
        self.poured_ms = -1
        self.answers: Counter[Seat] = Counter()
        self.largest = 0
        self.on_step = self._pour

    def step(self) -> bool:
        return not all(self.tables[seat].is_over for seat in HONEST) and super().step()

    def _pour(self) -> None:
        if self.now_ms == self.poured_ms:
            return
        self.poured_ms = self.now_ms
        for payload in self.flood():  # type: ignore[call-arg]
            self.sent += 1
            for seat in HONEST:
                if not self.tables[seat].is_over:
                    self._do(seat, self.tables[seat].receive(CHEAT, payload, self.now_ms))
                    self.largest = max(self.largest, len(self.tables[seat].early))

    def _note(self, seat: Seat, effect: Effect) -> None:
        super()._note(seat, effect)
        if seat != CHEAT and isinstance(effect, Send):
            self.answers[seat] += len(effect.to)


def flooded(flood: Callable[[Weather], Iterable[bytes]], deals: int = 2) -> Flooded:
    world_type = type("FloodedSo", (Flooded,), {"flood": flood})
    world = table_of_bots(seats=SEATS, deals=deals, seed=11, world_type=world_type)
    assert isinstance(world, Flooded)
    world.run()
    assert world.sent
    return world


def check_nobody_else_blamed(world: Flooded) -> None:
    report = check_survivors(world, HONEST)
    assert {out.seat for out in report.outs} <= {CHEAT}


def where(of: Round, **changes: object) -> dict[str, object]:
    place = of.place
    return {
        "seat": CHEAT,
        "chain": place.chain,
        "deal": place.deal,
        "attempt": place.attempt,
        "round": place.number,
        "head": of.head,
        **changes,
    }


def signed(world: Weather, kind: type[AnyEntry], **fields: object) -> bytes:
    table = world.tables[CHEAT]
    assert table._identity is not None
    entry = kind(**fields)  # type: ignore[arg-type]
    return sign_entry(entry, table.referee.table_of(entry.chain), table._identity).line


def due(world: Weather) -> tuple[Round, ...]:
    table = world.tables[CHEAT]
    return table.referee.rounds() if table.referee.setting is not None else ()


def test_entries_for_rounds_far_ahead_are_kept_within_bounds() -> None:
    numbers = count(1)

    def flood(world: Weather) -> Iterable[bytes]:
        for round in due(world)[:1]:
            for _ in range(GUSH):
                ahead = {"round": 1000 + next(numbers), "head": b"x" * 32}
                yield signed(world, Decision, **where(round, **ahead), act="x" * 128)

    world = flooded(flood)
    assert world.sent > ENTRIES_LIMIT + 2 * FEW
    assert world.largest <= ENTRIES_LIMIT + FEW
    check_nobody_else_blamed(world)


def test_entries_after_heads_that_nobody_knows_are_kept_within_bounds() -> None:
    numbers = count(1)

    def flood(world: Weather) -> Iterable[bytes]:
        for round in due(world):
            for _ in range(GUSH):
                head = next(numbers).to_bytes(32, "big")
                fields = where(round, head=head)
                yield signed(world, Vote, **fields, ballot=1, absent=())

    world = flooded(flood)
    assert world.largest <= ENTRIES_LIMIT + FEW
    check_nobody_else_blamed(world)


LISTS = [names for size in (1, 2, 3) for names in combinations(HONEST, size)]


def test_votes_in_every_ballot_against_everybody_move_nobody() -> None:
    ballots = cycle(range(1, 101))
    lists = cycle(LISTS)

    def flood(world: Weather) -> Iterable[bytes]:
        for round in due(world):
            for _ in range(GUSH // 2):
                vote = {"ballot": next(ballots), "absent": next(lists)}
                yield signed(world, Vote, **where(round), **vote)

    world = flooded(flood)
    check_nobody_else_blamed(world)


def test_votes_about_rounds_that_are_closed_are_answered_a_bounded_number_of_times() -> None:
    said: list[Round] = []

    def flood(world: Weather) -> Iterable[bytes]:
        for round in due(world):
            if round not in said:
                said.append(round)
        for round in said[-10:-2]:
            for ballot in (1, 2, 3):
                yield signed(world, Vote, **where(round), ballot=ballot, absent=(HONEST[0],))

    world = flooded(flood)
    plain = flooded(lambda _: [encode_talk(Links(()))])
    rounds = len(said)
    for seat in HONEST:
        # For each round and ballot once: its lines to the voter, and one vote to all the others.
        more = world.answers[seat] - plain.answers[seat]
        assert more < rounds * 3 * (2 * SEATS + 2 * SEATS)
    assert world.sent > 10 * rounds
    check_nobody_else_blamed(world)


def test_leaves_of_every_deal_and_chain_take_no_room_and_count_once() -> None:
    """It leaves by the first of them that is due; the others are its own loss."""
    numbers = count(1)

    def flood(world: Weather) -> Iterable[bytes]:
        for round in due(world)[:1]:
            for _ in range(GUSH):
                number = next(numbers)
                changes = {"deal": 3 + number, "chain": ("prepare", "ahead", "play")[number % 3]}
                yield signed(world, Leave, **where(round, **changes))

    world = flooded(flood)
    for seat in HONEST:
        assert len(world.tables[seat]._leaves) <= SEATS * 3 * 3
    check_nobody_else_blamed(world)


def test_before_the_table_is_open_what_cannot_be_checked_yet_is_kept_within_bounds() -> None:
    numbers = count(1)
    most = 0

    def flood(world: Weather) -> Iterable[bytes]:
        nonlocal most
        most = max([most, *(len(world.tables[seat].correspondence.unopened) for seat in HONEST)])
        for _ in range(2 * UNOPENED_LIMIT if not due(world) else 0):
            fields = {"seat": CHEAT, "chain": "play", "deal": 1, "attempt": 0, "head": b"x" * 32}
            yield signed(world, Stake, **fields, round=next(numbers))

    world = flooded(flood)
    assert world.sent > 2 * UNOPENED_LIMIT
    assert 0 < most <= SEATS * UNOPENED_LIMIT
    check_nobody_else_blamed(world)


def test_the_same_lines_again_and_again_are_not_passed_on_again() -> None:
    def flood(world: Weather) -> Iterable[bytes]:
        return world.tables[CHEAT].referee.lines[-GUSH:]

    world = flooded(flood)
    plain = flooded(lambda _: [encode_talk(Links(()))])
    for seat in HONEST:
        assert world.answers[seat] <= plain.answers[seat] + SEATS * SEATS
        assert len(world.tables[seat].correspondence.seen) <= SEEN_LIMIT
    check_nobody_else_blamed(world)


def test_junk_of_every_length_changes_nothing() -> None:
    sizes = cycle([0, 1, 7, 100, LINE_LIMIT, LINE_LIMIT + 1, 4 * LINE_LIMIT])
    starts = cycle([b"", b'{"e":', b'{"m":', b'{"e":{"t":"act","seat":2,', b"[[[[", b"\xff"])

    def flood(_: Weather) -> Iterable[bytes]:
        return [next(starts).ljust(next(sizes), b"["), encode_talk(Say("x"))]

    world = flooded(flood)
    assert {refuse.seat for _, refuse in world.refusals} == {CHEAT}
    check_nobody_else_blamed(world)


class Costs(Weather):
    """What each seat signs and notes beside its play, and sends, in bytes, from `begins` on."""

    def __init__(self, *args: object) -> None:
        self.begins = False
        self.signatures: Counter[Seat] = Counter()
        self.notes: Counter[Seat] = Counter()
        self.sent: Counter[Seat] = Counter()
        super().__init__(*args)  # type: ignore[arg-type]

    def _note(self, seat: Seat, effect: Effect) -> None:
        super()._note(seat, effect)
        if self.begins and isinstance(effect, Keep):
            entry = decode_line(effect.line)[0].entry
            is_play = entry.seat == seat and not isinstance(entry, Vote)
            self.notes[seat] += not is_play
            self.signatures[seat] += entry.seat == seat and not is_play
        if self.begins and isinstance(effect, Send):
            self.sent[seat] += len(effect.payload) * len(effect.to)


def test_1100_late_votes_cost_each_honest_seat_five_signatures_and_notes_and_100_kilobytes() -> (
    None
):
    world = table_of_bots(seats=SEATS, deals=1, seed=11, world_type=Costs)
    assert isinstance(world, Costs)
    table = world.tables[CHEAT]

    def is_late() -> bool:
        play = table.play
        return play is not None and play.staked and len(table.referee.steps) >= 12

    while not is_late():
        if not world.steps:
            everybody = frozenset(range(SEATS))
            for seat, each in enumerate(world.tables):
                world._do(seat, each.start(0))
                world._do(seat, each.set_linked(everybody - {seat}, 0))
        assert world.step()
    rounds = [closed.round for closed in table.referee.closed_rounds()][:11]
    quiet = max(world.now_ms, 1)
    world._events = []  # nothing else is under way
    world.begins = True
    for round in rounds:
        for ballot in range(1, 101):
            vote = signed(world, Vote, **where(round), ballot=ballot, absent=(HONEST[0],))
            world._do(HONEST[1], world.tables[HONEST[1]].receive(CHEAT, vote, quiet))
    while world._events:
        _, _, sender, seat, payload = world._events.pop(0)
        world._do(seat, world.tables[seat].receive(sender, payload, quiet))
    for seat in HONEST:
        assert world.signatures[seat] <= 5
        assert world.notes[seat] <= 5
        assert world.sent[seat] <= 100_000
    assert sum(world.signatures.values()) > 0, "they were answered at all"


def test_a_thousand_versions_of_one_entry_are_one_equivocation() -> None:
    """The first two convict it; what comes after is not kept, and nobody else is drawn in."""
    numbers = count(1)

    def flood(world: Weather) -> Iterable[bytes]:
        for round in due(world):
            if round.kind is Acceptance:
                for _ in range(GUSH):
                    digest = next(numbers).to_bytes(32, "big")
                    yield signed(world, Acceptance, **where(round), digest=digest)

    world = flooded(flood, deals=1)
    told = set()
    for seat in HONEST:
        lines = world.tables[seat].referee.lines
        report = audit(b"\n".join(lines) + b"\n")
        assert report.ok
        assert [out.seat for out in report.outs] == [CHEAT]
        entries = [decode_line(line)[0].entry for line in lines]
        twice = [each for each in entries if isinstance(each, Acceptance) and each.seat == CHEAT]
        assert len(twice) == 2
        # Which two of its versions a seat holds may differ, and nothing else (SPEC §5.2).
        told.add(tuple(line for line, e in zip(lines, entries, strict=True) if e.seat != CHEAT))
    assert len(told) == 1


def test_lies_about_its_links_keep_from_it_only_what_it_has_itself() -> None:
    lies = cycle([(), tuple(range(SEATS)), (CHEAT,)])

    def flood(_: Weather) -> Iterable[bytes]:
        return [encode_talk(Links(next(lies)))]

    world = flooded(flood)
    report = check_survivors(world, HONEST)
    assert not report.outs
    assert all(is_talk(payload) for payload in flood(world))
