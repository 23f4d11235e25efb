"""Proof that hidden cards are of certain suits, showing neither suit nor rank (SPEC §3.8).

The one rule: what the card is without the seat's own share, `rest`, is worked out by each verifier
from shares that it has checked; it is never sent.

An OR over the suits (Cramer, Damgård, Schoenmakers, Crypto 1994) of knowledge of (x, rho) with
X = x·G and rest - j·H1 = x·c1 + rho·H2. Sound because the card is known to be one of the pack's and
nobody knows a relation between H1 and H2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from protocol.crypto.errors import ProofRefused
from protocol.crypto.fields import SHORT_SIZE, ProofReader
from protocol.crypto.group import H1, H2, SCALAR_SIZE, G, Point, Scalar, weighted_sum
from protocol.crypto.keys import SeatKey
from protocol.crypto.masking import Ciphertext, Suited, card_point
from protocol.crypto.rng import Rng, below
from protocol.crypto.transcript import CHALLENGE_LIMIT, Context, Transcript
from protocol.faults import Code

BRANCH_SIZE: Final = SHORT_SIZE + 2 * SCALAR_SIZE
"""Bytes for one suit of one card: c_j, s_j, u_j."""

MOST_RANKS: Final = 16
"""No pack has more ranks in a suit."""


@dataclass(frozen=True, slots=True)
class HiddenCard:
    """A card that only the claiming seat can still see.

    Args:
        slot: Its slot.
        c1: First part of the masked card.
        rest: c2 minus all other seats' verified shares: the card point plus x·c1.
    """

    slot: int
    c1: Point
    rest: Point


def hidden_card(slot: int, masked: Ciphertext, others: Sequence[Point]) -> HiddenCard:
    """The hidden card of a slot, from all other seats' verified shares.

    Raises:
        ProofRefused: what remains is the identity, which no card of the pack leaves.
    """
    rest = masked.c2
    for share in others:
        rest = rest - share
    return HiddenCard(slot, masked.c1, rest)


@lru_cache(maxsize=16)
def _points_of(suits: tuple[int, ...]) -> Mapping[Point, Suited]:
    return {
        card_point(suit, rank): (suit, rank) for suit in suits for rank in range(1, MOST_RANKS + 1)
    }


@lru_cache(maxsize=32)
def _suit_point(suit: int) -> Point:
    return Scalar.of(suit) * H1


def _begin(
    context: Context, public: Point, hidden: Sequence[HiddenCard], suits: tuple[int, ...]
) -> Transcript:
    if not suits or list(suits) != sorted(set(suits)) or suits[0] < 1:
        raise ValueError("suits are distinct, in order, from 1")
    transcript = Transcript(b"suits proof", context)
    transcript.append_points(b"public key", (public,))
    transcript.append_number(b"number of suits", len(suits))
    for suit in suits:
        transcript.append_number(b"suit", suit)
    transcript.append_number(b"number of slots", len(hidden))
    for card in hidden:
        transcript.append_number(b"slot", card.slot)
        transcript.append_points(b"c1", (card.c1,))
        transcript.append_points(b"rest", (card.rest,))
    return transcript


def _branch(
    public: Point, card: HiddenCard, suit: int, c: int, s: Scalar, u: Scalar
) -> tuple[Point, Point]:
    """A = s·G - c·X and B = s·c1 + u·H2 - c·(rest - suit·H1): what a branch's answers recompute."""
    shifted, minus_c = card.rest - _suit_point(suit), Scalar.of(-c)
    return (
        weighted_sum([(s, G), (minus_c, public)]),
        weighted_sum([(s, card.c1), (u, H2), (minus_c, shifted)]),
    )


def prove_suits(
    context: Context,
    key: SeatKey,
    hidden: Sequence[HiddenCard],
    suits: tuple[int, ...],
    rng: Rng,
) -> bytes:
    """Prove that each hidden card is of one of `suits`; 80 bytes for each suit of each card.

    For each card all branches but the true one are made up backwards from random answers; the true
    one's challenge is what is left of the common challenge: sum of c_j = c mod 2^128.

    Args:
        context: Where the proof belongs.
        key: The seat's own key; with it the card is read off.
        hidden: The cards that the claim covers; none is a claim that always holds, with no bytes.
        suits: Suit numbers in increasing order.
        rng: Randomness.

    Raises:
        ValueError: a card is of none of the suits, or `suits` is out of order.
    """
    transcript = _begin(context, key.public, hidden, suits)
    true_ones = [_own_card(key, card, suits) for card in hidden]
    branches: list[list[tuple[int, Scalar, Scalar]]] = []
    nonces: list[tuple[Scalar, Scalar]] = []
    for card, (true_suit, rank) in zip(hidden, true_ones, strict=True):
        witness = (key.secret, Scalar.of(rank))
        k, m = transcript.nonce(b"k", witness, rng), transcript.nonce(b"m", witness, rng)
        nonces.append((k, m))
        made_up = [
            (1 + below(rng, CHALLENGE_LIMIT - 1), Scalar.random(rng), Scalar.random(rng))
            for _ in suits
        ]
        branches.append(made_up)
        for suit, (c_j, s_j, u_j) in zip(suits, made_up, strict=True):
            A, B = (
                (k * G, weighted_sum([(k, card.c1), (m, H2)]))
                if suit == true_suit
                else _branch(key.public, card, suit, c_j, s_j, u_j)
            )
            transcript.append_points(b"A", (A,))
            transcript.append_points(b"B", (B,))
    c = transcript.short_challenge(b"c")
    proof = bytearray()
    for made_up, (true_suit, rank), (k, m) in zip(branches, true_ones, nonces, strict=True):
        j = suits.index(true_suit)
        others = sum(c_j for c_j, _, _ in made_up) - made_up[j][0]
        own = (c - others) % CHALLENGE_LIMIT
        c_own = Scalar.of(own)
        made_up[j] = (own, k + c_own * key.secret, m + c_own * Scalar.of(rank))
        for c_j, s_j, u_j in made_up:
            proof += c_j.to_bytes(SHORT_SIZE, "little") + s_j.encoded + u_j.encoded
    return bytes(proof)


def _own_card(key: SeatKey, card: HiddenCard, suits: tuple[int, ...]) -> Suited:
    own = _points_of(suits).get(card.rest - key.secret * card.c1)
    if own is None:
        raise ValueError(f"the card in slot {card.slot} is of none of the suits {suits}")
    return own


def verify_suits(
    context: Context,
    public: Point,
    hidden: Sequence[HiddenCard],
    suits: tuple[int, ...],
    proof: bytes,
) -> None:
    """Check that each hidden card is of one of `suits`.

    All A and B are recomputed, the common challenge c drawn from them, and each card's c_j must add
    up to it modulo 2^128.

    Raises:
        ProofRefused: they do not, or the bytes are no proof.
        ValueError: `suits` is out of order; the caller worked it out, so that is no peer's doing.
    """
    transcript = _begin(context, public, hidden, suits)
    reader = ProofReader(proof, len(hidden) * len(suits) * BRANCH_SIZE)
    sums: list[int] = []
    for card in hidden:
        sums.append(0)
        for suit in suits:
            c_j, s_j, u_j = reader.short(), reader.scalar(), reader.scalar()
            A, B = _branch(public, card, suit, c_j, s_j, u_j)
            transcript.append_points(b"A", (A,))
            transcript.append_points(b"B", (B,))
            sums[-1] += c_j
    c = transcript.short_challenge(b"c")
    if any(total % CHALLENGE_LIMIT != c for total in sums):
        raise ProofRefused(Code.SUITS_PROOF)
