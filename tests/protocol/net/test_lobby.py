from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
import trio
import trio.testing

from p2pcards.games import GAMES
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng
from protocol.faults import Code, Reason
from protocol.net import hosting as hosting_module
from protocol.net.attendance import Attendance
from protocol.net.conduct import watchers as watchers_module
from protocol.net.conduct.roles import Host, Silent
from protocol.net.finding.addresses import Address, Interface
from protocol.net.hosting import HostLobby
from protocol.net.joining import Begun, GuestLobby
from protocol.net.links.events import Received
from protocol.net.links.link import Link, LinkClosed
from protocol.net.links.mesh import Mesh, open_mesh
from protocol.net.lobby import (
    COUNTDOWN_S,
    MESSAGE_LIMIT,
    BadMessage,
    Gathering,
    Hello,
    NotAsShown,
    Plan,
    Refused,
    Room,
    Said,
    Say,
    SeatInfo,
    SeatRefused,
    Start,
    Wish,
    WishKind,
    check_start,
    decode_after_hello,
    decode_from_guest,
    decode_from_host,
    decode_hello,
    dialable_addresses,
    encode_message,
    guest_seat,
    told_addresses,
)
from protocol.net.session import BotPlayer, Session
from protocol.table.judge.opening import propose, read_proposal
from protocol.table.table import Table
from protocol.wire.codec import NO_TABLE, sign_entry
from protocol.wire.seating import encode_at

GAME = GAMES["azi"]
MARK = b"mark" * 8
HOST, ANN, BOB, CYN = (Identity.from_seed(bytes([70 + i]) * 32) for i in range(4))
NOBODY = BotPlayer(GAME.bot("easy"), SeededRng(b"nobody"))
PLAN = Plan(GAME, GAME.options({}), most=3, deadline_s=30, deals=2)

LinkPair = Callable[[Identity, Identity], Awaitable[tuple[Link, Link]]]


def seat(identity: Identity, name: str = "x", *, ready: bool = False) -> SeatInfo:
    return SeatInfo(
        key=identity.public, name=name, bot=False, hosted=False, ready=ready, addresses=()
    )


def gathering(*, most: int = 3, host_ready: bool = True) -> Gathering:
    plan = Plan(GAME, GAME.options({}), most=most, deadline_s=30, deals=2)
    made = Gathering(plan, seat(HOST, "Host"))
    made.set_ready(HOST.public, host_ready, 0)
    return made


# --- names ----------------------------------------------------------------------------------------


def test_a_bot_of_the_host_gives_way_to_a_guest_of_its_name_and_the_guest_keeps_his() -> None:
    table = Gathering(PLAN, seat(HOST, "Ann"), bot_names=("Ann", "Bek", "Cem", "Dan"))
    hosted = msgspec.structs.replace(seat(BOB, "Bek", ready=True), bot=True, hosted=True)
    table.sit(hosted, 0)
    assert [one.name for one in table.seats] == ["Ann", "Bek"]
    table.sit(seat(CYN, "bek"), 0)
    assert [one.name for one in table.seats] == ["Ann", "Cem", "bek"]
    assert [one.key for one in table.seats] == [HOST.public, BOB.public, CYN.public]


def test_a_bot_that_comes_later_takes_no_name_that_is_there_and_guests_are_called_as_they_say() -> (
    None
):
    plan = Plan(GAME, GAME.options({}), most=5, deadline_s=30, deals=2)
    table = Gathering(plan, seat(HOST, "Host"), bot_names=("Bek", "Cem", "Dan"))
    for identity in (ANN, BOB):
        table.sit(seat(identity, "Bek"), 0)
    assert [one.name for one in table.seats] == ["Host", "Bek", "Bek"]
    for number in (80, 81):
        key = Identity.from_seed(bytes([number]) * 32)
        table.sit(msgspec.structs.replace(seat(key, "Bek"), bot=True, hosted=True), 0)
    assert [one.name for one in table.seats[3:]] == ["Cem", "Dan"]


def test_one_bot_that_gives_way_takes_no_name_from_another() -> None:
    plan = Plan(GAME, GAME.options({}), most=4, deadline_s=30, deals=2)
    table = Gathering(plan, seat(HOST, "Host"), bot_names=("Bek", "Cem", "Dan"))
    for identity, name in ((ANN, "Bek"), (BOB, "Cem")):
        table.sit(msgspec.structs.replace(seat(identity, name), bot=True, hosted=True), 0)
    table.sit(seat(CYN, "Bek"), 0)
    assert [one.name for one in table.seats] == ["Host", "Dan", "Cem", "Bek"]


# --- the ready check ------------------------------------------------------------------------------


