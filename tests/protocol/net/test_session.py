from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from p2pcards.engine import AnyView, Cause, Seat
from p2pcards.games import GAMES
from protocol.audit import audit
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng
from protocol.faults import Code, Reason
from protocol.net.attendance import Attendance
from protocol.net.conduct.conduct import (
    ALONE_LIMIT_S,
    ASKING_BURST,
    ASKING_EVERY_S,
    CHAT_BURST,
    LEAVE_LIMIT_S,
    REFUSALS_PER_LINK,
)
from protocol.net.conduct.outgoing import BACKLOG_LIMIT, PORTION
from protocol.net.conduct.roles import (
    HOSTS_OPENING_LIMIT_S,
    OPENING_LIMIT_S,
    Ending,
    Look,
    NotOpened,
    Player,
    Silent,
    Watcher,
    seated,
)
from protocol.net.conduct.watchers import MOST_WATCHERS, TooManyWatchers
from protocol.net.files.storage import DiskFull, TableFiles
from protocol.net.links.events import LinkDown, LinkUp, Received
from protocol.net.links.link import Link
from protocol.net.links.mesh import QUEUE_PAYLOADS, Mesh, open_mesh
from protocol.net.session import BotPlayer, Session
from protocol.table.effects import Send
from protocol.table.judge.opening import propose
from protocol.table.notices import (
    DealSettled,
    MatchOver,
    Notice,
    SeatOut,
    StakesPaid,
    TableOpened,
)
from protocol.table.table import Table
from protocol.wire.seating import encode_at
from protocol.wire.talk import Catchup, Say, encode_talk
from tests import systems

GAME = GAMES["azi"]
IDENTITIES = [Identity.from_seed(bytes([40 + i]) * 32) for i in range(4)]
MARK = b"mark" * 8
WATCHER = Identity.from_seed(bytes([99]) * 32)

LinkPair = Callable[[Identity, Identity], Awaitable[tuple[Link, Link]]]


async def inline(work: Callable[[], Any]) -> Any:
    """Steps run where they are asked for: a thread would let the virtual clock jump meanwhile."""
    await trio.lowlevel.checkpoint()
    return work()


@dataclass
class Witness(Silent):
    """Remembers what it was told."""

    notices: list[Notice] = field(default_factory=list)
    chat: list[tuple[Seat, str]] = field(default_factory=list)
    refusals: list[tuple[Seat, Reason]] = field(default_factory=list)
    downs: list[Seat] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    def told(self, notice: Notice) -> None:
        self.notices.append(notice)

    def heard(self, seat: Seat, text: str) -> None:
        self.chat.append((seat, text))

    def refused(self, seat: Seat, reason: Reason) -> None:
        self.refusals.append((seat, reason))

    def link_down(self, seat: Seat) -> None:
        self.downs.append(seat)

    def looked(self, look: Look) -> None:
        self.looks.append(look)

    def count(self, kind: type[Notice]) -> int:
        return sum(isinstance(notice, kind) for notice in self.notices)


class Stone:
    """A player who never decides."""

    def __init__(self) -> None:
        self.asked: list[int | None] = []
        self.cancelled = 0

    async def decide(self, view: AnyView, limit_ms: int | None) -> Any:
        self.asked.append(limit_ms)
        try:
            await trio.sleep_forever()
        except trio.Cancelled:
            self.cancelled += 1
            raise


def bot(seat: int) -> BotPlayer:
    return BotPlayer(GAME.bot("easy"), SeededRng(b"player" + bytes([seat])), think_s=1)


@dataclass
class Company:
    """The seats of one table, each with its mesh, all linked to each other."""

    meshes: list[Mesh]
    sessions: list[Session]
    witnesses: list[Witness]
    endings: dict[int, Ending | BaseException] = field(default_factory=dict)

    @property
    def word(self) -> bytes:
        """What comes first on each link: which table this is."""
        return encode_at(MARK)

    async def come(self, mesh: Mesh) -> None:
        """A mesh without a session says to seat 0 that it is at the table."""
        assert isinstance(await mesh.events.receive(), LinkUp)
        mesh.send(IDENTITIES[0].public, self.word)

    async def run(self, seat: int) -> None:
        try:
            self.endings[seat] = await self.sessions[seat].run()
        except (NotOpened, DiskFull) as error:
            self.endings[seat] = error


