"""A match watched again, through the eyes of any seat: what is seen at each place.

The one rule: what is shown depends on the step, the eyes and what is laid over it, never on the
way there. What no log knows stays closed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from cli import words
from cli.cells import clean
from cli.files.own_hands import Hands
from cli.screen.binding import (
    Row,
    help_of,
    row_of,
)
from cli.screen.drawing.laid_over import PagesView
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import faces, joined, mark, sentence, span
from cli.screen.drawing.view import Ask, Bar, Shown
from cli.screen.games import screen_of
from cli.screen.games.scene import Moment
from cli.screen.intents import Key
from cli.screen.replay.keys import (
    KEYS,
    READING_KEYS,
    SPEEDS,
    AtStep,
    Place,
    bounds,
    press,
    press_early,
    tick,
)
from cli.screen.replay.view import ReplayView, Step
from cli.screen.screen_view import Drawn
from cli.screen.table.keys_page import keys_page
from cli.table.faces import face
from cli.table.hand import hand_of
from cli.table.story.known import Known
from cli.table.story.tape import Frame, Tape
from cli.words.phrase import Mark
from p2pcards.cards import Card
from p2pcards.engine import Seat, Slot, State

# --- seen ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Own:
    """The seat whose replay it is.

    Args:
        seat: It; None if it has none at this table.
        hands: The cards it has noted for itself.
    """

    seat: Seat | None = None
    hands: Hands = field(default_factory=dict)

    @property
    def bottom(self) -> Seat:
        """The seat shown at the bottom while all are looked through."""
        return self.seat or 0

    def noted(self, seat: Seat, state: State) -> Mapping[Slot, Card]:
        """The cards noted of this seat's hand."""
        return self.hands.get(hand_of(state), {}) if seat == self.seat else {}


def replay_view(place: Place, tape: Tape, name: str, own: Own) -> ReplayView:
    """What is to be seen at this place.

    Args:
        place: Where the replay stands.
        tape: At least one step long.
        name: The log's name.
        own: Whose replay it is.
    """
    frame, at = tape.frames[place.at], AtStep(place, tape, 0)
    seat = own.bottom if place.eyes is None else place.eyes
    known = replace(frame.known, facts=replace(frame.known.facts, seat=seat, is_told_by_name=True))
    hand, cards = _cards(place, tape, frame, seat)
    noted = {} if frame.state is None else own.noted(seat, frame.state)
    hand = {**(noted if tape.is_dealt(place.at) else {}), **hand}
    state = frame.state
    scene = screen_of(known.facts.game).scene(known, Moment(state, hand, cards=cards))
    first, last = bounds(tape, place.at)
    steps = tape.frames[first : last + 1]
    names = known.facts.names
    speed = f"{SPEEDS[place.speed]:g}"
    whose = "all, as known today" if place.eyes is None else names[place.eyes]
    return ReplayView(
        bar=Bar("replay", name, _phase(frame, len(steps), tape), _trust(tape)),
        plates=scene.plates,
        middle=scene.middle,
        own_line=_own_line(known, state, scene.me, seat, hand, tape.cards_of(frame.known.deal)),
        eyes=f"eyes: {whose}",
        eyes_note=_eyes_note(place, names),
        steps=tuple(Step(one.number, sentence(one.text), checks(one)) for one in steps),
        cursor=place.at - first,
        speed=f"{'runs' if place.is_running else 'stopped'}, speed {speed}",
        deal=f"deal {frame.deal}" if frame.deal else "the table",
        keys=row_of(KEYS, at, Row.KEYS),
        more_keys=row_of(KEYS, at, Row.MORE),
        ask=_ask(place),
        overlay=_overlay(place, tape, frame),
    )


def _phase(frame: Frame, steps: int, tape: Tape) -> str:
    if not frame.deal:
        return f"the table · step {frame.number} of {steps}"
    return f"deal {frame.deal} of {tape.deals[-1]} · step {frame.number} of {steps}"


def _trust(tape: Tape) -> Text:
    if tape.problem is not None and tape.problem.is_cut:
        return mark(Mark.CLAIMED, f"breaks off after {tape.problem.entry - 1}")
    if tape.problem is not None:
        return mark(Mark.REFUSED, f"entry {tape.problem.entry} refused")
    checked = f"{tape.checked} of {tape.entries} checked"
    return mark(Mark.CHECKED if tape.is_complete else Mark.CHECKING, checked)


def _cards(
    place: Place, tape: Tape, frame: Frame, seat: Seat
) -> tuple[Mapping[Slot, Card], Mapping[Slot, Card]]:
    """The bottom seat's cards, and those of all others that may be shown."""
    state, game = frame.state, frame.known.facts.game
    if state is None:
        return {}, {}
    opened = tape.cards_of(frame.known.deal)
    held = set(game.hand_slots(state, seat))
    if place.eyes is not None and not tape.is_dealt(place.at):
        return {}, {}  # the seat did not know its cards yet
    hand = {slot: card for slot, card in opened.items() if slot in held}
    return hand, dict(opened) if place.eyes is None else {}


