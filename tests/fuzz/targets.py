"""Everything that comes from elsewhere, each as a function of bytes: for `make fuzz`, and for tests.

The one rule: what a check lets out is a finding. Each catches what the code under it may raise on
purpose, no more, and returns whether the bytes were good ones.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import trio
import trio.testing
from zeroconf import Error as ZeroconfError
from zeroconf import ServiceInfo

from cli.errors import CommandError
from cli.evening.conduct import room as rooms
from cli.files.own_hands import hands_in
from cli.settings import settings_in
from cli.words.en import lobby as lobby_words
from p2pcards.games import GAMES
from protocol.audit import audit
from protocol.crypto.identity import Identity, fingerprint
from protocol.faults import Code
from protocol.net import returning
from protocol.net.files.known_peers import PeersFileBad, read_peers
from protocol.net.finding.addresses import Interface
from protocol.net.finding.listings import TableAd
from protocol.net.finding.records import SERVICE_TYPE, read_listing, service_info
from protocol.net.joining import Begun
from protocol.net.links import handshake, link
from protocol.net.links.frames import CHUNK_BYTES, MAX_PAYLOAD_BYTES
from protocol.net.links.noise import (
    TAG_BYTES,
    Handshake,
    NoiseRefused,
    Transport,
    generate_key_pair,
)
from protocol.net.lobby import (
    BadMessage,
    Gathering,
    Hello,
    NotAsShown,
    Plan,
    Refused,
    Room,
    SeatInfo,
    Start,
    Wish,
    check_start,
    decode_from_guest,
    decode_from_host,
    dialable_addresses,
    encode_message,
    guest_seat,
)
from protocol.table.judge.opening import propose
from protocol.table.judge.setting import BadProposal, check_proposal
from protocol.table.memory.notes import encode_nonce, encode_secrets, read_notes
from protocol.table.memory.secrets import draw_secrets
from protocol.wire.codec import LINE_LIMIT, BadLine, decode_line, sign_entry, verify_line
from protocol.wire.entries import Proposal
from protocol.wire.names import check_name
from protocol.wire.talk import Catchup, Links, Say, decode_talk, encode_talk
from tests.protocol.wire.samples import FIELDS, IDENTITIES, KEYS, TABLE, sample
from tests.simulation import light
from tests.simulation.weather import log_of, table_of_bots

HERE: Final = Path(__file__).parent
AZI: Final = GAMES["azi"]
ME, PEER = (Identity.from_seed(bytes([seed]) * 32) for seed in (1, 2))
LAN: Final = Interface("eth0", "fe80::1%2", 64, 2)


@dataclass(frozen=True, slots=True)
class Target:
    """What is to be tried.

    Args:
        check: Takes any bytes; raises only for a finding; returns whether they were good.
        seeds: Inputs to begin with, good ones among them.
        most_bytes: Longest input worth trying: somewhat more than is ever taken.
        is_json: The bytes are lines of JSON, which can be changed value by value.
    """

    check: Callable[[bytes], bool]
    seeds: Callable[[], Iterator[bytes]]
    most_bytes: int
    is_json: bool = True


# --- frames and handshake ------------------------------------------------------------------------


class Scripted(trio.abc.Stream):
    """A stream whose other end is a generator: sent what we sent, it gives what we receive.

    What it gives first, before it was sent anything, is lost.
    """

    def __init__(self, other: Generator[bytes, bytes, None]) -> None:
        self._other = other
        next(other)
        self._sent = b""
        self._waiting = b""

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        if not self._waiting:
            sent, self._sent = self._sent, b""
            try:
                self._waiting = self._other.send(sent)
            except StopIteration:
                return b""
        some, self._waiting = self._waiting[:max_bytes], self._waiting[max_bytes:]
        return some

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self._sent += data

    async def wait_send_all_might_not_block(self) -> None:
        pass

    async def aclose(self) -> None:
        pass


class Unsealed:
    """Takes the place of a cipher: what ends in 0xff counts as forged, all else is as it stands."""

    def encrypt(self, plaintext: bytes) -> bytes:
        return plaintext + bytes(TAG_BYTES)

    def decrypt(self, sealed: bytes) -> bytes:
        if sealed.endswith(b"\xff"):
            raise NoiseRefused(Code.NOT_AUTHENTIC)
        return sealed[:-TAG_BYTES]


def run(work: Callable[[], Any]) -> Any:
    """Run in a time in which nobody waits."""
    return trio.run(work, clock=trio.testing.MockClock(autojump_threshold=0))


MOST_PIECES: Final = 500
"""What is cut where matters in the heads and at the ends of frames; a long one's middle only takes time."""


