"""What is proposed while thirteen cards of Hazari are put into groups, and what is said of how they lie.

The one rule: strengths and chances are `suggesting`'s; here they meet the cards as they lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from cli.table.choosing import Choosing, Notice, Situation, reason
from cli.table.games.hazari.arranging import (
    cards_of,
    foul_of,
    groups_of,
    lay,
    loose_of,
    on_loose,
    ordered,
    room_in,
    target_of,
    with_groups,
)
from cli.table.games.hazari.suggesting import (
    Proposal,
    beaten,
    chance,
    expected,
    fillings,
    proposals,
    worth,
)
from cli.words.en.games import hazari_moves as said
from p2pcards.cards import Card
from p2pcards.engine import Slot
from p2pcards.games.hazari.actions import SIZES

MOST_BESIDE: Final = 5
"""Beside so many loose cards there is room for words about what is taken up."""


def suggestions_of(choosing: Choosing, situation: Situation) -> tuple[tuple[Slot, ...], ...]:
    """Loose cards that would fill that group, best first."""
    target = target_of(choosing)
    if target is None:
        return ()
    groups, hand = groups_of(choosing), situation.hand
    above = groups[target - 1] if target and not room_in(choosing, target - 1) else ()
    slot_of = {hand[slot]: slot for slot in loose_of(choosing)}
    found = fillings(
        cards_of(groups[target], situation),
        tuple(sorted(slot_of)),
        SIZES[target],
        cards_of(above, situation),
    )
    return tuple(tuple(slot_of[card] for card in cards) for cards in found)


def suggest(choosing: Choosing, step: int, situation: Situation) -> Choosing:
    """The next filling of the group, or the one before."""
    found = suggestions_of(choosing, situation)
    if not found:
        told = said.NONE_LOOSE
        if loose_of(choosing):
            told = said.none_fills((target_of(choosing) or 0) + 1)
        return replace(choosing, notice=Notice(told))
    at = suggested(choosing, situation)
    start = 0 if step > 0 else -1
    chosen = found[start if at is None else (at + step) % len(found)]
    choosing = with_groups(choosing, taken=ordered(choosing, chosen))
    target = target_of(choosing)
    if choosing.place is not None and choosing.place.group == target:
        return choosing
    return on_loose(choosing, choosing.held.taken[-1])


def suggested(choosing: Choosing, situation: Situation) -> int | None:
    """Which of the suggestions is taken up."""
    taken = set(choosing.held.taken)
    for number, slots in enumerate(suggestions_of(choosing, situation)):
        if set(slots) == taken:
            return number
    return None


def propose(choosing: Choosing, situation: Situation) -> Choosing:
    """All cards into groups: the first proposal, or the one after what lies there."""
    found = proposals(tuple(sorted(situation.hand.values())))
    now = {frozenset(cards_of(group, situation)) for group in groups_of(choosing)}
    at = next((n for n, one in enumerate(found) if set(map(frozenset, one.groups)) == now), -1)
    proposal = found[(at + 1) % len(found)]
    slot_of = {card: slot for slot, card in situation.hand.items()}
    groups = tuple(tuple(slot_of[card] for card in group) for group in proposal.groups)
    return replace(lay(choosing, groups, situation), notice=_proposed(proposal, found))


def _proposed(proposal: Proposal, found: Sequence[Proposal]) -> Notice:
    after = found[(found.index(proposal) + 1) % len(found)]
    following = None if after is proposal else after.aim
    return Notice(said.proposed(proposal.aim, expected(proposal.groups), following))


# --- in words --------------------------------------------------------------------------------------


def ask_of(choosing: Choosing, situation: Situation) -> Notice:
    """What the ask line says while cards are arranged."""
    loose, hand = loose_of(choosing), situation.hand
    if choosing.is_exchanging:
        return Notice(said.exchanging(_named(choosing.held.taken, situation)))
    if foul := foul_of(choosing, situation):
        return reason(foul)
    if not loose:
        groups = tuple(cards_of(group, situation) for group in groups_of(choosing))
        return Notice(said.in_order(expected(groups)))
    at = suggested(choosing, situation)
    if at is not None and len(loose) > MOST_BESIDE:
        target = target_of(choosing)
        assert target is not None
        cards = cards_of((*groups_of(choosing)[target], *choosing.held.taken), situation)
        count = len(suggestions_of(choosing, situation))
        return Notice(said.suggestion(at + 1, count, _strength(cards)))
    return Notice(said.not_up(len(loose), is_all=len(loose) == len(hand)))


def why(choosing: Choosing, situation: Situation) -> Notice:
    """What the group under the cursor is good for, or what is still wrong."""
    place = choosing.place
    if loose_of(choosing) or place is None or foul_of(choosing, situation) is not None:
        return ask_of(choosing, situation)
    groups = tuple(cards_of(group, situation) for group in groups_of(choosing))
    group, number = groups[place.group], place.group + 1
    return Notice(said.wins(number, _strength(group), chance(groups, place.group)))


def _strength(cards: tuple[Card, ...]) -> str:
    return said.strength(cards, beaten(cards), worth(cards))


def _named(slots: Iterable[Slot], situation: Situation) -> str:
    return " ".join(f"{{{situation.game.pack.text(situation.hand[slot])}}}" for slot in slots)
