"""Fair numbers from random bytes."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from protocol.crypto.rng import SeededRng, below, permutation, system_rng


def test_a_seed_gives_the_same_bytes_however_they_are_cut() -> None:
    whole, cut = SeededRng(b"s"), SeededRng(b"s")
    assert whole(150) == cut(1) + cut(70) + cut(0) + cut(79)


def test_a_seed_gives_the_documented_stream() -> None:
    expected = hashlib.sha512(b"s" + bytes(8)).digest()
    assert SeededRng(b"s")(64) == expected


def test_the_systems_bytes_have_the_length_asked_for_and_differ() -> None:
    assert len(system_rng(32)) == 32
    assert system_rng(32) != system_rng(32)


def test_below_rejects_what_is_too_large_instead_of_wrapping_it() -> None:
    draws = iter([b"\x07", b"\x06", b"\x05", b"\x03"])
    assert below(lambda _: next(draws), 5) == 3


def test_below_one_is_zero_and_nothing_is_below_zero() -> None:
    assert below(SeededRng(b""), 1) == 0
    with pytest.raises(ValueError):
        below(SeededRng(b""), 0)


def test_below_reaches_every_number_about_equally() -> None:
    rng = SeededRng(b"even")
    counts = Counter(below(rng, 6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_a_permutation_has_each_number_once() -> None:
    for n in (0, 1, 2, 27, 52):
        assert sorted(permutation(SeededRng(b"p"), n)) == list(range(n))