def test_it_starts_at_once_when_the_least_number_is_there_and_all_are_ready() -> None:
    table = gathering()
    assert not table.start_if_due(0)  # one seat is too few
    table.sit(seat(ANN), 0)
    assert not table.start_if_due(0)
    table.set_ready(ANN.public, True, 0)
    assert table.start_if_due(0)
    assert not table.start_if_due(0)  # once is enough


def test_who_is_not_ready_when_the_countdown_ends_loses_the_seat() -> None:
    table = gathering()
    table.sit(seat(ANN), 0)
    table.sit(seat(BOB), 0)
    table.set_ready(ANN.public, True, 5)
    assert table.due_s == 5 + COUNTDOWN_S
    assert table.room(10).starts_in_ms == (COUNTDOWN_S - 5) * 1000
    assert not table.start_if_due(4.9 + COUNTDOWN_S)
    assert table.start_if_due(5 + COUNTDOWN_S)
    assert [one.key for one in table.seats] == [HOST.public, ANN.public]


def test_a_newcomer_does_not_prolong_the_countdown() -> None:
    table = gathering()
    table.sit(seat(ANN, ready=False), 0)
    table.sit(seat(BOB), 0)
    table.set_ready(ANN.public, True, 1)
    table.stand(BOB.public, 2)
    table.sit(seat(CYN), 3)
    assert table.due_s == 1 + COUNTDOWN_S


def test_the_countdown_stops_when_too_few_are_ready() -> None:
    table = gathering()
    table.sit(seat(ANN), 0)
    table.sit(seat(BOB), 0)
    table.set_ready(ANN.public, True, 1)
    table.set_ready(ANN.public, False, 2)
    assert table.due_s is None
    table.set_ready(ANN.public, True, 3)
    table.stand(ANN.public, 4)
    assert table.due_s is None
    assert not table.start_if_due(100)


def test_without_the_host_nothing_starts() -> None:
    table = gathering(host_ready=False)
    table.sit(seat(ANN), 0)
    table.sit(seat(BOB), 0)
    table.set_ready(ANN.public, True, 0)
    table.set_ready(BOB.public, True, 0)
    assert table.due_s is None
    assert not table.start_if_due(1000)


def test_a_full_table_and_one_that_plays_give_no_seat() -> None:
    table = gathering(most=2)
    table.sit(seat(ANN), 0)
    table.sit(seat(ANN), 0)  # the same key again changes nothing
    with pytest.raises(SeatRefused) as full:
        table.sit(seat(BOB), 0)
    assert full.value.reason == Reason(Code.WISH_REFUSED, ("full",))
    table.set_ready(ANN.public, True, 0)
    assert table.start_if_due(0)
    with pytest.raises(SeatRefused) as playing:
        table.sit(seat(BOB), 0)
    assert playing.value.reason == Reason(Code.WISH_REFUSED, ("playing",))
    table.stand(ANN.public, 1)
    table.set_ready(ANN.public, False, 1)
    assert [one.ready for one in table.seats] == [True, True]


def test_the_host_keeps_its_seat() -> None:
    table = gathering()
    table.stand(HOST.public, 0)
    assert table.seats[0].key == HOST.public


# --- messages -------------------------------------------------------------------------------------

HELLO = Hello("p2pcards/1", "Ann", False, ("10.0.0.7:1",))


def room(*seats: SeatInfo) -> Room:
    made = Gathering(PLAN, seats[0])
    for one in seats[1:]:
        made.sit(one, 0)
    return made.room(0)


@pytest.mark.parametrize("message", [HELLO, Wish("sit"), Wish("watch"), Say("x")])
def test_what_a_guest_says_reads_back(message: Hello | Wish | Say) -> None:
    assert decode_from_guest(encode_message(message)) == message


@pytest.mark.parametrize(
    "message", [room(seat(HOST), seat(ANN)), Refused("full"), Said(ANN.public, "Ann", "x")]
)
def test_what_a_host_says_reads_back(message: Room | Refused | Said) -> None:
    assert decode_from_host(encode_message(message)) == message


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"[" * 10_000,
        b'{"l":"wish"}',
        b'{"l":"wish","wish":"everything"}',
        b'{"l":"wish","wish":"sit","extra":1}',
        b'{"l":"room"}',
        encode_message(Say("x")).replace(b"x", b""),
        encode_message(Say("x")).replace(b"x", b"x" * 201),
        encode_message(Said(ANN.public, "Ann", "x")),
        encode_message(HELLO).replace(b"p2pcards/1", b"p2pcards/2"),
        encode_message(HELLO).replace(b"Ann", b"A" * 33),
        encode_message(HELLO).replace(b"Ann", b""),
        encode_message(HELLO).replace(b'["10.0.0.7:1"]', b"[" + b'"a",' * 16 + b'"a"]'),
        encode_message(Wish("sit")) + b" " * MESSAGE_LIMIT,
        encode_message(Refused("full")),
    ],
)
def test_what_is_no_guests_message_is_refused(payload: bytes) -> None:
    with pytest.raises(BadMessage, match=f"{Code.NOT_A_MESSAGE}|{Code.MESSAGE_TOO_LONG}"):
        decode_from_guest(payload)


