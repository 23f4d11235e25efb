"""A turn in line mode: what may be typed, which cards must wait, and why something is forbidden.

The one rule: pure; what is legal is the engine's, what it costs and which hint there is `cli.table`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cli import words
from cli.table.actions_in_words import (
    NotUnderstood,
    choices,
    find_card,
    forbidden_cards,
    read_action,
    say_action,
    say_card,
    say_choices,
)
from cli.table.games import moves_of
from cli.words.phrase import Part, Phrase, between, phrase
from p2pcards.engine import Action, AnyGame, AnyView

YOUR_TURN: Final = "Your turn"
"""So a question for a decision begins, and nothing else does."""


def prompt(game: AnyGame, view: AnyView, *, left: str, hand: Part) -> Phrase:
    """What our player is asked.

    Args:
        left: The time there is; empty without a clock.
        hand: The sentence about the hand, if it is to be told.
    """
    clock = f", {left}, then {default(game, view)}" if left else ""
    hint = moves_of(game).moves(view, is_turn=True).hint
    parts = (f"{YOUR_TURN}{clock}.", hand, hint, f"You may: {offered(game, view)}.")
    return between(" ", filter(None, parts))


def gets_another_hand(game: AnyGame, view: AnyView) -> bool:
    """Whether the cards that are held are about to go: who buys in gets others."""
    return any(choice.verb == "buy-in" for choice in choices(game, view))


def offered(game: AnyGame, view: AnyView) -> str:
    """All that may be said now."""
    return say_choices(game, choices(game, view))


def default(game: AnyGame, view: AnyView) -> str:
    """What our program does when the time is up, as one would type it."""
    return say_action(game, view, game.default_action(view))


def must_wait(game: AnyGame, view: AnyView) -> Iterator[Phrase]:
    """The cards that may not be played, each with its rule."""
    for card, rule in forbidden_cards(game, view):
        why = phrase(words.clause(rule), f" ({words.source(rule)})")
        yield phrase(f"Not {say_card(game.pack, card)}: ", why).ended


def examples(game: AnyGame, view: AnyView | None, lead: str, most: int = 3) -> str:
    """Actions of this moment as they are typed, after `lead`; empty when it is not our turn."""
    if view is None:
        return ""
    said: dict[str, str] = {}
    for action in game.legal_actions(view):
        typed = say_action(game, view, action)
        said.setdefault(typed.partition(" ")[0], typed)
        if len(said) == most:
            break
    return lead + ", ".join(said.values())


def why(game: AnyGame, view: AnyView | None, word: str) -> Part:
    """Why a card or an action, as it is typed, is forbidden."""
    if view is None:
        return "It is not your turn."
    if not word:
        return f"Why what? Type why and a card or an action{examples(game, view, ': why ', 1)}."
    try:
        action = _action_or_card(game, view, word)
    except NotUnderstood as error:
        return error.sentence
    rule = game.why_not(view, action)
    return "That is allowed." if rule is None else words.sentence(rule)


def _action_or_card(game: AnyGame, view: AnyView, typed: str) -> Action:
    try:
        return read_action(game, view, typed)
    except NotUnderstood:
        if " " in typed:
            raise
    find_card(game, view, typed)
    raise NotUnderstood("No card can be chosen now.")
