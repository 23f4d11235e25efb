"""What the protocol itself forbids, in English. The one rule: it knows no game."""

from __future__ import annotations

from cli.words.told import Book

BOOK = Book(
    rules={
        "not_your_turn": lambda: "it is not your turn",
        "card_not_in_hand": lambda: "the card is not in this hand",
    }
)
