"""The states of a table beside play: somebody is silent, gone, caught; nobody can be reached; over."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from cli.screen.lobby.room import clock
from cli.screen.table.app import After, TableScreen
from cli.screen.table.lines import lines_of
from cli.settings import Settings
from cli.table.choosing import Choosing, Situation
from cli.table.conversation import Conversation
from cli.table.presence import PATIENCE_MS
from p2pcards.engine import Cause, Out
from p2pcards.games import GAMES
from protocol.crypto.rng import SeededRng
from protocol.faults import Code, Reason
from protocol.net.conduct.conduct import ALONE_LIMIT_S
from protocol.table.notices import Happened, SeatOut
from protocol.table.table import Table
from tests.cli.screen.own_seat import OwnSeat, own_seat
from tests.simulation.light import LIGHT
from tests.ui.mockups import rows

pytestmark = pytest.mark.usefixtures("light")


PLAYS = ("c", "n", "enter", "tab", "enter")
"""What gets any turn of Azi over with."""


def row(world: OwnSeat, number: int) -> str:
    """A row of the screen, counted from 1 as the design counts them."""
    return world.text().splitlines()[number - 1].strip()


def bidding(seats: int = 4, deadline_s: int = 0, **args) -> OwnSeat:
    """It is our turn to open the bids."""
    world = own_seat(seats, "azi", deals=2, deadline_s=deadline_s, seed=3, **args)
    world.until(lambda _: "your turn" in world.me)
    return world


# --- somebody is silent ---------------------------------------------------------------------------


def silent(seats: int = 3, seat: int = 1) -> OwnSeat:
    """A seat's program has ended, and it is its turn for half a minute."""
    world = bidding(seats)
    world.lose(seat)
    assert "no link" in world.text()
    world.press("b", "home", "enter")
    world.until(lambda text: "silent 0:30" in text)
    return world


@pytest.mark.heavy
def test_without_a_clock_a_silent_seat_is_said_absent_by_hand_and_the_table_goes_on():
    world = silent()
    assert row(world, 22) == "Enter say absent   Esc keep waiting"
    world.press("enter")
    assert row(world, 23).startswith("Is Bek absent? More than half must say so.")
    world.press("enter")
    assert "You say that Bek is absent." in world.text()
    assert "say absent" not in world.text()
    world.do(2, world.tables[2].declare_absent)
    assert "It is said" not in world.until(lambda text: "silent, out" in text)
    world.until(lambda text: "deal 2" in text, *PLAYS)


@pytest.mark.heavy
def test_when_somebody_else_says_that_a_seat_is_absent_we_are_asked_at_once():
    world = bidding(3)
    world.lose(1)
    world.press("b", "home", "enter")
    world.wait(2000)
    assert "say absent" not in world.text()
    world.do(2, world.tables[2].declare_absent)
    world.wait(2000)
    assert "It is said that Bek is absent." in world.text()
    world.press("enter", "enter")
    world.until(lambda text: "silent, out" in text)


@pytest.mark.heavy
def test_at_two_seats_one_word_decides_and_the_question_says_so():
    world = silent(seats=2)
    world.press("enter")
    assert row(world, 23).startswith("Is Bek absent? Your word alone decides.")
    world.press("enter")
    world.until(lambda text: "over" in text.splitlines()[0])


@pytest.mark.heavy
def test_who_keeps_waiting_is_asked_again_only_after_a_while():
    world = silent()
    world.press("escape")
    assert "say absent" not in world.text()
    assert "silent" in world.text()
    world.wait(PATIENCE_MS - 1000)
    assert "say absent" not in world.text()
    world.wait(1000)
    assert "say absent" in world.text()


@pytest.mark.heavy
def test_with_a_clock_nobody_is_asked_and_the_plate_says_for_how_long_a_seat_is_silent():
    world = bidding(deadline_s=15)
    world.lose(1)
    world.press("b", "home", "enter")
    world.until(lambda text: "silent 0:15" in text)
    assert "say absent" not in world.text()
    world.until(lambda text: "silent, out" in text)


@pytest.mark.slow
def test_the_clock_of_a_turn_is_the_same_at_all_seats_however_long_a_result_is_read():
    world = own_seat(3, "azi", deals=3, deadline_s=60, seed=3)
    seen = []

    def compare() -> None:
        for seat, table in enumerate(world.tables):
            limit_ms, round = table.decision_limit_ms(), table.pending()
            if limit_ms is None or round is None:
                continue
            for other in world.tables:
                if other.waiting_for == (seat,) and len(other.referee.lines) == len(
                    table.referee.lines
                ):
                    seen.append(abs(other.awaited_limit_ms() - limit_ms))

    world.on_step = compare
    world.until(lambda _: world.tables[0].is_over, *PLAYS)
    assert len(seen) > 50
    assert max(seen) < 1000


