"""Every number of docs/fairness.md is right, and they are the numbers of one deal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "fairness.md").read_text("utf-8")
CLOCK, STEPS = 23, 11
BLOCKS = re.findall(r"```\n(.*?)```", TEXT, re.S)
EQUATION = re.compile(r"^([\d *^/]+) = (\d+)(?: |$)", re.M)
EQUATIONS = [match.groups() for block in BLOCKS for match in EQUATION.finditer(block)]


def value(expression: str) -> int:
    """What an expression is on the clock of 23: powers first, then from left to right."""
    tokens = re.findall(r"\d+|[*^/]", expression)
    while "^" in tokens:
        at = tokens.index("^")
        power = pow(int(tokens[at - 1]), int(tokens[at + 1]), CLOCK)
        tokens[at - 1 : at + 2] = [str(power)]
    total = int(tokens[0])
    for sign, number in zip(tokens[1::2], tokens[2::2], strict=True):
        total = total * pow(int(number), 1 if sign == "*" else -1, CLOCK) % CLOCK
    return total % CLOCK


def test_every_line_of_the_figures_is_an_equation() -> None:
    assert len(EQUATIONS) == sum(len(block.splitlines()) for block in BLOCKS) > 30


@pytest.mark.parametrize(("expression", "result"), EQUATIONS)
def test_every_equation_holds_on_the_clock(expression: str, result: str) -> None:
    assert value(expression) == int(result)


def test_powers_of_two_go_round_after_eleven_steps() -> None:
    assert {pow(2, n, CLOCK) for n in range(STEPS)} == {pow(2, n, CLOCK) for n in range(22)}
    assert (3 + 4 * 6) % STEPS == 5
    assert {6, 8, 9} <= {pow(2, n, CLOCK) for n in range(STEPS)}


def test_they_are_the_numbers_of_one_deal() -> None:
    """The same deal worked out here: keys, two shuffles, shares, cards."""
    ann, bek, cards = 7, 6, [6, 8, 9]
    joint = pow(2, ann + bek, CLOCK)
    boxes = [(2, card * joint % CLOCK) for card in cards]
    for order, paint in (((2, 0, 1), (3, 5, 2)), ((1, 2, 0), (4, 6, 1))):
        boxes = [
            (boxes[i][0] * pow(2, r, CLOCK) % CLOCK, boxes[i][1] * pow(joint, r, CLOCK) % CLOCK)
            for i, r in zip(order, paint, strict=True)
        ]
        assert all(f"({one}, {two})" in TEXT for one, two in boxes)
    opened = [c2 * pow(c1, -(ann + bek), CLOCK) % CLOCK for c1, c2 in boxes]
    assert opened == [6, 8, 9]


def test_the_readme_links_the_page() -> None:
    assert "docs/fairness.md" in (ROOT / "README.md").read_text("utf-8")
