from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import trio
import trio.testing
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.crypto.identity import Identity
from protocol.crypto.words import words_for
from protocol.faults import Code
from protocol.net.links import handshake as handshake_module
from protocol.net.links import link as link_module
from protocol.net.links.frames import CHUNK_BYTES, MAX_PAYLOAD_BYTES, FrameKind, Goodbye
from protocol.net.links.handshake import (
    HANDSHAKE_LIMIT_S,
    MESSAGE_BYTES,
    PREAMBLE,
    HandshakeFailed,
    comparison_words,
    handshake,
)
from protocol.net.links.link import BURST_BYTES, DEAD_AFTER_S, RATE_BYTES_PER_S, Link, LinkClosed

ALICE = Identity.from_seed(b"a" * 32)
BOB = Identity.from_seed(b"b" * 32)
CAROL = Identity.from_seed(b"c" * 32)

# What each side sends during a handshake, as (offset, length) in its stream.
FROM_INITIATOR = len(PREAMBLE) + 2 + MESSAGE_BYTES[0] + 2 + MESSAGE_BYTES[2]
FROM_RESPONDER = len(PREAMBLE) + 2 + MESSAGE_BYTES[1] + 2 + 1 + 16

Outcome = Link | HandshakeFailed | LinkClosed


class Tap(trio.abc.Stream):
    """A stream whose outgoing bytes pass through `change(offset, data)` first."""

    def __init__(
        self, stream: trio.abc.Stream, change: Callable[[int, bytes], bytes] = lambda _, d: d
    ) -> None:
        self._stream = stream
        self._change = change
        self.sent = bytearray()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        changed = self._change(len(self.sent), bytes(data))
        self.sent += data
        if changed:
            await self._stream.send_all(changed)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        return bytes(await self._stream.receive_some(max_bytes))

    async def aclose(self) -> None:
        await self._stream.aclose()


class Piecewise(Tap):
    """A stream that delivers a few bytes at a time, however they were sent."""

    def __init__(self, stream: trio.abc.Stream, sizes: list[int]) -> None:
        super().__init__(stream)
        self._sizes = sizes

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        size = self._sizes.pop() if self._sizes else 1
        return await super().receive_some(min(size, max_bytes or size))


async def outcome(
    stream: trio.abc.Stream, identity: Identity, is_initiator: bool, expected: bytes | None
) -> Outcome:
    try:
        return await handshake(stream, identity, is_initiator=is_initiator, expected_peer=expected)
    except HandshakeFailed as failed:
        return failed


async def shake(
    left: trio.abc.Stream,
    right: trio.abc.Stream,
    *,
    initiator: Identity = ALICE,
    responder: Identity = BOB,
    expected_by_initiator: bytes | None = None,
    expected_by_responder: bytes | None = None,
) -> tuple[Outcome, Outcome]:
    """Both sides of a handshake, the initiator's outcome first."""
    results: dict[bool, Outcome] = {}

    async def side(is_initiator: bool) -> None:
        results[is_initiator] = await (
            outcome(left, initiator, True, expected_by_initiator)
            if is_initiator
            else outcome(right, responder, False, expected_by_responder)
        )

    async with trio.open_nursery() as nursery:
        nursery.start_soon(side, True)
        nursery.start_soon(side, False)
    return results[True], results[False]


async def linked() -> tuple[Link, Link]:
    a, b = await shake(*trio.testing.memory_stream_pair())
    assert isinstance(a, Link)
    assert isinstance(b, Link)
    return a, b


def fault(result: Outcome) -> Code:
    assert isinstance(result, HandshakeFailed)
    return result.code


async def raw_frame(link: Link, kind: int, body: bytes) -> None:
    """Send a frame of our own making, as a peer with the right keys but bad manners would."""
    sealed = link._sending.encrypt(bytes([kind]) + body)
    await link._stream.send_all(len(sealed).to_bytes(2, "big") + sealed)


# --- handshake ----------------------------------------------------------------------------------


async def test_both_sides_learn_who_the_other_is_and_get_the_same_words_and_hash() -> None:
    a, b = await linked()
    assert (a.peer, b.peer) == (BOB.public, ALICE.public)
    assert a.words == b.words
    assert len(a.words) == 3
    assert a.handshake_hash == b.handshake_hash
    assert (a.is_initiator, b.is_initiator) == (True, False)


