"""THE table of rounds: what is owed in each, who owes it, whose time runs, what is told, what is refused.

How a round lives: the state of the main track says which is due (`Referee.rounds`); a `Ballot` collects
what comes for it, and our own entry, made by `speaking`; when it is complete, or a vote has decided, it is
closed; the judge of its kind (`JUDGES` in `opening`, `preparation`, `rounds_of_play`; `waiting.close`)
says who is at fault in it; and from there the next is due.

The one rule: what differs from round to round, and is no judgement, stands here and nowhere else. The
table in SPEC §5.4 is this one, and tests hold it against what is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from p2pcards.engine import (
    AwaitCoin,
    AwaitDecisions,
    AwaitOpening,
    AwaitShow,
    Done,
)
from protocol.faults import Code
from protocol.log.rounds import GATES, TAKE_VERSIONS
from protocol.table import notices as told
from protocol.wire.entries import (
    Acceptance,
    Agreement,
    CoinOpening,
    Decision,
    Entry,
    Here,
    KeyCommitment,
    KeyOpening,
    Leave,
    NonceCommitment,
    NonceOpening,
    Proposal,
    Refusal,
    Result,
    Shares,
    Show,
    ShuffledDeck,
    ShuffleProof,
    Stake,
    Vote,
)


class Phase(StrEnum):
    """The part of a table's life that a round belongs to."""

    OPENING = "OPENING"
    PREPARE = "PREPARE"
    PLAY = "PLAY"
    WAITING = "WAITING"


class Speakers(StrEnum):
    """Who owes an entry."""

    ALL = "all"
    ATTEMPT = "attempt"
    TURN = "in turn"
    DEALT = "dealt-in"
    NAMED = "named"
    PEERS = "peers"
    MISSING = "missing"


class Clock(StrEnum):
    """Whose time runs, and so how long it is (SPEC §6.7)."""

    NONE = "none"
    PROGRAM = "program"
    PERSON = "person"
    PATIENCE = "patience"


@dataclass(frozen=True, slots=True)
class RoundKind:
    """One row.

    Args:
        kind: The type of entry that each speaker owes.
        section: Of SPEC, which says what is judged.
        awaits: What the game waits for when the round is due; None where no game is asked.
        notices: What may be told when the round has closed without fault.
        faults: The codes with which a seat is found at fault here, besides those of any round.
    """

    kind: type[Entry]
    phase: Phase
    speakers: Speakers
    clock: Clock
    section: str
    awaits: type[Any] | None = None
    notices: tuple[type[Any], ...] = ()
    faults: tuple[Code, ...] = ()

    @property
    def tag(self) -> str:
        return str(self.kind.__struct_config__.tag)

    @property
    def is_gate(self) -> bool:
        return self.kind in GATES

    @property
    def takes_versions(self) -> bool:
        return self.kind in TAKE_VERSIONS

    @property
    def is_last(self) -> bool:
        """Whether what a seat owes next stands in another chain, for which it takes leave anew."""
        return self.kind in (Acceptance, Result)


def _opening(kind: type[Entry], *faults: Code, tells: tuple[type[Any], ...] = ()) -> RoundKind:
    return RoundKind(
        kind, Phase.OPENING, Speakers.ALL, Clock.NONE, "6.1", notices=tells, faults=faults
    )


def _prepare(
    kind: type[Entry], tells: type[Any], *faults: Code, speakers: Speakers = Speakers.ATTEMPT
) -> RoundKind:
    return RoundKind(
        kind, Phase.PREPARE, speakers, Clock.PROGRAM, "6.2", notices=(tells,), faults=faults
    )


def _play(
    kind: type[Entry],
    speakers: Speakers,
    awaits: type[Any] | None,
    tells: tuple[type[Any], ...],
    *faults: Code,
    clock: Clock = Clock.PROGRAM,
) -> RoundKind:
    return RoundKind(kind, Phase.PLAY, speakers, clock, "6.3", awaits, tells, faults)


ROUNDS: Final = (
    _opening(NonceCommitment),
    _opening(NonceOpening, Code.NONCE_NOT_COMMITTED),
    _opening(Agreement, Code.ANOTHER_TABLE, tells=(told.TableOpened,)),
    _prepare(KeyCommitment, told.KeysCommitted),
    _prepare(KeyOpening, told.KeysVerified, Code.KEY_REFUSED, Code.JOINT_KEY_REFUSED),
    _prepare(ShuffledDeck, told.Shuffled, Code.DECK_REFUSED, speakers=Speakers.TURN),
    _prepare(ShuffleProof, told.ShufflesVerified, Code.SHUFFLE_REFUSED),
    _prepare(Acceptance, told.DeckReadied, Code.ANOTHER_DECK),
    _play(Stake, Speakers.DEALT, None, (told.StakesPaid,), clock=Clock.PERSON),
    _play(CoinOpening, Speakers.NAMED, AwaitCoin, (told.Happened,), Code.COIN_REFUSED),
    _play(
        Shares,
        Speakers.NAMED,
        AwaitOpening,
        (told.SharesVerified, told.Happened),
        Code.SHARES_REFUSED,
    ),
    _play(
        Decision,
        Speakers.NAMED,
        AwaitDecisions,
        (told.CardsVerified, told.ClaimVerified, told.Happened),
        Code.ACTION_REFUSED,
        clock=Clock.PERSON,
    ),
    _play(
        Show,
        Speakers.NAMED,
        AwaitShow,
        (told.CardsVerified, told.Happened),
        Code.CLOSING_REFUSED,
    ),
    _play(
        Result,
        Speakers.PEERS,
        Done,
        (told.DealSettled,),
        Code.ANOTHER_RESULT,
        Code.BACK_NOT_AWAY,
        Code.BACK_NOT_IN_ORDER,
        Code.RENEGE,
    ),
    RoundKind(Here, Phase.WAITING, Speakers.MISSING, Clock.PATIENCE, "6.5"),
)
"""Every round, in the order in which they come where they have one."""

BESIDE: Final = {Proposal: "6.1", Refusal: "6.6", Leave: "6.7", Vote: "6.7"}
"""The kinds of entries that no round asks for, and where SPEC says what they are."""

ROUND_OF: Final = {row.kind: row for row in ROUNDS}
"""The rows by the kind of entry."""

ANY_ROUND: Final = (Code.ABSENT_BY_ALL, Code.ABSENT_BY_ONE, Code.LEFT, Code.TWO_VERSIONS)
"""The codes with which a seat may be at fault in any round (SPEC §6.4)."""

KIND_AWAITED: Final = {row.awaits: row.kind for row in ROUNDS if row.awaits is not None}
"""Which entry a game gets by waiting for something."""


def kinds_of(phase: Phase) -> tuple[type[Entry], ...]:
    """The kinds of a phase, in order."""
    return tuple(row.kind for row in ROUNDS if row.phase is phase)


def rounds_of_attempt(seats: tuple[int, ...]) -> tuple[tuple[type[Entry], tuple[int, ...]], ...]:
    """All rounds of an attempt at a deck among `seats`, with their speakers."""
    found: list[tuple[type[Entry], tuple[int, ...]]] = []
    for row in ROUNDS:
        if row.phase is Phase.PREPARE:
            each = [(seat,) for seat in seats] if row.speakers is Speakers.TURN else [seats]
            found += [(row.kind, speakers) for speakers in each]
    return tuple(found)
