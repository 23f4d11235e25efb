"""T19: lines of a log are cut off, taken out, exchanged or signed anew by their own author.

What random changes do is tried in tests/protocol/audit; these are the ones somebody would gain by.
"""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from p2pcards.engine import Cause
from protocol.audit import audit
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng
from protocol.faults import Code
from protocol.table.effects import Refuse
from protocol.table.table import Table
from protocol.wire.codec import SignedEntry, decode_line, sign_entry
from protocol.wire.entries import AnyEntry, Decision, Result, ShuffledDeck, Stake
from tests.simulation.weather import Weather, log_of, table_of_bots
from tests.tiers import every

SEATS = 3
DEALS = 3


@cache
def played() -> tuple[Weather, tuple[bytes, ...], tuple[AnyEntry, ...]]:
    world = table_of_bots(seats=SEATS, deals=DEALS, seed=1)
    world.run()
    lines = tuple(log_of(world.tables[0]).splitlines())
    return world, lines, tuple(decode_line(line)[0].entry for line in lines)


def joined(*lines: bytes) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def places_of(kind: type[AnyEntry]) -> list[int]:
    return [i for i, entry in enumerate(played()[2]) if isinstance(entry, kind)]


def end_of_deal(deal: int) -> int:
    """How many lines the log has when all have signed the result of a deal."""
    return max(i for i in places_of(Result) if played()[2][i].deal == deal) + 1


def sign_again(entry: AnyEntry) -> SignedEntry:
    """The entry signed by its own author, who wishes it had been so."""
    world = played()[0]
    identity = world.tables[entry.seat]._identity
    assert identity is not None
    return sign_entry(entry, world.tables[0].referee.table_of(entry.chain), identity)


@pytest.mark.heavy
def test_the_log_stands() -> None:
    report = audit(joined(*played()[1]))
    assert report.ok
    assert (report.complete_to, report.is_over) == (DEALS, True)


@pytest.mark.heavy
@pytest.mark.parametrize("missing", [1, 2, 3, 5, 10])
def test_a_log_without_its_last_lines_claims_no_result(missing: int) -> None:
    report = audit(joined(*played()[1][:-missing]))
    assert not report.ok
    assert report.complete_to == DEALS - 1


@pytest.mark.parametrize("deal", range(1, DEALS))
def test_a_log_cut_after_a_deal_says_itself_that_the_match_went_on(deal: int) -> None:
    """A loser's shorter log is a true log, of fewer deals; it is a beginning of everybody else's."""
    world, lines, _ = played()
    shorter = joined(*lines[: end_of_deal(deal)])
    report = audit(shorter)
    assert report.ok
    assert (report.complete_to, report.is_over) == (deal, False)
    assert all(log_of(table).startswith(shorter) for table in world.tables)


@pytest.mark.heavy
@pytest.mark.parametrize("start", every(6, range(1, 43, 7)))
def test_whoever_drops_or_swaps_lines_of_a_log_brings_no_seat_under_suspicion(start: int) -> None:
    _, lines, _ = played()
    for at in range(start, len(lines) - 1, 42):
        for altered in (
            (*lines[:at], *lines[at + 1 :]),
            (*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]),
            (*lines[:at], lines[at], *lines[at:]),
        ):
            problem = audit(joined(*altered)).problem
            assert problem is None or problem.seat is None


@pytest.mark.parametrize("deal", range(1, DEALS + 1))
def test_a_whole_deal_cannot_be_left_out(deal: int) -> None:
    _, lines, _ = played()
    start = end_of_deal(deal - 1) if deal > 1 else 1 + 3 * SEATS
    report = audit(joined(*lines[:start], *lines[end_of_deal(deal) :]))
    if deal == DEALS:
        assert (report.ok, report.is_over) == (True, False)
        return
    assert report.problem is not None
    assert report.problem.entry == start + 1


def test_two_deals_cannot_be_exchanged() -> None:
    _, lines, _ = played()
    one, two, three = (end_of_deal(deal) for deal in (1, 2, 3))
    report = audit(joined(*lines[:one], *lines[two:three], *lines[one:two]))
    assert report.problem is not None
    assert report.problem.entry == one + 1


@pytest.mark.parametrize("kind", [Decision, ShuffledDeck, Result])
def test_an_author_cannot_say_afterwards_that_he_said_something_else(kind: type[AnyEntry]) -> None:
    """What follows has named the head in which his first word is."""
    _, lines, entries = played()
    at = places_of(kind)[0]
    old = entries[at]
    change = {
        Decision: {"act": "fold", "cards": (), "shares": b"", "proof": b"", "claim": b""},
        ShuffledDeck: {"deck": old.deck[64:] + old.deck[:64]} if kind is ShuffledDeck else {},
        Result: {"standings": (600, 0, 0)},
    }[kind]
    changed = sign_again(msgspec.structs.replace(old, **change))
    assert changed.line != lines[at]
    report = audit(joined(*lines[:at], changed.line, *lines[at + 1 :]))
    assert report.problem is not None
    assert report.problem.entry > at
    assert report.problem.entry <= at + 1 + 2 * SEATS


