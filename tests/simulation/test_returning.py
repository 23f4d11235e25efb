"""A program that crashes at any moment comes back, contradicts nothing, and goes on (SPEC §1, promise 5).

It is started again with what it had written: its log and its notes (SPEC §6.8).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from p2pcards.engine import Cause, Seat
from protocol.log.rounds import place_of
from protocol.report import Report
from protocol.table.effects import Effect, Keep, Send, Store
from protocol.table.notices import (
    DeckReadied,
    Notice,
    SeatOut,
    ShufflesVerified,
    StakesPaid,
)
from protocol.table.table import Table
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Leave, Vote
from tests.simulation.light import audit
from tests.simulation.weather import Weather, check_survivors, entry_of, log_of, table_of_bots

pytestmark = [pytest.mark.usefixtures("light"), pytest.mark.slow]
VICTIM = 2
EVERYBODY = (0, 1, 2, 3)
KINDS = ["nonce-commit", "nonce-open", "agree", "commit", "key", "deck", "proof", "accept"]
KINDS += ["stake", "coin", "shares", "act", "result"]


def tag_of(signed: SignedEntry) -> str:
    return str(type(signed.entry).__struct_config__.tag)


def about(effect: Effect, seat: Seat, kind: str) -> bool:
    """Whether an effect keeps or sends the seat's own entry of this kind, of a deal that is played."""
    match effect:
        case Keep(line) | Send(line) if line.startswith(b'{"e":'):
            signed = entry_of(line)
            return signed is not None and signed.entry.seat == seat and tag_of(signed) == kind
        case _:
            return False


class Watched(Weather):
    """Nobody signs two things in one place after one head, before a crash or after it."""

    words: dict[Any, bytes]

    def send(self, sender: Seat, to: Seat, payload: bytes) -> None:
        signed = entry_of(payload)
        is_said = signed is not None and sender not in self.dead
        if signed is not None and is_said and not isinstance(signed.entry, Leave):
            entry = signed.entry
            ballot = entry.ballot if isinstance(entry, Vote) else 0
            word = (entry.seat, place_of(entry), entry.head, ballot)
            assert self.words.setdefault(word, signed.id) == signed.id, word
        super().send(sender, to, payload)


def crash(
    when: Callable[[Effect], bool],
    *,
    down_ms: int | None,
    victim: Seat = VICTIM,
    seats: int = 4,
    deals: int = 3,
    seed: int = 61,
    has_notes: bool = True,
    game_name: str = "azi",
) -> Weather:
    """The victim's program ends before this effect and is started again `down_ms` later.

    None: as soon as the others have voted it out.
    """
    world = table_of_bots(seats, deals, seed, game_name=game_name, world_type=Watched)
    assert isinstance(world, Watched)
    world.words = {}
    down_at: list[int] = []

    def crash_before(seat: Seat, effect: Effect) -> bool:
        if seat != victim or down_at or not when(effect):
            return False
        down_at.append(world.now_ms)
        return True

    def is_up() -> bool:
        if down_ms is None:
            told = [notice for seat in world.honest for notice in world.notices[seat]]
            return any(isinstance(n, SeatOut) and n.seat == victim for n in told)
        up_ms = down_at[0] + down_ms
        moments = [event[0] for event in world._events[:1]]
        moments += [moment for moment, _ in world.moments()]
        if world.now_ms < up_ms and min(moments, default=up_ms) >= up_ms:
            world.now_ms = up_ms
        return world.now_ms >= up_ms

    def on_step() -> None:
        if victim in world.dead and is_up():
            world.start_again(victim, has_notes=has_notes)

    world.crash_before = crash_before
    world.on_step = on_step
    world.run()
    assert down_at, "it never came to that"
    return world


def outs_of(report: Report) -> list[tuple[Seat, Cause]]:
    return [(out.seat, out.cause) for out in report.outs]


