"""What every game is to the rest of the program: a state machine over frozen, public values.

The one rule: a state never holds a card that is not public. Hands are lists of slots; who knows
which card lies in a slot is kept outside, in a `View`. So the state is the same on every peer and
has a digest, and the engine needs neither cryptography nor randomness: it says what it waits for,
and is told what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from p2pcards.cards import Card, Pack
from p2pcards.reckoning import Advice

Seat: TypeAlias = int
"""A numbered place at the table, from 0; play goes round in increasing order by default."""

Slot: TypeAlias = int
"""Position of a card in the deal's shuffled deck, from 0. Public; its card may be unknown."""

OpenCards: TypeAlias = tuple[tuple[Slot, Card], ...]
"""Slots that are open to all, each with its card."""


class Cause(StrEnum):
    """Why a seat is out of the deal (SPEC §10)."""

    SILENT = "silent"
    LEFT = "left"
    CAUGHT = "caught"


class Action:
    """What a seat decides, as a value of the game's own; the base of all that a game's actions are.

    A text is never one: it is read once, where it is typed or comes in, and written once, into the log.
    """

    __slots__ = ()


class State:
    """The public state of a match, as a value of the game's own; the base of all games' states.

    Outside its game it is only kept and handed back.
    """

    __slots__ = ()
    deal: int
    """The number of the deal, from 1; 0 before the first."""


TableOptions: TypeAlias = Mapping[str, int | str | list[int]]
"""The options of a table, as a game has read them: JSON values by name, none missing."""


# --- what a state waits for ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AwaitDeck:
    """A freshly shuffled deck, whose keys are held by exactly these seats."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class AwaitCoin:
    """A public random order of these seats."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class AwaitOpening:
    """Slots to be opened: each of `dealt` to one seat alone, each of `shown` to all.

    `seats` must give their shares; all of a seat's shares come in one entry (SPEC §6.3).
    """

    seats: tuple[Seat, ...]
    dealt: tuple[tuple[Slot, Seat], ...]
    shown: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class AwaitDecisions:
    """Decisions of these seats: one seat's turn, or several deciding independently."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class AwaitShow:
    """The closing check: each of these seats opens all the slots listed for it."""

    slots: tuple[tuple[Seat, tuple[Slot, ...]], ...]


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more: the deal is settled and the state carries what the next deal needs."""


Waiting: TypeAlias = AwaitDeck | AwaitCoin | AwaitOpening | AwaitDecisions | AwaitShow | Done


# --- what may happen to it -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeckReady:
    """The deck waited for has been shuffled and accepted by all its key holders."""


@dataclass(frozen=True, slots=True)
class CoinTossed:
    """The public random order of the seats waited for; a seat that is not dealt in is skipped."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """The opening waited for is complete; `cards` are those now public."""

    cards: OpenCards


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat's decision, with the cards that its action shows (`Game.shows`)."""

    seat: Seat
    action: Action
    cards: OpenCards = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat opened what the closing check asks of it."""

    seat: Seat
    cards: OpenCards


@dataclass(frozen=True, slots=True)
class Out:
    """These seats are out of this deal from now on, in whatever phase (SPEC §10).

    All that fail in one round go out at once: told one by one, the first could end the deal before
    the next is heard of, and what a seat pays would hang on who has the lower number.

    Args:
        causes: Each seat with its cause, ascending; at least one.
    """

    causes: tuple[tuple[Seat, Cause], ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats alone."""
        return tuple([seat for seat, _ in self.causes])


Event: TypeAlias = DeckReady | CoinTossed | Opened | Acted | Shown | Out


@dataclass(frozen=True, slots=True)
class SuitClaim:
    """'The card in each of these slots of my hand is of one of these suits', proved at once."""

    slots: tuple[Slot, ...]
    suits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClaimCount:
    """The claims of one deal that open cards settle, not a proof at once.

    Args:
        made: What seats have said by their actions of cards that nobody else could see.
        settled: Those found true when the cards were open.
        refuted: Those found false. The rest is open: a seat that is out shows no cards.
    """

    made: int = 0
    settled: int = 0
    refuted: int = 0


