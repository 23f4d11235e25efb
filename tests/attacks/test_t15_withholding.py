"""T15: a seat signs what it owes and keeps it back, to see what the others say first or to end a deal it dislikes.

It is alive and votes; only this one entry reaches nobody, or too late, or an accomplice alone. The
others go on by their deadlines, and what it has seen meanwhile is worth nothing: a new deck has new keys.
"""

from __future__ import annotations

from typing import Any

import pytest

from p2pcards.engine import Cause, Seat
from protocol.report import Report
from protocol.table.notices import DealSettled, SeatOut
from protocol.table.table import Table
from protocol.wire.codec import SignedEntry, decode_line
from protocol.wire.entries import (
    Acceptance,
    CoinOpening,
    Decision,
    Entry,
    KeyCommitment,
    KeyOpening,
    Result,
    Shares,
    ShuffledDeck,
    ShuffleProof,
    Stake,
)
from tests.attacks.cheats import CHEAT, SEATS
from tests.simulation.weather import Weather, check_survivors, entry_of, table_of_bots

pytestmark = [pytest.mark.usefixtures("light"), pytest.mark.slow]

STACK = 200
HONEST = [seat for seat in range(SEATS) if seat != CHEAT]
BEFORE_THE_STAKES = (KeyCommitment, KeyOpening, ShuffledDeck, ShuffleProof, Acceptance, Stake)
AFTER = (CoinOpening, Shares, Decision)


class Withholding(Weather):
    """The cheat's first entry of `kind` in deal `deal` reaches nobody but its accomplice."""

    kind: type[Entry] = Stake
    deal = 1
    accomplice: Seat | None = None

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.withheld: SignedEntry | None = None
        self.release_after_ms: int | None = None
        self.withheld_ms = 0

    def send(self, sender: Seat, to: Seat, payload: bytes) -> None:
        signed = entry_of(payload)
        if sender == CHEAT and signed is not None and self._is_withheld(signed):
            if self.withheld is None:
                self.withheld, self.withheld_ms = signed, self.now_ms
            late = self.release_after_ms
            is_released = late is not None and self.now_ms - self.withheld_ms >= late
            if to != self.accomplice and not is_released:
                return
        super().send(sender, to, payload)

    def _is_withheld(self, signed: SignedEntry) -> bool:
        if self.withheld is not None:
            return signed.id == self.withheld.id
        entry = signed.entry
        return isinstance(entry, self.kind) and entry.seat == CHEAT and entry.deal == self.deal

    def release(self, *to: Seat) -> None:
        """Hand out the withheld entry after all."""
        assert self.withheld is not None
        for seat in to:
            super().send(CHEAT, seat, self.withheld.line)


def withholding(kind: type[Entry], *, seed: int = 11, deals: int = 2, **fields: Any) -> Withholding:
    world_type = type("Withholding", (Withholding,), {"kind": kind, **fields})
    world = table_of_bots(seats=SEATS, deals=deals, seed=seed, world_type=world_type)
    assert isinstance(world, Withholding)
    world.honest.discard(CHEAT)
    return world


def check_silent_once(world: Withholding) -> Report:
    """The others and the audit call the cheat silent, and nobody else; all hold one log."""
    assert world.withheld is not None, "there was nothing to withhold"
    report = check_survivors(world, HONEST)
    assert [(out.seat, out.cause) for out in report.outs] == [(CHEAT, Cause.SILENT)]
    assert report.outs[0].deal == 1
    return report


def settled(world: Withholding, deal: int) -> tuple[int, ...]:
    return next(
        notice.standings
        for notice in world.notices[0]
        if isinstance(notice, DealSettled) and notice.deal == deal
    )


@pytest.mark.parametrize("kind", BEFORE_THE_STAKES)
def test_before_the_stakes_the_others_play_without_it_and_it_pays_nothing(
    kind: type[Entry],
) -> None:
    world = withholding(kind)
    world.run()
    check_silent_once(world)
    assert settled(world, 1)[CHEAT] == STACK


@pytest.mark.parametrize("kind", AFTER)
def test_after_the_stakes_it_loses_them_and_the_deal_goes_on(kind: type[Entry]) -> None:
    world = withholding(kind)
    world.run()
    report = check_silent_once(world)
    assert settled(world, 1)[CHEAT] < STACK
    assert report.is_over


