"""Keys and clicks at random at a real table of each game: nothing is raised, nothing illegal is done."""

from __future__ import annotations

import random

import pytest

from cli.screen.intents import Click
from tests.cli.screen.own_seat import OwnSeat, own_seat

pytestmark = pytest.mark.usefixtures("light")

NAMED = (
    "enter escape backspace tab s-tab left right up down home end pageup pagedown space f1 c-l c-u"
)
KEYS = [
    *"abcdefghijklmnoprstuvwxyz0123456789?<>=UGXCSMT!ä♠ ",
    *NAMED.split(),
    "wheel-up",
    "wheel-down",
]
TARGETS = ["card", "group", "key", "seat", "why", "step", ""]
SIZES = [(80, 24), (120, 40), (60, 20), (100, 30), (59, 19), (8, 2), (1, 1), (200, 60)]


def any_key(chance: random.Random) -> str | Click:
    if chance.random() < 0.85:
        return chance.choice(KEYS)
    name = chance.choice(["", "Enter", "Esc", "f", "1–4", *map(str, range(52))])
    return Click(f"{chance.choice(TARGETS)}:{name}", is_why=chance.random() < 0.3)


@pytest.mark.heavy
@pytest.mark.parametrize(("game", "seats"), [("azi", 4), ("hazari", 4), ("lukfu", 3)])
@pytest.mark.parametrize("count", [200, pytest.param(2000, marks=pytest.mark.slow)])
def test_any_number_of_random_keys_raises_nothing(game: str, seats: int, count: int):
    chance = random.Random(f"{game} {count}")
    world: OwnSeat | None = None
    for number in range(count):
        if world is None or world.tables[0].is_over or world.tables[0].has_left:
            ask = chance.choice(["costly", "always", "never"])
            world = own_seat(
                seats, game, deals=0, deadline_s=15, seed=number, settings={"ask": ask}
            )
        world.press(any_key(chance))
        world.wait(chance.choice([0, 0, 0, 0, 0, 10, 300, 2000]))
        if chance.random() < 0.1:
            world.text(*chance.choice(SIZES))
