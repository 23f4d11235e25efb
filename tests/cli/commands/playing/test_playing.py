"""The commands with which people meet and play, as processes with pipes for a person."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from protocol.audit import audit
from tests import systems

pytestmark = [pytest.mark.slow, systems.needs_signals]

REPOSITORY = Path(__file__).parents[4]
LIMIT_S = 60.0


class Player:
    """A program with somebody typing at it."""

    def __init__(self, home: Path, words: str, env: dict[str, str] | None = None) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.home = home
        self._output = home / "said"
        with self._output.open("wb") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "p2pcards", *words.split()],
                stdin=subprocess.PIPE,
                stdout=file,
                stderr=subprocess.STDOUT,
                env={
                    **os.environ,
                    "PYTHONPATH": str(REPOSITORY),
                    "P2PCARDS_HOME": str(home),
                    "LC_ALL": "C.UTF-8",
                    **(env or {}),
                },
            )

    @property
    def lines(self) -> list[str]:
        return self._output.read_text("utf-8", "replace").splitlines()

    def type(self, words: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(words.encode() + b"\n")
        self.process.stdin.flush()

    def wait_for(self, words: str, *, after: int = 0) -> int:
        """Until a line after this many has the words; how many lines that makes."""
        end = time.monotonic() + LIMIT_S
        while True:
            lines = self.lines
            for number, line in enumerate(lines[after:], start=after + 1):
                if words in line:
                    return number
            assert self.process.poll() is None, f"ended before {words!r}: {lines}"
            assert time.monotonic() < end, f"never said {words!r}: {lines}"
            time.sleep(0.02)

    def wait(self) -> int:
        try:
            return self.process.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            pytest.fail(f"still running: {self.lines}")

    def play_on(self, answer: Callable[[str], str]) -> int:
        """Answer every prompt until the program ends; its exit code."""
        seen = 0
        end = time.monotonic() + LIMIT_S
        while self.process.poll() is None:
            assert time.monotonic() < end, self.lines
            lines = self.lines
            for line in lines[seen:]:
                if line.startswith("Your turn"):
                    self.type(answer(line))
                elif line.endswith("Type yes to do it."):
                    self.type("yes")
            seen = len(lines)
            time.sleep(0.02)
        return self.wait()

    @property
    def logs(self) -> list[Path]:
        return sorted((self.home / "data" / "logs").glob("*.log"))

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        self.process.stdin.close()


Start = Callable[..., Player]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """`start(name, words)`: a program with a home of its own."""
    players: list[Player] = []

    def make(name: str, words: str, **more: Any) -> Player:
        players.append(Player(tmp_path / name, words, **more))
        return players[-1]

    yield make
    for player in players:
        player.close()


def last_choice(prompt: str) -> str:
    """The last verb that a prompt offers, with its least number or first card."""
    offer = prompt.partition("You may: ")[2].rstrip(".").split(", ")[-1]
    words = offer.split(" (")[0].split()
    return " ".join(words[:2])


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


# --- alone ----------------------------------------------------------------------------------------


def test_a_match_against_bots_is_played_by_typed_words(start: Start) -> None:
    player = start("home", "play azi --bots 1 --deals 1 --name Sanjar --lines")
    assert player.play_on(last_choice) == 0
    lines = player.lines
    # Where the bot opens and folds the pot is ours without a turn.
    was_asked = any(line.startswith("Your turn. You hold ") for line in lines)
    assert was_asked or any(line.endswith(" folds.") for line in lines)
    assert any(line.startswith("The match is over") for line in lines)
    (log,) = player.logs
    report = audit(log.read_bytes())
    assert report.ok
    assert report.is_over
    assert str(log) in lines[-1]
    assert not any((player.home / "state" / "notes").iterdir())


def test_as_many_bots_sit_down_as_the_game_takes(start: Start) -> None:
    player = start("home", "play lukfu")
    player.wait_for("The coin falls on")
    assert player.process.stdin is not None
    player.process.stdin.close()
    assert player.wait() == 0


def test_closed_input_leaves_the_table_and_says_so(start: Start) -> None:
    player = start("home", "play azi --bots 2")
    player.wait_for("The coin falls on")
    assert player.process.stdin is not None
    player.process.stdin.close()
    assert player.wait() == 0
    said = "\n".join(player.lines)
    assert "Standard input is closed, so this seat leaves the table." in said
    assert "You have left the table" in said or "The match is over" in said


@pytest.mark.parametrize(
    ("names", "code"), [(("SIGTERM",), 143), (("SIGHUP",), 129), (("SIGINT", "SIGINT"), 130)]
)
def test_signals_leave_the_table(start: Start, names: tuple[str, ...], code: int) -> None:
    player = start("home", "play azi --bots 2")
    player.wait_for("The coin falls on")
    *asking, last = (signal.Signals[name] for name in names)
    for number in asking:
        player.process.send_signal(number)
        player.wait_for("Ctrl-C again leaves at once")
    player.process.send_signal(last)
    assert player.wait() == code
    assert not any("Traceback" in line for line in player.lines)


def test_one_interrupt_asks_and_the_game_goes_on(start: Start) -> None:
    player = start("home", "play azi --bots 1")
    player.wait_for("You hold")
    player.process.send_signal(signal.SIGINT)
    seen = player.wait_for("Ctrl-C again leaves at once")
    player.type("table")
    player.wait_for(", Bot Onyx ", after=seen)


def test_without_unicode_the_suits_are_letters(start: Start) -> None:
    player = start("home", "play azi --bots 1", env={"LC_ALL": "C"})
    number = player.wait_for("You hold")
    held = player.lines[number - 1].removeprefix("You hold ").rstrip(".").split()
    assert len(held) == 3
    assert all(card[-1] in "SHDC" for card in held)


@systems.needs_a_full_disk
def test_a_full_disk_stops_the_seat_with_one_sentence(start: Start) -> None:
    player = start("home", "play azi --bots 1 --log /dev/full")
    assert player.wait() == 1
    assert player.lines[-1].startswith("There is no room left for /dev/full.")


# --- together -------------------------------------------------------------------------------------


def test_two_people_and_a_bot_meet_talk_play_and_one_watches(start: Start) -> None:
    port = free_port()
    host = start(
        "host",
        f"host azi --seats 3 --bots 1 --deals 1 --no-mdns --listen {port} --name Gulnara",
    )
    host.wait_for("Type ready when all are there")
    guest = start("guest", f"join 127.0.0.1:{port} --name Sanjar")
    guest.wait_for("Bot Onyx runs on Gulnara's computer, which could see its hand.")
    guest.wait_for("Type ready when you are, or leave.")
    watcher = start("watcher", f"watch 127.0.0.1:{port}")
    watcher.wait_for("Azi at Gulnara's table")
    assert watcher.process.stdin is not None
    watcher.process.stdin.close()
    for player, other in ((host, "Sanjar"), (guest, "Gulnara")):
        player.wait_for(f"{other} is new to you. Compare by voice")
        player.type("match")
        player.wait_for("have the same words: nobody sits between you.")
    guest.type("ready")
    host.wait_for("Sanjar is ready.")
    host.type("ready")
    for player in (host, guest):
        player.wait_for("All three have signed the table.")

    def words_of(player: Player) -> str:
        line = player.lines[player.wait_for("Compare by voice") - 1]
        return line.rpartition(": ")[2]

    assert words_of(host) == words_of(guest)
    for player in (host, guest):  # who has compared them is not asked once more
        assert sum("Compare by voice" in line for line in player.lines) == 1
    guest.type("say salom {7S}")
    host.wait_for('Sanjar: "salom')
    done: dict[str, int] = {}
    seen = {"host": 0, "guest": 0}
    end = time.monotonic() + LIMIT_S
    while len(done) < 2:
        assert time.monotonic() < end, (host.lines, guest.lines)
        for name, player in (("host", host), ("guest", guest)):
            lines = player.lines
            for line in lines[seen[name] :]:
                if line.startswith("Your turn") and player.process.poll() is None:
                    player.type(last_choice(line).replace("raise 10", "call"))
                elif line.endswith("Type yes to do it."):
                    player.type("yes")
            seen[name] = len(lines)
            if player.process.poll() is not None:
                done[name] = player.wait()
        time.sleep(0.02)
    assert done == {"host": 0, "guest": 0}
    assert watcher.wait() == 0, watcher.lines
    logs = [player.logs[0].read_bytes() for player in (host, guest, watcher)]
    assert logs[0] == logs[1] == logs[2]
    assert audit(logs[0]).ok
    known = (guest.home / "state" / "known-peers").read_text()
    assert "Gulnara" in known
    assert "Bot Onyx" not in known  # a bot is nobody to remember


def test_who_has_left_a_table_may_watch_it_and_watch_it_again_while_it_plays(start: Start) -> None:
    """A seat's key or a spectator's is no reason not to be given the log once more."""
    port = free_port()
    words = f"host azi --seats 3 --bots 1 --deals 0 --no-mdns --listen {port} --name Erlan"
    host = start("host", f"{words} --deadline 0")
    host.wait_for("Type ready when all are there")
    guest = start("guest", f"join 127.0.0.1:{port} --name Sanjar --yes")
    host.wait_for("Sanjar is ready.")
    host.type("ready")
    host.wait_for("You hold")  # whoever is asked first: nobody answers until the test is over
    guest.type("leave")
    guest.wait_for("Type yes")
    guest.type("yes")
    assert guest.wait() == 0
    assert any("the others know and go on" in line for line in guest.lines), guest.lines
    host.wait_for("Sanjar leaves", after=host.wait_for("You hold"))
    assert not any("The link to Sanjar is gone" in line for line in host.lines)
    assert not list((guest.home / "state").rglob("*.notes"))
    for number in range(2):
        watcher = start("guest", f"watch 127.0.0.1:{port} --name Sanjar")
        watcher.wait_for("have signed the table")
        watcher.type("leave")
        assert watcher.wait() == 0, watcher.lines
        said = " ".join(watcher.lines)
        assert "You watch this table no longer" in said, (number, said)
        assert "nobody confirmed" not in said
    late = start("guest", f"join 127.0.0.1:{port} --name Sanjar --yes")
    assert late.wait() == 4, late.lines
    assert any("is playing already" in line for line in late.lines), late.lines
    assert not any("link to Sanjar is back" in line for line in host.lines)


def test_a_changed_key_is_asked_about_before_sitting_down(start: Start) -> None:
    port = free_port()
    host = start("host", f"host azi --seats 2 --no-mdns --listen {port} --name Erlan")
    host.wait_for("Type ready when all are there")
    guest = start("guest", "rules azi")
    guest.wait()
    (guest.home / "state").mkdir()
    record = f'{{"key":"{"ab" * 32}","nick":"Erlan","first":"2026-05-11","last":"2026-05-11","times":3}}\n'
    known = guest.home / "state" / "known-peers"
    known.write_text(record)
    known.chmod(0o600)
    again = start("guest", f"join 127.0.0.1:{port}")
    again.wait_for("Erlan's key is not the one of 2026-05-11.")
    again.wait_for("Type yes to sit down all the same.")
    again.type("no")
    assert again.wait() == 0
    assert not any("sits down" in line for line in host.lines[4:])


def test_who_comes_too_late_is_told_so(start: Start) -> None:
    port = free_port()
    host = start("host", f"bot azi --host --seats 2 --no-mdns --listen {port} --think 1")
    host.wait_for("Others join with")
    start("bot", f"bot azi 127.0.0.1:{port} --name Two --think 1")
    host.wait_for("have signed the table")
    late = start("late", f"join 127.0.0.1:{port} --yes")
    assert late.wait() == 4
    assert late.lines[-1].startswith("This table is playing already.")


def test_a_host_that_goes_is_told_to_its_guests(start: Start) -> None:
    port = free_port()
    host = start("host", f"host azi --seats 3 --no-mdns --listen {port} --name Gulnara")
    host.wait_for("Type ready when all are there")
    guest = start("guest", f"join 127.0.0.1:{port}")
    guest.wait_for("Type ready when you are")
    host.process.send_signal(signal.SIGINT)
    assert host.wait() == 130
    assert guest.wait() == 4
    assert guest.lines[-1] == "Gulnara has closed the table before it started."


# --- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("host chess", 2, "There is no game called 'chess'"),
        ("host azi --seats 7", 2, "Azi is for 2 to 6 seats, not 7."),
        ("host azi --seats 3 --bots 3", 2, "do not fit beside you"),
        ("host azi --option ante", 2, "An option is KEY=VALUE"),
        ("host azi --option ante=0", 2, "The option 'ante' of Azi"),
        ("host azi --listen 80x", 2, "is no whole number"),
        ("play azi --bots 6", 2, "Azi takes 1 to 5 bots beside you, not 6."),
        ("play azi --bots 9", 2, "Azi takes 1 to 5 bots beside you, not 9."),
        ("play hazari --bots 2", 2, "Hazari takes 3 bots beside you, not 2."),
        ("host azi --seats 9", 2, "Azi is for 2 to 6 seats, not 9."),
        ("host azi --bots 9", 2, "Azi is for 2 to 6 seats, not 10."),
        ("bot azi somewhere --host", 2, "leave out the address"),
        ("bot azi --think 1000", 2, "0 to 60 seconds"),
        ("join 127.0.0.1:1:2", 2, "is no address"),
        ("join 127.0.0.1:1", 4, "nobody listens there"),
        ("join no-such-host.invalid", 4, "no such name"),
        ("join --interface 10.255.255.254", 2, "there is no interface '10.255.255.254'"),
        ("join nobody --interface lo --seconds 1", 4, "seen on this network"),
        ("demo chess", 2, "There is no game called 'chess'"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_a_code(
    start: Start, words: str, code: int, sentence: str
) -> None:
    player = start("home", words)
    assert player.wait() == code
    assert sentence in "\n".join(player.lines)
    assert "Traceback" not in "\n".join(player.lines)


def test_a_busy_port_is_said(start: Start) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        player = start("home", f"host azi --listen {port} --no-mdns")
        assert player.wait() == 4
        assert f"Port {port} is in use." in player.lines[-1]


# --- the demo -------------------------------------------------------------------------------------


def test_the_demo_tells_its_steps_and_leaves_a_log_that_stands(start: Start) -> None:
    player = start("home", "demo")
    assert player.wait() == 0, player.lines
    said = "\n".join(player.lines)
    assert "Four programs start on this machine." in said
    assert said.count("sits down") == 3
    assert "All four hold the same log, byte for byte" in said
    (log,) = player.logs
    assert audit(log.read_bytes()).ok
    assert player.lines[-4].endswith(f"p2pcards audit {log}")
    assert player.lines[-1] == "Play with others: p2pcards host azi; they type: p2pcards join"


def test_the_demo_takes_its_programs_with_it(start: Start) -> None:
    player = start("home", "demo")
    player.wait_for("sits down")
    children = _children(player.process.pid)
    assert children
    player.process.send_signal(signal.SIGTERM)
    assert player.wait() == 143
    assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]


def _children(pid: int) -> list[int]:
    lists = list(Path(f"/proc/{pid}/task").glob("*/children"))
    if not lists:
        pytest.skip("this system does not list a process's children")
    return [int(child) for one in lists for child in one.read_text().split()]
