"""Whole evenings on a terminal in memory: played, left, cut off, resized, and typed at blindly."""

from __future__ import annotations

import random
import re
from functools import partial
from pathlib import Path

import pytest
import trio

import cli.bots.hosted
import cli.screen.lobby.evening
import cli.screen.table.doing
from cli.errors import ExitCode
from cli.files.own_hands import file_of, read_hands
from cli.screen.front import ScreenFront
from cli.screen.lobby.evening import lobby_evening
from cli.screen.look import Depth, Look
from p2pcards.games import GAMES
from protocol.audit import audit
from protocol.crypto.identity import Identity
from protocol.net.lobby import Room, SeatInfo
from tests.cli.screen.fake_terminal import (
    FakeTerminal,
    evening_with,
    fake_terminal,
    own_table,
    party_at,
    wait_until,
)

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.bots.hosted, "HOSTED_BOT_THINKS_S", 0.0)
    monkeypatch.setattr(cli.bots.hosted, "LAST_WORDS_S", 1.0)
    monkeypatch.setattr(cli.screen.table.doing, "TOO_SOON_MS", 0)


def offers(terminal: FakeTerminal) -> str:
    """The offer line: two above the key line, wherever the layout puts them."""
    lines = [line.partition("│")[0].strip() for line in terminal.text.splitlines()]
    my_line = max(number for number, line in enumerate(lines) if line.startswith("── You"))
    found = [line for line in lines[my_line:] if OFFER.match(line)]
    return found[0] if found else ""


OFFER = re.compile(r"Enter |f fold|y |\d–\d choose|1 choose")


def is_my_turn(terminal: FakeTerminal) -> bool:
    return "your turn" in terminal.text


async def play_on(terminal: FakeTerminal, keys, until: str) -> None:
    """Call every bet and play the first card that may be played, until that text is seen."""
    answered = ""
    while until not in terminal.text:
        await trio.sleep(0.02)
        if not is_my_turn(terminal) or terminal.text == answered:
            continue  # nobody is asked, or the last key has not been seen yet
        answered = terminal.text
        offered = offers(terminal)
        if offered.startswith("Enter"):
            keys.send_text("\r")
        elif "c call" in offered:
            keys.send_text("c")
        elif "b bet" in offered:
            keys.send_text("b\x1b[H\r")
        elif offered.startswith("y "):
            keys.send_text("n")
        elif "choose a card" in offered:
            keys.send_text("\t")


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (60, 20)])
def test_a_deal_is_played_with_keys_and_its_log_stands(tmp_path: Path, columns: int, rows: int):
    with fake_terminal(columns, rows) as (terminal, keys, front):

        async def person() -> None:
            await play_on(terminal, keys, "match is over")
            await wait_until(lambda: "Enter replay" in terminal.text)
            keys.send_text("q")

        party = party_at(tmp_path)
        code = front.run(partial(evening_with, front, party, own_table(), person))
    assert code == ExitCode.OK
    log = (tmp_path / "own.log").read_bytes()
    assert audit(log).ok
    assert terminal.modes_left_on == set()
    noted = read_hands(file_of(log.partition(b"\n")[0], party.identity.public), GAMES["azi"].pack)
    assert len(noted[1, 1]) == 3


def test_without_colour_or_unicode_the_screen_is_pure_ascii(tmp_path: Path):
    with fake_terminal(look=Look(is_ascii=True, depth=Depth.NONE)) as (terminal, keys, front):

        async def person() -> None:
            await wait_until(lambda: "your turn" in terminal.text)
            assert terminal.text.isascii()
            assert "##" in terminal.text
            keys.send_text("q")
            await wait_until(lambda: "Enter yes   Esc no" in terminal.text)
            keys.send_text("\r")

        front.run(partial(evening_with, front, party_at(tmp_path), own_table(), person))
    # No colour at all: of all the attributes only bold, underline and reverse are used.
    numbers = {
        n for found in re.findall(r"\x1b\[([\d;]*)m", terminal.written) for n in found.split(";")
    }
    assert numbers <= {"", "0", "1", "4", "7"}
    assert terminal.written.isascii()


