"""What a player sees before a table has started: the tables of the network, the seats of one table.

The one rule: values as in `view`; nothing here knows a terminal.
"""

from __future__ import annotations

from dataclasses import dataclass

from cli.screen.drawing.laid_over import PagesView
from cli.screen.drawing.spans import Text
from cli.screen.drawing.view import NOTHING_ASKED, Ask, Bar, Offer, StoryLine
from cli.words.phrase import Mark


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """One table in the list; clicking it is the target `table:KEY`.

    Args:
        key: Names it for clicks.
        game, seats, options, host, key_words, ping: The columns.
        mark: Known (checked), new (claimed) or changed (refused) key.
        is_dim: It does not answer just now.
    """

    key: str
    game: str
    seats: str
    options: str
    host: str
    mark: Mark
    key_words: str
    ping: str
    is_dim: bool = False


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The tables on this network.

    Args:
        me: Own name and key words.
        tables: In the order in which they stay.
        cursor: Which of them is chosen; None if there is none.
        note: Beneath the list.
        title, corner: Rule above the details of the chosen table.
        details: A label and its text.
        notices: Sentences beneath: new keys, changed keys, silence.
    """

    me: str
    tables: tuple[LobbyRow, ...] = ()
    cursor: int | None = None
    note: str = ""
    title: str = ""
    corner: str = ""
    details: tuple[tuple[str, Text], ...] = ()
    notices: tuple[Text, ...] = ()
    offers: tuple[Offer, ...] = ()
    ask: Ask = NOTHING_ASKED
    keys: tuple[Offer, ...] = ()
    overlay: PagesView | None = None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a table that has not started; `known` says in words how well its key is."""

    number: int
    name: str
    is_free: bool = False
    is_ready: bool = False
    kind: str = ""
    mark: Mark | None = None
    known: str = ""
    ping: str = ""


@dataclass(frozen=True, slots=True)
class SeatedView:
    """Sitting at a table that has not started.

    Args:
        bar: First row; its phase says how many seats are ready.
        seats: Taken and free seats.
        countdown: `starts in 0:14 with those who are ready`; empty without one.
        details: Rules, clock, bots: a label and its text.
        notices: Words to compare, what is missing.
        story: Who came and went.
    """

    bar: Bar
    seats: tuple[SeatRow, ...] = ()
    countdown: str = ""
    details: tuple[tuple[str, Text], ...] = ()
    notices: tuple[Text, ...] = ()
    story: tuple[StoryLine, ...] = ()
    offers: tuple[Offer, ...] = ()
    ask: Ask = NOTHING_ASKED
    keys: tuple[Offer, ...] = ()
    overlay: PagesView | None = None
