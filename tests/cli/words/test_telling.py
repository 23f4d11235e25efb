"""Phrases that all stories share."""

import pytest

from cli.words.en.telling import (
    counted,
    in_words,
    in_words_of,
    listed,
    scored,
)


@pytest.mark.parametrize(
    ("n", "words"), [(0, "no"), (1, "one"), (10, "ten"), (11, "11"), (-1, "-1")]
)
def test_small_numbers_are_words(n, words):
    assert in_words(n) == words


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ([], ""),
        (["Ann"], "Ann"),
        (["Ann", "Bob"], "Ann and Bob"),
        (["Ann", "Bob", "Cem"], "Ann, Bob and Cem"),
    ],
)
def test_names_are_listed_as_people_say_them(names, told):
    assert listed(iter(names)) == told


def test_things_are_counted_in_the_plural_but_for_one():
    assert [counted(n, "deal") for n in (0, 1, 2)] == ["0 deals", "1 deal", "2 deals"]


def test_standings_are_told_in_seat_order():
    assert scored(["Ann", "Bob"], (30, -2)) == "Ann 30, Bob -2"


@pytest.mark.parametrize(
    ("some", "all_", "words"),
    [(2, 2, "both"), (1, 2, "one of two"), (3, 3, "all three"), (2, 4, "two of four")],
)
def test_how_many_of_all_is_said_in_words(some, all_, words):
    assert in_words_of(some, all_) == words
