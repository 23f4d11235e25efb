"""Changing fields of a frozen record."""

from dataclasses import dataclass, replace

import pytest

from p2pcards.records import replacer


@dataclass(frozen=True, slots=True)
class Pair:
    left: int
    right: int = 2


change = replacer(Pair)


def test_change_does_what_replace_does_and_leaves_the_record_alone():
    pair = Pair(1)
    assert change(pair, right=3) == replace(pair, right=3) == Pair(1, 3)
    assert change(pair) == pair == Pair(1, 2)


def test_an_unknown_field_is_refused():
    with pytest.raises(KeyError):
        change(Pair(1), middle=3)
