"""Azi on the screen: bids and stacks on the plates, the pot's layers, trump, the trick, the payout.

The one rule: every number is the engine's; nothing is counted twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cli.screen.drawing.spans import Text
from cli.screen.drawing.text import faces, joined, sentence, span
from cli.screen.drawing.view import Plate, Shown
from cli.screen.games.azi.cards import as_played, face_of
from cli.screen.games.azi.result import facts_of_tricks, result_of
from cli.screen.games.azi.stake import middle_of
from cli.screen.games.generic import others, plate, plates_without_deal
from cli.screen.games.own_hand import OwnHand
from cli.screen.games.scene import Moment, Scene
from cli.table.story.azi import next_opener
from cli.table.story.known import Known
from p2pcards.cards import Card
from p2pcards.engine import Seat, Slot
from p2pcards.games.azi.facts import TookTrick
from p2pcards.games.azi.state import MOST_BIDS, SIX, AziState, Phase

_PHASES: Final[Mapping[Phase, str]] = {
    Phase.IDLE: "over",
    Phase.DECK: "shuffling",
    Phase.COIN: "who opens",
    Phase.BLIND: "blind bets",
    Phase.OPENING: "dealing",
    Phase.DISCARD: "discard one of four",
    Phase.BIDDING: "bidding",
    Phase.BUY_IN: "azi, buying in",
}


class AziScreen(OwnHand):
    """Azi on the screen."""

    trick_pauses = 1.0

    # --- the table -------------------------------------------------------------------------------

    def scene(self, known: Known, moment: Moment) -> Scene:
        state = moment.state
        assert isinstance(state, AziState | None)
        if state is None or not state.deal:
            return Scene("preparing", plates=plates_without_deal(known))
        own = known.facts.seat
        is_over = state.phase is Phase.IDLE
        plates = tuple(_plate(known, moment, state, seat) for seat in others(known))
        return Scene(
            _phase(state),
            plates,
            middle_of(known, moment, state),
            result=result_of(known, state) if is_over or state.phase is Phase.BUY_IN else None,
            facts=facts_of_tricks(known, state),
            me=() if own is None else _figures(known, state, own, is_own=True),
            due="choose" if state.phase is Phase.DISCARD else "your turn",
            has_hand=not is_over and state.phase is not Phase.BUY_IN,
            is_hand_gone=own is not None and own in state.folded and not is_over,
            labels=_labels(state, moment.hand),
        )

    def last_trick(self, known: Known) -> tuple[Text, ...]:
        state = known.state
        assert isinstance(state, AziState | None)
        trick = state.last_trick if state is not None else ()
        if state is None or not trick:
            return (sentence("No trick has been finished in this deal."),)
        number = len(state.trick_winners)
        lines = [
            joined(
                (
                    span(known.facts.label(card.seat).ljust(13)),
                    faces((face_of(card.card),)),
                ),
                "",
            )
            for card in trick
        ]
        took = known.facts.says(TookTrick(state.trick_winners[-1], number))
        return (*lines, (), sentence(took.ended))


# --- plates ----------------------------------------------------------------------------------------------


def _phase(state: AziState) -> str:
    if state.phase is Phase.TRICKS:
        return f"trick {len(state.trick_winners) + 1}"
    return _PHASES[state.phase]


def _figures(known: Known, state: AziState, seat: Seat, *, is_own: bool = False) -> tuple[str, ...]:
    stack = str(state.stacks[seat])
    stack = stack if is_own else stack.ljust(3)
    if state.phase is Phase.IDLE:
        if not known.start:
            return (stack,)
        return (stack, f"{state.stacks[seat] - known.start[seat]:+d}")
    paid = state.payments[seat] if state.payments else 0
    figures = (stack, f"in {paid}")
    if is_own and state.phase is Phase.BIDDING:
        return (*figures, f"{state.bids[seat]} of {MOST_BIDS} bids")
    return figures


def _plate(known: Known, moment: Moment, state: AziState, seat: Seat) -> Plate:
    is_in = seat in state.survivors
    is_over = state.phase is Phase.IDLE
    is_dealt = seat in state.participants or is_over
    made = plate(
        known,
        moment,
        seat,
        figures=_figures(known, state, seat),
        act=_last_act(known, moment, state, seat) if is_dealt else "not dealt in",
        corner=_corner(state, seat),
        is_dim=not is_over and not is_in,
    )
    if state.phase is Phase.TRICKS:
        return _in_trick(made, moment, state, seat)
    if is_over or not is_in or not state.hands:
        return made
    note = ""
    if state.phase is Phase.BIDDING and state.bids[seat]:
        note = f"{state.bids[seat]} of {MOST_BIDS} bids"
    return replace(made, hand=_held(moment, state, seat), note=note)


def _held(moment: Moment, state: AziState, seat: Seat) -> tuple[Shown, ...]:
    return tuple(
        face_of(moment.cards[slot]) if slot in moment.cards else None for slot in state.hands[seat]
    )


def _in_trick(made: Plate, moment: Moment, state: AziState, seat: Seat) -> Plate:
    is_known = bool(moment.cards)
    hand = _held(moment, state, seat)
    for order, play in enumerate(state.plays, start=1):
        if play.seat == seat:
            played = as_played(state, order, play)
            return replace(made, played=played, hand=hand if is_known else ())
    if seat not in state.survivors:
        return replace(made, hand=hand if is_known else ())
    return replace(made, hand=hand, note="to follow" if state.plays else "")


def _corner(state: AziState, seat: Seat) -> str:
    if state.phase is Phase.IDLE:
        if state.settlement is not None and seat == state.settlement.winner:
            return "won"
        return "opens" if seat == next_opener(state) else ""
    if seat not in state.survivors:
        return ""
    if state.phase is Phase.BIDDING and seat == state.high:
        return "leads"
    if state.phase in (Phase.TRICKS, Phase.BIDDING) and not state.stacks[seat]:
        return "all-in"
    is_early = state.phase in (Phase.DISCARD, Phase.BLIND, Phase.OPENING)
    if seat == state.opener and (is_early or (state.phase is Phase.BIDDING and not state.level)):
        return "opens"
    return ""


def _last_act(known: Known, moment: Moment, state: AziState, seat: Seat) -> str:
    if state.phase is Phase.DISCARD and seat in state.pending:
        return "has discarded" if seat in moment.decided else "choosing"
    tricks = state.tricks_of(seat)
    if tricks:
        return "1 trick" if tricks == 1 else f"{tricks} tricks"
    return known.acts[seat]


def _labels(state: AziState, hand: Mapping[Slot, Card]) -> dict[Slot, str]:
    """The six on stage is named; other cards have their numbers."""
    if not state.is_six_on_stage:
        return {}
    return {
        slot: "top" for slot, card in hand.items() if card.suit == state.trump and card.rank == SIX
    }