@pytest.mark.heavy
def test_a_seat_whose_link_comes_back_is_waited_for_anew():
    world = bidding(3)
    world.press("b", "home", "enter")
    for other in (0, 2):
        world.cut_link(1, other)
    world.lose_links(1)
    world.until(lambda text: "say absent" in text)
    world.regain_links()
    assert "say absent" not in world.text()


# --- too few are left -------------------------------------------------------------------------------


@pytest.mark.heavy
def test_a_table_that_rests_says_who_is_missed_and_goes_on_when_they_are_back():
    world = bidding(deadline_s=15)
    for seat in (1, 2):
        world.cut_off(seat)
    world.lose_links(1, 2)
    world.press("b", "home", "enter")
    world.until(lambda text: "the table rests" in text)
    assert row(world, 22) == "Esc leave"
    assert (
        row(world, 23) == "Bek and Chinara must be heard again. What was signed stays in the log."
    )
    world.regain_links()
    world.until(lambda text: "the table rests" not in text)
    world.until(lambda _: world.tables[0].is_over, *PLAYS)


@pytest.mark.heavy
def test_escape_at_a_table_that_rests_asks_to_leave():
    world = bidding(deadline_s=15)
    for seat in (1, 2):
        world.cut_off(seat)
    world.lose_links(1, 2)
    world.press("b", "home", "enter")
    world.until(lambda text: "the table rests" in text)
    world.press("escape")
    assert "stay in the pot" in row(world, 23)
    world.press("enter")
    assert "leaving" in world.me


# --- nobody can be reached ----------------------------------------------------------------------------


@pytest.mark.heavy
def test_when_all_links_are_lost_it_says_how_long_our_seat_waits_and_escape_leaves():
    world = bidding()
    world.press("b", "home", "enter")
    world.lose_links(1, 2, 3)
    assert "link lost" in world.me
    assert row(world, 22) == "Esc leave"
    assert row(world, 23) == f"Link lost. {clock(ALONE_LIMIT_S)} to come back; your seat waits."
    world.wait(30_000)
    assert row(world, 23).startswith(f"Link lost. {clock(ALONE_LIMIT_S - 30)} to come back")
    assert "say absent" not in world.text()
    world.regain_links()
    assert "Link lost" not in world.text()
    world.until(lambda _: world.tables[0].is_over, *PLAYS)


def test_at_a_table_of_two_it_is_not_said_whose_end_of_the_only_link_has_broken():
    world = bidding(2)
    world.press("b", "home", "enter")
    world.lose(1)
    assert "no link to Bek" in world.me
    assert row(world, 23) == (
        f"No link to Bek; either end may have lost it. {clock(ALONE_LIMIT_S)} to come back."
    )
    assert "link lost" not in world.text().lower()


# --- out, caught, over ----------------------------------------------------------------------------------


def told_out(world: OwnSeat, seat: int, cause: Cause) -> str:
    """The screen is told that a seat is out, as its table would tell it."""
    before = world.tables[0].view().state
    out = Out(((seat, cause),))
    place = world.tables[0].referee.rounds()[0].place
    world.screen.told(SeatOut(1, place, seat, cause, Reason(Code.SHARES_REFUSED)))
    world.screen.told(Happened(before, out, world.screen._game.apply(before, out)))
    return world.text()


def waiting_for_bek() -> OwnSeat:
    world = bidding()
    world.lose(1)
    world.press("b", "home", "enter")
    return world


@pytest.mark.heavy
def test_who_was_voted_out_reads_why_what_it_costs_and_when_it_is_back():
    world = waiting_for_bek()
    told_out(world, 0, Cause.SILENT)
    assert "out of this deal" in world.me
    assert row(world, 23) == "You were voted absent: your 30 stay in the pot. Back from deal 2."
    world.press("f", "c", "1", "enter")
    assert world.screen.decisions.statistics().current_buffer_used == 0


@pytest.mark.heavy
def test_a_seat_that_is_caught_is_announced_with_the_reason_and_the_price():
    world = waiting_for_bek()
    text = told_out(world, 2, Cause.CAUGHT)
    assert "┏━ fault ━" in text
    said = " ".join(text.replace("┃", " ").split())
    assert "What Chinara sent is refused: shares refused." in said
    assert (
        "Chinara is out of this deal and barred from this table; Chinara's 20 stay in the pot."
    ) in said
    assert "✗ 1 refused" in text.splitlines()[0]
    assert row(world, 22) == "Esc close   e evidence"
    world.press("e")
    assert "Deal 1: Chinara is refused" in world.text()
    world.press("escape")
    assert "fault" not in world.text()


