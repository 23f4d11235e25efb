"""What a player sees, as frozen values: one record a screen, made by `model`, drawn by `draw`.

The one rule: nothing here knows a terminal. A card is a rank and a suit glyph, a text is spans of
a role and characters, a place to click is a name; colours, letters, ASCII and widths are `look`'s
and `draw`'s, and what keys do is the application's.

All text is written with the Unicode glyphs of the design; a look without them replaces one
character by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from cli.screen.drawing.laid_over import Overlay
from cli.screen.drawing.spans import Text
from cli.table.faces import Face
from cli.table.story.lines import Said
from cli.words.phrase import Mark
from p2pcards.engine import Seat, Slot

# --- cards -----------------------------------------------------------------------------------------


Shown: TypeAlias = Face | None
"""A card as this player sees it; None is a closed one."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a seat has played to the trick.

    Args:
        cards: One card, or the cards of a group.
        order: Its place in the playing order, from 1; 0 shows none.
        mark: How far it is proved; None shows none.
        note: Words beside it: `best`, `no ♦ left`.
        is_best: It wins so far: a heavy frame.
    """

    cards: tuple[Shown, ...]
    order: int = 0
    mark: Mark | None = None
    note: str = ""
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class HandCard:
    """One card of the own hand.

    Args:
        slot: Its slot; clicking it is the target `card:SLOT`.
        face: None while it may not be seen.
        is_taken: Taken up: `[ ]` around it.
        has_cursor: The cursor stands on it: `[ ]` beneath.
        is_allowed: False puts `( )` beneath.
        label: What stands beneath it: its number, `old`; may be empty.
        is_gone: It is shown dim, for it plays no part any more.
    """

    slot: Slot
    face: Shown
    is_taken: bool = False
    has_cursor: bool = False
    is_allowed: bool = True
    label: str = ""
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """The own hand, in the player's order.

    Args:
        cards: Left to right.
        is_narrow: Cells of 5 columns instead of 6 (cards of two characters).
        help: Up to three lines right of it.
        groups: Instead of single cards: fixed groups by name, in one row.
    """

    cards: tuple[HandCard, ...] = ()
    is_narrow: bool = False
    help: tuple[Text, ...] = ()
    groups: tuple[tuple[str, tuple[Shown, ...]], ...] = ()


# --- the regions of a table --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bar:
    """The first row. `game` stays where `table` goes for want of room."""

    game: str
    table: str
    phase: str
    trust: Text


@dataclass(frozen=True, slots=True)
class Plate:
    """One other seat.

    Args:
        seat: Clicking it is the target `seat:SEAT`.
        name: Cleaned of control characters; cut by `draw`.
        corner: Right of the name: `leads`, `all-in`, `won`.
        clock: Replaces the corner while the seat is to act: `0:24`.
        is_turn: `▸` before the name.
        is_dim: Folded or out.
        figures: Stack or points first: `230`, `in 30`.
        act: What it did last.
        hand: Its cards as we see them, mostly closed.
        note: Beside or below them: `to follow`, `1 of 3 bids`.
        played: What it has played to the running trick.
    """

    seat: Seat
    name: str
    corner: str = ""
    clock: str = ""
    is_turn: bool = False
    is_dim: bool = False
    figures: tuple[str, ...] = ()
    act: Text = ()
    hand: tuple[Shown, ...] = ()
    note: str = ""
    played: Played | None = None


@dataclass(frozen=True, slots=True)
class Middle:
    """What is at stake, between the seats and the story; up to three lines each.

    Args:
        left: Pot and layers, goal, points.
        centre: What is due, or what has been decided.
        right: Trump and led suit beside `card`; without a card a block of its own.
        card: The turned-up card.
        own: What our seat has played, in place of `centre`; without cards its note says that it is due.
        short: The same in pieces for one line.
        felt: The same for the middle of the felt; empty: `left` and `right` do.
    """

    left: tuple[Text, ...] = ()
    centre: tuple[Text, ...] = ()
    right: tuple[Text, ...] = ()
    card: Face | None = None
    own: Played | None = None
    short: tuple[Text, ...] = ()
    felt: tuple[Text, ...] = ()


NOTHING_BETWEEN: Final = Middle()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a small table, at least `width` wide; a minor one is left out below 80 columns."""

    title: str
    width: int
    is_right: bool = False
    is_minor: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended, in place of trick and middle: a headline and a small table.

    Args:
        headline: In one sentence.
        columns: Of the table.
        rows: One cell a column.
        is_by_seat: There is a row for each seat, which says what its plate would.
    """

    headline: str
    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    is_by_seat: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of the story.

    Args:
        text: The sentence.
        is_bid: Two short ones may share a row.
        is_play: It makes room for one on the whole trick once that is over.
        short: The same where `text` would need a second row.
    """

    text: Text
    is_bid: bool = False
    is_play: bool = False
    short: Text = ()


