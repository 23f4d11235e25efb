"""The public coin (SPEC §3.5)."""

from __future__ import annotations

from collections import Counter

import pytest

from protocol.crypto.coin import coin_order, commit_coin, open_coin
from protocol.crypto.errors import BadEncoding, ProofRefused
from protocol.crypto.rng import SeededRng
from protocol.faults import Code
from tests.protocol.crypto.world import CONTEXT, OTHER_CONTEXTS

E, M = b"e" * 32, b"m" * 32
ENTROPIES = [(0, b"x" * 32), (2, b"y" * 32), (3, b"z" * 32)]
HEAD = bytes(32)


def test_a_coin_opens_to_what_was_committed_and_to_nothing_else() -> None:
    commitment = commit_coin(CONTEXT, E, M)
    open_coin(CONTEXT, commitment, E, M)
    for context, entropy, nonce in (
        (CONTEXT, M, M),
        (CONTEXT, E, E),
        *((other, E, M) for other in OTHER_CONTEXTS.values()),
    ):
        with pytest.raises(ProofRefused, match=Code.COIN_NOT_COMMITTED):
            open_coin(context, commitment, entropy, nonce)


@pytest.mark.parametrize(("entropy", "nonce"), [(b"", M), (E, b""), (E + b"\0", M)])
def test_coin_and_nonce_have_32_bytes(entropy: bytes, nonce: bytes) -> None:
    with pytest.raises(BadEncoding, match=Code.COIN_LENGTH):
        commit_coin(CONTEXT, entropy, nonce)


def test_every_input_moves_the_order() -> None:
    seats = tuple(range(20))
    base = coin_order(ENTROPIES, HEAD, seats)
    assert sorted(base) == list(seats)
    assert coin_order(ENTROPIES[:2], HEAD, seats) != base
    assert coin_order([*ENTROPIES[:2], (3, b"w" * 32)], HEAD, seats) != base
    assert coin_order([*ENTROPIES[:2], (4, b"z" * 32)], HEAD, seats) != base
    assert coin_order(ENTROPIES, b"h" * 32, seats) != base


def test_a_seat_that_drops_is_skipped_and_the_listing_order_does_not_matter() -> None:
    base = coin_order(ENTROPIES, HEAD, (0, 1, 2, 3))
    for gone in range(4):
        rest = tuple(seat for seat in (3, 1, 0, 2) if seat != gone)
        assert coin_order(ENTROPIES, HEAD, rest) == tuple(seat for seat in base if seat != gone)


def test_entropies_out_of_seat_order_or_twice_are_the_callers_mistake() -> None:
    for entropies in (ENTROPIES[::-1], [ENTROPIES[0], ENTROPIES[0]]):
        with pytest.raises(ValueError):
            coin_order(entropies, HEAD, (0, 1))


def test_each_order_of_three_seats_comes_up_about_equally() -> None:
    rng = SeededRng(b"orders")
    counts = Counter(coin_order([(0, rng(32))], HEAD, (0, 1, 2)) for _ in range(3000))
    assert len(counts) == 6
    assert all(400 < count < 600 for count in counts.values())
