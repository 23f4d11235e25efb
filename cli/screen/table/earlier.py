"""The deals of this match told again, laid over the table while it goes on.

The one rule: pure; what is told was told once already, so nothing in it is news to anybody.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cli.screen.binding import Binding
from cli.screen.drawing.laid_over import PagesView
from cli.screen.drawing.text import sentence
from cli.screen.table.doing import Pressed, TableKeys
from cli.table.choosing import AtTable, Notice, Panel
from cli.table.story.known import DealTold, Known
from cli.table.story.lines import Sentence

NONE_YET: Final = "No deal has been told yet."
FIRST: Final = "That is the first deal that is kept."
LAST: Final = "That is the deal under way."


def deals_of(known: Known) -> tuple[DealTold, ...]:
    """All that can be told, the one under way last."""
    if not known.deal:
        return known.earlier
    now = tuple(line for line in known.story if isinstance(line, Sentence))
    return (*known.earlier, DealTold(known.deal, now))


def deal_page(known: Known, back: int, first: int) -> PagesView:
    """The story of the deal that is so many before the one under way."""
    deals = deals_of(known)
    if not deals:
        return PagesView("deals", (sentence(NONE_YET),))
    told = deals[max(0, len(deals) - 1 - back)]
    lines = tuple(sentence(line.text) for line in told.story)
    return PagesView(f"deal {told.deal}", lines or (sentence(NONE_YET),), first)


def _is_open(at: AtTable) -> bool:
    return at.choosing.panel is Panel.DEALS


def _before(at: AtTable, _: str) -> Pressed:
    choosing, count = at.choosing, at.situation.deals_told
    if not count:
        return replace(choosing, notice=Notice(NONE_YET)), None
    back = choosing.deals_back + 1 if _is_open(at) else 1
    if back >= count and _is_open(at):
        return replace(choosing, notice=Notice(FIRST)), None
    back = min(back, count - 1)
    return replace(choosing, panel=Panel.DEALS, deals_back=back, scroll=0, typing=None), None


def _after(at: AtTable, _: str) -> Pressed:
    if not at.choosing.deals_back:
        return replace(at.choosing, notice=Notice(LAST)), None
    return replace(at.choosing, deals_back=at.choosing.deals_back - 1, scroll=0), None


OPENING: Final = Binding(
    ("[",),
    _before,
    help="the deal before, told again while the table goes on; ] the one after, Esc back",
    name="[  ]",
)
EARLIER: Final[TableKeys] = (
    Binding(("[", "left"), _before, when=_is_open, now="deal before", shown="["),
    Binding(("]", "right"), _after, when=_is_open, now="after", shown="]"),
)
