"""A small table for the tests of the proofs: three seats, six cards, seeded randomness.

The one rule: everything is drawn from a seed, so that a test fails today as it failed yesterday.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import Point
from protocol.crypto.keys import SeatKey, joint_key, new_key
from protocol.crypto.masking import Deck, Suited, start_deck
from protocol.crypto.rng import Rng, SeededRng
from protocol.crypto.shares import make_shares
from protocol.crypto.shuffle import prepare_shuffle, shuffle
from protocol.crypto.shuffle_proof import ShuffleStatement, prove_shuffle, refused_shuffles
from protocol.crypto.suits import HiddenCard, hidden_card
from protocol.crypto.transcript import Context

CARDS: tuple[Suited, ...] = tuple((suit, rank) for suit in (1, 2, 3) for rank in (1, 2))
AZI: tuple[Suited, ...] = tuple((suit, rank) for suit in (1, 2, 3) for rank in range(1, 10))

CONTEXT = Context(
    table=bytes(range(32)),
    game="azi",
    pack="six",
    deal=5,
    attempt=1,
    seats=(0, 1, 2),
    chain="prepare",
    seat=1,
    head=bytes(range(32, 64)),
)

OTHER_CONTEXTS: dict[str, Context] = {
    "table": replace(CONTEXT, table=bytes(32)),
    "game": replace(CONTEXT, game="lukfu"),
    "pack": replace(CONTEXT, pack="seven"),
    "deal": replace(CONTEXT, deal=6),
    "attempt": replace(CONTEXT, attempt=2),
    "seats": replace(CONTEXT, seats=(0, 1, 3)),
    "seat order": replace(CONTEXT, seats=(1, 0, 2)),
    "chain": replace(CONTEXT, chain="play"),
    "seat": replace(CONTEXT, seat=2),
    "head": replace(CONTEXT, head=bytes(32)),
}
"""The context with each of its fields changed in turn."""


@dataclass(frozen=True)
class World:
    """Three seats with their keys, a start deck, one proved shuffle of it by seat 1."""

    rng: SeededRng
    keys: tuple[SeatKey, ...]
    joint: Point
    old: Deck
    new: Deck
    statement: ShuffleStatement
    proof: bytes

    def shares_of_slot(self, slot: int) -> list[Point]:
        """All three seats' shares of a slot of the new deck."""
        return [
            make_shares(CONTEXT, key, [(slot, self.new[slot])], self.rng)[0][0] for key in self.keys
        ]

    def hidden(self, *slots: int) -> list[HiddenCard]:
        """These slots of the new deck as hidden cards of seat 1."""
        found = []
        for slot in slots:
            shares = self.shares_of_slot(slot)
            found.append(hidden_card(slot, self.new[slot], [shares[0], shares[2]]))
        return found


def make_world(seed: bytes = b"world", cards: tuple[Suited, ...] = CARDS) -> World:
    """The world of a seed."""
    rng = SeededRng(seed)
    keys = tuple(new_key(rng) for _ in range(3))
    joint = joint_key([key.public for key in keys])
    old = start_deck(cards, joint)
    new, witness = shuffle(old, prepare_shuffle(len(cards), joint, rng))
    statement = ShuffleStatement(joint, old, new, 0)
    proof = prove_shuffle(CONTEXT, statement, witness, rng)
    return World(rng, keys, joint, old, new, statement, proof)


def flipped(data: bytes, at: int, bit: int = 0) -> bytes:
    """`data` with one bit changed."""
    changed = bytearray(data)
    changed[at] ^= 1 << bit
    return bytes(changed)


def verify_at_once(context: Context, statement: ShuffleStatement, proof: bytes, rng: Rng) -> None:
    """Check a shuffle as one of a chain. Raises ProofRefused."""
    for reason in refused_shuffles([(context, statement, proof)], rng).values():
        raise ProofRefused(reason)
