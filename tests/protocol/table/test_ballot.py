"""One round being collected: what counts in it, and what is passed over (SPEC §5.1, §6.7)."""

from __future__ import annotations

import pytest

from protocol.log.rounds import Absent, Equivocated, Left, Spoke
from protocol.table.memory.ballot import Ballot
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Refusal, Result, Stake
from tests.protocol.log.rounds_made import (
    act,
    leave,
    round_of,
    signed,
    two_results,
    two_versions,
    vote,
)

ONE, OTHER = two_versions(1)


def ballot_of(*entries: SignedEntry, seats: int = 4) -> Ballot:
    ballot = Ballot(round_of(seats), None)
    for entry in entries:
        ballot.add(entry)
    return ballot


def test_what_is_owed_counts() -> None:
    left = leave(2)
    ballot = ballot_of(act(0), ONE, left)
    assert ballot.spoken == {0: Spoke(act(0)), 1: Spoke(ONE), 2: Left(left)}
    assert ballot.missing() == (3,)


@pytest.mark.parametrize(
    "entry",
    [
        act(1, head=b"x" * 32),
        signed(Stake, 1),
        leave(1, round=6),
        leave(1, attempt=1),
        leave(1, deal=3),
        act(4),
        leave(5),
    ],
    ids=["another head", "another kind", "later", "later attempt", "other deal", "no speaker", "s"],
)
def test_what_does_not_belong_is_passed_over(entry: SignedEntry) -> None:
    assert ballot_of(entry).spoken == {}


@pytest.mark.parametrize("pair", [two_results(1), two_results(1)[::-1]])
def test_a_second_result_makes_an_equivocation_in_one_order(pair: tuple[SignedEntry, ...]) -> None:
    ballot = Ballot(round_of(kind=Result), None)
    for version in pair:
        ballot.add(version)
    contribution = ballot.spoken[1]
    assert isinstance(contribution, Equivocated)
    assert contribution.first.line < contribution.second.line


@pytest.mark.parametrize("pair", [(ONE, OTHER), (ONE, leave(1)), (leave(1), ONE)])
def test_what_a_seat_has_said_first_goes_before_a_second_version_and_before_its_leave(
    pair: tuple[SignedEntry, ...],
) -> None:
    assert ballot_of(*pair).spoken[1] == Spoke(ONE)


def test_the_same_again_a_second_leave_or_a_third_version_changes_nothing() -> None:
    assert ballot_of(ONE, ONE).spoken == {1: Spoke(ONE)}
    assert ballot_of(leave(1), leave(1, round=4)).spoken == {1: Left(leave(1))}


@pytest.mark.parametrize(
    "entry",
    [vote(5, 3), vote(1, 1), vote(1, 3, 2), vote(1, 3, 3), vote(1, 9), vote(1, 3, head=b"x" * 32)],
)
def test_a_vote_that_cannot_stand_is_passed_over(entry: SignedEntry) -> None:
    assert ballot_of(entry).votes_in(1) == {}


def test_of_a_voter_that_signs_two_votes_in_one_ballot_none_counts() -> None:
    honest = [act(0), act(1), act(2), vote(0, 3), vote(1, 3), vote(2, 3)]
    assert ballot_of(*honest).closed(0) is not None
    twice = ballot_of(*honest, vote(2, 1, 3))
    assert twice.votes_in(1).keys() == {0, 1}
    assert twice.closed(0) is None


def test_a_verdict_waits_for_the_entries_of_those_it_leaves() -> None:
    votes = [vote(0, 3), vote(1, 3), vote(2, 3)]
    assert ballot_of(act(0), act(1), *votes).closed(0) is None
    closed = ballot_of(act(0), act(1), act(2), *votes).closed(0)
    assert closed is not None
    assert closed.contributions[3] == Absent()


def test_who_has_declared_a_seat_absent_does_not_count_its_late_entry_while_that_may_decide() -> (
    None
):
    entries = [act(seat) for seat in range(4)]
    assert ballot_of(*entries, vote(0, 3)).closed(own=0) is None
    assert ballot_of(*entries, vote(0, 3)).closed(own=1) is not None
    # One of the others says that it was heard: the ballot can decide nothing any more.
    assert ballot_of(*entries, vote(0, 3), vote(1)).closed(own=0) is not None


def test_two_of_four_decide_nothing_whatever_they_sign() -> None:
    half = [act(0), act(1), *(vote(seat, 2, 3, ballot=n) for seat in (0, 1) for n in (1, 2, 3))]
    assert ballot_of(*half).closed(0) is None


def test_a_seat_that_is_named_follows_a_ballot_that_has_decided() -> None:
    votes = [vote(0, 3), vote(1, 3), vote(2, 3)]
    closed = ballot_of(*(act(seat) for seat in range(4)), *votes).closed(own=3)
    assert closed is not None
    assert closed.contributions[3] == Absent()


def test_what_is_kept_for_one_round_is_bounded_whatever_a_voter_signs() -> None:
    """A hundred ballots, one vote of each seat in each; what comes beyond that is not kept."""
    ballot = ballot_of()
    for number in range(1, 101):
        for absent in ((3,), (2,), (2, 3), ()):
            ballot.add(vote(1, *absent, ballot=number))
    assert sum(len(votes) for votes in ballot.votes.values()) == 100
    assert ballot.doubles == {1}


def test_a_ballot_against_a_seat_whose_refusal_is_believed_decides_nothing() -> None:
    ballot = ballot_of(act(0), act(1), act(2), *(vote(seat, 3) for seat in range(3)))
    assert ballot.closed(0) is not None
    ballot.believed = frozenset({3})
    assert ballot.closed(0) is None
    assert ballot.decided(1) is None
    ballot.believed = frozenset({2})
    assert ballot.closed(0) is not None


def test_a_refusal_is_kept_beside_the_round_and_speaks_for_nobody() -> None:
    refusal = signed(Refusal, 1)
    ballot = ballot_of(refusal, signed(Refusal, 2, head=b"x" * 32))
    assert ballot.refused == {1: refusal}
    assert ballot.spoken == {}
    assert refusal in ballot.entries()