@pytest.mark.parametrize("moment", ["before it is kept", "kept and not sent"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_quick_restart_at_any_step_costs_nobody_anything(kind: str, moment: str) -> None:
    wanted = Keep if moment == "before it is kept" else Send

    def when(effect: Effect) -> bool:
        return isinstance(effect, wanted) and about(effect, VICTIM, kind)

    world = crash(when, down_ms=1000)
    assert not outs_of(check_survivors(world, EVERYBODY))


@pytest.mark.parametrize("kind", ["commit", "key", "deck", "proof", "accept", "coin", "act"])
def test_a_restart_after_its_entry_has_reached_the_others_says_the_same_or_nothing(
    kind: str,
) -> None:
    has_sent: list[Effect] = []

    def when(effect: Effect) -> bool:
        if has_sent and not isinstance(effect, Send):
            return True
        if isinstance(effect, Send) and about(effect, VICTIM, kind):
            has_sent.append(effect)
        return False

    world = crash(when, down_ms=1000)
    assert not outs_of(check_survivors(world, EVERYBODY))


@pytest.mark.parametrize("kind", ["commit", "proof", "stake", "coin", "shares", "act", "result"])
def test_whoever_comes_back_late_has_lost_the_deal_at_most_and_is_dealt_in_again(kind: str) -> None:
    world = crash(
        lambda effect: isinstance(effect, Keep) and about(effect, VICTIM, kind),
        down_ms=None,
        deals=30,
    )
    report = check_survivors(world, EVERYBODY)
    assert set(outs_of(report)) == {(VICTIM, Cause.SILENT)}
    back = [n for n in world.notices[VICTIM] if isinstance(n, StakesPaid) and VICTIM in n.seats]
    out = [n.deal for n in world.notices[0] if isinstance(n, SeatOut)]
    assert any(paid.deal > max(out) for paid in back)


@pytest.mark.parametrize("kind", ["commit", "key", "deck", "proof", "stake", "shares", "act"])
def test_without_its_notes_a_seat_is_silent_and_never_caught(kind: str) -> None:
    world = crash(
        lambda effect: isinstance(effect, Send) and about(effect, VICTIM, kind),
        down_ms=1000,
        deals=6,
        has_notes=False,
    )
    report = check_survivors(world, EVERYBODY)
    assert set(outs_of(report)) <= {(VICTIM, Cause.SILENT)}


def test_whoever_comes_back_to_his_turn_has_only_what_is_left_of_it() -> None:
    """Else the others, whose clocks have gone on, would vote him out while he thinks."""
    world = table_of_bots(seats=2, deals=1, seed=62)
    table = world.tables[0]

    class Asked(Exception):
        pass

    def ask(view: object) -> object:
        raise Asked

    world.players[0] = ask
    with pytest.raises(Asked):
        world.run()
    asked = table.decision_limit_ms()
    assert asked is not None
    disk = world.disks[0]
    again = Table(table._identity, table.referee.lines[0], 0, table._own._rng, table.referee.proofs)
    again.restore(disk.log, disk.notes, away_ms=7000)
    again.start(world.now_ms + 7000)
    again.set_linked(frozenset({1}), world.now_ms + 7000)
    again.tick(world.now_ms + 8000)
    assert again.pending() is not None
    assert again.decision_limit_ms() == asked


def test_whoever_comes_back_to_his_turn_after_all_were_cut_off_has_the_whole_of_it() -> None:
    """Had anybody been there, the turn would have been decided without him long ago."""
    world = table_of_bots(seats=2, deals=1, seed=62)
    table = world.tables[0]

    class Asked(Exception):
        pass

    def ask(view: object) -> object:
        raise Asked

    world.players[0] = ask
    with pytest.raises(Asked):
        world.run()
    asked = table.decision_limit_ms()
    assert asked is not None
    had_ms, disk, away_ms = asked - world.now_ms, world.disks[0], 300_000
    again = Table(table._identity, table.referee.lines[0], 0, table._own._rng, table.referee.proofs)
    again.restore(disk.log, disk.notes, away_ms=away_ms)
    back_ms = world.now_ms + away_ms
    again.start(back_ms)
    again.set_linked(frozenset({1}), back_ms)
    again.tick(back_ms + 1000)
    assert again.decision_limit_ms() == back_ms + had_ms


@pytest.mark.parametrize(("game_name", "seats"), [("hazari", 4), ("lukfu", 3)])
@pytest.mark.parametrize("kind", ["proof", "shares", "act", "show"])
@pytest.mark.parametrize("down_ms", [1000, None])
def test_a_game_that_needs_all_its_seats_goes_on_too(
    game_name: str, seats: int, kind: str, down_ms: int | None
) -> None:
    world = crash(
        lambda effect: isinstance(effect, Keep) and about(effect, VICTIM, kind),
        down_ms=down_ms,
        seats=seats,
        game_name=game_name,
    )
    (log,) = {log_of(table) for table in world.tables}
    report = audit(log)
    assert report.problem is None, report.problem
    assert report.complete_to == 3
    assert set(outs_of(report)) <= {(VICTIM, Cause.SILENT)}
    if down_ms == 1000:
        assert not report.outs


@pytest.mark.parametrize("seats", [2, 3, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize("seed", range(70, 76))
def test_every_line_of_the_log_may_be_the_last_that_was_written(seats: int, seed: int) -> None:
    """The seed says which."""
    count = 0

    def when(effect: Effect) -> bool:
        nonlocal count
        count += isinstance(effect, Store)
        return count > seed * 7 % 24

    world = crash(when, down_ms=1000, victim=seats - 1, seats=seats, seed=seed, deals=2)
    assert not outs_of(check_survivors(world, range(seats)))


def test_the_secrets_of_settled_deals_are_not_in_the_notes_any_more() -> None:
    world = table_of_bots(seats=3, deals=4, seed=63)
    world.run()
    for disk in world.disks:
        deals = {json.loads(line)["deal"] for line in disk.notes if line.startswith(b'{"n":"deck"')}
        assert deals <= {4, 5}
        said = [entry_of(line) for line in disk.notes if line.startswith(b'{"e":')]
        assert all(signed is not None and signed.entry.deal >= 4 for signed in said)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("deal", [1, 2])
@pytest.mark.parametrize("kind", [DeckReadied, StakesPaid, ShufflesVerified])
def test_all_programs_crash_and_come_back_and_nobody_is_called_silent(
    kind: type[Notice], deal: int, seats: int
) -> None:
    """What was said of the deck made ahead stands in no log, and is said again to those who forgot it."""
    world = table_of_bots(seats, 4, 7, world_type=Watched)
    assert isinstance(world, Watched)
    world.words = {}
    crashes: list[int] = []

    def on_step() -> None:
        told = [n for n in world.notices[0] if isinstance(n, kind) and n.deal == deal + 1]
        if not crashes and told:
            crashes.append(world.now_ms)
            for seat in range(seats):
                world.kill(seat)
            for seat in range(seats):
                world.start_again(seat)

    world.on_step = on_step
    world.run()
    assert crashes, "it never came to that"
    assert not outs_of(check_survivors(world, range(seats)))
