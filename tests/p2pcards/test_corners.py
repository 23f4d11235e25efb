"""Curves through corners."""

from p2pcards.corners import row_through


def test_the_line_is_straight_from_corner_to_corner_and_rounded_down():
    assert row_through("0:0 4:10 5:10 8:4") == (0, 2, 5, 7, 10, 10, 8, 6, 4)


def test_it_begins_where_the_first_corner_is():
    assert row_through("0:60") == (60,)
