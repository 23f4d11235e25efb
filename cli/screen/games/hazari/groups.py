"""The four groups of Hazari on the screen: being filled, with their strength, and those still to be played.

The one rule: how groups rank is the engine's; what a group beats is its table's, never a guess.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import joined, sentence, span
from cli.screen.drawing.view import Arranging, Group, HandCard
from cli.screen.games.hazari.cards import faces_of, in_order
from cli.screen.games.scene import Moment, Scene
from cli.table.choosing import Choosing, Situation
from cli.table.faces import Face, face
from cli.table.games.hazari import arranging as arranging_
from cli.table.games.hazari import proposing, suggesting
from cli.table.sorting import Sorting
from cli.words.en import telling
from cli.words.en.games.hazari import name_of
from cli.words.en.games.hazari_moves import beats
from cli.words.phrase import Mark
from p2pcards.cards import Card
from p2pcards.engine import Seat, Slot
from p2pcards.games.hazari.actions import SIZES
from p2pcards.games.hazari.combos import PACK, key_of
from p2pcards.games.hazari.state import SEATS, Groups, HazariState

_TITLES: Final = ("1", "2", "3", "4: four cards")


def groups_left(
    state: HazariState, moment: Moment, declared: Groups
) -> tuple[tuple[str, tuple[Face, ...]], ...]:
    """The own groups that are still to be played, in one row."""
    return tuple(
        (
            str(number),
            faces_of(in_order(moment.hand[slot] for slot in group)),
        )
        for number, group in enumerate(declared, start=1)
        if number > state.trick and all(slot in moment.hand for slot in group)
    )


def arranging_scene(
    scene: Scene, state: HazariState, moment: Moment, own: Seat, declared: Groups | None
) -> Scene:
    choosing = moment.choosing
    is_up = declared is not None
    given = declared if declared is not None else arranging_.groups_of(choosing)
    groups = tuple(tuple(slot for slot in group if slot in moment.hand) for group in given)
    placed = frozenset(slot for group in groups for slot in group)
    loose = [slot for slot in state.hands[own] if slot not in placed]
    cards = [[moment.hand[slot] for slot in group] for group in groups]
    arranging = Arranging(
        tuple(_group(place, groups[place], cards[place], moment, is_up) for place in range(SEATS)),
        _order(cards),
        "up" if is_up else f"{len(placed)} placed, {len(loose)} loose",
        sorting="" if is_up or not loose else _SORTED[choosing.sorting],
    )
    return replace(
        scene,
        arranging=arranging,
        placed=placed,
        help=_help(choosing, moment.situation, len(loose)),
    )


_SORTED: Final = {
    Sorting.SUIT: "by suit",
    Sorting.RANK: "by rank",
    Sorting.OWN: "in your order",
}


def _group(
    place: int, slots: tuple[Slot, ...], cards: list[Card], moment: Moment, is_up: bool
) -> Group:
    size, choosing = SIZES[place], moment.choosing
    by_card = {moment.hand[slot]: slot for slot in slots}
    taken = () if is_up else choosing.held.taken
    shown: list[HandCard | None] = [
        HandCard(by_card[card], face(PACK, card), is_taken=by_card[card] in taken)
        for card in suggesting.in_order(cards, size)
    ]
    cursor = choosing.place
    has_cursor = cursor is not None and cursor.group == place and not is_up
    return Group(
        _TITLES[place],
        (*shown, *(None,) * (size - len(shown))),
        _strength(place, cards),
        cursor.at if cursor is not None and has_cursor else None,
    )


def _strength(place: int, cards: list[Card]) -> tuple[Text, ...]:
    size, worth = SIZES[place], suggesting.worth(cards)
    if len(cards) == size:
        return (span(name_of(cards)), span(f"{beats(suggesting.beaten(tuple(cards)))} {worth} pt"))
    if not cards:
        return (span("counts best three"),) if size > 3 else (span("empty", Role.DIM),)
    short = size - len(cards)
    words = f"{telling.in_words(short)} card{'' if short == 1 else 's'} short"
    return (span(words), span(f"{worth} pt"))


def _order(cards: list[list[Card]]) -> Text:
    """Whether each group is no higher than the one before it."""
    parts = []
    for place, (upper, lower) in enumerate(pairwise(cards), start=1):
        is_full = len(upper) == SIZES[place - 1] and len(lower) == SIZES[place]
        sign = Mark.NOT_DUE
        if is_full:
            sign = Mark.CHECKED if key_of(lower) <= key_of(upper) else Mark.REFUSED
        parts.append(sentence(f"{place}–{place + 1} {sign.value}"))
    return joined((span("order"), *parts))


def _help(choosing: Choosing, situation: Situation | None, loose: int) -> tuple[Text, ...]:
    """What the cards taken up would make of the group that is being filled."""
    if situation is None or not arranging_.is_arranging(situation):
        return ()
    target = arranging_.target_of(choosing)
    if target is None or loose > proposing.MOST_BESIDE or not arranging_.can_put(choosing):
        return ()
    slots = (*arranging_.groups_of(choosing)[target], *choosing.held.taken)
    if len(slots) != SIZES[target]:
        return ()
    made = in_order(situation.hand[slot] for slot in slots)
    words = " ".join(f"{{{PACK.text(card)}}}" for card in made)
    at = proposing.suggested(choosing, situation)
    count = len(proposing.suggestions_of(choosing, situation))
    start = f"group {target + 1}" if at is None else f"Tab {at + 1} of {count}"
    return (
        (),
        sentence(f"{start}: {words} = {name_of(made)}"),
        span(f"{beats(suggesting.beaten(made))}  {suggesting.worth(made)} pt"),
    )