@pytest.mark.parametrize("keys_pressed", ["q\r", "\x03\x03"])
def test_leaving_asks_once_and_the_others_are_told(tmp_path: Path, keys_pressed: str):
    with fake_terminal() as (terminal, keys, front):

        async def person() -> None:
            await wait_until(lambda: is_my_turn(terminal))
            keys.send_text(keys_pressed[0])
            await wait_until(lambda: "stay in the pot" in terminal.text)
            keys.send_text(keys_pressed[1])

        code = front.run(partial(evening_with, front, party_at(tmp_path), own_table(), person))
    assert code == (ExitCode.OK if keys_pressed == "q\r" else 130)
    assert terminal.modes_left_on == set()
    assert b'"t":"leave"' in (tmp_path / "own.log").read_bytes()


def test_words_that_differ_end_the_evening_with_a_reason_and_an_exit_code(capfd):
    strangers = [Identity.from_seed(bytes([seat]) * 32).public for seat in (1, 2)]
    seats = tuple(SeatInfo(key, key.hex()[:4], False, False, False, ()) for key in strangers)
    game = GAMES["azi"]
    room = Room("azi", dict(game.options({})), 2, 3, 0, 0, False, seats, None)
    with fake_terminal() as (terminal, keys, front):

        async def evening() -> ExitCode:
            lobby = front.open_lobby(strangers[0], set_ready=lambda _: None, talk=lambda _: None)
            lobby.show(room)
            lobby.link_up(strangers[1], ("castle", "pencil", "kettle"))
            await wait_until(lambda: "they do not" in terminal.text)
            keys.send_text("n")
            with trio.fail_after(60):
                await trio.sleep_forever()

        assert front.run(evening) == ExitCode.VERIFICATION
    assert "somebody may sit between you" in "".join(capfd.readouterr())


def test_what_is_tried_again_goes_on_counting_its_seconds():
    with fake_terminal() as (_, _, front):
        front.connecting("Looking for Bek.")
        first = front.app.screen
        front.connecting("Looking for Bek.")
        assert front.app.screen is first
        front.connecting("Looking for Ainura.")
        assert front.app.screen is not first


def test_the_list_says_how_the_last_table_ended_and_only_the_last(tmp_path: Path, monkeypatch):
    visits: list[object] = []

    async def visit_nothing(front: ScreenFront, *args: object, **more: object) -> None:
        visits.append(args)
        if len(visits) == 1:
            front.last_words = ["All have signed the result of the match."]

    async def see_nothing(*_: object) -> None:
        await trio.sleep_forever()

    monkeypatch.setattr(cli.screen.lobby.evening, "_go", visit_nothing)
    monkeypatch.setattr(cli.screen.lobby.evening._Tables, "follow", see_nothing)
    with fake_terminal() as (terminal, keys, front):

        async def evening() -> ExitCode:
            with trio.fail_after(60):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(person)
                    return await lobby_evening(front, party_at(tmp_path), (), 1.0)

        async def person() -> None:
            await wait_until(lambda: "No table is seen yet." in terminal.text)
            keys.send_text("@x\r")
            await wait_until(lambda: "All have signed the result of the match." in terminal.text)
            keys.send_text("@x\r")
            await wait_until(lambda: len(visits) == 2 and "No table is seen" in terminal.text)
            assert "All have signed the result of the match." not in terminal.text
            keys.send_text("q")

        assert front.run(evening) == ExitCode.OK


def test_the_end_of_the_input_is_a_lost_link_and_no_leave(tmp_path: Path):
    with fake_terminal() as (terminal, keys, front):

        async def person() -> None:
            await wait_until(lambda: is_my_turn(terminal))
            keys.close()

        code = front.run(partial(evening_with, front, party_at(tmp_path), own_table(), person))
    assert code == ExitCode.FAILURE
    assert b'"t":"leave"' not in (tmp_path / "own.log").read_bytes()


