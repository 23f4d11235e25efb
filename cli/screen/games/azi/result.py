"""How a deal of Azi ended: who gets which layer of the pot, or what is carried.

The one rule: what is shown is the settlement that all have signed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cli.screen.drawing.spans import Text
from cli.screen.drawing.text import faces, joined, plain, sentence, span
from cli.screen.drawing.view import Column, Result
from cli.screen.games.azi.cards import as_seated, face_of
from cli.table.story.known import Known
from cli.words.facts import AziHow, WonHow
from p2pcards.chips import Layer
from p2pcards.engine import Seat
from p2pcards.games.azi.state import TRICKS_TO_WIN, AziState, Phase


def result_of(known: Known, state: AziState) -> Result | None:
    """The payout, or the azi; None before the end."""
    if state.phase is Phase.BUY_IN or (state.settlement is None and state.participants):
        return _azi_result(known, state)
    settlement = state.settlement
    if settlement is None:
        return None
    tricks = state.trick_winners.count(settlement.winner)
    how = WonHow(settlement.winner, state.deal, is_alone=tricks < TRICKS_TO_WIN)
    rows = []
    below = 0
    for layer in settlement.layers:
        level = min((settlement.payments[seat] for seat in layer.claimants), default=0)
        paid = (
            "carried" if state.is_redeal else f"{below} to {level}" if below else f"up to {level}"
        )
        rows.append(
            (
                paid,
                str(layer.amount),
                _capital_names(known, layer.claimants),
                _goes_to(known, settlement.winner, layer),
            )
        )
        below = level
    return Result(_headline(known, how), _COLUMNS, tuple(rows))


def _headline(known: Known, fact: WonHow | AziHow) -> str:
    return plain(sentence(known.facts.says(fact)))


_COLUMNS: Final = (
    Column("paid", 9),
    Column("amount", 6, is_right=True),
    Column("could be won by", 30, is_minor=True),
    Column("goes to", 20),
)


def _capital_names(known: Known, seats: Iterable[Seat]) -> str:
    return known.facts.listed(as_seated(known, seats))


def _goes_to(known: Known, winner: Seat, layer: Layer) -> str:
    if winner in layer.claimants or not layer.claimants:
        return f"{known.facts.name(winner)} {layer.amount}"
    each, odd = divmod(layer.amount, len(layer.claimants))
    return f"back, {each}{f' or {each + 1}' if odd else ''} to each"


def _azi_result(known: Known, state: AziState) -> Result:
    takers = sorted({seat for seat in state.trick_winners if seat not in state.out})
    rows = tuple(
        ("carried", str(layer.amount), _capital_names(known, layer.claimants), "the re-deal")
        for layer in state.carried
    )
    how = AziHow(tuple(takers), state.price if state.phase is Phase.BUY_IN else None)
    return Result(_headline(known, how), _COLUMNS, rows)


def facts_of_tricks(known: Known, state: AziState) -> tuple[tuple[str, Text], ...]:
    """Tricks taken and the last one, beside the hand of a large screen."""
    if not state.trick_winners:
        return ()
    counts = {seat: state.tricks_of(seat) for seat in as_seated(known, set(state.trick_winners))}
    tricks = "   ".join(f"{known.facts.name(seat)} {n}" for seat, n in counts.items() if n)
    last = joined(
        (
            faces(face_of(play.card) for play in state.last_trick),
            span(f"to {known.facts.name(state.trick_winners[-1])}"),
        ),
        "  ",
    )
    return (("tricks", span(tricks)), ("last", last))
