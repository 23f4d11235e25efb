"""T25: what is kept from one seat alone, or shown to it alone. Two honest seats hold one result (SPEC §6.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from p2pcards.engine import Cause, Seat
from protocol.crypto.rng import SeededRng
from protocol.table.effects import Effect
from protocol.table.memory.early import ENTRIES_LIMIT
from protocol.table.notices import DealSettled, SeatOut, StakesPaid, TableOpened
from protocol.table.table import Table
from protocol.wire.codec import SignedEntry, sign_entry
from protocol.wire.entries import (
    Agreement,
    AnyEntry,
    CoinOpening,
    Leave,
    Result,
    Shares,
    Stake,
    Vote,
)
from tests.attacks.cheats import change_of, flipped
from tests.simulation.light import LIGHT, audit
from tests.simulation.weather import Disk, Weather, entry_of, log_of, table_of_bots
from tests.tiers import every

pytestmark = [pytest.mark.usefixtures("light")]

VICTIM: Seat = 0
LIAR: Seat = 2
SEATS = {"azi": 4, "hazari": 4, "lukfu": 3}


class Withholding(Weather):
    """The liar plays honestly, but for what it keeps from the victim, and what it shows it later."""

    is_withheld: Callable[[AnyEntry], bool] = staticmethod(lambda _: False)
    is_time: Callable[[Weather], bool] = staticmethod(lambda _: False)
    lie: Callable[[AnyEntry], AnyEntry | None] = staticmethod(lambda _: None)
    shown_to: tuple[Seat, ...] = (VICTIM,)

    def __init__(self, *args: object) -> None:
        self.said: list[SignedEntry] = []
        self.has_lied = False
        super().__init__(*args)  # type: ignore[arg-type]
        self.honest.discard(LIAR)

    def send(self, sender: Seat, to: Seat, payload: bytes) -> None:
        signed = entry_of(payload)
        if sender == LIAR and signed is not None and signed.entry.seat == LIAR:
            self.said.append(signed)
            if to == VICTIM and self.is_withheld(signed.entry):
                return
        super().send(sender, to, payload)

    def deliver(self, sender: Seat, seat: Seat, payload: bytes) -> None:
        signed = entry_of(payload)
        if seat == LIAR and signed is not None and signed.entry.seat == LIAR:
            return  # it knows better than to take its own lies for its word
        super().deliver(sender, seat, payload)

    def _do(self, seat: Seat, effects: list[Effect]) -> None:
        super()._do(seat, effects)
        if not self.has_lied and self.is_time(self):
            self.has_lied = True
            self._show()

    def _show(self) -> None:
        table = self.tables[LIAR]
        for signed in self.said:
            version = self.lie(signed.entry)
            if version is not None:
                assert table._identity is not None
                key = table.referee.table_of(version.chain)
                line = sign_entry(version, key, table._identity).line
                for seat in self.shown_to:
                    super().send(LIAR, seat, line)
                return
        raise AssertionError("the liar has said nothing of the kind")


def has_paid(world: Weather, seat: Seat, deal: int) -> bool:
    return any(isinstance(n, StakesPaid) and n.deal == deal for n in world.notices[seat])


def other_version(kind: type[AnyEntry], deal: int) -> Callable[[AnyEntry], AnyEntry | None]:
    fields = {CoinOpening: "entropy", Shares: "proof", Result: "digest"}

    def lie(entry: AnyEntry) -> AnyEntry | None:
        if entry.deal != deal or entry.chain != "play":
            return None
        if kind is Leave and isinstance(entry, CoinOpening):
            where = {n: getattr(entry, n) for n in ("chain", "deal", "attempt", "round", "head")}
            return Leave(seat=LIAR, **where)
        return change_of(entry, **{fields[kind]: flipped}) if type(entry) is kind else None

    return lie


def results_of(world: Weather, seat: Seat) -> dict[int, tuple[int, ...]]:
    """What stands for each deal in the seat's log in the end."""
    return {n.deal: n.standings for n in world.notices[seat] if isinstance(n, DealSettled)}


def check_one_end(world: Weather) -> set[tuple[int, Cause]]:
    """All honest seats are through, with the same log, which the audit accepts; who was out in it."""
    assert all(world.tables[seat].is_over for seat in world.honest), world.where()
    logs = {log_of(world.tables[seat]) for seat in world.honest}
    assert len(logs) == 1
    report = audit(logs.pop())
    assert report.problem is None, report.problem
    assert all(results_of(world, s) == results_of(world, VICTIM) for s in world.honest)
    return {(out.seat, out.cause) for out in report.outs}


