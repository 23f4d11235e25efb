"""What a seat, a spectator or a replay has been told of a table so far: notices folded into a value.

The one rule: `after` is pure, so that going back is taking the earlier value, and what is shown of
a step never depends on the way to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, assert_never

from cli import wording
from cli.screen.standing import price
from cli.screen.text import clean, plain, sentence
from cli.screen.view import Said, StoryLine, Told
from cli.screen.words import Namer
from p2pcards import telling
from p2pcards.engine import Cause, DeckReady, Game, Seat
from protocol.table.notices import (
    CardsVerified,
    ClaimVerified,
    DealSettled,
    DeckReadied,
    Happened,
    KeysCommitted,
    KeysVerified,
    MatchOver,
    Notice,
    PreparationBegins,
    RolledBack,
    SeatOut,
    SharesVerified,
    Shuffled,
    ShufflesVerified,
    StakesPaid,
    Suspended,
    TableOpened,
    WaitingFor,
)

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

    game: Game[Any]
    names: tuple[str, ...]
    seat: Seat | None
    title: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    deadline_s: int = 0
    deals: int = 0
    is_alone: bool = False
    is_told_by_name: bool = False

    @property
    def namer(self) -> Namer:
        return Namer(self.names, None if self.is_told_by_name else self.seat)

    def name(self, seat: Seat) -> str:
        """A player's name, `you` for our own."""
        return self.namer.name(seat)


def facts_of(
    game: Game[Any],
    names: Sequence[str],
    seat: Seat | None,
    *,
    title: str = "",
    options: Mapping[str, Any] | None = None,
    deadline_s: int = 0,
    deals: int = 0,
    is_alone: bool = False,
) -> Facts:
    """Facts with everything that comes from other peers cleaned, and no two names alike."""
    kept = _told_apart([clean(name) or "?" for name in names])
    return Facts(game, kept, seat, clean(title), options or {}, deadline_s, deals, is_alone)


def _told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """`Bek`, `Bek 2`; nobody is called `you`, as the screen calls its own player."""
    kept: list[str] = []
    for name in names:
        other, number = name, 1
        while other.casefold() in ("you", *(one.casefold() for one in kept)):
            number += 1
            other = f"{name} {number}"
        kept.append(other)
    return tuple(kept)


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


@dataclass(frozen=True, slots=True)
class Known:
    """All that has been told.

    Args:
        facts: What does not change.
        deal: The deal under way, or just over.
        state: The newest public state; None before the first deal.
        start: Stacks or points of all seats when the deal began.
        story: Of this deal, with talk in its place.
        acts: What each seat did last in this deal.
        notes: What the game's screen keeps for itself.
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
    """

    facts: Facts
    deal: int = 0
    state: Any = None
    start: tuple[int, ...] = ()
    story: tuple[StoryLine, ...] = ()
    acts: tuple[str, ...] = ()
    notes: tuple[Any, ...] = ()
    finished: Any = None
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


def say(known: Known, *sentences: str, is_bid: bool = False) -> Known:
    """The story with sentences added."""
    told = tuple(Told(sentence(text), is_bid) for text in sentences)
    return replace(known, story=known.story + told)


def heard(known: Known, seat: Seat, text: str) -> Known:
    """Somebody has said something."""
    line = Said(known.facts.names[seat], clean(text))
    return replace(known, story=(*known.story, line)[-TALK_LINES:])


def refuse(known: Known) -> Known:
    """Something that came was refused before it could be an entry."""
    return replace(known, refused=known.refused + 1)


def after(known: Known, notice: Notice, now_ms: int = 0) -> Known:
    """What is known once this has been told."""
    if known.missing and isinstance(notice, PreparationBegins | SeatOut | DealSettled):
        known = replace(known, missing=())  # enough have been heard to decide that
    match notice:
        case TableOpened():
            return say(known, f"{_all(known)} have signed the table.")
        case PreparationBegins(deal, attempt, seats):
            making = Making(deal, attempt, seats, now_ms)
            others = tuple(other for other in known.making if other.deal != deal)
            return replace(known, making=(*others, making))
        case KeysCommitted(deal, seats):
            return _make(known, deal, committed=seats)
        case KeysVerified(deal, seats):
            return _make(known, deal, keyed=seats)
        case Shuffled(deal, seat):
            making = known.making_of(deal) or Making(deal, 0, (), now_ms)
            return _make(known, deal, shuffled=(*making.shuffled, seat), shuffled_ms=now_ms)
        case ShufflesVerified(deal, seats):
            return _make(known, deal, verified=seats)
        case DeckReadied(deal, _):
            return _readied(_make(known, deal, is_ready=True), deal)
        case StakesPaid(deal, _):
            return _new_deal(known, deal)
        case SharesVerified():
            return replace(known, share_messages=known.share_messages + 1)
        case CardsVerified():
            return known
        case ClaimVerified(seat, _):
            return replace(known, claimed=known.claimed | {seat}, claims=known.claims + 1)
        case Happened():
            return _happened(known, notice)
        case SeatOut(deal, _, seat, cause, reason):
            return _seat_out(known, deal, seat, cause, reason)
        case DealSettled(deal, standings, signers):
            return _settled(known, deal, standings, signers)
        case WaitingFor(_, seats):
            return say(known, wording.waits_for([known.facts.names[seat] for seat in seats]))
        case MatchOver():
            last_words = wording.match_over(known.facts.names, notice)
            return say(replace(known, is_over=True), last_words)
        case Suspended(_, missing):
            return _suspended(known, missing)
        case RolledBack(_, seat):
            return _fault(
                known,
                FaultKnown(
                    known.deal,
                    seat,
                    Cause.CAUGHT,
                    "two different entries for one moment",
                    (
                        f"{known.facts.names[seat]} has signed two different things for one moment.",
                        "Both are in the log. The table goes back to that moment, and on without"
                        f" {known.facts.names[seat]}.",
                    ),
                ),
            )
        case _:
            assert_never(notice)


