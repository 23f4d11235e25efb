"""T2: a card is known again by some property that masking does not change."""

from __future__ import annotations

from collections import Counter

import pytest
from nacl import bindings as sodium

from protocol.crypto.errors import BadEncoding
from protocol.crypto.group import _TORSION, Point, Q, Scalar
from protocol.crypto.masking import decode_deck, encode_deck
from protocol.crypto.rng import SeededRng
from protocol.crypto.shuffle import prepare_shuffle, shuffle
from protocol.faults import Code
from tests.protocol.crypto.world import CARDS, make_world

WORLD = make_world(b"marking")


def order_divides_q(point: Point) -> bool:
    """Whether (q - 1)·P = -P, so that q·P is the identity."""
    return (Scalar.of(Q - 1) * point).encoded == sodium.crypto_core_ed25519_sub(
        (1).to_bytes(32, "little"), point.encoded
    )


def test_every_part_of_every_masked_card_has_the_order_of_the_group() -> None:
    for masked in (*WORLD.old, *WORLD.new):
        assert order_divides_q(masked.c1)
        assert order_divides_q(masked.c2)


@pytest.mark.parametrize("torsion", _TORSION, ids=lambda torsion: torsion.hex()[:6])
def test_a_mark_of_small_order_is_refused_on_receipt(torsion: bytes) -> None:
    encoded = encode_deck(WORLD.new)
    for field in range(2 * len(CARDS)):
        at = 32 * field
        marked = sodium.crypto_core_ed25519_add(encoded[at : at + 32], torsion)
        with pytest.raises(BadEncoding, match=Code.NOT_A_POINT):
            decode_deck(encoded[:at] + marked + encoded[at + 32 :], len(CARDS))


@pytest.mark.heavy
def test_no_bit_of_a_masked_card_tells_which_card_it_was() -> None:
    """Over 300 shuffles, each bit looked at is set for each card about half of the time."""
    rng = SeededRng(b"bits")
    rounds = 300
    ones: Counter[tuple[int, int]] = Counter()
    bits = (0, 7, 100, 255, 256, 263, 400, 511)
    for _ in range(rounds):
        prepared = prepare_shuffle(len(CARDS), WORLD.joint, rng)
        secrets = prepared._secrets
        assert secrets is not None
        new, _ = shuffle(WORLD.old, prepared)
        for place, masked in zip(secrets.perm, new, strict=True):
            number = int.from_bytes(masked.c1.encoded + masked.c2.encoded, "little")
            for bit in bits:
                ones[place, bit] += number >> bit & 1
    # Five standard deviations of a fair coin thrown 300 times are 43; the seed is fixed.
    assert all(abs(ones[card, bit] - rounds / 2) < 43 for card in range(len(CARDS)) for bit in bits)
