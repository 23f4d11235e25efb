"""T6: who picks the commitment's generators can open one commitment in two ways."""

from __future__ import annotations

import hashlib
import inspect

from nacl import bindings as sodium

from protocol.crypto import group, keys, shares, shuffle, shuffle_proof, suits
from protocol.crypto.group import H1, H2, G, Point, pedersen


def from_label(name: str) -> bytes:
    digest = hashlib.sha512(f"p2pcards/1 generator {name}".encode()).digest()
    return sodium.crypto_core_ed25519_add(
        sodium.crypto_core_ed25519_from_uniform(digest[:32]),
        sodium.crypto_core_ed25519_from_uniform(digest[32:]),
    )


def test_all_generators_follow_from_their_labels() -> None:
    assert H1.encoded == from_label("H1")
    assert H2.encoded == from_label("H2")
    assert [point.encoded for point in pedersen(52)] == [from_label(f"P{i}") for i in range(53)]
    assert G.encoded.hex() == "58" + "66" * 31


def test_no_function_of_a_proof_takes_a_generator() -> None:
    for module in (keys, shares, shuffle, shuffle_proof, suits):
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if name.startswith(("prove_", "verify_", "make_", "prepare_")):
                assert "generators" not in inspect.signature(function).parameters


def test_changed_generators_would_change_every_shuffle_challenge() -> None:
    assert group.generators_digest(27) != group.generators_digest(28)
    points = b"".join(point.encoded for point in (G, H1, H2, *pedersen(27)))
    assert group.generators_digest(27) == hashlib.sha512(points).digest()


def test_no_two_generators_are_related_by_a_small_factor() -> None:
    points = [G, H1, H2, *pedersen(10)]
    multiples: set[Point] = set()
    for point in points:
        multiple = point
        for _ in range(20):
            multiple = multiple + point
            multiples.add(multiple)
    assert not multiples & set(points)
