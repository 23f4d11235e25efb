"""The table options of Luk Fu. The one rule: a value that left this module is one that can be played.

In the agreement a value is a word or a number, so yes-or-no options are the words true and false.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum

from p2pcards.engine import BadOptions
from p2pcards.options import refuse_unknown, whole_number, word

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


OPTION_NAMES = tuple(field.name for field in fields(Options))


def read_options(given: Mapping[str, object]) -> Options:
    """The options `given` (as agreed on, or as typed), defaults filled in.

    Raises:
        BadOptions: An unknown name, or a value that the option cannot have.
    """
    refuse_unknown(given, OPTION_NAMES, "Luk Fu")
    return Options(
        ones_set_beats_2_to_8=_flag(given, "ones_set_beats_2_to_8"),
        passed_master_limit=word(given, "passed_master_limit", PassedMasterLimit),
        own_discards_count_as_seen=_flag(given, "own_discards_count_as_seen"),
        match_deals=whole_number(given, "match_deals", 0, 0, MOST_DEALS),
    )


def json_options(options: Options) -> dict[str, int | str]:
    """The options as JSON values; `read_options` reads them back."""
    return {
        name: value if type(value) is int else str(value).lower()
        for name, value in asdict(options).items()
    }


def _flag(given: Mapping[str, object], name: str) -> bool:
    value = given.get(name, "false")
    if value not in ("true", "false"):
        raise BadOptions(name, "true_or_false")
    return bool(value == "true")