StoryLine: TypeAlias = Told | Said


@dataclass(frozen=True, slots=True)
class MyLine:
    """The rule above the own hand.

    Args:
        left: `You · Sanjar`, stack, what is paid, role; pieces.
        due: What is due, seconds, what happens at 0; or what comes next.
        asks: The same of our turn as a sentence, where there is room for nothing else.
        is_turn: Bright.
        is_hurried: Under 10 s: bold.
    """

    left: tuple[str, ...] = ()
    due: str = ""
    is_turn: bool = False
    is_hurried: bool = False
    asks: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """A key and what it does; clicking it is the target `key:KEY`, or `target`.

    Args:
        key: As written: `f`, `Enter`, `1–4`; empty for one that is only named.
        label: What it does.
        is_open: False: in `( )` and dim.
        is_minor: Left out first where there is no room.
        target: What a click means, if not `key:KEY`.
    """

    key: str
    label: str = ""
    is_open: bool = True
    is_minor: bool = False
    target: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """The ask line: a sentence, or something being typed.

    Args:
        text: What it says; with `typed`, what stands before it.
        rule: What stands behind it where there is room: the rule's number, how to answer.
        typed: What has been typed so far, shown with the cursor at its end; None for a sentence.
        is_boxed: `[ 30 ]` around what is typed: an amount.
        after: What stands behind what is typed.
    """

    text: Text = ()
    rule: str = ""
    typed: str | None = None
    is_boxed: bool = False
    after: Text = ()


NOTHING_ASKED: Final = Ask()


# --- Hazari: arranging ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Group:
    """One of the four groups being filled; None is a free place.

    Args:
        title: `1`, `4: four cards`.
        cards: Three or four places.
        lines: Kind and strength, up to two lines.
        cursor: The place the cursor stands on; None elsewhere.
    """

    title: str
    cards: tuple[HandCard | None, ...]
    lines: tuple[Text, ...] = ()
    cursor: int | None = None


@dataclass(frozen=True, slots=True)
class Arranging:
    """The groups, in place of trick and middle; the loose cards are the hand."""

    groups: tuple[Group, ...]
    order: Text
    count: str
    loose_title: str = "loose cards"
    sorting: str = ""


# --- screens ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with people at it, for a seat or a spectator.

    Args:
        bar: First row.
        plates: The other seats in their true order, next to act where the game wants it.
        middle, result, arranging: What lies on the table; the last two replace trick and middle.
        story: Of this deal, oldest first; talk among it.
        me: The rule above the hand.
        hand: Own cards.
        more: Offers above the offer line (row 21), instead of marks.
        offers: The offer line; `Enter` does what it begins with.
        ask: The ask line.
        keys: The key line.
        facts: Labels and texts beside the hand on a large screen: tricks, last trick.
        proofs: The proofs panel of a large screen, one line each.
        overlay: What lies over it.
        is_asleep: The link is lost: all dim.
        story_back: How many of its last sentences the story is scrolled back.
    """

    bar: Bar
    plates: tuple[Plate, ...] = ()
    middle: Middle = NOTHING_BETWEEN
    result: Result | None = None
    arranging: Arranging | None = None
    story: tuple[StoryLine, ...] = ()
    me: MyLine = MyLine()
    hand: Hand = Hand()
    more: tuple[Offer, ...] = ()
    offers: tuple[Offer, ...] = ()
    ask: Ask = NOTHING_ASKED
    keys: tuple[Offer, ...] = ()
    facts: tuple[tuple[str, Text], ...] = ()
    proofs: tuple[Text, ...] = ()
    overlay: Overlay | None = None
    is_asleep: bool = False
    story_back: int = 0
