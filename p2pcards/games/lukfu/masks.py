"""Hands as bit masks, for players that try out thousands of ways in which a deal may go on.

The one rule: whatever is said here about cards is what `combinations` says, only faster; a test holds
the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
_SHIFTS = tuple(range(0, SUITS * NINE, NINE))
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


def _numbers(mask: Mask) -> tuple[int, ...]:
    return tuple([number for number in range(mask.bit_length()) if mask >> number & 1])


_BITS = tuple(tuple(_numbers(suit << shift) for suit in range(_SUIT + 1)) for shift in _SHIFTS)
_BITS_1, _BITS_2, _BITS_3, _BITS_4 = _BITS


def numbers_of(mask: Mask) -> tuple[int, ...]:
    """The numbers of the cards, ascending."""
    return (
        _BITS_1[mask & _SUIT]
        + _BITS_2[mask >> NINE & _SUIT]
        + _BITS_3[mask >> 2 * NINE & _SUIT]
        + _BITS_4[mask >> 3 * NINE]
    )


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


def _by_suit(of_suit: Callable[[int], int]) -> tuple[tuple[Mask, ...], ...]:
    """For each suit of the pack, by what is held of it, what the function makes of that."""
    return tuple(tuple(of_suit(held) << shift for held in range(_SUIT + 1)) for shift in _SHIFTS)


_OLD_1, _OLD_2, _OLD_3, _OLD_4 = _by_suit(_top_block)
_RUNS_1, _RUNS_2, _RUNS_3, _RUNS_4 = _by_suit(_in_runs)
_EVERY_SUIT = sum(1 << shift for shift in _SHIFTS)


def play_of(combination: Combination) -> Play:
    """The combination as a play."""
    top = combination.top
    key = top.rank if combination.kind is Kind.SET else _NUMBER[top]
    return combination.kind, combination.size, key, mask_of(combination.cards)


def old_in(hand: Mask, seen: Mask) -> Mask:
    """The Old cards of the hand (lukfu 13, 14)."""
    known = hand | seen
    return hand & (
        ALL_OLD
        | _OLD_1[known & _SUIT]
        | _OLD_2[known >> NINE & _SUIT]
        | _OLD_3[known >> 2 * NINE & _SUIT]
        | _OLD_4[known >> 3 * NINE]
    )


def free_in(hand: Mask, seen: Mask) -> Mask:
    """The cards that a seat which is not the caller may lead alone (lukfu 18)."""
    plain = hand & ~old_in(hand, seen)
    if not plain:
        return hand
    shift = (plain.bit_length() - 1) // NINE * NINE
    return plain & _SUIT << shift


def grouped_in(hand: Mask) -> Mask:
    """The cards of the hand that are part of a set or run."""
    one, two, three, four = (
        hand & _SUIT,
        hand >> NINE & _SUIT,
        hand >> 2 * NINE & _SUIT,
        hand >> 3 * NINE,
    )
    runs = _RUNS_1[one] | _RUNS_2[two] | _RUNS_3[three] | _RUNS_4[four]
    return runs | hand & _set_ranks(one, two, three, four) * _EVERY_SUIT


def _set_ranks(one: int, two: int, three: int, four: int) -> int:
    """The ranks of which at least three are held, by what is held of each suit."""
    return one & two & (three | four) | three & four & (one | two)


def many_in(hand: Mask) -> list[Play]:
    """The sets and runs of the hand; of several sets of one rank and size, one."""
    found: list[Play] = []
    suits = [hand >> shift & _SUIT for shift in _SHIFTS]
    for rank in numbers_of(_set_ranks(*suits)):
        same = hand & _RANKS[rank]
        for size in range(LEAST_MANY, same.bit_count() + 1):
            found.append((Kind.SET, size, rank + ONE, _lowest(same, size)))
    for shift in _SHIFTS:
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
