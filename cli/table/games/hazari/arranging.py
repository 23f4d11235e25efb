"""Thirteen cards of Hazari, put into four groups.

The one rule: pure, and never illegal in the making: cards only ever lie in a group with room for
them, so what may still be wrong at the end is the order of the groups, which the engine judges.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from cli.table.choosing import Choosing, Held, Notice, Place, Situation, reason, with_held
from cli.table.games.hazari.suggesting import in_order
from cli.table.moves import HandUse
from cli.table.sorting import Sorting
from cli.words.en.games import hazari_moves as said
from p2pcards.cards import Card
from p2pcards.engine import Rule, Slot
from p2pcards.games.hazari.actions import SIZES, Declare, declaration
from p2pcards.games.hazari.combos import key_of

Groups: TypeAlias = tuple[tuple[Slot, ...], ...]
LAST: Final = len(SIZES) - 1
"""The group of four."""
_EMPTY: Final[Groups] = ((),) * len(SIZES)
_PLACES: Final = tuple(Place(group, at) for group, size in enumerate(SIZES) for at in range(size))


def is_arranging(situation: Situation) -> bool:
    """Whether these keys are in force."""
    return situation.moves.use is HandUse.GROUPS and bool(situation.hand)


# --- how the cards lie ---------------------------------------------------------------------------


def groups_of(choosing: Choosing) -> Groups:
    """The four groups."""
    return choosing.held.groups or _EMPTY


def loose_of(choosing: Choosing) -> tuple[Slot, ...]:
    """The cards in no group, in the player's order."""
    placed = {slot for group in groups_of(choosing) for slot in group}
    return tuple(slot for slot in choosing.held.order if slot not in placed)


def room_in(choosing: Choosing, group: int) -> int:
    return SIZES[group] - len(groups_of(choosing)[group])


def target_of(choosing: Choosing) -> int | None:
    """The group that is being filled: the one under the cursor, else the first with room."""
    place = choosing.place
    if place is not None and room_in(choosing, place.group):
        return place.group
    return next((group for group in range(len(SIZES)) if room_in(choosing, group)), None)


def action_of(choosing: Choosing) -> Declare | None:
    """The declaration; None while cards are loose."""
    if loose_of(choosing):
        return None
    return declaration(groups_of(choosing))


def foul_of(choosing: Choosing, situation: Situation) -> Rule | None:
    """The rule that the full groups break; None if they are in order, or not full."""
    action = action_of(choosing)
    if action is None or situation.view is None:
        return None
    return situation.game.why_not(situation.view, action)


def is_ready(choosing: Choosing, situation: Situation) -> bool:
    """Whether the player can say that they are up."""
    return (
        situation.is_turn
        and action_of(choosing) is not None
        and foul_of(choosing, situation) is None
        and not choosing.is_exchanging
    )


def can_put(choosing: Choosing) -> bool:
    """Whether `Enter` puts what is taken up to the target group."""
    target = target_of(choosing)
    if target is None or choosing.is_exchanging:
        return False
    new = [slot for slot in choosing.held.taken if slot not in groups_of(choosing)[target]]
    return 0 < len(new) <= room_in(choosing, target)


def cards_of(slots: Iterable[Slot], situation: Situation) -> tuple[Card, ...]:
    return tuple(situation.hand[slot] for slot in slots)


# --- keys ----------------------------------------------------------------------------------------


def put_taken(choosing: Choosing, situation: Situation) -> Choosing:
    """`Enter`: what is taken up goes to the group that is being filled."""
    target = target_of(choosing)
    assert target is not None
    return steady(put(choosing, target, situation))


def click_card(choosing: Choosing, slot: Slot) -> Choosing:
    """The cursor goes to the card, which is taken up or put back."""
    return steady(toggle(on_card(calm(choosing), slot), slot))


def click_group(choosing: Choosing, group: int, situation: Situation) -> Choosing:
    """What is taken up goes there; with nothing taken up, the cursor does."""
    if not choosing.held.taken:
        return replace(choosing, place=Place(group, 0))
    return steady(put(choosing, group, situation))


