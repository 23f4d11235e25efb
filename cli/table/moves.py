"""What a player may do now, as values: the moves of the offer line, and what the keys do in the hand.

The one rule: only values; what is open, and in which words, each game's screen says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from cli.words.phrase import Phrase
from p2pcards.engine import Action, AnyGame, Rule, Slot


@dataclass(frozen=True, slots=True)
class Amount:
    """A number to be typed: the action is `verb` and it."""

    verb: str
    label: str
    least: int
    most: int
    step: int

    def action(self, game: AnyGame, number: int) -> Action:
        """The action with that number."""
        action: Action = game.parse_action(f"{self.verb} {number}")
        return action


@dataclass(frozen=True, slots=True)
class Verb:
    """An action that has keys of its own.

    Args:
        keys: Those that do it; the first is shown.
        label: What the offer line calls it.
        help: What it does, for the page of keys; empty where another verb's record tells it.
    """

    keys: tuple[str, ...]
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """One thing on the offer line.

    Args:
        keys: Those that do it; the first is shown.
        label: What it does, in few words.
        action: What is done, or the amount to be typed; None: not open now.
        why: The rule that forbids it.
    """

    keys: tuple[str, ...]
    label: str
    action: Action | Amount | None
    why: Rule | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Cards that may be played together now.

    Args:
        action: What is done.
        verb: What it is called: `lead`, `beat`, `discard`.
        slots: Ascending.
    """

    action: Action
    verb: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """Why cards may not be put face down: a sentence, and the rule that it comes from."""

    text: Phrase
    rule: Rule


class HandUse(Enum):
    """What the keys do in the hand."""

    NONE = "none"
    """Nothing is chosen there now: bids are made, digits are numbers."""
    ONE = "one"
    """One card is taken up, by its digit too."""
    PLAYS = "plays"
    """Several cards are taken up and played together (Luk Fu)."""
    GROUPS = "groups"
    """Cards are put into four groups (Hazari)."""


@dataclass(frozen=True, slots=True)
class Moves:
    """All that can be done now.

    Args:
        moves: In the order of the offer line.
        card_verb: What is done with a card of the hand: `play`, `discard`; None: nothing now.
        cards: What that is with each card, allowed or not.
        forbidden: The cards that must wait, each with the rule.
        default: What our own program does when time is up; None while it is not our turn.
        default_words: The same in few words.
        hint: A sentence for the ask line.
        use: What the keys do in the hand.
        plays: Legal plays of several cards, best first.
        closed: Why cards may not be put face down, where one must beat.
        first_suit: The suit that lies first in the hand; None where none is special.
        strengths: How high cards of the hand are, where that is not their rank.
    """

    moves: tuple[Move, ...] = ()
    card_verb: str | None = None
    cards: Mapping[Slot, Action] = field(default_factory=dict)
    forbidden: Mapping[Slot, Rule] = field(default_factory=dict)
    default: Action | None = None
    default_words: str = ""
    hint: str | Phrase = ""
    use: HandUse = HandUse.ONE
    plays: tuple[Play, ...] = ()
    closed: Closed | None = None
    first_suit: int | None = None
    strengths: Mapping[Slot, int] = field(default_factory=dict)
