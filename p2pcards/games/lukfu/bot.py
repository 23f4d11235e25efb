"""Players for Luk Fu without a person. The one rule: they decide from a `View` alone, as people do.

Chance comes from the `roll` they are handed, so that a game with bots can be played again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from p2pcards.cards import Card
from p2pcards.engine import Roll, View
from p2pcards.games.lukfu.actions import Action, Beat, Declare, Discard, Lead, Pass, SayPlay
from p2pcards.games.lukfu.combinations import (
    PACK,
    Combination,
    Kind,
    beaters,
    combination_of,
    combinations_in,
    old_cards,
)
from p2pcards.games.lukfu.legal import fu_of, held_cards, legal_actions, own_discards, seen_by
from p2pcards.games.lukfu.search import hard
from p2pcards.games.lukfu.state import FU_TO_WIN, LukfuState, Phase

CALL_FROM = 500
"""Worth of a hand, in hundredths of a fu, from which `normal` says play."""


def easy(view: View[LukfuState], roll: Roll) -> Action:
    """Plays any legal cards; says play with some Old cards, and usually declares when it can."""
    legal = legal_actions(view)
    if view.state.phase is Phase.CALL:
        old = len(old_cards(held_cards(view).values(), ()))
        return SayPlay() if Pass() not in legal or roll(8) < old else Pass()
    if legal[-1] == Declare() and roll(4):
        return Declare()
    return legal[roll(len(legal))]


def normal(view: View[LukfuState], roll: Roll) -> Action:
    """Counts its Old cards and what it could win, leads what is hard to beat, declares at once."""
    legal = legal_actions(view)
    state = view.state
    if state.phase is Phase.CALL:
        value = worth(held_cards(view).values(), [], state)
        is_good = value + roll(50) >= CALL_FROM
        return SayPlay() if is_good or Pass() not in legal else Pass()
    if fu_of(view) >= FU_TO_WIN and legal[-1] == Declare():
        return Declare()
    return max(reversed(legal), key=lambda action: _after(view, action))


def unseen(view: View[LukfuState]) -> list[Card]:
    """The cards that the seat cannot account for: in other hands, or face down from others."""
    known = {*held_cards(view).values(), *own_discards(view), *view.state.seen}
    return [card for card in PACK.cards if card not in known]


def safety(combination: Combination, hidden: Collection[Card], state: LukfuState) -> int:
    """Roughly how many of a hundred times this lead stays unbeaten, the `hidden` cards being anywhere."""
    found = beaters(hidden, combination, state.options.ones_set_beats_2_to_8)
    if combination.kind is Kind.SINGLE:
        return 0 if found else 100
    # A set or run must lie in one hand: each card more of it makes that three times less likely.
    chance = 1.0
    for _ in found:
        chance *= 1 - 2.0 / 3.0**combination.size
    return round(100 * chance)


def worth(hand: Collection[Card], hidden: Collection[Card], state: LukfuState) -> int:
    """About how many hundredths of a fu the hand is good for, Old cards and one good lead counted.

    `hidden` are the cards that may be elsewhere; empty for all but the hand's own.
    """
    seen = state.seen
    old = old_cards(hand, seen)
    elsewhere = hidden or [card for card in PACK.cards if card not in hand and card not in seen]
    best = 0
    for combination in combinations_in(hand):
        if combination.kind is Kind.SINGLE:
            continue
        rest = [card for card in hand if card not in combination.cards]
        kept = len(old_cards(rest, (*seen, *combination.cards)))
        gain = safety(combination, elsewhere, state) * combination.size + 100 * (kept - len(old))
        best = max(best, gain)
    return 100 * len(old) + best


def _after(view: View[LukfuState], action: Action) -> int:
    """How good the seat's position looks after the action, in hundredths of a fu."""
    state = view.state
    hand, hidden = held_cards(view), unseen(view)
    match action:
        case Lead(slots) | Beat(slots):
            cards = [hand[slot] for slot in slots]
            combination = combination_of(cards)
            assert combination is not None
            rest = [card for card in hand.values() if card not in cards]
            kept = 100 * len(old_cards(rest, (*seen_by(view), *cards)))
            is_last = isinstance(action, Beat) and len(state.plays) == 2
            chance = 100 if is_last else safety(combination, hidden, state)
            return chance * len(cards) + kept + chance
        case Discard(slots):
            rest = [card for slot, card in hand.items() if slot not in slots]
            return worth(rest, hidden, state)
        case _:
            return 0


def random(view: View[LukfuState], roll: Roll) -> Action:
    """Any legal action, each equally likely."""
    legal = legal_actions(view)
    return legal[roll(len(legal))]


LEVELS: Mapping[str, Callable[[View[LukfuState], Roll], Action]] = MappingProxyType(
    {"easy": easy, "normal": normal, "hard": hard, "random": random}
)
"""The players by level."""
