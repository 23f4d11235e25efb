from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any

import pytest

from cli.table.actions_in_words import (
    Choice,
    NotUnderstood,
    choices,
    cost_of,
    find_card,
    forbidden_cards,
    read_action,
    say_action,
    say_choices,
)
from p2pcards.engine import AnyView, CoinTossed, DeckReady, Opened, View
from p2pcards.games import GAMES
from p2pcards.games.azi.actions import AllIn, Bet, BlindBet, Call, Discard, Fold, Play, RaiseBy
from p2pcards.practice import play_deal
from protocol.crypto.rng import SeededRng, below, permutation

AZI = GAMES["azi"]


def views(options: dict[str, Any], seed: str, deals: int = 12) -> Iterator[AnyView]:
    """What the seats knew at each decision of a match of bots."""
    rng = SeededRng(seed.encode())
    bot = AZI.bot("normal")
    seen: list[AnyView] = []

    def choose(view: AnyView) -> Any:
        seen.append(view)
        return bot(view, lambda n: below(rng, n))

    state = AZI.new_match(AZI.options(options), 4)
    for _ in range(deals):
        deck = [AZI.pack.cards[i] for i in permutation(rng, len(AZI.pack.cards))]
        state = play_deal(AZI, state, repeat(deck), choose, permutation(rng, 4))
    yield from seen


def first(wanted: Callable[[AnyView], bool], **options: Any) -> AnyView:
    for seed in range(50):
        for view in views(options, str(seed)):
            if wanted(view):
                return view
    raise AssertionError("no such moment in fifty matches")


def verbs(view: AnyView) -> list[str]:
    return [choice.verb for choice in choices(AZI, view)]


def must_follow(view: AnyView) -> bool:
    return verbs(view) == ["play"] and bool(forbidden_cards(AZI, view))


@pytest.mark.parametrize("options", [{}, {"cards": 4}, {"blind": "chain"}])
def test_every_legal_action_can_be_said_and_what_is_said_is_understood(
    options: dict[str, Any],
) -> None:
    count = 0
    for view in views(options, "round trip"):
        for action in AZI.legal_actions(view):
            assert read_action(AZI, view, say_action(AZI, view, action)) == action
            count += 1
    assert count > 1000


def test_a_card_is_said_by_its_name_in_any_case_or_with_its_glyph() -> None:
    view = first(must_follow)
    slot, card = next(iter(view.hand.items()))
    text = AZI.pack.text(card)
    glyph = text[:-1] + dict(zip("SHDC", "♠♥♦♣", strict=True))[text[-1]]
    for word in (text, text.lower(), glyph):
        assert find_card(AZI, view, word) == slot
        assert read_action(AZI, view, f"play {word}") == Play(slot)
        assert read_action(AZI, view, word) == Play(slot)


def test_amounts_and_verbs_of_two_words() -> None:
    view = first(lambda view: "raise" in verbs(view))
    assert read_action(AZI, view, "  RAISE   30 ") == RaiseBy(30)
    assert read_action(AZI, view, "bet 020") == Bet(20)
    assert read_action(AZI, view, "all in") == AllIn()
    assert read_action(AZI, view, "All-In") == AllIn()
    assert read_action(AZI, view, "fold") == Fold()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "Say what"),
        ("   ", "Say what"),
        ("dance", "nothing to do here"),
        ("raise", "nothing to do here"),
        ("raise -5", "nothing to do here"),
        ("raise 30 40", "nothing to do here"),
        ("raise ٣٠", "nothing to do here"),
        ("call 7s", "nothing to do here"),
        ("play 3", "Say the card"),
        ("play zz", "is no card"),
        ("\x00\x1b[2J", "nothing to do here"),
    ],
)
def test_what_is_no_action_is_said_to_be_none(words: str, why: str) -> None:
    view = first(lambda view: "call" in verbs(view))
    with pytest.raises(NotUnderstood) as caught:
        read_action(AZI, view, words)
    assert why in caught.value.sentence


