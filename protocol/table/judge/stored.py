"""A log read back into a referee, by its own table after a crash and by the auditor.

The one rule: a line is used only once it has been verified for this table and its round is complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from protocol.faults import Code
from protocol.log.evidence import Evidence, read_evidence
from protocol.log.rounds import BadRound, LogEnds, read_round
from protocol.log.source import FileLines
from protocol.table.judge.referee import Referee
from protocol.table.notices import Notice
from protocol.wire.codec import BadLine, SignedEntry, check_signature, decode_line


class StoredLines:
    """The lines of a log, decoded and verified one by one as they are reached (`log.rounds.Lines`)."""

    def __init__(self, lines: FileLines | Sequence[bytes], referee: Referee) -> None:
        self._lines = lines
        self._referee = referee
        self._decoded: dict[int, tuple[SignedEntry, bytes, bytes]] = {}

    def has(self, index: int) -> bool:
        """Whether the log goes on to this line."""
        try:
            self._lines[index]
        except IndexError:
            return False
        return True

    def decoded(self, index: int) -> SignedEntry:
        """The entry in a line, its signature not yet checked. Raises BadRound."""
        return self._decode(index)[0]

    def verified(self, index: int) -> SignedEntry:
        """The entry in a line, its signature checked. Raises BadRound."""
        signed, body, signature = self._decode(index)
        referee = self._referee
        table = referee.table_of(signed.entry.chain)
        try:
            check_signature(
                signed, body, signature, table, referee.keys, referee.proofs.verify_signature
            )
        except BadLine as error:
            raise BadRound(index, error.reason) from None
        return signed

    def let_go(self, index: int) -> None:
        """The lines before this one will not be looked at again."""
        for known in [each for each in self._decoded if each < index]:
            del self._decoded[known]

    def _decode(self, index: int) -> tuple[SignedEntry, bytes, bytes]:
        known = self._decoded.get(index)
        if known is None:
            try:
                known = self._decoded[index] = decode_line(self._lines[index])
            except BadLine as error:
                raise BadRound(index, error.reason) from None
        return known


def read_entries(lines: Iterable[bytes], referee: Referee) -> Iterator[SignedEntry]:
    """The entries in these lines that are validly signed for this table; others are passed over."""
    for line in lines:
        try:
            chain = decode_line(line)[0].entry.chain
            yield referee.verified(line, chain)
        except BadLine:
            continue


def next_evidence(referee: Referee, lines: StoredLines, index: int) -> Evidence | None:
    """The evidence that stands at `index` and takes effect there, if any: right after a gate, by seat.

    Raises:
        BadRound: It is not validly signed, or stands where it cannot.
    """
    gate = referee.gate
    if not referee.is_at_gate or gate is None:
        return None
    found = read_evidence(lines, index)
    if found is None:
        return None
    if not referee.puts_out(found):
        raise BadRound(index, Code.EVIDENCE_WITHOUT_EFFECT)
    if any(each.seat > found.seat for each in gate.evidence):
        raise BadRound(index, Code.EVIDENCE_OUT_OF_SEAT_ORDER)
    return found


def take_up(referee: Referee, lines: Sequence[bytes]) -> tuple[int, list[Notice]]:
    """Close every round that our own stored log holds whole.

    The proofs of its shuffles are not verified again: this seat has done so before it stored them,
    and every head that the others sign from now on says that they are the same.

    Args:
        referee: A new one, of the proposal that is the log's first line.
        lines: The stored lines.

    Returns:
        How many of the lines were used, for what follows them must be had from the others; and what
        was told of them.
    """
    if not lines:
        return 0, []
    stored = StoredLines(lines, referee)
    told: list[Notice] = []
    index = 1
    with referee.trusting():
        while rounds := referee.rounds():
            try:
                if (found := next_evidence(referee, stored, index)) is not None:
                    told += referee.convict(found)
                    index += 2
                    continue
                closed, index_after = read_round(rounds[0], stored, index)
            except (BadRound, LogEnds):
                break
            told += referee.close(closed)
            index = index_after
            stored.let_go(index)
    return index, told
