"""A table of Azi that is played by a script, so that a test reads like the rule book's examples.

Seats are the letters A–F. After every event the chips are counted, and every action is checked
against `legal_actions` and `why_not` of the seat that makes it.
"""

from dataclasses import replace

from p2pcards.engine import (
    Acted,
    AwaitCoin,
    AwaitDecisions,
    AwaitDeck,
    AwaitOpening,
    Cause,
    CoinTossed,
    DeckReady,
    Done,
    Opened,
    Out,
    View,
)
from p2pcards.games.azi import GAME
from p2pcards.games.azi.state import Phase
from p2pcards.practice import is_true
from tests.told import in_words, story

LETTERS = "ABCDEF"


def seat(letter):
    return LETTERS.index(letter)


def letters(seats):
    return "".join(LETTERS[seat] for seat in seats)


def cards(text):
    return [GAME.pack.card(word) for word in text.split()]


class Table:
    """One match; `stacks` in seat order, `opener` a letter or None for a coin."""

    def __init__(self, *stacks, opener="A", **options):
        state = GAME.new_match(GAME.options(options), len(stacks))
        self.state = replace(
            state, stacks=stacks, opener_from=None if opener is None else seat(opener)
        )
        self.total = sum(stacks)
        self.cards = {}
        self.told = []

    # --- events -----------------------------------------------------------------------------

    def happen(self, event):
        before = self.state
        self.state = GAME.apply(before, event)
        self.told += story(GAME, before, event, self.state, LETTERS)
        assert self.pot + sum(self.state.stacks) == self.total
        assert all(stack >= 0 for stack in self.state.stacks)
        return self

    def open(self, present=None):
        """Pay the stakes and shuffle; stops before a coin, a blind bet or the opening."""
        seats = range(len(self.state.stacks)) if present is None else map(seat, present)
        self.state = GAME.open_deal(
            self.state, GAME.seats_of_next_deal(self.state, frozenset(seats))
        )
        self.cards = {}
        assert self.pot + sum(self.state.stacks) == self.total
        return self.deck() if self.waits_for(AwaitDeck) else self

    def deck(self):
        return self.happen(DeckReady())

    def coin(self, order):
        assert self.waits_for(AwaitCoin)
        return self.happen(CoinTossed(tuple(map(seat, order))))

    def show(self, turn_up, **hands):
        """Open the hands and the turned-up card."""
        waiting = GAME.waiting(self.state)
        assert isinstance(waiting, AwaitOpening)
        left = {seat(letter): cards(text) for letter, text in hands.items()}
        assert sorted(left) == list(waiting.seats)
        for slot, owner in waiting.dealt:
            self.cards[slot] = left[owner].pop(0)
        assert not any(left.values())
        (slot,) = waiting.shown
        assert slot == len(waiting.dealt)
        self.cards[slot] = GAME.pack.card(turn_up)
        return self.happen(Opened(((slot, self.cards[slot]),)))

    def deal(self, turn_up, **hands):
        """A whole beginning, up to the first decision after the cards are seen."""
        return self.open("".join(hands) if not self.state.participants else None).show(
            turn_up, **hands
        )

    def view(self, letter):
        """What the seat knows."""
        own = self.state.hands[seat(letter)] if self.state.hands else ()
        return View(self.state, seat(letter), {slot: self.cards[slot] for slot in own})

    def slot(self, letter, card):
        """Where in the seat's hand the card is."""
        hand = self.view(letter).hand
        return next(slot for slot, held in hand.items() if held == GAME.pack.card(card))

    def action(self, letter, text):
        """The action for `text`; cards are named as people do: `play 7D`, `discard AH`."""
        word, _, what = text.partition(" ")
        if word in ("play", "discard") and not what.isdecimal():
            text = f"{word} {self.slot(letter, what)}"
        return GAME.parse_action(text)

    def act(self, letter, text):
        """A legal action."""
        view, action = self.view(letter), self.action(letter, text)
        assert GAME.why_not(view, action) is None
        assert action in GAME.legal_actions(view)
        shown = tuple(
            (slot, self.cards[slot]) for slot in GAME.shows(view.state, view.seat, action)
        )
        claim = GAME.claim(view.state, view.seat, action, shown)
        assert claim is None or is_true(claim, self.cards)
        return self.happen(Acted(view.seat, action, shown))

    def bid(self, script):
        """Several actions: `A bet 10, B call`."""
        for line in script.split(", "):
            self.act(line[0], line[2:])
        return self

    def trick(self, script):
        """Several plays, in the order in which they must come: `A KS, B 9S`."""
        for line in script.split(", "):
            assert self.to_act == line[0]
            self.act(line[0], f"play {line[2:]}")
        return self

    def out(self, letters, cause=Cause.SILENT):
        """One or several seats go out, all at once."""
        return self.happen(Out(tuple((seat(letter), cause) for letter in sorted(letters))))

    # --- questions ----------------------------------------------------------------------------

    def refused(self, letter, text):
        """Why the action may not be done now."""
        view, action = self.view(letter), self.action(letter, text)
        assert action not in GAME.legal_actions(view)
        rule = GAME.why_not(view, action)
        assert rule is not None
        return in_words(rule)

    def waits_for(self, kind):
        return isinstance(GAME.waiting(self.state), kind)

    @property
    def is_done(self):
        return self.waits_for(Done)

    @property
    def to_act(self):
        waiting = GAME.waiting(self.state)
        return letters(waiting.seats) if isinstance(waiting, AwaitDecisions) else ""

    @property
    def leader(self):
        assert self.state.phase is Phase.TRICKS
        return LETTERS[self.state.leader]

    @property
    def stacks(self):
        return self.state.stacks

    @property
    def pot(self):
        return self.state.pot

    @property
    def layers(self):
        """The carried pot: `[(120, "ACD"), (60, "AD")]`."""
        return [(layer.amount, letters(layer.claimants)) for layer in self.state.carried]

    @property
    def next_opener(self):
        """Who opens if everybody with an ante is dealt in."""
        everyone = frozenset(range(len(self.state.stacks)))
        after = GAME.open_deal(self.state, GAME.seats_of_next_deal(self.state, everyone))
        return LETTERS[after.opener]
