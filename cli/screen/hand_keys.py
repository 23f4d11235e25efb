"""Keys in a hand of which one card is taken up: moving, taking up, sorting.

The one rule: only what lies in the player's hand changes, and every change can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cli.screen.choosing import (
    Choosing,
    Notice,
    Situation,
    Sorting,
    redo,
    sort_hand,
    undo,
    with_held,
)
from cli.screen.why import must_wait
from p2pcards.engine import Slot


def press_in_hand(choosing: Choosing, key: str, situation: Situation) -> Choosing:
    """What a key does to the hand; the same for a key that does nothing there."""
    order, last = choosing.held.order, max(0, len(choosing.held.order) - 1)
    handlers: Mapping[str, Callable[[], Choosing]] = {
        "left": lambda: replace(choosing, cursor=max(0, choosing.cursor - 1)),
        "right": lambda: replace(choosing, cursor=min(last, choosing.cursor + 1)),
        "home": lambda: replace(choosing, cursor=0),
        "end": lambda: replace(choosing, cursor=last),
        "space": lambda: take_up(choosing, choosing.at_cursor, situation, may_put_back=True),
        "tab": lambda: _suggest(choosing, 1, situation),
        "s-tab": lambda: _suggest(choosing, -1, situation),
        "a": lambda: _take_default(choosing, situation),
        "u": lambda: undo(choosing),
        "U": lambda: redo(choosing),
        "s": lambda: _sort(choosing, situation),
        "<": lambda: _shift(choosing, -1),
        ">": lambda: _shift(choosing, 1),
        "escape": lambda: with_held(choosing, replace(choosing.held, taken=())),
    }
    handler = handlers.get(key)
    return choosing if handler is None or not order else handler()


def take_up(
    choosing: Choosing, slot: Slot | None, situation: Situation, *, may_put_back: bool = False
) -> Choosing:
    """The card taken up, or why it must wait."""
    if slot is None:
        return choosing
    if slot in situation.moves.forbidden:
        return replace(choosing, notice=must_wait(slot, situation))
    if slot in choosing.held.taken:
        if not may_put_back:
            return choosing
        return with_held(choosing, replace(choosing.held, taken=()))
    return with_held(choosing, replace(choosing.held, taken=(slot,)))


def _suggest(choosing: Choosing, step: int, situation: Situation) -> Choosing:
    """The next legal card, what the clock would do first."""
    verb = situation.moves.card_verb
    legal = [slot for slot in choosing.held.order if slot not in situation.moves.forbidden]
    if not legal:
        return choosing
    if verb is not None and situation.moves.default.startswith(verb):
        best = int(situation.moves.default.partition(" ")[2])
        legal.sort(key=lambda slot: slot != best)
    taken = choosing.held.taken
    at = (legal.index(taken[0]) + step) % len(legal) if taken and taken[0] in legal else 0
    slot = legal[at]
    choosing = replace(choosing, cursor=choosing.held.order.index(slot))
    return with_held(choosing, replace(choosing.held, taken=(slot,)))


def _take_default(choosing: Choosing, situation: Situation) -> Choosing:
    verb, default = situation.moves.card_verb, situation.moves.default
    if verb is None or not default.startswith(verb):
        told = default.replace("-", " ")
        what = f" When time is up, yours is: {told}." if default else ""
        return replace(choosing, notice=Notice(f"No card is to be taken up now.{what}"))
    slot = int(default.partition(" ")[2])
    if slot not in choosing.held.order:
        return choosing
    choosing = replace(choosing, cursor=choosing.held.order.index(slot))
    return with_held(choosing, replace(choosing.held, taken=(slot,)))


def _sort(choosing: Choosing, situation: Situation) -> Choosing:
    kinds = tuple(Sorting)
    sorting = kinds[(kinds.index(choosing.sorting) + 1) % len(kinds)]
    order = sort_hand(sorting, choosing.held.order, situation, choosing.held.order)
    at = choosing.at_cursor
    words = {
        Sorting.SUIT: "Your hand is sorted by suit.",
        Sorting.RANK: "Your hand is sorted by rank.",
        Sorting.OWN: "Your own order: < and > move the card under the cursor.",
    }
    choosing = with_held(choosing, replace(choosing.held, order=order))
    cursor = order.index(at) if at in order else 0
    return replace(choosing, sorting=sorting, cursor=cursor, notice=Notice(words[sorting]))


def _shift(choosing: Choosing, step: int) -> Choosing:
    order, at = list(choosing.held.order), choosing.cursor
    to = at + step
    if not 0 <= to < len(order):
        return choosing
    order[at], order[to] = order[to], order[at]
    choosing = with_held(choosing, replace(choosing.held, order=tuple(order)))
    return replace(choosing, sorting=Sorting.OWN, cursor=to)
