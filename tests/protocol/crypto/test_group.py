"""The group and its encodings (SPEC §3.1)."""

from __future__ import annotations

import runpy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl import bindings as sodium

from protocol.crypto import group
from protocol.crypto.errors import BadEncoding, IdentityPoint, UnsafeLibrary
from protocol.crypto.group import (
    H1,
    H2,
    G,
    Point,
    PublicSum,
    Q,
    Scalar,
    hash_to_group,
    pedersen,
    point_sum,
    public_sum,
    self_test,
    weighted_sum,
)
from protocol.crypto.rng import SeededRng
from protocol.faults import Code

IDENTITY = (1).to_bytes(32, "little")
P = 2**255 - 19


def test_the_installed_library_passes_the_self_test() -> None:
    self_test()


def test_the_self_test_refuses_a_library_without_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sodium, "has_crypto_core_ed25519", False)
    with pytest.raises(UnsafeLibrary, match=Code.LIBRARY_WITHOUT_GROUP):
        self_test()


def test_the_module_itself_refuses_a_library_without_the_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sodium, "has_crypto_scalarmult_ed25519", False)
    with pytest.raises(UnsafeLibrary, match=Code.LIBRARY_WITHOUT_GROUP):
        runpy.run_path(group.__file__)


def test_the_self_test_refuses_a_library_that_takes_mixed_order_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sodium, "crypto_core_ed25519_is_valid_point", lambda _: True)
    with pytest.raises(UnsafeLibrary, match=Code.LIBRARY_TAKES_BAD_POINTS):
        self_test()


def test_the_self_test_refuses_a_library_that_multiplies_mixed_order_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sodium, "crypto_scalarmult_ed25519_noclamp", lambda _k, p: p)
    with pytest.raises(UnsafeLibrary, match=Code.LIBRARY_MULTIPLIES_BAD_POINTS):
        self_test()


def test_the_self_test_refuses_a_library_that_multiplies_wrongly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = sodium.crypto_scalarmult_ed25519_noclamp
    monkeypatch.setattr(
        sodium, "crypto_scalarmult_ed25519_noclamp", lambda k, p: right(k, p) and G.encoded
    )
    with pytest.raises(UnsafeLibrary, match=Code.LIBRARY_MULTIPLIES_WRONGLY):
        self_test()


def test_the_torsion_points_have_the_orders_that_are_said() -> None:
    def times_two(point: bytes) -> bytes:
        return sodium.crypto_core_ed25519_add(point, point)

    orders = []
    for torsion in group._TORSION:
        order, point = 1, torsion
        while point != IDENTITY:
            order, point = 2 * order, times_two(point)
        orders.append(order)
    assert orders == [2, 4, 4, 8, 8, 8, 8]
    assert len(set(group._TORSION)) == 7


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_point_has_32_bytes(length: int) -> None:
    with pytest.raises(BadEncoding, match=Code.POINT_LENGTH):
        Point(bytes(length))


@pytest.mark.parametrize(
    "encoded",
    [
        IDENTITY,
        *group._TORSION,
        *(sodium.crypto_core_ed25519_add(H1.encoded, torsion) for torsion in group._TORSION),
        (P + 1).to_bytes(32, "little"),
        (P + 3).to_bytes(32, "little"),
        (2).to_bytes(32, "little"),
        b"\xff" * 32,
        (1 | 1 << 255).to_bytes(32, "little"),
    ],
    ids=lambda encoded: encoded.hex()[:8],
)
def test_what_is_not_in_the_group_is_no_point(encoded: bytes) -> None:
    with pytest.raises(BadEncoding, match=Code.NOT_A_POINT):
        Point(encoded)


@given(st.binary(min_size=32, max_size=32))
def test_random_bytes_make_a_point_that_encodes_to_them_or_are_refused(data: bytes) -> None:
    try:
        point = Point(data)
    except BadEncoding:
        return
    assert point.encoded == data


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_scalar_has_32_bytes(length: int) -> None:
    with pytest.raises(BadEncoding, match=Code.SCALAR_LENGTH):
        Scalar(bytes(length))


