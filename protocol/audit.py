"""The audit: a log file is judged from its bytes alone, trusting nobody (SPEC §8).

The one rule: keys, rules and seats come from the table's opening, and everything else is worked
out again by the same referee that the players' programs ran.
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import BinaryIO

import msgspec

from p2pcards.engine import Seat
from protocol.crypto.proofs import REAL, Proofs
from protocol.crypto.rng import Rng, system_rng
from protocol.faults import Code, Reason
from protocol.log.evidence import Evidence
from protocol.log.lines import NoArchive
from protocol.log.rounds import BadRound, LogEnds, read_round
from protocol.log.source import FileLines
from protocol.mark import Mark, Settled, restore
from protocol.report import Counts, OutOfDeal, Problem, Report, decode_report
from protocol.table.judge.opening import OpeningFailed, read_proposal
from protocol.table.judge.preparation import Check, Link
from protocol.table.judge.referee import Referee
from protocol.table.judge.setting import BadProposal
from protocol.table.judge.states import Playing, Preparing
from protocol.table.judge.stored import StoredLines, next_evidence
from protocol.table.notices import (
    DealSettled,
    MatchOver,
    Notice,
    SeatOut,
)
from protocol.wire.codec import BadLine, SignedEntry


class CutShort(BadRound):
    """The log breaks off where it must not end; what stands in it stands."""


def problem_of(error: BadRound) -> Problem:
    """The problem of a log that an `Auditor` does not get through."""
    return Problem(error.index + 1, error.seat, error.reason, isinstance(error, CutShort))


class _CountedLines(StoredLines):
    """The log's lines; what is verified of them is counted."""

    def __init__(self, lines: FileLines, referee: Referee, counts: Counts) -> None:
        super().__init__(lines, referee)
        self._counts = counts

    def verified(self, index: int) -> SignedEntry:
        """The entry in a line, its signature checked. Raises BadRound."""
        signed = super().verified(index)
        self._counts.signatures += 1
        return signed


class Auditor:
    """Goes through a log round by round; `replay` uses it to tell the game again.

    Raises:
        BadRound: Already here, if the first line is no proposal to agree to.
    """

    def __init__(
        self,
        log: bytes | BinaryIO,
        rng: Rng = system_rng,
        mark: Mark | None = None,
        proofs: Proofs = REAL,
    ) -> None:
        file = io.BytesIO(log) if isinstance(log, bytes) else log
        self.report = Report()
        self.settled: Settled | None = None
        self.source = FileLines(file)
        try:
            first = self.source[0]
        except IndexError:
            raise BadRound(0, Code.EMPTY_LOG) from None
        try:
            proposal = read_proposal(first, proofs)
            self.referee = Referee(proposal, rng, proofs=proofs)
        except (BadLine, BadProposal) as error:
            raise BadRound(0, error.reason) from None
        self.report.counts.entries = self.report.counts.signatures = 1
        self.report.names = tuple(r.name for r in self.referee.proposal.proposal.seats)
        self.report.game = self.referee.proposal.proposal.game
        self.index = 1
        if mark is not None:
            restore(self.referee, mark)
            self.report = decode_report(mark.report)
            file.seek(mark.size)
            self.source = FileLines(file, mark.entries, mark.size)
            self.index = mark.entries
        self._lines = _CountedLines(self.source, self.referee, self.report.counts)

    @property
    def is_at_end(self) -> bool:
        """Whether every complete line has been judged, and no round is due that closes without any."""
        rounds = self.referee.rounds()
        return not self._lines.has(self.index) and (not rounds or bool(rounds[0].speakers))

    def step(self) -> tuple[Notice, ...]:
        """Judge the next round, and say what it showed.

        Raises:
            BadRound: If it does not stand.
            LogEnds: If the log breaks off in it.
        """
        evidence = next_evidence(self.referee, self._lines, self.index)
        if evidence is not None:
            return self._convict(evidence)
        rounds = self.referee.rounds()
        if not rounds:
            raise BadRound(self.index, Code.AFTER_THE_END)
        try:
            closed, after = read_round(rounds[0], self._lines, self.index)
        except LogEnds:  # what there is of the round is in its place, and verified like the rest
            self.report.counts.entries = self.source.count
            raise
        notices = self.referee.close(closed)
        if isinstance(self.referee.state, OpeningFailed):
            fault = self.referee.state.faults[0]
            entry = self._entry_of(fault.seat, after)
            raise BadRound(entry - 1, Code.NOT_OPENED, because=fault.reason, seat=fault.seat)
        self._note(notices, after)
        self._go_on_at(after)
        if any(isinstance(notice, DealSettled) for notice in notices):
            self._note_settled()
        return notices

    def _note_settled(self) -> None:
        setting = self.referee.setting
        assert setting is not None
        self.settled = Settled(
            self.index,
            self.source.bytes_let_go,
            setting,
            self.referee.steps[-1],
            msgspec.json.encode(self.report),
        )

    def _convict(self, evidence: Evidence) -> tuple[Notice, ...]:
        notices = self.referee.convict(evidence)
        self._note(notices, self.index + 2)
        self._go_on_at(self.index + 2)
        return notices

    def _go_on_at(self, index: int) -> None:
        """What has been judged is held no longer than it can be taken back."""
        self.index = self.report.counts.entries = index
        self._lines.let_go(index)
        self.source.let_go(index)
        self.referee.lines.let_go(self.referee.line_count_to_stay, NoArchive())

    def to_end(self) -> Iterator[tuple[Notice, ...]]:
        """What each round shows, from here to the end of the log.

        Raises:
            BadRound: As `step` and `finish`.
        """
        # If a round is cut off, it depends on what was at stake in it whether that matters.
        with suppress(LogEnds):
            while not self.is_at_end:
                yield self.step()
        self.finish()

    def _note(self, notices: tuple[Notice, ...], after: int) -> None:
        report = self.report
        for notice in notices:
            report.counts.add(notice)
            if isinstance(notice, SeatOut):
                out = OutOfDeal(
                    self._entry_of(notice.seat, after),
                    notice.deal,
                    notice.seat,
                    notice.cause,
                    notice.reason,
                    notice.rule,
                )
                report.outs.append(out)
            if isinstance(notice, DealSettled):
                report.complete_to = notice.deal
            if isinstance(notice, DealSettled | MatchOver):
                report.standings = notice.standings
        setting = self.referee.setting
        report.table = "" if setting is None else setting.table.hex()
        report.is_over = self.referee.is_over

    def _entry_of(self, seat: Seat, after: int) -> int:
        """Number of the seat's entry in the round just judged.

        The round's first where it has none; the one before where the round has no line at all.
        """
        own = (n for n in range(self.index, after) if self._lines.decoded(n).entry.seat == seat)
        return next(own, min(self.index, after - 1)) + 1

    def finish(self) -> None:
        """Check that the log may end here: nothing is at stake since the last signed result.

        Raises:
            CutShort: If something is, or nothing was settled at all.
        """
        end = self.source.count
        if self.source.is_torn:
            raise CutShort(end, Code.CUT_LINE)
        if self.report.complete_to == 0 and not self.referee.is_over:
            raise CutShort(end, Code.CUT_BEFORE_RESULT)
        match self.referee.state:
            case Playing(deal) if deal.staked:
                pass
            case Preparing(play=deal) if deal is not None:
                pass
            case _:
                return
        raise CutShort(end, Code.CUT_IN_DEAL, deal.deal)


