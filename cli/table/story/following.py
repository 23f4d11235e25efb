"""How what is known of a table grows: each notice folded into `Known`.

The one rule: `after` is pure, so that going back is taking the earlier value, and what is shown of
a step never depends on the way to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, assert_never

from cli import words
from cli.table.games import moves_of
from cli.table.story.games import story_of
from cli.table.story.known import (
    MOST_DEALS,
    DealTold,
    FaultKnown,
    Known,
    Making,
    in_words,
    say,
    tell,
)
from cli.table.story.lines import Said, Sentence
from cli.words.en import standing
from cli.words.facts import (
    DealNeeds,
    GoesBack,
    MatchEnded,
    NotDealtIn,
    Paused,
    PauseOver,
    Refused,
    TableRests,
    TableSigned,
    TwoVersions,
)
from cli.words.phrase import Phrase, in_braces
from p2pcards.engine import Cause, DeckReady, Seat
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
    PauseEnded,
    PreparationBegins,
    RolledBack,
    SeatOut,
    SharesVerified,
    Shuffled,
    ShufflesVerified,
    StakesPaid,
    Suspended,
    TableOpened,
    TablePaused,
    WaitingFor,
)


def after(known: Known, notice: Notice, now_ms: int = 0) -> Known:
    """What is known once this has been told."""
    if known.missing and isinstance(notice, PreparationBegins | SeatOut | DealSettled):
        known = replace(known, missing=())  # enough have been heard to decide that
    match notice:
        case TableOpened():
            return tell(known, TableSigned(len(known.facts.names)))
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
        case SeatOut():
            return _seat_out(known, notice)
        case DealSettled(deal, standings, signers):
            return _settled(known, deal, standings, signers)
        case WaitingFor(_, seats):
            return tell(known, DealNeeds(seats))
        case TablePaused(deal, seats):
            return tell(known, Paused(deal, seats))
        case PauseEnded(deal):
            return tell(known, PauseOver(deal))
        case MatchOver():
            lost = tuple(notice.lost)
            over = MatchEnded(notice.deals, notice.standings, lost)
            return tell(replace(known, is_over=True, lost=lost), over)
        case Suspended(_, missing):
            return _suspended(known, missing)
        case RolledBack(_, seat):
            return _fault(
                known,
                FaultKnown(
                    known.deal,
                    seat,
                    Cause.CAUGHT,
                    standing.TWO_VERSIONS,
                    _sentences(known, TwoVersions(seat), GoesBack(seat)),
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
    told = tuple(line for line in known.story if isinstance(line, Sentence))
    earlier = (*known.earlier, DealTold(known.deal, told)) if known.deal else ()
    return replace(
        known,
        deal=deal,
        story=tuple(line for line in known.story if isinstance(line, Said)),
        earlier=earlier[-MOST_DEALS:],
        acts=("",) * len(known.acts),
        note=None,
        claimed=frozenset(),
        claims=0,
        share_messages=0,
        played=played,
        making=tuple(making for making in known.making if making.deal > deal),
        missing=(),
        next_told=(),
    )


def _happened(known: Known, notice: Happened) -> Known:
    if isinstance(notice.event, DeckReady):
        # The stakes and the deck come in one round; which is told first makes no difference.
        known = _new_deal(known, getattr(notice.after, "deal", known.deal))
    if (making := known.making_of(known.deal)) is not None:
        # The deck was made anew after the stakes were paid.
        known = replace(known, played=making)
    known = replace(known, finished=None)
    story = story_of(known.facts.game)
    told = story.happened(known, notice)
    return replace(told, state=notice.after, claimed=frozenset(), missing=())


def _readied(known: Known, deal: int) -> Known:
    if known.settled and deal == known.settled + 1 and known.deal == known.settled:
        return _say_of_next(known, story_of(known.facts.game).next_deal(known, deal))
    return known


def _say_of_next(known: Known, sentences: Sequence[Phrase]) -> Known:
    """Of the deal that comes next; a deck made anew is not news."""
    news = tuple(text for text in sentences if text not in known.next_told)
    return say(replace(known, next_told=known.next_told + news), *news)


def _settled(
    known: Known, deal: int, standings: tuple[int, ...], signers: tuple[Seat, ...]
) -> Known:
    known = replace(known, settled=deal, signers=signers)
    story = story_of(known.facts.game)
    known = say(known, *story.settled(known, standings))
    making = known.making_of(deal + 1)
    if making is not None and making.is_ready:
        return _say_of_next(known, story.next_deal(known, deal + 1))
    return known


def _suspended(known: Known, missing: tuple[Seat, ...]) -> Known:
    if missing == known.missing:
        return known
    return tell(replace(known, missing=missing), TableRests(missing))


def _seat_out(known: Known, out: SeatOut) -> Known:
    deal, seat, cause = out.deal, out.seat, out.cause
    name = known.facts.names[seat]
    if cause is not Cause.CAUGHT:
        if deal <= known.deal:
            return known  # the game tells it
        return tell(known, NotDealtIn(seat, deal, cause))
    you = known.facts.seat == seat
    whose = "your" if you else f"{name}'s"
    price = moves_of(known.facts.game).price_of_being_out(known.state, seat, whose)
    return _fault(
        known,
        FaultKnown(
            deal,
            seat,
            cause,
            words.reason(out.reason, out.rule),
            (
                *_sentences(known, Refused(seat, out.reason, out.rule)),
                standing.barred(name, price, is_own=you),
            ),
        ),
    )


def _sentences(known: Known, *facts: object) -> tuple[str, ...]:
    return tuple(in_braces(told.short.ended) for told in in_words(known, facts))


def _fault(known: Known, fault: FaultKnown) -> Known:
    return replace(known, faults=(*known.faults, fault))
