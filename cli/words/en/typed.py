"""Why typed words are no action, in English. The one rule: one function a reason."""

from __future__ import annotations

from typing import Final

from cli.words.phrase import Drawn, Phrase, phrase

SAY_SOMETHING: Final = "Say what you do."


def no_card(word: str) -> str:
    return f"{word} is no card of this game."


def not_held(card: Drawn) -> Phrase:
    return phrase("You do not hold ", card, ".")


def nothing_here(words: str) -> str:
    return f"{words!r} is nothing to do here."


def say_card(example: str) -> str:
    return f"Say the card: {example}."


def say_cards(example: str) -> str:
    return f"Say the cards: {example}."
