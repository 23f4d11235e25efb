"""The table of fates for Azi, cell by cell, through the whole protocol (SPEC §10).

A seat falls silent, leaves or cheats in a phase; what the cell says must be what the game's state
says next, what is paid at the end, and what the audit reads from the log alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from p2pcards.engine import AwaitDeck, Cause, Out, Seat
from p2pcards.games import GAMES
from p2pcards.games.azi.state import AziState, Phase
from protocol.log.rounds import Round
from protocol.table.judge.states import Over, Preparing
from protocol.table.notices import DealSettled, Happened, PreparationBegins, SeatOut, StakesPaid
from protocol.table.rooms import speaking
from protocol.table.table import Table
from protocol.wire.entries import (
    Acceptance,
    AnyEntry,
    CoinOpening,
    Decision,
    KeyCommitment,
    KeyOpening,
    Result,
    Shares,
    ShuffledDeck,
    ShuffleProof,
    Stake,
)
from tests.simulation.weather import Weather, check_survivors, table_of_bots

pytestmark = [pytest.mark.usefixtures("light"), pytest.mark.slow]
AZI = GAMES["azi"]
every_fate = pytest.mark.parametrize("fate", list(Cause))

WRONG: dict[type, dict[str, Any]] = {
    KeyCommitment: {"commitment": bytes(32)},
    KeyOpening: {"nonce": bytes(32)},
    ShuffledDeck: {"deck": b""},
    ShuffleProof: {"proof": b"?"},
    Acceptance: {"digest": bytes(32)},
    CoinOpening: {"entropy": bytes(32)},
    Shares: {"proof": bytes(64)},
    Decision: {"act": "no such thing"},
    Result: {"digest": bytes(32)},
}
"""How an entry of each kind is made wrong; a stake says nothing that could be."""


class Fated(Table):
    """Meets its fate in the first round that suits: says nothing, a leave, or something wrong."""

    fate: Cause
    suits: Callable[[Fated, Round], bool]
    at: Round | None = None
    is_dead = False

    def pending(self) -> Round | None:
        return None if self.is_dead else super().pending()

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._honest, self._speaker._entry_now = self._speaker._entry_now, self._entry_now

    def _entry_now(self, round: Round, now_ms: int) -> AnyEntry | None:
        if self.is_dead:
            return None
        if self.at is not None or not self.suits(self, round):
            return self._honest(round, now_ms)
        if self.fate is Cause.SILENT:
            self.at, self.is_dead = round, True
            return None
        if self.fate is Cause.LEFT:
            self.at, self._own_leave.is_on = round, True
            return speaking.speak_leave(round, self.seat, round.place.number)
        entry = self._honest(round, now_ms)
        if entry is None:
            return None
        self.at = round
        return msgspec.structs.replace(entry, **WRONG[type(entry)])


@dataclass
class Told:
    """What an honest seat saw of it."""

    world: Weather
    victim: Seat
    others: tuple[Seat, ...]
    before: AziState
    """The state before the victim was out; that before the next deal where the deal was over."""
    after: AziState
    settled: DealSettled | None
    """The result of that deal."""
    out: SeatOut
    paid: list[StakesPaid]
    prepared: list[PreparationBegins]
    """Decks begun after the victim was out."""


def meet(
    fate: Cause,
    suits: Callable[[Table, Round], bool],
    victim: Seat = 2,
    seats: int = 4,
    deals: int = 1,
    first_seed: int = 100,
    **options: Any,
) -> Told:
    """The first table from this seed on in which the victim meets its fate where it suits."""
    for seed in range(first_seed, first_seed + 80):
        fated = type("OneFated", (Fated,), {"fate": fate, "suits": staticmethod(suits)})
        world = table_of_bots(seats, deals, seed, options=options, table_types={victim: fated})
        world.honest.discard(victim)

        def die(world: Weather = world) -> None:
            if getattr(world.tables[victim], "is_dead", False) and victim not in world.dead:
                world.kill(victim)

        world.on_step = die
        world.run()
        if getattr(world.tables[victim], "at", None) is not None:
            return told_by(world, victim, fate)
    raise AssertionError("no table came to that")


def told_by(world: Weather, victim: Seat, fate: Cause) -> Told:
    others = tuple(seat for seat in range(len(world.tables)) if seat != victim)
    report = check_survivors(world, others)
    first = next((out.seat, out.cause) for out in report.outs)
    assert first == (victim, fate)
    assert {out.seat for out in report.outs} == {victim}
    notices = world.notices[others[0]]
    out = next(n for n in notices if isinstance(n, SeatOut))
    settled = next((n for n in notices if isinstance(n, DealSettled) and n.deal == out.deal), None)
    assert settled is not None
    if report.standings != settled.standings:
        assert report.complete_to > out.deal
    state: Any = world.tables[others[0]].referee.state
    happened = [
        n
        for n in notices
        if isinstance(n, Happened)
        and n.event == Out(((victim, fate),))
        and n.before.deal == out.deal
    ]
    before, after = (
        (happened[0].before, happened[0].after)
        if happened
        else (state.between.game_state, state.between.game_state)
    )
    begun = notices[notices.index(out) :]
    return Told(
        world,
        victim,
        others,
        before,
        after,
        settled,
        out,
        [n for n in begun if isinstance(n, StakesPaid)],
        [n for n in begun if isinstance(n, PreparationBegins) and not n.ahead],
    )


def is_in(phase: Phase, kind: type = Decision) -> Callable[[Table, Round], bool]:
    """The victim is due in this phase of the game."""

    def suits(table: Table, round: Round) -> bool:
        play = table.play
        return round.kind is kind and play is not None and play.game_state.phase is phase

    return suits


def is_afterwards(told: Told, fate: Cause) -> None:
    """Silent: away, but at the table; left or caught: not any more (SPEC §10)."""
    state = told.world.tables[told.others[0]].referee.state
    assert isinstance(state, Over)
    is_seated = told.victim in state.between.seated
    if fate is Cause.SILENT:
        is_seated = is_seated or state.between.strikes[told.victim] >= 3
        assert is_seated
        assert told.victim in state.between.away or state.between.strikes[told.victim] >= 3
    else:
        assert not is_seated
    assert not [n for n in told.paid if told.victim in n.seats and n.deal > told.out.deal]


def is_folded_without_refund(told: Told) -> None:
    """What it had paid stays in the pot, and it gets nothing out of it."""
    assert told.victim in told.after.out
    assert told.settled is not None
    assert told.settled.standings[told.victim] == told.before.stacks[told.victim]
    assert sum(told.settled.standings) <= 4 * 200


def deck_is_made_anew(told: Told) -> None:
    """Among the rest; nobody pays again."""
    before, after = told.before, told.after
    if len(after.survivors) > 1:
        assert AZI.waiting(after) == AwaitDeck(after.survivors)
        assert told.prepared[0].seats == after.survivors
        assert after.payments == before.payments
        assert after.stacks == before.stacks


# --- PREPARE, before the stakes -----------------------------------------------------------------


@every_fate
@pytest.mark.parametrize(
    "kind", [KeyCommitment, KeyOpening, ShuffledDeck, ShuffleProof, Acceptance]
)
def test_in_prepare_a_seat_is_dropped_pays_nothing_and_the_deck_is_made_anew(
    kind: type, fate: Cause
) -> None:
    told = meet(fate, lambda _, round: round.kind is kind and round.place.deal == 1)
    assert told.out.deal == 1
    assert told.out.place.chain == "prepare"
    assert told.prepared[0].seats == (0, 1, 3)
    assert told.paid[0].seats == (0, 1, 3)
    assert told.settled is not None
    assert told.settled.standings[2] == 200
    is_afterwards(told, fate)


@pytest.mark.parametrize("fate", [Cause.SILENT, Cause.LEFT])
def test_who_does_not_pay_its_stake_is_dropped_and_pays_nothing(fate: Cause) -> None:
    told = meet(fate, lambda _, round: round.kind is Stake and round.place.deal == 1)
    assert told.out.place.chain == "play"
    assert told.prepared[0].seats == (0, 1, 3)
    assert told.paid[0].seats == (0, 1, 3)
    assert told.settled is not None
    assert told.settled.standings[2] == 200
    is_afterwards(told, fate)


# --- Azi: preparation of a re-deal --------------------------------------------------------------


@every_fate
def test_in_the_preparation_of_a_re_deal_claim_and_buy_in_are_lost(fate: Cause) -> None:
    def suits(table: Table, round: Round) -> bool:
        state = table.referee.state
        return (
            isinstance(state, Preparing)
            and state.play is None
            and round.kind is KeyOpening
            and 2 in state.between.game_state.participants
            and len(state.between.game_state.participants) > 2
            and bool(state.between.game_state.carried)
        )

    def suits_as_it_is(table: Table, round: Round) -> bool:
        # The deck of a re-deal is mostly ready before it is known to be one: then its stake is next.
        play = table.play
        is_stake = (
            fate is not Cause.CAUGHT
            and round.kind is Stake
            and play is not None
            and 2 in play.game_state.participants
            and len(play.game_state.participants) > 1
            and bool(play.game_state.carried)
        )
        return is_stake or suits(table, round)

    told = meet(fate, suits_as_it_is, seats=4)
    notices = told.world.notices[0]
    last = [n for n in notices if isinstance(n, DealSettled) and n.deal < told.out.deal][-1]
    assert told.settled is not None
    assert told.settled.standings[2] == last.standings[2], "nothing back, nothing more"
    is_afterwards(told, fate)


# --- Azi: before the cards are seen -------------------------------------------------------------


@every_fate
@pytest.mark.parametrize("blind", ["open", "chain"])
def test_out_in_the_blind_phase_is_a_fold_and_the_bets_stand(blind: str, fate: Cause) -> None:
    told = meet(fate, is_in(Phase.BLIND), blind=blind)
    is_folded_without_refund(told)
    deck_is_made_anew(told)
    assert told.after.level == told.before.level
    assert told.after.is_blind_over
    is_afterwards(told, fate)


@every_fate
@pytest.mark.parametrize(("phase", "kind"), [(Phase.COIN, CoinOpening), (Phase.OPENING, Shares)])
@pytest.mark.parametrize("blind", ["off", "chain"])
def test_out_in_the_coin_or_the_shares_costs_the_stakes_and_the_deck_is_made_anew(
    phase: Phase, kind: type, blind: str, fate: Cause
) -> None:
    told = meet(fate, is_in(phase, kind), blind=blind)
    is_folded_without_refund(told)
    deck_is_made_anew(told)
    assert told.before.payments[2] >= told.before.options.ante
    is_afterwards(told, fate)


@every_fate
def test_out_after_a_blind_bet_loses_it(fate: Cause) -> None:
    def suits(table: Table, round: Round) -> bool:
        play = table.play
        return (
            is_in(Phase.OPENING, Shares)(table, round)
            and play is not None
            and (play.game_state.payments[2] > play.game_state.options.ante)
        )

    told = meet(fate, suits, blind="chain")
    is_folded_without_refund(told)
    deck_is_made_anew(told)
    assert told.after.level == told.before.level > 0


@every_fate
@pytest.mark.parametrize("kind", [KeyCommitment, KeyOpening, ShuffleProof, Acceptance])
def test_out_while_the_deck_is_made_anew_costs_the_stakes_too(kind: type, fate: Cause) -> None:
    """One seat dies in the shares; a second one meets its fate in the deck that must follow."""

    def suits(table: Table, round: Round) -> bool:
        return (
            round.kind is kind
            and isinstance(table.referee.state, Preparing)
            and (table.referee.state.play is not None and round.place.chain == "prepare")
        )

    fated = type("OneFated", (Fated,), {"fate": fate, "suits": staticmethod(suits)})
    world = table_of_bots(6, 2, 120, table_types={2: fated})
    world.honest.discard(2)
    world.kill_on_send = lambda seat, signed: seat == 4 and isinstance(signed.entry, Shares)

    def die() -> None:
        if getattr(world.tables[2], "is_dead", False) and 2 not in world.dead:
            world.kill(2)

    world.on_step = die
    world.run()
    report = check_survivors(world, (0, 1, 3, 5))
    assert [(out.seat, out.cause) for out in report.outs[:2]] == [(4, Cause.SILENT), (2, fate)]
    settled = next(n for n in world.notices[0] if isinstance(n, DealSettled))
    assert settled.standings[2] == settled.standings[4] == 200 - 10
    assert sum(settled.standings) <= 1200


# --- Azi: with cards in hand --------------------------------------------------------------------


@every_fate
def test_out_in_the_discards_is_a_fold(fate: Cause) -> None:
    told = meet(fate, is_in(Phase.DISCARD), cards=4)
    is_folded_without_refund(told)
    assert told.after.discards[2] is None
    is_afterwards(told, fate)


@every_fate
def test_out_in_the_bidding_is_a_fold_and_the_level_stands(fate: Cause) -> None:
    told = meet(fate, is_in(Phase.BIDDING))
    is_folded_without_refund(told)
    if not told.after.settlement:
        assert told.after.level == told.before.level
    if told.before.high == 2:
        assert told.after.high is None
    is_afterwards(told, fate)


@every_fate
@pytest.mark.parametrize("played", [0, 1, 2])
def test_out_in_the_tricks_is_a_fold_without_refund_and_its_tricks_are_dead(
    played: int, fate: Cause
) -> None:
    def suits(table: Table, round: Round) -> bool:
        play = table.play
        return (
            is_in(Phase.TRICKS)(table, round)
            and play is not None
            and (len(play.game_state.trick_winners) == played)
        )

    told = meet(fate, suits)
    is_folded_without_refund(told)
    assert told.after.tricks_of(2) == 0
    if told.before.leader == 2 and not told.before.plays and not told.after.settlement:
        assert told.after.leader == next(seat for seat in (3, 0, 1) if seat in told.after.survivors)
    is_afterwards(told, fate)


@every_fate
def test_out_when_it_has_to_lead_the_next_survivor_leads(fate: Cause) -> None:
    def suits(table: Table, round: Round) -> bool:
        play = table.play
        return (
            is_in(Phase.TRICKS)(table, round)
            and play is not None
            and (not play.game_state.plays and len(play.game_state.survivors) > 2)
        )

    told = meet(fate, suits)
    is_folded_without_refund(told)
    assert told.after.leader == next(s for s in (3, 0, 1) if s in told.after.survivors)


@every_fate
def test_the_last_survivor_takes_everything_at_once(fate: Cause) -> None:
    def suits(table: Table, round: Round) -> bool:
        play = table.play
        return (
            is_in(Phase.TRICKS)(table, round)
            and play is not None
            and (len(play.game_state.survivors) == 2)
        )

    told = meet(fate, suits)
    is_folded_without_refund(told)
    assert told.after.settlement is not None
    (winner,) = (
        told.before.survivors[:1] if told.before.survivors[0] != 2 else (told.before.survivors[1:])
    )
    assert told.after.settlement.winner == winner


# --- Azi: buying in, and the result -------------------------------------------------------------


@every_fate
def test_out_when_asked_to_buy_in_is_a_refusal(fate: Cause) -> None:
    told = meet(fate, is_in(Phase.BUY_IN), first_seed=132)
    assert 2 not in told.after.buyers
    assert 2 not in told.after.participants
    assert told.settled is not None
    assert told.settled.standings[2] == told.before.stacks[2]
    is_afterwards(told, fate)


@every_fate
def test_a_trick_taker_that_is_out_at_the_buying_in_has_lost_its_claim(fate: Cause) -> None:
    """It is not asked, so the next thing that it can fail at is the result."""

    def suits(table: Table, round: Round) -> bool:
        play = table.play
        return (
            round.kind is Result
            and play is not None
            and (
                2 in play.game_state.participants
                and bool(play.game_state.carried)
                and len(play.game_state.participants) > 1
            )
        )

    told = meet(fate, suits)
    assert told.settled is not None
    last = [n for n in told.world.notices[0] if isinstance(n, DealSettled)][-1]
    assert last.deal > told.out.deal, "the pot is played off"
    assert last.standings[2] == told.settled.standings[2], "without the seat"
    assert all(2 not in n.seats for n in told.paid)


@every_fate
@pytest.mark.parametrize("wins", [False, True])
def test_out_at_the_result_which_stands(wins: bool, fate: Cause) -> None:
    def suits(table: Table, round: Round) -> bool:
        play = table.play
        settlement = None if play is None else play.game_state.settlement
        return (
            round.kind is Result and settlement is not None and ((settlement.winner == 2) is wins)
        )

    told = meet(fate, suits, first_seed=113 if wins else 100)
    assert told.settled is not None
    assert 2 not in told.settled.signers
    assert told.out.place.chain == "play"
    if wins:
        before = [n for n in told.world.notices[0] if isinstance(n, DealSettled)]
        index = before.index(told.settled)
        had = before[index - 1].standings[2] if index else 200
        assert told.settled.standings[2] > had, "its winnings are credited"
    is_afterwards(told, fate)
