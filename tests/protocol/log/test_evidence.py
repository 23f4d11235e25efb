"""What is evidence against a seat, and what an honest one may sign (SPEC §6.6)."""

from __future__ import annotations

import pytest

from protocol.faults import Code
from protocol.log.evidence import evidence, read_evidence
from protocol.log.rounds import BadRound, Place
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import KeyCommitment, Refusal, Stake
from tests.protocol.log.rounds_made import Given, act, leave, result, signed, vote

ELSEWHERE = b"x" * 32


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (act(1, "one"), act(1, "two")),
        (result(1, 1), result(1, 2)),
        (signed(Stake, 1), signed(Refusal, 1)),
        (vote(1, 2), vote(1, 3)),
        (leave(1), act(1)),
        (leave(1, round=3), act(1)),
        (leave(1, head=ELSEWHERE), act(1)),
        (leave(1), act(1, attempt=4, round=0)),
    ],
)
def test_two_words_that_no_honest_program_signs_both_are_evidence_in_one_order(
    one: SignedEntry, other: SignedEntry
) -> None:
    found = evidence(one, other)
    assert found is not None
    assert found == evidence(other, one)
    assert found.lines[0] < found.lines[1]
    assert found.seat == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (act(1), act(1)),
        (act(1, "one"), act(2, "two")),
        (act(1, "one"), act(1, "two", head=ELSEWHERE)),
        (act(1, "one"), act(1, "two", round=6)),
        (act(1, "one"), act(1, "two", attempt=4)),
        (vote(1, 2), vote(1, 3, ballot=2)),
        (vote(1, 2), act(1)),
        (leave(1), leave(1, round=6)),
        (leave(1), vote(1, 2)),
        (leave(1), signed(Refusal, 1)),
        (leave(1, round=6), act(1)),
        (leave(1, attempt=4), act(1)),
        (leave(1), act(1, deal=3)),
        (leave(1), signed(KeyCommitment, 1, chain="ahead", commitment=b"c" * 32)),
    ],
)
def test_what_an_honest_seat_may_sign_is_none(one: SignedEntry, other: SignedEntry) -> None:
    assert evidence(one, other) is None
    assert evidence(other, one) is None


def test_the_place_of_a_leave_and_an_entry_is_the_entrys() -> None:
    found = evidence(leave(1, round=2), act(1))
    assert found is not None
    assert found.place == Place(2, "play", 0, 5)
    assert found.leave is not None


def test_evidence_is_read_where_two_lines_are_it_and_in_their_order() -> None:
    first, second = sorted((act(1, "one"), act(1, "two")), key=lambda each: each.line)
    assert read_evidence(Given(act(0), first, second), 1) is not None
    for lines in (
        (second, first),
        (first,),
        (first, act(2)),
        (first, first),
        (first, Code.NOT_AN_ENTRY),
    ):
        assert read_evidence(Given(*lines), 0) is None


def test_evidence_that_is_not_signed_is_refused() -> None:
    class Unsigned(Given):
        def verified(self, index: int) -> SignedEntry:
            raise BadRound(index, Code.NOT_SIGNED)

    first, second = sorted((act(1, "one"), act(1, "two")), key=lambda each: each.line)
    with pytest.raises(BadRound, match=Code.NOT_SIGNED):
        read_evidence(Unsigned(first, second), 0)
