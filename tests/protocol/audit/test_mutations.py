"""Whatever is done to a log's bytes, the audit gives a reason and never falls over."""

from __future__ import annotations

import random
from functools import cache

import pytest

from protocol.audit import audit
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng
from protocol.faults import Code
from protocol.report import Report
from protocol.wire.codec import decode_line, sign_entry
from protocol.wire.entries import Result
from tests.simulation.weather import log_of, table_of_bots

pytestmark = pytest.mark.slow


@cache
def whole_log(seed: int = 3) -> tuple[bytes, ...]:
    world = table_of_bots(seats=3, deals=3, seed=seed)
    world.run()
    data = log_of(world.tables[0])
    assert audit(data).ok
    return tuple(data.splitlines())


def joined(lines: list[bytes] | tuple[bytes, ...]) -> bytes:
    return b"\n".join(lines) + b"\n"


def result_ends() -> list[int]:
    """Line counts after which a signed result is the last thing in the log."""
    lines = whole_log()
    is_result = [isinstance(decode_line(line)[0].entry, Result) for line in lines] + [False]
    return [i + 1 for i in range(len(lines)) if is_result[i] and not is_result[i + 1]]


def flip(dice: random.Random, lines: list[bytes]) -> list[bytes]:
    at = dice.randrange(len(lines))
    line = bytearray(lines[at])
    line[dice.randrange(len(line))] ^= 1 << dice.randrange(8)
    return [*lines[:at], bytes(line), *lines[at + 1 :]]


def drop(dice: random.Random, lines: list[bytes]) -> list[bytes]:
    at = dice.randrange(len(lines) - 1)  # dropping the last is a truncation
    return lines[:at] + lines[at + 1 :]


def double(dice: random.Random, lines: list[bytes]) -> list[bytes]:
    at = dice.randrange(len(lines))
    return [*lines[:at], lines[at], *lines[at:]]


def swap(dice: random.Random, lines: list[bytes]) -> list[bytes]:
    one, other = dice.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def resign(dice: random.Random, lines: list[bytes]) -> list[bytes]:
    at = dice.randrange(len(lines))
    stranger = Identity.from_seed(dice.randbytes(32))
    entry = decode_line(lines[at])[0].entry
    return [*lines[:at], sign_entry(entry, bytes(32), stranger).line, *lines[at + 1 :]]


def foreign(dice: random.Random, lines: list[bytes]) -> list[bytes]:
    other = whole_log(4)
    at = dice.randrange(len(lines))
    source = other[at] if at < len(other) and dice.random() < 0.5 else dice.choice(other)
    if dice.random() < 0.5:
        return [*lines[:at], source, *lines[at:]]
    return [*lines[:at], source, *lines[at + 1 :]]


MUTATIONS = [flip, drop, double, swap, resign, foreign]


@pytest.mark.parametrize(
    "block", [0, *(pytest.param(block, marks=pytest.mark.slow) for block in range(1, 10))]
)
def test_t19_every_one_of_500_random_mutations_is_refused_with_a_reason(block: int) -> None:
    dice = random.Random(block)
    for _ in range(50):
        mutation = dice.choice(MUTATIONS)
        lines = mutation(dice, list(whole_log()))
        report = audit(joined(lines))
        assert report.problem is not None, mutation.__name__
        assert report.problem.reason.code
        assert 1 <= report.problem.entry <= len(lines) + 1


def test_a_log_cut_after_a_signed_result_is_complete_up_to_that_deal() -> None:
    for deal, end in enumerate(result_ends(), start=1):
        report = audit(joined(whole_log()[:end]))
        assert report.ok
        assert report.complete_to == deal


@pytest.mark.slow
def test_a_log_cut_anywhere_else_says_where_it_ends_or_up_to_where_it_is_complete() -> None:
    lines = whole_log()
    for end in range(len(lines)):
        report = audit(joined(lines[:end]) if end else b"")
        settled = sum(1 for each in result_ends() if each <= end)
        assert report.complete_to == settled
        if report.problem is None:
            assert settled > 0
        else:
            assert report.problem.reason.code in (
                Code.CUT_BEFORE_RESULT,
                Code.CUT_IN_DEAL,
                Code.EMPTY_LOG,
            )


def test_a_torn_last_line_is_reported() -> None:
    data = joined(whole_log())
    for cut in (1, 2, 30):
        assert (problem := audit(data[:-cut]).problem) is not None
        assert problem.reason.code


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"hello\n",
        b"\x00" * 100,
        b'{"e":{},"sig":""}\n',
        b"[" * 100_000 + b"\n",
        b"\xff\xfe\n",
    ],
)
def test_what_is_no_log_at_all_is_said_to_be_none(data: bytes) -> None:
    report: Report = audit(data)
    assert report.problem is not None
    assert report.problem.entry == 1


def test_the_audit_draws_its_weights_from_its_own_randomness() -> None:
    drawn: list[int] = []

    def counting(n: int) -> bytes:
        drawn.append(n)
        return SeededRng(bytes(32))(n)

    assert audit(joined(whole_log()), counting).ok
    assert drawn
