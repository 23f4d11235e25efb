"""The table's opening: proposal, nonces, agreement, as a pure machine over closed rounds (SPEC §6.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, cast

from p2pcards.engine import AnyGame, Cause, Seat, TableOptions
from protocol.crypto.identity import Identity
from protocol.crypto.proofs import REAL, Proofs
from protocol.faults import Code, Reason
from protocol.log.rounds import ClosedRound, Place, Round
from protocol.table.judge.judging import Fault, entries_of, faults_of
from protocol.table.judge.setting import (
    Setting,
    check_proposal,
    commit_nonce,
    proposal_id,
    table_id,
)
from protocol.table.rounds import Phase, kinds_of
from protocol.wire.codec import (
    NO_TABLE,
    BadLine,
    SignedEntry,
    decode_line,
    sign_entry,
    verify_line,
)
from protocol.wire.entries import (
    VERSION,
    Agreement,
    Entry,
    NonceCommitment,
    NonceOpening,
    Proposal,
    SeatRecord,
)
from protocol.wire.names import clean_name

_KINDS = kinds_of(Phase.OPENING)


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening under way; `proposal` is the first line of the log."""

    proposal: Proposal
    id: bytes
    head: bytes
    proofs: Proofs
    number: int = 1
    commitments: tuple[bytes, ...] = ()
    nonces: tuple[bytes, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(range(len(self.proposal.seats)))

    @property
    def keys(self) -> tuple[bytes, ...]:
        return tuple(record.key for record in self.proposal.seats)

    @property
    def round(self) -> Round:
        """The round that is due; nobody can be voted out of a table that is not open yet."""
        place = Place(0, "open", 0, self.number)
        return Round(place, self.head, _KINDS[self.number - 1], self.seats, ())

    @property
    def table(self) -> bytes:
        """The table id; there once all nonces are open."""
        return table_id(self.id, self.nonces)


@dataclass(frozen=True, slots=True)
class OpeningFailed:
    """No table comes of it; nothing was at stake yet."""

    faults: tuple[Fault, ...]


Outcome: TypeAlias = Opening | Setting | OpeningFailed


def begin(proposal: SignedEntry, proofs: Proofs = REAL) -> Opening:
    """The opening after its first line. Raises BadProposal."""
    entry = proposal.entry
    assert isinstance(entry, Proposal)
    check_proposal(entry)
    id = proposal_id(proposal.id)
    return Opening(entry, id, id, proofs)


def read_proposal(line: bytes, proofs: Proofs = REAL) -> SignedEntry:
    """The first line of a log: a proposal, signed by the key that it names for seat 0. Raises BadLine."""
    unverified, _, _ = decode_line(line)
    entry = unverified.entry
    if not isinstance(entry, Proposal):
        raise BadLine(Code.NO_PROPOSAL)
    where = (entry.seat, entry.chain, entry.deal, entry.attempt, entry.round, entry.head)
    if where != (0, "open", 0, 0, 0, NO_TABLE):
        raise BadLine(Code.PROPOSAL_OUT_OF_PLACE)
    return verify_line(line, NO_TABLE, (entry.seats[0].key,), proofs.verify_signature)


def propose(
    identity: Identity,
    game: AnyGame,
    options: TableOptions,
    seats: Sequence[tuple[str, bytes]],
    deadline_s: int,
    deals: int = 0,
) -> SignedEntry:
    """The first line of a new table's log.

    Args:
        identity: Key of seat 0, who writes the proposal.
        game: What is to be played.
        options: As given; defaults are filled in.
        seats: Name and identity key of each player, in seat order.
        deadline_s: Seconds for a person's decision; 0 = none.
        deals: Deals after which the match ends; 0 = open end.

    Raises:
        BadOptions, BadProposal: If nobody should agree to it.
    """
    entry = Proposal(
        seat=0,
        chain="open",
        deal=0,
        attempt=0,
        round=0,
        head=NO_TABLE,
        version=VERSION,
        game=game.name,
        options=dict(sorted(game.options(options).items())),
        deadline=deadline_s,
        deals=deals,
        seats=tuple(SeatRecord(clean_name(name), key) for name, key in seats),
    )
    check_proposal(entry)
    return sign_entry(entry, NO_TABLE, identity)


def is_right(opening: Opening, entry: Entry) -> bool:
    """Whether an entry is what its author is bound to say; another one is no contribution.

    It may be a cheat's word to us alone, while all others hold the right one.
    """
    match entry:
        case NonceOpening() if opening.number == len(_KINDS) - 1:
            return (
                commit_nonce(opening.id, entry.seat, entry.nonce) == opening.commitments[entry.seat]
            )
        case Agreement() if opening.number == len(_KINDS):
            return entry.table == opening.table
        case _:
            return True


def close(opening: Opening, closed: ClosedRound) -> Outcome:
    """The opening after its due round; the table's setting once all have agreed."""
    faults = list(faults_of(closed))
    entries = entries_of(closed)
    after = replace(opening, head=closed.next_head(), number=opening.number + 1)
    after, found = JUDGES[closed.round.kind](opening, after, entries)
    faults += found
    if faults:
        return OpeningFailed(tuple(faults))
    if opening.number < len(_KINDS):
        return after
    game, options = check_proposal(opening.proposal)
    return Setting(
        table=opening.table,
        game=game,
        options=options,
        names=tuple(record.name for record in opening.proposal.seats),
        keys=opening.keys,
        deadline_ms=opening.proposal.deadline * 1000,
        deals=opening.proposal.deals,
        head=after.head,
        proofs=opening.proofs,
    )


_Step: TypeAlias = tuple[Opening, tuple[Fault, ...]]


def _commitments(_: Opening, after: Opening, entries: Mapping[Seat, Entry]) -> _Step:
    said = (cast(NonceCommitment, entry) for entry in entries.values())
    return replace(after, commitments=tuple(entry.commitment for entry in said)), ()


def _nonces(opening: Opening, after: Opening, entries: Mapping[Seat, Entry]) -> _Step:
    nonces = {seat: cast(NonceOpening, entry).nonce for seat, entry in entries.items()}
    faults = tuple(
        Fault(seat, Cause.CAUGHT, Reason(Code.NONCE_NOT_COMMITTED))
        for seat, nonce in nonces.items()
        if commit_nonce(opening.id, seat, nonce) != opening.commitments[seat]
    )
    return replace(after, nonces=tuple(nonces.values())), faults


def _agreements(opening: Opening, after: Opening, entries: Mapping[Seat, Entry]) -> _Step:
    faults = tuple(
        Fault(seat, Cause.CAUGHT, Reason(Code.ANOTHER_TABLE))
        for seat, entry in entries.items()
        if cast(Agreement, entry).table != opening.table
    )
    return after, faults


JUDGES: Final[Mapping[type[Entry], Callable[[Opening, Opening, Mapping[Seat, Entry]], _Step]]] = {
    NonceCommitment: _commitments,
    NonceOpening: _nonces,
    Agreement: _agreements,
}
"""Who is at fault in a round of the opening, by the kind of entry."""