NO_CLAIMS = ClaimCount()


# --- refusals ----------------------------------------------------------------------------------


Value: TypeAlias = int | str | Card | tuple[Card, ...]
"""What a rule or an option speaks of: a number, a word of the game's own, a card or several."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that forbids something, without the words for it: those are the front's.

    Args:
        book: The game's name.
        number: The paragraph of its rules page.
        key: Which refusal it is, a word of the game's own: `follow_suit`.
        values: What is different each time, in the order that belongs to the key.
    """

    book: str
    number: str
    key: str
    values: tuple[Value, ...] = ()

    def __str__(self) -> str:
        return f"{self.book} {self.number} {self.key}"


@dataclass(eq=False)
class IllegalAction(Exception):
    """The action breaks a rule; the state it was applied to is unchanged.

    Args:
        seat: Who tried it.
        action: What was tried, as `Game.format_action` writes it.
        rule: The rule that it breaks.
    """

    seat: Seat
    action: str
    rule: Rule

    def __str__(self) -> str:
        return f"seat {self.seat}, {self.action}: {self.rule}"


@dataclass(eq=False)
class BadOptions(Exception):
    """Table options that the game does not have or cannot be played with.

    Args:
        option: Its name, as it was given.
        key: What is wrong with it: `no_such_option`, or what its value must be.
        values: What belongs to that, in the order of the key.
    """

    option: str
    key: str
    values: tuple[Value, ...] = ()

    def __str__(self) -> str:
        return " ".join((f"option {self.option}:", self.key, *map(str, self.values)))


LEVELS = ("easy", "normal", "hard")
"""How well bots play, weakest first; every game has all of them."""


# --- the game ----------------------------------------------------------------------------------

StateT = TypeVar("StateT", bound=State)
ActionT = TypeVar("ActionT", bound=Action)
KnownT = TypeVar("KnownT", bound=State, covariant=True)


@dataclass(frozen=True, slots=True)
class View(Generic[KnownT]):
    """All that one seat knows: the public state and the cards of its own slots."""

    state: KnownT
    seat: Seat
    hand: Mapping[Slot, Card]


Roll: TypeAlias = Callable[[int], int]
"""`roll(n)` gives a whole number in [0, n); bots are handed one, the engine has no randomness."""


