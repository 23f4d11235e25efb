"""Advice in English: what the hard bot would do, why, and how sure it is. The one rule: one sentence."""

from __future__ import annotations

from collections.abc import Callable

from cli.words.phrase import Part, Phrase, between, phrase
from p2pcards.reckoning import Advice, CannotFail, ChoiceT, DoneMostly, GainsMost, OnlyChoice

MOST_OTHERS = 2
"""So many of the other bids are named."""


def advised(advice: Advice[ChoiceT], say: Callable[[ChoiceT], Part], unit: str) -> Phrase:
    """The advice as a sentence.

    Args:
        say: An action in words, as they stand within a sentence; of another action than the advised
            one, what tells it from that.
        unit: What is gained: `chips`, `points`.
    """
    return phrase(say(advice.action), _reason(advice, say, unit)).starting.ended


def _reason(advice: Advice[ChoiceT], say: Callable[[ChoiceT], Part], unit: str) -> Part:
    match advice.reason:
        case OnlyChoice():
            return ": the rules leave nothing else"
        case CannotFail():
            return ": it cannot fail, whatever the others hold"
        case DoneMostly(odds):
            (_, share), *others = odds
            named = [(action, less) for action, less in others[:MOST_OTHERS] if less]
            if not named:
                return ": with such a hand good players do nothing else"
            rest = between(", ", (phrase(say(action), f" {less}") for action, less in named))
            return phrase(f", with such a hand {share} times in 100; ", rest)
        case GainsMost(_, gain, other, other_gain):
            return phrase(
                f": {gain:+.1f} {unit} on average, ",
                say(other),
                f" {other_gain:+.1f}; {advice.sure}% sure",
            )
