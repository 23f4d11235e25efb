"""What a seat has said is remembered within bounds, and held against what it says now (SPEC §6.6)."""

from __future__ import annotations

from protocol.log.evidence import Evidence, evidence
from protocol.table.rooms.docket import PIECES_LIMIT, WORDS_LIMIT, Docket
from tests.protocol.log.rounds_made import act, leave


def test_of_many_words_the_newest_are_remembered() -> None:
    docket = Docket(lambda _: True)
    for number in range(WORDS_LIMIT + 5):
        docket.hear(act(1, round=number), ())
    assert len(docket) == WORDS_LIMIT
    assert docket.hear(act(1, "fold", round=3), ()) is None
    assert docket.hear(act(1, "fold", round=WORDS_LIMIT), ()) is not None


def test_a_word_after_a_leave_is_evidence_in_whichever_order_they_come() -> None:
    for one, other in ((leave(1), act(1)), (act(1), leave(1))):
        docket = Docket(lambda _: True)
        assert docket.hear(one, ()) is None
        found = docket.hear(other, ())
        assert found is not None
        assert found.leave is not None


def test_a_leave_that_is_forgotten_contradicts_nothing_any_more() -> None:
    docket = Docket(lambda _: True)
    docket.hear(leave(1), ())
    for number in range(WORDS_LIMIT):
        docket.hear(act(1, round=number, deal=3), ())
    assert docket.hear(act(1), ()) is None
    assert docket.hear(act(1), (leave(1),)) is not None  # but the log may know of it


def test_evidence_that_takes_effect_only_later_must_be_kept_too() -> None:
    """A crash before the gate behind which it counts would lose it otherwise."""
    effective: set[Evidence] = set()
    docket = Docket(effective.__contains__)
    for number in range(2 * PIECES_LIMIT):
        docket.hear(act(1, round=number), ())
        found = docket.hear(act(1, "fold", round=number), ())
        assert (found is not None) is (number < PIECES_LIMIT), "each is told once, up to the limit"
    docket.hear(act(1, round=90), ())
    pair = evidence(act(1, round=90), act(1, "fold", round=90))
    assert pair is not None
    effective.add(pair)
    assert docket.hear(act(1, "fold", round=90), ()) == pair, "what takes effect has room always"