def test_a_bug_in_drawing_comes_out_as_itself_and_is_no_leave(tmp_path: Path, monkeypatch):
    class Bug(Exception):
        pass

    with fake_terminal() as (terminal, keys, front):

        async def person() -> None:
            await wait_until(lambda: is_my_turn(terminal))

            def broken(now_ms: int) -> None:
                raise Bug

            monkeypatch.setattr(front.app.screen, "view", broken)
            keys.send_text("?")

        with pytest.raises(Bug):
            front.run(partial(evening_with, front, party_at(tmp_path), own_table(), person))
    assert terminal.modes_left_on == set()
    assert b'"t":"leave"' not in (tmp_path / "own.log").read_bytes()


def test_resizing_at_any_moment_loses_neither_selection_nor_typed_text(tmp_path: Path):
    with fake_terminal() as (terminal, keys, front):

        async def person() -> None:
            await wait_until(lambda: is_my_turn(terminal))
            keys.send_text("t")
            await wait_until(
                lambda: "say it to all" in terminal.text or "Esc to play" in terminal.text
            )
            keys.send_text("hello there")
            await wait_until(lambda: "hello there" in terminal.text)
            for columns, rows in [
                (39, 18),
                (40, 12),
                (1, 1),
                (8, 2),
                (200, 60),
                (60, 20),
                (120, 40),
                (80, 24),
            ]:
                terminal.resize(front, columns, rows)
                is_small = columns < 40 or rows < 12
                sign = "40x12 needed"[: columns - 1] if is_small else "hello there"
                await wait_until(lambda sign=sign: sign in terminal.text)
            assert "hello there" in terminal.text
            keys.send_text("\x1b")
            await wait_until(lambda: "hello there" not in terminal.text)
            keys.send_text("q")
            await wait_until(lambda: "Enter yes   Esc no" in terminal.text)
            keys.send_text("\r")

        front.run(partial(evening_with, front, party_at(tmp_path), own_table(), person))
    assert terminal.modes_left_on == set()


KEYS = [
    *"abcdefghijklmnoprstuvwxyz0123456789?<>UGX!ä♠ ",
    *("\r", "\n", "\x1b", "\x7f", "\t", "\x1b[Z", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"),
    *("\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~", "\x0c", "\x15", "\x1bOP", "\x1b[I", "\x1b[O"),
    *("\x1b[200~pasted\x1b[201~", "\x1b[3~", "\x01", "\x1b[1;5C", "\x1b[99;99R", "\x1b]0;x\x07"),
]


def random_typing(chance: random.Random) -> str:
    if chance.random() < 0.8:
        return chance.choice(KEYS)
    button = chance.choice([0, 2, 64, 65])
    return f"\x1b[<{button};{chance.randint(1, 90)};{chance.randint(1, 30)}M"


@pytest.mark.slow
def test_two_thousand_random_keys_and_clicks_leave_table_and_terminal_sane(tmp_path: Path):
    chance = random.Random(7)
    with fake_terminal() as (terminal, keys, front):

        async def person() -> None:
            await wait_until(lambda: is_my_turn(terminal))
            for number in range(2000):
                keys.send_text(random_typing(chance))
                if number % 10 == 0:
                    await trio.sleep(0.03)
                if number % 200 == 0:
                    terminal.resize(front, chance.randint(1, 130), chance.randint(1, 45))
            terminal.resize(front, 80, 24)
            while True:
                for key in ("\x1b", "\x1b", "q", "\r"):
                    keys.send_text(key)
                    await trio.sleep(0.3)

        hosting = own_table(deals=0)
        code = front.run(partial(evening_with, front, party_at(tmp_path), hosting, person))
    assert code == ExitCode.OK
    assert terminal.modes_left_on == set()
