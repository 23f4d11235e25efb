"""A table of Azi at a chosen moment, as our own seat sees it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cli.screen.intents import Key
from cli.screen.table.keys import press
from cli.table.choosing import Choosing, Situation, settle
from cli.table.games import moves_of
from p2pcards.engine import Acted, AnyView, AwaitDecisions, DeckReady, Opened, View
from p2pcards.games.azi import GAME


class AziTable:
    """Cards are given by hand; seat 0 is ours. Whoever acts is whose turn it is."""

    def __init__(
        self, hands: list[str], turn_up: str, *, opener: int = 1, stack: int = 300, **more: Any
    ):
        self.hands = [[GAME.pack.card(word) for word in hand.split()] for hand in hands]
        options = GAME.options({"stack": stack, **more})
        state = replace(GAME.new_match(options, len(hands)), opener_from=opener)
        state = GAME.open_deal(state, GAME.seats_of_next_deal(state, frozenset(range(len(hands)))))
        self.state = GAME.apply(state, DeckReady())
        self.turn_up = GAME.pack.card(turn_up)
        self.cards: dict[int, Any] = {}

    def opened(self) -> AziTable:
        waiting = GAME.waiting(self.state)
        left = [list(hand) for hand in self.hands]
        for slot, seat in waiting.dealt:
            self.cards[slot] = left[seat].pop(0)
        (slot,) = waiting.shown
        self.state = GAME.apply(self.state, Opened(((slot, self.turn_up),)))
        return self

    def act(self, *words: str) -> AziTable:
        """Actions of whoever is to act; a card by its name."""
        for text in words:
            seat = GAME.waiting(self.state).seats[0]
            verb, _, rest = text.partition(" ")
            cards: tuple[Any, ...] = ()
            if verb in ("play", "discard"):
                card = GAME.pack.card(rest)
                slot = next(s for s in self.state.hands[seat] if self.cards[s] == card)
                text = f"{verb} {slot}"
                cards = ((slot, card),) if verb == "play" else ()
            self.state = GAME.apply(self.state, Acted(seat, GAME.parse_action(text), cards))
        return self

    def view(self) -> AnyView:
        slots = GAME.hand_slots(self.state, 0)
        return View(self.state, 0, {slot: self.cards[slot] for slot in slots if slot in self.cards})

    def slot(self, name: str) -> int:
        return next(slot for slot, card in self.cards.items() if card == GAME.pack.card(name))

    def situation(self, **more: Any) -> Situation:
        waiting = GAME.waiting(self.state)
        is_turn = isinstance(waiting, AwaitDecisions) and 0 in waiting.seats
        view = self.view()
        moves = moves_of(GAME).moves(view, is_turn=is_turn)
        return replace(Situation(GAME, view, is_turn=is_turn, moves=moves), **more)


class Hands:
    """A player who presses keys; what they wanted is kept."""

    def __init__(self, situation: Situation, choosing: Choosing | None = None):
        self.situation = situation
        self.choosing = settle(choosing or Choosing(), situation)
        self.wanted: list[Any] = []

    def press(self, *keys: Key) -> Hands:
        for key in keys:
            self.choosing, intent = press(self.choosing, key, self.situation)
            if intent is not None:
                self.wanted.append(intent)
        return self

    def now(self, situation: Situation) -> Hands:
        self.situation = situation
        self.choosing = settle(self.choosing, situation)
        return self


def bidding_table(stack: int = 310) -> AziTable:
    """You are to answer a raise: the bid is 50, you hold Q♥ 10♦ 7♠, diamonds are trump."""
    hands = ["QH 10D 7S", "8D 6S AS", "KS JD 8S", "KH 9S 6H", "6D AH JH"]
    table = AziTable(hands, "9D", stack=stack).opened()
    return table.act("bet 20", "call", "raise 30", "fold")


def second_trick_table() -> AziTable:
    """Spades were led to trick 2; you hold 10♦ and 7♠."""
    table = bidding_table()
    table.act("call", "call", "call", "play KH", "play QH", "play 8D", "play JD")
    return table.act("play KS", "play 9S")
