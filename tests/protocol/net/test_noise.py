from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.faults import Code
from protocol.net.links.noise import (
    CipherState,
    Handshake,
    KeyPair,
    NoiseRefused,
    generate_key_pair,
    key_pair,
)

VECTOR = Path(__file__).parents[2] / "vectors" / "noise" / "xx_cacophony.txt"

# The u-coordinates of small order on Curve25519 and its twist, as cr.yp.to/ecdh.html lists them.
LOW_ORDER = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]


def read_vector() -> dict[str, str]:
    lines = VECTOR.read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines)


def pair(prologue_i: bytes = b"p", prologue_r: bytes = b"p") -> tuple[Handshake, Handshake]:
    def side(is_initiator: bool, prologue: bytes) -> Handshake:
        return Handshake(
            is_initiator=is_initiator,
            static=generate_key_pair(),
            prologue=prologue,
            ephemeral=generate_key_pair(),
        )

    return side(True, prologue_i), side(False, prologue_r)


def test_the_published_xx_vector_is_met_byte_for_byte_by_both_sides() -> None:
    vector = {k: v for k, v in read_vector().items() if k not in {"expect", "spec", "comment"}}
    raw = {k: bytes.fromhex(v) for k, v in vector.items() if k != "provenance"}
    sides = [
        Handshake(
            is_initiator=role == "init",
            static=key_pair(raw[f"{role}_static"]),
            prologue=raw["prologue"],
            ephemeral=key_pair(raw[f"{role}_ephemeral"]),
        )
        for role in ("init", "resp")
    ]
    for step in (1, 2, 3):
        writer, reader = sides if step % 2 else reversed(sides)
        message = writer.write(raw[f"payload_{step}"])
        assert message == raw[f"ciphertext_{step}"]
        assert reader.read(message) == raw[f"payload_{step}"]
        assert writer.hash == reader.hash
    transports = [side.split() for side in sides]
    # The vectors go on alternating: message 4 is the responder's.
    for step in (4, 5, 6):
        sender, receiver = reversed(transports) if step % 2 == 0 else transports
        sealed = sender.sending.encrypt(raw[f"payload_{step}"])
        assert sealed == raw[f"ciphertext_{step}"]
        assert receiver.receiving.decrypt(sealed) == raw[f"payload_{step}"]
    assert transports[0].handshake_hash == transports[1].handshake_hash
    assert transports[0].remote_static == key_pair(raw["resp_static"]).public
    assert transports[1].remote_static == key_pair(raw["init_static"]).public


def test_two_handshakes_never_share_a_hash() -> None:
    hashes = set()
    for _ in range(2):
        initiator, responder = pair()
        responder.read(initiator.write(b""))
        initiator.read(responder.write(b""))
        responder.read(initiator.write(b""))
        assert initiator.split().handshake_hash == responder.split().handshake_hash
        hashes.add(initiator.split().handshake_hash)
    assert len(hashes) == 2


def test_a_different_prologue_is_refused_at_the_second_message() -> None:
    initiator, responder = pair(b"p2pcards/1\n", b"p2pcards/2\n")
    responder.read(initiator.write(b""))
    with pytest.raises(NoiseRefused):
        initiator.read(responder.write(b""))


@pytest.mark.parametrize("point", LOW_ORDER)
def test_a_low_order_ephemeral_is_refused_by_whoever_multiplies_with_it(point: str) -> None:
    _, responder = pair()
    responder.read(bytes.fromhex(point) + b"payload")
    with pytest.raises(NoiseRefused, match=Code.LOW_ORDER_POINT):
        responder.write(b"")


@pytest.mark.parametrize("point", LOW_ORDER)
def test_a_low_order_static_is_refused(point: str) -> None:
    weak = KeyPair(bytes.fromhex(point), generate_key_pair().secret)
    initiator, _ = pair()
    responder = Handshake(
        is_initiator=False, static=weak, prologue=b"p", ephemeral=generate_key_pair()
    )
    responder.read(initiator.write(b""))
    with pytest.raises(NoiseRefused, match=Code.LOW_ORDER_POINT):
        initiator.read(responder.write(b""))


def shake(step: int, change: Callable[[bytes], bytes]) -> None:
    """A whole handshake in which `change` was made to the message of this step on its way."""
    sides = list(pair())
    for k in (1, 2, 3):
        writer, reader = sides if k % 2 else reversed(sides)
        message = writer.write(b"data")
        reader.read(change(message) if k == step else message)


SIZES = {1: 32 + 4, 2: 32 + 48 + 4 + 16, 3: 48 + 4 + 16}


@pytest.mark.parametrize("step", [1, 2, 3])
def test_flipping_any_byte_of_a_handshake_message_stops_the_handshake(step: int) -> None:
    for at in range(SIZES[step]):

        def flip(message: bytes, at: int = at) -> bytes:
            assert len(message) == SIZES[step]
            return message[:at] + bytes([message[at] ^ 0x80]) + message[at + 1 :]

        with pytest.raises(NoiseRefused):
            shake(step, flip)


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_truncated_handshake_message_stops_the_handshake(step: int) -> None:
    for length in range(SIZES[step]):
        with pytest.raises(NoiseRefused):
            shake(step, lambda message, length=length: message[:length])  # type: ignore[misc]


def test_a_refused_handshake_cannot_go_on() -> None:
    initiator, responder = pair()
    responder.read(initiator.write(b""))
    responder.write(b"")
    with pytest.raises(NoiseRefused):
        initiator.read(b"nonsense")
    with pytest.raises(AssertionError):
        initiator.write(b"")


def test_a_frame_is_refused_when_replayed_or_out_of_order() -> None:
    sender, receiver = CipherState(b"k" * 32), CipherState(b"k" * 32)
    first, second = sender.encrypt(b"one"), sender.encrypt(b"two")
    with pytest.raises(NoiseRefused, match=Code.NOT_AUTHENTIC):
        receiver.decrypt(second)
    receiver = CipherState(b"k" * 32)
    assert receiver.decrypt(first) == b"one"
    with pytest.raises(NoiseRefused, match=Code.NOT_AUTHENTIC):
        receiver.decrypt(first)


@pytest.mark.parametrize("length", [0, 1, 15])
def test_what_is_shorter_than_a_tag_is_no_frame_and_uses_no_nonce(length: int) -> None:
    sender, receiver = CipherState(b"k" * 32), CipherState(b"k" * 32)
    with pytest.raises(NoiseRefused, match=Code.TOO_SHORT):
        receiver.decrypt(b"x" * length)
    assert receiver.decrypt(sender.encrypt(b"one")) == b"one"


def test_the_last_nonce_is_never_used() -> None:
    cipher = CipherState(b"k" * 32)
    cipher._nonce = 2**64 - 1
    with pytest.raises(NoiseRefused, match=Code.NONCES_USED_UP):
        cipher.encrypt(b"")


def test_secrets_stay_out_of_repr() -> None:
    keys = generate_key_pair()
    assert repr(keys.secret) not in repr(keys)


@given(st.binary(max_size=300))
def test_arbitrary_bytes_raise_nothing_but_noise_refused(data: bytes) -> None:
    initiator, responder = pair()
    try:
        responder.read(data)
        responder.write(b"")
    except NoiseRefused:
        pass
    initiator.write(b"")
    with pytest.raises(NoiseRefused):
        initiator.read(data)
