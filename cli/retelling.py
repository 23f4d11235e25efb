"""A log told again, sentence by sentence, each with what was verified beside it.

The one rule: a sentence is told only after the referee has accepted the entries that it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from cli import words
from cli.names import told_apart
from cli.words.en.telling import counted, in_words_of, listed, scored
from p2pcards.engine import Acted, Shown
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

_SIGNED = "signature"
"""Comes first among the marks."""


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence of a match.

    Args:
        entry: Number of the first entry that it stands for, from 1.
        deal: The deal it belongs to; 0 before the first.
        text: The sentence; cards in braces.
        verified: What was checked for it.
    """

    entry: int
    deal: int
    text: str
    verified: tuple[str, ...]


def retell(auditor: Auditor) -> Iterator[Told]:
    """The sentences of each round, as the auditor accepts it.

    Raises:
        BadRound: As `Auditor.to_end`, after all that is good has been told.
    """
    yield Told(1, 0, _proposed(auditor), (_SIGNED,))
    entry, deal = auditor.index + 1, _deal_due(auditor)
    for notices in auditor.to_end():
        verified: list[str] = []
        for notice in notices:
            if isinstance(notice, PreparationBegins):
                deal = notice.deal
            verified += _checks(auditor, notice)
            for text in _sentences(auditor, notice):
                yield Told(entry, deal, text, tuple(sorted(verified, key=_SIGNED.__ne__)))
                verified.clear()
        entry, deal = auditor.index + 1, _deal_due(auditor)


def _names(auditor: Auditor) -> tuple[str, ...]:
    return told_apart(auditor.report.names)


def _deal_due(auditor: Auditor) -> int:
    """The deal to which the next round belongs."""
    rounds = auditor.referee.rounds()
    return rounds[0].place.deal if rounds else 0


def _proposed(auditor: Auditor) -> str:
    proposal = auditor.referee.proposal.proposal
    title = GAMES[proposal.game].title
    first, *others = _names(auditor)
    return f"{first} proposes {title} to {listed(others)}."


def _checks(auditor: Auditor, notice: Notice) -> list[str]:
    """What this notice says was verified, in a few words."""
    name = _names(auditor)
    match notice:
        case SharesVerified(seat, slots):
            return [f"{name[seat]}'s shares"] if slots else []
        case CardsVerified(_, slots):
            return ["the card" if len(slots) == 1 else "the cards"]
        case ClaimVerified():
            return ["the claim"]
        case KeysVerified(_, seats):
            return [f"{len(seats)} proofs of keys"]
        case ShufflesVerified(_, seats):
            return [f"{counted(len(seats), 'proof')} of shuffles"]
        case Happened(event=Acted() | Shown()) | Shuffled():
            return [_SIGNED]
        case TableOpened() | KeysCommitted() | DeckReadied() | DealSettled():
            return ["signatures of all"]
        case Happened() | StakesPaid() | PreparationBegins() | SeatOut() | MatchOver():
            return []
        case Suspended() | RolledBack() | WaitingFor():
            return []
        case _:
            assert_never(notice)


def _sentences(auditor: Auditor, notice: Notice) -> tuple[str, ...]:
    """What this notice tells people; perhaps nothing."""
    name = _names(auditor)
    match notice:
        case Happened(before, event, after):
            setting = auditor.referee.setting
            assert setting is not None
            return words.story(setting.game, before, event, after, name)
        case TableOpened(table):
            return (f"All have signed; the table is {table.hex()[:8]}.",)
        case PreparationBegins(deal, attempt, seats, ahead=False):
            again = "anew " if attempt else ""
            return (
                f"A deck for deal {deal} is made {again}by {listed([name[s] for s in seats])}.",
            )
        case KeysVerified():
            return ("Each has shown a fresh key.",)
        case Shuffled(_, seat):
            return (f"{name[seat]} shuffles.",)
        case ShufflesVerified():
            return ("The shuffles are proved: no card is added, lost or marked.",)
        case DeckReadied(_, seats):
            return (f"All {len(seats)} accept the deck.",)
        case SeatOut(deal, _, seat, _, reason, rule):
            return (f"{name[seat]} is out of deal {deal}: {words.reason(reason, rule)}.",)
        case DealSettled(deal, standings, signers):
            by = in_words_of(len(signers), len(name))
            signed = f"Deal {deal} is settled and signed by {by}"
            return (f"{signed}: {scored(name, standings)}.",)
        case WaitingFor(deal, seats):
            return (f"There is no deal {deal} without {listed([name[s] for s in seats])}.",)
        case MatchOver(deals):
            return (f"The match is over after {counted(deals, 'deal')}.",)
        case PreparationBegins() | KeysCommitted() | StakesPaid() | SharesVerified():
            return ()
        case CardsVerified() | ClaimVerified() | Suspended() | RolledBack():
            return ()
        case _:
            assert_never(notice)
