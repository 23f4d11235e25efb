"""Bots against bots, a level against the one below, over deals that are played again with seats rotated.

The one rule: in every comparison each seat plays each deck once for the challenger and with the same
dice, so what the cards are worth cancels, and what is left is how they were played.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import fmean
from typing import TypeAlias

from cli.benchmarks.timing import spent_s
from cli.estimate import mean_and_margin
from cli.games import usual_seats
from p2pcards.cards import Card
from p2pcards.engine import Action, AnyGame, AnyView, Roll
from p2pcards.practice import play_deal

Bot: TypeAlias = Callable[[AnyView, Roll], Action]

RANDOM = "random"
"""Any legal action, each equally likely: the floor that the levels are measured from, no level itself."""

COMPARISONS = (("easy", RANDOM), ("normal", RANDOM), ("normal", "easy"), ("hard", "normal"))
"""Who is measured against whom: one challenger among seats that all play as the second does."""


@dataclass(frozen=True, slots=True)
class MoveTime:
    """Processor time of one player's decisions, in milliseconds; 95 of 100 take at most `usual_ms`."""

    moves: int
    mean_ms: float
    usual_ms: float
    max_ms: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the challenger wins in a deal more than the others at its table do on average.

    Args:
        deals: Decks played, each once from every seat.
        difference: The mean over the decks, in the game's unit.
        margin: Half the width of the 95 % interval around it (normal approximation over the decks).
        times: Of the challenger's decisions.
    """

    game: str
    challenger: str
    others: str
    seats: int
    deals: int
    difference: float
    margin: float
    times: MoveTime

    @property
    def gain(self) -> float:
        """What the challenger wins in a deal more than one of the others in its place, with its cards.

        Such seats win nothing from each other over a whole deck, so it is what the challenger wins.
        """
        return self.difference * (self.seats - 1) / self.seats

    @property
    def gain_margin(self) -> float:
        """Half the width of the interval around `gain`."""
        return self.margin * (self.seats - 1) / self.seats

    @property
    def is_clear(self) -> bool:
        """Whether the interval lies above 0."""
        return self.difference > self.margin


def compare(
    game: AnyGame,
    challenger: str,
    others: str,
    deals: int,
    told: Callable[[int], None] = lambda _: None,
    seats: int | None = None,
) -> Comparison:
    """Play `deals` decks, at least two, from every seat; `told` hears how many are done."""
    seats = usual_seats(game) if seats is None else seats
    stopwatch = _Stopwatch(game.bot(challenger))
    against = game.bot(others)
    differences: list[float] = []
    for number in range(deals):
        differences.append(over_one_deck(game, stopwatch, against, number, seats))
        told(number + 1)
    difference, margin = mean_and_margin(differences)
    assert margin is not None
    return Comparison(
        game=game.name,
        challenger=challenger,
        others=others,
        seats=seats,
        deals=deals,
        difference=difference,
        margin=margin,
        times=stopwatch.times,
    )


def over_one_deck(game: AnyGame, challenger: Bot, others: Bot, number: int, seats: int) -> float:
    """What the challenger wins more than the others with deck `number`, on average over its seats.

    Only that mean is independent of others: from seat to seat the cards are the same.
    """
    return fmean(
        _difference(game, [others] * seats, seat, challenger, number) for seat in range(seats)
    )


class _Stopwatch:
    """A player whose decisions are timed."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._took_ms: list[float] = []

    def __call__(self, view: AnyView, roll: Roll) -> Action:
        begun = spent_s()
        action = self._bot(view, roll)
        self._took_ms.append(1000 * (spent_s() - begun))
        return action

    @property
    def times(self) -> MoveTime:
        took_ms = sorted(self._took_ms) or [0.0]
        usual_ms = took_ms[(len(took_ms) - 1) * 95 // 100]
        return MoveTime(len(self._took_ms), fmean(took_ms), usual_ms, took_ms[-1])


def _difference(game: AnyGame, bots: list[Bot], seat: int, challenger: Bot, number: int) -> float:
    """What `seat` gains more than the others, played by the challenger on deck `number`."""
    bots[seat] = challenger
    dice = [random.Random(f"{game.name} {number} dice {other}") for other in range(len(bots))]
    order = random.Random(f"{game.name} {number} coin").sample(range(len(bots)), len(bots))
    start = state = game.new_match(game.options({}), len(bots))
    decks = _decks(game, number)
    while True:
        state = play_deal(
            game,
            state,
            decks,
            lambda view: bots[view.seat](view, dice[view.seat].randrange),
            order,
        )
        # An azi leaves the pot on the table: what the deal brought is known when it is won.
        if game.may_end(state):
            break
    gained = [
        now - then for now, then in zip(game.standings(state), game.standings(start), strict=True)
    ]
    own = gained.pop(seat)
    return own - fmean(gained)


def _decks(game: AnyGame, number: int) -> Iterator[list[Card]]:
    """The deck of deal `number`, and those that are dealt if it is dealt anew, or an azi follows it."""
    rng = random.Random(f"{game.name} {number} decks")
    while True:
        yield rng.sample(game.pack.cards, len(game.pack.cards))
