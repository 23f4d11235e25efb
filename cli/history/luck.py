"""The hands that we held, beside what chance gives.

The one rule: every card counts that was dealt to us, whatever became of it afterwards. That is known
from our own private notes alone, for a log shows no card that was folded.
"""

from __future__ import annotations

from collections.abc import Iterable

from cli.fairness.figures import Draw, Figure, figure_of, measures
from cli.files.own_hands import notes_in
from p2pcards.cards import Card, Pack


def draws_in(notes: bytes, pack: Pack) -> list[Draw]:
    """The hands of one table, each out of the cards that we had not yet got from that deck.

    Cards that come later, such as those of a hand that is bought, are a draw of their own: whether
    they come may hang on the first ones.
    """
    held: dict[tuple[int, int], set[Card]] = {}
    draws = []
    for deck, cards in notes_in(notes, pack):
        before = held.setdefault(deck, set())
        new = tuple(card for card in cards.values() if card not in before)
        if new:
            draws.append(Draw(new, tuple(card for card in pack.cards if card not in before)))
            before.update(new)
    return draws


def figures_of(game: str, draws: Iterable[Draw]) -> tuple[Figure, ...]:
    """What is counted of all these hands; nothing where there are none."""
    drawn = list(draws)
    return tuple(figure_of(game, None, one, drawn) for one in measures(game)) if drawn else ()
