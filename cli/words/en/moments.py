"""A match that is over, in English. The one rule: one sentence a fact of `cli.history.moments`."""

from __future__ import annotations

from typing import assert_never

from cli.history.moments import (
    CameFromBehind,
    FinalStandings,
    LeadChanged,
    LedThroughout,
    MatchWon,
    Moment,
    MostInOneDeal,
    Scoreboard,
)
from cli.words.en.grammar import Voice, listed
from cli.words.en.telling import times
from cli.words.phrase import Phrase, between, phrase


def tell_moment(fact: Moment, voice: Voice, unit: str) -> Phrase:
    """A fact as a sentence; `unit` is what the game counts."""
    match fact:
        case MatchWon((seat,), stand):
            return phrase(
                voice.does(seat, "wins", "win"), f" the match with {stand} {unit}."
            ).starting
        case MatchWon(seats, stand):
            return phrase(voice.all(seats), f" share the match with {stand} {unit}.").starting
        case FinalStandings(order):
            stands = listed(phrase(voice.who(seat), f" {number}") for seat, number in order)
            return phrase("Standings: ", stands, ".")
        case MostInOneDeal(seat, amount, deal):
            won = voice.does(seat, "won", "won")
            return phrase("Most in one deal: ", won, f" {amount} {unit} in deal {deal}.")
        case LedThroughout(seat):
            return phrase(
                voice.does(seat, "led", "led"), " from the first deal to the last."
            ).starting
        case CameFromBehind(seat, deal):
            was = voice.does(seat, "was", "were")
            return phrase(was, f" last after deal {deal}, and won.").starting
        case LeadChanged(number):
            return phrase(f"The lead changed {times(number)}.")
        case Scoreboard(matches, scores):
            told = (
                phrase(voice.who(seat), f" {firsts} won, {won:+} {unit}")
                for seat, firsts, won in scores
            )
            return phrase(f"This evening, {matches} matches: ", between("; ", told), ".")
        case _:
            assert_never(fact)
