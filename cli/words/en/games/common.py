"""What may happen in any game, and rules that any game may have, in English.

The one rule: a game's own words come before these.
"""

from __future__ import annotations

from typing import assert_never

from cli.words.en.grammar import Voice
from cli.words.phrase import Mark, Phrase, phrase
from cli.words.told import Book, Told, told
from p2pcards.engine import Cause
from p2pcards.facts import OutOfDeal, Played, TookPot

COMMON = Book(
    rules={
        "nothing_to_decide": lambda: "there is nothing to decide now",
        "not_its_turn": lambda: "it is not this seat's turn",
        "not_in_hand": lambda slot: f"slot {slot} is not in this hand",
        "no_such_option": lambda title, *known: (
            f"{title} has no such option; it has {', '.join(known)}"
        ),
        "whole_number": lambda: "must be a whole number",
        "in_range": lambda least, most, value: f"must be from {least} to {most}, not {value}",
        "one_of": lambda *values: f"must be one of {', '.join(values)}",
        "true_or_false": lambda: "must be true or false",
    }
)


def proved(said: Phrase) -> Phrase:
    """A sentence with the mark that what it claims is proved."""
    return phrase(said, "  ", Mark.CHECKED, " proved")


def proved_aloud(said: Phrase) -> Phrase:
    """The same without a mark."""
    return phrase(said, ": proved")


_PLATES = {Cause.SILENT: "silent, out", Cause.LEFT: "has left", Cause.CAUGHT: "refused, out"}


@COMMON.tells(Played)
def _played(fact: Played, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "plays ", "play "), voice.cards(fact.cards))


@COMMON.tells(TookPot)
def _took_pot(fact: TookPot, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "takes", "take"), " the pot of ", fact.amount)


@COMMON.tells(OutOfDeal)
def _out_of_deal(fact: OutOfDeal, voice: Voice) -> Told:
    seat, plate = fact.seat, _PLATES[fact.cause]
    match fact.cause:
        case Cause.SILENT:
            is_ = voice.does(seat, "is absent and out", "are absent and out")
            return told(is_, " of this deal", plate=plate)
        case Cause.LEFT:
            leaves = voice.does(seat, "leaves and is out", "leave and are out")
            return told(leaves, " of this deal", plate=plate)
        case Cause.CAUGHT:
            is_ = voice.does(seat, "is out", "are out")
            what = (" of this deal: what ", voice.who(seat), " sent breaks the rules")
            return told(is_, *what, plate=plate)
        case _:
            assert_never(fact.cause)
