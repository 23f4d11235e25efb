"""Going round the table."""

from p2pcards.seats import clockwise


def test_clockwise_begins_with_the_seat_itself_and_wraps():
    assert clockwise((0, 2, 3, 5), 3) == (3, 5, 0, 2)


def test_clockwise_begins_with_the_next_one_where_the_seat_is_missing():
    assert clockwise((0, 2, 5), 3) == (5, 0, 2)


def test_clockwise_past_the_last_seat_begins_with_the_first():
    assert clockwise((4, 1, 0), 6) == (0, 1, 4)
