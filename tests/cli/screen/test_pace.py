"""What stays on the screen while the game goes on beneath it."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
import trio
import trio.testing

from cli.screen.table.app import TableScreen
from cli.screen.table.pace import Kind, Pace
from cli.settings import Settings
from cli.table.conversation import Conversation, Line
from cli.table.story.known import begin, facts_of, heard
from p2pcards.games import GAMES
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng
from protocol.net.conduct.roles import Look
from protocol.table.effects import Tell
from protocol.table.table import Table
from tests.cli.screen.own_seat import LOOK_EVERY_MS, OwnSeat, own_seat
from tests.ui.mockups import rows

pytestmark = [pytest.mark.usefixtures("light"), pytest.mark.slow]


def phase(world: OwnSeat) -> str:
    """`deal 1 · trick 2` of the bar."""
    found = re.search(r"(deal \d+)(?: of \d+)? · ([a-z]+ ?\d?)", world.text())
    return f"{found[1]} {found[2].strip()}" if found else ""


def seen(world: OwnSeat, seconds: float) -> list[str]:
    """The phases shown one after the other, each with its hundredths of a second."""
    names: list[str] = []
    for _ in range(round(seconds * 1000 / LOOK_EVERY_MS)):
        names.append(phase(world))
        world.wait(LOOK_EVERY_MS)
    return [
        f"{name}: {names.count(name) * LOOK_EVERY_MS / 1000:.0f}" for name in dict.fromkeys(names)
    ]


# --- Hazari: everything is decided when all are up ------------------------------------------------


def all_up(**args: object) -> OwnSeat:
    world = own_seat(4, "hazari", deals=2, **args)
    world.until(lambda _: "arrange" in world.me)
    world.press("a", "enter", "enter")
    world.until(lambda text: "Space go on" in text)
    return world


def test_each_trick_of_hazari_stays_four_seconds_though_all_are_played_at_once():
    assert seen(all_up(deadline_s=0), 22) == [
        "deal 1 trick 1: 4",
        "deal 1 trick 2: 4",
        "deal 1 trick 3: 4",
        "deal 1 trick 4: 4",
        "deal 1 over: 6",
    ]


def test_the_story_is_that_of_the_trick_that_is_shown():
    world = all_up(deadline_s=0)
    assert "trick 1," in world.text()
    assert "trick 2," not in world.text()
    assert "trick 2 in 0:0" in world.me


def test_space_goes_on_one_moment_at_a_time_and_our_stake_waits_for_the_last():
    world = all_up(deadline_s=0)
    for trick in (2, 3, 4):
        world.press("space")
        assert phase(world) == f"deal 1 trick {trick}"
    world.press("space")
    assert phase(world) == "deal 1 over"
    assert "next deal 0:06   Space go on" in world.me
    world.wait(1000)
    assert world.tables[1].waiting_for == (0,)
    world.press("space")
    world.wait(1000)
    assert phase(world) == "deal 2 arranging"


def test_how_the_table_ended_is_said_with_the_last_result_and_not_in_the_tricks_before():
    world = own_seat(4, "hazari", deals=1, deadline_s=0)
    world.until(lambda _: "arrange" in world.me)
    world.press("a", "enter", "enter")
    world.until(lambda text: "Space go on" in text and world.tables[0].is_over)

    async def see() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(world.screen.wait_seen)
            await trio.testing.wait_all_tasks_blocked()
            world.screen.say_last("All have signed the result of the match.")
            for _ in range(4):
                assert "trick" in phase(world)
                assert "All have signed the result of the match." not in world.text()
                assert "closed for you" not in world.me
                world.press("space")
            assert phase(world) == "deal 1 over"
            assert "All have signed the result of the match." in world.text()
            assert re.search(r"\w+ wins? the match: \d+ points", world.text())
            assert "most of deal" not in world.text()
            nursery.cancel_scope.cancel()

    trio.run(see)


def test_a_clock_that_is_too_short_for_all_of_it_shows_the_next_deal_when_it_is_our_turn():
    # Our program pays the stake after a third of the deadline, whatever is still shown.
    assert seen(all_up(deadline_s=15), 10)[-1].startswith("deal 2 arranging")


def test_talk_is_seen_at_once_whatever_stays():
    world = all_up(deadline_s=0)
    world.screen.heard(2, "well played")
    assert 'Chinara: "well played"' in world.text()
    world.press("space")
    assert 'Chinara: "well played"' in world.text()


# --- Azi: the others play on ------------------------------------------------------------------------


def in_tricks(seed: int = 1) -> OwnSeat:
    """Until a trick has just been finished."""
    world = own_seat(4, "azi", deals=3, deadline_s=0, seed=seed)
    for _ in range(400):
        text = world.text()
        if "Space go on" in text and "next deal" not in text:
            return world
        if "b bet" in text:
            world.press("b", "home", "enter")
        elif "c call" in text:
            world.press("c", "enter")
        elif "choose a card" in text or "take up" in text:
            world.press("tab", "enter")
        elif "Enter play" in text:
            world.press("enter")
        world.wait(LOOK_EVERY_MS)
    raise AssertionError(world.text())


def test_nothing_of_the_next_trick_is_seen_while_one_stays():
    world = in_tricks()
    before = world.text()
    assert "your turn" not in world.me
    world.wait(1000)
    assert world.tables[0].referee.state.play.game_state.plays  # the others have gone on
    assert world.text() == before
    world.wait(600)
    assert phase(world) == "deal 1 trick 2"


def seen_on_return(world: OwnSeat) -> str:
    """What our seat sees that comes back now with the log it has."""
    there = world.tables[0]
    lines = list(there.referee.lines)
    table = Table(
        Identity.from_seed(bytes(32)), lines[0], None, SeededRng(bytes(32)), there.referee.proofs
    )
    screen = TableScreen(
        table,
        Settings(),
        app=world.clock,
        wish=lambda what: what(),
        interrupt=lambda: None,
        is_person=False,
        on_first_link=lambda *_: None,
        conversation=Conversation(),
    )
    table.restore(lines, [])
    for effect in table.start(world.now_ms):
        if isinstance(effect, Tell):
            screen.told(effect.notice)
    screen.looked(Look(None, None, None, (), frozenset(), False, False, None))
    return "\n".join(rows(screen.view(world.now_ms), 80, 24))


def test_who_comes_back_in_the_middle_of_a_deal_sees_it_as_it_is():
    world = in_tricks()
    world.wait(2000)
    text = seen_on_return(world)
    assert "deal 1 of 3 · trick 2" in text
    assert "Space go on" not in text


def test_who_comes_back_between_deals_waits_for_the_next_and_for_nothing_else():
    world = in_tricks()
    world.until(lambda text: "next deal" in text, "c", "n", "enter", "tab", "enter")
    over = re.search(r"deal (\d) of 3 · over", world.text())
    assert over is not None
    text = seen_on_return(world)
    assert f"deal {int(over[1]) + 1} of 3 · preparing" in text
    assert "Space go on" not in text


@pytest.mark.parametrize(("game", "seats"), [("azi", 4), ("hazari", 4), ("lukfu", 3)])
@pytest.mark.parametrize("deadline_s", [0, 15])
@pytest.mark.slow
def test_a_screen_is_of_one_moment_however_long_the_player_takes(
    game: str, seats: int, deadline_s: int
):
    chance = random.Random(f"{game} {deadline_s}")
    deals = {} if game == "lukfu" else {"deals": 3}
    world = own_seat(seats, game, deadline_s=deadline_s, seed=5, **deals)
    for _ in range(300):
        text = world.text()
        told = set(re.findall(r"^  Deal (\d+)\.", text, re.M))
        shown = re.search(r"deal (\d+)", text)
        assert shown is not None
        assert told <= {shown[1]}, text
        is_ours = any(word in world.me for word in ("your turn", "your lead", "arrange", "choose"))
        if is_ours:
            state = world.tables[0].referee.state.play.game_state
            assert int(shown[1]) == state.deal, text
            assert "over" not in text.splitlines()[0], text
        if world.tables[0].is_over and "the match is over" in text:
            break
        if chance.random() < 0.2:
            world.press(
                chance.choice(["a", "enter", "c", "y", "tab", "b", "home", "space", "f", "d"])
            )
        world.wait(chance.choice([0, 10, 100, 500, 3000]))


# --- the queue itself ----------------------------------------------------------------------------------


def told(pace: Pace, deal: int, *, settled: int = 0, trick: object = None) -> None:
    known = replace(pace.newest, deal=deal, settled=settled or pace.newest.settled)
    pace.tell(replace(known, finished=trick, state=object()), {}, 0)


@pytest.fixture
def pace() -> Pace:
    known = begin(facts_of(GAMES["azi"], ["Ainura", "Bek"], None))
    return Pace(known, trick_ms=1500, result_ms=6000)


def test_what_stays_is_of_one_deal_even_for_a_spectator_for_whom_nobody_waits(pace):
    told(pace, 1, trick="first")
    told(pace, 1, trick="second")
    told(pace, 1, settled=1)
    told(pace, 2)
    assert pace.shown.deal == 1
    told(pace, 2, trick="of the next deal")
    assert pace.shown.deal == 2
    assert pace.stop is not None
    assert pace.stop.kind is Kind.TRICK


def test_each_moment_has_its_whole_time_from_when_it_is_shown(pace):
    told(pace, 1, trick="first")
    told(pace, 1, trick="second")
    assert not pace.advance(1499)
    assert pace.shown.finished == "first"
    assert not pace.advance(2000)
    assert pace.shown.finished == "second"
    assert pace.left_ms(2100) == 1400


def test_only_the_end_of_a_result_is_told_to_the_table(pace):
    told(pace, 1, trick="only")
    told(pace, 1, settled=1)
    assert pace.go_on(0) is False
    assert pace.go_on(0) is True
    assert pace.go_on(0) is False


def test_the_screen_is_behind_only_once_the_game_has_gone_on(pace):
    told(pace, 1, trick="first")
    assert not pace.is_behind
    told(pace, 1)
    assert pace.is_behind
    pace.catch_up()
    assert not pace.is_behind


def test_a_result_takes_in_what_is_told_of_its_deal_and_nothing_of_the_next(pace):
    told(pace, 1, settled=1)
    pace.tell(replace(pace.newest, is_over=True), {}, 0)
    assert pace.shown.is_over
    told(pace, 2)
    assert pace.shown.deal == 1


def test_what_has_nothing_to_do_with_the_game_is_added_everywhere(pace):
    told(pace, 1, trick="first")
    told(pace, 1)
    pace.add(lambda known: heard(known, Line(b"", "Bek", "hello")))
    assert len(pace.shown.story) == len(pace.newest.story) == 1