def calm(choosing: Choosing) -> Choosing:
    """No exchange is begun any longer."""
    return replace(choosing, is_exchanging=False)


def with_groups(
    choosing: Choosing, *, taken: tuple[Slot, ...] | None = None, groups: Groups | None = None
) -> Choosing:
    held = choosing.held
    return with_held(
        choosing,
        Held(
            held.order,
            held.taken if taken is None else taken,
            held.groups if groups is None else groups,
        ),
    )


def steady(choosing: Choosing) -> Choosing:
    """The cursor on a card that lies where the cursor is; with all cards placed, among the groups."""
    if choosing.place is not None:
        return choosing
    loose = loose_of(choosing)
    if not loose:
        return replace(choosing, place=_PLACES[0])
    if choosing.at_cursor in loose:
        return choosing
    order = choosing.held.order
    after = [slot for slot in loose if order.index(slot) > choosing.cursor]
    return replace(choosing, cursor=order.index((after or loose)[0]))


# --- the cursor ----------------------------------------------------------------------------------


def move(choosing: Choosing, key: str) -> Choosing:
    """The cursor elsewhere."""
    loose = loose_of(choosing)
    match key:
        case "pageup" | "pagedown":
            return _move_group(choosing, 1 if key == "pagedown" else -1, loose)
        case "up":
            place = choosing.place or Place(target_of(choosing) or 0, 0)
            return replace(choosing, place=place)
        case "down":
            return replace(choosing, place=None) if loose else choosing
    if choosing.place is None:
        at = loose.index(choosing.at_cursor) if choosing.at_cursor in loose else 0
        slot = loose[_stepped(at, key, len(loose))] if loose else None
        return choosing if slot is None else on_loose(choosing, slot)
    at = _PLACES.index(choosing.place)
    return replace(choosing, place=_PLACES[_stepped(at, key, len(_PLACES))])


def _stepped(at: int, key: str, count: int) -> int:
    step = {"left": at - 1, "right": at + 1, "home": 0}.get(key, count - 1)
    return min(max(step, 0), count - 1)


def _move_group(choosing: Choosing, step: int, loose: Sequence[Slot]) -> Choosing:
    """The next group; the loose cards come after the last."""
    at = len(SIZES) if choosing.place is None else choosing.place.group
    to = max(0, at + step)
    if to < len(SIZES):
        return replace(choosing, place=Place(to, 0))
    return replace(choosing, place=None) if loose else choosing


def on_card(choosing: Choosing, slot: Slot) -> Choosing:
    """The cursor on this card, wherever it lies."""
    for number, group in enumerate(groups_of(choosing)):
        if slot in group:
            return replace(choosing, place=Place(number, group.index(slot)))
    return on_loose(choosing, slot)


def on_loose(choosing: Choosing, slot: Slot) -> Choosing:
    return replace(choosing, place=None, cursor=choosing.held.order.index(slot))


# --- cards into groups and out of them -------------------------------------------------------------


def put(choosing: Choosing, group: int, situation: Situation) -> Choosing:
    """What is taken up, else the card under the cursor, goes to a group with room for it."""
    choosing = calm(choosing)
    chosen = choosing.held.taken or _only(choosing.at_cursor)
    new = [slot for slot in chosen if slot not in groups_of(choosing)[group]]
    if not new:
        return choosing
    room = room_in(choosing, group)
    if len(new) > room:
        return replace(choosing, notice=_no_room(group, room))
    groups = _without(groups_of(choosing), new)
    groups = _replaced(groups, group, (*groups[group], *new))
    if not any(SIZES[place] - len(groups[place]) for place in range(LAST)):
        placed = {slot for one in groups for slot in one}
        rest = [slot for slot in choosing.held.order if slot not in placed]
        groups = _replaced(groups, LAST, (*groups[LAST], *rest))
    laid = _laid(groups, situation)
    choosing = with_groups(choosing, taken=(), groups=laid)
    return choosing if loose_of(choosing) else replace(choosing, place=_PLACES[0])


def _only(slot: Slot | None) -> tuple[Slot, ...]:
    return () if slot is None else (slot,)


