"""Running commands as a user would: in this process for speed, in a child where the terminal matters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.bots.simulation import Match, make_world
from cli.games import find_game
from cli.main import main
from protocol.table.table import Table
from protocol.wire.entries import Shares


@dataclass(frozen=True)
class Ended:
    """A command that has ended: its code, standard output and standard error."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON object on standard output."""
        (line,) = self.out.splitlines()
        return json.loads(line)


Run = Callable[..., Ended]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home for keys and logs, and a terminal that reads UTF-8."""
    folder = tmp_path / "home"
    monkeypatch.setenv("P2PCARDS_HOME", str(folder))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """`run("audit", path)` runs the command in this process."""

    def run_here(*words: object) -> Ended:
        capsys.readouterr()
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Ended(int(code), out, err)

    return run_here


Spawn = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def spawn() -> Spawn:
    """`spawn("audit", path, stdout=...)` runs the command in a process of its own."""

    def spawn_it(
        *words: object, env: dict[str, str] | None = None, **more: Any
    ) -> subprocess.CompletedProcess[str]:
        more.setdefault("stdout", subprocess.PIPE)
        more.setdefault("stderr", subprocess.PIPE)
        more.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.run(
            [sys.executable, "-m", "p2pcards", *map(str, words)],
            env={**os.environ, **(env or {})},
            encoding="utf-8",
            timeout=60,
            check=False,
            **more,
        )

    return spawn_it


@pytest.fixture(scope="session")
def good_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole match of Azi: three bots, two deals at least."""
    path = tmp_path_factory.mktemp("logs") / "good.log"
    words = ["simulate", "azi", "--seats", "3", "--deals", "2", "--seed", "good"]
    assert main([*words, "--log", str(path)]) == 0
    return path


@pytest.fixture
def cut_log(good_log: Path, tmp_path: Path) -> Path:
    """The match broken off right after the signed result of deal 1."""
    lines = good_log.read_bytes().splitlines(keepends=True)
    last = max(n for n, line in enumerate(lines) if b'"result"' in line and b'"deal":1,' in line)
    path = tmp_path / "cut.log"
    path.write_bytes(b"".join(lines[: last + 1]))
    return path


@pytest.fixture
def bad_log(good_log: Path, tmp_path: Path) -> Path:
    """The match with one signature altered; `bad_entry` is its number."""
    lines = good_log.read_bytes().splitlines(keepends=True)
    index = bad_entry(good_log) - 1
    head, mark, signature = lines[index].rpartition(b'"sig":"')
    altered = (b"B" if signature[:1] == b"A" else b"A") + signature[1:]
    lines[index] = head + mark + altered
    path = tmp_path / "bad.log"
    path.write_bytes(b"".join(lines))
    return path


def bad_entry(good_log: Path) -> int:
    """Number of the first entry of deal 1 in which a card is played."""
    lines = good_log.read_bytes().splitlines()
    return next(n for n, line in enumerate(lines, start=1) if b'"act":"play' in line)


@pytest.fixture
def cheats_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match in which seat 2 proves its shares of deal 1 falsely."""
    honest = Table._sign_and_send

    def cheat(table: Table, entry: Any) -> Any:
        if table.seat == 2 and isinstance(entry, Shares) and entry.deal == 1:
            entry = msgspec.structs.replace(entry, proof=bytes(len(entry.proof)))
        return honest(table, entry)

    monkeypatch.setattr(Table, "_sign_and_send", cheat)
    game = find_game("azi")
    match = Match(game, game.options({}), seats=3, deals=1, level="easy", seed="cheat")
    return _played(match, tmp_path / "cheat.log")


@pytest.fixture
def namesakes_log(tmp_path: Path) -> Path:
    """A match of two players who are both called Bek."""
    game = find_game("azi")
    match = Match(game, game.options({}), 2, 1, "easy", "x", names=("Bek", "Bek"))
    return _played(match, tmp_path / "namesakes.log")


def _played(match: Match, path: Path) -> Path:
    world = make_world(match, lambda *_: None)
    world.run()
    path.write_bytes(b"".join(line + b"\n" for line in world.tables[0].referee.lines))
    return path
