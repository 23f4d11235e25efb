"""English grammar: who does what, lists and numbers. The one rule: it knows no game, and both forms
of a verb are given to it, never made from one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cli.words.en.telling import in_words
from cli.words.phrase import Drawn, Name, Part, Phrase, between, drawn, phrase
from p2pcards.cards import Card, Pack
from p2pcards.engine import Seat


@dataclass(frozen=True, slots=True)
class Voice:
    """Who is told, and of whom: our own seat is `you`, all others go by their names.

    Args:
        pack: What the cards are drawn from.
        names: Players, in seat order.
        own: Our seat; None where all are called by name.
    """

    pack: Pack
    names: Sequence[str]
    own: Seat | None = None

    def who(self, seat: Seat) -> Part:
        """`you`, or the name."""
        return "you" if seat == self.own else Name(self.names[seat], seat)

    def whose(self, seat: Seat) -> Phrase:
        """`your`, or `Bek's`."""
        return phrase("your") if seat == self.own else phrase(self.who(seat), "'s")

    def verb(self, seat: Seat, does: str, do: str) -> str:
        """The verb that follows the seat."""
        return do if seat == self.own else does

    def does(self, seat: Seat, does: str, do: str) -> Phrase:
        """`Bek leads`, `you lead`."""
        return phrase(self.who(seat), " ", self.verb(seat, does, do))

    def falls_on(self, seat: Seat, does: str, do: str) -> Phrase:
        """`Bek, who leads`, `you; you lead`: somebody is named, and then does something."""
        if seat == self.own:
            return phrase("you; you ", do)
        return phrase(self.who(seat), ", who ", does)

    def all(self, seats: Iterable[Seat]) -> Phrase:
        """`Ainura, Bek and you`."""
        return listed(self.who(seat) for seat in seats)

    def all_do(self, seats: Sequence[Seat], does: str, do: str) -> Phrase:
        """`Bek leads`, `you lead`, `Bek and Chinara lead`."""
        verb = self.verb(seats[0], does, do) if len(seats) == 1 else do
        return phrase(self.all(seats), " ", verb)

    def card(self, card: Card) -> Drawn:
        return Drawn(self.pack, card)

    def cards(self, cards: Iterable[Card]) -> Phrase:
        return drawn(self.pack, cards)


def listed(parts: Iterable[Part]) -> Phrase:
    """`Ainura, Bek and Chinara`; empty if there are none."""
    some = tuple(parts)
    if len(some) < 2:
        return phrase(*some)
    return phrase(between(", ", some[:-1]), " and ", some[-1])


def number_of(number: int, one: str, many: str) -> str:
    """`one card`, `three cards`."""
    return f"{in_words(number)} {one if number == 1 else many}"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `4th`; for as many as sit at a table."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"