@pytest.mark.heavy
def test_a_match_that_is_over_can_be_watched_again_or_played_again():
    world = own_seat(2, "azi", deals=1, deadline_s=0, seed=3)
    world.until(lambda text: "the match is over" in text, *PLAYS)
    wanted = []

    async def see() -> None:
        async with trio.open_nursery() as nursery:

            async def look() -> None:
                wanted.append(await world.screen.wait_seen())

            for key in ("enter", "r", "q"):
                nursery.start_soon(look)
                await trio.testing.wait_all_tasks_blocked()
                assert row(world, 22) == "Enter replay   r another match   q leave"
                world.screen.press(key, world.now_ms)
                await trio.testing.wait_all_tasks_blocked()

    trio.run(see)
    assert wanted == [After.REPLAY, After.AGAIN, After.NOTHING]


@pytest.mark.heavy
def test_a_table_that_has_closed_for_us_before_the_end_is_not_played_again():
    world = waiting_for_bek()

    async def see() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(world.screen.wait_seen)
            await trio.testing.wait_all_tasks_blocked()
            assert "the table is closed for you" in world.me
            assert row(world, 22) == "Enter replay   q leave"
            nursery.cancel_scope.cancel()

    trio.run(see)


# --- watching ---------------------------------------------------------------------------------------------


def test_a_spectator_is_told_of_the_link_to_the_host_and_of_no_other():
    world = own_seat(3, "azi", deals=1, deadline_s=0)
    met = []
    screen = TableScreen(
        Table(None, world.tables[0].referee.lines[0], None, SeededRng(bytes(32)), LIGHT),
        Settings(),
        app=world.clock,
        wish=lambda what: what(),
        interrupt=lambda: None,
        is_person=True,
        on_first_link=lambda seat, _: met.append(seat),
        conversation=Conversation(),
    )
    for seat in (0, 1, 2):
        screen.link_up(seat, ())
        screen.link_down(seat)
    drawn = "\n".join(rows(screen.view(0), 80, 24))
    assert met == [0]
    assert "The link to Ainura is gone" in drawn
    assert "The link to Bek" not in drawn
    assert "watching; you check everything" in drawn
    assert "to come back." in drawn


def test_who_leaves_while_another_thinks_is_named_at_once_and_his_link_is_not_called_lost():
    world = own_seat(3, "azi", deals=1, deadline_s=0)
    world.until(lambda _: world.tables[0].pending() is not None)
    world.do(2, world.tables[2].leave)
    world.until(lambda _: bool(world.tables[0].leaving))
    world.lose(2)
    drawn = "\n".join(rows(world.screen.view(world.now_ms), 80, 24))
    assert "Chinara leaves and is out of this deal" in drawn
    assert "is gone" not in drawn


def test_a_spectator_is_offered_to_watch_another_match_and_not_to_play_it():
    offered = []
    for is_watching in (False, True):
        situation = Situation(
            GAMES["azi"], is_watching=is_watching, is_over=True, can_play_again=True
        )
        offered.append([offer.label for offer in lines_of(Choosing(), situation).offers])
    assert offered == [
        ["replay", "another match", "leave"],
        ["replay", "watch another match", "leave"],
    ]


# --- several decide at the same time ------------------------------------------------------------------


@pytest.mark.heavy
def test_who_is_up_in_hazari_is_seen_while_others_still_arrange():
    world = own_seat(4, "hazari", deals=1, deadline_s=0)
    acts = world.until(lambda _: "arrange" in world.me).splitlines()[3].split()
    assert set(acts) <= {"arranging", "up"}
    text = world.until(lambda text: "arranging" not in text.splitlines()[3])
    assert text.splitlines()[3].split() == ["up"] * 3
    assert "checked at the end: 3" in text.splitlines()[0]
    assert "Not up yet: all cards are loose." in text


def test_who_has_discarded_in_azi_is_seen_while_others_still_choose():
    world = own_seat(4, "azi", deals=1, deadline_s=0, options={"cards": 4})
    world.until(lambda text: "choose" in world.me)
    world.wait(1000)
    assert world.text().splitlines()[3].split("  ")[0].strip() == "has discarded"


@pytest.mark.heavy
def test_leaving_says_what_it_does_to_the_match(light):
    two = own_seat(2, "azi", deadline_s=0)
    two.until(lambda _: "your turn" in two.me)
    two.press("q")
    assert "That ends the match." in two.text()
    three = own_seat(3, "azi", deadline_s=0)
    three.until(lambda _: "your turn" in three.me)
    three.press("q")
    assert "The others play on." in three.text()


def test_the_title_says_whose_turn_it_is(light):
    world = own_seat(2, "azi", deadline_s=0)
    world.until(lambda _: "your turn" in world.me)
    assert world.clock.called == "Your turn · Azi"
    world.press("f")
    world.until(lambda _: "your turn" not in world.me)
    assert world.clock.called == "Azi"
