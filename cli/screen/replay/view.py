"""What a player sees of a log, and screens with nothing but sentences.

The one rule: values as in `view`; nothing here knows a terminal.
"""

from __future__ import annotations

from dataclasses import dataclass

from cli.screen.drawing.laid_over import PagesView
from cli.screen.drawing.spans import Text
from cli.screen.drawing.view import NOTHING_ASKED, NOTHING_BETWEEN, Ask, Bar, Middle, Offer, Plate


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a replay; clicking it is the target `step:NUMBER`."""

    number: int
    sentence: Text
    checks: Text


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A log being watched again.

    Args:
        bar: `replay`, the file, deal and step, what has been checked.
        plates: All seats but the one whose eyes are at the bottom.
        middle: Only `short` is drawn, around `own_line`.
        own_line: The seat in the middle with its cards.
        eyes: Whose eyes: the rule above the steps.
        eyes_note: Right on it.
        steps: Of this deal.
        cursor: Index of the current one.
        speed: `stopped, speed 1`.
        deal: `deal 7`.
        keys, more_keys: The two last rows.
        overlay: Over steps.
    """

    bar: Bar
    plates: tuple[Plate, ...] = ()
    middle: Middle = NOTHING_BETWEEN
    own_line: Text = ()
    eyes: str = ""
    eyes_note: Text = ()
    steps: tuple[Step, ...] = ()
    cursor: int = 0
    speed: str = ""
    deal: str = ""
    keys: tuple[Offer, ...] = ()
    more_keys: tuple[Offer, ...] = ()
    ask: Ask = NOTHING_ASKED
    overlay: PagesView | None = None


@dataclass(frozen=True, slots=True)
class MessageView:
    """Nothing but some sentences: connecting, preparing to leave, an error.

    Args:
        title: First row.
        lines: Beneath it.
        offers, keys: The last rows.
    """

    title: str
    lines: tuple[Text, ...] = ()
    offers: tuple[Offer, ...] = ()
    ask: Ask = NOTHING_ASKED
    keys: tuple[Offer, ...] = ()
