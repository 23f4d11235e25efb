"""What is laid over a table or a list, as frozen values: proofs, a fault, pages of text.

The one rule: as in `view`, nothing here knows a terminal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cli.screen.drawing.spans import Text


@dataclass(frozen=True, slots=True)
class ShufflerRow:
    """One seat's part in making a deck; each field is a mark with perhaps some words."""

    name: str
    committed: Text
    key: Text
    shuffle: Text
    checked: Text
    accepted: Text


@dataclass(frozen=True, slots=True)
class ProofsView:
    """The proofs panel.

    Args:
        title, corner: First rule: which deck, and how far.
        seats: One row a seat; empty when no deck is being made.
        explained: Sentences beneath.
        facts_title: Second rule.
        facts: What has been checked: a label and its text.
        cursor: The chosen row among seats and facts; None for none.
    """

    title: str
    corner: str = ""
    seats: tuple[ShufflerRow, ...] = ()
    explained: tuple[Text, ...] = ()
    facts_title: str = ""
    facts: tuple[tuple[str, Text], ...] = ()
    cursor: int | None = None


@dataclass(frozen=True, slots=True)
class FaultView:
    """A fault, in the one heavy frame; each paragraph is broken to fit it, the first has the mark."""

    title: str
    paragraphs: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class PagesView:
    """Some text over the story and the trick: keys of this screen, last trick, options, evidence.

    Args:
        title: On the first rule.
        lines: Shown from `first` on.
        first: The line at the top, for scrolling.
        corner: Right on the rule.
        hang: By how many columns the rest of a broken line hangs.
    """

    title: str
    lines: tuple[Text, ...]
    first: int = 0
    corner: str = ""
    hang: int = 2


Overlay: TypeAlias = ProofsView | FaultView | PagesView
