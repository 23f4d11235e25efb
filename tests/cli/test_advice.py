"""Advice in a sentence: what a good player would do, why, and how sure it is."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from cli.evening.advising import Adviser
from cli.output import draw_cards
from cli.table.advice import Advised, advise
from cli.words.en.advice import advised
from cli.words.phrase import in_braces
from p2pcards.engine import AnyView
from p2pcards.games import GAMES
from p2pcards.reckoning import Advice, CannotFail, DoneMostly, GainsMost, OnlyChoice
from tests.cli.test_line_table import decisions

ROOM = 78


@pytest.mark.parametrize(
    ("advice", "said"),
    [
        (Advice("fold", OnlyChoice(), 100), "Fold: the rules leave nothing else."),
        (
            Advice("play 7s", CannotFail(), 100),
            "Play 7s: it cannot fail, whatever the others hold.",
        ),
        (
            Advice("call", DoneMostly((("call", 60), ("fold", 30), ("raise 10", 8))), 60),
            "Call, with such a hand 60 times in 100; fold 30, raise 10 8.",
        ),
        (
            Advice("fold", DoneMostly((("fold", 100), ("call", 0))), 100),
            "Fold: with such a hand good players do nothing else.",
        ),
        (
            Advice("play 7s", GainsMost(600, 12.34, "9s", -3.0), 93),
            "Play 7s: +12.3 chips on average, 9s -3.0; 93% sure.",
        ),
    ],
)
def test_advice_says_what_why_and_how_sure_in_one_sentence(advice, said):
    assert in_braces(advised(advice, lambda action: action, "chips")) == said


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_advice_is_legal_and_fits_the_row_where_it_is_told(name):
    game = GAMES[name]
    for view in list(decisions(game, game.least_seats))[:20]:
        given = advise(game, view, is_laid=True)
        assert game.why_not(view, given.action) is None
        assert len(draw_cards(in_braces(given.sentence))) <= ROOM, given.sentence


async def test_what_is_asked_before_the_adviser_has_begun_is_answered_once() -> None:
    """A line may be typed between the words that ask for it and the task that answers."""
    game = GAMES["azi"]
    view = next(iter(decisions(game, game.least_seats)))
    told: list[AnyView] = []
    news = trio.Event()

    def tell(view: AnyView, _: Advised) -> None:
        told.append(view)
        news.set()

    adviser = Adviser(game, tell)
    adviser.ask()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(adviser.serve, view)
        await news.wait()
        nursery.cancel_scope.cancel()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(adviser.serve, view)  # again, and nobody has asked since
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert told == [view]
