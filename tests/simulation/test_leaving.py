"""Leaving at any moment, and deaths that come several at a time: the others go on (SPEC §6.7, §10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from p2pcards.engine import Cause, Seat
from protocol.faults import Code
from protocol.table.judge.states import Over
from protocol.table.notices import DealSettled, MatchOver, SeatOut
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Leave
from tests.simulation.weather import Weather, check_survivors, entry_of, table_of_bots

pytestmark = [pytest.mark.usefixtures("light"), pytest.mark.slow]
KINDS = ["commit", "key", "deck", "proof", "accept", "stake", "coin", "shares", "act", "result"]


def tag_of(signed: SignedEntry) -> str:
    return str(type(signed.entry).__struct_config__.tag)


class Leaving(Weather):
    """A seat leaves just before it would say a certain thing, or just after, and is gone when it is heard."""

    leaver: Seat = 2
    is_time: Callable[[SignedEntry], bool]
    has_asked = False

    def send(self, sender: Seat, to: Seat, payload: bytes) -> None:
        super().send(sender, to, payload)
        signed = entry_of(payload)
        if signed is not None and signed.entry.seat == sender == self.leaver and not self.has_asked:
            self.has_asked = self.is_time(signed)

    def step(self) -> bool:
        goes_on = super().step()
        table = self.tables[self.leaver]
        if self.has_asked and self.leaver in self.honest:
            self.do(self.leaver, table.leave)
            if table.has_left:
                self.kill(self.leaver)
        return goes_on


def leaving_table(leaver: Seat, is_time: Callable[[SignedEntry], bool], **args: object) -> Leaving:
    world = table_of_bots(world_type=Leaving, **args)  # type: ignore[arg-type]
    assert isinstance(world, Leaving)
    world.leaver = leaver
    world.is_time = is_time  # type: ignore[method-assign]
    return world


@pytest.mark.parametrize("leaver", [0, 1, 2, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_whoever_leaves_in_any_phase_is_out_as_one_who_left_and_nobody_waits(
    leaver: Seat, kind: str
) -> None:
    world = leaving_table(leaver, lambda signed: tag_of(signed) == kind, deals=3, seed=41)
    world.run()
    others = [seat for seat in range(4) if seat != leaver]
    report = check_survivors(world, others)
    assert {(out.seat, out.cause) for out in report.outs} == {(leaver, Cause.LEFT)}
    assert world.now_ms < 10_000, "nobody had to wait for a deadline"
    assert leaver in world.dead


@pytest.mark.parametrize("chain", ["ahead", "prepare"])
@pytest.mark.parametrize("kind", ["commit", "key", "deck", "proof", "accept"])
def test_who_leaves_while_a_deck_is_prepared_is_not_dealt_in(chain: str, kind: str) -> None:
    world = leaving_table(
        1, lambda signed: tag_of(signed) == kind and signed.entry.chain == chain, deals=3, seed=42
    )
    world.run()
    report = check_survivors(world, (0, 2, 3))
    assert {(out.seat, out.cause) for out in report.outs} == {(1, Cause.LEFT)}


def test_a_leave_is_signed_once_for_each_chain() -> None:
    world = leaving_table(2, lambda signed: tag_of(signed) == "shares", seed=43)
    sent: set[bytes] = set()
    send = world.send

    def note(sender: Seat, to: Seat, payload: bytes) -> None:
        signed = entry_of(payload)
        if signed is not None and isinstance(signed.entry, Leave):
            sent.add(payload)
        send(sender, to, payload)

    world.send = note  # type: ignore[method-assign]
    world.run()
    assert 1 <= len(sent) <= 3


@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("kind", ["commit", "stake", "shares", "act", "result"])
def test_the_last_but_one_leaves_and_the_match_is_over(leaver: Seat, kind: str) -> None:
    world = leaving_table(leaver, lambda signed: tag_of(signed) == kind, seats=2, deals=0, seed=44)
    world.run()
    last = world.tables[1 - leaver]
    assert isinstance(last.referee.state, Over)
    assert any(isinstance(n, MatchOver) for n in world.notices[1 - leaver])
    check_survivors(world, (1 - leaver,))


@pytest.mark.parametrize("leaver", [0, 1, 2])
@pytest.mark.parametrize("when", ["prepare", "stake", "shares"])
def test_leaving_while_an_azi_is_to_be_played_off(leaver: Seat, when: str) -> None:
    """Whatever the seed gives: chips are conserved and the carried pot finds an owner (SPEC §9.1)."""
    found = 0
    for seed in range(50, 62):
        world = table_of_bots(seats=3, deals=2, seed=seed, world_type=Leaving)
        assert isinstance(world, Leaving)
        world.leaver = leaver

        def is_time(signed: SignedEntry, world: Leaving = world) -> bool:
            if world.tables[leaver].referee.setting is None:
                return False
            at = signed.entry.chain if when == "prepare" else tag_of(signed)
            return at == when and carried(world, leaver)

        world.is_time = is_time  # type: ignore[method-assign]
        world.run()
        found += world.has_asked
        check_survivors(world, [seat for seat in range(3) if seat in world.honest])
        if found >= 2:
            break
    if when != "prepare":
        assert found


def carried(world: Weather, seat: Seat) -> bool:
    """Whether a pot is carried over, as this seat's table sees it."""
    table = world.tables[seat]
    play = table.play
    state: Any = table.referee.state.between if play is None else play  # type: ignore[union-attr]
    return bool(state.game_state.carried)


# --- deaths, several of them ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("victim", [0, 1])
def test_at_a_table_of_two_one_dies(kind: str, victim: Seat) -> None:
    world = table_of_bots(seats=2, deals=2, seed=45)
    world.kill_on_send = lambda seat, signed: seat == victim and tag_of(signed) == kind
    world.run()
    assert victim in world.dead
    report = check_survivors(world, (1 - victim,))
    assert {(out.seat, out.cause) for out in report.outs} == {(victim, Cause.SILENT)}
    assert all(out.reason.code is Code.ABSENT_BY_ONE for out in report.outs)


@pytest.mark.parametrize("kinds", [("shares", "act", "act"), ("commit", "shares", "result")])
def test_at_a_table_of_six_three_die_one_after_another(kinds: tuple[str, ...]) -> None:
    world = table_of_bots(seats=6, deals=4, seed=46)
    victims = [5, 1, 3]
    settled: list[int] = []

    def is_time(seat: Seat, signed: SignedEntry) -> bool:
        dead = len(world.dead)
        return (
            dead < 3
            and seat == victims[dead]
            and tag_of(signed) == kinds[dead]
            and signed.entry.deal == dead + 1
        )

    world.kill_on_send = is_time
    world.run()
    settled += [n.deal for n in world.notices[0] if isinstance(n, DealSettled)]
    assert len(world.dead) == 3
    report = check_survivors(world, sorted(world.honest))
    assert {out.seat for out in report.outs} == world.dead
    assert settled == sorted(settled)


@pytest.mark.parametrize("kind", ["commit", "key", "deck", "proof", "accept"])
@pytest.mark.parametrize("reaches_one", [False, True])
def test_a_seat_that_dies_in_the_preparation_ahead(kind: str, reaches_one: bool) -> None:
    world = table_of_bots(deals=3, seed=47)
    world.kill_on_send = lambda seat, signed: (
        seat == 2 and tag_of(signed) == kind and signed.entry.chain == "ahead"
    )
    world.survivor_of_send = 3 if reaches_one else None
    world.run()
    assert 2 in world.dead
    report = check_survivors(world, (0, 1, 3))
    assert {(out.seat, out.cause) for out in report.outs} == {(2, Cause.SILENT)}
    assert not any(out.deal == 0 for out in report.outs)


def test_a_pot_whose_only_claimant_is_gone_does_not_keep_the_table() -> None:
    """Nobody can pay a stake for a seat that is not there: it takes the pot all the same (SPEC §6.3)."""
    for seed in range(60, 90):
        world = table_of_bots(seats=3, deals=1, seed=seed)
        struck = False

        def both_claimants_die(world: Weather = world) -> None:
            nonlocal struck
            state = world.tables[0].referee.state
            between = getattr(state, "between", None)
            if between is None or world.tables[0].play is not None or struck:
                return
            participants = between.game_state.participants
            if len(participants) == 1 and 0 not in participants:
                struck = True
                world.kill(participants[0])

        world.on_step = both_claimants_die
        world.run()
        check_survivors(world, sorted(world.honest))


def test_who_is_out_of_three_deals_running_by_silence_has_left() -> None:
    world = table_of_bots(deals=5, seed=48)
    world.kill_on_send = lambda seat, signed: seat == 2 and signed.entry.chain == "play"
    world.run()
    check_survivors(world, (0, 1, 3))
    state = world.tables[0].referee.state
    assert isinstance(state, Over)
    outs = [n for n in world.notices[0] if isinstance(n, SeatOut)]
    assert {n.seat for n in outs} == {2}
