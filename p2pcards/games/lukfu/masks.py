"""Hands as bit masks, for players that try out thousands of ways in which a deal may go on.

The one rule: whatever is said here about cards is what `combinations` says, only faster; a test holds
the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from p2pcards.cards import Card
from p2pcards.games.lukfu.combinations import (
    ALWAYS_OLD,
    EIGHT,
    LEAST_MANY,
    NINE,
    ONE,
    PACK,
    UNBEATABLE_ONES,
    Combination,
    Kind,
)

Mask: TypeAlias = int
"""A set of cards: bit i stands for the pack's card number i."""

Play: TypeAlias = tuple[Kind, int, int, Mask]
"""Kind, number of cards, what it is compared by (rank of a set, else number of the top card), cards."""

SUITS = len(PACK.suits)
_SUIT = (1 << NINE) - 1
_NUMBER = {card: number for number, card in enumerate(PACK.cards)}


def number_of(card: Card) -> int:
    """The card's place in the pack."""
    return _NUMBER[card]


def mask_of(cards: Iterable[Card]) -> Mask:
    """The cards as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << _NUMBER[card]
    return mask


def cards_of(mask: Mask) -> tuple[Card, ...]:
    """Inverse of `mask_of`, ascending."""
    return tuple(PACK.cards[number] for number in numbers_of(mask))


def numbers_of(mask: Mask) -> Iterator[int]:
    """The numbers of the cards, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


ALL_OLD = mask_of(ALWAYS_OLD)
_RANKS = tuple(
    mask_of(Card(suit, rank) for suit in range(1, SUITS + 1)) for rank in range(ONE, NINE + 1)
)
_HIGHER = tuple(
    0
    if card in UNBEATABLE_ONES
    else mask_of(c for c in PACK.cards if c.suit == card.suit and c > card)
    for card in PACK.cards
)


def _top_block(suit: int) -> int:
    block, bit = 0, 1 << (NINE - 1)
    while suit & bit:
        block |= bit
        bit >>= 1
    return block


def _in_runs(suit: int) -> int:
    middles = suit & suit >> 1 & suit << 1
    return middles | middles >> 1 | middles << 1


_TOP_BLOCK = tuple(map(_top_block, range(_SUIT + 1)))
_IN_RUNS = tuple(map(_in_runs, range(_SUIT + 1)))


def play_of(combination: Combination) -> Play:
    """The combination as a play."""
    top = combination.top
    key = top.rank if combination.kind is Kind.SET else _NUMBER[top]
    return combination.kind, combination.size, key, mask_of(combination.cards)


def old_in(hand: Mask, seen: Mask) -> Mask:
    """The Old cards of the hand (lukfu 13, 14)."""
    known = hand | seen
    old = ALL_OLD
    for shift in range(0, SUITS * NINE, NINE):
        old |= _TOP_BLOCK[known >> shift & _SUIT] << shift
    return old & hand


def free_in(hand: Mask, seen: Mask) -> Mask:
    """The cards that a seat which is not the caller may lead alone (lukfu 18)."""
    plain = hand & ~old_in(hand, seen)
    if not plain:
        return hand
    shift = (plain.bit_length() - 1) // NINE * NINE
    return plain & _SUIT << shift


def grouped_in(hand: Mask) -> Mask:
    """The cards of the hand that are part of a set or run."""
    grouped = 0
    for shift in range(0, SUITS * NINE, NINE):
        grouped |= _IN_RUNS[hand >> shift & _SUIT] << shift
    for rank in _RANKS:
        same = hand & rank
        if same.bit_count() >= LEAST_MANY:
            grouped |= same
    return grouped


def many_in(hand: Mask) -> list[Play]:
    """The sets and runs of the hand; of several sets of one rank and size, one."""
    found: list[Play] = []
    for rank, cards in enumerate(_RANKS, ONE):
        same = hand & cards
        for size in range(LEAST_MANY, same.bit_count() + 1):
            found.append((Kind.SET, size, rank, _lowest(same, size)))
    for shift in range(0, SUITS * NINE, NINE):
        suit = hand >> shift & _SUIT
        tops, size = suit & suit << 1 & suit << 2, LEAST_MANY
        while tops:
            for top in numbers_of(tops):
                found.append((Kind.RUN, size, top + shift, _run(top + shift, size)))
            tops &= suit << size
            size += 1
    return found


def beating(hand: Mask, best: Play, ones_set_beats_2_to_8: bool) -> list[Play]:
    """The plays of the hand that beat `best`; of several sets of one rank, one (lukfu 9, 11)."""
    kind, size, key, _ = best
    if kind is Kind.SINGLE:
        return [(kind, 1, number, 1 << number) for number in numbers_of(hand & _HIGHER[key])]
    if kind is Kind.SET:
        return [
            (kind, size, rank, _lowest(hand & _RANKS[rank - 1], size))
            for rank in _ranks_above(key, ones_set_beats_2_to_8)
            if (hand & _RANKS[rank - 1]).bit_count() >= size
        ]
    found: list[Play] = []
    for shift in range(key // NINE * NINE, SUITS * NINE, NINE):
        suit = hand >> shift & _SUIT
        tops = suit
        for step in range(1, size):
            tops &= suit << step
        for top in numbers_of(tops):
            if top + shift > key:
                found.append((kind, size, top + shift, _run(top + shift, size)))
    return found


def can_beat(hand: Mask, best: Play, ones_set_beats_2_to_8: bool) -> bool:
    """Whether the hand has any play that beats `best`."""
    kind, size, key, _ = best
    if kind is Kind.SINGLE:
        return bool(hand & _HIGHER[key])
    if kind is Kind.SET:
        return any(
            (hand & _RANKS[rank - 1]).bit_count() >= size
            for rank in _ranks_above(key, ones_set_beats_2_to_8)
        )
    return bool(beating(hand, best, ones_set_beats_2_to_8))


def _ranks_above(rank: int, ones_set_beats_2_to_8: bool) -> tuple[int, ...]:
    if rank == ONE:
        return (NINE,)
    higher = tuple(range(rank + 1, NINE + 1))
    return (*higher, ONE) if ones_set_beats_2_to_8 and rank <= EIGHT else higher


def _run(top: int, size: int) -> Mask:
    return (1 << size) - 1 << top - size + 1


def _lowest(cards: Mask, count: int) -> Mask:
    rest = cards
    for _ in range(count):
        rest &= rest - 1
    return cards ^ rest
