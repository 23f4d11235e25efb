"""Options as agreed on in JSON, or as typed: what is not in range is refused by its name."""

from enum import StrEnum

import pytest

from p2pcards.engine import BadOptions
from p2pcards.options import refuse_unknown, whole_number, word


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


@pytest.mark.parametrize(("given", "number"), [({}, 5), ({"n": 7}, 7), ({"n": "7"}, 7)])
def test_a_number_is_taken_as_json_and_as_typed_and_has_a_default(given, number):
    assert whole_number(given, "n", 5, 1, 9) == number


@pytest.mark.parametrize("value", [0, 10, "0", "-1", "1.5", "", "²", True, None, 1.0, "1" * 10])
def test_another_value_is_no_number_of_the_range(value):
    with pytest.raises(BadOptions) as refused:
        whole_number({"n": value}, "n", 5, 1, 9)
    assert refused.value.option == "n"


@pytest.mark.parametrize(("given", "chosen"), [({}, Colour.RED), ({"c": "green"}, Colour.GREEN)])
def test_a_word_has_the_first_as_its_default(given, chosen):
    assert word(given, "c", Colour) is chosen


@pytest.mark.parametrize("value", ["blue", "RED", 1, None, []])
def test_another_word_is_refused(value):
    with pytest.raises(BadOptions, match="one_of"):
        word({"c": value}, "c", Colour)


def test_an_option_that_the_game_does_not_have_is_refused_with_those_it_has():
    refuse_unknown({"n": 1}, ["n", "c"], "Azi")
    with pytest.raises(BadOptions, match="no_such_option"):
        refuse_unknown({"x": 1}, ["n", "c"], "Azi")
