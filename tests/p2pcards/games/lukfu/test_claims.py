"""What is claimed about hidden cards, and how it is judged when they are open (SPEC §9.3)."""

import itertools

import pytest

from p2pcards.engine import AwaitShow, ClaimCount, Shown
from p2pcards.games.lukfu import GAME
from p2pcards.games.lukfu.state import Claim, ClaimKind
from tests.p2pcards.games.lukfu.scripted import Table, cards
from tests.told import reneges

L6 = ("C12 S259 M49 T45679", "C3579 S147 M136 T18", "C468 S368 M2578 T23")
L7 = ("C2 S234 M13459 T159", "C1349 S56789 M7 T37", "C5678 S1 M268 T2468")


def l7_reneged():
    """L7, trick 2: B puts C9 M7 T7 face down instead of beating S234."""
    table = Table(*L7, calls="A play").trick("A M345, B -C34 T3, C -C56 S1").act("A", "S234")
    return table.cheat("B", "-C9 M7 T7").trick("C -C78 M2")


def test_the_example_of_the_rule_book_is_convicted_when_all_is_open():
    table = l7_reneged().act("A", "declare")
    assert GAME.reneges(table.state) == ()
    table.show()
    assert reneges(GAME, table.state) == (
        (1, "lukfu 9: {S5} {S6} {S7} beats {S2} {S3} {S4}, in trick 2"),
    )
    # Nine fu declared: A gets the whole win from the offender alone, player C the least penalty.
    assert table.state.declared == 9
    assert table.scores == (8, -15, 7)


def test_claims_are_counted_as_made_settled_and_refuted():
    table = Table(*L7, calls="A play").trick("A M345, B -C34 T3, C -C56 S1")
    assert GAME.claim_count(table.state) == ClaimCount(made=2)
    reneged = l7_reneged().act("A", "declare")
    assert GAME.claim_count(reneged.state) == ClaimCount(made=4)
    assert GAME.claim_count(reneged.show().state) == ClaimCount(made=4, settled=3, refuted=1)


def test_a_declaration_settles_the_declarers_own_claims_at_once():
    table = Table(*L7, calls="A play").trick("A M345, B -C34 T3, C -C56 S1").act("A", "S234")
    table.trick("B S567, C -C78 M2").act("B", "declare")
    assert GAME.claim_count(table.state) == ClaimCount(made=3, settled=1)


def test_a_renege_never_saves_anything_against_the_honest_loss():
    honest = Table(*L7, calls="A play").trick("A M345, B -C34 T3, C -C56 S1")
    honest.act("A", "declare").show()
    assert honest.scores[1] > l7_reneged().act("A", "declare").show().scores[1]


def test_nobody_is_convicted_before_the_closing_even_if_open_cards_prove_it():
    table = l7_reneged()
    # B shows S5 S6 S7 in the next trick: everybody can see the renege now.
    table.trick("A M1")
    assert table.to_act == "B"
    table.trick("B -C1")
    assert GAME.reneges(table.state) == ()
    assert table.state.offenders == ()


def test_a_face_down_discard_is_recorded_with_hand_and_best_play():
    table = Table(*L7, calls="A play").trick("A M345, B -C34 T3")
    (claim,) = table.state.claims
    hand = tuple(slot for slot in range(36) if slot % 3 == 1)
    assert claim == Claim(
        seat=1,
        trick=1,
        kind=ClaimKind.CANNOT_BEAT,
        slots=table.state.face_down[1],
        held=hand,
        best=tuple(cards("M345")),
        seen=3,
    )


def test_a_single_led_by_a_seat_that_is_not_the_caller_is_recorded():
    table = Table(*L6, calls="A pass, B play").act("A", "T4")
    (claim,) = table.state.claims
    assert (claim.kind, claim.seat, claim.best, claim.seen) == (ClaimKind.SINGLE_LEAD, 0, (), 0)


def test_what_everybody_can_check_is_no_claim():
    assert Table(*L6, calls="A play").act("A", "T4").state.claims == ()
    assert Table(*L6, calls="A pass, B play").act("A", "T567").state.claims == ()
    assert Table(*L7, calls="A play").trick("A S234, B S567").state.claims == ()


