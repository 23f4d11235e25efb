"""The first start: the player is asked for a name, and offered a deal to look at.

The one rule: it is asked once; who answers has settings from then on, and is not asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

import trio

from cli import settings
from cli.errors import ExitCode
from cli.evening.party import own_name
from cli.screen.front import ScreenFront, Speaks, open_screen
from cli.screen.newcomer.name_app import NameScreen
from cli.screen.newcomer.tour import TourScreen, tour_of
from p2pcards.engine import AnyGame
from p2pcards.games import GAMES

T = TypeVar("T")

QUESTION: Final = "Have you played before? A first deal can be shown with all cards open."
NO_TOUR: Final = "straight to the table"


def welcome(game: AnyGame | None, *, is_ascii: bool) -> int | None:
    """Greet a newcomer on this terminal; the exit code where they leave, None where it goes on.

    Args:
        game: What is to be played; None: any of them.
    """
    front = open_screen(is_ascii=is_ascii)
    is_done = False

    async def evening() -> ExitCode:
        nonlocal is_done
        await _greet(front, [game] if game is not None else list(GAMES.values()))
        is_done = True
        return ExitCode.OK

    code = front.run(evening)
    return None if is_done and code == ExitCode.OK else code


async def _greet(front: ScreenFront, games: list[AnyGame]) -> None:
    def asking(take: Callable[[str], None]) -> NameScreen:
        return NameScreen(own_name(None), take=take, leave=front.stop)

    settings.change("name", await _asked(front, asking))
    options = [f"show me a deal of {one.title}" for one in games]
    place = await front.choose(QUESTION, [*options, NO_TOUR])
    if place is not None and place < len(games):
        await show_tour(front, games[place])


async def show_tour(front: ScreenFront, game: AnyGame) -> None:
    """Show the deal until enough of it has been seen."""
    tour = tour_of(game)

    def shown(done: Callable[[None], None]) -> TourScreen:
        return TourScreen(tour, lambda: done(None))

    await _asked(front, shown)


async def _asked(front: ScreenFront, screen: Callable[[Callable[[T], None]], Speaks]) -> T:
    """Show a screen until it gives its answer."""
    answers, answer = trio.open_memory_channel[T](1)

    def give(one: T) -> None:
        front.wish(lambda: answers.send_nowait(one))

    front.show(screen(give))
    return await answer.receive()
