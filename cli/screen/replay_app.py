"""A match watched again: step, jump, run, back, through the eyes of any seat.

The one rule: what is shown depends on the step, the eyes and what is laid over it, never on the
way there. What no log knows stays closed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from cli.own_hands import Hands, hand_of
from cli.screen.games import screen_of
from cli.screen.games.scene import Moment
from cli.screen.intents import ARROWS, NO_FIELD, Click, Key, Paste
from cli.screen.known import Known
from cli.screen.replay_view import ReplayView, Step
from cli.screen.tape import Frame, Tape
from cli.screen.text import clean, face, faces, joined, mark, sentence, span
from cli.screen.view import Ask, Bar, Mark, Offer, PagesView, Role, Shown, Text
from p2pcards.cards import Card
from p2pcards.engine import Seat, Slot

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
STEP_MS: Final = 1500
"""How long a step stays at speed 1."""

KEYS: Final = (
    Offer("←→", "step"),
    Offer("PgUp PgDn", "trick"),
    Offer("[ ]", "deal"),
    Offer("2 7 Enter", "jump", is_minor=True),
    Offer("Space", "run"),
    Offer("+ -", "speed"),
)
HELP: Final = (
    "← →          one step back, on",
    "PgUp PgDn    the trick before, after",
    "[ ]          the deal before, after",
    "Home End     first and last step of the deal",
    "2 7 Enter    to step 27 of the deal",
    "Space        run, stop",
    "+ -          faster, slower",
    "e            through whose eyes: all of them, or one seat's",
    "Enter        this entry in words",
    "?            these keys",
    "q            quit",
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the replay stands: all that its picture depends on.

    Args:
        at: Index of the step on the whole tape.
        eyes: The seat that is looked through; None: all, as known today.
        speed: Index into SPEEDS.
        next_ms: When the next step is due; None while it does not run.
        typed: A number being typed.
        panel: What is laid over the steps: `?` keys, `w` the entry in words.
        scroll: How far that is scrolled.
        said: A sentence on the last row, until the next key.
    """

    at: int = 0
    eyes: Seat | None = None
    speed: int = 1
    next_ms: int | None = None
    typed: str = ""
    panel: str = ""
    scroll: int = 0
    said: str = ""

    @property
    def is_running(self) -> bool:
        return self.next_ms is not None


def press(place: Place, key: Key, tape: Tape, now_ms: int) -> Place | None:
    """The place after a key; None: enough seen. The tape has at least one step."""
    if isinstance(key, Paste):
        return replace(place, said=NO_FIELD)
    place = replace(place, said="")
    if isinstance(key, Click):
        kind, _, name = key.target.partition(":")
        if kind == "step" and name.isdigit():
            return _jump(place, int(name), tape)
        names = {"Enter": "enter", "Esc": "escape", "Space": "space"}
        key = names.get(name, name[:1]) if kind == "key" else ""
    if place.typed and key == "backspace":
        return replace(place, typed=place.typed[:-1])
    key = ARROWS.get(key, key)
    if place.panel:
        return _press_panel(place, key)
    if len(key) == 1 and key.isascii() and key.isdigit():
        return replace(place, typed=(place.typed + key)[-4:])
    typed, place = place.typed, replace(place, typed="")
    match key:
        case "enter" if typed:
            return _jump(place, int(typed), tape)
        case "enter" | "w":
            return replace(place, panel="w", scroll=0, next_ms=None)
        case "?":
            return replace(place, panel="?", scroll=0, next_ms=None)
        case "right" | "down":
            return _to(place, place.at + 1, tape)
        case "left" | "up":
            return _to(place, place.at - 1, tape)
        case "home":
            return _to(place, _bounds(tape, place.at)[0], tape)
        case "end":
            return _to(place, _bounds(tape, place.at)[1], tape)
        case "pagedown" | "pageup":
            return _to(place, _trick(tape, place.at, 1 if key == "pagedown" else -1), tape)
        case "[" | "]":
            return _to(place, _deal(tape, place.at, 1 if key == "]" else -1), tape)
        case "space":
            due_ms = None if place.is_running else now_ms + _step_ms(place)
            return replace(place, next_ms=due_ms)
        case "+" | "=" | "-":
            step = -1 if key == "-" else 1
            return replace(place, speed=min(max(place.speed + step, 0), len(SPEEDS) - 1))
        case "e":
            return replace(
                place, eyes=_next_eyes(place.eyes, len(tape.frames[0].known.facts.names))
            )
        case "q" | "c-c":
            return None
        case "escape" if not typed:
            return replace(place, next_ms=None)
        case _:
            return place


def tick(place: Place, tape: Tape, now_ms: int) -> Place:
    """The place after time has passed."""
    if place.next_ms is None or now_ms < place.next_ms:
        return place
    if place.at + 1 < len(tape.frames):
        return replace(place, at=place.at + 1, next_ms=now_ms + _step_ms(place))
    return replace(place, next_ms=None if tape.is_complete else now_ms + _step_ms(place))


def _step_ms(place: Place) -> int:
    return round(STEP_MS / SPEEDS[place.speed])


def _press_panel(place: Place, key: str) -> Place:
    steps = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8}
    if key in steps:
        return replace(place, scroll=max(0, place.scroll + steps[key]))
    is_closing = key in ("escape", "enter", "q", "c-c", place.panel)
    return replace(place, panel="", scroll=0) if is_closing else place


def _to(place: Place, at: int, tape: Tape) -> Place:
    return replace(place, at=min(max(at, 0), len(tape.frames) - 1), next_ms=None)


def _bounds(tape: Tape, at: int) -> tuple[int, int]:
    """First and last step of the deal."""
    return tape.bounds[tape.frames[at].deal]


