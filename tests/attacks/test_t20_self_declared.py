"""T20: a log that brings its own majority, its own keys, its own results. The audit takes none of them.

What a true majority does to an honest seat is no forgery: the last tests show how far it goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec
import pytest

from p2pcards.engine import Cause, Seat
from protocol.crypto.identity import Identity
from protocol.faults import Code
from protocol.log.rounds import Round, place_of
from protocol.table.notices import StakesPaid
from protocol.table.table import Table
from protocol.wire.codec import NO_TABLE, SignedEntry, decode_line, sign_entry
from protocol.wire.entries import AnyEntry, Proposal, Result, SeatRecord, Vote
from tests.simulation.light import audit
from tests.simulation.weather import Weather, log_of, table_of_bots

pytestmark = pytest.mark.usefixtures("light")

SEATS = 4


def left_by(forgers: Sequence[Seat], monkeypatch: pytest.MonkeyPatch) -> Weather:
    """A table whose forgers go on by themselves in mid-deal, as if they were enough."""
    world = table_of_bots(seats=SEATS, deals=1, seed=11)

    def desert(_: Seat, notice: object) -> None:
        if isinstance(notice, StakesPaid) and not world.dead:
            for seat in range(SEATS):
                if seat not in forgers:
                    world.kill(seat)

    world.on_notice = desert
    with monkeypatch.context() as patch:
        patch.setattr(Round, "is_enough", lambda round, absent: True)
        world.run()
    assert world.tables[forgers[0]].is_over, "the forgers did not get to their result"
    return world


@pytest.mark.parametrize("forgers", [(0,), (3,), (0, 2), (1, 3)])
def test_a_minority_that_votes_all_others_absent_has_no_result(
    forgers: tuple[Seat, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = left_by(forgers, monkeypatch)
    data = log_of(world.tables[forgers[0]])
    assert any(isinstance(decode_line(line)[0].entry, Result) for line in data.splitlines())
    report = audit(data)
    assert report.problem is not None
    assert report.complete_to == 0


def test_at_a_table_of_two_one_seats_word_is_marked_as_unproven() -> None:
    world = table_of_bots(seats=2, deals=1, seed=11)
    world.on_notice = lambda seat, notice: (
        world.kill(1) if isinstance(notice, StakesPaid) and not world.dead else None
    )
    world.run()
    report = audit(log_of(world.tables[0]))
    assert report.ok
    assert [(out.seat, out.cause) for out in report.outs] == [(1, Cause.SILENT)]
    assert report.outs[0].reason.code is Code.ABSENT_BY_ONE


class Liar(Table):
    """Signs a result in which it has won everything."""

    def _sign_and_send(self, entry: AnyEntry) -> SignedEntry:
        if isinstance(entry, Result):
            standings = tuple(800 if seat == self.seat else 0 for seat in range(SEATS))
            entry = msgspec.structs.replace(entry, standings=standings, digest=b"x" * 32)
        return super()._sign_and_send(entry)


@pytest.mark.heavy
@pytest.mark.parametrize("liars", [(1,), (1, 2), (1, 2, 3)])
def test_results_are_worked_out_and_not_believed_however_many_sign_others(
    liars: tuple[Seat, ...],
) -> None:
    honest = table_of_bots(seats=SEATS, deals=1, seed=11)
    honest.run()
    world = table_of_bots(seats=SEATS, deals=1, seed=11, table_types=dict.fromkeys(liars, Liar))
    world.run()
    report, expected = audit(log_of(world.tables[0])), audit(log_of(honest.tables[0]))
    assert report.ok
    assert report.standings == expected.standings
    assert [(out.seat, out.cause) for out in report.outs] == [(s, Cause.CAUGHT) for s in liars]


# --- keys and rules -----------------------------------------------------------------------------------


@cache
def true_log() -> tuple[bytes, ...]:
    world = table_of_bots(seats=SEATS, deals=1, seed=11)
    world.run()
    return tuple(log_of(world.tables[0]).splitlines())


FORGER = Identity.from_seed(b"f" * 32)


@pytest.mark.parametrize(
    "change",
    [
        {"options": "another"},
        {"deals": 7},
        {"deadline": 5},
        {"seats": "the forger's key in seat 0"},
        {"seats": "the forger's key in seat 2"},
        {"seats": "exchanged"},
        {"seats": "another name"},
    ],
    ids=str,
)
def test_a_log_given_another_proposal_falls_apart_at_once(change: dict[str, object]) -> None:
    lines = true_log()
    entry = decode_line(lines[0])[0].entry
    assert isinstance(entry, Proposal)
    seats = list(entry.seats)
    new = dict(change)
    match change.get("seats"):
        case "the forger's key in seat 0":
            new["seats"] = (SeatRecord(seats[0].name, FORGER.public), *seats[1:])
        case "the forger's key in seat 2":
            new["seats"] = (*seats[:2], SeatRecord(seats[2].name, FORGER.public), seats[3])
        case "exchanged":
            new["seats"] = (seats[0], seats[2], seats[1], seats[3])
        case "another name":
            new["seats"] = (*seats[:3], SeatRecord("Zed", seats[3].key))
    if "options" in change:
        new["options"] = {**entry.options, "ante": 5}
    forged = msgspec.structs.replace(entry, **new)
    world = table_of_bots(seats=SEATS, deals=1, seed=11)
    identity = world.tables[0]._identity if forged.seats[0].key == seats[0].key else FORGER
    assert identity is not None
    first = sign_entry(forged, NO_TABLE, identity).line
    report = audit(b"\n".join([first, *lines[1:]]) + b"\n")
    assert report.problem is not None
    assert report.problem.entry == 2


@pytest.mark.heavy
def test_a_table_of_the_forgers_own_making_has_another_id_and_other_keys() -> None:
    """Nobody can stop anybody from playing alone under others' names: names prove nothing, keys do."""
    world = table_of_bots(seats=SEATS, deals=1, seed=12)
    world.run()
    report, other = audit(log_of(world.tables[0])), audit(b"\n".join(true_log()) + b"\n")
    assert report.ok
    assert report.names == other.names
    assert report.table != other.table
    proposal = decode_line(true_log()[0])[0].entry
    assert isinstance(proposal, Proposal)
    assert not set(world.tables[0].referee.keys) & {record.key for record in proposal.seats}