def _make(known: Known, deal: int, **changes: Any) -> Known:
    making = tuple(
        replace(making, **changes) if making.deal == deal else making for making in known.making
    )
    return replace(known, making=making)


def _new_deal(known: Known, deal: int) -> Known:
    """The stakes of a deal are paid: another story begins. Talk stays."""
    if deal == known.deal:
        return known
    played = known.making_of(deal)
    return replace(
        known,
        deal=deal,
        story=tuple(line for line in known.story if isinstance(line, Said)),
        acts=("",) * len(known.acts),
        notes=(),
        claimed=frozenset(),
        claims=0,
        share_messages=0,
        played=played,
        making=tuple(making for making in known.making if making.deal > deal),
        missing=(),
    )


def _happened(known: Known, notice: Happened) -> Known:
    from cli.screen.games import screen_of

    if isinstance(notice.event, DeckReady):
        # The stakes and the deck come in one round; which is told first makes no difference.
        known = _new_deal(known, getattr(notice.after, "deal", known.deal))
    if (making := known.making_of(known.deal)) is not None:
        # The deck was made anew after the stakes were paid.
        known = replace(known, played=making)
    known = replace(known, finished=None)
    screen = screen_of(known.facts.game)
    told = screen.happened(known, notice)
    return replace(told, state=notice.after, claimed=frozenset(), missing=())


def _readied(known: Known, deal: int) -> Known:
    from cli.screen.games import screen_of

    if known.settled and deal == known.settled + 1 and known.deal == known.settled:
        return _say_of_next(known, screen_of(known.facts.game).next_deal(known, deal))
    return known


def _say_of_next(known: Known, sentences: Sequence[str]) -> Known:
    """Of the deal that comes next; a deck made anew is not news."""
    told = {plain(line.text) for line in known.story if isinstance(line, Told)}
    return say(known, *(text for text in sentences if plain(sentence(text)) not in told))


def _settled(
    known: Known, deal: int, standings: tuple[int, ...], signers: tuple[Seat, ...]
) -> Known:
    from cli.screen.games import screen_of

    known = replace(known, settled=deal, signers=signers)
    screen = screen_of(known.facts.game)
    known = say(known, *screen.settled(known, standings))
    making = known.making_of(deal + 1)
    if making is not None and making.is_ready:
        return _say_of_next(known, screen.next_deal(known, deal + 1))
    return known


def _suspended(known: Known, missing: tuple[Seat, ...]) -> Known:
    if missing == known.missing:
        return known
    silent = telling.listed(known.facts.names[seat] for seat in missing)
    verb = "is" if len(missing) == 1 else "are"
    told = f"{silent} {verb} silent, and too few are left to decide. The table rests."
    return say(replace(known, missing=missing), told)


def _seat_out(known: Known, deal: int, seat: Seat, cause: Cause, reason: str) -> Known:
    name = known.facts.names[seat]
    if cause is not Cause.CAUGHT:
        if deal <= known.deal:
            return known  # the game tells it
        why = "has left" if cause is Cause.LEFT else "is silent"
        return say(known, f"{name} {why} and is not dealt into deal {deal}; no chips move.")
    you = known.facts.seat == seat
    whose = "your" if you else f"{name}'s"
    return _fault(
        known,
        FaultKnown(
            deal,
            seat,
            cause,
            reason,
            (
                f"What {'you' if you else name} sent is refused: {reason.rstrip('.')}.",
                f"{'You are' if you else f'{name} is'} out of this deal and barred from this table;"
                f" {price(known.state, seat, whose)}."
                " The log shows it to anyone.",
            ),
        ),
    )


def _fault(known: Known, fault: FaultKnown) -> Known:
    return replace(known, faults=(*known.faults, fault))


def signed_by(known: Known) -> str:
    """`All five have signed the result`, or how many of how many."""
    signed, all_ = len(known.signers), len(known.facts.names)
    if signed == all_:
        return f"{_all(known)} have signed the result"
    verb = "has" if signed == 1 else "have"
    return f"{telling.in_words(signed).capitalize()} of {telling.in_words(all_)} {verb} signed the result"


def _all(known: Known) -> str:
    seats = len(known.facts.names)
    return "Both" if seats == 2 else f"All {telling.in_words(seats)}"
