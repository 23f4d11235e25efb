"""Changing fields of a frozen record."""

from dataclasses import dataclass, replace

import pytest

from p2pcards.records import change, with_item


@dataclass(frozen=True)
class Pair:
    left: int
    right: int = 2


def test_change_does_what_replace_does_and_leaves_the_record_alone():
    pair = Pair(1)
    assert change(pair, right=3) == replace(pair, right=3) == Pair(1, 3)
    assert change(pair) == pair == Pair(1, 2)


def test_an_unknown_field_is_refused():
    with pytest.raises(KeyError, match="middle"):
        change(Pair(1), middle=3)


def test_one_item_of_a_tuple_is_replaced():
    assert [with_item((1, 2, 3), place, 9) for place in range(3)] == [
        (9, 2, 3),
        (1, 9, 3),
        (1, 2, 9),
    ]
