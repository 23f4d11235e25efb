"""Games written down in plain text, for a person to read and for a test to play again.

A playthrough begins with a head of `key: value` lines, from which it was recorded: bots and a seed,
seats that go out (`out: DEAL EVENT SEAT CAUSE`, or several of them at once), and actions that the bot
would not choose (`act: DEAL EVENT SEAT ACTION`), and decks that are not drawn (`deck: DEAL CARD CARD …`).
Then, for each deal, every event (`>`), what the game tells of it
(`|`), and the public fields that it changed (`=`).

Playing again needs no bots: the events are in the text, and all other lines must come out the same.
"""

import json
import random

from p2pcards.engine import (
    Acted,
    AwaitCoin,
    AwaitDecisions,
    AwaitDeck,
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
from p2pcards.games import GAMES
from tests.told import story

NAMES = ("Ainura", "Bek", "Chinara", "Dastan", "Erlan", "Feruza")


def read_head(text):
    """The head as a dict of text, with `out`, `act` and `deck` lists of their lines."""
    head = {"out": [], "act": [], "deck": []}
    for line in text.split("\n\n")[0].splitlines():
        key, _, value = line.partition(": ")
        if key in ("out", "act", "deck"):
            head[key].append(value)
        elif not key.startswith("#"):
            head[key] = value
    return head


def out_of(words):
    """The event of `SEAT CAUSE`, for one seat or several."""
    return Out(tuple((int(s), Cause(c)) for s, c in zip(words[::2], words[1::2], strict=True)))


class Teller:
    """Applies events and writes them down."""

    def __init__(self, text):
        head = read_head(text)
        self.head = head
        self.lines = text.split("\n\n")[0].splitlines()
        self.game = GAMES[head["game"]]
        self.pack = self.game.pack
        options = self.game.options(json.loads(head["options"]))
        self.state = self.game.new_match(options, int(head["seats"]))
        self.deck = ()

    def open_deal(self, present):
        before = self.state
        seats = self.game.seats_of_next_deal(before, frozenset(present))
        self.state = self.game.open_deal(before, seats)
        self.lines += ["", f"deal with {' '.join(map(str, seats))}"]
        self.write_changes(before)

    def happen(self, event):
        before = self.state
        self.state = self.game.apply(before, event)
        self.lines.append(f"> {self.event_text(event)}")
        told = story(self.game, before, event, self.state, NAMES)
        self.lines += [f"| {sentence}" for sentence in told]
        self.write_changes(before)

    def write_changes(self, before):
        then, now = self.game.public(before), self.game.public(self.state)
        changed = [f"{key}={json.dumps(now[key])}" for key in now if now[key] != then[key]]
        self.lines += [f"= {change}" for change in changed]

    def event_text(self, event):
        match event:
            case DeckReady():
                return f"deck {' '.join(map(self.pack.text, self.deck))}"
            case CoinTossed(order):
                return f"coin {' '.join(map(str, order))}"
            case Opened(cards):
                return " ".join(["opened", *map(self.slot_text, cards)])
            case Acted(seat, action, cards):
                shown = "".join(f" {self.slot_text(card)}" for card in cards)
                return f"{seat} {self.game.format_action(action)}{shown and ' showing' + shown}"
            case Shown(seat, cards):
                return " ".join(["shown", str(seat), *map(self.slot_text, cards)])
            case Out(causes):
                return " ".join(["out", *(f"{seat} {cause}" for seat, cause in causes)])

    def slot_text(self, pair):
        return f"{pair[0]}={self.pack.text(pair[1])}"

    def event(self, text):
        """Inverse of `event_text`."""
        kind, *words = text.split(" ")
        match kind:
            case "deck":
                self.deck = tuple(map(self.pack.card, words))
                return DeckReady()
            case "coin":
                return CoinTossed(tuple(map(int, words)))
            case "opened":
                return Opened(self.slots(words))
            case "shown":
                return Shown(int(words[0]), self.slots(words[1:]))
            case "out":
                return out_of(words)
            case seat:
                action, _, shown = text.removeprefix(f"{seat} ").partition(" showing ")
                slots = self.slots(shown.split()) if shown else ()
                return Acted(int(seat), self.game.parse_action(action), slots)

    def slots(self, words):
        pairs = (word.partition("=") for word in words)
        return tuple((int(slot), self.pack.card(card)) for slot, _, card in pairs)

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def play_again(text):
    """The playthrough that comes out when the events in `text` happen again."""
    teller = Teller(text)
    for line in text.splitlines():
        if line.startswith("deal with "):
            teller.open_deal(map(int, line.split()[2:]))
        elif line.startswith("> "):
            teller.happen(teller.event(line[2:]))
    return teller.text


def record(text):
    """A new playthrough from the head of `text`."""
    teller = Teller(text)
    game, head = teller.game, teller.head
    rng = random.Random(int(head["seed"]))
    bot = game.bot(head["bots"])
    everyone = range(int(head["seats"]))
    outs = {tuple(map(int, line.split()[:2])): line.split()[2:] for line in head["out"]}
    acts = {}
    for line in head["act"]:
        *place, action = line.split(" ", 3)
        acts[tuple(map(int, place))] = action
    decks = {int(line.split()[0]): line.split()[1:] for line in head["deck"]}
    for deal in range(1, int(head["deals"]) + 1):
        teller.open_deal(everyone)
        hands = {seat: {} for seat in everyone}
        number = 0
        while not isinstance(waiting := game.waiting(teller.state), Done):
            number += 1
            if (deal, number) in outs:
                events = [out_of(outs[deal, number])]
            else:
                given = {seat: acts.get((deal, number, seat)) for seat in everyone}
                deck = decks.get(deal)
                events = next_events(teller, waiting, hands, bot, rng, given, deck)
            for event in events:
                teller.happen(event)
    return teller.text


def next_events(teller, waiting, hands, bot, rng, given, deck):
    game, state = teller.game, teller.state
    match waiting:
        case AwaitDeck():
            drawn = rng.sample(teller.pack.cards, len(teller.pack.cards))
            teller.deck = tuple(map(teller.pack.card, deck) if deck else drawn)
            return [DeckReady()]
        case AwaitCoin(seats):
            return [CoinTossed(tuple(rng.sample(seats, len(seats))))]
        case AwaitOpening(_, dealt, shown):
            for hand in hands.values():
                hand.clear()
            for slot, seat in dealt:
                hands[seat][slot] = teller.deck[slot]
            return [Opened(tuple((slot, teller.deck[slot]) for slot in shown))]
        case AwaitShow(slots):
            cards = {seat: tuple((s, teller.deck[s]) for s in shown) for seat, shown in slots}
            return [Shown(seat, shown) for seat, shown in cards.items()]
        case AwaitDecisions(seats):
            events = []
            for seat in seats:
                action = bot(View(state, seat, hands[seat]), rng.randrange)
                if given[seat] is not None:
                    action = game.parse_action(given[seat])
                shown = game.shows(state, seat, action)
                events.append(Acted(seat, action, tuple((s, teller.deck[s]) for s in shown)))
            return events
