"""The table options of Hazari. The one rule: a number that left this module is in range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from p2pcards.options import refuse_unknown, whole_number

LEAST_TARGET, MOST_TARGET = 100, 100_000


@dataclass(frozen=True, slots=True)
class Options:
    """What a table has agreed on before it plays."""

    target: int = 1000


OPTION_NAMES = tuple(field.name for field in fields(Options))


def read_options(given: Mapping[str, object]) -> Options:
    """The options `given` (JSON values, or text as typed), defaults filled in.

    Raises:
        BadOptions: An unknown name, or a value out of range.
    """
    refuse_unknown(given, OPTION_NAMES, "Hazari")
    return Options(
        target=whole_number(given, "target", Options().target, LEAST_TARGET, MOST_TARGET)
    )


def json_options(options: Options) -> dict[str, int | str]:
    """The options as JSON values; `read_options` reads them back."""
    return asdict(options)