class _Meanwhile:
    """Shuffles checked by a second thread, while the audit goes on as if they held.

    They are half of the work, and most of that is done by the library without the interpreter's
    lock; a third thread would gain nothing, for it would wait for that lock.
    """

    def __init__(self, rng: Rng, proofs: Proofs) -> None:
        self._rng = rng
        self._proofs = proofs
        self._worker = ThreadPoolExecutor(1)
        self._running: deque[Future[dict[int, Reason]]] = deque()
        self._all_held = True

    def __enter__(self) -> _Meanwhile:
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.shutdown()

    def check(self, links: Sequence[Link]) -> Mapping[int, Reason]:
        """Have them checked, and say that they hold."""
        while len(self._running) >= MOST_WAITING:
            self._take()
        self._running.append(self._worker.submit(self._proofs.refused_shuffles, links, self._rng))
        return {}

    def all_held(self) -> bool:
        """Whether all did hold; waits for the last."""
        while self._running:
            self._take()
        return self._all_held

    def _take(self) -> None:
        self._all_held = not self._running.popleft().result() and self._all_held


MOST_WAITING = 4
"""Decks that wait to be checked: so what is held does not grow with the log."""


def audit(
    log: bytes | BinaryIO,
    rng: Rng = system_rng,
    watch: Callable[[Auditor], object] = lambda _: None,
    mark: Mark | None = None,
    proofs: Proofs = REAL,
) -> Report:
    """Verify everything that a log file shows; never raises for what is in it.

    Args:
        log: The file, which can be read again from its beginning; or its content.
        rng: The verifier's own randomness, for the weights of batched proofs.
        watch: Told after each round.
        mark: Where an earlier audit of this very file stood; what is before it is not verified again.
        proofs: What checks the proofs.
    """
    file = io.BytesIO(log) if isinstance(log, bytes) else log
    with _Meanwhile(rng, proofs) as meanwhile:
        try:
            report = _audit(file, rng, watch, mark, proofs, meanwhile.check)
        except Exception:
            if meanwhile.all_held():
                raise
        else:
            if meanwhile.all_held():
                return report
    # What came after a shuffle that is none means nothing: once more, step by step.
    return _audit(file, rng, watch, mark, proofs, None)


def _audit(
    file: BinaryIO,
    rng: Rng,
    watch: Callable[[Auditor], object],
    mark: Mark | None,
    proofs: Proofs,
    check: Check | None,
) -> Report:
    report = Report()
    try:
        file.seek(0)
        auditor = Auditor(file, rng, mark, proofs)
        report = auditor.report
        if check is not None:
            auditor.referee.check_shuffles = check
        for _ in auditor.to_end():
            watch(auditor)
    except BadRound as error:
        report.problem = problem_of(error)
    return report
