"""A deal for a newcomer: bots play it with all cards open, and it is told step by step.

The one rule: no cryptography and no network; it is the same deal every time, and nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import repeat, takewhile
from typing import Final

from cli.bots.names import BOT_NAMES
from cli.games import usual_seats
from cli.screen.binding import Binding, Row, found, nothing_here, offers_of, pressed_by, row_of
from cli.screen.drawing.spans import Text
from cli.screen.drawing.text import sentence
from cli.screen.drawing.view import Ask, Bar, Hand, HandCard, MyLine, TableView
from cli.screen.games import screen_of
from cli.screen.games.scene import Moment
from cli.screen.intents import ARROWS, NO_FIELD, Click, Key, Paste
from cli.screen.screen_view import Drawn
from cli.screen.table.model import drawn_story
from cli.table.faces import face
from cli.table.story import known as known_
from cli.table.story.following import after
from cli.table.story.known import Known, facts_of
from cli.table.story.lines import Sentence
from cli.words.en.tour import BEGINNINGS, END, PHASES
from p2pcards.cards import Card
from p2pcards.engine import Action, AnyGame, AnyView, Event, Slot, State
from p2pcards.practice import play_deal
from protocol.crypto.rng import SeededRng, below, permutation
from protocol.table.notices import Happened

OWN: Final = 0
LEVEL: Final = "normal"
SEEDS: Final = {"azi": b"13", "hazari": b"6", "lukfu": b"8"}
"""Of each game a deal in which much can be seen."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what is told of it, and the table after it."""

    told: Text
    known: Known
    state: State | None


@dataclass(frozen=True, slots=True)
class Tour:
    """A deal, step by step, with all its cards."""

    game: AnyGame
    steps: tuple[Step, ...]
    cards: dict[Slot, Card]


def tour_of(game: AnyGame) -> Tour:
    """The deal that newcomers to this game are shown."""
    seats = usual_seats(game)
    rng = SeededRng(SEEDS.get(game.name, b"1"))
    names = ("you", *BOT_NAMES[: seats - 1])
    state = game.new_match(game.options({}), seats)
    known = replace(known_.begin(facts_of(game, names, OWN, options=game.options({}))), deal=1)
    steps = [Step(sentence(BEGINNINGS.get(game.name, "")), known, None)]
    deck = [game.pack.cards[at] for at in permutation(rng, len(game.pack.cards))]
    bot, begun = game.bot(LEVEL), set[str]()

    def choose(view: AnyView) -> Action:
        return bot(view, lambda n: below(rng, n))

    def tell(before: State, event: Event, now: State) -> None:
        nonlocal known
        last = known.story
        known = after(known, Happened(before, event, now))
        pairs = zip(last, known.story, strict=False)
        told = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        state = now if known.finished is None else known.finished
        for line in known.story[told:]:
            if isinstance(line, Sentence):
                steps.append(Step(sentence(line.text), known, state))
        phase = str(getattr(now, "phase", ""))
        if phase not in begun and (opening := PHASES.get(game.name, {}).get(phase)):
            begun.add(phase)
            steps.append(Step(sentence(opening), known, now))

    play_deal(game, state, repeat(deck), choose, range(seats), tell)
    steps.append(replace(steps[-1], told=sentence(END)))
    return Tour(game, tuple(steps), dict(enumerate(deck)))


class TourScreen:
    """The deal on the screen.

    Args:
        tour: It.
        leave: Called when enough has been seen.
    """

    def __init__(self, tour: Tour, leave: Callable[[], None]) -> None:
        self._tour = tour
        self._leave = leave
        self.at = 0
        self._said = ""
        """What the last key was answered with."""

    @property
    def is_last(self) -> bool:
        """Whether nothing comes after this."""
        return self.at == len(self._tour.steps) - 1

    def say(self, text: str) -> None:
        """Nothing else is told here."""

    def go(self, step: int) -> None:
        """On, or back; beyond the end is out."""
        if step > 0 and self.is_last:
            self._leave()
        self.at = min(max(self.at + step, 0), len(self._tour.steps) - 1)

    def leave(self) -> None:
        """Enough seen."""
        self._leave()

    def press(self, key: Key, now_ms: int) -> None:
        self._said = ""
        if isinstance(key, Paste):
            self._said = NO_FIELD
            return
        if isinstance(key, Click):
            kind, _, name = key.target.partition(":")
            key = pressed_by(name) if kind == "key" else ""
        key = ARROWS.get(key, key)
        if (binding := found(KEYS, self, key)) is not None:
            binding.does(self, key)
        elif key:
            self._said = nothing_here(key, offers_of(KEYS, self))

    def drawn(self, now_ms: int, drawn: Drawn) -> None:
        """Nothing depends on it."""

    def view(self, now_ms: int) -> TableView:
        tour, step = self._tour, self._tour.steps[self.at]
        game, known, state = tour.game, step.known, step.state
        slots = () if state is None else game.hand_slots(state, OWN)
        hand = {slot: tour.cards[slot] for slot in slots}
        scene = screen_of(game).scene(known, Moment(state, hand, cards=tour.cards))
        cards = tuple(
            HandCard(slot, face(game.pack, hand[slot]))
            for slot in sorted(slots, key=lambda slot: (hand[slot].suit, -hand[slot].rank))
            if slot not in scene.placed
        )
        return TableView(
            bar=Bar(
                game.title,
                "a deal to look at",
                f"step {self.at + 1} of {len(tour.steps)} · {scene.phase}",
                (),
            ),
            plates=scene.plates,
            middle=scene.middle,
            result=scene.result,
            story=drawn_story(known.story),
            me=MyLine(("You", *scene.me), "all cards are open here"),
            hand=Hand(groups=scene.groups) if scene.groups else Hand(cards, scene.is_narrow),
            offers=offers_of(KEYS, self),
            ask=Ask(sentence(self._said) if self._said else step.told),
            keys=row_of(KEYS, self, Row.KEYS),
            facts=scene.facts,
        )


KEYS: Final[tuple[Binding[TourScreen, None], ...]] = (
    Binding(
        ("enter", "space", "right", "down", "pagedown"),
        lambda screen, _: screen.go(1),
        help="go on",
        name="Enter  Space  →  ↓  PgDn",
        now=lambda screen: "to your own table" if screen.is_last else "go on",
        shown="Enter",
    ),
    Binding(
        ("left", "up", "pageup"),
        lambda screen, _: screen.go(-1),
        help="back",
        name="←  ↑  PgUp",
        when=lambda screen: screen.at > 0,
        now="back",
        shown="←",
    ),
    Binding(("escape",), lambda screen, _: screen.leave(), help="skip it", now="skip it"),
    Binding(("q", "c-c"), lambda screen, _: screen.leave(), row=Row.KEYS, label="leave", shown="q"),
)