def test_a_card_one_does_not_hold_is_named() -> None:
    view = first(must_follow)
    other = next(card for card in AZI.pack.cards if card not in view.hand.values())
    with pytest.raises(NotUnderstood) as caught:
        read_action(AZI, view, f"play {AZI.pack.text(other).lower()}")
    assert str(caught.value) == f"You do not hold {{{AZI.pack.text(other)}}}."


def test_a_card_alone_is_no_action_while_bids_are_made() -> None:
    view = first(lambda view: "call" in verbs(view))
    card = AZI.pack.text(next(iter(view.hand.values()))).lower()
    with pytest.raises(NotUnderstood):
        read_action(AZI, view, card)


def test_offers_name_prices_ranges_and_cards() -> None:
    offered = (
        Choice("fold", Fold(), cost=0),
        Choice("call", Call(), cost=50),
        Choice("raise", RaiseBy(10), least=10, most=100),
        Choice("blind", BlindBet(40), least=40, most=40),
        Choice("play", Play(0), cards=(AZI.pack.card("7S"), AZI.pack.card("10D"))),
    )
    assert say_choices(AZI, offered) == (
        "fold, call (50), raise 10 to 100, blind 40, play 7s or 10d"
    )


def test_the_price_of_a_bid_is_what_leaves_the_stack() -> None:
    view = first(lambda view: "call" in verbs(view) and "raise" in verbs(view))
    call, step = cost_of(AZI, view, Call()), cost_of(AZI, view, RaiseBy(10))
    assert call
    assert step == call + 10
    assert cost_of(AZI, view, Fold()) == 0


def test_cards_that_must_wait_come_with_their_rule() -> None:
    view = first(must_follow)
    ((card, rule), *_) = forbidden_cards(AZI, view)
    assert card in view.hand.values()
    assert rule.number.startswith("6.")


def test_discards_are_said_by_card_too() -> None:
    view = first(lambda view: verbs(view) == ["discard"], cards=4)
    slot, card = next(iter(view.hand.items()))
    assert read_action(AZI, view, f"discard {AZI.pack.text(card)}") == Discard(slot)
    assert len(choices(AZI, view)[0].cards) == 4


# --- actions that name several cards ------------------------------------------------------------

HAZARI = GAMES["hazari"]


def arranging() -> AnyView:
    """What a seat of Hazari knows when it must declare."""
    state = HAZARI.open_deal(HAZARI.new_match(HAZARI.options({}), 4), (0, 1, 2, 3))
    for event in (DeckReady(), CoinTossed((3, 0, 1, 2)), Opened(())):
        state = HAZARI.apply(state, event)
    cards = [HAZARI.pack.cards[i] for i in permutation(SeededRng(b"hazari"), 52)]
    return View(state, 0, {slot: cards[slot] for slot in HAZARI.hand_slots(state, 0)})


def test_several_cards_are_said_by_name_and_understood() -> None:
    view = arranging()
    for action in HAZARI.legal_actions(view):
        said = say_action(HAZARI, view, action)
        assert said.startswith("declare ")
        assert read_action(HAZARI, view, said) == action
    assert say_choices(HAZARI, choices(HAZARI, view)) == "declare"
    assert cost_of(HAZARI, view, action) is None


def test_cards_that_lie_together_may_be_said_in_any_order() -> None:
    view = arranging()
    action = HAZARI.default_action(view)
    groups = say_action(HAZARI, view, action).removeprefix("declare ").split(" | ")
    words = "|".join(" ".join(reversed(group.split())) for group in groups)
    assert read_action(HAZARI, view, f"DECLARE {words}") == action


def test_without_the_cards_the_games_first_choice_is_given_as_an_example() -> None:
    view = arranging()
    example = say_action(HAZARI, view, HAZARI.legal_actions(view)[0])
    for words in ("declare", "declare " + example.split()[1]):
        with pytest.raises(NotUnderstood) as refused:
            read_action(HAZARI, view, words)
        assert refused.value.sentence == f"Say the cards: {example}."


def test_cards_of_others_are_not_understood() -> None:
    view = arranging()
    foreign = next(card for card in HAZARI.pack.cards if card not in view.hand.values())
    with pytest.raises(NotUnderstood, match="You do not hold"):
        read_action(HAZARI, view, f"declare {HAZARI.pack.text(foreign)} | 2s | 3s | 4s")