@pytest.mark.parametrize("payload", [None, encode_message(Wish("sit"))])
def test_a_guest_begins_with_a_hello(payload: bytes | None) -> None:
    with pytest.raises(BadMessage, match=Code.NO_HELLO):
        decode_hello(payload)


def test_a_guest_says_hello_once() -> None:
    with pytest.raises(BadMessage, match=Code.SECOND_HELLO):
        decode_after_hello(encode_message(HELLO))


@pytest.mark.parametrize(
    "payload",
    [
        b"nonsense",
        encode_message(HELLO),
        b'{"l":"refused","reason":"because"}',
        encode_message(room(seat(HOST, "Ho\u202est"))),
        encode_message(room(seat(HOST, "two  blanks"))),
        encode_message(room(seat(HOST))).replace(b'"stack":200', b'"stack":[[[200]]]'),
        encode_message(room(seat(HOST))).replace(b'"most":3', b'"most":9'),
        encode_message(room(seat(HOST))).replace(b'"deals":2', b'"deals":2.0'),
    ],
)
def test_what_is_no_hosts_message_is_refused(payload: bytes) -> None:
    with pytest.raises(BadMessage):
        decode_from_host(payload)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"least": 3, "most": 2}, Code.LEAST_ABOVE_MOST),
        ({"least": 1, "most": 1}, Code.MORE_THAN_SEATS),
        ({"seats": (seat(HOST), seat(ANN), seat(ANN, "Bob"))}, Code.KEY_SITS_TWICE),
        ({"options": {"x" * 33: 1}}, Code.NOT_A_MESSAGE),
        ({"options": {"": 1}}, Code.NOT_A_MESSAGE),
        ({"options": {f"x{i}": 1 for i in range(33)}}, Code.NOT_A_MESSAGE),
        ({"options": {"stack": 2**53}}, Code.NOT_A_MESSAGE),
        ({"options": {"stack": -(2**53)}}, Code.NOT_A_MESSAGE),
        ({"options": {"stack": True}}, Code.NOT_A_MESSAGE),
        ({"options": {"stack": [0] * 17}}, Code.NOT_A_MESSAGE),
        ({"options": {"blind": "x" * 65}}, Code.NOT_A_MESSAGE),
        ({"deadline": 3601}, Code.NOT_A_MESSAGE),
        ({"deals": 1_000_001}, Code.NOT_A_MESSAGE),
        ({"starts_in_ms": 600_001}, Code.NOT_A_MESSAGE),
        ({"starts_in_ms": -1}, Code.NOT_A_MESSAGE),
        ({"game": "x" * 17}, Code.NOT_A_MESSAGE),
    ],
)
def test_a_room_that_no_host_has_is_refused(changes: dict[str, Any], code: Code) -> None:
    shown = room(seat(HOST), seat(ANN))
    decode_from_host(encode_message(shown))
    with pytest.raises(BadMessage, match=code):
        decode_from_host(encode_message(msgspec.structs.replace(shown, **changes)))


@pytest.mark.parametrize(
    "spell",
    [
        lambda said: said + b" ",
        lambda said: said.replace(b",", b", ", 1),
        lambda said: said.replace(b'"ready":false', b'"ready":true,"ready":false'),
        lambda said: said.replace(b'"stack":200', b'"stack":100,"stack":200'),
        lambda said: said.replace(b'"hosted":false,"ready":false', b'"ready":false,"hosted":false'),
        lambda said: said.replace(b'"deals":2', b'"deals":2.0'),
        lambda said: said.replace(b'"Host"', b'"\\u0048ost"'),
    ],
)
def test_a_message_of_the_lobby_has_one_encoding(spell: Callable[[bytes], bytes]) -> None:
    said = encode_message(room(seat(HOST, "Host")))
    assert spell(said) != said
    with pytest.raises(BadMessage, match=f"{Code.ANOTHER_ENCODING}|{Code.NOT_A_MESSAGE}"):
        decode_from_host(spell(said))


def test_a_guests_name_is_cleaned_before_anybody_sees_it() -> None:
    hello = msgspec.structs.replace(HELLO, name="\u202eA\nnn\x1b[2J")
    assert guest_seat(ANN.public, hello, is_hosted=False).name == "A nn[2J"


# --- addresses ------------------------------------------------------------------------------------