@pytest.mark.parametrize("number", [Q, Q + 1, 2**253, 2**255, 2**256 - 1])
def test_a_scalar_is_below_the_order(number: int) -> None:
    with pytest.raises(BadEncoding, match=Code.SCALAR_NOT_REDUCED):
        Scalar(number.to_bytes(32, "little"))


@pytest.mark.parametrize("number", [0, 1, Q - 1])
def test_the_ends_of_the_scalars_are_scalars(number: int) -> None:
    assert int(Scalar(number.to_bytes(32, "little"))) == number


numbers = st.integers(min_value=0, max_value=Q - 1)


@given(numbers, numbers)
def test_scalars_add_and_multiply_as_numbers_do_modulo_q(a: int, b: int) -> None:
    left, right = Scalar.of(a), Scalar.of(b)
    assert int(left + right) == (a + b) % Q
    assert int(left - right) == (a - b) % Q
    assert int(left * right) == a * b % Q
    assert int(-left) == -a % Q
    assert (left == right) == (a == b)


def test_scalars_and_other_things_differ_and_equal_ones_hash_alike() -> None:
    assert Scalar.of(3) != 3
    assert {Scalar.of(3), Scalar.of(Q + 3)} == {Scalar.of(3)}


def test_a_random_scalar_is_never_zero() -> None:
    draws = iter([bytes(64), Q.to_bytes(64, "little"), (7).to_bytes(64, "little")])
    assert int(Scalar.random(lambda _: next(draws))) == 7


def test_multiplication_distributes_over_addition() -> None:
    rng = SeededRng(b"distribute")
    a, b = Scalar.random(rng), Scalar.random(rng)
    for point in (G, H1):
        assert a * point + b * point == (a + b) * point
        assert a * (point + H2) == a * point + a * H2
        assert Scalar.of(2) * point == point + point
        assert a * point - b * point == (a - b) * point


def test_the_identity_is_never_a_point() -> None:
    for attempt in (
        lambda: G - G,
        lambda: Scalar.of(0) * H1,
        lambda: H1 + Scalar.of(-1) * H1,
        lambda: point_sum([]),
        lambda: point_sum([H1, Scalar.of(-1) * H1]),
        lambda: weighted_sum([(Scalar.of(0), G)]),
        lambda: public_sum((5, G), (-5, G)),
    ):
        with pytest.raises(IdentityPoint):
            attempt()


def test_all_ways_to_sum_agree_and_pass_through_the_identity() -> None:
    terms = [(3, H1), (-3, H1), (0, H2), (4, G), (Q, H2), (9, H2)]
    expected = Scalar.of(4) * G + Scalar.of(9) * H2
    assert public_sum(*terms) == expected
    assert weighted_sum((Scalar.of(number), point) for number, point in terms) == expected
    assert point_sum([H1, Scalar.of(-1) * H1, H2, G]) == H2 + G


def test_a_public_sum_knows_zero() -> None:
    total = PublicSum()
    total.add(7, H1)
    total.add(2, G)
    assert not total.is_zero()
    total.add(-7, H1)
    total.add(-2, G)
    assert total.is_zero()


def test_generators_are_all_different_and_come_from_their_labels() -> None:
    points = [G, H1, H2, *pedersen(52)]
    assert len(set(points)) == len(points)
    assert pedersen(52)[:28] == pedersen(27)
    assert hash_to_group(b"p2pcards/1 generator H1") == H1
    assert hash_to_group(b"p2pcards/1 generator P0") == pedersen(2)[0]


def test_a_scalar_does_not_show_itself() -> None:
    secret = Scalar.of(123456789)
    assert secret.encoded.hex() not in repr(secret)
    assert "123456789" not in f"{secret!r} {secret!s}"
