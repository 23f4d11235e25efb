"""What a seat does about links, table and player, without a network and without waiting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from p2pcards.engine import AnyView, Seat, View
from p2pcards.games import GAMES
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng
from protocol.faults import Code, Reason
from protocol.log.rounds import Place
from protocol.net.conduct.conduct import (
    ALONE_LIMIT_S,
    LEAVE_LIMIT_S,
    LEAVE_OPENING_S,
    REFUSALS_PER_LINK,
    Conduct,
)
from protocol.net.conduct.outgoing import BACKLOG_LIMIT, PAUSE_S, PORTION, Outgoing
from protocol.net.conduct.roles import (
    HOSTS_OPENING_LIMIT_S,
    OPENING_LIMIT_S,
    Ending,
    Guest,
    Host,
    Watcher,
    seated,
)
from protocol.net.conduct.watchers import (
    ALL_CHAT_BURST,
    CHAT_BURST,
    CHAT_EVERY_S,
    MOST_WATCHERS,
    Watchers,
)
from protocol.net.conduct.wishes import (
    Ask,
    Drop,
    Finish,
    GiveUp,
    Pass,
    ShowAside,
    ShowLook,
    ShowRefusal,
    Step,
    StopAsking,
    Wish,
)
from protocol.net.links.events import LinkDown, LinkUp, MeshEvent, Received
from protocol.table.effects import Refuse
from protocol.table.judge.opening import propose
from protocol.table.table import Table
from protocol.wire.talk import Aside, Catchup, Passed, Say, decode_talk, encode_talk

GAME = GAMES["azi"]
IDENTITIES = [Identity.from_seed(bytes([60 + i]) * 32) for i in range(3)]
STRANGER = Identity.from_seed(bytes([99]) * 32).public


class Nobody:
    async def decide(self, view: AnyView, limit_ms: int | None) -> Any:
        raise AssertionError("nobody is asked before the table is open")


class Seats:
    """All seats of a table, each with its conduct; steps are taken at once, payloads go over."""

    def __init__(self, seats: int = 3) -> None:
        named = [(f"P{seat}", IDENTITIES[seat].public) for seat in range(seats)]
        self.line = propose(IDENTITIES[0], GAME, {}, named, 0, 1).line
        self.now_s = 100.0
        self.conducts: list[Conduct] = []
        self.wishes: list[list[Wish]] = []
        for seat in range(seats):
            table = Table(IDENTITIES[seat], self.line, seat, SeededRng(bytes([seat])))
            self.conducts.append(Conduct(table, seated(seat, Nobody())))
            self.wishes.append([])

    def do(self, seat: Seat, wishes: list[Wish]) -> list[Wish]:
        """Carry out the steps among them; all that is wished then, in order."""
        calls = [wish.call for wish in wishes if isinstance(wish, Step)]
        if calls:
            effects = [effect for call in calls for effect in call(round(self.now_s * 1000))]
            conduct = self.conducts[seat]
            wishes = [*wishes, *conduct.follow(effects, conduct.look(), self.now_s)]
        self.wishes[seat] += wishes
        return wishes

    def begin(self) -> None:
        for seat, conduct in enumerate(self.conducts):
            self.do(seat, conduct.begin(self.now_s))

    def hear(self, seat: Seat, *events: MeshEvent) -> list[Wish]:
        return self.do(seat, self.conducts[seat].hear(events, self.now_s))

    def link(self) -> None:
        """Everybody to everybody, and all that is said then, until nobody says more of the opening."""
        for seat in range(len(self.conducts)):
            for other in range(len(self.conducts)):
                if other != seat:
                    self.hear(seat, LinkUp(IDENTITIES[other].public, (), b""))
        for _ in range(6):
            for seat in range(len(self.conducts)):
                waiting, self.wishes[seat] = self.wishes[seat], []
                for wish in waiting:
                    if isinstance(wish, Pass):
                        to = [one.public for one in IDENTITIES].index(wish.key)
                        self.hear(to, Received(IDENTITIES[seat].public, wish.payload))

    def wait(self, seat: Seat, seconds: float) -> list[Wish]:
        self.now_s += seconds
        return self.do(seat, self.conducts[seat].pass_time(self.now_s))


def given_up(wishes: list[Wish]) -> list[tuple[Seat, ...]]:
    found = [wish.why for wish in wishes if isinstance(wish, GiveUp)]
    assert all(why.reason == Reason(Code.OPENING_GIVEN_UP, why.missing) for why in found)
    return [why.missing for why in found]


def test_the_host_gives_an_opening_up_before_its_guests_do() -> None:
    seats = Seats()
    seats.begin()
    for seat, limit_s in enumerate((HOSTS_OPENING_LIMIT_S, OPENING_LIMIT_S, OPENING_LIMIT_S)):
        seats.now_s = 100.0
        assert not given_up(seats.wait(seat, limit_s - 0.1))
        assert given_up(seats.wait(seat, 0.1))


def test_a_guest_takes_the_hosts_going_for_its_word_about_who_is_missing() -> None:
    assert Guest(Nobody()).missing_without(0, (2,)) == (2,)
    assert Guest(Nobody()).missing_without(0, ()) == (0,)
    assert Guest(Nobody()).missing_without(1, (2,)) == (1,)
    assert Host(Nobody()).missing_without(1, (2,)) == (1,)


def test_a_seat_that_says_goodbye_in_the_opening_is_missed_at_once_and_one_that_is_cut_is_not() -> (
    None
):
    seats = Seats()
    seats.begin()
    key = IDENTITIES[1].public
    seats.hear(0, LinkUp(key, (), b""))
    assert not given_up(seats.hear(0, LinkDown(key, Code.LINK_CUT)))
    seats.hear(0, LinkUp(key, (), b""))
    assert given_up(seats.hear(0, LinkDown(key, Code.PEER_LEFT))) == [(1,)]


@pytest.mark.parametrize(("is_open", "limit_s"), [(False, LEAVE_OPENING_S), (True, LEAVE_LIMIT_S)])
def test_who_leaves_waits_for_the_others_a_little_and_before_the_opening_hardly(
    is_open: bool, limit_s: float
) -> None:
    seats = Seats()
    seats.begin()
    if is_open:
        seats.link()
    conduct = seats.conducts[1]
    assert Finish() not in seats.do(1, conduct.leave())
    assert Finish() not in seats.wait(1, limit_s - 0.1)
    assert Finish() in seats.wait(1, 0.2)
    assert conduct.ending() is Ending.LEFT_UNHEARD
    assert Finish() not in seats.wait(1, 10)  # said once


@pytest.mark.parametrize("may_return", [True, False])
def test_who_may_return_goes_in_a_pause_without_a_leave(may_return: bool) -> None:
    seats = Seats()
    seats.begin()
    seats.link()
    conduct = seats.conducts[1]
    conduct._may_return = may_return
    conduct._look = replace(conduct._look, is_paused=True)
    wishes = conduct.leave()
    assert (Finish() in wishes) is may_return
    assert any(isinstance(wish, Step) for wish in wishes) is not may_return
    assert (conduct.ending() is Ending.PAUSED) is may_return


def test_who_watches_and_leaves_is_gone_at_once() -> None:
    seats = Seats()
    conduct = Conduct(Table(None, seats.line, None, SeededRng(b"w")), Watcher("W"))
    seats.conducts[2] = conduct
    seats.do(2, conduct.begin(seats.now_s))
    assert Finish() in seats.do(2, conduct.leave())
    assert conduct.ending() is Ending.LOOKED_ON


def test_who_has_no_link_to_anybody_goes_home_after_a_while_and_one_link_is_enough_to_stay() -> (
    None
):
    seats = Seats()
    seats.begin()
    seats.link()
    for other in (1, 2):
        wishes = seats.hear(0, LinkDown(IDENTITIES[other].public, Code.LINK_CUT))
        assert Finish() not in wishes
    assert Finish() not in seats.wait(0, ALONE_LIMIT_S - 1)
    seats.hear(0, LinkUp(IDENTITIES[1].public, (), b""))
    assert Finish() not in seats.wait(0, ALONE_LIMIT_S + 1)
    seats.hear(0, LinkDown(IDENTITIES[1].public, Code.LINK_CUT))
    assert Finish() in seats.wait(0, ALONE_LIMIT_S)
    assert seats.conducts[0].ending() is Ending.ALONE


def test_refusals_are_counted_anew_on_a_new_link() -> None:
    seats = Seats()
    seats.begin()
    conduct, key = seats.conducts[0], IDENTITIES[1].public
    refuse = Refuse(1, Reason(Code.MESSAGE_TOO_LONG))

    def count(number: int) -> list[Wish]:
        return conduct.follow([refuse] * number, conduct.look(), seats.now_s)

    assert Drop(key) not in count(REFUSALS_PER_LINK - 1)
    seats.hear(0, LinkUp(key, (), b""))
    assert Drop(key) not in count(REFUSALS_PER_LINK - 1)
    wishes = count(1)
    assert wishes.index(Drop(key)) > wishes.index(ShowRefusal(1, refuse.reason))


def test_a_flood_goes_out_in_portions_in_order_and_what_is_said_meanwhile_after_it() -> None:
    outgoing = Outgoing([b"a", b"b"])
    said = [b"%d" % i for i in range(3 * PORTION)]
    sent: list[Wish] = []
    for number, payload in enumerate(said):
        is_flood = number >= PORTION
        sent += outgoing.send(1, payload, is_flood=is_flood, now_s=0.0)
    sent += outgoing.send(1, b"later", is_flood=False, now_s=0.1)
    assert len(sent) == PORTION
    assert outgoing.due_s() == PAUSE_S
    for step in range(1, 4):
        sent += outgoing.go_on(step * PAUSE_S)
    assert sent == [Pass(b"b", payload) for payload in (*said, b"later")]
    assert outgoing.due_s() is None
    assert outgoing.send(1, b"now", is_flood=False, now_s=9.0) == [Pass(b"b", b"now")]


def test_who_lets_too_much_wait_loses_the_link() -> None:
    outgoing = Outgoing([b"a", b"b"])
    wishes: list[Wish] = []
    for _ in range(BACKLOG_LIMIT):
        wishes += outgoing.send(1, b"x", is_flood=True, now_s=0.0)
    assert not wishes
    assert outgoing.send(1, b"x", is_flood=True, now_s=0.0) == [Drop(b"b")]
    outgoing.forget(1)
    assert outgoing.waiting(1) == 0


def test_a_watcher_gets_the_log_from_where_it_asks_and_again_from_where_it_has_changed() -> None:
    watchers, lines = Watchers(), [b"0", b"1", b"2"]
    watchers.admit(STRANGER, frozenset())
    assert not watchers.feed(lines, 1.0)  # it has not asked yet
    assert not watchers.hear(Received(STRANGER, encode_talk(Catchup(1))), 1.0)
    assert watchers.feed(lines, 1.0) == [Pass(STRANGER, b"1"), Pass(STRANGER, b"2")]
    assert watchers.due_s() is None
    lines[2:] = [b"two", b"three"]
    watchers.hear_stored(2, 2.0)
    assert watchers.feed(lines, 2.0) == [Pass(STRANGER, b"two"), Pass(STRANGER, b"three")]


def test_of_a_stranger_nothing_counts_and_a_watcher_that_talks_nonsense_is_dropped() -> None:
    watchers = Watchers()
    nonsense = Received(STRANGER, b'{"m":"nonsense"}')
    assert not watchers.hear(nonsense, 0.0)
    watchers.admit(STRANGER, frozenset())
    assert watchers.hear(nonsense, 0.0) == [Drop(STRANGER)]


def watching(*keys: bytes) -> Watchers:
    """Spectators who have all asked for the log."""
    watchers = Watchers()
    for key in keys:
        watchers.admit(key, frozenset())
        watchers.hear(Received(key, encode_talk(Catchup(0))), 0.0)
    return watchers


OTHER, THIRD = (Identity.from_seed(bytes([98 - i]) * 32).public for i in range(2))


def test_what_a_spectator_says_is_shown_and_passed_on_to_the_others_where_it_asks_for_that() -> (
    None
):
    watchers = watching(STRANGER, OTHER, THIRD)
    shown = ShowAside(STRANGER, "Wei", "hello")
    once = encode_talk(Aside(" Wei\u202e ", "hello", spread=True))
    passed = encode_talk(Passed(STRANGER, "Wei", "hello"))
    assert watchers.hear(Received(STRANGER, once), 0.0) == [
        shown,
        Pass(OTHER, passed),
        Pass(THIRD, passed),
    ]
    to_another = encode_talk(Aside("Wei", "hello", spread=False))
    assert watchers.hear(Received(STRANGER, to_another), 0.0) == [shown]


def test_a_stranger_who_does_not_watch_has_no_voice() -> None:
    aside = encode_talk(Aside("Wei", "hello", spread=True))
    assert not watching(OTHER).hear(Received(STRANGER, aside), 0.0)


def test_one_spectator_and_all_together_are_heard_a_little() -> None:
    keys = [bytes([number]) * 32 for number in range(MOST_WATCHERS)]
    watchers = watching(*keys)
    aside = encode_talk(Aside("Wei", "hello", spread=True))

    def heard(who: list[bytes], now_s: float) -> int:
        wishes = [wish for key in who for wish in watchers.hear(Received(key, aside), now_s)]
        passed = sum(isinstance(wish, Pass) for wish in wishes)
        shown = sum(isinstance(wish, ShowAside) for wish in wishes)
        assert passed == shown * (MOST_WATCHERS - 1)
        return shown

    assert heard(keys[:1] * 100, 100.0) == CHAT_BURST
    assert heard(keys * 100, 100.0) == ALL_CHAT_BURST - CHAT_BURST
    assert heard(keys[:1] * 100, 100.0 + CHAT_EVERY_S) == 1
    assert heard(keys * 100, 1000.0) == ALL_CHAT_BURST


def test_a_seat_talks_to_seats_and_spectators_alike() -> None:
    seats = Seats()
    seats.begin()
    seats.link()
    conduct = seats.conducts[0]
    conduct.watchers.admit(STRANGER, frozenset())
    seats.hear(0, Received(STRANGER, encode_talk(Catchup(0))))
    said = Pass(STRANGER, encode_talk(Say("hello")))
    to_seats = [Pass(IDENTITIES[seat].public, said.payload) for seat in (1, 2)]
    wishes = seats.do(0, conduct.say("hello"))
    assert [wish for wish in wishes if isinstance(wish, Pass)] == [said, *to_seats]


def test_a_spectator_talks_to_all_seats_and_asks_one_of_them_to_pass_it_on() -> None:
    seats = Seats()
    conduct = Conduct(Table(None, seats.line, None, SeededRng(b"w")), Watcher("Wei"))
    for seat in (1, 2):
        conduct.hear([LinkUp(IDENTITIES[seat].public, (), b"")], 100.0)
    sent = [
        (wish.key, decode_talk(wish.payload))
        for wish in conduct.say("hello")
        if isinstance(wish, Pass)
    ]
    assert sent == [
        (IDENTITIES[1].public, Aside("Wei", "hello", spread=True)),
        (IDENTITIES[2].public, Aside("Wei", "hello", spread=False)),
    ]


def test_what_a_seat_passes_on_is_for_spectators_and_no_flood() -> None:
    seats = Seats()
    passed = Received(IDENTITIES[1].public, encode_talk(Passed(STRANGER, "Wei", "hello")))
    conduct = Conduct(Table(None, seats.line, None, SeededRng(b"w")), Watcher("Ali"))
    shown = [wish for _ in range(100) for wish in conduct.hear([passed], 100.0)]
    assert shown == [ShowAside(STRANGER, "Wei", "hello")] * 8
    assert not seats.conducts[0].hear([passed], 100.0)


def test_after_the_match_talk_is_taken_in_and_no_entry() -> None:
    seats = Seats()
    conduct = seats.conducts[0]
    conduct.is_closed = True
    key = IDENTITIES[1].public
    assert not conduct.hear([Received(key, b"an entry, or anything")], 100.0)
    assert [type(one) for one in conduct.hear([Received(key, encode_talk(Say("x")))], 100.0)] == [
        Step
    ]


def test_a_player_who_is_asked_when_the_match_ends_is_asked_no_longer() -> None:
    seats = Seats()
    seats.begin()
    seats.link()
    conduct = seats.conducts[0]
    view = View(object(), 0, {})
    turn = Place(1, "play", 0, 1)
    asks = replace(conduct.look(), view=view, turn=turn)
    assert [one for one in conduct.follow([], asks, 100.0) if isinstance(one, Ask)]
    over = replace(asks, turn=None, is_over=True)
    ended = [one for one in conduct.follow([], over, 100.0) if not isinstance(one, ShowLook)]
    assert [type(one) for one in ended] == [StopAsking, Finish]
