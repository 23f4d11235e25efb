"""Whatever action a seat signs, in turn or not: it is legal, or refused by a rule, and no peer falls over."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from p2pcards.engine import Acted, AnyView, Game, IllegalAction, Rule, Seat
from p2pcards.games import GAMES
from protocol.table.judge.play import Play
from tests.simulation.weather import table_of_bots

pytestmark = pytest.mark.slow

SEATS = {"azi": 4, "hazari": 4, "lukfu": 3}
TRIES = 25


def spoilt(dice: random.Random, text: str, slots: int) -> str:
    """An action's text with other numbers in it: slots of others, of nobody, of no deck; huge sums."""
    numbers = [0, 1, slots - 1, slots, 99, 10**9, *range(slots)]

    def other(_: re.Match[str]) -> str:
        return str(dice.choice(numbers))

    some = re.sub(r"\d+", lambda m: other(m) if dice.random() < 0.4 else m[0], text)
    return re.sub(r"\d+", other, text) if dice.random() < 0.3 else some


class Tried:
    """What became of the actions that were tried on one game's states; the states stay as they were."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game = game
        self.dice = random.Random(seed)
        self.texts: set[str] = set()
        self.legal = self.refused = 0

    def look(self, play: Play, view: AnyView) -> None:
        """Where a seat must decide: try what it may do, and spoilt forms of it, in everybody's name."""
        assert play.deck is not None
        legal = [self.game.format_action(a) for a in self.game.legal_actions(view)]
        self.texts |= set(legal[:: max(1, len(legal) // 20)])
        self.try_one(play, view.seat, legal[0])
        for seat in play.seats:
            for _ in range(TRIES):
                text = self.dice.choice(sorted(self.texts))
                self.try_one(play, seat, spoilt(self.dice, text, len(play.deck.cards)))

    def try_one(self, play: Play, seat: Seat, text: str) -> None:
        game, before = self.game, play.game_state
        digest = repr(game.public(before))
        try:
            action = game.parse_action(text)
            slots = game.shows(before, seat, action)
            if not set(slots) <= set(game.closed_slots(before, seat)):
                raise IllegalAction(seat, text, Rule("spec", "6.3", "card_not_in_hand"))
            cards = self.dice.sample(game.pack.cards, len(slots))
            shown = tuple(zip(slots, cards, strict=True))
            game.claim(before, seat, action, shown)
            game.apply(before, Acted(seat, action, shown))
        except (ValueError, IllegalAction):
            self.refused += 1
        else:
            self.legal += 1
        assert repr(game.public(before)) == digest


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", sorted(SEATS))
def test_no_action_makes_a_game_fall_over(light: None, name: str, seed: int) -> None:
    world = table_of_bots(seats=SEATS[name], deals=2, seed=seed, game_name=name)
    tried = Tried(GAMES[name], seed)
    bot = world.players[0]

    def choose(view: AnyView) -> Any:
        play = world.tables[view.seat].play
        assert play is not None
        tried.look(play, view)
        return bot(view)

    world.players = [choose] * SEATS[name]
    world.run()
    assert tried.refused > 20
    assert tried.legal > 0


def test_every_game_is_tried() -> None:
    assert set(SEATS) == set(GAMES)
