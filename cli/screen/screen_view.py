"""Any screen, and what is drawn of it.

The one rule: a drawn screen has exactly the rows and columns of its size.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from cli.screen.drawing.spans import Text
from cli.screen.drawing.view import TableView
from cli.screen.lobby.view import LobbyView, SeatedView
from cli.screen.replay.view import MessageView, ReplayView

ScreenView: TypeAlias = TableView | LobbyView | SeatedView | ReplayView | MessageView


class Size(NamedTuple):
    """Of a terminal, in cells."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A screen drawn: exactly `size.rows` rows, each exactly `size.columns` wide.

    Args:
        rows: Spans, left to right.
        cursor: Where the terminal's cursor stands (row, column), from 0; None: hidden.
        story_back: How many sentences the story can be scrolled back.
        last_line: Of pages laid over it: the line at the top when their end is seen.
    """

    rows: tuple[Text, ...] = field(default=())
    cursor: tuple[int, int] | None = None
    story_back: int = 0
    last_line: int = 0