# --- what a majority can do ---------------------------------------------------------------------------


def cut_off_by_the_others() -> Weather:
    """Three of four cut off an honest seat and swear that it was silent."""
    world = table_of_bots(seats=SEATS, deals=1, seed=11)

    def cut(_: Seat, notice: object) -> None:
        if isinstance(notice, StakesPaid) and not world.cut:
            world.cut_off(3)

    world.on_notice = cut
    world.honest.discard(3)
    world.run()
    return world


def entries(data: bytes) -> list[AnyEntry]:
    return [decode_line(line)[0].entry for line in data.splitlines()]


@pytest.mark.heavy
def test_three_of_four_can_declare_an_honest_seat_absent_and_the_log_says_who_did() -> None:
    data = log_of(cut_off_by_the_others().tables[0])
    report = audit(data)
    assert report.ok
    assert [(out.seat, out.cause) for out in report.outs] == [(3, Cause.SILENT)]
    assert report.outs[0].reason.code is Code.ABSENT_BY_ALL
    said = entries(data)
    assert {entry.seat for entry in said if isinstance(entry, Vote)} == {0, 1, 2}
    # It has lost the stake that it had paid for this deal, and no more, and is not barred.
    proposal = said[0]
    assert isinstance(proposal, Proposal)
    ante, stack = proposal.options["ante"], proposal.options["stack"]
    assert isinstance(ante, int)
    assert isinstance(stack, int)
    assert report.standings[3] == stack - ante


@pytest.mark.heavy
def test_a_majority_that_takes_a_deal_back_contradicts_its_own_signatures() -> None:
    """Both logs stand by themselves. Whoever has both sees that the voters had gone on with the seat
    that they call absent: they follow a head in which it spoke."""
    honest = table_of_bots(seats=SEATS, deals=1, seed=11)
    honest.run()
    true, rewritten = log_of(honest.tables[0]), log_of(cut_off_by_the_others().tables[0])
    assert audit(true).ok
    assert audit(rewritten).ok
    assert audit(true).table == audit(rewritten).table
    votes = [entry for entry in entries(rewritten) if isinstance(entry, Vote)]
    said = entries(true)
    for vote in votes:
        spoke = [e for e in said if (e.seat, place_of(e), e.head) == (3, place_of(vote), vote.head)]
        later = [e for e in said if e.seat == vote.seat and place_of(e) > place_of(vote)]
        assert len(spoke) == 1
        assert any(entry.chain == "play" for entry in later)
