"""End to end in a real terminal multiplexer: people's terminals with a table between them, and how
each terminal is left behind."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from protocol.audit import audit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux"),
]

ROOT = Path(__file__).parents[3]
LIMIT_S = 90.0


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Tmux:
    """A tmux server of its own, with one window for each person."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.socket = folder / "tmux"

    def run(self, *words: str) -> str:
        command = ["tmux", "-S", str(self.socket), "-f", "/dev/null", *words]
        return subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=20
        ).stdout

    def open(self, name: str, words: str, columns: int = 80, rows: int = 24) -> None:
        """Run p2pcards in a new window; the shell stays and says how it ended."""
        env = {
            "P2PCARDS_HOME": str(self.folder / name),
            "P2PCARDS_RESULT_PAUSE": "1",
            "P2PCARDS_NAME": "Sanjar",  # so that nobody is greeted as a newcomer
            "PYTHONPATH": str(ROOT),
            "LC_ALL": "C.UTF-8",
            "TERM": "tmux-256color",
        }
        setting = " ".join(f"{key}='{value}'" for key, value in env.items())
        command = f"{setting} {sys.executable} -m p2pcards {words}; echo ENDED $?; stty -a; cat"
        size = ("-x", str(columns), "-y", str(rows))
        self.run("new-session", "-d", "-s", name, *size, command)

    def keys(self, name: str, *keys: str) -> None:
        self.run("send-keys", "-t", name, *keys)

    def text(self, name: str) -> str:
        return self.run("capture-pane", "-p", "-t", name)

    def is_alternate(self, name: str) -> bool:
        return self.run("display", "-p", "-t", name, "#{alternate_on}").strip() == "1"

    def child(self, name: str) -> int:
        """The program's process."""
        shell = self.run("display", "-p", "-t", name, "#{pane_pid}").strip()
        found = subprocess.run(
            ["pgrep", "-P", shell, "-f", "p2pcards"], capture_output=True, text=True, check=True
        )
        return int(found.stdout.split()[0])

    def wait(self, name: str, condition: Callable[[str], bool], limit_s: float = LIMIT_S) -> str:
        until = time.monotonic() + limit_s
        while time.monotonic() < until:
            text = self.text(name)
            if condition(text):
                return text
            if "rprnt" in text:
                break  # the program has ended
            time.sleep(0.1)
        raise AssertionError(f"never seen in {name}:\n{self.text(name)}")

    def wait_ended(self, name: str) -> int:
        """Its exit code; the terminal must be as it was before."""
        text = self.wait(name, lambda seen: "ENDED" in seen and "rprnt" in seen)
        assert not self.is_alternate(name)
        words = re.findall(r"-?\w+", text[text.index("ENDED") :])
        assert {"icanon", "echo", "isig"} <= set(words), text
        modes = "#{mouse_any_flag}#{cursor_flag}"
        assert self.run("display", "-p", "-t", name, modes).strip() == "01"
        match = re.search(r"ENDED (\d+)", text)
        assert match is not None
        return int(match[1])


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    one = Tmux(tmp_path)
    yield one
    subprocess.run(["tmux", "-S", str(one.socket), "kill-server"], capture_output=True, check=False)


OFFERED = (
    (r"^ Enter (bet|play|discard|yes|up|lead|beat|put|declare)", ("Enter",)),
    (r"c call", ("c",)),
    (r"b bet", ("b", "Home")),
    (r"y say play", ("y",)),
    (r"y pay", ("n",)),
    (r"y bet blind", ("n",)),
    (r"a arrange all", ("a",)),
    (r"take up|choose a card|best play|next play|can be spared|other cards", ("Tab",)),
    (r"Space go on", ("Space",)),
)
"""What is offered, and the keys that get on with it; the first that is offered is pressed."""


def play(tmux: Tmux, names: list[str], until: str) -> None:
    """Everybody presses what is offered, until all have seen that text."""
    stop = time.monotonic() + LIMIT_S
    pressed = dict.fromkeys(names, "")
    while time.monotonic() < stop:
        texts = {name: tmux.text(name) for name in names}
        if all(until in text for text in texts.values()):
            return
        for name, text in texts.items():
            if until in text or text == pressed[name]:
                continue  # the last key has not been seen yet
            offered = "\n".join(text.splitlines()[-6:])
            keys = next((keys for sign, keys in OFFERED if re.search(sign, offered, re.M)), ())
            if keys:
                tmux.keys(name, *keys)
                # A key that comes too soon is answered, and the screen then looks otherwise.
                pressed[name] = text
        time.sleep(0.1)
    raise AssertionError("\n".join(tmux.text(name) for name in names))