async def test_the_words_are_fresh_for_every_link() -> None:
    seen = set()
    for _ in range(3):
        a, _ = await linked()
        seen.add(a.words)
    assert len(seen) > 1


def test_the_words_depend_on_both_keys_and_both_nonces() -> None:
    base = (ALICE.public, BOB.public, b"1" * 32, b"2" * 32)
    words = comparison_words(*base)
    assert set(words) <= {words_for(bytes([i]))[0] for i in range(256)}
    for at in range(4):
        changed = list(base)
        changed[at] = b"3" * 32
        assert comparison_words(*changed) != words
    assert comparison_words(BOB.public, ALICE.public, b"1" * 32, b"2" * 32) != words


async def test_the_expected_peer_is_accepted() -> None:
    a, b = await shake(
        *trio.testing.memory_stream_pair(),
        expected_by_initiator=BOB.public,
        expected_by_responder=ALICE.public,
    )
    assert isinstance(a, Link)
    assert isinstance(b, Link)


async def test_another_peer_than_the_expected_is_refused_by_the_initiator() -> None:
    a, b = await shake(*trio.testing.memory_stream_pair(), expected_by_initiator=CAROL.public)
    assert fault(a) is Code.WRONG_PEER
    assert fault(b) is Code.HANDSHAKE_CUT


async def test_another_peer_than_the_expected_is_refused_by_the_responder() -> None:
    a, b = await shake(*trio.testing.memory_stream_pair(), expected_by_responder=CAROL.public)
    assert fault(a) is Code.HANDSHAKE_CUT
    assert fault(b) is Code.WRONG_PEER


async def test_dialling_ourselves_is_noticed() -> None:
    a, _ = await shake(*trio.testing.memory_stream_pair(), responder=ALICE)
    assert fault(a) is Code.OURSELVES


async def flipped(is_initiators: bool, at: int) -> None:
    def flip(offset: int, data: bytes) -> bytes:
        if not offset <= at < offset + len(data):
            return data
        i = at - offset
        return data[:i] + bytes([data[i] ^ 0x40]) + data[i + 1 :]

    left, right = trio.testing.memory_stream_pair()
    taps = (Tap(left, flip), right) if is_initiators else (left, Tap(right, flip))
    a, b = await shake(*taps)
    # A flip in the last message is seen by its reader only once its writer is through; whoever
    # believes in a link after that hears nothing from it but the end.
    assert isinstance(a, HandshakeFailed)
    if isinstance(b, Link):
        with pytest.raises(LinkClosed):
            await b.receive()


@pytest.mark.heavy
@pytest.mark.parametrize("at", range(FROM_INITIATOR))
async def test_a_bit_flipped_anywhere_in_what_the_initiator_says_ends_it(
    at: int, autojump_clock: trio.testing.MockClock
) -> None:
    await flipped(True, at)


@pytest.mark.heavy
@pytest.mark.parametrize("at", range(FROM_RESPONDER))
async def test_a_bit_flipped_anywhere_in_what_the_responder_says_ends_it(
    at: int, autojump_clock: trio.testing.MockClock
) -> None:
    await flipped(False, at)


async def test_a_recorded_initiator_cannot_be_replayed() -> None:
    left, right = trio.testing.memory_stream_pair()
    tap = Tap(left)
    await shake(tap, right)
    recorded = bytes(tap.sent[:FROM_INITIATOR])
    left, right = trio.testing.memory_stream_pair()
    await left.send_all(recorded)
    assert fault(await outcome(right, BOB, False, None)) is Code.HANDSHAKE_GARBLED


async def test_a_recorded_responder_cannot_be_replayed() -> None:
    left, right = trio.testing.memory_stream_pair()
    tap = Tap(right)
    await shake(left, tap)
    recorded = bytes(tap.sent)
    left, right = trio.testing.memory_stream_pair()
    await right.send_all(recorded)
    assert fault(await outcome(left, ALICE, True, None)) is Code.HANDSHAKE_GARBLED


async def test_a_peer_that_echoes_our_own_bytes_is_refused() -> None:
    near, far = trio.testing.memory_stream_pair()

    async def echo() -> None:
        while data := await far.receive_some():
            await far.send_all(data)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(echo)
        assert fault(await outcome(near, ALICE, True, None)) is Code.HANDSHAKE_GARBLED


