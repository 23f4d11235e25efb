"""One record for a key: what it does, when, and how rows, the page of keys and the documents name it.

The one rule: a screen's keys stand in tables of such records, and all that is said of them is read
from there. A key that does nothing where it is pressed is answered with what would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, TypeAlias, TypeVar

from cli.screen.drawing.view import Offer

Here = TypeVar("Here")
Done = TypeVar("Done")

KeyRows: TypeAlias = tuple[tuple[str, str], ...]
"""Keys, each with what it does."""


class Row(Enum):
    """Where a key always stands on the screen, besides what is offered now."""

    MORE = "above the offers"
    KEYS = "the last row"


def _always(_: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Binding(Generic[Here, Done]):
    """A key, or several that belong together.

    Args:
        keys: As screens are told them.
        does: What happens where the key is pressed.
        help: What it does, for the page of keys; empty where another record tells it.
        name: How the keys are written there; as `written` says, unless given.
        when: Whether it is in force.
        row, label: Where it always stands while it is in force, and what it is called there.
        now: What it is called among the offers; empty where it is not offered now.
        shown: How rows write the keys, where that is not their name.
        is_minor: Rows leave it out first.
    """

    keys: tuple[str, ...]
    does: Callable[[Here, str], Done]
    help: str = ""
    name: str = ""
    when: Callable[[Here], bool] = _always
    row: Row | None = None
    label: str = ""
    now: str | Callable[[Here], str] = ""
    shown: str | Callable[[Here], str] = ""
    is_minor: bool | Callable[[Here], bool] = False

    @property
    def written(self) -> str:
        """The keys as people write them."""
        return self.name or "  ".join(map(written, self.keys))

    def called_now(self, here: Here) -> str:
        """What it is called among the offers."""
        if not self.when(here):
            return ""
        return self.now if isinstance(self.now, str) else self.now(here)

    def offer(self, here: Here, label: str) -> Offer:
        """It in a row, called so."""
        shown = self.shown if isinstance(self.shown, str) else self.shown(here)
        is_minor = self.is_minor if isinstance(self.is_minor, bool) else self.is_minor(here)
        return Offer(shown or self.written, label, is_minor=is_minor)


_WRITTEN: Final = {
    "enter": "Enter",
    "escape": "Esc",
    "backspace": "Backspace",
    "delete": "Delete",
    "space": "Space",
    "tab": "Tab",
    "s-tab": "Shift-Tab",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "c-c": "Ctrl-C",
    "c-l": "Ctrl-L",
    "c-z": "Ctrl-Z",
    "c-u": "Ctrl-U",
    "f1": "F1",
}


def written(key: str) -> str:
    """A key as people write it."""
    return _WRITTEN.get(key, key)


_PRESSED: Final = {name: key for key, name in _WRITTEN.items()}


def pressed_by(name: str) -> str:
    """The key that a click on a row presses: the first of those that stand there."""
    first = name.split(" ")[0]
    return _PRESSED.get(first) or _PRESSED.get(first[:1]) or first[:1]


def found(
    bindings: Iterable[Binding[Here, Done]], here: Here, key: str
) -> Binding[Here, Done] | None:
    """The first of them in force that the key belongs to."""
    return next((one for one in bindings if key in one.keys and one.when(here)), None)


def row_of(bindings: Iterable[Binding[Here, Any]], here: Here, row: Row) -> tuple[Offer, ...]:
    """Those that always stand in a row."""
    return tuple(
        one.offer(here, one.label) for one in bindings if one.row is row and one.when(here)
    )


def offers_of(bindings: Iterable[Binding[Here, Any]], here: Here) -> tuple[Offer, ...]:
    """Those that are offered now, in their order."""
    taken: set[str] = set()
    offers: list[Offer] = []
    for one in bindings:
        label = one.called_now(here)
        if label and one.keys[0] not in taken:  # what it does here, as `found` says
            offers.append(one.offer(here, label))
            taken |= set(one.keys)
    return tuple(offers)


def help_of(bindings: Iterable[Binding[Any, Any]]) -> KeyRows:
    """Their rows on the page of keys."""
    return tuple((one.written, one.help) for one in bindings if one.help)


MOST_NAMED: Final = 4

ROOM: Final = 76
"""Columns that the answer may take: one row of the narrowest usual screen."""


def nothing_here(key: str, offers: Sequence[Offer]) -> str:
    """The answer to a key that does nothing here: what would."""
    open_ = [f"{one.key} {one.label}" for one in offers if one.is_open and one.key and one.label]
    said = f"{written(key)} does nothing here: "
    named = next(
        (
            count
            for count in range(min(MOST_NAMED, len(open_)), 1, -1)
            if _fits(said, open_[:count])
        ),
        1,
    )
    return f"{said}{', '.join(open_[:named]) or '? shows the keys'}."


def _fits(said: str, offers: Sequence[str]) -> bool:
    return len(said) + len(", ".join(offers)) < ROOM
