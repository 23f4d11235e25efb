"""Every room of the program: what can be on the screen, with whoever sits before it.

A room takes keys and shows a picture, as the terminal would; what is wanted by its keys is kept.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import repeat
from typing import Any, Final

from cli.screen.choice_app import ChoiceScreen
from cli.screen.drawing.draw import draw
from cli.screen.drawing.text import plain
from cli.screen.intents import Key
from cli.screen.look import Look
from cli.screen.message_app import MessageScreen
from cli.screen.newcomer.name_app import NameScreen
from cli.screen.newcomer.tour import TourScreen, tour_of
from cli.screen.replay.app import ReplayScreen
from cli.screen.replay.keys import Place
from cli.screen.screen_view import Size
from cli.screen.table.keys import press
from cli.screen.table.model import Now, table_view
from cli.table.choosing import Panel, Situation
from cli.table.games import moves_of
from cli.table.story.following import after
from cli.table.story.known import FaultKnown, Known, begin, facts_of
from cli.table.story.tape import Frame, Tape
from cli.words.phrase import Mark, phrase
from p2pcards.cards import Card
from p2pcards.engine import AwaitDecisions, Cause, Event, State, View
from p2pcards.games import GAMES
from p2pcards.practice import play_deal
from protocol.table.notices import DealSettled, Happened
from tests.cli.screen.azi_table import Hands
from tests.cli.screen.test_lobby_app import Lobby, Seat, entry, room
from tests.ui.played import NAMES

SIZE = Size(80, 24)


class Room:
    """A screen and its keys.

    Args:
        screen: It, or something with a `screen`.
        wanted: What its keys have wanted so far.
        size: Of the terminal.
    """

    def __init__(self, screen: Any, wanted: Callable[[], Any], size: Size = SIZE) -> None:
        self.screen = screen
        self._wanted = wanted
        self._size = size
        self.picture()

    def picture(self) -> tuple[str, ...]:
        """What is seen, the cursor among it."""
        drawn = draw(self.screen.view(0), self._size, Look())
        self.screen.drawn(0, drawn)
        roles = tuple(str([(span.role, span.text) for span in row]) for row in drawn.rows)
        return (*roles, str(drawn.cursor))

    def text(self) -> str:
        """The same as text alone."""
        drawn = draw(self.screen.view(0), self._size, Look())
        return "\n".join(plain(row).rstrip() for row in drawn.rows)

    def press(self, *keys: Key) -> Room:
        """Each judged by the picture before it."""
        for key in keys:
            self.picture()
            self.screen.press(key, 0)
        return self

    @property
    def wanted(self) -> Any:
        return self._wanted()

    @property
    def answer(self) -> str:
        """What the last key was answered with, be it with what was said before."""
        screen = self.screen
        if isinstance(screen, TableRoom):
            notice = screen.hands.choosing.notice
            return "" if notice is None else str(notice.text)
        return str(screen.place.said) if isinstance(screen, ReplayScreen) else str(screen._said)


@dataclass
class TableRoom:
    """A table at one moment, as a screen."""

    known: Known
    hands: Hands
    now: Now = field(default_factory=Now)

    def view(self, now_ms: int) -> Any:
        return table_view(self.known, self.now, self.hands.choosing, self.hands.situation)

    def drawn(self, now_ms: int, drawn: Any) -> None:
        self.hands.situation = replace(
            self.hands.situation, last_line=drawn.last_line, older=drawn.story_back
        )

    def press(self, key: Key, now_ms: int) -> None:
        hands = self.hands
        hands.choosing, intent = press(hands.choosing, key, hands.situation)
        if intent is not None:
            hands.wanted.append(intent)


@lru_cache
def moments(name: str, seats: int, own: int | None) -> dict[str, tuple[Known, State, View | None]]:
    """Of a match of bots the first moment of each kind, by phase and by whose turn it is."""
    game, rng = GAMES[name], random.Random(3)
    known = begin(facts_of(game, NAMES[:seats], own, title="Old Street", deals=2))
    state = game.new_match(game.options({}), seats)
    found: dict[str, tuple[Known, State, View | None]] = {}
    bot = game.bot("normal")

    def keep(what: str, now: State, deck: list[Card]) -> None:
        view = None
        if own is not None:
            slots = {*game.hand_slots(now, own), *game.closed_slots(now, own)}
            view = View(now, own, {slot: deck[slot] for slot in sorted(slots)})
        found.setdefault(what, (known, now, view))

    for _ in range(2):
        deck = list(game.pack.cards)
        rng.shuffle(deck)

        def tell(before: State, event: Event, now: State, deck: list[Card] = deck) -> None:
            nonlocal known
            known = after(known, Happened(before, event, now))
            waiting = game.waiting(now)
            is_turn = isinstance(waiting, AwaitDecisions) and own in waiting.seats
            keep(f"{now.phase.name.lower()}{', our turn' if is_turn else ''}", now, deck)
            if known.finished is not None:
                keep("a finished trick", now, deck)

        decks = (deck for deck in repeat(deck))
        order = tuple(range(seats))
        state = play_deal(game, state, decks, lambda view: bot(view, rng.randrange), order, tell)
        known = after(known, DealSettled(known.deal, game.standings(state), order))
        keep("a result", state, deck)
    return found


def at_table(known: Known, state: State, view: View | None, **more: Any) -> Room:
    """A table at this moment."""
    game, seat = known.facts.game, known.facts.seat
    waiting = game.waiting(state)
    seats = waiting.seats if isinstance(waiting, AwaitDecisions) else ()
    is_turn = seat is not None and seat in seats
    situation = Situation(
        game,
        view,
        is_turn=is_turn,
        moves=moves_of(game).moves(view, is_turn=is_turn),
        is_watching=seat is None,
        voters=len(known.facts.names),
    )
    hands = Hands(replace(situation, **more))
    return Room(TableRoom(known, hands, Now(waiting_for=seats)), lambda: list(hands.wanted))


SEATS: Final = {"azi": 4, "hazari": 4, "lukfu": 3}

ALWAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "talking": ("t", "h", "i"),
    "the keys are shown": ("?",),
    "proofs": ("p",),
    "the last trick": ("v",),
    "options": ("o",),
    "the rules": ("R",),
    "the rules, searched": ("R", "/", "t"),
}
"""What is laid over a table, and the keys to it."""


def _tables() -> Iterator[tuple[str, Callable[[], Room]]]:
    for name, seats in SEATS.items():
        title = GAMES[name].title
        for own, who in ((0, ""), (None, ", watching")):
            for what, moment in moments(name, seats, own).items():
                more = {"has_more_to_show": what in ("a finished trick", "a result")}
                yield f"{title}{who}: {what}", partial(at_table, *moment, **more)
        what, moment = next(one for one in moments(name, seats, 0).items() if "our" in one[0])
        for over, keys in ALWAYS.items():
            yield f"{title}: {over}", lambda at=moment, keys=keys: at_table(*at).press(*keys)
    known, state, view = next(iter(moments("azi", 4, 0).values()))
    price = {"leave_price": "It costs 50."}
    yield "leaving is asked", lambda: at_table(known, state, view, **price).press("q")
    silent = {"silent": ("Kwan",)}
    yield "somebody is silent", lambda: at_table(known, state, view, **silent)
    yield "absence is asked", lambda: at_table(known, state, view, **silent).press("enter")
    yield (
        "the table rests",
        lambda: at_table(known, state, view, is_stuck=True, standing="It rests."),
    )
    over = {"is_over": True, "can_play_again": True}
    yield "the table is over", lambda: at_table(known, state, view, **over)
    yield "the table has ended", lambda: at_table(known, state, view, is_over=True)
    bidding = moments("azi", 4, 0)["bidding, our turn"]
    yield "a raise is typed", lambda: at_table(*bidding).press("r", "1", "5")
    arranging = moments("hazari", 4, 0)["arranging, our turn"]
    yield "all lie in groups", lambda: at_table(*arranging).press("a")
    yield "two are exchanged", lambda: at_table(*arranging).press("a", "x")
    lead = moments("lukfu", 3, 0)["lead, our turn"]
    yield "a card is named", lambda: at_table(*lead).press("S")
    fault = FaultKnown(1, 1, Cause.CAUGHT, "a proof", ("A proof of Kwan is refused.",))
    caught = replace(known, faults=(fault,))
    yield "a fault", lambda: _with_panel(at_table(caught, state, view, fault=True), Panel.FAULT)
    yield "evidence", lambda: _with_panel(at_table(caught, state, view, fault=True), Panel.EVIDENCE)


def _with_panel(room: Room, panel: Panel) -> Room:
    hands = room.screen.hands
    hands.choosing = replace(hands.choosing, panel=panel)
    return room


# --- the other rooms -------------------------------------------------------------------------------


def _screen(make: Callable[[list[Any]], Any]) -> Room:
    wanted: list[Any] = []
    return Room(make(wanted), lambda: list(wanted))


def lobby(*entries: Any, **more: Any) -> Room:
    """The list of tables."""
    made = Lobby(*entries, **more)
    return Room(made.screen, lambda: list(made.wanted))


def seats(*seated: Any, watching: bool = False, is_host: bool = False) -> Room:
    """A table that has not started."""
    steps: list[int] = []
    bots = {"set_bots": steps.append} if is_host else {}
    made = Seat(is_watching=watching, **bots)
    if seated:
        made.screen.show(room(*seated))
    return Room(made.screen, lambda: (*made.ready, made.left, *made.distrusted, *steps))


def _asked_beside() -> Room:
    made = Seat()
    made.screen.show(room(("Gulnara", 0, False)))
    made.screen.ask("", lambda: made.ready.append(True))
    return Room(made.screen, lambda: (list(made.ready), made.left))


def replay(frames: int = 3, place: Place | None = None) -> Room:
    """A log watched again."""
    tape = Tape(3)
    for number, (known, _, _) in enumerate(list(moments("azi", 4, 0).values())[:frames], start=1):
        tape.add(Frame(number, 1, number, phrase(f"Sentence {number}"), (), known))

    def make(wanted: list[Any]) -> ReplayScreen:
        screen = ReplayScreen(tape, "a.log", leave=lambda: wanted.append("leave"))
        screen.place = place or Place()
        return screen

    return _screen(make)


def _message(since_ms: int | None) -> Room:
    return _screen(lambda w: MessageScreen("p2pcards", lambda: w.append(1), since_ms=since_ms))


def _choice() -> Room:
    return _screen(
        lambda w: ChoiceScreen("Which?", ("a", "b"), choose=w.append, leave=lambda: w.append("-"))
    )


def _name(name: str) -> Room:
    return _screen(lambda w: NameScreen(name, take=w.append, leave=lambda: w.append("leave")))


def _tour(at: int) -> Room:
    def make(wanted: list[Any]) -> TourScreen:
        screen = TourScreen(tour_of(GAMES["azi"]), lambda: wanted.append("leave"))
        screen.at = at
        return screen

    return _screen(make)


GUESTS: Final = (("Gulnara", 0, False), ("Sanjar", 7, False))


def _others() -> Iterator[tuple[str, Callable[[], Room]]]:
    yield "an empty lobby", lobby
    yield "the lobby", lambda: lobby(entry(0), entry(1))
    yield "the lobby of who came to watch", lambda: lobby(entry(0), is_watching=True)
    for key, what in (("?", "keys"), ("o", "options")):
        yield f"the lobby's {what}", lambda key=key: lobby(entry(0)).press(key)
    yield "an address is typed", lambda: lobby(entry(0)).press("@", "1")
    yield "no address yet", lambda: lobby(entry(0), joined=lambda: ["a.home"]).press("@")
    yield "a changed key is asked about", lambda: lobby(entry(2, Mark.REFUSED)).press("enter")
    yield "the form", lambda: lobby().press("c")
    yield "a number in the form", lambda: lobby().press("c", "down")
    yield "a value is typed in the form", lambda: lobby().press("c", "end", "2")
    yield "no table yet", seats
    yield "a seat", lambda: seats(*GUESTS)
    yield "the host's seat", lambda: seats(*GUESTS, is_host=True)
    yield "watching before the start", lambda: seats(GUESTS[0], watching=True)
    for key, what in (("?", "keys"), ("o", "options")):
        yield f"a seat's {what}", lambda key=key: seats(*GUESTS).press(key)
    yield "closing is asked", lambda: seats(*GUESTS, is_host=True).press("q")
    yield "a start is asked", lambda: seats(GUESTS[1], ("Bek", 1, True), is_host=True).press("r")
    yield "sitting beside a changed key is asked", _asked_beside
    yield "sentences", lambda: _message(None)
    yield "a table is dialled", lambda: _message(0)
    yield "a choice", _choice
    yield "a name", lambda: _name("mei")
    yield "no name", lambda: _name("")
    yield "the first step of a deal to look at", lambda: _tour(0)
    yield "a later one", lambda: _tour(5)
    yield "a log is read", lambda: replay(0)
    yield "a replay", lambda: replay(3, Place(at=1))
    yield "a replay's beginning", replay
    yield "a replay runs", lambda: replay(3, Place(at=1, next_ms=5000))
    yield "a step is typed", lambda: replay(3, Place(at=1, typed="2"))
    for key in "?w":
        yield f"{key} over a replay", lambda key=key: replay(3, Place(at=1, panel=key))


ROOMS: Final[Mapping[str, Callable[[], Room]]] = dict((*_tables(), *_others()))