@asynccontextmanager
async def company(
    link_pair: LinkPair,
    seats: int,
    *,
    deals: int = 1,
    deadline_s: int = 30,
    players: dict[int, Player] | None = None,
    files: dict[int, TableFiles] | None = None,
) -> AsyncIterator[Company]:
    identities = IDENTITIES[:seats]
    named = [(f"P{seat}", identity.public) for seat, identity in enumerate(identities)]
    line = propose(identities[0], GAME, {}, named, deadline_s, deals).line
    async with AsyncExitStack() as stack:
        meshes = [
            await stack.enter_async_context(open_mesh(identity, allow=lambda _: True))
            for identity in identities
        ]
        for one in range(seats):
            for other in range(one + 1, seats):
                a, b = await link_pair(identities[one], identities[other])
                meshes[one].adopt(a)
                meshes[other].adopt(b)
        witnesses = [Witness() for _ in identities]
        sessions = [
            Session(
                Table(identity, line, seat, SeededRng(b"table" + bytes([seat]))),
                Attendance(meshes[seat], MARK),
                observer=witnesses[seat],
                role=seated(seat, (players or {}).get(seat, bot(seat))),
                files=(files or {}).get(seat),
                runner=inline,
            )
            for seat, identity in enumerate(identities)
        ]
        yield Company(meshes, sessions, witnesses)


async def run_all(table: Company, seats: Sequence[int]) -> None:
    async with trio.open_nursery() as nursery:
        for seat in seats:
            nursery.start_soon(table.run, seat)