@pytest.mark.parametrize(
    ("lead", "rule"),
    [
        ("T9", "lukfu 18: {T9} may not be led alone from a hand with {T4}, in trick 1"),
        ("C1", "lukfu 18: {C1} may not be led alone from a hand with {T4}, in trick 1"),
        ("M4", "lukfu 18: {M4} may not be led alone from a hand with {T4}, in trick 1"),
    ],
)
def test_a_forbidden_single_is_convicted_and_pays(lead, rule):
    table = Table(*L6, calls="A pass, B play").cheat("A", lead).fill()
    table.out("B").show()
    assert reneges(GAME, table.state) == ((0, rule),)
    # Two offenders: each pays fourteen to the third.
    assert table.scores == (-14, -14, 28)


def test_a_single_lead_is_judged_by_what_was_seen_then_not_later():
    """M7 is led while M8 is unseen, so it is not Old; that M8 falls on it changes nothing."""
    table = Table("M79 C1 S1", "M8", "T1", calls="A pass, B play").act("A", "M7").act("B", "M8")
    assert table.state.claims[0].seen == 0
    assert [seat for seat, _ in GAME.reneges(end(table.fill()))] == []


def end(table):
    """Default actions to the end of the deal, and the closing."""
    while table.to_act:
        letter = table.to_act
        table.happen(table.acted(letter, GAME.default_action(table.view(letter))))
    return table.show().state


def test_only_the_first_false_claim_of_a_seat_is_recorded():
    table = Table("S234 C234", "S56789 T6789", calls="A play").act("A", "S234")
    table.cheat("B", "-S5 T67").fill()
    if table.to_act == "A":
        table.act("A", "C234").cheat("B", "-S6 T89")
    state = end(table)
    places = [place for place in state.refuted if state.claims[place].seat == 1]
    assert [state.claims[place].trick for place in places] == [1]


def test_the_win_of_a_seat_that_has_reneged_is_void():
    """B reneges in trick 1 and declares after trick 2: six fu by the count, but the claim is false."""
    hands = ("C234 S234 M58 T4578", "C189 S567 M239 T129", "C567 S189 M1467 T36")
    table = Table(*hands, calls="A play").act("A", "S234")
    table.cheat("B", "-S5 M23").trick("C -M146").trick("A C2, B C9, C -T3")
    table.act("B", "declare").show()
    assert table.state.declared == 6
    assert [seat for seat, _ in GAME.reneges(table.state)] == [1]
    assert (table.state.result.winner, table.scores) == (1, (7, -14, 7))


@pytest.mark.parametrize("order", list(itertools.permutations("BC")))
def test_the_verdict_does_not_depend_on_who_opens_first(order):
    table = l7_reneged().act("A", "declare")
    for letter in order:
        table.show(letter)
    assert table.scores == (8, -15, 7)


def test_two_reneges_of_two_seats_are_both_named():
    table = Table("S234", "S567 M1", "T123", calls="A play").act("A", "S234")
    table.cheat("B", "-M1 S5 S6").cheat("C", "-T123")
    table.out("A")
    table.show()
    assert [seat for seat, _ in GAME.reneges(table.state)] == [1, 2]
    assert table.scores == (0, 0, 0)


def test_closing_asks_for_exactly_what_is_closed():
    table = Table(*L7, calls="A play").trick("A M345, B -C34 T3, C -C56 S1").act("A", "declare")
    waiting = GAME.waiting(table.state)
    assert isinstance(waiting, AwaitShow)
    assert waiting.slots == tuple(
        (seat, tuple(slot for slot in range(36) if slot % 3 == seat)) for seat in (1, 2)
    )
    with pytest.raises(AssertionError):
        GAME.apply(table.state, Shown(1, ((1, table.deck[1]),)))


@pytest.mark.parametrize(("counts", "free", "bound"), [("true", "S1", "M8"), ("false", "M8", "S1")])
def test_by_option_own_discards_before_a_lead_count_in_its_judgement(counts, free, bound):
    """B has put M9 face down: M8 is Old only where that counts, and Old cards are not led alone."""
    hands = ("C1 S245678", "C2345678 S139 M89")

    def on_lead():
        table = Table(*hands, calls="A play", own_discards_count_as_seen=counts)
        return table.trick("A C1, B -M9").fill().trick("A S2, B S3").fill()

    assert on_lead().singles("B") == free
    assert GAME.reneges(end(on_lead().act("B", free))) == ()
    ((seat, rule),) = reneges(GAME, end(on_lead().cheat("B", bound)))
    assert (seat, rule[:9]) == (1, "lukfu 18:")