def _no_room(group: int, room: int) -> Notice:
    return Notice(said.no_room(group + 1, room))


def _without(groups: Groups, slots: Iterable[Slot]) -> Groups:
    away = set(slots)
    return tuple(tuple(slot for slot in group if slot not in away) for group in groups)


def _replaced(groups: Groups, place: int, slots: tuple[Slot, ...]) -> Groups:
    return (*groups[:place], slots, *groups[place + 1 :])


def _laid(groups: Groups, situation: Situation) -> Groups:
    """The groups with their cards in the order in which they lie."""
    slot_of = {card: slot for slot, card in situation.hand.items()}
    return tuple(
        tuple(slot_of[card] for card in in_order(cards_of(group, situation), size))
        for group, size in zip(groups, SIZES, strict=True)
    )


def take_out(choosing: Choosing) -> Choosing:
    """What is taken up, else the card under the cursor, is loose again."""
    chosen = choosing.held.taken or _only(choosing.at_cursor)
    groups = _without(groups_of(choosing), chosen)
    if groups == groups_of(choosing):
        return choosing
    return with_groups(choosing, taken=(), groups=groups)


def toggle(choosing: Choosing, slot: Slot | None) -> Choosing:
    """Take up the card, or put it back."""
    if slot is None:
        return choosing
    taken = choosing.held.taken
    if slot in taken:
        return with_groups(choosing, taken=tuple(other for other in taken if other != slot))
    return with_groups(choosing, taken=ordered(choosing, (*taken, slot)))


def ordered(choosing: Choosing, slots: Iterable[Slot]) -> tuple[Slot, ...]:
    chosen = set(slots)
    return tuple(slot for slot in choosing.held.order if slot in chosen)


def exchange(choosing: Choosing, situation: Situation) -> Choosing:
    """The first time: this card; the second time: with this one."""
    slot, taken = choosing.at_cursor, choosing.held.taken
    if slot is None:
        return replace(choosing, notice=Notice(said.NO_CARD_TO_EXCHANGE))
    if not choosing.is_exchanging or len(taken) != 1:
        return replace(with_groups(choosing, taken=(slot,)), is_exchanging=True)
    other = taken[0]
    choosing = calm(choosing)
    swap = {slot: other, other: slot}
    groups = tuple(tuple(swap.get(s, s) for s in group) for group in groups_of(choosing))
    return with_groups(choosing, taken=(), groups=_laid(groups, situation))


def let_go(choosing: Choosing) -> Choosing:
    """Nothing is taken up any longer."""
    return with_groups(choosing, taken=())


def shift(choosing: Choosing, step: int) -> Choosing:
    """Move the loose card under the cursor past its neighbour."""
    loose, slot = loose_of(choosing), choosing.at_cursor
    if slot not in loose or choosing.place is not None:
        return choosing
    to = loose.index(slot) + step
    if not 0 <= to < len(loose):
        return choosing
    order, other = list(choosing.held.order), loose[to]
    here, there = order.index(slot), order.index(other)
    order[here], order[there] = other, slot
    held = replace(choosing.held, order=tuple(order))
    return replace(with_held(choosing, held), cursor=there, sorting=Sorting.OWN)


def lay(choosing: Choosing, groups: Groups, situation: Situation) -> Choosing:
    """All cards into these groups."""
    choosing = with_groups(choosing, taken=(), groups=_laid(groups, situation))
    return replace(choosing, place=_PLACES[0])


def sort_groups(choosing: Choosing, situation: Situation) -> Choosing:
    """Groups 1 to 3, the strongest first."""
    groups = groups_of(choosing)
    if any(room_in(choosing, group) for group in range(LAST)):
        return replace(choosing, notice=Notice(said.NOT_FULL))
    threes = sorted(
        groups[:LAST], key=lambda group: key_of(cards_of(group, situation)), reverse=True
    )
    choosing = with_groups(choosing, taken=(), groups=(*threes, groups[LAST]))
    if (foul := foul_of(choosing, situation)) is not None:
        return replace(choosing, notice=reason(foul))  # group 4 is too strong
    return replace(choosing, notice=Notice(said.SORTED))
