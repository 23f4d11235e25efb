"""A front that is none of ours plays whole matches, and holds no rule (see `json_front`)."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.settings import Settings
from tests.cli import json_front
from tests.cli.json_front import JsonFront
from tests.cli.screen.own_seat import OwnSeat
from tests.simulation.weather import table_of_bots

SOURCE = Path(json_front.__file__).read_text("utf-8")
GAMES = [("azi", 3), ("hazari", 4), ("lukfu", 3)]


class Evening(OwnSeat):
    """Seat 0 is a program behind the third front."""

    def front(self, settings: Settings) -> Any:
        self.said: list[dict[str, Any]] = []
        return JsonFront(
            self.tables[0].referee.proposal.proposal,
            0,
            lambda line: self.said.append(json.loads(line)),
            lambda action: self.do(0, lambda now_ms: self.tables[0].decide(action, now_ms)),
            lambda: self.now_ms,
        )

    def send_in(self, **intent: Any) -> list[dict[str, Any]]:
        """What comes out for one intent."""
        before = len(self.said)
        self.screen.take(json.dumps(intent))
        return self.said[before:]

    def turn(self) -> dict[str, Any]:
        """Let things happen until the program is asked."""
        while self.tables[0].pending() is None:
            assert not self.tables[0].is_over
            self.wait(500)
        return [line for line in self.said if line["is"] == "turn"][-1]


def evening(game: str, seats: int) -> Evening:
    world = table_of_bots(seats, game_name=game, world_type=Evening, deals=2, seed=3)
    assert isinstance(world, Evening)
    world.open()
    return world


pytestmark = pytest.mark.usefixtures("light")


@pytest.mark.heavy
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_program_plays_a_match_by_what_it_is_told_alone(game: str, seats: int) -> None:
    world = evening(game, seats)
    while not world.tables[0].is_over:
        if world.tables[0].pending() is None:
            world.wait(500)
            continue
        out = world.send_in(want="do", act=world.turn()["default"])
        if any(line["is"] == "asks" for line in out):
            world.send_in(want="yes")
    facts = [line["fact"] for line in world.said if line["is"] == "fact"]
    assert facts[-1] == "MatchEnded"
    assert all(line["words"] for line in world.said if line["is"] == "fact")


@pytest.mark.heavy
def test_what_is_forbidden_or_no_intent_is_answered_and_nothing_is_done() -> None:
    world = evening("azi", 3)
    turn = world.turn()
    assert turn["moves"]
    (no,) = world.send_in(want="do", act="raise 1000")
    assert no["is"] == "forbidden"
    assert no["rule"] in no["words"]
    for intent in ({"want": "do", "act": "sing"}, {"want": "yes"}, {"want": "peace"}):
        (nothing,) = world.send_in(**intent)
        assert nothing["is"] == "nothing"
    assert world.tables[0].pending() is not None


@pytest.mark.heavy
def test_leaving_has_its_price_and_is_done_by_yes_alone() -> None:
    world = evening("azi", 3)
    world.turn()
    (asked,) = world.send_in(want="leave")
    assert asked["words"].startswith("Leaving now folds: your ")
    assert not world.tables[0].leaving
    world.send_in(want="leave")
    world.send_in(want="yes")
    world.wait(5000)
    assert world.tables[0].has_left


def test_it_is_small_and_knows_no_surface_no_machine_and_no_game() -> None:
    assert len(SOURCE.splitlines()) < 400
    imported = {
        node.module or ""
        for node in ast.walk(ast.parse(SOURCE))
        if isinstance(node, ast.ImportFrom)
    }
    assert not [name for name in imported if name.startswith(("cli.screen", "cli.lines", "trio"))]
    assert not [name for name in imported if name.startswith("p2pcards.games.")]


def test_what_a_front_stands_on_runs_without_sockets_threads_or_terminals() -> None:
    code = (
        "import sys; import tests.cli.json_front;"
        "print(*(m for m in ('trio', 'socket', 'prompt_toolkit', 'zeroconf') if m in sys.modules))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(json_front.__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == []
