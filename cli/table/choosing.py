"""What the player is doing at the table between two decisions: cards taken up, a number half typed.

The one rule: all of it is one frozen value, and it never acts by itself: nothing in here is sent
until a key says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NamedTuple

from cli import words
from cli.table.conversation import Line, Person
from cli.table.hand import hand_of
from cli.table.moves import Amount, Moves
from cli.table.sorting import Sorting, sort_hand
from cli.words.phrase import Part, Phrase, phrase
from p2pcards.cards import Card
from p2pcards.engine import Action, AnyGame, AnyView, Rule, Slot


class Panel(StrEnum):
    """What is laid over the table."""

    NONE = "none"
    KEYS = "keys"
    PROOFS = "proofs"
    LAST = "last trick"
    OPTIONS = "options"
    FAULT = "fault"
    EVIDENCE = "evidence"
    RULES = "rules"
    TALK = "talk"
    PEOPLE = "people"
    DEALS = "deals"


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked once; Enter does it, every other key does not.

    Args:
        text: The question.
        action: What it is about; None: leaving, or declaring absent.
        is_leave: It is about leaving.
    """

    text: str
    action: Action | None = None
    is_leave: bool = False


@dataclass(frozen=True, slots=True)
class Typing:
    """A number being typed for an action."""

    amount: Amount
    text: str

    @property
    def value(self) -> int | None:
        """The number, if it may be bid."""
        number = int(self.text or "0")
        return number if self.amount.least <= number <= self.amount.most else None

    def action(self, game: AnyGame) -> Action | None:
        """The action with that number."""
        return None if self.value is None else self.amount.action(game, self.value)


@dataclass(frozen=True, slots=True)
class Held:
    """The hand as it lies: what undo goes back to.

    Args:
        order: All cards of the hand, in the player's order.
        taken: Those taken up, in that order.
        groups: Cards put together, as they lie there (Hazari).
    """

    order: tuple[Slot, ...] = ()
    taken: tuple[Slot, ...] = ()
    groups: tuple[tuple[Slot, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the groups the cursor stands, on a card or on a free place; both from 0 (Hazari)."""

    group: int
    at: int


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence on the ask line until the next key, with the rule it comes from."""

    text: str | Phrase
    rule: str = ""


def reason(rule: Rule, card: Part = "") -> Notice:
    """A rule as a sentence; with a card, about that card."""
    clause = words.clause(rule)
    text = phrase(card, " must wait: ", clause) if card else clause.starting
    return Notice(text.ended, words.source(rule))


@dataclass(frozen=True, slots=True)
class Choosing:
    """What the player is doing.

    Args:
        held: The hand in the player's order, and what is taken up.
        cursor: Place in that order.
        place: Where the cursor stands instead, if it stands among the groups.
        is_exchanging: The card taken up changes places with the one that is chosen next.
        hand_of: Which hand it is, as `hand_of` says.
        moment: When the last key was answered: whether it was our turn, and whether
            something stayed on the screen until Space.
        suit: The letter of a suit whose ranks are being typed (Luk Fu); empty else.
        sorting: How it is ordered.
        undone, redone: Earlier and later hands, for `u` and `U`.
        typing: A number for a bid.
        question: What has been asked.
        notice: What the last key was answered with.
        draft: A line of talk, kept while it is not sent.
        is_talking: The keys go into the draft.
        panel: What is open over the table.
        scroll: How far it is scrolled.
        deals_back: How many deals before the one under way is told again.
        story_back: How many sentences the story is scrolled back, until the moment is another.
        sought: What is searched for in the rules.
        is_seeking: The keys go into that.
    """

    held: Held = Held()
    cursor: int = 0
    place: Place | None = None
    is_exchanging: bool = False
    hand_of: tuple[int, int] | None = None
    moment: tuple[bool, bool] = (False, False)
    suit: str = ""
    sorting: Sorting = Sorting.SUIT
    undone: tuple[Held, ...] = ()
    redone: tuple[Held, ...] = ()
    typing: Typing | None = None
    question: Question | None = None
    notice: Notice | None = None
    draft: str = ""
    is_talking: bool = False
    panel: Panel = Panel.NONE
    scroll: int = 0
    deals_back: int = 0
    story_back: int = 0
    sought: str = ""
    is_seeking: bool = False

    @property
    def at_cursor(self) -> Slot | None:
        """The slot under the cursor; None on a free place."""
        if self.place is not None:
            groups = self.held.groups
            group = groups[self.place.group] if self.place.group < len(groups) else ()
            return group[self.place.at] if self.place.at < len(group) else None
        order = self.held.order
        return order[self.cursor] if self.cursor < len(order) else None


@dataclass(frozen=True, slots=True)
class Situation:
    """The table as the last frame showed it: what a key is judged by.

    Args:
        game: The game.
        view: What our seat knows; None while no deal is under way, and for a spectator.
        is_turn: Our player must decide.
        moves: What the player may do.
        turn_age_ms: How long the turn has been on the screen.
        ask: Which moves are asked about: `costly`, `always`, `never`.
        leave_price: What leaving costs now, in a sentence; None where nothing is at stake.
        silent: Names that can be voted absent by hand; empty where a clock does it.
        has_more_to_show: A finished trick or a result stays on the screen until Space.
        fault: There is a fault to look at.
        is_watching: No seat is ours.
        is_over: The table has ended for us; its log can be watched.
        can_play_again: It ended because the match is over.
        left: The rest of our time, as the clock shows it; empty without a clock.
        voters: How many seats decide on who is absent, ours among them.
        standing: Why the table does not just go on; empty where it does.
        is_stuck: Nothing can be done but wait, or leave.
        talk: What has been said this evening.
        unread: How much of that our player has not looked at.
        people: Who can be muted.
        deals_told: How many deals can be told again, the one under way among them.
        older: How many sentences the story can be scrolled back, as drawn last.
        last_line: Of what is laid over the table: the line at the top when its end is seen.
        chapter: The heading of the rules that this moment is about; empty: the beginning.
        is_paused: The table is paused.
        is_away: It waits until our player, too, is back.
        wants_pause: Our player agrees to a pause after this deal.
    """

    game: AnyGame
    view: AnyView | None = None
    is_turn: bool = False
    moves: Moves = field(default_factory=Moves)
    turn_age_ms: int = 1_000_000
    ask: str = "costly"
    leave_price: str | None = None
    silent: tuple[str, ...] = ()
    has_more_to_show: bool = False
    fault: bool = False
    is_watching: bool = False
    is_over: bool = False
    can_play_again: bool = False
    left: str = ""
    voters: int = 0
    standing: str = ""
    is_stuck: bool = False
    talk: tuple[Line, ...] = ()
    unread: int = 0
    people: tuple[Person, ...] = ()
    deals_told: int = 0
    older: int = 1_000_000
    last_line: int = 1_000_000
    chapter: str = ""
    is_paused: bool = False
    is_away: bool = False
    wants_pause: bool = False

    @property
    def hand(self) -> Mapping[Slot, Card]:
        """The cards that can be chosen among."""
        if self.view is None:
            return {}
        slots = self.game.hand_slots(self.view.state, self.view.seat)
        return {slot: self.view.hand[slot] for slot in slots if slot in self.view.hand}


class AtTable(NamedTuple):
    """Where a key is pressed at a table."""

    choosing: Choosing
    situation: Situation


UNDO_LIMIT: Final = 1000


def with_held(choosing: Choosing, held: Held) -> Choosing:
    """The hand changed, in a way that `u` takes back."""
    if held == choosing.held:
        return choosing
    undone = (*choosing.undone, choosing.held)[-UNDO_LIMIT:]
    return replace(choosing, held=held, undone=undone, redone=())


def undo(choosing: Choosing) -> Choosing:
    """The hand before the last change."""
    if not choosing.undone:
        return choosing
    redone = (*choosing.redone, choosing.held)
    return replace(choosing, held=choosing.undone[-1], undone=choosing.undone[:-1], redone=redone)


def redo(choosing: Choosing) -> Choosing:
    """The hand before the last `undo`."""
    if not choosing.redone:
        return choosing
    undone = (*choosing.undone, choosing.held)
    return replace(choosing, held=choosing.redone[-1], redone=choosing.redone[:-1], undone=undone)


def settle(choosing: Choosing, situation: Situation) -> Choosing:
    """What the player is doing, fitted to a table that has moved on.

    A card is taken up by itself only where no other is legal; what is taken up and has become
    illegal is put back.
    """
    slots = (
        ()
        if situation.view is None
        else situation.game.hand_slots(situation.view.state, situation.view.seat)
    )
    held = choosing.held
    now_of = (0, 0) if situation.view is None else hand_of(situation.view.state)
    is_new = choosing.hand_of not in (None, now_of)
    choosing = replace(choosing, hand_of=now_of, question=_still_asked(choosing, situation))
    moment = (situation.is_turn, situation.has_more_to_show)
    if choosing.moment != moment:
        # What the last key was answered with was about another moment, and may be untrue now.
        choosing = replace(choosing, moment=moment, notice=None, story_back=0)
    if is_new or set(held.order) != set(slots):
        at = None if is_new else choosing.at_cursor
        held = Held() if is_new else held
        order = sort_hand(
            choosing.sorting,
            slots,
            situation.hand,
            situation.game.pack,
            situation.moves,
            held.order,
        )
        held = Held(order, tuple(slot for slot in held.taken if slot in order))
        cursor = order.index(at) if at in order else min(choosing.cursor, max(0, len(order) - 1))
        choosing = replace(
            choosing,
            held=held,
            cursor=cursor,
            place=None,
            is_exchanging=False,
            undone=(),
            redone=(),
        )
    moves = situation.moves
    if not situation.is_turn:
        return replace(choosing, typing=None)
    if moves.card_verb is not None:
        taken = tuple(slot for slot in held.taken if slot not in moves.forbidden)
        legal = [slot for slot in held.order if slot not in moves.forbidden]
        if len(legal) == 1:
            taken = (legal[0],)
            choosing = replace(choosing, cursor=held.order.index(legal[0]))
        choosing = replace(choosing, held=replace(held, taken=taken))
    if moves.plays:
        choosing = _settle_plays(choosing, moves)
    if choosing.typing is not None and choosing.typing.amount not in _amounts(moves):
        choosing = replace(choosing, typing=None)
    return choosing


def _still_asked(choosing: Choosing, situation: Situation) -> Question | None:
    """The question, if it can still be answered; leaving costs what it costs by now."""
    question = choosing.question
    if question is None:
        return None
    if question.is_leave:
        price = situation.leave_price
        return None if price is None else replace(question, text=price)
    if question.action is None:
        return question if situation.silent else None
    return question if situation.is_turn else None


def _settle_plays(choosing: Choosing, moves: Moves) -> Choosing:
    """Where several cards are played together: the only play is taken up by itself."""
    held = choosing.held
    usable = {slot for play in moves.plays for slot in play.slots}
    taken = tuple(slot for slot in held.taken if slot in usable)
    if len(moves.plays) == 1 and not any(move.action for move in moves.moves):
        taken = tuple(slot for slot in held.order if slot in usable)
    if taken == held.taken:
        return choosing
    cursor = held.order.index(taken[-1]) if taken else choosing.cursor
    return replace(choosing, held=replace(held, taken=taken), cursor=cursor)


def _amounts(moves: Moves) -> tuple[Amount, ...]:
    return tuple(move.action for move in moves.moves if isinstance(move.action, Amount))
