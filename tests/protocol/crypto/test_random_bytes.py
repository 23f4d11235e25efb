"""Whatever bytes a peer sends, the answer is `ProofRefused` and never a crash."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import Point, Scalar
from protocol.crypto.identity import check_identity_key, verify_signature
from protocol.crypto.keys import SeatKey, verify_key
from protocol.crypto.masking import decode_deck
from protocol.crypto.rng import SeededRng
from protocol.crypto.shares import decode_shares, make_shares, verify_shares
from protocol.crypto.shuffle_proof import shuffle_proof_size, verify_shuffle
from protocol.crypto.suits import BRANCH_SIZE, verify_suits
from tests.protocol.crypto.world import CARDS, CONTEXT, make_world, verify_at_once

WORLD = make_world(b"random bytes")
KEY = WORLD.keys[1]
HIDDEN = WORLD.hidden(0)
MASKED = [(0, WORLD.new[0])]
SHARES, _ = make_shares(CONTEXT, KEY, MASKED, SeededRng(b"shares"))
RNG = SeededRng(b"weights")

ZERO, ONE, ALL = bytes(32), (1).to_bytes(32, "little"), b"\xff" * 32
# Fields that are well-formed, and fields that are special: random bytes alone get no further than
# the first point.
PIECES = st.sampled_from(
    [ZERO, ONE, ALL, WORLD.joint.encoded, SHARES[0].encoded, Scalar.of(-1).encoded, ONE[:16]]
)

READERS: dict[str, tuple[int, Callable[[bytes], object]]] = {
    "point": (32, Point),
    "scalar": (32, Scalar),
    "secret": (32, SeatKey.decode_secret),
    "deck": (64 * len(CARDS), lambda data: decode_deck(data, len(CARDS))),
    "shares": (96, lambda data: decode_shares(data, 3)),
    "identity key": (32, check_identity_key),
}
VERIFIERS: dict[str, tuple[int, Callable[[bytes], object]]] = {
    "key proof": (64, lambda data: verify_key(CONTEXT, (), KEY.public, data)),
    "shares proof": (64, lambda data: verify_shares(CONTEXT, KEY.public, MASKED, SHARES, data)),
    "shuffle proof": (
        shuffle_proof_size(len(CARDS)),
        lambda data: verify_shuffle(CONTEXT, WORLD.statement, data, RNG),
    ),
    "shuffle chain": (
        shuffle_proof_size(len(CARDS)),
        lambda data: verify_at_once(CONTEXT, WORLD.statement, data, RNG),
    ),
    "suits proof": (
        2 * BRANCH_SIZE,
        lambda data: verify_suits(CONTEXT, KEY.public, HIDDEN, (1, 2), data),
    ),
    "signature": (64, lambda data: verify_signature(KEY.public.encoded, b"", data)),
}


def bytes_for(size: int) -> st.SearchStrategy[bytes]:
    """Any bytes; bytes of the right size; fields of the right form strung together to the size."""
    pieced = st.lists(PIECES, min_size=size // 16, max_size=size // 16)
    return st.one_of(
        st.binary(max_size=200),
        st.binary(min_size=size, max_size=size),
        pieced.map(lambda pieces: b"".join(pieces)[:size]),
    )


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_readers_take_bytes_or_refuse_them(name: str, data: st.DataObject) -> None:
    size, read = READERS[name]
    try:
        read(data.draw(bytes_for(size)))
    except ProofRefused:
        return


@pytest.mark.heavy
@pytest.mark.parametrize("name", VERIFIERS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_verifiers_refuse_made_up_bytes(name: str, data: st.DataObject) -> None:
    size, verify = VERIFIERS[name]
    with pytest.raises(ProofRefused):
        verify(data.draw(bytes_for(size)))


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_shuffle_proof_with_fields_exchanged_is_refused(data: st.DataObject) -> None:
    fields = [WORLD.proof[at : at + 32] for at in range(0, len(WORLD.proof), 32)]
    exchanged = data.draw(st.permutations(fields))
    if exchanged == fields:
        return
    with pytest.raises(ProofRefused):
        verify_shuffle(CONTEXT, WORLD.statement, b"".join(exchanged), RNG)
