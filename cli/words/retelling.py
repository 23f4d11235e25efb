"""A log told again, sentence by sentence, each with what was verified beside it.

The one rule: a sentence is told only after the referee has accepted the entries that it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from cli import words
from cli.names import told_apart
from cli.words.facts import Check, Checked, Proposed, Proved, PutOut, TableSigned
from cli.words.narrator import Narrator
from cli.words.phrase import Phrase
from p2pcards.engine import Acted, Out, Shown
from p2pcards.facts import OutOfDeal
from p2pcards.games import GAMES
from protocol.audit import Auditor
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


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence of a match.

    Args:
        entry: Number of the first entry that it stands for, from 1.
        deal: The deal it belongs to; 0 before the first.
        fact: What happened.
        text: The same as a sentence, without its stop.
        verified: What was checked for it.
    """

    entry: int
    deal: int
    fact: object
    text: Phrase
    verified: tuple[Check, ...]


def retell(auditor: Auditor) -> Iterator[Told]:
    """The sentences of each round, as the auditor accepts it.

    Raises:
        BadRound: As `Auditor.to_end`, after all that is good has been told.
    """
    proposal = auditor.referee.proposal.proposal
    game, names = GAMES[proposal.game], told_apart(auditor.report.names)
    voice, narrator = words.voice_of(game, names), Narrator(game, len(names))
    others = tuple(range(1, len(names)))
    opening = Proposed(0, game.title, others)
    yield Told(1, 0, opening, words.tell(game.name, opening, voice).long, (_SIGNED,))
    entry, deal = auditor.index + 1, _deal_due(auditor)
    for notices in auditor.to_end():
        verified: list[Check] = []
        for notice in _causes_first(notices):
            if isinstance(notice, PreparationBegins):
                deal = notice.deal
            verified += _checks(notice)
            for fact in _facts(narrator, notice, notices, len(names)):
                text = words.tell(game.name, fact, voice).long
                checks = tuple(sorted(verified, key=_SIGNED.__ne__))
                yield Told(entry, deal, fact, text, checks)
                verified.clear()
        entry, deal = auditor.index + 1, _deal_due(auditor)


_SIGNED = Check(Checked.SIGNATURE)
"""Comes first among the marks."""


def _causes_first(notices: Sequence[Notice]) -> list[Notice]:
    """Why seats are out stands before what that costs; all else stays in its order."""
    at = next((at for at, one in enumerate(notices) if _is_out(one)), len(notices))
    why = [one for one in notices[at:] if isinstance(one, SeatOut)]
    rest = [one for one in notices[at:] if not isinstance(one, SeatOut)]
    return [*notices[:at], *why, *rest]


def _is_out(notice: Notice) -> bool:
    return isinstance(notice, Happened) and isinstance(notice.event, Out)


def _facts(
    narrator: Narrator, notice: Notice, of_round: Sequence[Notice], seats: int
) -> list[object]:
    """What is told of a notice; a log says more precisely than the game why a seat is out."""
    if isinstance(notice, TableOpened):
        return [TableSigned(seats, notice.table.hex()[:8])]
    if isinstance(notice, SeatOut):
        return [PutOut(notice.seat, notice.deal, notice.reason, notice.rule)]
    out = {other.seat for other in of_round if isinstance(other, SeatOut)}
    facts = [fact.fact if isinstance(fact, Proved) else fact for fact in narrator.tell(notice)]
    return [fact for fact in facts if not (isinstance(fact, OutOfDeal) and fact.seat in out)]


def _deal_due(auditor: Auditor) -> int:
    """The deal to which the next round belongs."""
    rounds = auditor.referee.rounds()
    return rounds[0].place.deal if rounds else 0


def _checks(notice: Notice) -> list[Check]:
    """What this notice says was verified."""
    match notice:
        case SharesVerified(seat, slots):
            return [Check(Checked.SHARES, seat)] if slots else []
        case CardsVerified(_, slots):
            return [Check(Checked.CARD if len(slots) == 1 else Checked.CARDS)]
        case ClaimVerified():
            return [Check(Checked.CLAIM)]
        case KeysVerified(_, seats):
            return [Check(Checked.KEYS, count=len(seats))]
        case ShufflesVerified(_, seats):
            return [Check(Checked.SHUFFLES, count=len(seats))]
        case Happened(event=Acted() | Shown()) | Shuffled():
            return [_SIGNED]
        case TableOpened() | KeysCommitted() | DeckReadied() | DealSettled():
            return [Check(Checked.ALL_SIGNATURES)]
        case Happened() | StakesPaid() | PreparationBegins() | SeatOut() | MatchOver():
            return []
        case Suspended() | RolledBack() | WaitingFor() | TablePaused() | PauseEnded():
            return []
        case _:
            assert_never(notice)
