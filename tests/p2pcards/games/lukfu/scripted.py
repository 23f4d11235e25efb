"""A table of Luk Fu that is played by a script, so that a test reads like the rule book's examples.

Seats are the letters A, B and C. Cards are written as in the rule book: `C14 S456` is C1 C4 S4 S5 S6.
After every event the invariants that everybody can see are checked, and every action is checked
against `legal_actions` and `why_not` of the seat that makes it.
"""

from dataclasses import replace

from p2pcards.engine import (
    Acted,
    AwaitDecisions,
    AwaitShow,
    Cause,
    DeckReady,
    Done,
    Opened,
    Out,
    Shown,
    View,
)
from p2pcards.games.lukfu import GAME
from p2pcards.games.lukfu.combinations import combination_of
from p2pcards.games.lukfu.legal import fu_of
from p2pcards.games.lukfu.state import Phase
from tests.told import in_words, story

LETTERS = "ABC"


def seat(letter):
    return LETTERS.index(letter)


def cards(text):
    """The cards of `C14 S456`."""
    found = []
    for word in text.split():
        found += [GAME.pack.card(word[0] + rank) for rank in word[1:]]
    return found


def combo(text):
    """The cards as a single, set or run."""
    combination = combination_of(cards(text))
    assert combination is not None
    return combination


def text_of(found):
    """Inverse of `cards`: `C14 S456`."""
    suits = {}
    for card in sorted(found):
        name = GAME.pack.text(card)
        suits[name[0]] = suits.get(name[0], name[0]) + name[1:]
    return " ".join(suits.values())


class Table:
    """One match, dealt with the hands given; any seat's hand may be left to be filled up."""

    def __init__(self, a="", b="", c="", master="A", calls="", **options):
        self.master = seat(master)
        self.told = []
        state = GAME.new_match(GAME.options(options), 3)
        self.state = replace(state, master=(self.master - 1) % 3)
        self.deal(a, b, c)
        if calls:
            self.say(calls)

    def deal(self, a="", b="", c=""):
        """The next deal, up to the first call."""
        self.state = GAME.open_deal(self.state, (0, 1, 2))
        self.master = self.state.master
        self.happen(DeckReady())
        return self.open(a, b, c)

    def open(self, a="", b="", c=""):
        """Deal these hands, the rest of the pack filling them up."""
        hands = [cards(a), cards(b), cards(c)]
        given = {card for hand in hands for card in hand}
        rest = [card for card in GAME.pack.cards if card not in given]
        for hand in hands:
            missing = 12 - len(hand)
            hand += rest[:missing]
            del rest[:missing]
        self.deck = [hands[(self.master + slot) % 3][slot // 3] for slot in range(36)]
        assert sorted(self.deck) == list(GAME.pack.cards)
        return self.happen(Opened(()))

    # --- events -----------------------------------------------------------------------------

    def happen(self, event):
        before = self.state
        self.state = GAME.apply(before, event)
        self.told += story(GAME, before, event, self.state, LETTERS)
        assert sum(self.state.scores) == 0
        if self.state.phase is Phase.LEAD:
            assert len({len(hand) for hand in self.state.hands}) == 1
            assert sum(self.state.fu) == 12 - len(self.state.hands[0])
        return self

    def say(self, script):
        """Several calls: `A pass, B play`."""
        for line in script.split(", "):
            self.act(line[0], line[2:])
        return self

    def trick(self, *scripts):
        """Plays in the order in which they must come: `A S456, B -C235, C S789`; - is face down."""
        for script in scripts:
            for line in script.split(", "):
                assert self.to_act == line[0]
                self.act(line[0], line[2:])
        return self

    def fill(self):
        """The seats still due in the running trick do what their programs would when time is up."""
        while self.state.phase is Phase.FOLLOW:
            letter = self.to_act
            self.happen(self.acted(letter, GAME.default_action(self.view(letter))))
        return self

    def cheat(self, letter, text):
        """An action that the seat's own cards forbid, and nobody else can see it."""
        action = self.action(letter, text)
        assert GAME.why_not(self.view(letter), action) is not None
        assert action not in GAME.legal_actions(self.view(letter))
        return self.happen(self.acted(letter, action))

    def act(self, letter, text):
        view, action = self.view(letter), self.action(letter, text)
        assert GAME.why_not(view, action) is None
        assert action in GAME.legal_actions(view)
        return self.happen(self.acted(letter, action))

    def acted(self, letter, action):
        shown = GAME.shows(self.state, seat(letter), action)
        assert set(shown) <= set(GAME.closed_slots(self.state, seat(letter)))
        return Acted(seat(letter), action, tuple((slot, self.deck[slot]) for slot in shown))

    def out(self, letters, cause=Cause.SILENT):
        """One or several seats go out, all at once."""
        return self.happen(Out(tuple((seat(letter), cause) for letter in sorted(letters))))

    def show(self, letters=None):
        """The closing check: these seats, or all that owe it, open what they have closed."""
        waiting = GAME.waiting(self.state)
        assert isinstance(waiting, AwaitShow)
        for who, slots in waiting.slots:
            if letters is None or LETTERS[who] in letters:
                self.happen(Shown(who, tuple((slot, self.deck[slot]) for slot in slots)))
        return self

    # --- questions ----------------------------------------------------------------------------

    def action(self, letter, text):
        """`S456` leads or beats, `-C235` goes face down; anything else is a word."""
        if text in ("play", "pass", "declare"):
            return GAME.parse_action(text)
        word = "lead" if self.state.phase is Phase.LEAD else "beat"
        if text[0] == "-":
            word, text = "discard", text[1:]
        slots = sorted(self.deck.index(card) for card in cards(text))
        return GAME.parse_action(f"{word} {' '.join(map(str, slots))}")

    def view(self, letter):
        """What the seat knows."""
        closed = GAME.closed_slots(self.state, seat(letter))
        return View(self.state, seat(letter), {slot: self.deck[slot] for slot in closed})

    def hand(self, letter):
        return text_of(self.deck[slot] for slot in self.state.hands[seat(letter)])

    def old(self, letter):
        """The seat's F less the fu it has won."""
        return fu_of(self.view(letter)) - self.state.fu[seat(letter)]

    def fu(self, letter):
        return fu_of(self.view(letter))

    def refused(self, letter, text):
        """Why the action may not be done now."""
        view, action = self.view(letter), self.action(letter, text)
        assert action not in GAME.legal_actions(view)
        rule = GAME.why_not(view, action)
        assert rule is not None
        return in_words(rule)

    def legal(self, letter):
        """The legal plays, as they are written in a script."""
        found = []
        for action in GAME.legal_actions(self.view(letter)):
            word, _, slots = GAME.format_action(action).partition(" ")
            shown = text_of(self.deck[int(slot)] for slot in slots.split())
            found.append({"lead": shown, "beat": shown, "discard": f"-{shown}"}.get(word, word))
        return found

    def singles(self, letter):
        """The cards that may be led alone."""
        return text_of(cards(" ".join(play for play in self.legal(letter) if len(play) == 2)))

    @property
    def to_act(self):
        waiting = GAME.waiting(self.state)
        return LETTERS[waiting.seats[0]] if isinstance(waiting, AwaitDecisions) else ""

    @property
    def is_done(self):
        return isinstance(GAME.waiting(self.state), Done)

    @property
    def scores(self):
        return self.state.scores