NETWORK = (
    Interface("lo", "127.0.0.1", 8, 1),
    Interface("e1", "10.0.0.1", 24, 2),
    Interface("e1", "fe80::1", 64, 2),
    Interface("e2", "fe80::2", 64, 5),
)


def test_addresses_are_told_without_scope_and_never_loopback() -> None:
    told = told_addresses(NETWORK, 7)
    assert told[0] == "10.0.0.1:7"
    assert "[fe80::2]:7" in told
    assert not any("%" in one or "127." in one for one in told)


def test_peers_are_told_the_addresses_of_links_that_are_down_last_for_they_may_come_up() -> None:
    down = Interface("eth7", "10.7.7.7", 24, 7, is_up=False)
    told = told_addresses((down, *NETWORK), 7)
    assert told[:-1] == told_addresses(NETWORK, 7)
    assert told[-1] == "10.7.7.7:7"


def test_link_local_addresses_are_dialled_through_each_own_network_that_has_such() -> None:
    told = ("10.0.0.9:7", "[fe80::9]:7", "[fe80::8%3]:7", "nonsense:port", "[::")
    assert dialable_addresses(told, NETWORK) == (
        Address("10.0.0.9", 7),
        Address("fe80::9%2", 7),
        Address("fe80::9%5", 7),
        Address("fe80::8%2", 7),
        Address("fe80::8%5", 7),
    )


# --- what a guest agrees to -----------------------------------------------------------------------

SHOWN = room(seat(HOST, "Host"), seat(ANN, "Ann"))


def start(
    *,
    proposer: Identity = HOST,
    names: tuple[str, str] = ("Host", "Ann"),
    options: dict[str, Any] | None = None,
    deadline_s: int = 30,
    deals: int = 2,
) -> Start:
    seats = [(names[0], proposer.public), (names[1], ANN.public)]
    signed = propose(proposer, GAME, options or {}, seats, deadline_s, deals)
    return Start(signed.line.decode(), SHOWN.seats, MARK)


def start_of_nothing() -> Start:
    """A start that its host signed, but that nobody should agree to."""
    entry = read_proposal(start().proposal.encode()).entry
    changed = msgspec.structs.replace(entry, game="poker")
    return Start(sign_entry(changed, NO_TABLE, HOST).line.decode(), SHOWN.seats, MARK)


def test_the_table_that_was_shown_is_agreed_to() -> None:
    assert check_start(start(), SHOWN, HOST.public).deals == 2


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (start(options={"ante": 50}), Code.ANOTHER_PLAN),
        (start(deadline_s=5), Code.ANOTHER_PLAN),
        (start(deals=3), Code.ANOTHER_PLAN),
        (start(names=("Host", "Zed")), Code.OTHER_SEATS),
        (start(proposer=BOB), Code.OTHER_SEATS),
        (Start("no proposal", SHOWN.seats, MARK), Code.NOT_AN_ENTRY),
        (start_of_nothing(), Code.UNKNOWN_GAME),
        (Start(start().proposal.replace("Host", "Ghost"), SHOWN.seats, MARK), Code.NOT_SIGNED),
    ],
)
def test_another_table_than_the_one_shown_is_refused(given: Start, code: Code) -> None:
    with pytest.raises(NotAsShown) as caught:
        check_start(given, SHOWN, HOST.public)
    assert caught.value.code is code


def test_a_start_by_another_than_the_host_or_without_a_room_is_refused() -> None:
    with pytest.raises(NotAsShown, match=Code.NOT_THE_HOST):
        check_start(start(), SHOWN, BOB.public)
    with pytest.raises(NotAsShown, match=Code.NO_TABLE_SHOWN):
        check_start(start(), None, HOST.public)


@pytest.mark.parametrize("name", [" Ann", "A\u202en", "A\tn"])
def test_a_seat_whose_name_is_not_in_its_clean_form_is_not_shown(name: str) -> None:
    seats = (seat(HOST, "Host"), seat(ANN, name))
    for message in (msgspec.structs.replace(SHOWN, seats=seats), Start("x", seats, MARK)):
        with pytest.raises(BadMessage, match=Code.NAME_REFUSED):
            decode_from_host(encode_message(message))


# --- over links -----------------------------------------------------------------------------------


@dataclass
class House:
    """A host with its lobby, and guests that come by memory links."""

    lobby: HostLobby
    mesh: Mesh
    link_pair: LinkPair
    nursery: trio.Nursery
    rooms: list[Room] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)

    async def visit(self, identity: Identity, name: str) -> Visitor:
        here, there = await self.link_pair(identity, HOST)
        self.nursery.start_soon(self.lobby.greet, there)
        return Visitor(identity, here, name)

    async def raw(self, identity: Identity) -> Link:
        here, there = await self.link_pair(identity, HOST)
        self.nursery.start_soon(self.lobby.greet, there)
        return here