@pytest.mark.heavy
@pytest.mark.parametrize("length", range(FROM_INITIATOR))
async def test_a_caller_that_hangs_up_at_any_byte_is_only_a_failed_handshake(length: int) -> None:
    left, right = trio.testing.memory_stream_pair()
    tap = Tap(left, lambda offset, data: data[: max(0, length - offset)])

    async def hang_up() -> None:
        await trio.testing.wait_all_tasks_blocked()
        await left.send_stream.aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(outcome, tap, ALICE, True, None)
        nursery.start_soon(hang_up)
        assert fault(await outcome(right, BOB, False, None)) is Code.HANDSHAKE_CUT
        nursery.cancel_scope.cancel()


async def test_a_silent_caller_is_dropped_at_the_handshake_limit(
    autojump_clock: trio.testing.MockClock,
) -> None:
    _, right = trio.testing.memory_stream_pair()
    start = trio.current_time()
    assert fault(await outcome(right, BOB, False, None)) is Code.HANDSHAKE_TIMED_OUT
    assert trio.current_time() - start == pytest.approx(HANDSHAKE_LIMIT_S)


async def test_a_caller_that_drips_bytes_is_dropped_at_the_handshake_limit(
    autojump_clock: trio.testing.MockClock,
) -> None:
    left, right = trio.testing.memory_stream_pair()

    async def drip() -> None:
        for byte in PREAMBLE[:4]:
            await left.send_all(bytes([byte]))
            await trio.sleep(HANDSHAKE_LIMIT_S / 4)

    start = trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drip)
        assert fault(await outcome(right, BOB, False, None)) is Code.HANDSHAKE_TIMED_OUT
    assert trio.current_time() - start == pytest.approx(HANDSHAKE_LIMIT_S)


@pytest.mark.parametrize(
    ("hello", "expected"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", Code.NOT_P2PCARDS),
        (b"p2pcards/2\n" + bytes(80), Code.OTHER_VERSION),
        (b"p2pcards/1\n\xff\xff" + bytes(80), Code.HANDSHAKE_GARBLED),
        (b"p2pcards/1\n\x00\x00" + bytes(80), Code.HANDSHAKE_GARBLED),
    ],
)
async def test_what_is_not_our_protocol_is_named(hello: bytes, expected: Code) -> None:
    for is_initiator in (True, False):
        left, right = trio.testing.memory_stream_pair()
        await left.send_all(hello)
        assert fault(await outcome(right, BOB, is_initiator, None)) is expected


async def test_another_version_is_answered_with_ours_before_hanging_up() -> None:
    left, right = trio.testing.memory_stream_pair()
    await left.send_all(b"p2pcards/9\n")
    await outcome(right, BOB, False, None)
    assert await left.receive_some() == PREAMBLE


async def test_the_initiator_must_open_the_commitment_it_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Grinding the words means choosing a nonce after seeing the responder's: the commitment of
    # message 1 then no longer fits message 3.
    honest = handshake_module.commitment
    made: list[bytes] = []

    def first_call_lies(nonce: bytes, identity: bytes, static: bytes) -> bytes:
        made.append(nonce)
        return honest(b"x" * 32 if len(made) == 1 else nonce, identity, static)

    monkeypatch.setattr(handshake_module, "commitment", first_call_lies)
    a, b = await shake(*trio.testing.memory_stream_pair())
    assert fault(b) is Code.BAD_COMMITMENT
    assert fault(a) is Code.HANDSHAKE_CUT


@pytest.mark.parametrize(
    ("kind", "body", "expected"),
    [
        (FrameKind.LAST, b"not empty", Code.HANDSHAKE_GARBLED),
        (FrameKind.MORE, b"short", Code.HANDSHAKE_GARBLED),
        (FrameKind.GOODBYE, bytes([Goodbye.NOT_ADMITTED]), Code.HANDSHAKE_CUT),
    ],
)
async def test_a_responder_whose_first_frame_is_no_acceptance_is_no_peer(
    monkeypatch: pytest.MonkeyPatch, kind: FrameKind, body: bytes, expected: Code
) -> None:
    send = Link.send

    async def otherwise(self: Link, payload: bytes) -> None:
        if self.is_initiator or payload:
            await send(self, payload)
        else:
            await raw_frame(self, kind, body)

    monkeypatch.setattr(Link, "send", otherwise)
    a, _ = await shake(*trio.testing.memory_stream_pair())
    assert fault(a) is expected
    assert isinstance(a, HandshakeFailed)
    assert a.peer == BOB.public


