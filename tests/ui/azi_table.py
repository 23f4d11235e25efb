"""Azi tables played by a script, told as notices to the screen of one seat."""

from dataclasses import replace

from cli.screen.table.model import Now, table_view
from cli.table.choosing import Choosing, Held, Situation, settle
from cli.table.conversation import Line
from cli.table.games import moves_of
from cli.table.story.following import after
from cli.table.story.known import begin, facts_of, heard
from p2pcards.engine import Acted, AwaitDecisions
from p2pcards.games.azi import GAME
from protocol.table.notices import (
    ClaimVerified,
    DealSettled,
    DeckReadied,
    Happened,
    PreparationBegins,
    SharesVerified,
    Shuffled,
    StakesPaid,
)
from tests.p2pcards.games.azi.scripted import LETTERS, Table

CLOCK = "0:24"


class Watched(Table):
    """A scripted table whose course one seat is told."""

    def __init__(self, *stacks, names, own, title, deal, **options):
        super().__init__(*stacks, **options)
        self.state = replace(self.state, deal=deal - 1)
        self.own = LETTERS.index(own)
        self.known = begin(facts_of(GAME, names, self.own, title=title))
        self.seats = tuple(range(len(names)))

    def tell(self, notice):
        self.known = after(self.known, notice)

    def open(self, present=None):
        deal = self.state.deal + 1
        self.tell(PreparationBegins(deal, 0, self.seats, False))
        self.tell(DeckReadied(deal, self.seats))
        self.tell(StakesPaid(deal, self.seats))
        return super().open(present)

    def happen(self, event):
        before = self.state
        if isinstance(event, Acted) and event.cards:
            claim = GAME.claim(before, event.seat, event.action, event.cards)
            if claim is not None:
                self.tell(ClaimVerified(event.seat, claim.slots))
        super().happen(event)
        self.tell(Happened(before, event, self.state))
        return self

    def show(self, turn_up, **hands):
        for seat in self.seats:
            self.tell(SharesVerified(seat, ()))
        return super().show(turn_up, **hands)

    def says(self, letter, text):
        self.known = heard(
            self.known, Line(b"", self.known.facts.names[LETTERS.index(letter)], text)
        )
        return self

    def settle(self):
        self.tell(DealSettled(self.state.deal, self.state.stacks, self.seats))
        return self

    def prepares(self, deal, shuffled=0, *, ready=False):
        self.tell(PreparationBegins(deal, 0, self.seats, True))
        making = self.known.making_of(deal)
        self.known = replace(
            self.known,
            making=(replace(making, committed=self.seats, keyed=self.seats),),
        )
        for seat in self.seats[:shuffled]:
            self.tell(Shuffled(deal, seat))
        if ready:
            self.tell(DeckReadied(deal, self.seats))
        return self

    def situation(self, left=CLOCK, **more):
        view = self.view(LETTERS[self.own])
        waiting = GAME.waiting(self.state)
        is_turn = isinstance(waiting, AwaitDecisions) and self.own in waiting.seats
        return Situation(
            GAME,
            view,
            is_turn=is_turn,
            moves=moves_of(GAME).moves(view, is_turn=is_turn),
            left=left if is_turn else "",
            **more,
        )

    def screen(self, order="", left=CLOCK, now=None, taken="", choosing=None, **more):
        """The table's view; `order` and `taken` are cards."""
        situation = self.situation(left, **more)
        letter = LETTERS[self.own]
        slots = tuple(self.slot(letter, card) for card in order.split())
        choosing = choosing or Choosing()
        choosing = replace(choosing, held=Held(slots or choosing.held.order))
        choosing = settle(choosing, situation)
        if taken:
            slot = self.slot(letter, taken)
            held = replace(choosing.held, taken=(slot,))
            choosing = replace(choosing, held=held, cursor=held.order.index(slot))
        waiting = GAME.waiting(self.state)
        seats = waiting.seats if isinstance(waiting, AwaitDecisions) else ()
        now = now or Now(waiting_for=seats)
        return table_view(self.known, now, choosing, situation)


NAMES = ("Ainura", "Bek", "Gulnara", "Timur", "Sanjar")
HANDS = {
    "A": "8D 6S 10S",
    "B": "JD KS AS",
    "C": "KH 9S 6D",
    "D": "6H 7H 8H",
    "E": "QH 10D 7S",
}


def bidding():
    """Deal 7 at the kitchen table, Sanjar to act."""
    table = Watched(260, 40, 505, 185, 310, names=NAMES, own="E", title="Kitchen table", deal=7)
    table.deal("9D", **HANDS)
    table.bid("A bet 20, B call, C raise 30, D fold")
    return table.says("D", "too cold for me")


def trick_2():
    """The same deal, trick 2, Sanjar to play."""
    table = bidding().bid("E call, A call, B all-in")
    table.trick("C KH, E QH, A 8D, B JD")
    return table.trick("B KS, C 9S")


def payout():
    """The same deal, over."""
    table = trick_2().trick("E 7S, A 6S").settle()
    return table.prepares(8, ready=True)


def six_on_stage():
    """Deal 12 in the courtyard: four cards, an ace turned up."""
    table = Watched(
        100,
        145,
        65,
        215,
        185,
        names=("Chinara", "Dastan", "Erlan", "Feruza", "Sanjar"),
        own="E",
        title="Courtyard",
        deal=12,
        opener="D",
        ante=5,
        cards=4,
    )
    table.deal(
        "AS",
        A="6H 7H 8H 10H",
        B="JH QH KH AH",
        C="6D 8D 9D 10D",
        D="JD QD KD AD",
        E="6S KS 9H 7D",
    )
    return table.bid("B discard JH, D discard JD")


def example_8():
    """Example E8 of the rule book, trick 2."""
    table = Watched(
        300,
        25,
        45,
        70,
        300,
        300,
        names=("Sanjar", "Bek", "Chinara", "Dastan", "Erlan", "Feruza"),
        own="A",
        title="Courtyard",
        deal=3,
        opener="E",
    )
    table.deal(
        "8D",
        A="KH 9S 7D",
        B="AH QD 8S",
        C="QH 10S 6D",
        D="6H 7S 9D",
        E="JH JS QS",
        F="10H KS 6S",
    )
    table.bid("E bet 42, F raise 48, A call, B all-in, C all-in, D all-in, E fold")
    table.says("D", "good luck, Bek").says("F", "tea is ready")
    table.trick("F 10H, A KH, B AH, C QH, D 6H")
    return table.trick("B QD, C 6D, D 9D, F 6S").prepares(4, 3)
