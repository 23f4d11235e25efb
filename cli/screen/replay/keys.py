"""Where a replay stands, and how keys move it: step, jump, run, back.

The one rule: pure; from the same place the same key goes to the same place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from cli.screen.binding import (
    Binding,
    Row,
    found,
    nothing_here,
    offers_of,
    pressed_by,
    row_of,
)
from cli.screen.intents import ARROWS, NO_FIELD, Click, Key, Paste
from cli.screen.pages import ALL, SCROLL, scrolled
from cli.table.story.tape import Tape
from p2pcards.engine import Seat

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
STEP_MS: Final = 1500
"""How long a step stays at speed 1."""


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


def press(place: Place, key: Key, tape: Tape, now_ms: int, last_line: int = ALL) -> Place | None:
    """The place after a key; None: enough seen. The tape has at least one step.

    `last_line` is of what is laid over the steps, as drawn last.
    """
    if isinstance(key, Paste):
        return replace(place, said=NO_FIELD)
    place = replace(place, said="")
    if isinstance(key, Click):
        kind, _, name = key.target.partition(":")
        if kind == "step" and name.isdigit():
            return _jump(place, int(name), tape)
        key = pressed_by(name) if kind == "key" else ""
    if place.typed and key == "backspace":
        return replace(place, typed=place.typed[:-1])
    key = ARROWS.get(key, key)
    at = AtStep(
        replace(place, typed="") if key != "enter" and not _is_digit(key) else place,
        tape,
        now_ms,
        last_line,
    )
    bindings = PANEL_KEYS if place.panel else KEYS
    binding = found(bindings, at, key)
    after = at.place if binding is None else binding.does(at, key)
    if after == place and key:
        offers = offers_of(PANEL_KEYS, at) if place.panel else row_of(KEYS, at, Row.KEYS)
        return replace(place, said=nothing_here(key, offers))
    return after


def press_early(place: Place, key: Key) -> Place | None:
    """The place after a key for the moment that it takes to read the log; None: enough waited."""
    if isinstance(key, Paste):
        return replace(place, said=NO_FIELD)
    if isinstance(key, Click):
        kind, _, name = key.target.partition(":")
        key = pressed_by(name) if kind == "key" else ""
    if (binding := found(READING_KEYS, place, key)) is not None:
        return binding.does(place, key)
    said = nothing_here(key, row_of(READING_KEYS, place, Row.KEYS)) if key else ""
    return replace(place, said=said)


class AtStep(NamedTuple):
    """Where a key is pressed in a replay."""

    place: Place
    tape: Tape
    now_ms: int
    last_line: int = ALL


def _is_digit(key: str) -> bool:
    return len(key) == 1 and key.isascii() and key.isdigit()


def _type(at: AtStep, key: str) -> Place:
    return replace(at.place, typed=(at.place.typed + key)[-4:])


def _enter(at: AtStep, _: str) -> Place:
    """To the step whose number was typed, else the entry in words."""
    if at.place.typed:
        return _jump(replace(at.place, typed=""), int(at.place.typed), at.tape)
    return replace(at.place, panel="w", scroll=0, next_ms=None)


def _step(at: AtStep, key: str) -> Place:
    return _to(at.place, at.place.at + (1 if key in ("right", "down") else -1), at.tape)


def _to_bound(at: AtStep, key: str) -> Place:
    return _to(at.place, bounds(at.tape, at.place.at)[0 if key == "home" else 1], at.tape)


def _to_trick(at: AtStep, key: str) -> Place:
    return _to(at.place, _trick(at.tape, at.place.at, 1 if key == "pagedown" else -1), at.tape)


def _to_deal(at: AtStep, key: str) -> Place:
    return _to(at.place, _deal(at.tape, at.place.at, 1 if key == "]" else -1), at.tape)


def _run(at: AtStep, _: str) -> Place:
    due_ms = None if at.place.is_running else at.now_ms + step_ms(at.place)
    return replace(at.place, next_ms=due_ms)


def _quicken(at: AtStep, key: str) -> Place:
    speed = at.place.speed + (-1 if key == "-" else 1)
    return replace(at.place, speed=min(max(speed, 0), len(SPEEDS) - 1))


def _look_through(at: AtStep, _: str) -> Place:
    seats = len(at.tape.frames[0].known.facts.names)
    return replace(at.place, eyes=_next_eyes(at.place.eyes, seats))


def _lay_over(at: AtStep, key: str) -> Place:
    return replace(at.place, panel=key, scroll=0, next_ms=None)


def _scroll(at: AtStep, key: str) -> Place:
    scroll, said = scrolled(at.place.scroll, key, at.last_line)
    return replace(at.place, scroll=scroll, said=said)


KEYS: Final[tuple[Binding[AtStep, Place | None], ...]] = (
    Binding(
        ("left", "right", "up", "down"),
        _step,
        help="one step back, on",
        name="← →",
        row=Row.KEYS,
        label="step",
        shown="←→",
    ),
    Binding(
        ("pageup", "pagedown"),
        _to_trick,
        help="the trick before, after",
        row=Row.KEYS,
        label="trick",
        shown="PgUp PgDn",
    ),
    Binding(
        ("[", "]"),
        _to_deal,
        help="the deal before, after",
        row=Row.KEYS,
        label="deal",
        shown="[ ]",
    ),
    Binding(("home", "end"), _to_bound, help="first and last step of the deal"),
    Binding(
        tuple("0123456789"),
        _type,
        help="to step 27 of the deal",
        name="2 7 Enter",
        row=Row.KEYS,
        label="jump",
        is_minor=True,
    ),
    Binding(("space",), _run, help="run, stop", row=Row.KEYS, label="run"),
    Binding(
        ("+", "=", "-"),
        _quicken,
        help="faster, slower",
        name="+  -",
        row=Row.KEYS,
        label="speed",
        shown="+ -",
    ),
    Binding(
        ("escape",),
        lambda at, _: replace(at.place, next_ms=None) if at.place.is_running else None,
        help="stop, back",
    ),
    Binding(("?",), _lay_over, help="these keys", row=Row.MORE, label="keys"),
    Binding(("q", "c-c"), lambda *_: None, help="quit", row=Row.MORE, label="quit", shown="q"),
    Binding(
        ("e",),
        _look_through,
        help="through whose eyes: all of them, or one seat's",
        row=Row.MORE,
        label="through whose eyes",
    ),
    Binding(
        ("enter",),
        _enter,
        help="this entry in words",
        row=Row.MORE,
        label="this entry in words",
        is_minor=True,
    ),
    Binding(("w",), _lay_over),
)
READING_KEYS: Final[tuple[Binding[Place, Place | None], ...]] = (
    Binding(("q", "escape", "c-c"), lambda *_: None, row=Row.KEYS, label="quit", shown="q"),
)
"""While nothing of the log has been read yet."""
PANEL_KEYS: Final[tuple[Binding[AtStep, Place | None], ...]] = (
    Binding(
        ("escape", "enter", "q", "c-c", "?", "w"),
        lambda at, _: replace(at.place, panel="", scroll=0),
        now="back",
        shown="Esc",
    ),
    Binding(tuple(SCROLL), _scroll, now="scroll", shown="↑↓"),
)


def tick(place: Place, tape: Tape, now_ms: int) -> Place:
    """The place after time has passed."""
    if place.next_ms is None or now_ms < place.next_ms:
        return place
    if place.at + 1 < len(tape.frames):
        return replace(place, at=place.at + 1, next_ms=now_ms + step_ms(place))
    return replace(place, next_ms=None if tape.is_complete else now_ms + step_ms(place))


def step_ms(place: Place) -> int:
    return round(STEP_MS / SPEEDS[place.speed])


def _to(place: Place, at: int, tape: Tape) -> Place:
    return replace(place, at=min(max(at, 0), len(tape.frames) - 1), next_ms=None)


def bounds(tape: Tape, at: int) -> tuple[int, int]:
    """First and last step of the deal."""
    return tape.bounds[tape.frames[at].deal]


def _jump(place: Place, number: int, tape: Tape) -> Place:
    first, last = bounds(tape, place.at)
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