@pytest.mark.heavy
async def test_three_seats_play_and_hold_one_log_that_stands(
    link_pair: LinkPair, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    files = {
        seat: TableFiles(tmp_path / f"{seat}.log", tmp_path / f"{seat}.notes") for seat in range(3)
    }
    async with company(link_pair, 3, deals=2, files=files) as table:
        await run_all(table, range(3))
    assert table.endings == dict.fromkeys(range(3), Ending.OVER)
    logs = [one.log_path.read_bytes() for one in files.values()]
    assert logs[0] == logs[1] == logs[2]
    report = audit(logs[0])
    assert report.ok
    assert report.is_over
    assert not list(tmp_path.glob("*.notes"))
    assert all(witness.count(MatchOver) == 1 for witness in table.witnesses)
    assert not any(witness.refusals for witness in table.witnesses)


@pytest.mark.heavy
async def test_players_who_look_at_the_result_talk_on_and_leave_nothing_to_come_back_to(
    link_pair: LinkPair, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    files = {
        seat: TableFiles(tmp_path / f"{seat}.log", tmp_path / f"{seat}.notes") for seat in range(2)
    }
    endings: list[Ending] = []
    logs: list[bytes] = []

    async with company(link_pair, 2, files=files) as table, trio.open_nursery() as nursery:

        async def stay(seat: int, for_s: float) -> None:
            async def look() -> None:
                assert not (tmp_path / f"{seat}.notes").exists()
                logs.append(files[seat].log_path.read_bytes())
                await trio.sleep(60)
                table.sessions[seat].say(f"well played, says {seat}")
                await trio.sleep(for_s)

            endings.append(await table.sessions[seat].run(look))

        nursery.start_soon(stay, 0, 60)
        nursery.start_soon(stay, 1, 900)
        await trio.sleep(500)
        assert [witness.chat for witness in table.witnesses] == [
            [(1, "well played, says 1")],
            [(0, "well played, says 0")],
        ]
        assert endings == [Ending.OVER]
    assert endings == [Ending.OVER, Ending.OVER]
    assert audit(logs[0]).is_over
    assert logs[0] == logs[1] == files[1].log_path.read_bytes()


@pytest.mark.heavy
async def test_a_player_who_does_not_decide_is_decided_for_and_no_longer_asked(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    stone = Stone()
    async with company(link_pair, 2, deadline_s=9, players={0: stone}) as table:
        await run_all(table, range(2))
    assert table.endings == {0: Ending.OVER, 1: Ending.OVER}
    assert stone.asked
    assert all(limit is not None for limit in stone.asked)
    assert stone.cancelled == len(stone.asked)
    assert table.witnesses[1].count(SeatOut) == 0


@dataclass
class Reader(Witness):
    """Remembers when deals were settled and stakes were paid; may say that it has read a result."""

    moments: list[float] = field(default_factory=list)
    session: Session | None = None
    reads_for_s: float | None = None

    def told(self, notice: Notice) -> None:
        super().told(notice)
        if isinstance(notice, DealSettled | StakesPaid):
            self.moments.append(trio.current_time())

    async def read(self) -> None:
        while not self.count(DealSettled):
            await trio.sleep(0.1)
        if self.reads_for_s is not None:
            await trio.sleep(self.reads_for_s)
            assert self.session is not None
            self.session.go_on()


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("deadline_s", "reads_for_s", "least_s", "most_s"),
    [(60, None, 5.9, 7), (60, 2, 1.9, 3), (9, None, 2.9, 4), (0, None, 5.9, 7)],
)
async def test_a_stake_waits_while_the_result_is_read_and_well_within_the_deadline(
    link_pair: LinkPair,
    autojump_clock: trio.testing.MockClock,
    deadline_s: int,
    reads_for_s: float | None,
    least_s: float,
    most_s: float,
) -> None:
    async with company(link_pair, 2, deals=2, deadline_s=deadline_s) as table:
        reader = Reader(session=table.sessions[0], reads_for_s=reads_for_s)
        table.sessions[0]._observer = reader
        table.sessions[0].table.reading_ms = 6000
        async with trio.open_nursery() as nursery:
            nursery.start_soon(reader.read)
            await run_all(table, range(2))
    _, settled, paid, *_ = reader.moments
    assert least_s <= paid - settled <= most_s
    assert table.endings == {0: Ending.OVER, 1: Ending.OVER}


@pytest.mark.heavy
async def test_a_seat_that_vanishes_costs_the_others_no_more_than_the_deal(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with (
        company(link_pair, 3, deadline_s=9, players={2: Stone()}) as table,
        trio.open_nursery() as nursery,
    ):
        scope = trio.CancelScope()

        async def doomed() -> None:
            with scope:
                await table.run(2)

        nursery.start_soon(doomed)
        nursery.start_soon(table.run, 0)
        nursery.start_soon(table.run, 1)
        while not table.witnesses[0].count(DealSettled):
            stone_is_asked = any(look.turn for look in table.witnesses[2].looks)
            if stone_is_asked or table.sessions[0].table.waiting_for == (2,):
                scope.cancel()
            await trio.sleep(0.1)
    assert table.endings == {0: Ending.OVER, 1: Ending.OVER}
    outs = [n for n in table.witnesses[0].notices if isinstance(n, SeatOut)]
    assert [(out.seat, out.cause) for out in outs][:1] == [(2, Cause.SILENT)]
    assert table.sessions[0].table.referee.lines == table.sessions[1].table.referee.lines


@pytest.mark.heavy
async def test_who_leaves_has_left_as_soon_as_the_others_have_taken_it(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    stone = Stone()
    async with (
        company(link_pair, 3, players={0: stone}) as table,
        trio.open_nursery() as nursery,
    ):
        for seat in range(3):
            nursery.start_soon(table.run, seat)
        while not stone.asked:
            await trio.sleep(0.1)
        table.sessions[0].say("I must go")
        table.sessions[0].leave()
        table.sessions[0].leave()  # once is enough, twice does no harm
    assert table.endings == {0: Ending.LEFT, 1: Ending.OVER, 2: Ending.OVER}
    assert (0, "I must go") in table.witnesses[1].chat
    outs = [n for n in table.witnesses[1].notices if isinstance(n, SeatOut)]
    assert [(out.seat, out.cause) for out in outs] == [(0, Cause.LEFT)]


@pytest.mark.heavy
async def test_who_leaves_while_another_thinks_has_left_and_the_others_know_at_once(
    link_pair: LinkPair, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    stones = {seat: Stone() for seat in range(3)}
    files = {
        seat: TableFiles(tmp_path / f"{seat}.log", tmp_path / f"{seat}.notes") for seat in range(3)
    }
    async with (
        company(link_pair, 3, players=dict(stones), files=files) as table,
        trio.open_nursery() as nursery,
    ):
        for seat in range(3):
            nursery.start_soon(table.run, seat)
        while not any(stone.asked for stone in stones.values()):
            await trio.sleep(0.1)
        thinking = next(seat for seat, stone in stones.items() if stone.asked)
        leaver = (thinking + 1) % 3
        begun = trio.current_time()
        table.sessions[leaver].leave()
        while leaver not in table.endings:
            await trio.sleep(0.01)
        assert trio.current_time() - begun < 1
        assert table.endings[leaver] is Ending.LEFT
        assert not (tmp_path / f"{leaver}.notes").exists()
        for seat in {0, 1, 2} - {leaver}:
            assert table.witnesses[seat].looks[-1].leaving == {leaver}
            assert table.witnesses[seat].count(SeatOut) == 1, "who thinks has said so for them"
        nursery.cancel_scope.cancel()


@pytest.mark.heavy
async def test_a_farewell_is_heard_before_the_link_that_brought_it_is_called_lost(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stones = {seat: Stone() for seat in range(3)}
    async with (
        company(link_pair, 3, players=dict(stones)) as table,
        trio.open_nursery() as nursery,
    ):
        for seat in range(3):
            nursery.start_soon(table.run, seat)
        while not any(stone.asked for stone in stones.values()):
            await trio.sleep(0.1)
        witness, leaver = table.witnesses[0], IDENTITIES[1].public
        known_then: list[frozenset[Seat]] = []

        def note(_: Seat) -> None:
            known_then.append(witness.looks[-1].leaving)

        monkeypatch.setattr(witness, "link_down", note)
        effects = table.sessions[1].table.leave(round(trio.current_time() * 1000))
        for line in (e.payload for e in effects if isinstance(e, Send) and 0 in e.to):
            table.meshes[0]._tell.send_nowait(Received(leaver, line))
        table.meshes[0]._tell.send_nowait(LinkDown(leaver, Code.PEER_LEFT))
        await trio.sleep(0.5)
        assert known_then == [{1}]
        nursery.cancel_scope.cancel()


async def test_leaving_ends_even_where_nobody_answers(
    link_pair: LinkPair, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    files = {0: TableFiles(tmp_path / "0.log", tmp_path / "0.notes")}
    stones: dict[int, Player] = {0: Stone(), 1: Stone()}
    async with (
        company(link_pair, 2, deadline_s=0, players=stones, files=files) as table,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(table.run, 0)
        scope = trio.CancelScope()

        async def other() -> None:
            with scope:
                await table.run(1)

        nursery.start_soon(other)
        while not any(look.turn for witness in table.witnesses for look in witness.looks):
            await trio.sleep(0.1)
        scope.cancel()
        table.meshes[1].drop(IDENTITIES[0].public)
        await trio.sleep(1)
        begun = trio.current_time()
        table.sessions[0].leave()
        while 0 not in table.endings:
            await trio.sleep(0.1)
        assert trio.current_time() - begun <= LEAVE_LIMIT_S + 1
    assert table.endings[0] is Ending.LEFT_UNHEARD
    assert not (tmp_path / "0.notes").exists(), (
        "its leave is signed: there is nothing to go back to"
    )


@pytest.mark.heavy
async def test_a_seat_that_nobody_links_to_any_more_stops_waiting(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with (
        company(link_pair, 2, deadline_s=9, players={0: Stone(), 1: Stone()}) as table,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(table.run, 0)
        scope = trio.CancelScope()

        async def other() -> None:
            with scope:
                await table.run(1)

        nursery.start_soon(other)
        while not table.witnesses[0].count(TableOpened):
            await trio.sleep(0.1)
        scope.cancel()
        table.meshes[1].drop(IDENTITIES[0].public)
        gone_s = trio.current_time()
        while 0 not in table.endings:
            await trio.sleep(1)
        assert table.endings[0] in (Ending.ALONE, Ending.OVER)
        assert trio.current_time() - gone_s <= ALONE_LIMIT_S + 5


async def test_a_table_that_does_not_open_is_given_up_and_says_who_was_silent(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with company(link_pair, 3) as table:
        begun = trio.current_time()
        await run_all(table, (0, 1))
        assert trio.current_time() - begun == pytest.approx(OPENING_LIMIT_S, abs=1)
    for seat in (0, 1):
        failure = table.endings[seat]
        assert isinstance(failure, NotOpened)
        assert failure.missing == (2,)
    assert {look.opens_until_ms for look in table.witnesses[0].looks} == {
        round(1000 * (begun + HOSTS_OPENING_LIMIT_S))
    }


async def test_when_the_host_gives_an_opening_up_the_others_know_at_once_whom_it_misses(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with company(link_pair, 3) as table, trio.open_nursery() as nursery:
        begun = trio.current_time()

        async def host() -> None:
            await table.run(0)
            await table.meshes[0]._farewell()

        nursery.start_soon(host)
        await table.run(1)
        assert trio.current_time() - begun == pytest.approx(HOSTS_OPENING_LIMIT_S, abs=1)
        assert str(table.endings[1]) == str(NotOpened((2,)))
        nursery.cancel_scope.cancel()


async def test_a_seat_that_goes_before_the_table_is_open_is_missed_at_once(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with company(link_pair, 3) as table, trio.open_nursery() as nursery:
        begun = trio.current_time()

        async def go() -> None:
            await table.come(table.meshes[2])
            table.meshes[2].send(IDENTITIES[1].public, table.word)
            await trio.sleep(1)
            await table.meshes[2]._farewell()

        nursery.start_soon(go)
        await run_all(table, (0, 1))
        assert trio.current_time() - begun < 3
        for seat in (0, 1):
            assert str(table.endings[seat]) == str(NotOpened((2,)))


HOSTILE = (
    b"",
    b"{}",
    b"\xff" * 100,
    b'{"e":{"t":"act"},"sig":"AAAA"}',
    b'{"m":"say","text":""}',
    b'{"m":"catchup","lines":-1}',
    b"[" * 100_000,
    b'{"m":"links","seats":[9]}',
)


async def test_hostile_payloads_are_refused_and_too_many_cost_the_link(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    stone = Stone()
    async with (
        company(link_pair, 2, deadline_s=0, players={0: stone, 1: Stone()}) as table,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(table.run, 0)
        hostile = table.meshes[1]
        await table.come(hostile)
        for i in range(REFUSALS_PER_LINK - 1):
            hostile.send(IDENTITIES[0].public, HOSTILE[i % len(HOSTILE)] + bytes([65 + i]))
        await trio.sleep(1)
        assert len(table.witnesses[0].refusals) == REFUSALS_PER_LINK - 1
        assert hostile.linked() == {IDENTITIES[0].public}
        hostile.send(IDENTITIES[0].public, b'{"l":"a late word of the lobby is passed over"}')
        hostile.send(IDENTITIES[0].public, b"once too often")
        with trio.fail_after(60):
            while True:
                event = await hostile.events.receive()
                if isinstance(event, LinkDown):
                    break
        assert event.reason is Code.MISBEHAVED
        nursery.cancel_scope.cancel()
    assert len(table.witnesses[0].refusals) == REFUSALS_PER_LINK


@pytest.mark.heavy
async def test_a_seat_that_has_missed_very_much_gets_it_all_in_order(
    link_pair: LinkPair,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    much = QUEUE_PAYLOADS + 1000
    async with (
        company(link_pair, 2, deadline_s=0, players={0: Stone(), 1: Stone()}) as table,
        trio.open_nursery() as nursery,
    ):
        session, other = table.sessions[0], table.meshes[1]
        burst = [Send(b"%d" % i, (1,)) for i in range(much)]
        monkeypatch.setattr(session.table, "say", lambda _: burst)
        nursery.start_soon(table.run, 0)
        await table.come(other)
        await trio.sleep(0.1)
        session.say("now")
        got: list[bytes] = []
        while len(got) < much:
            event = await other.events.receive()
            assert isinstance(event, Received)
            if event.payload.isdigit():
                got.append(event.payload)
        assert got == [b"%d" % i for i in range(much)]
        nursery.cancel_scope.cancel()


async def test_a_seat_that_talks_without_end_is_heard_a_little(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with (
        company(link_pair, 2, deadline_s=0, players={0: Stone(), 1: Stone()}) as table,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(table.run, 0)
        talker = table.meshes[1]
        await table.come(talker)
        for i in range(100):
            talker.send(IDENTITIES[0].public, encode_talk(Say(f"line {i}")))
        await trio.sleep(0.5)
        assert [text for _, text in table.witnesses[0].chat] == [
            f"line {i}" for i in range(CHAT_BURST)
        ]
        await trio.sleep(15)
        talker.send(IDENTITIES[0].public, encode_talk(Say("one more")))
        await trio.sleep(0.5)
        assert table.witnesses[0].chat[-1] == (1, "one more")
        nursery.cancel_scope.cancel()


@pytest.mark.heavy
async def test_a_seat_that_asks_again_and_again_is_answered_a_little(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with (
        company(link_pair, 2, deadline_s=0, players={0: Stone(), 1: Stone()}) as table,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(table.run, 0)
        curious = table.meshes[1]
        proposal = table.sessions[0].table.referee.lines[0]

        async def answers_to(asking: int) -> int:
            for _ in range(asking):
                curious.send(IDENTITIES[0].public, encode_talk(Catchup(0)))
            answers = 0
            with trio.move_on_after(0.1):
                while True:
                    event = await curious.events.receive()
                    answers += isinstance(event, Received) and event.payload == proposal
            return answers

        await table.come(curious)
        assert await answers_to(1) == 1
        assert await answers_to(500) == ASKING_BURST - 1
        await trio.sleep(3 * ASKING_EVERY_S)
        assert await answers_to(500) == 3
        assert curious.linked() == {IDENTITIES[0].public}
        nursery.cancel_scope.cancel()


@pytest.mark.heavy
async def test_a_seat_for_which_far_too_much_waits_loses_its_link_and_what_waits_is_forgotten(
    link_pair: LinkPair,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    too_much = BACKLOG_LIMIT + PORTION + 100
    async with (
        company(link_pair, 2, deadline_s=0, players={0: Stone(), 1: Stone()}) as table,
        trio.open_nursery() as nursery,
    ):
        session, other = table.sessions[0], table.meshes[1]
        burst = [Send(b"%d" % i, (1,)) for i in range(too_much)]
        monkeypatch.setattr(session.table, "say", lambda _: burst)
        nursery.start_soon(table.run, 0)
        await table.come(other)
        await trio.sleep(0.1)
        session.say("now")
        with trio.fail_after(60):
            while not isinstance(await other.events.receive(), LinkDown):
                pass
        await trio.sleep(5)
        assert not session.conduct.outgoing.waiting(1)
        nursery.cancel_scope.cancel()


@systems.needs_a_full_disk
async def test_a_seat_whose_disk_is_full_stops_before_it_says_anything_unrecorded(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    files = {0: TableFiles(Path("/dev/full"), None)}
    async with company(link_pair, 2, files=files) as table:
        await table.run(0)
        assert isinstance(table.endings[0], DiskFull)
        await trio.sleep(1)
        said = set()
        with trio.move_on_after(1):
            while True:
                event = await table.meshes[1].events.receive()
                said |= {event.payload} if isinstance(event, Received) else set()
        assert said <= {table.word}, "only that it is there"


@pytest.mark.heavy
@pytest.mark.parametrize("settled_before", [0, 1])
async def test_a_spectator_early_or_late_verifies_the_whole_log(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock, settled_before: int
) -> None:
    witness = Witness()
    async with (
        company(link_pair, 2, deals=2) as table,
        open_mesh(WATCHER, allow=lambda _: True) as mesh,
    ):
        endings: list[Ending] = []

        async def come() -> None:
            while table.witnesses[0].count(DealSettled) < settled_before:
                await trio.sleep(0.01)
            here, there = await link_pair(WATCHER, IDENTITIES[0])
            table.sessions[0].admit_watcher(WATCHER.public)
            assert table.sessions[0].knows(WATCHER.public)
            mesh.adopt(here)
            table.meshes[0].adopt(there)
            line = table.sessions[0].table.referee.lines[0]
            spectator = Session(
                Table(None, line, None, SeededRng(b"watcher")),
                Attendance(mesh, MARK),
                observer=witness,
                role=Watcher("W"),
                files=None,
                runner=inline,
            )
            endings.append(await spectator.run())
            assert spectator.table.referee.lines == table.sessions[0].table.referee.lines

        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.run, 0)
            nursery.start_soon(table.run, 1)
            nursery.start_soon(come)
    assert endings == [Ending.OVER]
    assert witness.count(MatchOver) == 1


async def test_a_stranger_is_not_fed(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with (
        company(link_pair, 2, players={0: Stone(), 1: Stone()}) as table,
        open_mesh(WATCHER, allow=lambda _: True) as mesh,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(table.run, 0)
        here, there = await link_pair(WATCHER, IDENTITIES[0])
        mesh.adopt(here)
        table.meshes[0].adopt(there)
        await table.come(mesh)
        mesh.send(IDENTITIES[0].public, b'{"m":"catchup","lines":0}')
        assert await mesh.events.receive() == Received(IDENTITIES[0].public, table.word)
        with trio.move_on_after(2) as nothing:
            await mesh.events.receive()
        assert nothing.cancelled_caught
        assert not table.sessions[0].knows(WATCHER.public)
        nursery.cancel_scope.cancel()


async def test_there_are_never_more_spectators_than_the_table_can_serve_beside_its_seats(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    watchers = [Identity.from_seed(bytes([130 + i]) * 32) for i in range(MOST_WATCHERS + 1)]
    async with company(link_pair, 2, players={0: Stone(), 1: Stone()}) as table:
        session, mesh = table.sessions[0], table.meshes[0]
        for _ in range(3 * MOST_WATCHERS):  # those that never come take nobody's place
            session.admit_watcher(Identity.generate(SeededRng(b"passing")).public)
        links = []
        for watcher in watchers[:-1]:
            session.admit_watcher(watcher.public)
            session.admit_watcher(watcher.public)
            here, there = await link_pair(watcher, IDENTITIES[0])
            links.append(here)
            mesh.adopt(there)
        with pytest.raises(TooManyWatchers, match=Code.TOO_MANY_WATCHERS):
            session.admit_watcher(watchers[-1].public)
        assert not session.knows(watchers[-1].public)
        # A seat that comes back now still finds a place.
        mesh.drop(IDENTITIES[1].public)
        await trio.sleep(1)
        back, there = await link_pair(IDENTITIES[1], IDENTITIES[0])
        mesh.adopt(there)
        await trio.sleep(1)
        assert IDENTITIES[1].public in mesh.linked()
        for link in (back, *links):
            await link.abort(Code.CLOSED_HERE)


@pytest.mark.heavy
async def test_a_spectator_that_comes_and_goes_leaves_nothing_behind(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with (
        company(link_pair, 2, deadline_s=0, players={0: Stone(), 1: Stone()}) as table,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(table.run, 0)
        await trio.sleep(1)
        session = table.sessions[0]
        before = len(session._nursery.child_tasks)
        for _ in range(50):
            session.admit_watcher(WATCHER.public)
            here, there = await link_pair(WATCHER, IDENTITIES[0])
            table.meshes[0].adopt(there)
            await here.send(table.word)
            await here.send(encode_talk(Say("spectators are not heard")))
            await here.send(encode_talk(Catchup(0)))
            for _ in range(2):  # their word, and the log
                await here.receive()
            await here.close()
            await trio.sleep(0.1)
        await trio.sleep(1)
        assert len(session._nursery.child_tasks) == before
        assert not table.witnesses[0].chat
        nursery.cancel_scope.cancel()