async def test_an_initiator_that_is_gone_before_it_is_accepted_is_a_failed_handshake() -> None:
    left, right = trio.testing.memory_stream_pair()

    def refuse(offset: int, data: bytes) -> bytes:
        if offset:  # its third message is out; what the responder sends next finds nobody
            raise trio.BrokenResourceError
        return data

    _, b = await shake(left, Tap(right, refuse))
    assert fault(b) is Code.HANDSHAKE_CUT
    assert isinstance(b, HandshakeFailed)
    assert b.peer == ALICE.public


@pytest.mark.parametrize("liar", [True, False])
async def test_a_signature_by_another_key_is_refused(
    liar: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = handshake_module._sign

    def forge(identity: Identity, role: bytes, static: bytes, bound: bytes) -> bytes:
        is_liar = (role == b"I") == liar
        return honest(CAROL if is_liar else identity, role, static, bound)

    monkeypatch.setattr(handshake_module, "_sign", forge)
    a, b = await shake(*trio.testing.memory_stream_pair())
    assert fault(b if liar else a) is Code.BAD_IDENTITY


async def test_a_signature_of_another_handshake_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = handshake_module._sign
    monkeypatch.setattr(
        handshake_module, "_sign", lambda i, role, static, _: honest(i, role, static, b"\0" * 64)
    )
    a, _ = await shake(*trio.testing.memory_stream_pair())
    assert fault(a) is Code.BAD_IDENTITY


@pytest.mark.heavy
@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400), st.booleans(), st.booleans())
async def test_arbitrary_bytes_end_in_a_failed_handshake(
    data: bytes, is_initiator: bool, with_preamble: bool
) -> None:
    left, right = trio.testing.memory_stream_pair()
    await left.send_all((PREAMBLE if with_preamble else b"") + data)
    await left.send_eof()
    assert isinstance(await outcome(right, BOB, is_initiator, None), HandshakeFailed)


# --- frames -------------------------------------------------------------------------------------

SIZES = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, MAX_PAYLOAD_BYTES]


@pytest.mark.parametrize("size", SIZES)
async def test_payloads_of_every_size_arrive_whole_in_both_directions(size: int) -> None:
    a, b = await linked()
    for sender, receiver in ((a, b), (b, a)):
        payload = bytes(i % 251 for i in range(size))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(sender.send, payload)
            assert await receiver.receive() == payload


async def test_a_payload_that_is_too_large_is_our_own_mistake() -> None:
    a, _ = await linked()
    with pytest.raises(ValueError):
        await a.send(bytes(MAX_PAYLOAD_BYTES + 1))


@pytest.mark.heavy
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.binary(max_size=200), min_size=1, max_size=4),
    st.lists(st.integers(1, 40), min_size=50, max_size=50),
)
async def test_however_the_bytes_are_cut_the_payloads_are_the_same(
    payloads: list[bytes], sizes: list[int]
) -> None:
    left, right = trio.testing.memory_stream_pair()
    a, b = await shake(Piecewise(left, sizes[:25]), Piecewise(right, sizes))
    assert isinstance(a, Link)
    assert isinstance(b, Link)
    for payload in payloads:
        await a.send(payload)
    assert [await b.receive() for _ in payloads] == payloads


async def test_a_receive_cancelled_half_way_loses_nothing() -> None:
    left, right = trio.testing.memory_stream_pair()
    held: list[bytes] = []
    tap = Tap(
        left,
        lambda offset, data: (
            data
            if offset < FROM_INITIATOR
            else (
                held.append(data) or b""  # type: ignore[func-returns-value]
            )
        ),
    )
    a, b = await shake(tap, right)
    assert isinstance(a, Link)
    assert isinstance(b, Link)
    payload = b"y" * (CHUNK_BYTES + 100)
    await a.send(payload)
    stream = b"".join(held)
    for cut in (1, 2, 50, CHUNK_BYTES + 30):
        await left.send_all(stream[:cut])
        stream = stream[cut:]
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(b.receive)
                await trio.testing.wait_all_tasks_blocked()
                scope.cancel()
    await left.send_all(stream)
    assert await b.receive() == payload