class Game(Protocol[StateT, ActionT]):
    """One card game. A game is a module-level value `GAME` in `p2pcards/games/NAME`.

    A match is a series of deals: `new_match` gives a state that is `Done` with deal 0;
    `seats_of_next_deal` says who is to be dealt in; `open_deal` takes their stakes and waits for
    the deck; events carry it to `Done` again, with stacks, scores and carried pot in the state.
    """

    name: str
    """Lower case, as typed on the command line."""
    title: str
    """The game's name as it is written; a name, so the same in all languages."""
    unit: str
    """What standings count: `chips` or `points`."""
    pack: Pack
    least_seats: int
    most_seats: int
    option_names: tuple[str, ...]
    """In the order in which people are shown them."""
    exploiters: tuple[str, ...]
    """Players made to find a weakness of `hard`, by name; for measuring alone."""

    def options(self, given: Mapping[str, object]) -> TableOptions:
        """All options (JSON values) with defaults filled in; raises BadOptions. Idempotent."""
        ...

    def new_match(self, options: TableOptions, seats: int) -> StateT:
        """The state before the first deal. `options` as `options()` returned them."""
        ...

    def seats_of_next_deal(self, state: StateT, present: frozenset[Seat]) -> tuple[Seat, ...]:
        """Who is dealt into the next deal if `present` are at the table; empty: the match is over.

        A single seat means that it collects what is carried, without a deck.
        """
        ...

    def open_deal(self, state: StateT, seats: tuple[Seat, ...]) -> StateT:
        """Take the stakes of `seats` (as `seats_of_next_deal` gave them) and begin the deal."""
        ...

    def waiting(self, state: StateT) -> Waiting:
        """What the state waits for; never asks anything of a seat that is out."""
        ...

    def apply(self, state: StateT, event: Event) -> StateT:
        """The state after `event`; raises IllegalAction for an `Acted` that breaks a public rule.

        Whatever has no text in the log is no action, and refused like one: of another type, not
        ascending, out of bounds. Any other event that does not fit is a bug of the caller
        (AssertionError).
        """
        ...

    def legal_actions(self, view: View[StateT]) -> tuple[ActionT, ...]:
        """All legal actions of `view.seat`, sorted; empty where it has nothing to decide.

        Complete, unless the game says otherwise because there are too many: then a bounded number
        of good ones, the default among them, while `why_not` and `apply` take all that are legal.
        """
        ...

    def why_not(self, view: View[StateT], action: ActionT) -> Rule | None:
        """The rule that forbids `action` now, for the player's own eyes; None if it is legal."""
        ...

    def default_action(self, view: View[StateT]) -> ActionT:
        """What the player's own program does when their time is up (SPEC §6.8)."""
        ...

    def shows(self, state: StateT, seat: Seat, action: ActionT) -> tuple[Slot, ...]:
        """The slots whose cards the action opens to all."""
        ...

    def claim(
        self, state: StateT, seat: Seat, action: ActionT, cards: OpenCards
    ) -> SuitClaim | None:
        """The claim that must be proved together with the action; `cards` are those it shows."""
        ...

    def format_action(self, action: ActionT) -> str:
        """The action as one line of the log: a verb and numbers, such as `raise 30` or `play 7`."""
        ...

    def parse_action(self, text: str) -> ActionT:
        """Inverse of `format_action`; raises ValueError unless `text` is exactly what it writes."""
        ...

    def public(self, state: StateT) -> dict[str, Any]:
        """The whole public state as JSON values, for the digest and for `--json`."""
        ...

    def standings(self, state: StateT) -> tuple[int, ...]:
        """Chips or points of each seat."""
        ...

    def may_end(self, state: StateT) -> bool:
        """Whether a match may end after this deal: nothing is carried over to the next."""
        ...

    def hand_slots(self, state: StateT, seat: Seat) -> tuple[Slot, ...]:
        """The slots the seat holds now, in dealing order."""
        ...

    def closed_slots(self, state: StateT, seat: Seat) -> tuple[Slot, ...]:
        """The seat's slots that it may still open: its hand, and what it put face down if that counts.

        A seat knows these cards (`View.hand`), and its actions may show no others.
        """
        ...

    def reneges(self, state: StateT) -> tuple[tuple[Seat, Rule], ...]:
        """Seats that the closing check of the deal just done has convicted, each with the rule.

        The game has settled what they pay; the table bars them. Empty for a game whose claims are
        all proved at once.
        """
        ...

    def claim_count(self, state: StateT) -> ClaimCount:
        """The claims of the deal running, or just done, that open cards settle; none in many games."""
        ...

    def facts(self, before: StateT, event: Event, after: StateT) -> tuple[object, ...]:
        """What there is to tell of an event, as frozen values: `p2pcards.facts`, or the game's own.

        The words for them are the front's (`cli/words`); nothing in them is hidden from anybody.
        """
        ...

    def advise(self, view: View[StateT], roll: Roll) -> Advice[ActionT]:
        """What the hard bot would do for `view.seat`, which has to decide; why, and how sure it is."""
        ...

    def bot(self, level: str) -> Callable[[View[StateT], Roll], ActionT]:
        """A player that chooses legal actions from its view alone; KeyError for an unknown level.

        The levels for people are `LEVELS`; `random`, any legal action, is what they are measured from,
        and each of `exploiters` is what `hard` is measured against.
        """
        ...


AnyView: TypeAlias = View[State]
"""What a seat knows, as the rest of the program has it."""

AnyGame: TypeAlias = Game[State, Action]
"""A game as the rest of the program has it: its states and actions are kept, handed back, never built."""
