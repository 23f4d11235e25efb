"""Where an audit may go on: all that is known right after a signed result.

The one rule: a mark is believed only by who made it, and only before the very bytes that it was made
from. It says nothing that a reader of these bytes would not find; it saves finding it again.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, BinaryIO, get_type_hints

import msgspec

from protocol.faults import ProtocolError
from protocol.log.lines import LogLines, NoArchive
from protocol.log.rounds import Place, Round, read_round
from protocol.table.judge.between import Between
from protocol.table.judge.history import Ahead, Gate, Step
from protocol.table.judge.preparation import Preparation
from protocol.table.judge.referee import Referee
from protocol.table.judge.setting import Setting, check_proposal
from protocol.table.judge.states import Over
from protocol.table.judge.stored import StoredLines
from protocol.wire.entries import Result

FORM = 1
"""A mark of another form, or of another release of the program, is not used."""

CHUNK = 1 << 20


class MarkFault(StrEnum):
    """Why a mark is not used."""

    DAMAGED = "damaged"
    OF_ANOTHER_RELEASE = "of_another_release"
    OF_OTHER_BYTES = "of_other_bytes"


class BadMark(ProtocolError):
    """The mark cannot be used."""

    def __init__(self, fault: MarkFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """What is known after a result.

    Args:
        form, release: Who can read it.
        deal: The deal whose result it is.
        entries, size, digest: The lines before, their bytes, and the SHA-256 of these.
        table, head: The table id, and the head after the opening.
        between: The table between two deals, without its setting.
        ahead: The deck due to be made ahead: attempt, seats, head of its first round.
        place, result_head, speakers, voters, lines: The round of the result.
        report: What the audit had found by then.
    """

    form: int
    release: str
    deal: int
    entries: int
    size: int
    digest: bytes
    table: bytes
    head: bytes
    between: dict[str, msgspec.Raw]
    ahead: tuple[int, tuple[int, ...], bytes] | None
    place: tuple[int, str, int, int]
    result_head: bytes
    speakers: tuple[int, ...]
    voters: tuple[int, ...]
    lines: tuple[bytes, ...]
    report: msgspec.Raw


@dataclass(frozen=True, slots=True)
class Settled:
    """A referee's position right after a result, to be made a mark of.

    Args:
        entries, size: The lines before it, and their bytes.
        setting: The table.
        step: The round of the result.
        report: What had been found, encoded.
    """

    entries: int
    size: int
    setting: Setting
    step: Step
    report: bytes


def make_mark(settled: Settled, file: BinaryIO, release: str) -> Mark:
    """The mark of a position in this file."""
    closed, gate = settled.step.closed, settled.step.gate
    assert gate is not None
    between = {
        field.name: msgspec.Raw(msgspec.json.encode(getattr(gate.between, field.name)))
        for field in fields(Between)
        if field.name != "setting"
    }
    ahead = None
    if gate.ahead is not None:
        outcome = gate.ahead.outcome
        assert isinstance(outcome, Preparation), "an audit reads what is made ahead after the deal"
        ahead = (outcome.attempt, outcome.seats, outcome.origin)
    place = closed.round.place
    return Mark(
        form=FORM,
        release=release,
        deal=gate.between.deal - 1,
        entries=settled.entries,
        size=settled.size,
        digest=digest_of(file, settled.size),
        table=settled.setting.table,
        head=settled.setting.head,
        between=between,
        ahead=ahead,
        place=(place.deal, place.chain, place.attempt, place.number),
        result_head=closed.round.head,
        speakers=closed.round.speakers,
        voters=closed.round.voters,
        lines=closed.lines(),
        report=msgspec.Raw(settled.report),
    )


def digest_of(file: BinaryIO, size: int) -> bytes:
    """SHA-256 of the first `size` bytes of a file; of fewer, if it has not so many."""
    file.seek(0)
    found = hashlib.sha256()
    while size and (piece := file.read(min(size, CHUNK))):
        found.update(piece)
        size -= len(piece)
    return found.digest()


def read_mark(data: bytes, file: BinaryIO, release: str) -> Mark:
    """A mark of this file. Raises BadMark."""
    try:
        mark = msgspec.json.decode(data, type=Mark)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadMark(MarkFault.DAMAGED) from error
    if (mark.form, mark.release) != (FORM, release):
        raise BadMark(MarkFault.OF_ANOTHER_RELEASE)
    if digest_of(file, mark.size) != mark.digest:
        raise BadMark(MarkFault.OF_OTHER_BYTES)
    return mark


def restore(referee: Referee, mark: Mark) -> None:
    """Set a referee that has seen nothing but the proposal where the mark was made. Raises BadMark."""
    proposal = referee.proposal
    game, options = check_proposal(proposal.proposal)
    setting = Setting(
        table=mark.table,
        game=game,
        options=options,
        names=tuple(record.name for record in proposal.proposal.seats),
        keys=proposal.keys,
        deadline_ms=proposal.proposal.deadline * 1000,
        deals=proposal.proposal.deals,
        head=mark.head,
        proofs=referee.proofs,
    )
    referee.setting = setting
    types = get_type_hints(Between)
    types["game_state"] = type(game.new_match(options, len(setting.keys)))
    try:
        known: dict[str, Any] = {
            name: msgspec.json.decode(value, type=types[name])
            for name, value in mark.between.items()
        }
        between = Between(setting=setting, **known)
    except (msgspec.MsgspecError, KeyError, TypeError) as error:
        raise BadMark(MarkFault.DAMAGED) from error
    ahead = None
    if mark.ahead is not None:
        attempt, seats, origin = mark.ahead
        first = Preparation(setting, between.deal, "ahead", attempt, seats, origin, origin)
        ahead = Ahead(origin, seats, first)
    round = Round(Place(*mark.place), mark.result_head, Result, mark.speakers, mark.voters)
    closed, _ = read_round(round, StoredLines(mark.lines, referee), 0)
    # What was before the result is not needed: no evidence behind it goes back there (SPEC §8).
    count = mark.entries - len(mark.lines)
    gate = Gate(between, None, ahead)
    referee.lines = LogLines([b""] * count)
    referee.lines.let_go(count, NoArchive())
    referee.state = Over(between)
    referee.note(closed, referee.state)
    referee.set_gate(gate)
    referee.go_back_to_gate(())
