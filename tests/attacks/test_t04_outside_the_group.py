"""T4: messages outside the prime-order group, recognised by raising to the group's order."""

from __future__ import annotations

from nacl import bindings as sodium

from protocol.crypto.group import H1, H2, G, Point, Q, Scalar, pedersen
from protocol.crypto.masking import card_point
from tests.protocol.crypto.world import make_world

WORLD = make_world(b"orders")
IDENTITY = (1).to_bytes(32, "little")


def times_q(point: Point) -> bytes:
    most = Scalar.of(Q - 1) * point
    return sodium.crypto_core_ed25519_add(most.encoded, point.encoded)


def test_q_times_every_generator_and_every_card_is_the_identity() -> None:
    cards = [card_point(suit, rank) for suit in range(1, 5) for rank in range(1, 14)]
    for point in (G, H1, H2, *pedersen(52), *cards):
        assert times_q(point) == IDENTITY


def test_q_times_every_key_share_and_masked_card_is_the_identity() -> None:
    shares = [share for slot in range(2) for share in WORLD.shares_of_slot(slot)]
    keys = [key.public for key in WORLD.keys]
    masked = [point for card in (*WORLD.old, *WORLD.new) for point in (card.c1, card.c2)]
    for point in (WORLD.joint, *keys, *shares, *masked):
        assert times_q(point) == IDENTITY