async def corrupted(change: Callable[[list[bytes]], list[bytes]]) -> Code:
    """What the reader makes of three sent frames, changed on their way by `change`."""
    left, right = trio.testing.memory_stream_pair()
    held: list[bytes] = []

    def hold(offset: int, data: bytes) -> bytes:
        if offset < FROM_INITIATOR:
            return data
        held.append(data)
        return b""

    a, b = await shake(Tap(left, hold), right)
    assert isinstance(a, Link)
    assert isinstance(b, Link)
    for payload in (b"one", b"two", b"three"):
        await a.send(payload)
    await left.send_all(b"".join(change(held)))
    await left.send_stream.aclose()
    try:
        while True:
            await b.receive()
    except LinkClosed as closed:
        return closed.code


async def test_a_replayed_frame_ends_the_link() -> None:
    assert await corrupted(lambda f: [f[0], f[0]]) is Code.LINK_GARBLED


async def test_reordered_frames_end_the_link() -> None:
    assert await corrupted(lambda f: [f[1], f[0]]) is Code.LINK_GARBLED


async def test_a_missing_frame_ends_the_link() -> None:
    assert await corrupted(lambda f: [f[0], f[2]]) is Code.LINK_GARBLED


async def test_a_stream_cut_within_a_frame_is_a_cut_link() -> None:
    assert await corrupted(lambda f: [f[0], f[1][:-1]]) is Code.LINK_CUT


async def test_a_stream_cut_between_frames_is_not_taken_for_a_goodbye() -> None:
    assert await corrupted(lambda f: f) is Code.LINK_CUT


@pytest.mark.parametrize("at", range(2 + 1 + 16 + 3))
async def test_a_bit_flipped_in_a_frame_ends_the_link(at: int) -> None:
    def flip(frames: list[bytes]) -> list[bytes]:
        changed = bytearray(frames[0])
        changed[at] ^= 0x01
        return [bytes(changed), *frames[1:]]

    assert await corrupted(flip) in (Code.LINK_GARBLED, Code.LINK_CUT)


async def test_a_frame_of_ours_reflected_to_us_ends_the_link() -> None:
    left, right = trio.testing.memory_stream_pair()
    tap = Tap(left)
    a, b = await shake(tap, right)
    assert isinstance(a, Link)
    assert isinstance(b, Link)
    await a.send(b"mine")
    await right.send_all(bytes(tap.sent[FROM_INITIATOR:]))
    with pytest.raises(LinkClosed) as caught:
        await a.receive()
    assert caught.value.code is Code.LINK_GARBLED


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (4, b""),
        (255, b"x"),
        (FrameKind.PING, b"x"),
        (FrameKind.GOODBYE, b""),
        (FrameKind.GOODBYE, b"\x09"),
        (FrameKind.GOODBYE, b"\x00\x00"),
        (FrameKind.MORE, b"short"),
        (FrameKind.MORE, b""),
    ],
)
async def test_frames_that_are_no_frames_end_the_link(kind: int, body: bytes) -> None:
    a, b = await linked()
    await raw_frame(a, kind, body)
    with pytest.raises(LinkClosed) as caught:
        await b.receive()
    assert caught.value.code is Code.LINK_GARBLED


@pytest.mark.parametrize("length", [0, 1, 15, 16])
async def test_a_frame_too_short_to_say_anything_ends_the_link_unread(length: int) -> None:
    a, b = await linked()
    await a._stream.send_all(length.to_bytes(2, "big"))  # its body need not even come
    with pytest.raises(LinkClosed) as caught:
        await b.receive()
    assert caught.value.code is Code.LINK_GARBLED


async def test_a_split_payload_with_an_empty_last_chunk_ends_the_link() -> None:
    a, b = await linked()
    await raw_frame(a, FrameKind.MORE, bytes(CHUNK_BYTES))
    await raw_frame(a, FrameKind.LAST, b"")
    with pytest.raises(LinkClosed) as caught:
        await b.receive()
    assert caught.value.code is Code.LINK_GARBLED


async def test_an_endless_payload_ends_the_link_at_the_limit() -> None:
    a, b = await linked()
    for _ in range(MAX_PAYLOAD_BYTES // CHUNK_BYTES + 1):
        await raw_frame(a, FrameKind.MORE, bytes(CHUNK_BYTES))
    with pytest.raises(LinkClosed) as caught:
        await b.receive()
    assert caught.value.code is Code.LINK_GARBLED


async def test_a_payload_one_byte_over_the_limit_ends_the_link() -> None:
    a, b = await linked()
    whole, rest = divmod(MAX_PAYLOAD_BYTES + 1, CHUNK_BYTES)
    for _ in range(whole):
        await raw_frame(a, FrameKind.MORE, bytes(CHUNK_BYTES))
    await raw_frame(a, FrameKind.LAST, bytes(rest))
    with pytest.raises(LinkClosed) as caught:
        await b.receive()
    assert caught.value.code is Code.LINK_GARBLED


@pytest.mark.heavy
@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=1, max_size=400))
async def test_arbitrary_bytes_on_a_link_end_it_and_nothing_else(data: bytes) -> None:
    a, b = await linked()
    await a._stream.send_all(data)
    await a._stream.aclose()
    with pytest.raises(LinkClosed):
        await b.receive()


