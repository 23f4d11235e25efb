"""A player's program is killed in mid-deal and started again with the same words (SPEC §6.8)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from protocol.audit import audit
from tests.cli.commands.playing.test_playing import LIMIT_S, Player, free_port, last_choice

pytestmark = pytest.mark.slow

Start = Callable[[str, str], Player]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """`start(home, words)`: a program; two of one home are the same player's."""
    players: list[Player] = []

    def make(home: str, words: str) -> Player:
        players.append(Player(tmp_path / home, words))
        return players[-1]

    yield make
    for player in players:
        player.close()


def play_on(players: Sequence[Player]) -> None:
    """Answer every prompt of all until they end."""
    seen = [0] * len(players)
    end = time.monotonic() + 2 * LIMIT_S
    while any(player.process.poll() is None for player in players):
        assert time.monotonic() < end, [player.lines[-5:] for player in players]
        for number, player in enumerate(players):
            lines = player.lines
            for line in lines[seen[number] :]:
                if player.process.poll() is not None:
                    continue
                if line.startswith("Your turn"):
                    player.type(last_choice(line).replace("raise 10", "call"))
                elif line.endswith("Type yes to do it."):
                    player.type("yes")
            seen[number] = len(lines)
        time.sleep(0.02)


def line_with(player: Player, words: str) -> str:
    number = player.wait_for(words)
    return player.lines[number - 1]


def check_logs(*players: Player) -> None:
    logs = [player.logs[0].read_bytes() for player in players]
    assert all(log == logs[0] for log in logs)
    report = audit(logs[0])
    assert report.ok, report.problem
    assert report.is_over
    assert not report.outs


def test_a_guest_whose_program_is_killed_goes_back_and_plays_its_cards(start: Start) -> None:
    port = free_port()
    words = f"join 127.0.0.1:{port} --name Sanjar --yes"
    host = start(
        "host",
        f"host azi --seats 2 --deals 2 --deadline 30 --no-mdns --listen {port} --name Gulnara --yes",
    )
    host.wait_for("This table's key")
    guest = start("guest", words)
    cards = line_with(guest, "You hold")
    guest.process.kill()
    guest.process.wait()
    host.wait_for("The link to Sanjar")
    again = start("guest", words)
    again.wait_for("Your seat at Gulnara's table is still yours")
    assert line_with(again, "You hold") == cards
    play_on((host, again))
    assert host.wait() == 0, host.lines
    assert again.wait() == 0, again.lines
    check_logs(host, again)
    assert not list((guest.home / "state" / "notes").iterdir())


def test_a_host_whose_program_is_killed_is_a_seat_like_any_other(start: Start) -> None:
    """The others play on, and whoever watches sees on; hosting again goes back to the table."""
    port = free_port()
    words = (
        f"host azi --seats 3 --deals 2 --deadline 30 --no-mdns --listen {port} --name Gulnara --yes"
    )
    host = start("host", words)
    host.wait_for("This table's key")
    guests = [
        start(name, f"join 127.0.0.1:{port} --name {name} --yes") for name in ("Sanjar", "Timur")
    ]
    host.wait_for("is turned up")
    watcher = start("watcher", f"watch 127.0.0.1:{port}")
    watcher.wait_for("is turned up")
    host.process.kill()
    host.process.wait()
    again = start("host", words)
    again.wait_for("Your seat at your table is still yours")
    play_on((again, *guests))
    assert [player.wait() for player in (again, *guests)] == [0, 0, 0], again.lines
    assert watcher.wait() == 0, watcher.lines
    check_logs(again, *guests, watcher)


def test_where_none_of_the_others_is_back_yet_the_seat_waits_and_says_so(start: Start) -> None:
    port = free_port()
    words = f"host azi --seats 2 --deadline 30 --no-mdns --listen {port} --name Gulnara --yes"
    host = start("host", words)
    host.wait_for("This table's key")
    guest = start("guest", f"join 127.0.0.1:{port} --name Sanjar --yes")
    host.wait_for("is turned up")
    for player in (host, guest):
        player.process.kill()
        player.process.wait()
    again = start("host", words)
    again.wait_for("None of the others is there yet.")
    assert not any("This table's key" in line for line in again.lines)
