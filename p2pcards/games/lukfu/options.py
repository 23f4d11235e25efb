"""The table options of Luk Fu. The one rule: a value that left this module is one that can be played.

In the agreement a value is a word or a number, so yes-or-no options are the words true and false.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from p2pcards.engine import BadOptions

MOST_DEALS = 1000


class PassedMasterLimit(StrEnum):
    """Which leads of a Master who passed are limited (lukfu 21)."""

    ALL_LEADS = "all_leads"
    OPENING_LEAD_ONLY = "opening_lead_only"


@dataclass(frozen=True, slots=True)
class Options:
    """What a table has agreed on before it plays.

    Args:
        ones_set_beats_2_to_8: A set of ones ranks just below one of nines, instead of beating nothing.
        passed_master_limit: Which leads of a Master who passed are limited.
        own_discards_count_as_seen: What a seat put face down itself may make its cards Old.
        match_deals: Deals after which the match is over; 0: the table alone says when.
    """

    ones_set_beats_2_to_8: bool = False
    passed_master_limit: PassedMasterLimit = PassedMasterLimit.ALL_LEADS
    own_discards_count_as_seen: bool = False
    match_deals: int = 0


OPTION_HELP: Mapping[str, str] = {
    "ones_set_beats_2_to_8": "a set of ones also beats sets of 2 to 8: true or false (false)",
    "passed_master_limit": "for a Master who passed: all_leads or opening_lead_only (all_leads)",
    "own_discards_count_as_seen": "own discards help to make cards Old: true or false (false)",
    "match_deals": "deals in a match; 0 leaves it to the table (0)",
}


def read_options(given: Mapping[str, Any]) -> Options:
    """The options `given` (as agreed on, or as typed), defaults filled in.

    Raises:
        BadOptions: An unknown name, or a value that the option cannot have.
    """
    for name in given:
        if name not in OPTION_HELP:
            raise BadOptions(name, f"Luk Fu has no such option; it has {', '.join(OPTION_HELP)}")
    return Options(
        ones_set_beats_2_to_8=_flag(given, "ones_set_beats_2_to_8"),
        passed_master_limit=_limit(given),
        own_discards_count_as_seen=_flag(given, "own_discards_count_as_seen"),
        match_deals=_deals(given),
    )


def json_options(options: Options) -> dict[str, Any]:
    """The options as JSON values; `read_options` reads them back."""
    return {
        name: value if type(value) is int else str(value).lower()
        for name, value in asdict(options).items()
    }


def _flag(given: Mapping[str, Any], name: str) -> bool:
    value = given.get(name, "false")
    if value not in ("true", "false"):
        raise BadOptions(name, "must be true or false")
    return bool(value == "true")


def _limit(given: Mapping[str, Any]) -> PassedMasterLimit:
    name = "passed_master_limit"
    value = given.get(name, PassedMasterLimit.ALL_LEADS)
    known = [str(word) for word in PassedMasterLimit]
    if not isinstance(value, str) or value not in known:
        raise BadOptions(name, f"must be one of {', '.join(known)}")
    return PassedMasterLimit(value)


def _deals(given: Mapping[str, Any]) -> int:
    name = "match_deals"
    value = given.get(name, 0)
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 9:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadOptions(name, "must be a whole number")
    if not 0 <= value <= MOST_DEALS:
        raise BadOptions(name, f"must be from 0 to {MOST_DEALS}, not {value}")
    return value
