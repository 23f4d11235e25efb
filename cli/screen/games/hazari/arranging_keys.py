"""The keys while thirteen cards of Hazari are put into four groups, and what the rows call them.

The one rule: a record says when its key is offered and in which words; what it does, `arranging` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from cli.screen.binding import Binding, Row
from cli.screen.drawing.view import Offer
from cli.screen.games.together import Bindings
from cli.table.choosing import AtTable, Choosing, Situation, redo, undo
from cli.table.faces import face
from cli.table.games.hazari.arranging import (
    LAST,
    calm,
    can_put,
    exchange,
    foul_of,
    groups_of,
    is_ready,
    let_go,
    loose_of,
    move,
    put,
    room_in,
    shift,
    sort_groups,
    steady,
    take_out,
    target_of,
    toggle,
)
from cli.table.games.hazari.proposing import propose, suggest
from p2pcards.engine import Slot
from p2pcards.games.hazari.actions import SIZES


def _does(
    does: Callable[[Choosing, str, Situation], Choosing], *, ends_exchange: bool = True
) -> Callable[[AtTable, str], Choosing]:
    """What a key does; only moving, and `x` itself, go on with an exchange."""

    def pressed(at: AtTable, key: str) -> Choosing:
        choosing = calm(at.choosing) if ends_exchange else at.choosing
        return steady(does(choosing, key, at.situation))

    return pressed


def _is_foul(at: AtTable) -> bool:
    return not at.choosing.is_exchanging and foul_of(*at) is not None


def _is_filling(at: AtTable) -> bool:
    """Whether a group is being filled, card by card."""
    is_settled = is_ready(*at) or at.choosing.is_exchanging or foul_of(*at) is not None
    return not is_settled and target_of(at.choosing) is not None


def _missing(choosing: Choosing) -> int:
    target = target_of(choosing)
    return 0 if target is None else SIZES[target] - len(groups_of(choosing)[target])


def enter_label(choosing: Choosing, situation: Situation) -> str:
    """What Enter does, in words."""
    at = AtTable(choosing, situation)
    if is_ready(choosing, situation):
        return "turn up"
    if not _is_filling(at) or not can_put(choosing):
        return ""
    return f"put {_named(choosing.held.taken, situation)} to group {_number(choosing)}"


def _number(choosing: Choosing) -> int:
    return (target_of(choosing) or 0) + 1


def _tab(at: AtTable) -> str:
    choosing = at.choosing
    if not _is_filling(at) or not loose_of(choosing):
        return ""
    cards = "card" if _missing(choosing) == 1 else "cards"
    if can_put(choosing):
        other = "another card" if _missing(choosing) == 1 else f"other {cards}"
        return f"{other} for group {_number(choosing)}"
    return f"best {cards} for group {_number(choosing)}"


def _pair(at: AtTable) -> tuple[Slot, Slot] | None:
    """The two cards that the next `x` exchanges."""
    slot, taken = at.choosing.at_cursor, at.choosing.held.taken
    if not at.choosing.is_exchanging or slot is None or not taken or slot == taken[0]:
        return None
    return taken[0], slot


def _exchange_label(at: AtTable) -> str:
    if (pair := _pair(at)) is not None:
        one, other = (_named((slot,), at.situation) for slot in pair)
        return f"exchange {one} with {other}"
    return "exchange two" if _is_foul(at) else ""


def _is_choosing_other(at: AtTable) -> bool:
    return at.choosing.is_exchanging and _pair(at) is None


def _sort_label(at: AtTable) -> str:
    is_full = not any(room_in(at.choosing, group) for group in range(LAST))
    return "sort groups 1–3" if _is_foul(at) and is_full else ""


def _group_label(at: AtTable) -> str:
    return "group" if is_ready(*at) or _is_choosing_other(at) else ""


def _take_up_label(at: AtTable) -> str:
    is_free = _is_filling(at) and not can_put(at.choosing) and loose_of(at.choosing)
    return "take up" if is_free else ""


_MOVE: Final = _does(lambda choosing, key, _: move(choosing, key), ends_exchange=False)

KEYS: Final[Bindings] = (
    Binding(
        ("1", "2", "3", "4"),
        _does(lambda choosing, key, at: put(choosing, int(key) - 1, at), ends_exchange=False),
        help="what is taken up, or the card here, to that group",
        name="1 2 3 4",
        row=Row.MORE,
        label="group",
        shown="1–4",
    ),
    Binding(
        ("0",),
        _does(lambda choosing, _key, _: take_out(choosing)),
        help="take it out of its group",
        row=Row.MORE,
        label="loose",
        now=lambda at: "take one out" if _is_foul(at) else "",
        is_minor=True,
    ),
    Binding(
        ("a",),
        _does(lambda choosing, _key, at: propose(choosing, at)),
        help="arrange all: best first, even, best on average",
        row=Row.MORE,
        label="arrange all",
    ),
    Binding(
        ("x",),
        _does(lambda choosing, _key, at: exchange(choosing, at), ends_exchange=False),
        help="exchange two cards: the one, then the other",
        name="x  x",
        row=Row.MORE,
        label="exchange",
        now=_exchange_label,
        shown="x",
    ),
    Binding(
        ("=",),
        _does(lambda choosing, _key, at: sort_groups(choosing, at)),
        help="sort groups 1 to 3, the strongest first",
        row=Row.MORE,
        label="sort 1–3",
        now=_sort_label,
    ),
    Binding(
        ("u",),
        _does(lambda choosing, _key, _: undo(choosing)),
        row=Row.MORE,
        label="undo",
        is_minor=True,
    ),
    Binding(("U",), _does(lambda choosing, _key, _: redo(choosing))),
    Binding(
        ("tab", "s-tab"),
        _does(lambda choosing, key, at: suggest(choosing, 1 if key == "tab" else -1, at)),
        help="next, previous filling of the group, best first",
        now=_tab,
        shown="Tab",
    ),
    Binding(
        ("space",),
        _does(lambda choosing, _key, _: toggle(choosing, choosing.at_cursor)),
        now=_take_up_label,
        is_minor=True,
    ),
    Binding(
        ("escape",),
        _does(lambda choosing, _key, _: let_go(choosing)),
        now=lambda at: "let go" if at.choosing.is_exchanging else "",
    ),
    Binding(
        ("left", "right", "home", "end"),
        _MOVE,
        now=lambda at: "the other card" if _is_choosing_other(at) else "",
        shown="←→",
    ),
    Binding(
        ("up", "down", "pageup", "pagedown"),
        _MOVE,
        help="between groups and loose cards; group by group",
        name="↑↓   PgUp PgDn",
        now=_group_label,
        shown="PgUp PgDn",
    ),
    Binding(("<", ">"), _does(lambda choosing, key, _: shift(choosing, -1 if key == "<" else 1))),
)


def closed(choosing: Choosing, situation: Situation, row: Row | None) -> tuple[Offer, ...]:
    """`(up)` in the row above the offers, as long as it is not open."""
    if row is not Row.MORE or is_ready(choosing, situation):
        return ()
    return (Offer("", "up", is_open=False, target="why:up"),)


def _named(slots: Iterable[Slot], situation: Situation) -> str:
    pack, hand = situation.game.pack, situation.hand
    return " ".join(face(pack, hand[slot]).text for slot in slots)
