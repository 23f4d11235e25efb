"""T10: a signature changed by a stranger, or one on which verifiers disagree."""

from __future__ import annotations

import pytest

from protocol.crypto.errors import BadSignature
from protocol.crypto.group import Q
from protocol.crypto.identity import Identity, verify_signature
from protocol.crypto.rng import SeededRng
from protocol.faults import Code
from tests.vectors.format import HERE, read_vector

IDENTITY = Identity.generate(SeededRng(b"malleable"))
MESSAGE = b"an entry"
SIGNATURE = IDENTITY.sign(MESSAGE)


@pytest.mark.parametrize("times", range(1, 15))
def test_adding_the_order_to_s_does_not_make_a_second_signature(times: int) -> None:
    s = int.from_bytes(SIGNATURE[32:], "little") + times * Q
    with pytest.raises(BadSignature, match=Code.SIGNATURE_NOT_REDUCED):
        verify_signature(IDENTITY.public, MESSAGE, SIGNATURE[:32] + s.to_bytes(32, "little"))


def test_every_single_bit_of_a_signature_matters() -> None:
    for bit in range(512):
        changed = bytearray(SIGNATURE)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(BadSignature):
            verify_signature(IDENTITY.public, MESSAGE, bytes(changed))


def test_where_verifiers_disagree_this_one_refuses() -> None:
    disputed = [
        "mixed_key_cofactorless",
        "mixed_key_cofactored",
        "mixed_r",
        "key_identity",
        "key_order_8",
        "r_identity",
        "s_plus_q",
    ]
    for name in disputed:
        fields = read_vector(HERE / "identity" / f"{name}.txt").fields
        with pytest.raises(BadSignature):
            verify_signature(fields["public_key"], fields["message"], fields["signature"])
