"""Our own hand of Luk Fu on the screen: which cards are Old, what is taken up, and what it would win.

The one rule: Old cards are the owner's alone to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cli.screen.drawing.spans import Text
from cli.screen.drawing.text import sentence, span
from cli.screen.games.scene import Moment
from cli.table import moves
from cli.table.faces import Face, face, short_play
from cli.table.games.lukfu import picking
from cli.table.games.lukfu.plays import FACE_DOWN, legal_play
from p2pcards.cards import Card
from p2pcards.engine import Seat, Slot, View
from p2pcards.games.lukfu.combinations import (
    PACK,
    Combination,
    Kind,
    beats,
    combination_of,
    old_cards,
)
from p2pcards.games.lukfu.legal import seen_by
from p2pcards.games.lukfu.state import LukfuState, Phase

_KINDS: Final = {Kind.SINGLE: "single", Kind.SET: "set", Kind.RUN: "run"}
MOST_BESIDE: Final = 9
"""Beside so many cards there is room for whole words."""


def faces_of(cards: Sequence[Card]) -> tuple[Face, ...]:
    return tuple(face(PACK, card) for card in cards)


def own_hand(state: LukfuState, moment: Moment, own: Seat | None) -> dict[Slot, Card]:
    if own is None:
        return {}
    return {slot: moment.hand[slot] for slot in state.hands[own] if slot in moment.hand}


def old_of(
    state: LukfuState, moment: Moment, own: Seat | None, hand: dict[Slot, Card]
) -> tuple[Slot, ...]:
    if own is None or not hand:
        return ()
    old = old_cards(hand.values(), _seen_cards(state, moment, own))
    return tuple(slot for slot, card in hand.items() if card in old)


def _seen_cards(state: LukfuState, moment: Moment, own: Seat) -> list[Card]:
    """What makes cards Old; own discards only where the option says so and they are known."""
    view = None if moment.situation is None else moment.situation.view
    if view is None or not set(state.face_down[own]) <= set(view.hand):
        return list(state.seen)
    return seen_by(View(state, own, view.hand))


def _plays(moment: Moment) -> tuple[moves.Play, ...]:
    """The legal plays, best first."""
    situation = moment.situation
    return situation.moves.plays if situation is not None and situation.is_turn else ()


def blocked(moment: Moment) -> frozenset[Slot]:
    """Cards that are in no play, while there is one."""
    return picking.blocked(moment.situation) if _plays(moment) and moment.situation else frozenset()


def help_of(
    state: LukfuState, moment: Moment, own: Seat | None, hand: dict[Slot, Card]
) -> tuple[Text, ...]:
    """What is taken up, what it would win, and which of how many plays it is."""
    found = _plays(moment)
    if own is None or not found:
        return ()
    taken = moment.choosing.held.taken
    if found[0].verb == FACE_DOWN:
        due = len(found[0].slots)
        count = (
            f"{len(taken)} of {due} taken up"
            if len(hand) > MOST_BESIDE
            else f"{len(taken)} of {due} to go face down"
        )
        return (span(count), span(_if_they_go(state, moment, own, hand, taken)))
    made = combination_of(hand[slot] for slot in taken if slot in hand) if taken else None
    play = legal_play(found, taken)
    if made is None or play is None:
        return (span(f"{len(found)} play{'' if len(found) == 1 else 's'} open"),)
    has_room = len(hand) <= MOST_BESIDE
    fu = _fu_if_it_wins(state, moment, own, hand, made)
    return (
        sentence(_what(state, made) if has_room else _name(made)),
        span(f"if it wins: {fu}" if has_room else fu),
        span(f"play {found.index(play) + 1} of {len(found)}"),
    )


def _name(made: Combination) -> str:
    return f"{_KINDS[made.kind]} {short_play(faces_of(made.cards))}"


def _what(state: LukfuState, made: Combination) -> str:
    text = _name(made)
    if state.phase is not Phase.FOLLOW:
        return f"{text}, {made.size} card{'' if made.size == 1 else 's'}"
    best = state.best_combination
    verb = "beats" if beats(made, best, state.options.ones_set_beats_2_to_8) else "does not beat"
    return f"{text} {verb} {short_play(faces_of(best.cards))}"


def _fu_if_it_wins(
    state: LukfuState, moment: Moment, own: Seat, hand: dict[Slot, Card], made: Combination
) -> str:
    left = [card for card in hand.values() if card not in made.cards]
    old = len(old_cards(left, [*_seen_cards(state, moment, own), *made.cards]))
    won = state.fu[own] + made.size
    return f"{won} + {old} Old = {won + old}"


def _if_they_go(
    state: LukfuState,
    moment: Moment,
    own: Seat,
    hand: dict[Slot, Card],
    taken: tuple[Slot, ...],
) -> str:
    left = [card for slot, card in hand.items() if slot not in taken]
    old = len(old_cards(left, _seen_cards(state, moment, own)))
    return f"you keep {old} Old"
