"""The proofs, one by one, beside the one operation that they are made of.

A `mult` is one multiplication of a variable point by a scalar, as PyNaCl does it on this machine in
the same run: counted in it, the numbers of two machines can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass

from cli.benchmarks.timing import fastest_ms, timed_ms
from protocol.crypto import masking, shares, suits
from protocol.crypto.group import H1, Point, Scalar
from protocol.crypto.identity import Identity, verify_signature
from protocol.crypto.keys import SeatKey, joint_key, new_key
from protocol.crypto.masking import Ciphertext, Deck, Suited
from protocol.crypto.rng import system_rng
from protocol.crypto.shuffle import (
    ShuffleStatement,
    prepare_shuffle,
    prove_shuffle,
    shuffle,
    verify_shuffle,
)
from protocol.crypto.transcript import Context

DECKS: dict[int, tuple[Suited, ...]] = {
    size: tuple((suit, rank) for suit in range(1, n + 1) for rank in range(1, size // n + 1))
    for size, n in ((27, 3), (36, 4), (52, 4))
}
"""Packs by their number of cards: Azi's, the 36-card pack, the full one."""

SEATS = 4

CONTEXT = Context(
    table=bytes(32),
    game="bench",
    pack="bench",
    deal=1,
    attempt=0,
    seats=tuple(range(SEATS)),
    chain="prepare",
    seat=0,
    head=bytes(32),
)


@dataclass(frozen=True, slots=True)
class ShuffleCost:
    """One shuffle of `cards` cards: what is done ahead, the shuffle itself, its proof, checking it."""

    cards: int
    prepared_ms: float
    shuffle_ms: float
    prove_ms: float
    verify_ms: float
    proof_bytes: int


@dataclass(frozen=True, slots=True)
class CardCost:
    """One card opened at four seats, by its receiver; one claim about two hidden cards, by a verifier."""

    open_ms: float
    claim_prove_ms: float
    claim_verify_ms: float


@dataclass(frozen=True, slots=True)
class SignatureCost:
    """One signature over an entry, made and checked."""

    sign_us: float
    verify_us: float


def measure_mult_us(runs: int) -> float:
    """One multiplication of a variable point, in microseconds."""
    scalar = Scalar.random(system_rng)
    return fastest_ms(runs, lambda: scalar * H1, times=200) * 1000


def measure_shuffle(cards: int, runs: int) -> ShuffleCost:
    """One shuffle of a deck that has been shuffled before, as all but the first seat's are."""
    _, joint = _keys()
    first = masking.start_deck(DECKS[cards], joint)
    old, _ = shuffle(first, prepare_shuffle(cards, joint, system_rng))
    made = [_shuffled_once(old, joint, cards) for _ in range(runs)]
    *_, proof, statement = made[-1]
    return ShuffleCost(
        cards=cards,
        prepared_ms=min(prepared for prepared, *_ in made),
        shuffle_ms=min(shuffled for _, shuffled, *_ in made),
        prove_ms=min(proved for _, _, proved, *_ in made),
        verify_ms=fastest_ms(runs, lambda: verify_shuffle(CONTEXT, statement, proof, system_rng)),
        proof_bytes=len(proof),
    )


def _shuffled_once(
    old: Deck, joint: Point, cards: int
) -> tuple[float, float, float, bytes, ShuffleStatement]:
    prepared, prepared_ms = timed_ms(lambda: prepare_shuffle(cards, joint, system_rng))
    (new, witness), shuffle_ms = timed_ms(lambda: shuffle(old, prepared))
    statement = ShuffleStatement(joint, old, new, position=1)
    proof, prove_ms = timed_ms(lambda: prove_shuffle(CONTEXT, statement, witness, system_rng))
    return prepared_ms, shuffle_ms, prove_ms, proof, statement


def measure_card(runs: int) -> CardCost:
    """Seat 0 receives one card of the 27: three shares are verified, its own made, the mask taken off."""
    keys, joint = _keys()
    deck, _ = shuffle(masking.start_deck(DECKS[27], joint), prepare_shuffle(27, joint, system_rng))
    slot = [(0, deck[0])]
    given = [shares.make_shares(CONTEXT, key, slot, system_rng) for key in keys[1:]]

    def receive() -> None:
        for key, (points, proof) in zip(keys[1:], given, strict=True):
            shares.verify_shares(CONTEXT, key.public, slot, points, proof)
        own = keys[0].secret * deck[0].c1
        masking.unmask(deck[0], [own, *(points[0] for points, _ in given)], DECKS[27])

    hidden = [_hidden(deck[n], n, keys) for n in range(len(deck))]
    claimed = [card for card in hidden if _suit(card, keys[0]) != 1][:2]
    proof = suits.prove_suits(CONTEXT, keys[0], claimed, (2, 3), system_rng)
    public = keys[0].public
    return CardCost(
        open_ms=fastest_ms(runs, receive),
        claim_prove_ms=fastest_ms(
            runs, lambda: suits.prove_suits(CONTEXT, keys[0], claimed, (2, 3), system_rng)
        ),
        claim_verify_ms=fastest_ms(
            runs, lambda: suits.verify_suits(CONTEXT, public, claimed, (2, 3), proof)
        ),
    )


def measure_signature(runs: int) -> SignatureCost:
    """A signature over 1,000 bytes: about one entry of the log."""
    identity = Identity.generate(system_rng)
    message = system_rng(1000)
    signature = identity.sign(message)
    public = identity.public
    return SignatureCost(
        sign_us=fastest_ms(runs, lambda: identity.sign(message), times=50) * 1000,
        verify_us=1000
        * fastest_ms(runs, lambda: verify_signature(public, message, signature), times=50),
    )


def _keys() -> tuple[tuple[SeatKey, ...], Point]:
    keys = tuple(new_key(system_rng) for _ in range(SEATS))
    return keys, joint_key([key.public for key in keys])


def _hidden(masked: Ciphertext, slot: int, keys: tuple[SeatKey, ...]) -> suits.HiddenCard:
    return suits.hidden_card(slot, masked, [key.secret * masked.c1 for key in keys[1:]])


def _suit(card: suits.HiddenCard, key: SeatKey) -> int:
    own = key.secret * card.c1
    suit, _ = masking.unmask(Ciphertext(card.c1, card.rest), [own], DECKS[27])
    return suit