def pieces(data: bytes, size: int) -> Generator[bytes, bytes, None]:
    yield b""
    size = max(size, len(data) // MOST_PIECES)
    for at in range(0, len(data), size):
        yield data[at : at + size]


def check_frames(data: bytes) -> bool:
    """The first byte says in pieces of what size the others arrive."""

    async def receive() -> int:
        size = 1 + 257 * data[0] if data else 1
        stream = Scripted(pieces(data[1:], size))
        reader = link.Reader(stream)
        transport = Transport(Unsealed(), Unsealed(), bytes(64), bytes(32))  # type: ignore[arg-type]
        one = link.Link(stream, reader, transport, peer=PEER.public, words=(), is_initiator=True)
        count = 0
        try:
            while True:
                assert len(await one.receive()) <= MAX_PAYLOAD_BYTES
                count += 1
        except link.LinkClosed:
            assert one.closed is not None
            return count

    return bool(run(receive))


def frame(kind: int, body: bytes) -> bytes:
    sealed = bytes([kind]) + body + bytes(TAG_BYTES)
    return len(sealed).to_bytes(2, "big") + sealed


def frames() -> Iterator[bytes]:
    yield b"\xff" + frame(0, b"hello") + frame(2, b"") + frame(3, b"\x01")
    yield b"\x01" + frame(0, b"") + frame(0, b"{}")
    full = frame(1, bytes(CHUNK_BYTES))
    yield b"\xff" + full + frame(2, b"") + frame(0, b"x")
    yield b"\xff" + full * 4 + frame(0, b"x")


class Bytes:
    """What is taken from the input, piece by piece; zeros when it is used up."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def take(self, count: int) -> bytes:
        taken, self._data = self._data[:count], self._data[count:]
        return taken.ljust(count, b"\0")

    def rest(self) -> bytes:
        taken, self._data = self._data, b""
        return taken


def attack(data: bytes) -> Generator[bytes, bytes, None]:
    """The other side of a handshake: honest, except where a bit of the second byte is set."""
    is_initiator, flips, given = not data[:1] > b"\x7f", data[1:2] or b"\0", Bytes(data[2:])

    def wrong(bit: int) -> bool:
        return bool(flips[0] >> bit & 1)

    def framed(message: bytes) -> bytes:
        return given.rest() if wrong(6) else len(message).to_bytes(2, "big") + message

    static = generate_key_pair()
    noise = Handshake(
        is_initiator=is_initiator,
        static=static,
        prologue=handshake.PREAMBLE,
        ephemeral=generate_key_pair(),
    )
    nonce = given.take(32) if wrong(0) else bytes(32)
    public = given.take(32) if wrong(1) else PEER.public

    def hello(role: bytes, bound: bytes) -> bytes:
        signature = PEER.sign(handshake.LABEL_SIGNATURE + role + static.public + bound)
        return nonce + public + (given.take(64) if wrong(2) else signature)

    preamble = given.take(11) if wrong(3) else handshake.PREAMBLE
    committed = handshake.commitment(nonce, public, static.public)
    sent = yield b""
    if is_initiator:
        first = given.take(32) if wrong(4) else committed
        sent = yield preamble + framed(noise.write(first))
        noise.read(sent[len(handshake.PREAMBLE) + 2 :])
        sent = yield framed(noise.write(hello(b"I", noise.hash)))
    else:
        noise.read(sent[len(handshake.PREAMBLE) + 2 :])
        bound = noise.hash
        sent = yield preamble + framed(noise.write(hello(b"R", bound)))
        noise.read(sent[2:])
        accepted = noise.split().sending.encrypt(b"\0" + (given.take(9) if wrong(7) else b""))
        yield given.rest() if wrong(5) else framed(accepted)


def check_handshake(data: bytes) -> bool:
    async def meet() -> bool:
        stream = Scripted(attack(data))
        try:
            await handshake.handshake(
                stream, ME, is_initiator=data[:1] > b"\x7f", expected_peer=PEER.public
            )
        except handshake.HandshakeFailed:
            return False
        return True

    return bool(run(meet))


def handshakes() -> Iterator[bytes]:
    for side in (b"\x00", b"\xff"):
        for flips in (0, *(1 << bit for bit in range(8))):
            yield side + bytes([flips]) + bytes(range(64))


# --- lobby and listings --------------------------------------------------------------------------


@cache
def offered() -> tuple[Room, Start]:
    """A room and the start of its table."""
    seats = tuple(
        SeatInfo(one.public, name, False, False, True, ("192.168.1.4:27365", "fe80::1"))
        for one, name in ((PEER, "Bek"), (ME, "Ann"))
    )
    table = Gathering(Plan(AZI, AZI.options({}), 4, 30, 10), seats[0])
    table.sit(seats[1], 0)
    named = [(seat.name, seat.key) for seat in seats]
    proposal = propose(PEER, AZI, {}, named, 30, 10).line
    return table.room(0), Start(proposal.decode(), seats, bytes(32))


def check_lobby(data: bytes) -> bool:
    """A message that begins with a blank is a guest's."""
    room, _ = offered()
    try:
        message = decode_from_guest(data[1:]) if data[:1] == b" " else decode_from_host(data)
    except BadMessage:
        return False
    match message:
        case Hello():
            check_name(guest_seat(ME.public, message, is_hosted=False).name)
            assert len(dialable_addresses(message.addresses, (LAN,))) <= 16
        case Room():
            lobby_words.room_heading(message, "Azi")
            lobby_words.room_options(message)
            for before in (None, room):
                for change in rooms.changes(before, message):
                    lobby_words.room_change(change)
        case Start():
            try:
                check_start(message, room, PEER.public)
            except NotAsShown:
                return False
        case Wish() | Refused():
            pass
    return True


def lobbies() -> Iterator[bytes]:
    room, start = offered()
    yield b" " + encode_message(Hello.of("Ann", is_bot=False, addresses=("10.0.0.1:1", "[::1]:2")))
    yield b" " + encode_message(Wish("ready"))
    for message in (room, start, Refused("full")):
        yield encode_message(message)


def check_listings(data: bytes) -> bool:
    """The name, a zero, two bytes of port, then the TXT record's bytes."""
    name, _, rest = data.partition(b"\0")
    nick = name.decode("utf-8", "replace").replace("{key}", fingerprint(PEER.public))
    try:
        info = ServiceInfo(
            SERVICE_TYPE,
            f"{nick}.{SERVICE_TYPE}",
            port=int.from_bytes(rest[:2], "big"),
            properties=rest[2:],
            addresses=[bytes(4), rest[:4].ljust(4, b"\0"), rest[-16:].ljust(16, b"\0")],
        )
    except ZeroconfError:
        return False
    listing = read_listing(info)
    if listing is None:
        return False
    check_name(listing.nick)
    assert len(listing.game + listing.seats + listing.flags) <= 56
    return True


def listings() -> Iterator[bytes]:
    text = service_info(TableAd(PEER.public, "Bek", "azi", "1/4", "open", 27365), [LAN]).text
    assert text is not None
    yield b"Bek {key}\0\x6a\xe5" + text
    yield b"{key}\0\0\1" + text
    yield b"Bek {key}\0\x6a\xe5" + text.replace(b"v=1", b"v=2")


# --- entries, talk, logs -------------------------------------------------------------------------


def check_entries(data: bytes) -> bool:
    try:
        entry = decode_line(data)[0].entry
    except BadLine:
        return False
    # What is taken has one encoding, by another encoder's word.
    again = json.dumps(json.loads(data), ensure_ascii=False, separators=(",", ":")).encode()
    assert again == data
    assert len(data) <= LINE_LIMIT
    if isinstance(entry, Proposal):
        with suppress(BadProposal):
            check_proposal(entry)
    try:
        verify_line(data, TABLE, KEYS)
    except BadLine:
        return False
    return True


def entries() -> Iterator[bytes]:
    for kind in FIELDS:
        yield sign_entry(sample(kind), TABLE, IDENTITIES[1]).line
    yield propose(PEER, AZI, {}, [("Bek", PEER.public), ("Ann", ME.public)], 30).line


def check_talk(data: bytes) -> bool:
    try:
        decode_talk(data)
    except BadLine:
        return False
    return True


def talks() -> Iterator[bytes]:
    for talk in (Catchup(7), Links((0, 2)), Say("hello")):
        yield encode_talk(talk)


class _Unsigned(light.LightProofs):
    """Without signatures too, so that a changed entry is judged as its author's."""

    verify_signature = staticmethod(lambda *_: None)


UNSIGNED = _Unsigned()


def check_logs(data: bytes) -> bool:
    return audit(data, proofs=UNSIGNED).problem is None


@cache
def played() -> tuple[bytes, ...]:
    logs = []
    with light.light_proofs():
        for game, seats in (("azi", 2), ("lukfu", 3)):
            world = table_of_bots(seats=seats, deals=1, game_name=game)
            world.run()
            logs.append(log_of(world.tables[0]))
    return tuple(logs)


def logs() -> Iterator[bytes]:
    for log in played():
        yield log
        lines = log.splitlines(keepends=True)
        for count in range(1, min(len(lines), 40), 3):
            yield b"".join(lines[:count])


# --- files of our own ----------------------------------------------------------------------------


def check_notes(data: bytes) -> bool:
    """Notes of a table, and notes of our own hands."""
    lines = data.split(b"\n")
    kept = read_notes(lines)
    assert len(kept.entries) + len(kept.secrets) <= len(lines)
    assert kept.nonce is None or len(kept.nonce) == 32
    hands = hands_in(data, AZI.pack)
    left = returning._read(HERE / "none.notes", data, ME.public, 0.0)
    if left is not None:
        assert 1 <= left.port <= 65_535
        assert "\0" not in str(left.log)
    return bool(kept.secrets or kept.nonce or hands or left)


def notes() -> Iterator[bytes]:
    _, start = offered()
    first = returning.encode_table(
        Begun(start.proposal.encode(), start.seats, 1, bytes(32)), 27365, Path("/a.log"), "Bek"
    )
    deck = encode_secrets((3, bytes(32)), draw_secrets(lambda count: bytes([7]) * count))
    yield b"\n".join((first, encode_nonce(bytes(32)), deck, next(entries()), b""))
    yield b'{"deal": 1, "deck": 1, "cards": {"3": "10H", "4": "AS"}}\n'


def check_settings(data: bytes) -> bool:
    try:
        settings_in(data, HERE / "config.toml")
    except CommandError as error:
        refused = error.sentence
    else:
        return True
    assert "\n" not in refused
    assert len(refused) < 1000
    return False


def settings() -> Iterator[bytes]:
    yield b'# mine\nname = "Sanjar"\nbell = false\ndeadline = 30\ntrick_pause = 1.5\ntheme = "dark"\n'


def check_known_peers(data: bytes) -> bool:
    try:
        for one in read_peers(data, HERE / "known-peers"):
            check_name(one.nick)
    except PeersFileBad:
        return False
    return True


def known_peers() -> Iterator[bytes]:
    line = b'{"key":"%b","nick":"%b","first":"2026-11-30","last":"2026-12-01","times":3}\n'
    yield line % (b"a" * 64, b"Ann") + line % (b"b" * 64, "Бек".encode())


TARGETS: Final = {
    "frames": Target(check_frames, frames, 5 * 65_600, is_json=False),
    "handshake": Target(check_handshake, handshakes, 512, is_json=False),
    "lobby": Target(check_lobby, lobbies, 18_000),
    "listings": Target(check_listings, listings, 600, is_json=False),
    "entries": Target(check_entries, entries, 70_000),
    "talk": Target(check_talk, talks, 70_000),
    "logs": Target(check_logs, logs, 200_000),
    "notes": Target(check_notes, notes, 70_000),
    "settings": Target(check_settings, settings, 70_000, is_json=False),
    "known-peers": Target(check_known_peers, known_peers, 70_000),
}
"""By what is tried, in the order of `make fuzz`."""
