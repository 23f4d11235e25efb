"""Tables that an earlier run of this program has left without a farewell, to go back to (SPEC §7.10).

The one rule: the notes of a table begin with where its seats are, and whoever goes back takes the
seat, the log and the notes that stand there, or nothing.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from protocol.net.conduct.roles import OPENING_LIMIT_S
from protocol.net.files.private_files import NotPrivate, open_private
from protocol.net.files.storage import CannotStore, lock_notes, remove_notes
from protocol.net.joining import Begun
from protocol.net.lobby import SeatInfo, TableMark
from protocol.table.judge.opening import read_proposal
from protocol.wire.codec import LINE_LIMIT, BadLine
from protocol.wire.entries import Proposal, SeatNumber

NOTES_SUFFIX: Final = ".notes"

FORGET_AFTER_S: Final = 30 * 24 * 3600.0
"""A month later nobody plays on, and the secrets of a table need not lie about any longer."""


class NoteOfTable(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="table", tag_field="n"
):
    """First line of the notes: the table, its mark, our seat, where all sat, where we listened, our log.

    `log` is its path, whose bytes need not be text; `target` is what our player had called the
    table, empty if nothing.
    """

    proposal: Annotated[str, Meta(max_length=LINE_LIMIT)]
    mark: TableMark
    seat: SeatNumber
    seats: Annotated[tuple[SeatInfo, ...], Meta(max_length=8)]
    port: Annotated[int, Meta(ge=1, le=65_535)]
    log: Annotated[bytes, Meta(min_length=1, max_length=4096)]
    target: Annotated[str, Meta(max_length=400)]


_decoder = msgspec.json.Decoder(NoteOfTable)


def encode_table(begun: Begun, port: int, log: Path, target: str) -> bytes:
    """The first line of the notes."""
    assert begun.seat is not None
    path = os.fsencode(log.absolute())
    note = NoteOfTable(
        begun.proposal.decode(), begun.mark, begun.seat, begun.seats, port, path, target
    )
    return msgspec.json.encode(note)


@dataclass(frozen=True, slots=True)
class LeftTable:
    """A table at which our seat is still taken, as far as we know.

    Args:
        begun: As it began.
        proposal: What its first line says.
        port: Where we listened; the others try it when they miss us.
        target: What our player had called it; empty if nothing.
        log, notes: Our files.
        written_s: When they were written last, by the system's clock.
    """

    begun: Begun
    proposal: Proposal
    port: int
    target: str
    log: Path
    notes: Path
    written_s: float

    @property
    def others(self) -> frozenset[bytes]:
        """The keys of the other seats."""
        own = self.begun.seat
        return frozenset(one.key for seat, one in enumerate(self.begun.seats) if seat != own)

    @property
    def away_s(self) -> float:
        """Time since then; 0 where the clock was set back meanwhile."""
        return max(0.0, time.time() - self.written_s)

    @property
    def away_ms(self) -> int:
        """The same in milliseconds."""
        return round(self.away_s * 1000)


def left_tables(folder: Path, own_key: bytes) -> tuple[LeftTable, ...]:
    """The tables whose notes lie in `folder` and are open nowhere, the latest first.

    Notes of other keys, what is no note, tables of which our seat has taken its leave, and those that
    cannot open any more are passed over; what nobody needs any more is removed.

    Raises:
        NotPrivate: Some notes lie open to others.
    """
    found: list[LeftTable] = []
    for path in folder.glob(f"*{NOTES_SUFFIX}"):
        try:
            lock = lock_notes(path)
        except CannotStore:
            continue  # it is being played by another program, or cannot be
        try:
            with open(open_private(path), "rb") as file:
                changed_s = os.fstat(file.fileno()).st_mtime
                notes = file.read()
        except NotPrivate:
            raise
        except OSError:
            continue  # it has ended just now, or cannot be read
        finally:
            os.close(lock)
        if changed_s < time.time() - FORGET_AFTER_S:
            remove_notes(path)
            continue
        table = _read(path, notes, own_key, changed_s)
        if table is not None:
            found.append(table)
    return tuple(sorted(found, key=lambda table: -table.written_s))


def _read(path: Path, notes: bytes, own_key: bytes, changed_s: float) -> LeftTable | None:
    line, _, rest = notes.partition(b"\n")
    try:
        note = _decoder.decode(line)
        proposal = read_proposal(note.proposal.encode()).entry
    except (msgspec.MsgspecError, BadLine, ValueError, RecursionError):
        return None
    assert isinstance(proposal, Proposal)
    keys = [record.key for record in proposal.seats]
    if [seat.key for seat in note.seats] != keys or own_key not in keys:
        return None
    has_taken_leave = b'{"e":{"t":"leave","seat":%d,' % note.seat in rest
    has_opened = b'{"e":{"t":"commit",' in rest
    if not has_opened and changed_s < time.time() - OPENING_LIMIT_S:
        return None
    if keys.index(own_key) != note.seat or has_taken_leave or b"\0" in note.log:
        return None
    begun = Begun(note.proposal.encode(), note.seats, note.seat, note.mark)
    log = Path(os.fsdecode(note.log))
    with suppress(OSError):
        changed_s = max(changed_s, log.stat().st_mtime)
    return LeftTable(begun, proposal, note.port, note.target, log, path, changed_s)
