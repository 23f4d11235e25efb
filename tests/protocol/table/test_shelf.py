"""What of the log is in its file: any line may have become another (SPEC §7.10)."""

from __future__ import annotations

from protocol.table.effects import Store
from protocol.table.shelf import Shelf


def lines(text: str) -> list[bytes]:
    return [letter.encode() * 3 for letter in text]


def shelf_of(stored: list[bytes], staying: int = 0) -> Shelf:
    shelf = Shelf()
    shelf.change_to(stored, staying)
    return shelf


def test_what_is_new_is_appended_and_the_same_again_is_nothing() -> None:
    first = lines("abc")
    shelf = shelf_of(first)
    more = [*first, *lines("d")]
    assert shelf.change_to(more, 0) == Store(3, (b"ddd",))
    assert shelf.change_to(more, 0) is None


def test_a_line_that_has_become_another_is_found_though_the_last_one_is_the_same() -> None:
    first = lines("abcd")
    changed = [first[0], b"xxx", *first[2:]]
    assert shelf_of(first).change_to(changed, 0) == Store(1, tuple(changed[1:]))


def test_a_log_that_was_taken_back_is_cut() -> None:
    first = lines("abcd")
    assert shelf_of(first).change_to(first[:2], 0) == Store(2, ())


def test_what_will_never_change_is_not_looked_at_again() -> None:
    first = lines("abcd")
    shelf = shelf_of(first, staying=2)
    assert shelf.change_to([*lines("xy"), *first[2:], b"eee"], 2) == Store(4, (b"eee",))