def test_both_words_together_are_evidence_against_him_and_end_the_log() -> None:
    _, lines, entries = played()
    at = places_of(Decision)[0]
    old = entries[at]
    changed = sign_again(msgspec.structs.replace(old, act=old.act + "x"))
    pair = sorted([lines[at], changed.line])
    gate = places_of(Stake)[SEATS - 1] + 1
    report = audit(joined(*lines[:gate], *pair, *lines[gate:]))
    assert [(out.seat, out.cause, out.entry) for out in report.outs] == [
        (old.seat, Cause.CAUGHT, gate + 1)
    ]
    assert report.problem is not None  # the others went on from another head
    assert (report.problem.entry, report.problem.seat) == (gate + 3, None)


@pytest.mark.heavy
@pytest.mark.parametrize("swapped", [False, True])
def test_evidence_stands_right_after_a_gate_in_its_order_and_only_where_it_has_an_effect(
    swapped: bool,
) -> None:
    _, lines, entries = played()
    at = places_of(Decision)[0]
    changed = sign_again(msgspec.structs.replace(entries[at], act=entries[at].act + "x"))
    pair = sorted([lines[at], changed.line], reverse=swapped)
    gate = places_of(Stake)[SEATS - 1] + 1
    twice = audit(joined(*lines[:gate], *pair, *pair, *lines[gate:]))
    elsewhere = audit(joined(*lines[: gate + 1], *pair, *lines[gate + 1 :]))
    too_early = audit(joined(*lines[:-1], *pair))
    for report, entry in ((twice, gate + (1 if swapped else 3)), (elsewhere, gate + 2)):
        assert report.problem is not None
        assert (report.problem.entry, report.problem.seat) == (entry, None)
    assert too_early.problem is not None
    if not swapped:
        assert twice.problem is not None
        assert twice.problem.reason.code is Code.EVIDENCE_WITHOUT_EFFECT


def test_evidence_against_two_stands_in_seat_order() -> None:
    _, lines, entries = played()
    pairs = []
    for seat in (1, 0):
        at = next(i for i in places_of(Decision) if entries[i].seat == seat)
        changed = sign_again(msgspec.structs.replace(entries[at], act=entries[at].act + "x"))
        pairs += sorted([lines[at], changed.line])
    gate = places_of(Stake)[SEATS - 1] + 1
    report = audit(joined(*lines[:gate], *pairs, *lines[gate:]))
    assert report.problem is not None
    assert report.problem.reason.code is Code.EVIDENCE_OUT_OF_SEAT_ORDER
    assert (report.problem.entry, report.problem.seat) == (gate + 3, None)


def test_an_entry_of_another_deal_cannot_stand_for_the_same_seats_entry() -> None:
    _, lines, entries = played()
    results = places_of(Result)
    first = results[0]
    other = next(i for i in results if entries[i].seat == entries[first].seat and i != first)
    report = audit(joined(*lines[:first], lines[other], *lines[first + 1 :]))
    assert report.problem is not None
    assert (report.problem.entry, report.problem.seat) == (first + 1, None)


@pytest.mark.heavy
@pytest.mark.parametrize("at", [3, 12, 25, 40, 60])
@pytest.mark.parametrize("forgery", ["signed by a stranger", "altered", "left out"])
def test_a_spectator_believes_no_more_of_a_lying_feed_than_an_auditor(
    at: int, forgery: str
) -> None:
    """It stops where the lie is, says what it refused, and shows nothing that did not happen."""
    _, lines, entries = played()
    fed = list(lines)
    match forgery:
        case "signed by a stranger":
            fed[at] = sign_entry(entries[at], b"t" * 32, Identity.from_seed(b"s" * 32)).line
        case "altered":
            fed[at] = lines[at].replace(b'"seat":', b'"seat":1', 1)
        case _:
            del fed[at]
    spectator = Table(None, lines[0], None, SeededRng(b"spectator"))
    effects = spectator.start(0)
    for moment, line in enumerate(fed[1:]):
        effects += spectator.receive(0, line, moment)
    shown = spectator.referee.lines
    assert shown == list(lines[: len(shown)])
    assert len(shown) <= at
    if forgery != "left out":
        assert any(isinstance(effect, Refuse) for effect in effects)
    for line in lines[1:]:  # told the truth at last, it goes on from there
        spectator.receive(0, line, len(lines))
    assert spectator.referee.lines == list(lines)
    assert spectator.is_over