class Visitor:
    def __init__(self, identity: Identity, link: Link, name: str) -> None:
        self.link = link
        self.rooms: list[Room] = []
        self.refusals: list[str] = []
        self.said: list[Said] = []
        self.outcome: Begun | BaseException | None = None
        self.lobby = GuestLobby(
            link,
            identity.public,
            Hello("p2pcards/1", name, False, ()),
            on_room=self.rooms.append,
            on_refused=self.refusals.append,
            on_said=self.said.append,
        )

    async def run(self) -> None:
        try:
            self.outcome = await self.lobby.run()
        except (LinkClosed, NotAsShown, BadMessage) as error:
            self.outcome = error


@asynccontextmanager
async def house(link_pair: LinkPair, *, most: int = 3) -> AsyncIterator[House]:
    plan = Plan(GAME, GAME.options({}), most=most, deadline_s=30, deals=2)
    async with (
        open_mesh(HOST, allow=lambda key: lobby.admits(key)) as mesh,
        trio.open_nursery() as nursery,
    ):
        rooms: list[Room] = []
        said: list[Said] = []
        lobby = HostLobby(
            plan,
            HOST,
            "Host",
            ("10.0.0.1:1",),
            mesh,
            is_bot=False,
            hosted=frozenset({BOB.public}),
            on_room=rooms.append,
            on_said=said.append,
        )
        yield House(lobby, mesh, link_pair, nursery, rooms, said)
        nursery.cancel_scope.cancel()