def compared(tmux: Tmux, name: str) -> list[str]:
    """The words that this player is asked to compare."""
    said = " ".join(tmux.text(name).split()).partition("both must read the same: ")[2]
    words = said.partition(".")[0].split()
    assert len(words) == 3
    return words


@pytest.mark.parametrize(("game", "seats"), [("azi", 3), ("hazari", 4), ("lukfu", 3)])
def test_two_people_and_bots_finish_a_deal_and_both_hold_one_log(tmux: Tmux, game: str, seats: int):
    port = free_port()
    deals = "--option match_deals=1" if game == "lukfu" else "--deals 1"
    table = f"--bots {seats - 2} --seats {seats} {deals} --no-mdns --listen {port}"
    tmux.open("sanjar", f"host {game} --name Sanjar {table}")
    tmux.wait("sanjar", lambda text: text.count("✓ ready") == seats - 2)
    tmux.open("nasrin", f"join 127.0.0.1:{port} --name Nasrin", 120, 40)
    for name in ("sanjar", "nasrin"):
        tmux.wait(name, lambda text: "both must read the same" in text)
    assert compared(tmux, "sanjar") == compared(tmux, "nasrin")
    tmux.wait("nasrin", lambda text: "r ready" in text)
    tmux.keys("nasrin", "r")
    tmux.wait("sanjar", lambda text: "Nasrin is ready" in text)
    tmux.keys("sanjar", "r")
    tmux.wait("nasrin", lambda text: "deal 1" in text)
    tmux.keys("nasrin", "t")
    tmux.wait("nasrin", lambda text: " say " in text)
    tmux.keys("nasrin", "hello", "Space", "there")
    tmux.wait("nasrin", lambda text: "hello there" in text)
    tmux.keys("nasrin", "Enter")
    tmux.wait("sanjar", lambda text: 'Nasrin: "hello there"' in text)
    play(tmux, ["sanjar", "nasrin"], "the match is over")
    for name in ("sanjar", "nasrin"):
        tmux.wait(name, lambda text: "✓ audited:" in text)
        tmux.keys(name, "q")
        assert tmux.wait_ended(name) == 0
    logs = [next((tmux.folder / name / "data" / "logs").iterdir()) for name in ("sanjar", "nasrin")]
    assert logs[0].read_bytes() == logs[1].read_bytes()
    assert audit(logs[0].read_bytes()).ok


def test_two_people_play_another_match_at_the_same_table(tmux: Tmux):
    port = free_port()
    tmux.open("sanjar", f"host azi --name Sanjar --seats 2 --deals 1 --no-mdns --listen {port}")
    tmux.wait("sanjar", lambda text: "Say when you are ready." in text)
    tmux.open("nasrin", f"join 127.0.0.1:{port} --name Nasrin --yes")
    for match in (1, 2):
        tmux.wait("sanjar", lambda text: "Nasrin is ready" in text and "r ready" in text)
        tmux.keys("sanjar", "r")
        for name in ("sanjar", "nasrin"):
            tmux.wait(name, lambda text: "deal 1" in text)
        play(tmux, ["sanjar", "nasrin"], "r another match")
        for name in ("nasrin", "sanjar"):
            tmux.keys(name, "r" if match == 1 else "q")
    for name in ("sanjar", "nasrin"):
        assert tmux.wait_ended(name) == 0
        assert len(list((tmux.folder / name / "data" / "logs").iterdir())) == 2


@pytest.fixture
def alone(tmux: Tmux) -> Tmux:
    """One person with bots, somewhere in the first deal."""
    tmux.open("one", "play azi --bots 2")
    tmux.wait("one", lambda text: "your turn" in text)
    assert tmux.is_alternate("one")
    return tmux


