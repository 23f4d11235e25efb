"""What is told of a table, folded into a value."""

import pytest

from cli.screen.drawing.text import plain, sentence
from cli.screen.table.model import Now
from cli.table.choosing import Choosing, Panel
from cli.table.conversation import Line
from cli.table.story.following import after
from cli.table.story.known import begin, facts_of, heard, refuse
from p2pcards.engine import Cause, DeckReady
from p2pcards.games.azi import GAME
from protocol.faults import Code, Reason
from protocol.log.rounds import Place
from protocol.table.notices import (
    DeckReadied,
    Happened,
    KeysCommitted,
    KeysVerified,
    MatchOver,
    PreparationBegins,
    RolledBack,
    SeatOut,
    Shuffled,
    ShufflesVerified,
    StakesPaid,
    Suspended,
    TableOpened,
)
from tests.ui.azi_table import Watched, bidding, payout, trick_2
from tests.ui.mockups import rows

PLACE = Place(1, "play", 0, 3)


def told(*notices, names=("Mei", "Kwan", "Siew"), own=0, start=None):
    known = begin(facts_of(GAME, names, own)) if start is None else start
    for number, notice in enumerate(notices):
        known = after(known, notice, now_ms=1000 * number)
    return known


def story(known):
    return [plain(sentence(line.text)) for line in known.story]


def test_a_deck_in_the_making_says_who_has_done_what():
    seats = (0, 1, 2)
    known = told(
        PreparationBegins(1, 0, seats, False),
        KeysCommitted(1, seats),
        KeysVerified(1, seats),
        Shuffled(1, 0),
        Shuffled(1, 1),
    )
    making = known.next_making
    assert (making.committed, making.keyed, making.shuffled) == (seats, seats, (0, 1))
    assert not making.is_ready
    known = told(Shuffled(1, 2), ShufflesVerified(1, (1, 2)), DeckReadied(1, seats), start=known)
    assert known.next_making.is_ready
    assert known.next_making.verified == (1, 2)


def test_a_second_attempt_forgets_the_first():
    known = told(
        PreparationBegins(1, 0, (0, 1, 2), False),
        Shuffled(1, 0),
        PreparationBegins(1, 1, (0, 1), False),
    )
    assert known.next_making.attempt == 1
    assert known.next_making.shuffled == ()


def test_the_deal_begins_when_its_stakes_are_paid_and_its_deck_is_the_one_that_was_made():
    known = told(PreparationBegins(1, 0, (0, 1), False), StakesPaid(1, (0, 1)))
    assert known.deal == 1
    assert known.played.deal == 1
    assert known.making == ()


def test_the_first_sentence_of_a_deal_stays_whichever_notice_comes_first():
    state = GAME.open_deal(GAME.new_match(GAME.options({}), 3), (0, 1, 2))
    happened = Happened(state, DeckReady(), GAME.apply(state, DeckReady()))
    stakes = StakesPaid(1, (0, 1, 2))
    first = "Deal 1. Three seats pay the ante of 10; a coin says who opens."
    assert story(told(happened, stakes)) == [first]
    assert story(told(stakes, happened)) == [first]


def test_going_back_is_taking_the_earlier_value():
    table = trick_2()
    before = table.known
    table.trick("E 7S, A 6S")
    assert table.known != before
    assert table.known.story != before.story


@pytest.mark.parametrize(
    ("cause", "words"), [(Cause.SILENT, "is absent and"), (Cause.LEFT, "has left and is")]
)
def test_a_seat_dropped_before_the_stakes_moves_no_chips(cause, words):
    known = told(SeatOut(1, PLACE, 1, cause, Reason(Code.ABSENT_BY_ALL)))
    assert story(known) == [f"Kwan {words} not dealt into deal 1; no chips move."]
    assert not known.faults


def test_a_seat_that_is_caught_is_a_fault_with_its_reason():
    known = told(SeatOut(1, PLACE, 1, Cause.CAUGHT, Reason(Code.SHARES_REFUSED)))
    (fault,) = known.faults
    assert fault.sentences[0] == "What Kwan sent is refused: shares refused."


def test_two_versions_of_one_moment_are_a_fault():
    known = told(RolledBack(PLACE, 2))
    assert known.faults[0].sentences[0].startswith("Siew has signed two different things")


def test_a_suspended_table_is_told_once():
    known = told(Suspended(PLACE, (1,)), Suspended(PLACE, (1,)), Suspended(PLACE, (1, 2)))
    assert story(known) == [
        "Too few are heard to go on without Kwan. The table rests.",
        "Too few are heard to go on without Kwan and Siew. The table rests.",
    ]


def test_beginning_and_end_of_a_match_are_told():
    known = told(TableOpened(b""), MatchOver(2, (1, 2, 3)))
    assert story(known) == [
        "All three have signed the table.",
        "The match is over after 2 deals: you 1, Kwan 2, Siew 3.",
    ]
    assert known.is_over


def test_what_was_refused_is_in_the_bar():
    table = bidding()
    table.known = refuse(table.known)
    assert rows(table.screen(), 80, 24)[0].endswith("✗ 1 refused")


def test_talk_is_cleaned():
    known = heard(told(), Line(b"", "Bek", "ha\x1b[2Jha\u202e\n ha"))
    assert known.story[0].words == "ha [2Jha ha"


def test_names_are_cleaned():
    facts = facts_of(GAME, ("\u202eMei\x07", "", "Si\ufe0few"), None)
    assert facts.names == ("Mei", "?", "Siew")


def test_no_two_players_are_called_alike_and_nobody_is_called_you():
    facts = facts_of(GAME, ("Bek", "bek", "You", "Bek", "Bek 2"), 0)
    assert facts.names == ("Bek", "bek 2", "You 2", "Bek 3", "Bek 2 2")


@pytest.mark.parametrize("panel", Panel)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_every_panel_can_be_opened_and_leaves_the_hand_free(panel, size):
    table = trick_2()
    table.tell(SeatOut(7, PLACE, 3, Cause.CAUGHT, Reason(Code.SHARES_REFUSED)))
    drawn = rows(table.screen("10D 7S", choosing=Choosing(panel=panel)), *size)
    assert any("You · Sanjar" in row for row in drawn)
    assert any("10♦" in row for row in drawn[-10:]) or size == (120, 40)


def test_what_comes_when_nobody_is_asked():
    table = trick_2()
    table.prepares(8, 2)
    drawn = rows(table.screen(now=Now(next_deal_s=6)), 80, 24)
    assert drawn[16].endswith("your turn 0:24, then 7♠ ──")
    table.trick("E 7S, A 6S").settle()
    drawn = rows(table.screen(now=Now()), 80, 24)
    assert drawn[16].endswith("deal 8 … Gulnara shuffles, 3rd of 5 ──")


def test_with_the_last_card_nothing_is_claimed_and_nothing_said_to_be_proved():
    table = Watched(300, 300, names=("Ainura", "Bek"), own="A", title="", deal=1, opener="A")
    table.deal("9D", A="AS 7H 8H", B="6S AH KS").bid("A bet 10, B call")
    for cards in ("A AS, B 6S", "A 7H, B AH", "B KS, A 8H"):
        table.trick(cards)
    assert table.known.claims == 0
    assert not any("proved" in text for text in story(table.known))
    assert "left" not in rows(table.screen(now=Now(stays_s=1)), 80, 24)[8]


def test_a_deck_that_is_made_anew_is_told_once():
    table = payout()
    before = table.known.story
    assert "The deck of deal 8 is ready" in plain(sentence(before[-1].text))
    table.prepares(8, ready=True)
    assert table.known.story == before
