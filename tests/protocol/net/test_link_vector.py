"""The handshake's bytes, once recomputed from the SPEC's words alone and once by `link` itself."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trio
import trio.testing

from protocol.crypto.identity import Identity
from protocol.crypto.words import words_for
from protocol.net.links import handshake as handshake_module
from protocol.net.links.frames import Goodbye
from protocol.net.links.handshake import handshake
from protocol.net.links.link import Link
from protocol.net.links.noise import Handshake, KeyPair, key_pair

VECTOR = Path(__file__).parents[2] / "vectors" / "noise" / "link.txt"

HEAD = """\
expect: ok
spec: SPEC N2, N3: a whole link, the bytes of each direction as they go over the wire
comment: the responder's acceptance, then "hello" by the initiator and its goodbye
provenance: computed by this project from fixed keys and nonces
"""

SEEDS = {
    "init_identity_seed": b"\x01" * 32,
    "resp_identity_seed": b"\x02" * 32,
    "init_static": b"\x03" * 32,
    "init_ephemeral": b"\x04" * 32,
    "resp_static": b"\x05" * 32,
    "resp_ephemeral": b"\x06" * 32,
    "init_nonce": b"\x07" * 32,
    "resp_nonce": b"\x08" * 32,
}
INITIATOR = Identity.from_seed(SEEDS["init_identity_seed"])
RESPONDER = Identity.from_seed(SEEDS["resp_identity_seed"])


def by_the_spec() -> dict[str, bytes]:
    """All fields of the vector, without any code of `link`."""
    preamble = b"p2pcards/1\n"
    static_i, static_r = key_pair(SEEDS["init_static"]), key_pair(SEEDS["resp_static"])
    initiator, responder = (
        Handshake(
            is_initiator=role == "init",
            static=key_pair(SEEDS[f"{role}_static"]),
            prologue=preamble,
            ephemeral=key_pair(SEEDS[f"{role}_ephemeral"]),
        )
        for role in ("init", "resp")
    )
    n_i, n_r = SEEDS["init_nonce"], SEEDS["resp_nonce"]

    def framed(message: bytes) -> bytes:
        return len(message).to_bytes(2, "big") + message

    committed = hashlib.blake2b(
        b"p2pcards/1/link-commitment\0" + n_i + INITIATOR.public + static_i.public, digest_size=32
    ).digest()
    one = initiator.write(committed)
    responder.read(one)
    label = b"p2pcards/1/link-signature\0"
    sig_r = RESPONDER.sign(label + b"R" + static_r.public + responder.hash)
    two = responder.write(n_r + RESPONDER.public + sig_r)
    initiator.read(two)
    sig_i = INITIATOR.sign(label + b"I" + static_i.public + initiator.hash)
    three = initiator.write(n_i + INITIATOR.public + sig_i)
    responder.read(three)
    outward, inward = initiator.split(), responder.split()
    accepted = framed(inward.sending.encrypt(b"\0"))
    hello = framed(outward.sending.encrypt(b"\0hello"))
    goodbye = framed(outward.sending.encrypt(b"\3\0"))
    words = hashlib.blake2b(
        b"p2pcards/1/link-words\0" + INITIATOR.public + RESPONDER.public + n_i + n_r, digest_size=32
    ).digest()
    return {
        **SEEDS,
        "commitment": committed,
        "init_signature": sig_i,
        "resp_signature": sig_r,
        "from_initiator": preamble + framed(one) + framed(three) + hello + goodbye,
        "from_responder": preamble + framed(two) + accepted,
        "handshake_hash": outward.handshake_hash,
        "words": words[:3],
    }


def text_of(fields: dict[str, bytes]) -> str:
    return HEAD + "".join(f"{name}: {value.hex()}\n" for name, value in fields.items())


def test_the_vector_is_what_the_spec_says() -> None:
    assert text_of(by_the_spec()) == VECTOR.read_text(encoding="utf-8")


class Recorder(trio.abc.Stream):
    """A stream that keeps what is sent through it."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self.sent = bytearray()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += data
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        return bytes(await self._stream.receive_some(max_bytes))

    async def aclose(self) -> None:
        await self._stream.aclose()


async def test_a_link_sends_exactly_the_vectors_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = by_the_spec()

    def fixed_keys(role: str) -> Callable[[], KeyPair]:
        keys: Iterator[bytes] = iter([SEEDS[f"{role}_static"], SEEDS[f"{role}_ephemeral"]])
        return lambda: key_pair(next(keys))

    # The initiator draws everything before the responder starts: the two take turns on a stream.
    drawn = {"init": fixed_keys("init"), "resp": fixed_keys("resp")}
    left, right = (Recorder(stream) for stream in trio.testing.memory_stream_pair())
    links: dict[str, Link] = {}

    async def side(role: str, stream: Recorder, identity: Identity) -> None:
        monkeypatch.setattr(handshake_module, "generate_key_pair", drawn[role])
        monkeypatch.setattr(handshake_module, "system_rng", lambda _: SEEDS[f"{role}_nonce"])
        links[role] = await handshake(
            stream, identity, is_initiator=role == "init", expected_peer=None
        )

    async with trio.open_nursery() as nursery:
        nursery.start_soon(side, "init", left, INITIATOR)
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(side, "resp", right, RESPONDER)
    initiator, responder = links["init"], links["resp"]
    await initiator.send(b"hello")
    assert await responder.receive() == b"hello"
    await initiator.close(Goodbye.LEFT)
    assert bytes(left.sent) == fields["from_initiator"]
    assert bytes(right.sent) == fields["from_responder"]
    assert initiator.handshake_hash == responder.handshake_hash == fields["handshake_hash"]
    assert initiator.words == responder.words == words_for(fields["words"])