def test_a_result_that_is_not_signed_stands_all_the_same() -> None:
    honest = table_of_bots(seats=SEATS, deals=2, seed=11)
    honest.run()
    world = withholding(Result)
    world.run()
    check_silent_once(world)
    first = next(n for n in honest.notices[0] if isinstance(n, DealSettled))
    assert settled(world, 1) == first.standings


@pytest.mark.parametrize("kind", [CoinOpening, Shares])
@pytest.mark.parametrize("to", [HONEST, HONEST[:1]], ids=["to all", "to one"])
def test_what_is_released_when_the_others_have_decided_changes_nothing(
    kind: type[Entry], to: list[Seat]
) -> None:
    world = withholding(kind)

    def release(_: Seat, notice: object) -> None:
        if isinstance(notice, SeatOut):
            world.release(*to)

    world.on_notice = release
    world.run()
    check_silent_once(world)


@pytest.mark.parametrize("kind", [KeyOpening, ShuffledDeck, CoinOpening, Shares, Decision])
def test_an_entry_that_only_an_accomplice_has_is_had_by_all(kind: type[Entry]) -> None:
    """Whoever is asked for what is missed hands it on: nobody can be told what the others are not."""
    world = withholding(kind, accomplice=HONEST[0])
    world.run()
    report = check_survivors(world, HONEST)
    assert not report.outs


@pytest.mark.parametrize("kind", [CoinOpening, Shares])
def test_an_entry_just_before_the_verdict_counts_for_all(kind: type[Entry]) -> None:
    world = withholding(kind)
    world.release_after_ms = 10_500
    world.run()
    report = check_survivors(world, HONEST)
    assert [out.seat for out in report.outs] in ([], [CHEAT])


@pytest.mark.parametrize("kind", [CoinOpening, Shares])
def test_what_it_saw_before_it_went_silent_is_worth_nothing_afterwards(kind: type[Entry]) -> None:
    """The deck is made anew with keys and coins that nobody has used before: nothing is opened twice."""
    world = withholding(kind, deals=1)
    world.run()
    check_silent_once(world)
    entries = [decode_line(line)[0].entry for line in world.tables[0].referee.lines]
    keys = [entry for entry in entries if isinstance(entry, KeyOpening)]
    attempts = {entry.attempt for entry in keys if entry.deal == 1}
    assert len(attempts) == 2
    for field in ("public", "coin", "nonce"):
        values = [getattr(entry, field) for entry in keys]
        assert len(set(values)) == len(values)
    opened = [entry.entropy for entry in entries if isinstance(entry, CoinOpening)]
    assert len(set(opened)) == len(opened)
    shared = [entry.shares for entry in entries if isinstance(entry, Shares)]
    assert len(set(shared)) == len(shared)
    # The cheat holds no key of the deck that is played on with.
    last = max(attempts)
    assert {entry.seat for entry in keys if entry.attempt == last} == set(HONEST)


def test_a_seat_whose_deck_died_shares_nothing_of_it_any_more() -> None:
    """After a verdict in the shares, shares for the old deck are neither given nor taken."""
    world = withholding(Shares, deals=1)
    sent: list[tuple[Seat, Shares]] = []
    real = Table._sign_and_send

    def note(self: Table, entry: Any) -> SignedEntry:
        if isinstance(entry, Shares) and self.seat is not None:
            sent.append((self.seat, entry))
        return real(self, entry)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "_sign_and_send", note)
        world.run()
    rounds = {(entry.round, entry.head) for _, entry in sent}
    by_seat = [seat for seat, _ in sent]
    assert by_seat.count(CHEAT) == 1
    assert len(rounds) == 2
    assert all(by_seat.count(seat) == 2 for seat in HONEST)


def test_withholding_never_pays_more_than_folding_at_once() -> None:
    """Over many deals: whoever goes silent after the stakes keeps no chip of the pot (SPEC §9.1)."""
    for seed in range(11, 17):
        world = withholding(Decision, seed=seed, deals=1)
        world.run()
        report = check_survivors(world, HONEST)
        assert [out.seat for out in report.outs] == [CHEAT]
        assert report.standings[CHEAT] < STACK