def _own_line(
    known: Known,
    state: State | None,
    figures: tuple[str, ...],
    seat: Seat,
    hand: Mapping[Slot, Card],
    opened: Mapping[Slot, Card],
) -> Text:
    game = known.facts.game
    name = span(known.facts.names[seat], Role.HEADING)
    if state is None:
        return name
    slots = game.hand_slots(state, seat)
    cards: list[Shown] = [face(game.pack, hand[slot]) if slot in hand else None for slot in slots]
    is_noted = any(slot in hand and slot not in opened for slot in slots)
    note = span("note, not proved", Role.OPEN) if is_noted else ()
    return joined((name, span("  ".join(figures)), faces(cards), note), "  ")


def _eyes_note(place: Place, names: tuple[str, ...]) -> Text:
    if place.eyes is None:
        return span("▒▒ was never opened; no log knows it", Role.DIM)
    return span(f"▒▒ {names[place.eyes]} did not see, or no log knows", Role.DIM)


def checks(frame: Frame) -> Text:
    """What was checked for a step, each with its tick."""
    told = words.checks(frame.verified, frame.known.facts.names)
    return joined((mark(Mark.CHECKED, one) for one in told), "  ")


def _ask(place: Place) -> Ask:
    if place.typed:
        return Ask(span("to step "), typed=place.typed, after=span("  Enter jump   Esc back"))
    return Ask(sentence(place.said))


def _overlay(place: Place, tape: Tape, frame: Frame) -> PagesView | None:
    if place.panel == "?":
        return keys_page(help_of(KEYS), place.scroll)
    if place.panel == "w":
        lines = [sentence(frame.text.ended), (), span(f"Entry {frame.entry} of {tape.entries}.")]
        lines += [
            joined((mark(Mark.CHECKED), sentence(f"{what} verified here")), " ")
            for what in words.checks_in_full(frame.verified, frame.known.facts.names)
        ]
        if not frame.verified:
            lines.append(sentence("Nothing to verify: it follows from the entries before."))
        if tape.problem is not None:
            lines += [
                (),
                span(f"Entry {tape.problem.entry}: {words.reason(tape.problem.reason)}.", Role.BAD),
            ]
        return PagesView(f"entry {frame.entry}", tuple(lines), place.scroll)
    return None


class ReplayScreen:
    """The replay on the screen.

    Args:
        tape: Grows while the log is verified.
        name: The log's name.
        own_key: The seat of this key is at the bottom, where there is one; else the first.
        hands: The cards that this seat has noted for itself.
        deal: The deal to begin with.
        leave: Called when enough has been seen.
    """

    def __init__(
        self,
        tape: Tape,
        name: str,
        *,
        own_key: bytes | None = None,
        hands: Hands | None = None,
        deal: int | None = None,
        leave: Callable[[], None],
    ) -> None:
        self._tape = tape
        self._name = clean(name)
        self._own_key = own_key
        self._hands: Hands = hands or {}
        self._wanted_deal = deal
        self._leave = leave
        self.place = Place()
        self._last_line = 0

    def say(self, text: str) -> None:
        """A sentence on the last row."""
        self.place = replace(self.place, said=text)

    def press(self, key: Key, now_ms: int) -> None:
        if self._tape.frames:
            self._wanted_deal = None
            place = press(self.place, key, self._tape, now_ms, self._last_line)
        else:
            place = press_early(self.place, key)
        if place is None:
            self._leave()
        else:
            self.place = place

    def drawn(self, now_ms: int, drawn: Drawn) -> None:
        self._last_line = drawn.last_line

    def view(self, now_ms: int) -> ReplayView:
        tape = self._tape
        if not tape.frames:
            bar = Bar("replay", self._name, "being read", _trust(tape))
            keys = row_of(READING_KEYS, self.place, Row.KEYS)
            return ReplayView(bar, keys=keys, ask=_ask(self.place))
        if self._wanted_deal is not None:
            self._go_to(self._wanted_deal)
        self.place = tick(self.place, tape, now_ms)
        seat = tape.keys.index(self._own_key) if self._own_key in tape.keys else None
        return replay_view(self.place, tape, self._name, Own(seat, self._hands))

    def _go_to(self, deal: int) -> None:
        """To the deal that was asked for, as soon as it is verified: what is before it decides what it is."""
        if deal in self._tape.deals:
            self.place = replace(self.place, at=self._tape.bounds[deal][0], said="")
            self._wanted_deal = None
        elif self._tape.is_complete:
            self.say(f"There is no deal {deal} in this log; the last is {self._tape.deals[-1]}.")
            self._wanted_deal = None
        else:
            self.say(f"Deal {deal} comes as soon as all before it is verified; any key stays here.")
