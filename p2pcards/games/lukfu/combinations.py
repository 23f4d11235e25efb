"""What can be led in Luk Fu, what beats what, and which cards are Old (lukfu 8–18).

The one rule: everything here is a fact about given cards; whose they are and whose turn it is, is
known elsewhere.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from p2pcards.cards import Card, Pack

PACK = Pack(
    id="lukfu36",
    suits="CSMT",
    ranks=("1", "2", "3", "4", "5", "6", "7", "8", "9"),
    suit_first=True,
)
"""Coins, Strings, Myriads, Tens, from the lowest suit to the highest."""
ONE, EIGHT, NINE = 1, 8, 9
SUITS = COINS, STRINGS, MYRIADS, TENS = 1, 2, 3, 4
LEAST_MANY = 3
"""Fewest cards of a set or a run; pairs are never played (lukfu 8)."""
LONG = 4
"""From so many cards on a Master who passed may not lead a set or run (lukfu 21)."""

UNBEATABLE_ONES = frozenset({Card(COINS, ONE), Card(TENS, ONE)})
"""Mau Gung and Bak Chi: nothing beats them when they are led (lukfu 9, 11)."""
ALWAYS_OLD = UNBEATABLE_ONES | {Card(suit, NINE) for suit in SUITS}


class Kind(IntEnum):
    """The three kinds of play, in the order in which they are listed."""

    SINGLE = 1
    SET = 2
    RUN = 3


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards that can be led together; `cards` ascending by suit, then rank."""

    kind: Kind
    cards: tuple[Card, ...]

    @property
    def size(self) -> int:
        return len(self.cards)

    @property
    def top(self) -> Card:
        """The highest card; of a set, any would do as well."""
        return self.cards[-1]

    @property
    def order(self) -> tuple[int, int, tuple[Card, ...]]:
        """Sorting key of the canonical order: fewest cards first, then kind, then cards."""
        return self.size, self.kind, self.cards


def combination_of(cards: Iterable[Card]) -> Combination | None:
    """What these cards are together; None where they may not be played together (lukfu 8)."""
    ordered = tuple(sorted(cards))
    if len(ordered) == 1:
        return Combination(Kind.SINGLE, ordered)
    if len(ordered) < LEAST_MANY:
        return None
    first = ordered[0]
    if all(card.rank == first.rank for card in ordered):
        return Combination(Kind.SET, ordered)
    steps = [Card(first.suit, first.rank + step) for step in range(len(ordered))]
    return Combination(Kind.RUN, ordered) if list(ordered) == steps else None


def beats(new: Combination, best: Combination, ones_set_beats_2_to_8: bool = False) -> bool:
    """Whether `new` beats `best` (lukfu 9, 11)."""
    if new.kind is not best.kind or new.size != best.size:
        return False
    one, other = new.top, best.top
    match best.kind:
        case Kind.SINGLE:
            return one.suit == other.suit and one.rank > other.rank and other not in UNBEATABLE_ONES
        case Kind.SET:
            if other.rank == ONE:
                return one.rank == NINE
            if one.rank == ONE:
                return ones_set_beats_2_to_8 and other.rank <= EIGHT
            return one.rank > other.rank
        case Kind.RUN:
            return one > other


def combinations_in(hand: Collection[Card]) -> Iterator[Combination]:
    """All singles, sets and runs that can be made of these cards, in canonical order.

    Each is made when it is asked for: who has to lead something takes the first.
    """
    for card in sorted(hand):
        yield Combination(Kind.SINGLE, (card,))
    many = itertools.chain(_sets(hand), _runs(hand))
    yield from sorted(many, key=lambda combination: combination.order)


def beaters(
    hand: Collection[Card], best: Combination, ones_set_beats_2_to_8: bool = False
) -> list[Combination]:
    """All plays of this hand that beat `best`, in canonical order (lukfu 9)."""
    match best.kind:
        case Kind.SINGLE:
            suit = best.top.suit  # No other can beat it, and of a hand there are few.
            made: Iterable[Combination] = (
                Combination(Kind.SINGLE, (card,)) for card in hand if card.suit == suit
            )
        case Kind.SET:
            made = _sets(hand)
        case Kind.RUN:
            made = _runs(hand)
    found = [new for new in made if beats(new, best, ones_set_beats_2_to_8)]
    return sorted(found, key=lambda combination: combination.order)


def _sets(hand: Iterable[Card]) -> Iterator[Combination]:
    by_rank: defaultdict[int, list[Card]] = defaultdict(list)
    for card in sorted(hand):
        by_rank[card.rank].append(card)
    for cards in by_rank.values():
        for size in range(LEAST_MANY, len(cards) + 1):
            for chosen in itertools.combinations(cards, size):
                yield Combination(Kind.SET, chosen)


def _runs(hand: Iterable[Card]) -> Iterator[Combination]:
    held = set(hand)
    for bottom in held:
        cards = [bottom]
        while (above := Card(bottom.suit, cards[-1].rank + 1)) in held:
            cards.append(above)
            if len(cards) >= LEAST_MANY:
                yield Combination(Kind.RUN, tuple(cards))


def old_cards(hand: Iterable[Card], seen: Iterable[Card]) -> frozenset[Card]:
    """Which cards of the hand are Old for their holder, `seen` having lain face up (lukfu 13, 14)."""
    held = frozenset(hand)
    known = held.union(seen)
    highest = set(ALWAYS_OLD)
    for suit in SUITS:
        rank = NINE
        while (suit, rank) in known:
            highest.add(Card(suit, rank))
            rank -= 1
    return held & highest


def free_singles(hand: Collection[Card], seen: Iterable[Card]) -> frozenset[Card]:
    """The cards that a seat which is not the caller may lead alone (lukfu 18)."""
    plain = frozenset(hand) - old_cards(hand, seen)
    if not plain:
        return frozenset(hand)
    highest = max(card.suit for card in plain)
    return frozenset(card for card in plain if card.suit == highest)
