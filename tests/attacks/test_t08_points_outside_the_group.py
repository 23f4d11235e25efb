"""T8: points of small or mixed order, or the identity, in any field of any message."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from nacl import bindings as sodium

from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import _TORSION, H1, Point, self_test
from protocol.crypto.identity import check_identity_key
from protocol.crypto.masking import decode_deck, encode_deck
from protocol.crypto.rng import SeededRng
from protocol.crypto.shares import decode_shares
from protocol.crypto.shuffle_proof import verify_shuffle
from protocol.faults import Code
from tests.protocol.crypto.world import CARDS, CONTEXT, make_world

WORLD = make_world(b"torsion")
N = len(CARDS)
IDENTITY = (1).to_bytes(32, "little")
POISON = [
    IDENTITY,
    *_TORSION,
    *(sodium.crypto_core_ed25519_add(H1.encoded, torsion) for torsion in _TORSION),
]

READERS: dict[str, Callable[[bytes], object]] = {
    "point": Point,
    "share": lambda poison: decode_shares(poison, 1),
    "identity key": check_identity_key,
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("poison", POISON, ids=lambda poison: poison.hex()[:8])
def test_a_poisoned_point_is_refused_where_it_is_read(reader: str, poison: bytes) -> None:
    with pytest.raises(ProofRefused):
        READERS[reader](poison)


@pytest.mark.parametrize("poison", POISON, ids=lambda poison: poison.hex()[:8])
def test_a_poisoned_deck_is_refused_in_every_field(poison: bytes) -> None:
    encoded = encode_deck(WORLD.new)
    for at in range(0, len(encoded), 32):
        with pytest.raises(ProofRefused):
            decode_deck(encoded[:at] + poison + encoded[at + 32 :], N)


@pytest.mark.parametrize("poison", POISON, ids=lambda poison: poison.hex()[:8])
def test_a_poisoned_shuffle_proof_is_refused_in_every_point(poison: bytes) -> None:
    after_f = 128 + 32 * (N + 1)
    for at in (0, 32, 64, 96, after_f, after_f + 32, after_f + 64):
        proof = WORLD.proof[:at] + poison + WORLD.proof[at + 32 :]
        with pytest.raises(ProofRefused, match=Code.NOT_A_POINT):
            verify_shuffle(CONTEXT, WORLD.statement, proof, SeededRng(b"v"))


def test_adding_alone_would_not_have_noticed() -> None:
    """Why every received point is checked: libsodium's addition takes them all."""
    for poison in POISON:
        sodium.crypto_core_ed25519_add(H1.encoded, poison)


def test_the_library_in_use_is_tested_at_start() -> None:
    self_test()