def _jump(place: Place, number: int, tape: Tape) -> Place:
    first, last = _bounds(tape, place.at)
    if not 1 <= number <= last - first + 1:
        told = f"Deal {tape.frames[place.at].deal} has steps 1 to {last - first + 1}."
        return replace(place, said=told)
    return _to(place, first + number - 1, tape)


def _trick(tape: Tape, at: int, step: int) -> int:
    """The next step that completes a trick; the end of the tape where there is none."""
    index = at + step
    while 0 <= index < len(tape.frames):
        frame = tape.frames[index]
        is_first = index == 0 or not tape.frames[index - 1].is_finished_trick
        if frame.is_finished_trick and is_first:
            return index
        index += step
    return index


def _deal(tape: Tape, at: int, step: int) -> int:
    """The first step of the deal before or after."""
    deals = tape.deals
    to = deals.index(tape.frames[at].deal) + step
    if to < 0:
        return 0
    if to >= len(deals):
        return len(tape.frames) - 1
    return tape.bounds[deals[to]][0]


def _next_eyes(eyes: Seat | None, seats: int) -> Seat | None:
    if eyes is None:
        return 0
    return eyes + 1 if eyes + 1 < seats else None


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

    def noted(self, seat: Seat, state: Any) -> Mapping[Slot, Card]:
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
    frame = tape.frames[place.at]
    seat = own.bottom if place.eyes is None else place.eyes
    known = replace(frame.known, facts=replace(frame.known.facts, seat=seat, is_told_by_name=True))
    hand, cards = _cards(place, tape, frame, seat)
    noted = {} if frame.state is None else own.noted(seat, frame.state)
    hand = {**(noted if tape.is_dealt(place.at) else {}), **hand}
    state = frame.state
    scene = screen_of(known.facts.game).scene(known, Moment(state, hand, cards=cards))
    first, last = _bounds(tape, place.at)
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
        steps=tuple(
            Step(one.number, sentence(one.text.removesuffix(".")), checks(one)) for one in steps
        ),
        cursor=place.at - first,
        speed=f"{'runs' if place.is_running else 'stopped'}, speed {speed}",
        deal=f"deal {frame.deal}" if frame.deal else "the table",
        keys=KEYS,
        more_keys=(
            Offer("?", "keys"),
            Offer("q", "quit"),
            Offer("e", "through whose eyes"),
            Offer("Enter", "this entry in words", is_minor=True),
        ),
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
    state: Any,
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


_CHECKS: Final = {
    "signature": "signed",
    "signatures of all": "signed by all",
    "the card": "card",
    "the cards": "cards",
    "the claim": "claim proved",
}


_SEVERAL: Final = {
    "signature": "signatures",
    "the card": "cards",
    "the claim": "claims proved",
}


def checks(frame: Frame) -> Text:
    """What was checked for a step, each with its tick."""
    shares = [words for words in frame.verified if words.endswith("shares")]
    others = [words for words in frame.verified if words not in shares]
    told = [
        _CHECKS.get(words, words)
        if count == 1 or words not in _SEVERAL
        else f"{count} {_SEVERAL[words]}"
        for words, count in Counter(others).items()
    ]
    if shares:
        told.append(f"{len(shares)} messages of shares" if len(shares) > 1 else "shares")
    return joined((mark(Mark.CHECKED, words) for words in told), "  ")


def _ask(place: Place) -> Ask:
    if place.typed:
        return Ask(span("to step "), typed=place.typed, after=span("  Enter jump   Esc back"))
    return Ask(sentence(place.said))


def _overlay(place: Place, tape: Tape, frame: Frame) -> PagesView | None:
    if place.panel == "?":
        return PagesView("keys", tuple(map(sentence, HELP)), place.scroll)
    if place.panel == "w":
        lines = [sentence(frame.text), (), span(f"Entry {frame.entry} of {tape.entries}.")]
        lines += [
            joined((mark(Mark.CHECKED), sentence(f"{words} verified here")), " ")
            for words in frame.verified
        ]
        if not frame.verified:
            lines.append(sentence("Nothing to verify: it follows from the entries before."))
        if tape.problem is not None:
            lines += [(), span(f"Entry {tape.problem.entry}: {tape.problem.reason}.", Role.BAD)]
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
        repaint: Draws all anew.
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
        repaint: Callable[[], None] = lambda: None,
    ) -> None:
        self._tape = tape
        self._name = clean(name)
        self._own_key = own_key
        self._hands: Hands = hands or {}
        self._wanted_deal = deal
        self._leave = leave
        self._repaint = repaint
        self.place = Place()

    def say(self, text: str) -> None:
        """A sentence on the last row."""
        self.place = replace(self.place, said=text)

    def press(self, key: Key, now_ms: int) -> None:
        if key == "c-l":
            self._repaint()
            return
        if not self._tape.frames:
            if key in ("q", "c-c", "escape"):
                self._leave()
            return
        self._wanted_deal = None
        place = press(self.place, key, self._tape, now_ms)
        if place is None:
            self._leave()
        else:
            self.place = place

    def drawn(self, now_ms: int) -> None:
        """Nothing depends on it."""

    def view(self, now_ms: int) -> ReplayView:
        tape = self._tape
        if not tape.frames:
            bar = Bar("replay", self._name, "being read", _trust(tape))
            return ReplayView(bar, keys=(Offer("q", "quit"),))
        if self._wanted_deal is not None and self._wanted_deal in tape.deals:
            self.place = replace(self.place, at=tape.bounds[self._wanted_deal][0])
            self._wanted_deal = None
        self.place = tick(self.place, tape, now_ms)
        seat = tape.keys.index(self._own_key) if self._own_key in tape.keys else None
        return replay_view(self.place, tape, self._name, Own(seat, self._hands))
