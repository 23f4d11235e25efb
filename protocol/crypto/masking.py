"""Masked cards: card points, decks and unmasking (SPEC §3.2).

The one rule: a card is the point suit·H1 + rank·H2 and nothing else, so that suit and rank can be
spoken of apart; a masked card is that point under the joint key.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, TypeAlias

from protocol.crypto.errors import BadEncoding, ProofRefused
from protocol.crypto.fields import decode_points
from protocol.crypto.group import H1, H2, POINT_SIZE, G, Point, point_sum, public_sum
from protocol.crypto.transcript import HASH_SIZE, PROTOCOL, frame
from protocol.faults import Code

CIPHERTEXT_SIZE: Final = 2 * POINT_SIZE


@dataclass(frozen=True, slots=True)
class Ciphertext:
    """A masked card: c1 = r·G, c2 = M + r·X, for a masking factor r that nobody knows whole."""

    c1: Point
    c2: Point


Deck: TypeAlias = tuple[Ciphertext, ...]
Suited: TypeAlias = tuple[int, int]
"""A card as (suit, rank), both from 1."""


@cache
def card_point(suit: int, rank: int) -> Point:
    """The point suit·H1 + rank·H2; ValueError unless both are at least 1.

    Zero is left out because the identity has no place among points.
    """
    if suit < 1 or rank < 1:
        raise ValueError("suits and ranks count from 1")
    return public_sum((suit, H1), (rank, H2))


@lru_cache(maxsize=16)
def _card_table(cards: tuple[Suited, ...]) -> Mapping[Point, Suited]:
    return {card_point(*card): card for card in cards}


def start_deck(cards: Sequence[Suited], joint: Point) -> Deck:
    """The deck before any shuffle: (G, M + X) for each card, in the pack's order.

    The masking factor is 1, known to all: 0 would need an encoding of the identity.
    """
    return _start_deck(tuple(cards), joint)


@lru_cache(maxsize=16)
def _start_deck(cards: tuple[Suited, ...], joint: Point) -> Deck:
    return tuple(Ciphertext(G, card_point(*card) + joint) for card in cards)


def encode_deck(deck: Sequence[Ciphertext]) -> bytes:
    """c1 and c2 of each masked card, 64 bytes a card."""
    return b"".join(masked.c1.encoded + masked.c2.encoded for masked in deck)


def decode_deck(data: bytes, n: int) -> Deck:
    """The deck of n masked cards that `encode_deck` wrote, each point checked.

    Raises:
        BadEncoding: wrong length, or a point outside the group.
    """
    if len(data) != n * CIPHERTEXT_SIZE:
        raise BadEncoding(Code.DECK_LENGTH)
    points = decode_points(data, 2 * n)
    return tuple(Ciphertext(points[2 * i], points[2 * i + 1]) for i in range(n))


def deck_digest(deck: Sequence[Ciphertext]) -> bytes:
    """32 bytes that stand for the deck where a seat signs that it accepts it."""
    return hashlib.sha512(frame(PROTOCOL + b" deck") + encode_deck(deck)).digest()[:HASH_SIZE]


def unmask(masked: Ciphertext, shares: Sequence[Point], cards: Sequence[Suited]) -> Suited:
    """The card of `cards` under the mask: c2 - (sum of D), all seats' verified shares, each once.

    Raises:
        ProofRefused: what comes out is no card of the pack; with a proven deck and proven shares
            this cannot happen, unless a share is missing.
    """
    card = _card_table(tuple(cards)).get(masked.c2 - point_sum(shares))
    if card is None:
        raise ProofRefused(Code.NOT_A_CARD)
    return card