@pytest.mark.heavy
@pytest.mark.parametrize("shown_to", [(VICTIM,), (1,)], ids=["to the victim", "to another"])
@pytest.mark.parametrize("kind", [CoinOpening, Shares, Result, Leave])
@pytest.mark.parametrize("game", every(3, sorted(SEATS)))
def test_evidence_of_a_settled_deal_shown_to_one_seat_that_lacks_a_stake_splits_nobody(
    game: str, kind: type[AnyEntry], shown_to: tuple[Seat, ...]
) -> None:
    """The liar is caught by it, and dealt in no more; nobody is voted out."""
    world = table_of_bots(SEATS[game], 3, 7, game_name=game, world_type=Withholding)
    assert isinstance(world, Withholding)
    others = [seat for seat in range(SEATS[game]) if seat not in (VICTIM, LIAR)]
    world.is_withheld = lambda entry: isinstance(entry, Stake) and entry.deal == 2
    world.is_time = lambda world: all(has_paid(world, seat, 2) for seat in others)
    world.lie = other_version(kind, 1)
    world.shown_to = shown_to
    world.run()
    assert world.has_lied
    outs = check_one_end(world)
    assert outs == {(LIAR, Cause.CAUGHT)}
    assert max(results_of(world, VICTIM)) >= 2, "the deal of the withheld stake was played"


@pytest.mark.heavy
@pytest.mark.parametrize("kind", [CoinOpening, Shares, Leave])
@pytest.mark.parametrize("game", every(3, sorted(SEATS)))
def test_evidence_against_a_deal_whose_result_one_seat_lacks_splits_nobody(
    game: str, kind: type[AnyEntry]
) -> None:
    """The result of all the others stands, for they could not know; then the liar is barred."""
    world = table_of_bots(SEATS[game], 2, 7, game_name=game, world_type=Withholding)
    assert isinstance(world, Withholding)
    others = [seat for seat in range(SEATS[game]) if seat not in (VICTIM, LIAR)]
    world.is_withheld = lambda entry: isinstance(entry, Result) and entry.deal == 1
    world.is_time = lambda world: all(1 in results_of(world, seat) for seat in others)
    world.lie = other_version(kind, 1)
    world.run()
    assert world.has_lied
    assert check_one_end(world) == {(LIAR, Cause.CAUGHT)}


@pytest.mark.heavy
@pytest.mark.parametrize("game", sorted(SEATS))
def test_a_leave_for_what_was_accepted_shown_while_stakes_are_signed_splits_nobody(
    game: str,
) -> None:
    world = table_of_bots(SEATS[game], 2, 7, game_name=game, world_type=Withholding)
    assert isinstance(world, Withholding)
    world.is_withheld = lambda entry: isinstance(entry, Stake) and entry.deal == 2
    world.is_time = lambda world: has_paid(world, 1, 2)

    def lie(entry: AnyEntry) -> AnyEntry | None:
        if (entry.deal, entry.chain) != (2, "ahead"):
            return None
        where = {n: getattr(entry, n) for n in ("chain", "deal", "attempt", "round", "head")}
        return Leave(seat=LIAR, **where)

    world.lie = lie
    world.run()
    assert world.has_lied
    assert check_one_end(world) == {(LIAR, Cause.CAUGHT)}


@pytest.mark.heavy
@pytest.mark.parametrize("victim_gets", ["nothing", "another"])
@pytest.mark.parametrize("game", sorted(SEATS))
def test_who_is_given_no_agreement_or_a_wrong_one_is_not_shut_out(
    game: str, victim_gets: str
) -> None:
    world = table_of_bots(SEATS[game], 2, 7, game_name=game, world_type=Withholding)
    assert isinstance(world, Withholding)
    world.is_withheld = lambda entry: isinstance(entry, Agreement)
    if victim_gets == "another":
        world.is_time = lambda world: any(
            isinstance(each.entry, Agreement) for each in getattr(world, "said", ())
        )
        world.lie = lambda entry: (
            change_of(entry, table=flipped) if isinstance(entry, Agreement) else None
        )
    world.run()
    assert any(isinstance(notice, TableOpened) for notice in world.notices[VICTIM])
    outs = check_one_end(world)
    assert outs == ({(LIAR, Cause.CAUGHT)} if victim_gets == "another" else set())


def cut_off_until_out(world: Weather, seat: Seat, paid_by: tuple[Seat, ...]) -> None:
    """The seat is voted out of the first deal, whose stakes these have closed, and is back at once."""
    is_cut = False

    def cut_and_mend() -> None:
        nonlocal is_cut
        if not is_cut and all(has_paid(world, each, 1) for each in paid_by):
            is_cut = True
            world.cut_off(seat)
        for other in world.honest - {seat}:
            is_out = any(isinstance(n, SeatOut) and n.seat == seat for n in world.notices[other])
            if world.cut and is_out and has_paid(world, other, 1):
                world.mend_all()

    world.on_step = cut_and_mend


