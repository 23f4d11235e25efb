"""Advice at the table: what the hard bot would do for our seat, in a sentence.

The one rule: it follows from what the seat knows and from dice alone. It may take up to a second, so
a front asks for it where nobody waits.
"""

from __future__ import annotations

from dataclasses import dataclass

from cli import words
from cli.table.games import moves_of
from cli.words.en.advice import advised
from cli.words.phrase import Part, Phrase
from p2pcards.engine import Action, AnyGame, AnyView
from protocol.crypto.rng import below, system_rng


@dataclass(frozen=True, slots=True)
class Advised:
    """What a good player would do now.

    Args:
        action: That.
        sentence: The same with its reason, and how sure it is.
        details: More sentences about it, where the game has them.
    """

    action: Action
    sentence: Phrase
    details: tuple[Phrase, ...]


def advise(game: AnyGame, view: AnyView, *, is_laid: bool) -> Advised:
    """The advice for `view.seat`, which has to decide.

    Args:
        is_laid: Whether the front lays groups of cards as advised, and need not name all of them.
    """
    advice = game.advise(view, lambda n: below(system_rng, n))
    can = moves_of(game)

    def say(action: Action) -> Part:
        return can.advised(view, action, advice.action, is_laid=is_laid)

    voice = words.voice_of(game, ())
    details = tuple(words.tell(game.name, fact, voice).long.ended for fact in advice.details)
    return Advised(advice.action, advised(advice, say, game.unit), details)
