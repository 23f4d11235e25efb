"""A table of Hazari that is played by a script, in the notation of the rule book's examples.

Cards are `Ah`, `Td`, `2c`; an arrangement is `Ah Kh Qh | Qs Js Ts | 9c 8c 7s | As Kc 6c 4h`. After
every event the scores are checked: a deal is worth 360 or nothing, and a bad seat gets none of it.
"""

from dataclasses import replace

from p2pcards.engine import (
    Acted,
    AwaitCoin,
    AwaitOpening,
    AwaitShow,
    Cause,
    CoinTossed,
    DeckReady,
    Done,
    Opened,
    Out,
    Shown,
    View,
)
from p2pcards.games.hazari import GAME
from p2pcards.games.hazari.actions import declaration
from p2pcards.games.hazari.state import Phase
from tests.told import in_words, story

E5 = (
    "Ah Kh Qh | Qs Js Ts | 9c 8c 7s | As Kc 6c 4h",
    "5s 4s 3s | Ac 3h 2d | 9s 8h 7h | Ks 8d 5d 4c",
    "Ad Kd Qd | Jd Td 6d | Jh 6h 5h | Tc 8s 3d 2s",
    "Qc Jc Th | 7d 6s 5c | 4d 3c 2h | 9d 9h 7c 2c",
)
"""The rule book's deal with two ties, of which the dealer's seat decides the first."""

E5_FOUL = ("Qs Js Ts | Ah Kh Qh | 9c 8c 7s | As Kc 6c 4h", *E5[1:])
"""The same with the first two groups of seat 0 swapped."""


def card(text):
    return GAME.pack.card(text.upper().replace("T", "10"))


def cards(text):
    return tuple(map(card, text.split()))


def groups(text):
    """The groups of an arrangement, as cards."""
    return tuple(map(cards, text.split("|")))


class Table:
    """One match; without a `dealer` a coin chooses one."""

    def __init__(self, dealer=None, totals=(0, 0, 0, 0), **options):
        state = GAME.new_match(GAME.options(options), 4)
        before = None if dealer is None else (dealer - 1) % 4
        self.state = replace(state, totals=tuple(totals), dealer=before)
        self.cards = {}
        self.told = []

    # --- events -----------------------------------------------------------------------------

    def happen(self, event):
        before = self.state
        self.state = after = GAME.apply(before, event)
        self.told += story(GAME, before, event, after, "ABCD")
        if after.phase is Phase.IDLE:
            assert sum(after.scores) == (0 if after.is_void else 360)
            assert all(score % 5 == 0 for score in after.scores)
            assert not any(after.scores[seat] for seat in range(4) if seat not in after.good)
        return self

    def open(self):
        """Pay the stakes and shuffle; stops before the coin or the opening."""
        everybody = frozenset(range(4))
        self.state = GAME.open_deal(self.state, GAME.seats_of_next_deal(self.state, everybody))
        return self.happen(DeckReady())

    def coin(self, *order):
        assert self.waits_for(AwaitCoin)
        return self.happen(CoinTossed(order))

    def deal(self, *arrangements):
        """A beginning up to the arranging; hands are those of the arrangements, as written."""
        if self.state.phase is Phase.IDLE:
            self.open()
        waiting = GAME.waiting(self.state)
        assert isinstance(waiting, AwaitOpening)
        assert waiting.shown == ()
        hands = [list(cards(text.replace("|", ""))) for text in arrangements]
        self.cards = {slot: hands[seat].pop(0) for slot, seat in waiting.dealt}
        assert not any(hands)
        return self.happen(Opened(()))

    def view(self, seat):
        own = GAME.closed_slots(self.state, seat)
        return View(self.state, seat, {slot: self.cards[slot] for slot in own})

    def action(self, seat, arrangement):
        slots = {held: slot for slot, held in self.cards.items()}
        return declaration([slots[held] for held in group] for group in groups(arrangement))

    def declare(self, seat, arrangement):
        """A legal declaration."""
        action = self.action(seat, arrangement)
        assert GAME.why_not(self.view(seat), action) is None
        return self.happen(Acted(seat, action))

    def declare_foul(self, seat, arrangement):
        """What a changed program could send: nobody else can see that it is foul."""
        action = self.action(seat, arrangement)
        assert GAME.why_not(self.view(seat), action) is not None
        return self.happen(Acted(seat, action))

    def declare_all(self, *arrangements, fouls=()):
        for seat, arrangement in enumerate(arrangements):
            if seat not in self.state.out:
                (self.declare_foul if seat in fouls else self.declare)(seat, arrangement)
        return self

    def show(self, seat):
        """The seat opens what is due."""
        waiting = GAME.waiting(self.state)
        assert isinstance(waiting, AwaitShow)
        slots = dict(waiting.slots)[seat]
        return self.happen(Shown(seat, tuple((slot, self.cards[slot]) for slot in slots)))

    def trick(self, *but):
        """One round of openings; seats of `but` are silent in it."""
        for seat in self.state.pending:
            if seat not in but:
                self.show(seat)
        return self.out(*but) if but else self

    def play(self):
        """All tricks to the end."""
        while self.state.phase is Phase.TRICKS:
            self.trick()
        assert self.is_done
        return self

    def out(self, *seats, cause=Cause.SILENT):
        """One or several seats go out, all at once."""
        return self.happen(Out(tuple((seat, cause) for seat in sorted(seats))))

    # --- questions ----------------------------------------------------------------------------

    def refused(self, seat, arrangement):
        """Why the player's own program does not declare this."""
        rule = GAME.why_not(self.view(seat), self.action(seat, arrangement))
        assert rule is not None
        return in_words(rule)

    def waits_for(self, kind):
        return isinstance(GAME.waiting(self.state), kind)

    @property
    def is_done(self):
        return self.waits_for(Done)

    @property
    def scores(self):
        assert self.is_done
        return self.state.scores

    @property
    def next_dealer(self):
        after = GAME.open_deal(self.state, (0, 1, 2, 3))
        return after.dealer

    @property
    def may_go_on(self):
        return GAME.seats_of_next_deal(self.state, frozenset(range(4))) == (0, 1, 2, 3)


def holding(hand):
    """A table that is arranging, at which seat 0 holds the thirteen cards of `hand`."""
    own = cards(hand.replace("|", ""))
    rest = [card for card in GAME.pack.cards if card not in own]
    table = Table(3).open()
    left = {seat: rest[13 * seat - 13 : 13 * seat] for seat in (1, 2, 3)} | {0: list(own)}
    table.cards = {slot: left[seat].pop() for slot, seat in GAME.waiting(table.state).dealt}
    return table.happen(Opened(()))


def one_trick(*shown):
    """A state whose first trick was played like this, seat 0 leading."""
    open_cards = enumerate(card for text in shown for card in cards(text))
    first = [tuple(range(3 * seat, 3 * seat + 3)) for seat in range(4)]
    return replace(
        GAME.new_match(GAME.options({}), 4),
        groups=tuple((group, (), (), ()) for group in first),
        opened=tuple(open_cards),
        fouls=(0,) * 4,
        leaders=(0,),
    )


def played(dealer, *arrangements, **options):
    """A whole deal, all seats as written."""
    return Table(dealer, **options).deal(*arrangements).declare_all(*arrangements).play()
