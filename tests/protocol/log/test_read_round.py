"""What the lines of a round must be in a log, and each way in which they are not (SPEC §5.3, §6.7)."""

from __future__ import annotations

import pytest

from protocol.faults import Code, Reason
from protocol.log.rounds import (
    Absent,
    BadRound,
    Equivocated,
    Left,
    LogEnds,
    Round,
    Spoke,
    place_of,
    read_round,
)
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import NonceOpening, Result, Stake
from tests.protocol.log.rounds_made import (
    HEAD,
    Given,
    act,
    leave,
    result,
    round_of,
    signed,
    two_results,
    two_versions,
    vote,
)

ALL_FOUR = tuple(act(seat) for seat in range(4))
ONE, OTHER = two_versions(1)


def refused(round: Round, *entries: SignedEntry | Code) -> BadRound:
    with pytest.raises(BadRound) as error:
        read_round(round, Given(*entries), 0)
    assert error.value.seat is None, "the order of lines is nobody's signature"
    return error.value


# --- what stands ----------------------------------------------------------------------------------


def test_all_speakers_in_seat_order_close_a_round() -> None:
    closed, after = read_round(round_of(), Given("before", *ALL_FOUR, act(0, round=6)), 1)
    assert after == 5
    assert closed.contributions == {seat: Spoke(ALL_FOUR[seat]) for seat in range(4)}
    assert closed.lines() == tuple(entry.line for entry in ALL_FOUR)


def test_a_leave_stands_for_an_entry_whatever_its_head() -> None:
    left = leave(1, head=b"x" * 32, round=3)
    closed, _ = read_round(round_of(2), Given(act(0), left), 0)
    assert closed.contributions[1] == Left(left)


def test_two_results_in_their_order_are_an_equivocation_also_of_the_last_speaker() -> None:
    versions = two_results(1)
    for speakers in ((0, 1, 2), (0, 1)):
        others = [result(seat) for seat in speakers if seat != 1]
        lines = [others[0], *versions, *others[1:]]
        closed, after = read_round(round_of(speakers=speakers, kind=Result), Given(*lines), 0)
        assert closed.contributions[1] == Equivocated(*versions)
        assert after == len(lines)


def test_two_versions_of_anything_else_are_no_contribution() -> None:
    error = refused(round_of(), act(0), ONE, OTHER, act(2))
    assert error.index == 2
    closed, after = read_round(round_of(2), Given(act(0), ONE, OTHER), 0)
    assert closed.contributions[1] == Spoke(ONE)
    assert after == 2, "what follows may be evidence"


def test_who_is_declared_absent_by_all_the_others_is_absent() -> None:
    votes = (vote(0, 3), vote(1, 3), vote(2, 3))
    closed, after = read_round(round_of(), Given(*ALL_FOUR[:3], *votes), 0)
    assert after == 6
    assert closed.contributions[3] == Absent()
    assert closed.votes == votes


def test_at_a_table_of_two_one_word_is_enough() -> None:
    closed, _ = read_round(round_of(2), Given(act(0), vote(0, 1)), 0)
    assert closed.contributions[1] == Absent()


def test_a_log_that_stops_within_a_round_ends_and_is_not_wrong() -> None:
    for lines in ((), ALL_FOUR[:3], (*ALL_FOUR[:3], vote(0, 3), vote(1, 3))):
        with pytest.raises(LogEnds):
            read_round(round_of(), Given(*lines), 0)


# --- what does not --------------------------------------------------------------------------------


def test_a_line_that_is_no_entry_is_refused() -> None:
    with pytest.raises(BadRound, match=Code.NOT_AN_ENTRY):
        read_round(round_of(), Given(act(0), Code.NOT_AN_ENTRY), 0)


@pytest.mark.parametrize(
    ("entry", "there"),
    [
        (act(1, deal=3), (3, "play", 0, 5)),
        (act(1, chain="ahead"), (2, "ahead", 0, 5)),
        (act(1, attempt=1), (2, "play", 1, 5)),
        (act(1, round=6), (2, "play", 0, 6)),
        (vote(1, 3, round=4), (2, "play", 0, 4)),
        (leave(1, round=6), (2, "play", 0, 6)),
        (leave(1, attempt=1, round=0), (2, "play", 1, 0)),
        (leave(1, deal=1), (1, "play", 0, 5)),
    ],
)
def test_an_entry_of_another_place_is_refused(
    entry: SignedEntry, there: tuple[int | str, ...]
) -> None:
    error = refused(round_of(), act(0), entry)
    assert error.index == 1
    assert error.reason == Reason(Code.OUT_OF_PLACE, (*there, 2, "play", 0, 5))


def test_an_entry_of_a_seat_that_the_round_does_not_name_is_refused() -> None:
    error = refused(round_of(speakers=(0, 2)), act(0), act(1))
    assert error.index == 1
    assert error.code is Code.NOT_A_SPEAKER


def test_entries_out_of_seat_order_are_refused() -> None:
    error = refused(round_of(), act(0), act(2), act(1))
    assert error.index == 2
    assert error.code is Code.OUT_OF_SEAT_ORDER


def test_an_entry_of_another_kind_is_refused() -> None:
    error = refused(round_of(), signed(Stake, 0))
    assert error.reason == Reason(Code.ANOTHER_KIND, ("stake",))


def test_an_entry_after_another_head_is_refused() -> None:
    error = refused(round_of(), act(0, head=b"x" * 32))
    assert error.code is Code.ANOTHER_HEAD


