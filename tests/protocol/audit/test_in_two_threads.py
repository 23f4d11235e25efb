"""Shuffles are checked meanwhile: the verdict is that of an audit that goes step by step."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import pytest

from protocol import audit as auditing
from protocol.audit import Auditor, audit, problem_of
from protocol.crypto.proofs import Proofs
from protocol.crypto.rng import Rng
from protocol.faults import Reason
from protocol.log.rounds import BadRound
from protocol.report import Report
from protocol.table.judge.preparation import Link
from tests.conformance.test_corpus import data_of


def step_by_step(data: bytes) -> Report:
    auditor = Auditor(data)
    try:
        for _ in auditor.to_end():
            pass
    except BadRound as error:
        auditor.report.problem = problem_of(error)
    return auditor.report


@pytest.mark.parametrize(
    "name",
    ["azi-2", "fault-proof-shuffle-proof", "faults-proof-wrong-and-silent", "altered-lost-deck"],
)
def test_the_report_is_the_same(name: str) -> None:
    assert audit(data_of(name)) == step_by_step(data_of(name))


def test_what_fails_behind_a_shuffle_that_is_none_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever happens where a wrong deck was gone on with, the log is judged again without it."""
    data = data_of("fault-proof-shuffle-proof")
    real, calls = auditing._audit, []

    def once_broken(*given: object) -> Report:
        calls.append(given)
        if len(calls) == 1:
            real(*given)  # type: ignore[arg-type]
            raise ValueError("a card that cannot be")
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(auditing, "_audit", once_broken)
    assert audit(data) == step_by_step(data)
    assert len(calls) == 2


def test_a_bug_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Report:
        raise ValueError("a bug")

    monkeypatch.setattr(auditing, "_audit", broken)
    with pytest.raises(ValueError, match="a bug"):
        audit(data_of("azi-2"))


def test_no_more_decks_wait_than_may() -> None:
    given = 0

    class Counting(Proofs):
        def refused_shuffles(self, links: Sequence[Link], rng: Rng) -> Mapping[int, Reason]:
            nonlocal given
            given += 1
            return {}

    with auditing._Meanwhile(lambda n: bytes(n), Counting()) as meanwhile:
        for _ in range(50):
            meanwhile.check(())
            assert len(meanwhile._running) <= auditing.MOST_WAITING
        assert meanwhile.all_held()
    assert given == 50


def test_a_log_is_judged_from_the_file_and_nothing_of_it_is_kept() -> None:
    seen: list[Auditor] = []
    data = data_of("azi-2-two")
    report = audit(io.BytesIO(data), watch=lambda auditor: seen[:] or seen.append(auditor))
    assert report.ok
    (auditor,) = seen
    held = sum(map(len, auditor.referee.lines)) + sum(map(len, auditor.source._kept))
    assert held < len(data) / 2
