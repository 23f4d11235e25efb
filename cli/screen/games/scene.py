"""What a game's screen module gives, and what it is given.

The one rule: a scene holds only what depends on the game; bar, clocks, hand and offers are `model`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from cli.screen.binding import KeyRows
from cli.screen.drawing.spans import Text
from cli.screen.drawing.view import Arranging, Middle, Plate, Result, Shown
from cli.screen.games.together import Together
from cli.table.choosing import Choosing, Situation
from cli.table.story.known import Known
from p2pcards.cards import Card
from p2pcards.engine import Seat, Slot, State


@dataclass(frozen=True, slots=True)
class Moment:
    """The table just now.

    Args:
        state: The newest state.
        hand: The cards of our seat; empty for a spectator.
        is_turn: Our player must decide.
        waiting_for: Seats that the table waits for.
        decided: Seats asked together with others whose decision is here already, though not yet seen.
        choosing: What our player is doing.
        situation: What the player's keys are judged by.
        clock: Time left of the seat that is waited for, as shown; empty without a clock.
        cards: What other seats hold, where a replay knows it.
    """

    state: State | None
    hand: Mapping[Slot, Card] = field(default_factory=dict)
    is_turn: bool = False
    waiting_for: tuple[Seat, ...] = ()
    decided: frozenset[Seat] = frozenset()
    choosing: Choosing = field(default_factory=Choosing)
    situation: Situation | None = None
    clock: str = ""
    cards: Mapping[Slot, Card] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scene:
    """What the game shows.

    Args:
        phase: For the bar: `trick 2`.
        plates, middle, result, arranging, facts: As in the table's view.
        me: Behind our name on my line: stack, what is paid, role.
        due: What our turn is called.
        is_narrow: Cards of two characters.
        is_hand_gone: The hand plays no part any more.
        has_hand: Whether there is a hand to show.
        labels: Beneath cards of the hand.
        blocked: Cards that can be in no play now.
        placed: Cards that lie in groups, not in the hand.
        groups: The hand as fixed groups, by name.
        comes: What comes after a finished trick: `trick 2`.
        deals: Deals in the match, where the game's options say so.
        has_numbers: The cards are numbered, before their labels.
        help: Right of the hand.
        open_claims: How many claims only the end of the deal settles.
    """

    phase: str
    plates: tuple[Plate, ...] = ()
    middle: Middle = field(default_factory=Middle)
    result: Result | None = None
    arranging: Arranging | None = None
    facts: tuple[tuple[str, Text], ...] = ()
    me: tuple[str, ...] = ()
    due: str = "your turn"
    is_narrow: bool = False
    is_hand_gone: bool = False
    has_hand: bool = True
    labels: Mapping[Slot, str] = field(default_factory=dict)
    has_numbers: bool = True
    blocked: frozenset[Slot] = frozenset()
    placed: frozenset[Slot] = frozenset()
    groups: tuple[tuple[str, tuple[Shown, ...]], ...] = ()
    comes: str = ""
    deals: int = 0
    help: tuple[Text, ...] = ()
    open_claims: int = 0


class GameScreen(Protocol):
    """One game on the screen."""

    trick_pauses: float
    """How many times as long as the setting says a finished trick stays: there is more to read."""

    # --- what is shown ---------------------------------------------------------------------------

    def scene(self, known: Known, moment: Moment) -> Scene:
        """What is to be seen; `moment.state` is None before the first deal."""
        ...

    def last_trick(self, known: Known) -> tuple[Text, ...]:
        """The last trick, for `v`."""
        ...

    # --- its keys --------------------------------------------------------------------------------

    @property
    def hand_keys(self) -> KeyRows:
        """The keys that are this game's own, for `?`."""
        ...

    def together(self, situation: Situation) -> Together | None:
        """The keys in force where cards of the hand are used together now."""
        ...
