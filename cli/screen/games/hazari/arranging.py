"""Keys while thirteen cards of Hazari are put into four groups.

The one rule: pure, and never illegal in the making: cards only ever lie in a group with room for
them, so what may still be wrong at the end is the order of the groups, which the engine judges.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from cli.screen.games.hazari.suggesting import (
    Proposal,
    chance,
    expected,
    fillings,
    in_order,
    proposals,
    strength,
)
from cli.screen.table.choosing import Choosing, Held, Notice, Place, Situation, reason, with_held
from cli.table.moves import HandUse
from cli.table.sorting import Sorting
from cli.words.en import telling
from p2pcards.cards import Card
from p2pcards.engine import Rule, Slot
from p2pcards.games.hazari.actions import SIZES, Declare, declaration
from p2pcards.games.hazari.combos import key_of

Groups: TypeAlias = tuple[tuple[Slot, ...], ...]
LAST: Final = len(SIZES) - 1
"""The group of four."""
MOST_BESIDE: Final = 5
"""Beside so many loose cards there is room for words about what is taken up."""
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


def suggestions_of(choosing: Choosing, situation: Situation) -> tuple[tuple[Slot, ...], ...]:
    """Loose cards that would fill that group, best first."""
    target = target_of(choosing)
    if target is None:
        return ()
    groups, hand = groups_of(choosing), situation.hand
    above = groups[target - 1] if target and not room_in(choosing, target - 1) else ()
    slot_of = {hand[slot]: slot for slot in loose_of(choosing)}
    found = fillings(
        _cards(groups[target], situation),
        tuple(sorted(slot_of)),
        SIZES[target],
        _cards(above, situation),
    )
    return tuple(tuple(slot_of[card] for card in cards) for cards in found)


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
    """Whether the player can say that he is up."""
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


def _cards(slots: Iterable[Slot], situation: Situation) -> tuple[Card, ...]:
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


def _held(
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
        return choosing if slot is None else _on_loose(choosing, slot)
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
    return _on_loose(choosing, slot)


def _on_loose(choosing: Choosing, slot: Slot) -> Choosing:
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
    choosing = _held(choosing, taken=(), groups=laid)
    return choosing if loose_of(choosing) else replace(choosing, place=_PLACES[0])


def _only(slot: Slot | None) -> tuple[Slot, ...]:
    return () if slot is None else (slot,)


def _no_room(group: int, room: int) -> Notice:
    number = group + 1
    if not room:
        return Notice(f"Group {number} is full: x exchanges two cards, 0 takes one out.")
    cards = "card" if room == 1 else "cards"
    return Notice(f"Group {number} has room for {telling.in_words(room)} {cards} only.")


def _without(groups: Groups, slots: Iterable[Slot]) -> Groups:
    away = set(slots)
    return tuple(tuple(slot for slot in group if slot not in away) for group in groups)


def _replaced(groups: Groups, place: int, slots: tuple[Slot, ...]) -> Groups:
    return (*groups[:place], slots, *groups[place + 1 :])


def _laid(groups: Groups, situation: Situation) -> Groups:
    """The groups with their cards in the order in which they lie."""
    slot_of = {card: slot for slot, card in situation.hand.items()}
    return tuple(
        tuple(slot_of[card] for card in in_order(_cards(group, situation), size))
        for group, size in zip(groups, SIZES, strict=True)
    )


def take_out(choosing: Choosing) -> Choosing:
    """What is taken up, else the card under the cursor, is loose again."""
    chosen = choosing.held.taken or _only(choosing.at_cursor)
    groups = _without(groups_of(choosing), chosen)
    if groups == groups_of(choosing):
        return choosing
    return _held(choosing, taken=(), groups=groups)


def toggle(choosing: Choosing, slot: Slot | None) -> Choosing:
    """Take up the card, or put it back."""
    if slot is None:
        return choosing
    taken = choosing.held.taken
    if slot in taken:
        return _held(choosing, taken=tuple(other for other in taken if other != slot))
    return _held(choosing, taken=_ordered(choosing, (*taken, slot)))


def _ordered(choosing: Choosing, slots: Iterable[Slot]) -> tuple[Slot, ...]:
    chosen = set(slots)
    return tuple(slot for slot in choosing.held.order if slot in chosen)


def exchange(choosing: Choosing, situation: Situation) -> Choosing:
    """The first time: this card; the second time: with this one."""
    slot, taken = choosing.at_cursor, choosing.held.taken
    if slot is None:
        return replace(choosing, notice=Notice("There is no card here to exchange."))
    if not choosing.is_exchanging or len(taken) != 1:
        return replace(_held(choosing, taken=(slot,)), is_exchanging=True)
    other = taken[0]
    choosing = calm(choosing)
    swap = {slot: other, other: slot}
    groups = tuple(tuple(swap.get(s, s) for s in group) for group in groups_of(choosing))
    return _held(choosing, taken=(), groups=_laid(groups, situation))


def let_go(choosing: Choosing) -> Choosing:
    """Nothing is taken up any longer."""
    return _held(choosing, taken=())


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


# --- suggestions and proposals ---------------------------------------------------------------------


def suggest(choosing: Choosing, step: int, situation: Situation) -> Choosing:
    """The next filling of the group, or the one before."""
    found = suggestions_of(choosing, situation)
    if not found:
        words = "All cards lie in groups: x exchanges two, 0 takes one out."
        if loose_of(choosing):
            words = f"No loose cards fill group {(target_of(choosing) or 0) + 1}."
        return replace(choosing, notice=Notice(words))
    at = suggested(choosing, situation)
    start = 0 if step > 0 else -1
    chosen = found[start if at is None else (at + step) % len(found)]
    choosing = _held(choosing, taken=_ordered(choosing, chosen))
    target = target_of(choosing)
    if choosing.place is not None and choosing.place.group == target:
        return choosing
    return _on_loose(choosing, choosing.held.taken[-1])


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
    now = {frozenset(_cards(group, situation)) for group in groups_of(choosing)}
    at = next((n for n, one in enumerate(found) if set(map(frozenset, one.groups)) == now), -1)
    proposal = found[(at + 1) % len(found)]
    slot_of = {card: slot for slot, card in situation.hand.items()}
    groups = tuple(tuple(slot_of[card] for card in group) for group in proposal.groups)
    return replace(lay(choosing, groups, situation), notice=_proposed(proposal, found))


def lay(choosing: Choosing, groups: Groups, situation: Situation) -> Choosing:
    """All cards into these groups."""
    choosing = _held(choosing, taken=(), groups=_laid(groups, situation))
    return replace(choosing, place=_PLACES[0])


def _proposed(proposal: Proposal, found: Sequence[Proposal]) -> Notice:
    told = f"{proposal.name}: {expected(proposal.groups)} points on average."
    if len(found) == 1:
        return Notice(told)
    after = found[(found.index(proposal) + 1) % len(found)]
    return Notice(f"{told} a again: {after.name[:1].lower()}{after.name[1:]}.")


def sort_groups(choosing: Choosing, situation: Situation) -> Choosing:
    """Groups 1 to 3, the strongest first."""
    groups = groups_of(choosing)
    if any(room_in(choosing, group) for group in range(LAST)):
        return replace(choosing, notice=Notice("Groups 1 to 3 must be full to be sorted."))
    threes = sorted(groups[:LAST], key=lambda group: key_of(_cards(group, situation)), reverse=True)
    choosing = _held(choosing, taken=(), groups=(*threes, groups[LAST]))
    if (foul := foul_of(choosing, situation)) is not None:
        return replace(choosing, notice=reason(foul))  # group 4 is too strong
    return replace(choosing, notice=Notice("Groups 1 to 3 are sorted."))


# --- in words --------------------------------------------------------------------------------------


def ask_of(choosing: Choosing, situation: Situation) -> Notice:
    """What the ask line says while cards are arranged."""
    loose, hand = loose_of(choosing), situation.hand
    if choosing.is_exchanging:
        return Notice(f"Exchange {_named(choosing.held.taken, situation)}: choose the other card.")
    if foul := foul_of(choosing, situation):
        return reason(foul)
    if not loose:
        groups = tuple(_cards(group, situation) for group in groups_of(choosing))
        return Notice(f"In order: {expected(groups)} points on average. Up is final.")
    at = suggested(choosing, situation)
    if at is not None and len(loose) > MOST_BESIDE:
        target = target_of(choosing)
        assert target is not None
        cards = _cards((*groups_of(choosing)[target], *choosing.held.taken), situation)
        count = len(suggestions_of(choosing, situation))
        return Notice(f"Tab {at + 1} of {count}: {strength(cards)}.")
    many = len(loose) == len(hand)
    how_many = "all" if many else telling.in_words(len(loose))
    verb = "card is" if len(loose) == 1 else "cards are"
    return Notice(f"Not up yet: {how_many} {verb} loose.")


def why(choosing: Choosing, situation: Situation) -> Notice:
    """What the group under the cursor is good for, or what is still wrong."""
    place = choosing.place
    if loose_of(choosing) or place is None or foul_of(choosing, situation) is not None:
        return ask_of(choosing, situation)
    groups = tuple(_cards(group, situation) for group in groups_of(choosing))
    group, number = groups[place.group], place.group + 1
    wins = f"wins trick {number} in {chance(groups, place.group)}% of deals"
    return Notice(f"Group {number}: {strength(group)}, {wins}.")


def _named(slots: Iterable[Slot], situation: Situation) -> str:
    return " ".join(f"{{{situation.game.pack.text(situation.hand[slot])}}}" for slot in slots)