async def test_guests_sit_get_ready_and_all_begin_the_same_table(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with house(link_pair) as here:
        ann = await here.visit(ANN, "Ann")
        bob = await here.visit(BOB, "Bob")
        ann.lobby.wish("sit")
        bob.lobby.wish("ready")
        here.nursery.start_soon(ann.run)
        here.nursery.start_soon(bob.run)
        await trio.sleep(60)  # longer than any silence is borne: both sides keep talking
        here.lobby.set_ready(True)
        await trio.sleep(1)
        assert ann.rooms[-1].starts_in_ms is not None
        assert {one.name: one.hosted for one in ann.rooms[-1].seats} == {
            "Host": False,
            "Ann": False,
            "Bob": True,
        }
        ann.lobby.wish("ready")
        begun = await here.lobby.wait_start()
        await trio.sleep(1)
        for visitor, name in ((ann, "Ann"), (bob, "Bob")):
            assert isinstance(visitor.outcome, Begun)
            assert visitor.outcome.proposal == begun.proposal
            assert visitor.outcome.mark == begun.mark
            assert visitor.outcome.seat is not None
            assert begun.seats[visitor.outcome.seat].name == name
            assert visitor.link.closed is None
        assert here.mesh.linked() == {ANN.public, BOB.public}


async def test_who_sits_or_waits_to_watch_talks_and_who_only_looks_neither_talks_nor_hears(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with house(link_pair) as here:
        visitors = [
            await here.visit(one, name) for one, name in ((ANN, "Ann"), (BOB, "Bob"), (CYN, "Cyn"))
        ]
        ann, bob, cyn = visitors
        ann.lobby.wish("sit")
        bob.lobby.wish("watch")
        for visitor in visitors:
            here.nursery.start_soon(visitor.run)
        await trio.sleep(1)
        ann.lobby.say("good evening")
        await trio.sleep(2)
        bob.lobby.say("I only watch")
        cyn.lobby.say("and I look")
        await trio.sleep(2)
        here.lobby.say("welcome")
        await trio.sleep(1)
        by_ann = Said(ANN.public, "Ann", "good evening")
        by_bob = Said(BOB.public, "Bob", "I only watch")
        by_host = Said(HOST.public, "Host", "welcome")
        assert here.said == [by_ann, by_bob]
        assert ann.said == [by_bob, by_host]
        assert bob.said == [by_ann, by_host]
        assert not cyn.said


async def test_a_guest_that_talks_without_end_is_heard_a_little(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with house(link_pair) as here:
        ann, bob = await here.visit(ANN, "Ann"), await here.visit(BOB, "Bob")
        for visitor in (ann, bob):
            visitor.lobby.wish("sit")
            here.nursery.start_soon(visitor.run)
        await trio.sleep(1)
        for number in range(100):
            ann.lobby.say(f"line {number}")
        await trio.sleep(26)
        # It is read four times a second, and of that one line a second is passed on.
        assert 26 <= len(here.said) <= 36
        assert bob.said == here.said


async def test_a_guest_shows_of_a_host_that_talks_without_end_a_little(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    here, there = await link_pair(ANN, HOST)
    visitor = Visitor(ANN, here, "Ann")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(visitor.run)
        for number in range(500):
            await there.send(encode_message(Said(BOB.public, "Bob", f"line {number}")))
        await trio.sleep(1)
        assert 32 <= len(visitor.said) <= 36
        nursery.cancel_scope.cancel()


async def test_a_guest_who_is_not_ready_in_time_is_told_so_and_may_watch(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with house(link_pair) as here:
        ann = await here.visit(ANN, "Ann")
        bob = await here.visit(BOB, "Bob")
        ann.lobby.wish("sit")
        bob.lobby.wish("ready")
        here.nursery.start_soon(ann.run)
        here.nursery.start_soon(bob.run)
        await trio.sleep(1)
        here.lobby.set_ready(True)
        begun_s = trio.current_time()
        begun = await here.lobby.wait_start()
        assert trio.current_time() - begun_s == pytest.approx(COUNTDOWN_S)
        assert [one.name for one in begun.seats] == ["Host", "Bob"]
        await trio.sleep(1)
        assert ann.refusals == ["not ready"]
        assert ann.rooms[-1].playing
        assert ann.outcome is None
        ann.lobby.wish("sit")
        await trio.sleep(1)
        assert ann.refusals == ["not ready", "playing"]


async def test_who_only_looks_when_the_table_starts_is_refused_nothing_and_may_watch(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with house(link_pair, most=2) as here:
        ann = await here.visit(ANN, "Ann")
        bob = await here.visit(BOB, "Bob")
        bob.lobby.wish("ready")
        here.nursery.start_soon(ann.run)
        here.nursery.start_soon(bob.run)
        await trio.sleep(1)
        here.lobby.set_ready(True)
        begun = await here.lobby.wait_start()
        await trio.sleep(1)
        assert ann.refusals == []
        table = Table(HOST, begun.proposal, 0, SeededRng(b"host"))
        session = Session(
            table, Attendance(here.mesh, MARK), observer=Silent(), role=Host(NOBODY), files=None
        )
        here.lobby.set_session(session)
        ann.lobby.wish("watch")
        await trio.sleep(1)
        assert isinstance(ann.outcome, Begun)
        assert ann.outcome.seat is None
        assert session.knows(ANN.public)


async def test_a_player_who_comes_to_the_lobby_of_his_own_table_leaves_its_link_alone(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with house(link_pair, most=2) as here:
        ann = await here.visit(ANN, "Ann")
        ann.lobby.wish("ready")
        here.nursery.start_soon(ann.run)
        await trio.sleep(1)
        here.lobby.set_ready(True)
        begun = await here.lobby.wait_start()
        await trio.sleep(1)
        table = Table(HOST, begun.proposal, 0, SeededRng(b"host"))
        here.lobby.set_session(
            Session(
                table, Attendance(here.mesh, MARK), observer=Silent(), role=Host(NOBODY), files=None
            )
        )
        again = await here.visit(ANN, "Ann")
        here.nursery.start_soon(again.run)
        await trio.sleep(1)
        assert again.rooms[-1].playing
        for wish in ("sit", "watch"):
            again.lobby.wish(wish)
            await trio.sleep(1)
        assert again.refusals == ["playing", "playing"]
        assert again.outcome is None
        assert here.mesh.linked() == {ANN.public}
        assert ann.link.closed is None


async def test_a_seat_that_comes_back_is_given_to_the_table_with_what_it_said_first(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with house(link_pair, most=2) as here:
        ann = await here.visit(ANN, "Ann")
        ann.lobby.wish("ready")
        here.nursery.start_soon(ann.run)
        await trio.sleep(1)
        here.lobby.set_ready(True)
        await here.lobby.wait_start()
        await trio.sleep(1)
        await ann.link.close()
        await trio.sleep(1)
        for first in (b"here I am", None):  # who says nothing comes in all the same
            link = await here.raw(ANN)
            if first is not None:
                await link.send(first)
            await trio.sleep(6)
            assert here.mesh.linked() == {ANN.public}
            await link.close()
            await trio.sleep(1)
        told = []
        with suppress(trio.WouldBlock):
            while True:
                told.append(here.mesh.events.receive_nowait())
        assert [event.payload for event in told if isinstance(event, Received)] == [b"here I am"]


async def test_one_spectator_more_than_the_table_can_serve_is_told_so(
    link_pair: LinkPair,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watchers_module, "MOST_WATCHERS", 1)
    async with house(link_pair, most=2) as here:
        ann, bob, cyn = [
            await here.visit(identity, name)
            for identity, name in ((ANN, "Ann"), (BOB, "Bob"), (CYN, "Cyn"))
        ]
        bob.lobby.wish("ready")
        for visitor in (ann, bob, cyn):
            here.nursery.start_soon(visitor.run)
        await trio.sleep(1)
        here.lobby.set_ready(True)
        begun = await here.lobby.wait_start()
        table = Table(HOST, begun.proposal, 0, SeededRng(b"host"))
        here.lobby.set_session(
            Session(
                table, Attendance(here.mesh, MARK), observer=Silent(), role=Host(NOBODY), files=None
            )
        )
        ann.lobby.wish("watch")
        await trio.sleep(1)
        cyn.lobby.wish("watch")
        await trio.sleep(10)
        assert isinstance(ann.outcome, Begun)
        assert (cyn.outcome, cyn.refusals) == (None, ["crowded"])
        await ann.link.close()
        await trio.sleep(1)
        cyn.lobby.wish("watch")
        await trio.sleep(1)
        assert isinstance(cyn.outcome, Begun)


async def test_no_seat_at_a_full_table(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with house(link_pair, most=2) as here:
        ann = await here.visit(ANN, "Ann")
        ann.lobby.wish("sit")
        here.nursery.start_soon(ann.run)
        await trio.sleep(1)
        bob = await here.visit(BOB, "Bob")
        bob.lobby.wish("sit")
        here.nursery.start_soon(bob.run)
        await trio.sleep(30)
        assert bob.refusals == ["full"]
        assert [one.name for one in here.lobby.room.seats] == ["Host", "Ann"]


async def test_a_guest_who_is_gone_when_it_is_spoken_to_troubles_nobody(
    link_pair: LinkPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(_: bytes) -> None:
        raise LinkClosed(Code.PEER_LEFT)

    async with house(link_pair) as here:
        ann, there = await link_pair(ANN, HOST)
        monkeypatch.setattr(there, "send", gone)
        await ann.send(encode_message(HELLO))
        await here.lobby.greet(there)
        assert len(here.lobby.room.seats) == 1


async def test_who_hangs_up_gives_up_the_seat(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with house(link_pair) as here:
        ann = await here.visit(ANN, "Ann")
        ann.lobby.wish("ready")
        here.nursery.start_soon(ann.run)
        await trio.sleep(1)
        assert len(here.lobby.room.seats) == 2
        await ann.link.close()
        await trio.sleep(1)
        assert len(here.lobby.room.seats) == 1
        assert isinstance(ann.outcome, LinkClosed)


@pytest.mark.parametrize(
    "payloads",
    [
        (b"nonsense",),
        (encode_message(Wish("sit")),),
        (encode_message(HELLO), encode_message(HELLO)),
        (encode_message(HELLO), b'{"l":"wish","wish":"all your cards"}'),
        (),
    ],
)
async def test_a_hostile_guest_loses_its_link_and_nobody_else_anything(
    link_pair: LinkPair,
    autojump_clock: trio.testing.MockClock,
    payloads: tuple[bytes, ...],
) -> None:
    async with house(link_pair) as here:
        ann = await here.visit(ANN, "Ann")
        ann.lobby.wish("sit")
        here.nursery.start_soon(ann.run)
        hostile = await here.raw(CYN)
        here.nursery.start_soon(_keep_alive, hostile)
        for payload in payloads:
            await hostile.send(payload)
        assert await reason_of(hostile) is Code.MISBEHAVED
        await trio.sleep(1)
        assert [one.name for one in here.lobby.room.seats] == ["Host", "Ann"]
        assert ann.outcome is None


async def _keep_alive(link: Link) -> None:
    with suppress(LinkClosed):
        await link.keep_alive()


async def reason_of(link: Link) -> Code:
    try:
        while True:
            await link.receive()
    except LinkClosed as closed:
        return closed.code


async def test_visitors_beyond_the_limit_are_turned_away_and_a_seat_that_comes_back_is_not(
    link_pair: LinkPair,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hosting_module, "MOST_GUESTS", 2)
    async with house(link_pair, most=2) as here:
        ann = await here.visit(ANN, "Ann")
        ann.lobby.wish("ready")
        here.nursery.start_soon(ann.run)
        await trio.sleep(1)
        here.lobby.set_ready(True)
        await here.lobby.wait_start()
        await trio.sleep(1)
        assert isinstance(ann.outcome, Begun)
        for number in range(2):
            idler = await here.raw(Identity.from_seed(bytes([200 + number]) * 32))
            here.nursery.start_soon(_keep_alive, idler)
            await idler.send(encode_message(HELLO))
        await trio.sleep(1)
        late = await here.raw(CYN)
        await late.send(encode_message(HELLO))
        assert decode_from_host(await late.receive()) == Refused("crowded")
        await ann.link.abort(Code.CLOSED_HERE)
        await trio.sleep(1)
        assert ANN.public not in here.mesh.linked()
        back = await here.raw(ANN)
        await back.send(b"here I am")
        await trio.sleep(1)
        assert ANN.public in here.mesh.linked()


async def test_a_guest_that_comes_again_takes_the_place_of_its_last_visit_at_once(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    """Its program was ended without a farewell; the host has not noticed that yet."""
    async with house(link_pair) as here:
        ann = await here.visit(ANN, "Ann")
        ann.lobby.wish("ready")
        here.nursery.start_soon(ann.run)
        await trio.sleep(1)
        again = await here.visit(ANN, "Anna")
        here.nursery.start_soon(again.run)
        await trio.sleep(0.1)
        assert isinstance(ann.outcome, LinkClosed)
        assert ann.outcome.code is Code.DUPLICATE_LINK
        assert [seat.name for seat in here.lobby.room.seats] == ["Host"]
        again.lobby.wish("sit")
        await trio.sleep(1)
        assert [(seat.name, seat.ready) for seat in here.lobby.room.seats[1:]] == [("Anna", False)]
        await again.link.close()
        await trio.sleep(1)
        assert len(here.lobby.room.seats) == 1


async def test_a_guest_that_comes_again_is_taken_also_where_all_places_for_guests_are(
    link_pair: LinkPair,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hosting_module, "MOST_GUESTS", 1)
    async with house(link_pair) as here:
        for _ in range(3):
            ann = await here.visit(ANN, "Ann")
            ann.lobby.wish("sit")
            here.nursery.start_soon(ann.run)
            await trio.sleep(1)
        assert not ann.refusals
        assert len(here.lobby.room.seats) == 2


@pytest.mark.parametrize("has_started", [False, True])
async def test_whoever_comes_for_another_table_is_told_that_it_is_not_here(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock, has_started: bool
) -> None:
    """A seat of a table that the host has given up, say."""
    async with house(link_pair) as here:
        if has_started:
            ann = await here.visit(ANN, "Ann")
            ann.lobby.wish("ready")
            here.nursery.start_soon(ann.run)
            await trio.sleep(1)
            here.lobby.set_ready(True)
            await here.lobby.wait_start()
        link = await here.raw(CYN)
        await link.send(encode_at(MARK))
        assert await reason_of(link) is Code.NOT_ADMITTED


async def test_the_door_of_a_table_whose_match_is_over_tells_no_room(
    link_pair: LinkPair,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house(link_pair) as here:
        ann = await here.visit(ANN, "Ann")
        ann.lobby.wish("ready")
        here.nursery.start_soon(ann.run)
        await trio.sleep(1)
        here.lobby.set_ready(True)
        begun = await here.lobby.wait_start()
        table = Table(HOST, begun.proposal, 0, SeededRng(b"host"))
        session = Session(
            table, Attendance(here.mesh, MARK), observer=Silent(), role=Host(NOBODY), files=None
        )
        here.lobby.set_session(session)
        before = await here.visit(BOB, "Bob")
        here.nursery.start_soon(before.run)
        await trio.sleep(1)
        assert before.rooms[-1].playing
        monkeypatch.setattr(Session, "has_ended", True)
        after = await here.visit(CYN, "Cyn")
        here.nursery.start_soon(after.run)
        await trio.sleep(10)
        assert after.rooms == []
        assert after.refusals == before.refusals == ["over"]
        assert isinstance(after.outcome, LinkClosed)


@pytest.mark.parametrize("wish", ["look", "watch", "sit"])
async def test_a_start_that_was_not_wished_for_is_refused(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock, wish: WishKind
) -> None:
    """A host can neither seat who watches, nor make a spectator of who sits."""
    begun = start()
    guest = ANN if wish == "watch" else CYN  # Ann has a seat in it, Cyn has none
    here, there = await link_pair(guest, HOST)
    visitor = Visitor(guest, here, "x")
    visitor.lobby.wish(wish)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(visitor.run)
        await there.send(encode_message(SHOWN))
        await there.send(encode_message(begun))
        assert await reason_of(there) is Code.MISBEHAVED
    assert isinstance(visitor.outcome, NotAsShown)
    assert visitor.outcome.code is Code.NOT_WISHED_FOR


@pytest.mark.parametrize(
    "payload",
    [
        b"nonsense",
        encode_message(Start("no proposal", SHOWN.seats, MARK)),
        encode_message(start()),  # before any room was shown
    ],
)
async def test_a_guest_hangs_up_on_a_host_that_does_not_keep_to_what_it_showed(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock, payload: bytes
) -> None:
    here, there = await link_pair(ANN, HOST)
    ann = Visitor(ANN, here, "Ann")
    ann.lobby.wish("ready")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ann.run)
        await there.send(payload)
        assert await reason_of(there) is Code.MISBEHAVED
    assert isinstance(ann.outcome, NotAsShown | BadMessage)