@pytest.mark.heavy
@pytest.mark.parametrize("is_muted", [False, True], ids=["speaking", "muted"])
@pytest.mark.parametrize("kind", [Shares, Leave])
@pytest.mark.parametrize("paid_by", [(1,), (0, 1, 2)], ids=["not_dealt_in", "in_the_deal"])
def test_evidence_against_the_only_other_one_in_a_deal_leaves_no_seat_behind_that_was_voted_out(
    paid_by: tuple[Seat, ...], kind: type[AnyEntry], is_muted: bool
) -> None:
    """The result that the seat outside was given, and the victim had signed, stands for both."""
    outside = 1
    world = table_of_bots(3, 3, 7, game_name="azi", world_type=Withholding)
    assert isinstance(world, Withholding)

    def is_withheld(entry: AnyEntry) -> bool:
        is_later = is_muted and entry.deal > 1 and entry.chain != "ahead"
        return is_later or (isinstance(entry, Result) and entry.deal == 1)

    cut_off_until_out(world, outside, paid_by)
    world.is_withheld = is_withheld
    world.is_time = lambda world: 1 in results_of(world, outside)
    world.lie = other_version(kind, 1)
    world.run()
    assert world.has_lied
    assert (LIAR, Cause.CAUGHT) in check_one_end(world)
    assert 3 in results_of(world, VICTIM), "the two went on together"


LATER_MS = 10_000_000
"""By then whoever was started again, and has a link, has listened long enough to act."""


class Told:
    """A match of three that is over, as it is told to a watcher; and what the liar may say beside it."""

    def __init__(self) -> None:
        world = table_of_bots(3, 1, 7)
        world.run()
        self.lines = log_of(world.tables[0]).splitlines()
        said = [signed for signed in map(entry_of, self.lines) if signed is not None]
        self.lies = [signed for signed in said if signed.entry.seat == LIAR]
        self._liar = world.tables[LIAR]
        self.disk = Disk()
        self.watcher = Table(None, self.lines[0], None, SeededRng(b"watcher"), LIGHT)
        self._take(self.watcher.start(0))

    def signed(self, entry: AnyEntry) -> bytes:
        assert self._liar._identity is not None
        key = self._liar.referee.table_of(entry.chain)
        return sign_entry(entry, key, self._liar._identity).line

    def version(self, kind: type[AnyEntry]) -> AnyEntry:
        """A second version of something that the liar has said in the first deal."""
        lie = other_version(kind, 1)
        return next(version for each in self.lies if (version := lie(each.entry)))

    def tell(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            self._take(self.watcher.receive(0, line, LATER_MS))

    def restart(self) -> None:
        self.watcher = Table(None, self.lines[0], None, SeededRng(b"watcher"), LIGHT)
        self.watcher.restore(self.disk.log, self.disk.notes)
        self._take(self.watcher.start(0))
        self._take(self.watcher.set_linked(frozenset({0}), 0))
        self._take(self.watcher.tick(LATER_MS))

    def _take(self, effects: list[Effect]) -> None:
        for effect in effects:
            self.disk.take(effect)

    def check_it_came_back(self) -> None:
        assert self.watcher.is_over
        assert log_of(self.watcher).splitlines()[: len(self.lines)] == self.lines


@pytest.mark.heavy
@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("idle_words", [0, 2 * ENTRIES_LIMIT])
@pytest.mark.parametrize("kind", [CoinOpening, Shares, Leave])
def test_who_has_left_a_deal_on_evidence_comes_back_to_its_result_by_the_last_word_of_it(
    kind: type[AnyEntry], idle_words: int, is_restarted: bool
) -> None:
    """Gone back to the stakes, it takes the places of the way that it has left for still to come.

    Nor does it help the liar to have filled its part of what is kept with words for rounds to come,
    or that the program was started again on the other way.
    """
    told = Told()
    false = told.version(kind)
    idle = [told.signed(change_of(false, round=200 + number)) for number in range(idle_words)]
    *most, last = told.lines[1:]
    told.tell((*most, *idle, told.signed(false), *reversed(idle)))
    if is_restarted:
        told.restart()
    if idle or is_restarted:
        told.tell(most)  # as the others tell them to whoever asks
    if kind is not Leave:  # which stands for the last word as long as that is not known
        assert told.watcher.referee.due[0].chain == "prepare", "it is back behind the stakes"
    told.tell([last])
    told.check_it_came_back()


def test_a_result_in_two_versions_brings_back_whoever_is_not_in_the_deal() -> None:
    """Who has signed it stands behind it, and waits there for all the others."""
    told = Told()
    last = told.lies[-1]
    assert isinstance(last.entry, Result)
    others = [line for line in told.lines[1:] if line != last.line]
    told.tell((*others, told.signed(told.version(CoinOpening))))
    assert told.watcher.referee.due[0].chain == "prepare", "it is back behind the stakes"
    told.tell((last.line, told.signed(change_of(last.entry, digest=flipped(last.entry.digest)))))
    assert told.watcher.is_over
    assert told.watcher.referee.convicted == {LIAR}


def test_what_was_said_beside_a_leave_may_be_heard_last() -> None:
    """The way that was left is gone anew with it, for those who had heard it have not missed its author."""
    told = Told()
    late = next(each for each in reversed(told.lies) if not isinstance(each.entry, Result | Vote))
    entry = late.entry
    where = {name: getattr(entry, name) for name in ("chain", "deal", "attempt", "round", "head")}
    leave = Leave(seat=LIAR, **where)
    rest = [line for line in told.lines[1:] if line != late.line]
    told.tell((*rest, told.signed(told.version(CoinOpening)), told.signed(leave)))
    told.tell((*rest, late.line))
    told.check_it_came_back()
