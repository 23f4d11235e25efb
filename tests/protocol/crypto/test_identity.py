"""Identities and signatures (SPEC §3.9)."""

from __future__ import annotations

import re

import pytest
from nacl import bindings as sodium

from protocol.crypto.errors import BadEncoding, BadSignature
from protocol.crypto.group import H1, G, Point, Q, Scalar
from protocol.crypto.identity import (
    Identity,
    check_identity_key,
    fingerprint,
    key_words,
    verify_signature,
)
from protocol.crypto.rng import SeededRng
from protocol.crypto.words import WORDS, words_for
from protocol.faults import Code
from tests.protocol.crypto.world import flipped

IDENTITY = Identity.generate(SeededRng(b"identity"))
MESSAGE = b"an entry of the log"
SIGNATURE = IDENTITY.sign(MESSAGE)


def test_a_signature_is_accepted_and_the_same_each_time() -> None:
    verify_signature(IDENTITY.public, MESSAGE, SIGNATURE)
    assert IDENTITY.sign(MESSAGE) == SIGNATURE


def test_an_identity_survives_being_written_down() -> None:
    assert Identity.from_seed(IDENTITY.seed) == IDENTITY


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), bytes(64)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(BadEncoding, match=Code.SEED_LENGTH):
        Identity.from_seed(seed)


def test_an_identity_does_not_show_its_secret() -> None:
    shown = repr(IDENTITY)
    assert repr(IDENTITY.seed)[2:-1] not in shown
    assert IDENTITY.seed.hex() not in shown


@pytest.mark.parametrize("at", range(0, 64, 5))
def test_a_changed_signature_is_refused(at: int) -> None:
    with pytest.raises(BadSignature):
        verify_signature(IDENTITY.public, MESSAGE, flipped(SIGNATURE, at))


def test_a_signature_is_refused_for_another_message_or_key() -> None:
    other = Identity.from_seed(bytes(32)).public
    for public, message in ((other, MESSAGE), (IDENTITY.public, MESSAGE + b"."), (H1.encoded, b"")):
        with pytest.raises(BadSignature, match=Code.SIGNATURE):
            verify_signature(public, message, SIGNATURE)


@pytest.mark.parametrize("signature", [b"", SIGNATURE[:63], SIGNATURE + b"\0"])
def test_a_signature_has_64_bytes(signature: bytes) -> None:
    with pytest.raises(BadSignature, match=Code.SIGNATURE_LENGTH):
        verify_signature(IDENTITY.public, MESSAGE, signature)


def test_a_signature_with_q_added_is_refused() -> None:
    s = int.from_bytes(SIGNATURE[32:], "little") + Q
    with pytest.raises(BadSignature, match=Code.SIGNATURE_NOT_REDUCED):
        verify_signature(IDENTITY.public, MESSAGE, SIGNATURE[:32] + s.to_bytes(32, "little"))


def test_a_signature_whose_r_is_the_identity_is_refused() -> None:
    identity_point = (1).to_bytes(32, "little")
    with pytest.raises(BadSignature, match=Code.SIGNATURE_OF_SMALL_ORDER):
        verify_signature(IDENTITY.public, MESSAGE, identity_point + SIGNATURE[32:])


@pytest.mark.parametrize(
    "public",
    [
        b"",
        bytes(31),
        bytes(32),
        (1).to_bytes(32, "little"),
        b"\xff" * 32,
        sodium.crypto_core_ed25519_add(
            IDENTITY.public,
            bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
        ),
    ],
    ids=["empty", "short", "order 4", "identity", "not canonical", "mixed order"],
)
def test_a_key_outside_the_group_is_no_identity(public: bytes) -> None:
    with pytest.raises(BadEncoding):
        check_identity_key(public)
    with pytest.raises(BadSignature, match=Code.IDENTITY_KEY):
        verify_signature(public, MESSAGE, SIGNATURE)


def test_a_good_key_is_an_identity() -> None:
    check_identity_key(IDENTITY.public)


def test_names_of_keys_are_short_and_differ() -> None:
    other = Identity.from_seed(bytes(32)).public
    assert re.fullmatch("[a-z2-7]{8}", fingerprint(IDENTITY.public))
    assert fingerprint(other) != fingerprint(IDENTITY.public)
    assert len(key_words(other)) == 3
    assert set(key_words(other)) <= set(WORDS)
    assert key_words(other) != key_words(IDENTITY.public)


def test_there_is_one_word_for_each_byte_and_they_are_easily_told_apart() -> None:
    assert len(WORDS) == len({word[:4] for word in WORDS}) == 256
    assert all(re.fullmatch("[a-z]{4,6}", word) for word in WORDS)
    assert words_for(b"\x00\xff") == (WORDS[0], WORDS[255])
    for word in WORDS:
        for other in WORDS:
            if len(word) == len(other) and word != other:
                assert sum(a != b for a, b in zip(word, other, strict=True)) > 1


def test_a_signature_satisfies_the_equation_as_it_is_written() -> None:
    """R = S·G - h·A, computed here from the definition."""
    h = Scalar.wide(sodium.crypto_hash_sha512(SIGNATURE[:32] + IDENTITY.public + MESSAGE))
    r = Scalar(SIGNATURE[32:]) * G - h * Point(IDENTITY.public)
    assert r.encoded == SIGNATURE[:32]
