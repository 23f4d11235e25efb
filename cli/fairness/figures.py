"""Figures about deals, each beside what a fair deck gives.

The one rule: only cards are counted that nobody has chosen to show. Who holds good cards stays in,
and who holds bad ones folds, passes or leaves; so the cards that come to light are better than those
dealt. In Azi only the card turned up is counted; in Luk Fu the hands of those who were not asked
whether to play, out of what the others did not hold; in Hazari all, since all fall whatever is done.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from cli.fairness.seen import SeenDeal
from p2pcards.cards import Card
from p2pcards.games import GAMES

LEAST_EXPECTED: Final = 5
"""Where fewer cards are expected to count, or not to, a figure is not near enough to the bell curve."""

OPENS_ALL_HANDS: Final = frozenset({"hazari", "lukfu"})
"""Games whose rules show every card of every deal, whoever wins."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Something counted among cards.

    Args:
        name: What, in words.
        counts: Whether a card is counted.
    """

    name: str
    counts: Callable[[Card], bool]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure over many deals.

    Args:
        game: The game.
        key: Whose hands were counted; None: the cards turned up for all.
        measure: What was counted.
        deals: In how many deals.
        cards: Of how many cards.
        observed: What was found.
        expected: What a fair deck gives on average.
        spread: The standard deviation of that.
    """

    game: str
    key: bytes | None
    measure: str
    deals: int
    cards: int
    observed: int
    expected: float
    spread: float

    @property
    def z(self) -> float | None:
        """How many standard deviations it lies off; None where there are too few cards to say."""
        if min(self.expected, self.cards - self.expected) < LEAST_EXPECTED or not self.spread:
            return None
        return (self.observed - self.expected) / self.spread

    @property
    def chance(self) -> float | None:
        """How often a fair deck lies at least as far off, either way."""
        return None if self.z is None else math.erfc(abs(self.z) / math.sqrt(2))


@dataclass(frozen=True, slots=True)
class Farthest:
    """The figure that lies farthest off, judged as the farthest of so many."""

    figure: Figure
    among: int

    @property
    def chance(self) -> float:
        """How often the farthest of so many lies at least as far off in fair play.

        As if they had nothing to do with one another (Šidák). They have, since what one seat gets
        another does not; so it is about right, and rather too large than too small.
        """
        alone = self.figure.chance
        assert alone is not None
        return -math.expm1(self.among * math.log1p(-alone)) if alone < 1 else 1.0


def figures(deals: Iterable[SeenDeal]) -> tuple[Figure, ...]:
    """All figures, by game: of each key in the order of its first deal, then of the table."""
    by_game: dict[str, list[SeenDeal]] = {}
    for deal in deals:
        by_game.setdefault(deal.game, []).append(deal)
    return tuple(
        figure
        for game, played in sorted(by_game.items())
        for figure in (*_of_hands(game, played), *_of_turned_up(game, played))
    )


def farthest(found: Iterable[Figure]) -> Farthest | None:
    """The one farthest off; None where no figure has a z."""
    judged = [figure for figure in found if figure.z is not None]
    if not judged:
        return None
    return Farthest(max(judged, key=lambda figure: abs(figure.z or 0)), len(judged))


def measures(game: str) -> tuple[Measure, ...]:
    """What is counted of any cards: the upper third of the ranks, and the highest."""
    pack = GAMES[game].pack
    highest = len(pack.ranks)
    high = highest - highest // 3 + 1
    return (
        Measure(f"{pack.ranks[high - 1]} to {pack.ranks[-1]}", lambda card: card.rank >= high),
        Measure(pack.ranks[-1], lambda card: card.rank == highest),
    )


class Draw(NamedTuple):
    """Cards, and those that they were drawn from without putting back."""

    cards: tuple[Card, ...]
    pool: tuple[Card, ...]


def _of_hands(game: str, deals: Iterable[SeenDeal]) -> Iterator[Figure]:
    draws: dict[bytes, list[Draw]] = {}
    for deal in deals:
        # Where one seat's cards did not come to light, it may have left because of them.
        if game in OPENS_ALL_HANDS and deal.is_open:
            for key, draw in _fair_draws(deal):
                draws.setdefault(key, []).append(draw)
    for key, drawn in draws.items():
        for measure in measures(game):
            yield figure_of(game, key, measure, drawn)


def _fair_draws(deal: SeenDeal) -> Iterator[tuple[bytes, Draw]]:
    """The hands that nobody has chosen, drawn from what the choosers did not hold."""
    hands = {key: hand for key, hand in deal.hands.items() if hand is not None}
    chosen = {card for key in deal.choosers for card in hands[key]}
    pool = tuple(card for card in GAMES[deal.game].pack.cards if card not in chosen)
    for key, hand in hands.items():
        if key not in deal.choosers:
            yield key, Draw(hand, pool)


def _of_turned_up(game: str, deals: Iterable[SeenDeal]) -> Iterator[Figure]:
    pack = GAMES[game].pack
    drawn = [Draw(deal.turned_up, pack.cards) for deal in deals if deal.turned_up]
    suits = (
        Measure(f"suit {letter}", lambda card, suit=suit: card.suit == suit)  # type: ignore[misc]
        for suit, letter in enumerate(pack.suits, start=1)
    )
    if drawn:
        for measure in (*suits, *measures(game)):
            yield figure_of(game, None, measure, drawn)


def figure_of(game: str, key: bytes | None, measure: Measure, draws: Sequence[Draw]) -> Figure:
    """The measure over draws, none of which depends on how the ones before it fell."""
    moments = [_moments(measure, draw) for draw in draws]
    return Figure(
        game=game,
        key=key,
        measure=measure.name,
        deals=len(draws),
        cards=sum(len(draw.cards) for draw in draws),
        observed=sum(map(measure.counts, (card for draw in draws for card in draw.cards))),
        expected=float(sum(mean for mean, _ in moments)),
        spread=math.sqrt(sum(variance for _, variance in moments)),
    )


def _moments(measure: Measure, draw: Draw) -> tuple[Fraction, Fraction]:
    """Mean and variance of how many of the drawn cards count (hypergeometric)."""
    n, size = len(draw.cards), len(draw.pool)
    share = Fraction(sum(map(measure.counts, draw.pool)), size)
    if size == 1:
        return n * share, Fraction(0)
    return n * share, n * share * (1 - share) * Fraction(size - n, size - 1)