def test_after_leaving_the_terminal_is_as_before(alone: Tmux):
    alone.keys("one", "q")
    alone.wait("one", lambda text: "Enter yes   Esc no" in text)
    alone.keys("one", "Enter")
    assert alone.wait_ended("one") == 0


def test_after_two_ctrl_c_the_terminal_is_as_before(alone: Tmux):
    alone.keys("one", "C-c")
    alone.wait("one", lambda text: "Enter yes   Esc no" in text)
    alone.keys("one", "C-c")
    assert alone.wait_ended("one") == 130


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_after_a_signal_the_terminal_is_as_before(alone: Tmux, name: str):
    os.kill(alone.child("one"), signal.Signals[name])
    assert alone.wait_ended("one") == 128 + signal.Signals[name]


def test_after_a_crash_the_terminal_is_as_before_and_one_sentence_is_left(tmux: Tmux):
    (tmux.folder / "sitecustomize.py").write_text(
        "import cli.screen.table.model as model\n"
        "real = model.table_view\n"
        "def broken(*args):\n"
        "    view = real(*args)\n"
        "    if view.me.is_turn: raise ZeroDivisionError('a bug')\n"
        "    return view\n"
        "model.table_view = broken\n"
    )
    script = f"PYTHONPATH={tmux.folder}:{ROOT}"
    tmux.open(
        "one", f"--version; {script} {sys.executable} -m p2pcards play azi --bots 2 --name Mei"
    )
    assert tmux.wait_ended("one") == 1
    assert "met an error it did not expect" in tmux.text("one")


def test_when_the_terminal_is_closed_the_program_ends(alone: Tmux):
    child = alone.child("one")
    alone.run("kill-session", "-t", "one")
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("it goes on without a terminal")


@pytest.mark.parametrize(("columns", "rows"), [(39, 18), (8, 2), (200, 50), (60, 20), (40, 12)])
def test_the_window_may_be_resized_at_any_moment(alone: Tmux, columns: int, rows: int):
    alone.run("resize-window", "-t", "one", "-x", str(columns), "-y", str(rows))
    is_small = columns < 40 or rows < 12
    if is_small:
        alone.wait("one", lambda text: text.startswith("40x12 needed"[: columns - 1]))
    alone.run("resize-window", "-t", "one", "-x", "80", "-y", "24")
    alone.wait("one", lambda text: "? keys   h advice" in text and "your turn" in text)


def test_a_table_is_opened_in_one_lobby_seen_in_another_and_left_for_the_lobby_again(tmux: Tmux):
    tmux.open("rafiq", "join --name Rafiq --interface 127.0.0.1")
    tmux.open("mei", "join --name Mei --interface 127.0.0.1")
    tmux.wait("rafiq", lambda text: "create a table" in text)
    tmux.keys("rafiq", "c")
    tmux.wait("rafiq", lambda text: "a new table" in text)
    tmux.keys("rafiq", "Enter")
    tmux.wait("rafiq", lambda text: "Say when you are ready." in text)
    tmux.wait("mei", lambda text: "Rafiq" in text)
    assert "Rafiq is new to you" in tmux.text("mei")
    while not re.search("▸.*Rafiq", tmux.text("mei")):  # others may play on this machine too
        tmux.keys("mei", "Down")
        time.sleep(0.3)
    tmux.keys("mei", "Enter")
    tmux.wait("mei", lambda text: "2 Mei" in text and "r ready" in text)
    tmux.keys("rafiq", "+")
    tmux.wait("mei", lambda text: "bot of the host" in text)
    tmux.keys("mei", "r")
    tmux.wait("rafiq", lambda text: "Mei is ready" in text)
    tmux.keys("rafiq", "r")
    tmux.wait("rafiq", lambda text: "Start without more?" in text)
    tmux.keys("rafiq", "Enter")
    for name in ("mei", "rafiq"):
        tmux.wait(name, lambda text: "deal 1" in text)
        tmux.keys(name, "q")
        tmux.wait(name, lambda text: "Enter yes   Esc no" in text)
        tmux.keys(name, "Enter")
        tmux.wait(name, lambda text: "tables on this network" in text)
    tmux.keys("mei", "q")
    assert tmux.wait_ended("mei") == 0
    os.kill(tmux.child("rafiq"), signal.SIGTERM)
    assert tmux.wait_ended("rafiq") == 143
