"""Each reason for which the audit refuses a log, with the line and the seat that it names (SPEC §8)."""

from __future__ import annotations

from functools import cache

import pytest

from protocol.audit import Auditor, audit
from protocol.faults import Code, Reason
from protocol.log.rounds import BadRound
from protocol.table.judge.setting import commit_nonce
from protocol.wire.codec import NO_TABLE, SignedEntry, decode_line, sign_entry
from protocol.wire.entries import Agreement, AnyEntry, NonceCommitment, NonceOpening, Result
from tests.simulation.weather import Weather, log_of, table_of_bots

SEATS = 3


@cache
def played() -> tuple[Weather, tuple[bytes, ...]]:
    world = table_of_bots(seats=SEATS, deals=2, seed=3)
    world.run()
    return world, tuple(log_of(world.tables[0]).splitlines())


def joined(*lines: bytes) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def index_of(kind: type[AnyEntry], nth: int = 0) -> int:
    _, lines = played()
    return [i for i, line in enumerate(lines) if isinstance(decode_line(line)[0].entry, kind)][nth]


def refused(data: bytes, entry: int, code: Code, seat: int | None = None) -> None:
    report = audit(data)
    assert report.problem is not None
    assert report.problem.reason.code is code
    assert (report.problem.entry, report.problem.seat) == (entry, seat)


@pytest.mark.heavy
def test_the_whole_log_stands() -> None:
    report = audit(joined(*played()[1]))
    assert report.problem is None
    assert report.is_over
    assert report.counts.entries == len(played()[1])


def test_without_a_whole_first_line_there_is_no_log() -> None:
    for data in (b"", b"no line", played()[1][0]):
        refused(data, 1, Code.EMPTY_LOG)


def test_a_first_line_that_is_no_entry_is_refused() -> None:
    refused(joined(b"{}", *played()[1][1:]), 1, Code.NOT_AN_ENTRY)


def test_a_log_that_begins_with_another_entry_than_its_proposal_is_refused() -> None:
    refused(joined(*played()[1][1:]), 1, Code.NO_PROPOSAL)


@pytest.mark.heavy
def test_a_last_line_cut_short_is_refused_though_all_before_it_stands() -> None:
    lines = played()[1]
    refused(joined(*lines) + b'{"e":', len(lines) + 1, Code.CUT_LINE)
    refused(joined(*lines)[:-1], len(lines), Code.CUT_LINE)


def test_a_log_that_ends_before_anything_was_settled_is_refused() -> None:
    first_result = index_of(Result)
    for end in (1, 5, first_result - 1):
        report = audit(joined(*played()[1][:end]))
        assert report.problem is not None
        assert report.problem.reason.code is Code.CUT_BEFORE_RESULT


@pytest.mark.heavy
def test_a_log_that_ends_in_the_middle_of_a_deal_is_refused() -> None:
    lines = played()[1]
    data = joined(*lines[: index_of(Result, SEATS)])
    report = audit(data)
    assert report.problem is not None
    assert report.problem.reason == Reason(Code.CUT_IN_DEAL, (2,))
    assert report.complete_to == 1


@pytest.mark.slow
def test_a_log_breaks_off_after_its_last_line_wherever_in_a_round_that_is() -> None:
    lines = played()[1]
    for end in range(1, len(lines)):
        report = audit(joined(*lines[:end]))
        assert report.counts.entries == report.counts.signatures == end
        if report.problem is not None:
            assert report.problem.is_cut
            assert report.problem.entry == end + 1


def test_a_result_that_not_all_have_signed_settles_nothing() -> None:
    lines = played()[1]
    data = joined(*lines[: index_of(Result, 2 * SEATS - 1)])
    report = audit(data)
    assert report.problem is not None
    assert report.problem.reason == Reason(Code.CUT_IN_DEAL, (2,))


@pytest.mark.heavy
def test_lines_after_the_end_of_the_match_are_refused() -> None:
    lines = played()[1]
    refused(joined(*lines, lines[-2]), len(lines) + 1, Code.AFTER_THE_END)


def test_a_line_in_the_middle_that_is_no_entry_is_named() -> None:
    lines = list(played()[1])
    lines[20] = lines[20].replace(b'"round"', b'"Round"')
    refused(joined(*lines), 21, Code.NOT_AN_ENTRY)


def test_an_empty_line_in_the_middle_is_refused() -> None:
    lines = list(played()[1])
    refused(joined(*lines[:20], b"", *lines[20:]), 21, Code.NOT_AN_ENTRY)


def test_a_line_not_signed_by_its_seat_is_named() -> None:
    lines = list(played()[1])
    other = lines[20][: lines[20].index(b'"sig"')] + lines[21][lines[21].index(b'"sig"') :]
    refused(joined(*lines[:20], other, *lines[21:]), 21, Code.NOT_SIGNED)


def say(
    kind: type[AnyEntry], number: int, seat: int, signer: bytes, **fields: bytes
) -> SignedEntry:
    """An entry of the opening in place of the one that stands there."""
    world, lines = played()
    original = decode_line(lines[1 + SEATS * (number - 1) + seat])[0].entry
    assert isinstance(original, kind)
    entry = type(original)(
        seat=seat, chain="open", deal=0, attempt=0, round=number, head=original.head, **fields
    )
    identity = world.tables[seat]._identity
    assert identity is not None
    return sign_entry(entry, signer, identity)


@pytest.mark.parametrize("number", [2, 3])
def test_an_opening_that_failed_is_no_table(number: int) -> None:
    world, lines = played()
    id = world.tables[0].referee.proposal.id
    wrong = (
        say(NonceOpening, 2, 1, id, nonce=b"x" * 32)
        if number == 2
        else say(Agreement, 3, 1, id, table=b"x" * 32)
    )
    start = 1 + SEATS * (number - 1)
    data = joined(*lines[: start + 1], wrong.line, *lines[start + 2 :])
    refused(data, start + 2, Code.NOT_OPENED, seat=1)


def test_a_nonce_that_was_changed_with_its_commitment_makes_another_table() -> None:
    """Nobody can choose his nonce again: all later lines follow the old commitments' head."""
    world, lines = played()
    id = world.tables[0].referee.proposal.id
    commitment = commit_nonce(id, 1, b"x" * 32)
    wrong = say(NonceCommitment, 1, 1, id, commitment=commitment)
    refused(joined(*lines[:2], wrong.line, *lines[3:]), 5, Code.ANOTHER_HEAD)


def test_a_proposal_signed_for_a_table_is_none() -> None:
    world, lines = played()
    identity = world.tables[0]._identity
    assert identity is not None
    entry = decode_line(lines[0])[0].entry
    assert sign_entry(entry, NO_TABLE, identity).line == lines[0]
    refused(
        joined(sign_entry(entry, bytes([1]) * 32, identity).line, *lines[1:]), 1, Code.NOT_SIGNED
    )


def test_an_auditor_whose_log_has_no_proposal_does_not_begin() -> None:
    with pytest.raises(BadRound):
        Auditor(b"hello\n")
