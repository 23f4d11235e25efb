"""Each game's story; looked up by the game's name.

The one rule: nothing outside these modules knows a game's state. A game without a module of its own
is told by `generic`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cli.table.story.azi import AziStory
from cli.table.story.generic import GenericStory
from cli.table.story.hazari import HazariStory
from cli.table.story.lukfu import LukfuStory
from p2pcards.engine import AnyGame

_STORIES: Final[Mapping[str, Callable[[AnyGame], GenericStory]]] = {
    "azi": AziStory,
    "hazari": HazariStory,
    "lukfu": LukfuStory,
}


def story_of(game: AnyGame) -> GenericStory:
    """The story of a game."""
    return _STORIES.get(game.name, GenericStory)(game)
