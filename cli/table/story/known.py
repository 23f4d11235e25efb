"""What a seat, a spectator or a replay has been told of a table so far, as one value.

The one rule: frozen, and it knows no game; what the games' stories add to it, they are asked for by
`following`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from cli import words
from cli.cells import clean
from cli.names import told_apart
from cli.table.conversation import Line
from cli.table.story.lines import Said, Sentence, StoryLine
from cli.words.en import standing, talking
from cli.words.en.grammar import Voice
from cli.words.phrase import Phrase, in_braces, phrase
from p2pcards.engine import AnyGame, Cause, Seat, State, TableOptions

TALK_LINES: Final = 200


@dataclass(frozen=True, slots=True)
class Facts:
    """What does not change during a match.

    Args:
        game: The game.
        names: Players, in seat order, cleaned.
        seat: Ours; None for a spectator.
        title: The table's name.
        options: As agreed.
        deadline_s: Seconds for a turn; 0 without a clock.
        deals: Deals to be played; 0 without an end.
        is_alone: All other seats are bots of this program.
        is_told_by_name: Our own seat is called by its name too, as in a replay.
    """

    game: AnyGame
    names: tuple[str, ...]
    seat: Seat | None
    title: str = ""
    options: TableOptions = field(default_factory=dict)
    deadline_s: int = 0
    deals: int = 0
    is_alone: bool = False
    is_told_by_name: bool = False

    @property
    def voice(self) -> Voice:
        """Who tells the story to our player."""
        return words.voice_of(self.game, self.names, None if self.is_told_by_name else self.seat)

    def name(self, seat: Seat) -> str:
        """A player's name, `you` for our own."""
        return in_braces(self.voice.who(seat))

    def label(self, seat: Seat) -> str:
        """The same where it stands alone or first: `You`."""
        return in_braces(phrase(self.voice.who(seat)).starting)

    def shuffles(self, seat: Seat) -> str:
        """Who shuffles just now, after other words."""
        return in_braces(self.voice.does(seat, "shuffles", "shuffle"))

    def listed(self, seats: Iterable[Seat]) -> str:
        """`Ainura, Bek, you`."""
        return ", ".join(map(self.name, seats))

    def says(self, fact: object) -> Phrase:
        """A fact as a whole sentence without its stop, for a headline or a note."""
        return words.tell(self.game.name, fact, self.voice).long


def facts_of(
    game: AnyGame,
    names: Sequence[str],
    seat: Seat | None,
    *,
    title: str = "",
    options: TableOptions | None = None,
    deadline_s: int = 0,
    deals: int = 0,
    is_alone: bool = False,
) -> Facts:
    """Facts with everything that comes from other peers cleaned, and no two names alike."""
    kept = told_apart(clean(name) or "?" for name in names)
    return Facts(game, kept, seat, clean(title), options or {}, deadline_s, deals, is_alone)


@dataclass(frozen=True, slots=True)
class Making:
    """A deck being made: who has done what. Times are the program's own, in ms."""

    deal: int
    attempt: int
    seats: tuple[Seat, ...]
    since_ms: int
    committed: tuple[Seat, ...] = ()
    keyed: tuple[Seat, ...] = ()
    shuffled: tuple[Seat, ...] = ()
    shuffled_ms: int = 0
    verified: tuple[Seat, ...] = ()
    is_ready: bool = False


@dataclass(frozen=True, slots=True)
class FaultKnown:
    """A seat that was caught, or has been voted out."""

    deal: int
    seat: Seat
    cause: Cause
    reason: str
    sentences: tuple[str, ...]


MOST_DEALS: Final = 200
"""Deals that are told again; of older ones the log tells."""


@dataclass(frozen=True, slots=True)
class DealTold:
    """A deal as it was told, without the talk."""

    deal: int
    story: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """All that has been told.

    Args:
        facts: What does not change.
        deal: The deal under way, or just over.
        state: The newest public state; None before the first deal.
        start: Stacks or points of all seats when the deal began.
        story: Of this deal, with talk in its place.
        earlier: The deals before it, as they were told.
        acts: What each seat did last in this deal.
        note: What the game's story keeps for itself.
        finished: The state with the trick just finished whole on the table; None after the next event.
        claimed: Seats with a claim just verified, whose act is still to be told.
        claims: Claims verified in this deal.
        share_messages: Messages of shares verified in this deal.
        making: Decks being made, or made and not yet played.
        played: The deck this deal is played with.
        signers: Who has signed the last result.
        settled: Number of the last deal with a signed result.
        faults: Oldest first.
        refused: Peers' messages that were no entries.
        missing: Seats for whom the table rests.
        is_over: The match is.
        lost: Seats that were missing then, and come last.
        next_told: What has been said of the deal that comes next.
    """

    facts: Facts
    deal: int = 0
    state: State | None = None
    start: tuple[int, ...] = ()
    story: tuple[StoryLine, ...] = ()
    earlier: tuple[DealTold, ...] = ()
    acts: tuple[str, ...] = ()
    note: object = None
    finished: State | None = None
    claimed: frozenset[Seat] = frozenset()
    claims: int = 0
    share_messages: int = 0
    making: tuple[Making, ...] = ()
    played: Making | None = None
    signers: tuple[Seat, ...] = ()
    settled: int = 0
    faults: tuple[FaultKnown, ...] = ()
    refused: int = 0
    missing: tuple[Seat, ...] = ()
    is_over: bool = False
    lost: tuple[Seat, ...] = ()
    next_told: tuple[Phrase, ...] = ()

    def making_of(self, deal: int) -> Making | None:
        """The deck being made for a deal."""
        return next((making for making in self.making if making.deal == deal), None)

    @property
    def next_making(self) -> Making | None:
        """The deck being made now; else the one that is played next."""
        unfinished = [making for making in self.making if not making.is_ready]
        later = [making for making in self.making if making.deal > self.deal]
        return min(unfinished or later, key=lambda making: making.deal, default=None)


def begin(facts: Facts) -> Known:
    """Before anything has been told."""
    return Known(facts, acts=("",) * len(facts.names))


def say(known: Known, *sentences: str | Phrase) -> Known:
    """The story with sentences added."""
    told = tuple(Sentence(text) for text in sentences)
    return replace(known, story=known.story + told)


def in_words(known: Known, facts: Iterable[object]) -> list[words.Told]:
    """Facts in words, as our player is told them."""
    voice = known.facts.voice
    return [words.tell(known.facts.game.name, fact, voice) for fact in facts]


def tell(known: Known, *facts: object) -> Known:
    """The story with these facts added, each with its marks."""
    return say(known, *(told.marked.ended for told in in_words(known, facts)))


def shown_as(line: Line) -> Said:
    """A line of talk as it stands in a story."""
    name = talking.speaker(clean(line.name), is_watching=line.is_watching)
    return Said(name, clean(line.text))


def heard(known: Known, line: Line) -> Known:
    """Somebody has said something."""
    return replace(known, story=(*known.story, shown_as(line))[-TALK_LINES:])


def refuse(known: Known) -> Known:
    """Something that came was refused before it could be an entry."""
    return replace(known, refused=known.refused + 1)


def signed_by(known: Known) -> str:
    """Who has signed the result."""
    return standing.signed_by(len(known.signers), len(known.facts.names))
