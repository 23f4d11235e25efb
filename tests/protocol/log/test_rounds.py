"""Heads, and which votes count (SPEC §5.2, §6.7)."""

from __future__ import annotations

import pytest

from protocol.log.rounds import (
    Absent,
    ClosedRound,
    Contribution,
    Left,
    Spoke,
    equivocation,
    is_in_time,
    is_vote_for,
    verdict,
)
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Leave, Vote
from tests.protocol.log.rounds_made import PLACE, act, leave, round_of, two_versions, vote


def head(**contributions: Contribution) -> bytes:
    by_seat = {int(seat[1:]): each for seat, each in contributions.items()}
    return ClosedRound(round_of(), by_seat).next_head()


def test_every_difference_in_what_was_contributed_is_another_head() -> None:
    one, other = two_versions(1)
    heads = [
        head(s0=Spoke(act(0)), s1=Spoke(one)),
        head(s0=Spoke(act(0)), s1=Spoke(other)),
        head(s0=Spoke(act(0)), s1=Left(leave(1))),
        head(s0=Spoke(act(0)), s1=equivocation(one, other)),
        head(s0=Spoke(act(0)), s1=Absent()),
        head(s0=Absent(), s1=Spoke(one)),
        head(s0=Spoke(act(0)), s2=Absent()),
        head(s0=Spoke(act(0))),
    ]
    assert len(set(heads)) == len(heads)


def test_which_versions_of_a_cheat_or_which_leave_a_peer_holds_does_not_change_the_head() -> None:
    one, other = two_versions(1)
    third = act(1, "three")
    assert head(s1=equivocation(one, other)) == head(s1=equivocation(third, one))
    assert head(s1=Left(leave(1))) == head(s1=Left(leave(1, round=3)))


@pytest.mark.parametrize(
    ("voters", "absent", "enough"),
    [
        (1, 0, True),
        (2, 1, True),
        (2, 2, False),
        (3, 1, True),
        (3, 2, False),
        (4, 1, True),
        (4, 2, False),
        (5, 2, True),
        (5, 3, False),
        (6, 2, True),
        (6, 3, False),
    ],
)
def test_more_than_half_must_remain_or_one_of_two(voters: int, absent: int, enough: bool) -> None:
    assert round_of(voters).is_enough(range(absent)) is enough


def test_convicted_seats_count_for_the_majority_that_must_be_left() -> None:
    assert round_of(voters=(0, 1, 2)).is_enough((2,))
    assert not round_of(voters=(0, 1, 2), convicted=(3,)).is_enough((2,))
    assert round_of(voters=(0, 1)).is_enough((1,))
    assert not round_of(voters=(0, 1), convicted=(2,)).is_enough((1,))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, True),
        ({"round": 4}, True),
        ({"attempt": 0, "round": 0}, True),
        ({"round": 6}, False),
        ({"attempt": 1, "round": 0}, False),
        ({"deal": 1}, False),
        ({"chain": "ahead"}, False),
    ],
)
def test_a_leave_stands_from_its_round_on_in_its_own_chain_and_deal(
    changes: dict[str, object], expected: bool
) -> None:
    entry = leave(1, **changes).entry
    assert isinstance(entry, Leave)
    assert is_in_time(entry, PLACE) is expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (vote(0, 3), True),
        (vote(0), True),
        (vote(0, 2, 3), True),
        (vote(4, 3), False),
        (vote(0, 3, head=b"x" * 32), False),
        (vote(0, 0), False),
        (vote(0, 3, 2), False),
        (vote(0, 3, 3), False),
        (vote(0, 5), False),
    ],
)
def test_which_votes_count(given: SignedEntry, expected: bool) -> None:
    entry = given.entry
    assert isinstance(entry, Vote)
    assert is_vote_for(round_of(), entry) is expected


@pytest.mark.parametrize(
    ("votes", "absent"),
    [
        ((vote(0, 3), vote(1, 3), vote(2, 3)), (3,)),
        ((vote(0, 3), vote(1, 3)), None),
        ((vote(0, 3), vote(1, 3), vote(2)), None),
        ((vote(0, 3), vote(1, 3), vote(2, 1, 3)), None),
        ((vote(0, 2, 3), vote(1, 2, 3)), None),
        ((vote(0), vote(1), vote(2), vote(3)), None),
        ((vote(0, 3), vote(1, 3), vote(2, 3), vote(3)), (3,)),
    ],
)
def test_a_ballot_decides_when_all_that_are_left_say_the_same_and_are_enough(
    votes: tuple[SignedEntry, ...], absent: tuple[int, ...] | None
) -> None:
    assert verdict(round_of(), {each.entry.seat: each for each in votes}) == absent