@pytest.mark.parametrize(
    "twice",
    [
        (act(1), act(1)),
        (OTHER, ONE),
        (leave(1), leave(1, round=4)),
    ],
    ids=["the same", "not in their order", "two leaves"],
)
def test_a_seat_that_speaks_twice_without_its_being_evidence_is_refused(
    twice: tuple[SignedEntry, ...],
) -> None:
    error = refused(round_of(), act(0), *twice)
    assert error.index == len(twice)
    assert error.code is Code.SPEAKS_TWICE


def test_an_entry_after_the_votes_of_its_round_is_refused() -> None:
    error = refused(round_of(), act(0), act(1), vote(0, 3), act(2))
    assert error.index == 3
    assert error.code is Code.AFTER_VOTES


def test_a_vote_of_a_seat_that_is_not_in_the_deal_is_refused() -> None:
    error = refused(round_of(voters=(0, 1, 3)), *ALL_FOUR[:3], vote(2, 3))
    assert error.index == 3
    assert error.code is Code.VOTE_WITHOUT_SEAT


def test_a_vote_of_a_seat_that_names_itself_is_refused() -> None:
    error = refused(round_of(), *ALL_FOUR[:3], vote(0, 0, 3))
    assert error.code is Code.VOTE_OF_ABSENT


@pytest.mark.parametrize("later", [vote(0, 3), vote(1, 3)])
def test_votes_out_of_seat_order_or_doubled_are_refused(later: SignedEntry) -> None:
    error = refused(round_of(), *ALL_FOUR[:3], vote(1, 3), later)
    assert error.index == 4
    assert error.code is Code.VOTE_OUT_OF_SEAT_ORDER


def test_a_vote_after_another_head_is_refused() -> None:
    error = refused(round_of(), *ALL_FOUR[:3], vote(0, 3, head=b"x" * 32))
    assert error.code is Code.VOTE_AFTER_ANOTHER_HEAD


def test_a_vote_that_names_no_speaker_decides_nothing_and_cannot_stand() -> None:
    error = refused(round_of(speakers=(0, 1)), act(0), vote(0, 3))
    assert error.code is Code.VOTE_CANNOT_STAND
    both = [vote(seat, 1, 3) for seat in (0, 2)]
    closed, _ = read_round(round_of(5, speakers=(0, 1)), Given(act(0), *both, vote(4, 1, 3)), 0)
    assert closed.absent == (1, 3)


def test_in_the_opening_a_leave_is_no_contribution() -> None:
    gone = leave(0, chain="open")
    opening = Round(place_of(gone.entry), HEAD, NonceOpening, (0, 1), ())
    assert refused(opening, gone).reason == Reason(Code.ANOTHER_KIND, ("leave",))


FOLLOWING: dict[str, SignedEntry | Code] = {
    "an unreadable line": Code.NOT_AN_ENTRY,
    "a result not validly signed": Code.NOT_SIGNED,
    "the same again": result(1),
    "a result after another head": signed(
        Result, 1, digest=b"d" * 32, standings=(2,), head=b"x" * 32
    ),
    "a vote": vote(1, 0),
    "a leave": leave(1),
}


@pytest.mark.parametrize("what", FOLLOWING)
def test_a_result_is_complete_whatever_stands_after_it(what: str) -> None:
    lines = Given(result(0), result(1), FOLLOWING[what])
    closed, after = read_round(round_of(2, kind=Result), lines, 0)
    assert after == 2
    assert closed.contributions[1] == Spoke(result(1))


@pytest.mark.parametrize("absent", [(), (3, 2), (3, 3), (3, 9)])
def test_a_vote_for_a_list_in_another_form_is_refused(absent: tuple[int, ...]) -> None:
    error = refused(round_of(), act(0), act(1), vote(0, *absent))
    assert error.code is Code.VOTE_CANNOT_STAND


@pytest.mark.parametrize("other", [vote(1, 3, ballot=2), vote(1, 2, 3)])
def test_votes_that_differ_are_refused(other: SignedEntry) -> None:
    error = refused(round_of(), *ALL_FOUR[:3], vote(0, 3), other)
    assert error.index == 4
    assert error.code is Code.VOTES_DIFFER


def test_a_seat_that_has_spoken_and_is_declared_absent_is_refused() -> None:
    votes = [vote(seat, 1, 4) for seat in (0, 2, 3)]
    error = refused(round_of(5), *(act(seat) for seat in range(4)), *votes)
    assert error.code is Code.SPOKEN_AND_ABSENT
    without = [act(seat) for seat in (0, 2, 3)]
    closed, _ = read_round(round_of(5), Given(*without, *votes), 0)
    assert closed.contributions[1] == Absent()


@pytest.mark.parametrize(
    ("seats", "absent"),
    [(4, (2, 3)), (4, (1, 2, 3)), (3, (1, 2)), (6, (3, 4, 5)), (8, (4, 5, 6, 7))],
)
def test_votes_of_half_or_fewer_never_close_a_round(seats: int, absent: tuple[int, ...]) -> None:
    """No quorum of one's own making: the majority is counted among the voters that the state knows."""
    there = [seat for seat in range(seats) if seat not in absent]
    lines = [*(act(seat) for seat in there), *(vote(seat, *absent) for seat in there)]
    with pytest.raises(LogEnds):
        read_round(round_of(seats), Given(*lines), 0)
    error = refused(round_of(seats), *lines, act(absent[0]))
    assert error.code is Code.AFTER_VOTES
