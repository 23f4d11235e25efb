from __future__ import annotations

from cli.names import told_apart


def test_no_two_players_are_called_the_same_and_nobody_you() -> None:
    assert told_apart(["Bek", "bek", "Bek", "Bek 2", "You"]) == (
        "Bek",
        "bek 2",
        "Bek 3",
        "Bek 2 2",
        "You 2",
    )


def test_names_that_only_look_alike_are_told_apart_too() -> None:
    assert told_apart(["Alice", "\u0410lice", "AIice", "Yоu"]) == (
        "Alice",
        "\u0410lice 2",
        "AIice 3",
        "Yоu 2",
    )
