"""The table options of Azi. The one rule: a number that left this module is in range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum

from p2pcards.options import refuse_unknown, whole_number, word

MOST_CHIPS = 1_000_000
MOST_BID = 10_000
"""Every legal raise is listed one by one, so the widest range of them has a limit."""


class Blind(StrEnum):
    """Whether bets can be made before anyone has seen a card (azi 5.6)."""

    OFF = "off"
    OPEN = "open"
    CHAIN = "chain"


class Payout(StrEnum):
    """What a winner gets who has put in less than others (azi 8)."""

    MATCHED = "matched"
    FRACTION = "fraction"


@dataclass(frozen=True, slots=True)
class Options:
    """What a table has agreed on before it plays."""

    ante: int = 10
    min_bid: int = 10
    max_bid: int = 100
    stack: int = 200
    cards: int = 3
    blind: Blind = Blind.OFF
    payout: Payout = Payout.MATCHED


OPTION_NAMES = tuple(field.name for field in fields(Options))


def read_options(given: Mapping[str, object]) -> Options:
    """The options `given` (JSON values, or text as typed), defaults filled in.

    Raises:
        BadOptions: An unknown name, or a value out of range.
    """
    refuse_unknown(given, OPTION_NAMES, "Azi")
    ante = whole_number(given, "ante", 10, 1, MOST_BID // 10)
    min_bid = whole_number(given, "min_bid", ante, 1, MOST_BID)
    max_bid = whole_number(given, "max_bid", max(10 * ante, min_bid), min_bid, MOST_BID)
    return Options(
        ante=ante,
        min_bid=min_bid,
        max_bid=max_bid,
        stack=whole_number(given, "stack", 200, ante, MOST_CHIPS),
        cards=whole_number(given, "cards", 3, 3, 4),
        blind=word(given, "blind", Blind),
        payout=word(given, "payout", Payout),
    )


def json_options(options: Options) -> dict[str, int | str]:
    """The options as JSON values; `read_options` reads them back."""
    return {
        name: str(value) if isinstance(value, StrEnum) else value
        for name, value in asdict(options).items()
    }
