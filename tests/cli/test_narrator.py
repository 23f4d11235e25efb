"""What goes on at a table is told once, and why before what it costs."""

from __future__ import annotations

from cli import words
from cli.words import facts as said
from cli.words.narrator import Narrator
from cli.words.phrase import in_braces
from cli.words.retelling import _causes_first
from p2pcards.engine import Cause, DeckReady, Out
from p2pcards.facts import OutOfDeal
from p2pcards.games import GAMES
from p2pcards.games.azi.facts import Called, PaymentStays
from protocol.faults import Code, Reason
from protocol.log.rounds import Place
from protocol.table.notices import Happened, SeatOut

AZI = GAMES["azi"]
PLACE = Place(1, "play", 0, 3)


def out_in_play(cause: Cause) -> Happened:
    """Seat 1 goes out while a deal of three is dealt."""
    opened = AZI.open_deal(AZI.new_match(AZI.options({}), 3), (0, 1, 2))
    before = AZI.apply(opened, DeckReady())
    event = Out(((1, cause),))
    return Happened(before, event, AZI.apply(before, event))


def test_who_is_absent_in_a_deal_is_told_by_the_game_alone() -> None:
    narrator, happened = Narrator(AZI, 3), out_in_play(Cause.SILENT)
    told = narrator.tell(happened)
    assert told[:2] == (OutOfDeal(1, Cause.SILENT), PaymentStays(1, 10))
    assert narrator.tell(SeatOut(1, PLACE, 1, Cause.SILENT, Reason(Code.ABSENT_BY_ALL))) == ()


def test_who_is_caught_is_told_once_with_the_reason() -> None:
    narrator, happened = Narrator(AZI, 3), out_in_play(Cause.CAUGHT)
    assert narrator.tell(happened)[0] == PaymentStays(1, 10)
    caught = SeatOut(1, PLACE, 1, Cause.CAUGHT, Reason(Code.SHARES_REFUSED))
    assert narrator.tell(caught) == (said.Refused(1, Reason(Code.SHARES_REFUSED), None),)


def test_who_is_absent_before_the_stakes_is_told_by_the_table() -> None:
    out = SeatOut(2, PLACE, 1, Cause.SILENT, Reason(Code.ABSENT_BY_ALL))
    assert Narrator(AZI, 3).tell(out) == (said.NotDealtIn(1, 2, Cause.SILENT),)


def test_in_a_log_the_reason_stands_before_what_it_costs() -> None:
    happened, out = (
        out_in_play(Cause.SILENT),
        SeatOut(1, PLACE, 1, Cause.SILENT, Reason(Code.ABSENT_BY_ALL)),
    )
    acted = Happened(None, DeckReady(), None)
    assert _causes_first([acted, happened, out]) == [acted, out, happened]
    assert _causes_first([acted, out]) == [acted, out]


def test_a_proved_claim_is_said_or_marked() -> None:
    voice = words.voice_of(AZI, ("Ainura", "Bek"))
    told = words.tell("azi", said.Proved(Called(1, 20, is_all_in=False)), voice)
    assert in_braces(told.long.ended) == "Bek calls: proved."
    assert in_braces(told.marked.ended) == "Bek calls  ✓ proved"
