"""Every rule, worked example and pitfall of the three rule books has a test that bears its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[1] / "p2pcards" / "games"


def numbers(first: int, last: int) -> list[str]:
    return [str(number) for number in range(first, last + 1)]


AZI = {
    # 1.4 (nobody shuffles alone) is a promise of the protocol; 10 is replaced by SPEC §10.
    "rule": [
        *(
            [
                "1_1",
                "1_2",
                "1_3",
                "2_1",
                "2_2",
                "2_3",
                "3_1",
                "3_3",
                "3_4",
                "4_1",
                "4_2",
                "4_3",
                "5_1",
                "5_3",
            ]
        ),
        *(f"5_3_{n}" for n in numbers(1, 7)),
        *(["5_4_a", "5_4_b", "5_5_1", "5_5_2", "5_5_3", "5_5_4", "5_6"]),
        *(f"6_{n}" for n in numbers(1, 9)),
        "7",
        *(f"8_1_{n}" for n in numbers(1, 7)),
        *(f"9_{n}" for n in ["1", "2", "3", "4_1", "4_2", "4_3", "4_4", "4_5", "5", "6", "7"]),
        "11",
    ],
    "table": ["8_2", "8_3"],
    "example": [*numbers(1, 15), "of_fates_b1"],
    "pitfall": numbers(1, 30),
}
HAZARI = {"rule": numbers(1, 28), "e": numbers(1, 10), "": numbers(1, 17), "example_of": ["b3"]}
LUKFU = {
    # 26 and 27 are one table.
    "rule": [*numbers(1, 25), "28"],
    "rules": ["26_and_27"],
    "l": [*numbers(1, 8), "9a", "9b", *numbers(10, 14)],
    "": numbers(1, 23),
    "b2": ["example"],
}
CASES = [
    pytest.param(game, kind, number, id=f"{game} {kind} {number}")
    for game, book in (("azi", AZI), ("hazari", HAZARI), ("lukfu", LUKFU))
    for kind, found in book.items()
    for number in found
]


def names_of(game: str) -> str:
    """The names of all tests of a game, one a line."""
    texts = [path.read_text("utf-8") for path in sorted((GAMES / game).glob("test_*.py"))]
    return "\n".join(re.findall(r"^def test_(\w+)", "\n".join(texts), re.M))


@pytest.mark.parametrize(("game", "kind", "number"), CASES)
def test_it_has_a_test(game: str, kind: str, number: str) -> None:
    separator = "_" if len(kind) > 1 else ""
    assert re.search(rf"^{kind}{separator}{number}[a-z]?(_|$)", names_of(game), re.M)
