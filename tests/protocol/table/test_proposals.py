"""What a table must be for anybody to agree to it, and what an opening must be to succeed (SPEC §6.1)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from p2pcards.engine import Cause
from p2pcards.games import GAMES
from protocol.audit import audit
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng
from protocol.faults import Code
from protocol.log.rounds import ClosedRound, Contribution, Spoke, equivocation
from protocol.table.judge import opening
from protocol.table.judge.opening import Opening, OpeningFailed, propose, read_proposal
from protocol.table.judge.setting import BadProposal, Setting, check_proposal, commit_nonce
from protocol.table.table import Table
from protocol.wire.codec import NO_TABLE, BadLine, SignedEntry, sign_entry
from protocol.wire.entries import (
    Agreement,
    Entry,
    NonceCommitment,
    NonceOpening,
    Proposal,
    SeatRecord,
    Stake,
)

IDENTITIES = [Identity.from_seed(bytes([80 + seat]) * 32) for seat in range(7)]
NAMED = [(f"P{seat}", identity.public) for seat, identity in enumerate(IDENTITIES)]
GOOD = propose(IDENTITIES[0], GAMES["azi"], {}, NAMED[:3], 30, 2)
OPTIONS = dict(GAMES["azi"].options({}))
HAZARI = dict(sorted(GAMES["hazari"].options({}).items()))


def changed(**changes: Any) -> Proposal:
    assert isinstance(GOOD.entry, Proposal)
    return msgspec.structs.replace(GOOD.entry, **changes)


def records(*named: tuple[str, bytes]) -> tuple[SeatRecord, ...]:
    return tuple(SeatRecord(name, key) for name, key in named)


def test_a_good_proposal_is_agreed_to() -> None:
    game, options = check_proposal(changed())
    assert (game.name, dict(options)) == ("azi", OPTIONS)


ORDER_TWO = bytes.fromhex("ec" + "ff" * 30 + "7f")
IDENTITY_POINT = bytes([1]) + bytes(31)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "poker"}, f"{Code.UNKNOWN_GAME} 'poker'"),
        ({"game": ""}, f"{Code.UNKNOWN_GAME} ''"),
        ({"options": {}}, Code.OPTIONS_NOT_IN_FORM),
        ({"options": dict(reversed(OPTIONS.items()))}, Code.OPTIONS_NOT_IN_FORM),
        ({"options": {**OPTIONS, "zzz": 1}}, f"{Code.OPTION_REFUSED} 'azi' 'zzz'"),
        ({"options": {**OPTIONS, "stack": -1}}, f"{Code.OPTION_REFUSED} 'azi' 'stack'"),
        ({"options": {**OPTIONS, "stack": "much"}}, f"{Code.OPTION_REFUSED} 'azi' 'stack'"),
        ({"game": "hazari", "options": HAZARI}, f"{Code.NUMBER_OF_SEATS} 'hazari' 4 4 3"),
        ({"seats": records(*NAMED[:7])}, f"{Code.NUMBER_OF_SEATS} 'azi' 2 6 7"),
        ({"seats": records(NAMED[0], ("Q", NAMED[0][1]))}, Code.KEY_SITS_TWICE),
        (
            {"seats": records(NAMED[0], (" Bek", NAMED[1][1]))},
            f"{Code.NAME_REFUSED} ' Bek': {Code.NAME_BLANK}",
        ),
        (
            {"seats": records(NAMED[0], ("B\u202eek", NAMED[1][1]))},
            f"{Code.NAME_REFUSED} .*: {Code.NAME_CHARACTER}",
        ),
        (
            {"seats": records(NAMED[0], ("e\u0301", NAMED[1][1]))},
            f"{Code.NAME_REFUSED} .*: {Code.NAME_FORM}",
        ),
        (
            {"seats": records(NAMED[0], ("Bek", b"\xff" * 32))},
            f"{Code.IDENTITY_REFUSED} 'Bek': {Code.NOT_A_POINT}",
        ),
        ({"seats": records(NAMED[0], ("\u0301Bek", NAMED[1][1]))}, f".*: {Code.NAME_MARKS}"),
        (
            {"seats": records(NAMED[0], ("Bek", ORDER_TWO))},
            f"{Code.IDENTITY_REFUSED} 'Bek': {Code.NOT_A_POINT}",
        ),
        (
            {"seats": records(NAMED[0], ("Bek", IDENTITY_POINT))},
            f"{Code.IDENTITY_REFUSED} 'Bek': {Code.NOT_A_POINT}",
        ),
    ],
)
def test_what_nobody_should_agree_to_is_refused_with_its_reason(
    changes: dict[str, Any], reason: str
) -> None:
    proposal = changed(**changes)
    with pytest.raises(BadProposal, match=reason):
        check_proposal(proposal)
    line = sign_entry(proposal, NO_TABLE, IDENTITIES[0]).line
    with pytest.raises(BadProposal, match=reason):
        Table(IDENTITIES[1], line, 1, SeededRng(b""))
    report = audit(line + b"\n")
    assert report.problem is not None
    assert report.problem.entry == 1


def test_a_host_cannot_even_write_one() -> None:
    with pytest.raises(BadProposal, match=Code.KEY_SITS_TWICE):
        propose(IDENTITIES[0], GAMES["azi"], {}, [NAMED[0], NAMED[0]], 30)


# --- the first line ---------------------------------------------------------------------------------


def test_the_first_line_is_read() -> None:
    assert read_proposal(GOOD.line) == GOOD


@pytest.mark.parametrize(
    "changes",
    [
        {"seat": 1},
        {"chain": "play"},
        {"deal": 1},
        {"attempt": 1},
        {"round": 1},
        {"head": b"x" * 32},
    ],
)
def test_a_proposal_that_is_not_seat_0s_first_word_is_refused(changes: dict[str, Any]) -> None:
    line = sign_entry(changed(**changes), NO_TABLE, IDENTITIES[0]).line
    with pytest.raises(BadLine, match=Code.PROPOSAL_OUT_OF_PLACE):
        read_proposal(line)


def test_a_log_that_begins_otherwise_is_refused() -> None:
    stake = Stake(seat=0, chain="open", deal=0, attempt=0, round=0, head=NO_TABLE)
    with pytest.raises(BadLine, match=Code.NO_PROPOSAL):
        read_proposal(sign_entry(stake, NO_TABLE, IDENTITIES[0]).line)


@pytest.mark.parametrize(
    "line",
    [
        sign_entry(changed(), NO_TABLE, IDENTITIES[1]).line,
        sign_entry(changed(), b"t" * 32, IDENTITIES[0]).line,
    ],
    ids=["by another key than seat 0's", "for a table"],
)
def test_a_proposal_not_signed_by_seat_0_is_refused(line: bytes) -> None:
    with pytest.raises(BadLine, match=f"{Code.NOT_SIGNED} 0"):
        read_proposal(line)


# --- the opening ------------------------------------------------------------------------------------

NONCES = [bytes([seat]) * 32 for seat in range(3)]


def say(state: Opening, seat: int, kind: type[Entry], **fields: bytes) -> SignedEntry:
    place = state.round.place
    entry = kind(
        seat=seat, chain="open", deal=0, attempt=0, round=place.number, head=state.head, **fields
    )
    return sign_entry(entry, state.id, IDENTITIES[seat])  # type: ignore[arg-type]


def honest(state: Opening, seat: int) -> SignedEntry:
    match state.number:
        case 1:
            commitment = commit_nonce(state.id, seat, NONCES[seat])
            return say(state, seat, NonceCommitment, commitment=commitment)
        case 2:
            return say(state, seat, NonceOpening, nonce=NONCES[seat])
        case _:
            return say(state, seat, Agreement, table=state.table)


def close(state: Opening, **instead: Contribution) -> opening.Outcome:
    contributions: dict[int, Contribution] = {
        seat: Spoke(honest(state, seat)) for seat in state.seats
    }
    contributions |= {int(seat[1:]): each for seat, each in instead.items()}
    return opening.close(state, ClosedRound(state.round, contributions))


def at_round(number: int) -> Opening:
    state: opening.Outcome = opening.begin(GOOD)
    for _ in range(number - 1):
        assert isinstance(state, Opening)
        state = close(state)
    assert isinstance(state, Opening)
    return state


def test_when_all_agree_there_is_a_table() -> None:
    state = at_round(3)
    setting = close(state)
    assert isinstance(setting, Setting)
    assert setting.table == state.table
    assert setting.deadline_ms == 30_000


def reasons(outcome: opening.Outcome) -> list[tuple[int, Cause, Code]]:
    assert isinstance(outcome, OpeningFailed)
    return [(fault.seat, fault.cause, fault.reason.code) for fault in outcome.faults]


def test_a_nonce_that_was_not_committed_to_ends_the_opening() -> None:
    state = at_round(2)
    other = say(state, 2, NonceOpening, nonce=b"chosen after seeing the others'!")
    expected = [(2, Cause.CAUGHT, Code.NONCE_NOT_COMMITTED)]
    assert reasons(close(state, s2=Spoke(other))) == expected


def test_a_commitment_copied_from_another_seat_does_not_open() -> None:
    state = at_round(1)
    copied = say(state, 1, NonceCommitment, commitment=commit_nonce(state.id, 0, NONCES[0]))
    second = close(state, s1=Spoke(copied))
    assert isinstance(second, Opening)
    same = say(second, 1, NonceOpening, nonce=NONCES[0])
    assert [seat for seat, _, _ in reasons(close(second, s1=Spoke(same)))] == [1]


def test_who_agrees_to_another_table_ends_the_opening() -> None:
    state = at_round(3)
    other = say(state, 1, Agreement, table=b"u" * 32)
    assert reasons(close(state, s1=Spoke(other))) == [(1, Cause.CAUGHT, Code.ANOTHER_TABLE)]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_two_versions_in_the_opening_end_it(number: int) -> None:
    state = at_round(number)
    field = {1: "commitment", 2: "nonce", 3: "table"}[number]
    other = say(state, 0, state.round.kind, **{field: b"v" * 32})
    outcome = close(state, s0=equivocation(honest(state, 0), other))
    assert reasons(outcome) == [(0, Cause.CAUGHT, Code.TWO_VERSIONS)]


def test_nobody_can_be_voted_out_of_a_table_that_is_not_open() -> None:
    assert all(at_round(number).round.voters == () for number in (1, 2, 3))
