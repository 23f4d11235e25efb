"""What the last rows of a table say, as text."""

from __future__ import annotations

from cli.screen.drawing.text import plain
from cli.screen.drawing.view import Offer
from cli.screen.table.lines import lines_of
from tests.cli.screen.azi_table import Hands


def _text(offers: tuple[Offer, ...]) -> str:
    told = []
    for offer in offers:
        text = f"{offer.key} {offer.label}".strip()
        told.append(text if offer.is_open else f"({text})")
    return "   ".join(told)


def more(hands: Hands) -> str:
    """Row 21."""
    return _text(lines_of(hands.choosing, hands.situation).more)


def offers(hands: Hands) -> str:
    """Row 22."""
    return _text(lines_of(hands.choosing, hands.situation).offers)


def ask(hands: Hands) -> str:
    """Row 23."""
    line = lines_of(hands.choosing, hands.situation).ask
    typed = ""
    if line.typed is not None:
        typed = f"[ {line.typed} ]" if line.is_boxed else line.typed
    after = f"   {plain(line.after)}" if line.after else ""
    rule = f"  {line.rule}" if line.rule else ""
    return f"{plain(line.text)}{typed}{after}{rule}"