# --- closing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goodbye", "reason"),
    [
        (Goodbye.LEFT, Code.PEER_LEFT),
        (Goodbye.NOT_ADMITTED, Code.NOT_ADMITTED),
        (Goodbye.DUPLICATE, Code.DUPLICATE_LINK),
        (Goodbye.MISBEHAVED, Code.MISBEHAVED),
    ],
)
async def test_a_goodbye_tells_the_other_side_why(goodbye: Goodbye, reason: Code) -> None:
    a, b = await linked()
    await a.close(goodbye)
    await a.close()
    with pytest.raises(LinkClosed) as caught:
        await b.receive()
    assert caught.value.code is reason
    assert (a.closed, b.closed) == (Code.CLOSED_HERE, reason)
    calls: list[Callable[[], Awaitable[object]]] = [a.receive, lambda: a.send(b""), b.receive]
    for call in calls:
        with pytest.raises(LinkClosed):
            await call()


async def test_closing_while_another_task_receives_wakes_it() -> None:
    a, _ = await linked()
    reasons = []

    async def read() -> None:
        try:
            await a.receive()
        except LinkClosed as closed:
            reasons.append(closed.code)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read)
        await trio.testing.wait_all_tasks_blocked()
        await a.close()
    assert reasons == [Code.CLOSED_HERE]


async def test_a_send_cancelled_half_way_ends_the_link() -> None:
    left, right = trio.testing.lockstep_stream_pair()
    a, _ = await shake(left, right)
    assert isinstance(a, Link)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(a.send, b"never read")
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    with pytest.raises(LinkClosed):
        await a.send(b"more")


async def test_a_goodbye_to_a_peer_that_does_not_read_takes_a_second_at_most(
    autojump_clock: trio.testing.MockClock,
) -> None:
    a, _ = await shake(*trio.testing.lockstep_stream_pair())
    assert isinstance(a, Link)
    start = trio.current_time()
    await a.close()
    assert trio.current_time() - start == pytest.approx(link_module.GOODBYE_LIMIT_S)


# --- time ---------------------------------------------------------------------------------------


async def test_a_silent_peer_is_noticed_after_the_limit(
    autojump_clock: trio.testing.MockClock,
) -> None:
    a, _ = await linked()
    start = trio.current_time()
    with pytest.raises(LinkClosed) as caught:
        await a.receive()
    assert caught.value.code is Code.LINK_SILENT
    assert trio.current_time() - start == pytest.approx(DEAD_AFTER_S)


async def test_keep_alives_hold_an_idle_link_open(autojump_clock: trio.testing.MockClock) -> None:
    a, b = await linked()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(b.keep_alive)
        with trio.move_on_after(10 * DEAD_AFTER_S) as scope:
            await a.receive()
        assert scope.cancelled_caught
        assert a.closed is None
        nursery.cancel_scope.cancel()


async def test_a_peer_that_takes_nothing_is_given_up(
    autojump_clock: trio.testing.MockClock,
) -> None:
    a, _ = await shake(*trio.testing.lockstep_stream_pair())
    assert isinstance(a, Link)
    start = trio.current_time()
    with pytest.raises(LinkClosed) as caught:
        await a.send(b"hello")
    assert caught.value.code is Code.LINK_SILENT
    assert trio.current_time() - start == pytest.approx(DEAD_AFTER_S)


async def test_a_flood_is_read_no_faster_than_the_rate(
    autojump_clock: trio.testing.MockClock,
) -> None:
    a, b = await linked()
    start = trio.current_time()
    total = 2 * BURST_BYTES
    count = total // CHUNK_BYTES
    for _ in range(count):
        await a.send(bytes(CHUNK_BYTES))
        await b.receive()
    least = (count * CHUNK_BYTES - BURST_BYTES) / RATE_BYTES_PER_S
    assert trio.current_time() - start >= least * 0.9
