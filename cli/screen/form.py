"""The form for a new table: game, seats, bots, clock and the game's own options.

The one rule: pure. What may be typed for an option is asked of the game, each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from cli import words
from cli.cells import pad
from cli.screen.binding import Binding, found, offers_of
from cli.screen.drawing.laid_over import PagesView
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import sentence, span
from cli.screen.drawing.view import Ask, Offer
from cli.screen.intents import ARROWS, Paste, cut_at
from p2pcards.engine import LEVELS, BadOptions
from p2pcards.games import GAMES

DEADLINES: Final = (0, 15, 30, 60, 90, 120, 300)
MOST_DIGITS: Final = 3
LONGEST_VALUE: Final = 20
MOST_DEALS: Final = 10**MOST_DIGITS - 1

_HELP: Final = {
    "game": "the game",
    "seats": "seats at the table, yours included",
    "bots": "seats taken by bots of this computer",
    "level": "how those bots play",
    "deals": "how many are played; 0: as many as the match takes",
    "clock": "time for a turn; without a clock the seats vote by hand on who is silent",
}


@dataclass(frozen=True, slots=True)
class Form:
    """What has been filled in.

    Args:
        game: Its name.
        seats, bots, level, deadline_s, deals: Of the table; 0 deals: the match ends by itself.
        options: The game's options that were changed, as typed.
        row: The row of the cursor.
        typed: What is being typed into an option; None where nothing is.
        fault: What is wrong with it.
    """

    game: str
    seats: int = 4
    bots: int = 0
    level: str = "normal"
    deadline_s: int = 60
    deals: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    row: int = 0
    typed: str | None = None
    fault: str = ""

    @staticmethod
    def begin(*, deadline_s: int) -> Form:
        game = "azi" if "azi" in GAMES else min(GAMES)
        return _fitted(Form(game, deadline_s=deadline_s))

    @property
    def rows(self) -> tuple[str, ...]:
        """What can be filled in, from the top."""
        return (*_HELP, *GAMES[self.game].option_names)

    @property
    def is_at_option(self) -> bool:
        """Whether the cursor is on one of the game's own options."""
        return self.row >= len(_HELP)

    @property
    def name(self) -> str:
        """The row of the cursor."""
        return self.rows[self.row]

    def value(self, name: str) -> str:
        """What stands in a row."""
        match name:
            case "game":
                return GAMES[self.game].title
            case "seats":
                return str(self.seats)
            case "bots":
                return str(self.bots)
            case "level":
                return self.level
            case "deals":
                return str(self.deals) if self.deals else "as many as the match takes"
            case "clock":
                return f"{self.deadline_s} s a turn" if self.deadline_s else "no clock"
            case _:
                return str(GAMES[self.game].options(self.options)[name])

    @property
    def page(self) -> PagesView:
        """The form as it is drawn."""
        lines: list[Text] = []
        for number, name in enumerate(self.rows):
            is_here = number == self.row
            label = pad(name.replace("_", " "), 12)
            role = Role.TURN if is_here else Role.TEXT
            lines.append(span(f"{'▸' if is_here else ' '} {label}{self.value(name)}", role))
        return PagesView("a new table", tuple(lines), first=max(0, self.row - 8))

    @property
    def offers(self) -> tuple[Offer, ...]:
        return offers_of(KEYS if self.typed is None else TYPING, self)

    @property
    def ask(self) -> Ask:
        if self.typed is not None:
            after = span(f"  {self.fault}", Role.OPEN) if self.fault else ()
            label = self.name.replace("_", " ")
            return Ask(span(f"{label} "), typed=self.typed, is_boxed=True, after=after)
        if self.name == "bots" and self.bots:
            return Ask(sentence("Your computer could see the bots' hands; the lobby says so."))
        helps = words.option_help(GAMES[self.game])
        return Ask(sentence(_HELP.get(self.name) or helps[self.name]))


def press_form(form: Form, key: str) -> tuple[Form | None, bool]:
    """The form after a key, None where it is closed; and whether the table is to be opened."""
    if form.typed is not None:
        binding = found(TYPING, form, key)
        return (
            (_typed(form, form.typed, key), False) if binding is None else binding.does(form, key)
        )
    if not form.is_at_option or key not in ("h", "j", "k", "l", "g", "G"):
        key = ARROWS.get(key, key) if key != "backspace" or form.name != "deals" else key
    binding = found(KEYS, form, key)
    if binding is not None:
        return binding.does(form, key)
    is_text = len(key) == 1 and key.isprintable()
    return (_begin_typing(form, key) if is_text else form), False


def _changed(form: Form, step: int) -> Form:
    game = GAMES[form.game]
    match form.name:
        case "game":
            names = sorted(GAMES)
            other = names[(names.index(form.game) + step) % len(names)]
            return _fitted(replace(form, game=other, options={}))
        case "seats":
            return _fitted(replace(form, seats=form.seats + step))
        case "bots":
            return _fitted(replace(form, bots=form.bots + step))
        case "level":
            return replace(form, level=LEVELS[(LEVELS.index(form.level) + step) % len(LEVELS)])
        case "deals":
            return replace(form, deals=min(max(form.deals + step, 0), MOST_DEALS))
        case "clock":
            steps = sorted({*DEADLINES, form.deadline_s})
            at = min(max(steps.index(form.deadline_s) + step, 0), len(steps) - 1)
            return replace(form, deadline_s=steps[at])
        case name:
            value = game.options(form.options)[name]
            if not isinstance(value, int) or isinstance(value, bool):
                return form
            return _with_option(form, name, str(value + step)) or form


def _fitted(form: Form) -> Form:
    game = GAMES[form.game]
    seats = min(max(form.seats, game.least_seats), game.most_seats)
    return replace(form, seats=seats, bots=min(max(form.bots, 0), seats - 1))


def _begin_typing(form: Form, key: str) -> Form:
    if form.is_at_option:
        return replace(form, typed=key, fault="")
    if not (key.isascii() and key.isdigit()):
        return form
    if form.name == "seats":
        return _fitted(replace(form, seats=int(key)))
    if form.name == "deals":
        return replace(form, deals=int(f"{form.deals}{key}"[-MOST_DIGITS:]))
    return _fitted(replace(form, bots=int(key))) if form.name == "bots" else form


def _typed(form: Form, typed: str, key: str) -> Form:
    if len(key) != 1 or not key.isprintable():
        return form
    if len(typed) >= LONGEST_VALUE:
        return replace(form, fault=cut_at(LONGEST_VALUE))
    return replace(form, typed=typed + key, fault="")


def paste_in_form(form: Form, paste: Paste) -> Form | None:
    """The form with a paste in the value that is being typed; None where none is."""
    if form.typed is None:
        return None
    typed, is_cut = paste.fitted(form.typed, LONGEST_VALUE)
    return replace(form, typed=typed, fault=cut_at(LONGEST_VALUE) if is_cut else "")


def _with_option(form: Form, name: str, value: str) -> Form | None:
    """The form with the option changed; None where the game does not take it."""
    options = {**form.options, name: value}
    try:
        GAMES[form.game].options(options)
    except BadOptions:
        return None
    return replace(form, options=options, typed=None, fault="")


def _take(form: Form, _: str) -> Pressed:
    typed = form.typed or ""
    changed = _with_option(form, form.name, typed)
    return changed or replace(form, fault=_fault(form, form.name, typed)), False


def _rub_out(form: Form, _: str) -> Pressed:
    typed = form.typed or ""
    return replace(form, typed=typed[:-1] or None, fault=""), False


def _to_row(form: Form, key: str) -> Pressed:
    last = len(form.rows) - 1
    steps = {"up": form.row - 1, "s-tab": form.row - 1, "home": 0, "end": last}
    return replace(form, row=min(max(steps.get(key, form.row + 1), 0), last)), False


def _change(form: Form, key: str) -> Pressed:
    return _changed(form, -1 if key in ("left", "-") else 1), False


Pressed: TypeAlias = tuple[Form | None, bool]

KEYS: Final[tuple[Binding[Form, Pressed], ...]] = (
    Binding(("enter",), lambda form, _: (form, True), help="open the table", now="open the table"),
    Binding(
        ("up", "down", "tab", "s-tab", "home", "end"),
        _to_row,
        help="another row",
        name="↑↓  Tab  Home End",
        now="row",
        shown="↑↓",
    ),
    Binding(
        ("left", "right", "-", "+", "space"),
        _change,
        help="change it; a number or a value may be typed as well",
        name="←→  + -  Space",
        now=lambda form: "type a value" if form.is_at_option else "change",
        shown=lambda form: "digits" if form.is_at_option else "←→",
    ),
    Binding(
        ("backspace",),
        lambda form, _: (replace(form, deals=form.deals // 10), False),
        when=lambda form: form.name == "deals",
    ),
    Binding(("escape", "c-c"), lambda *_: (None, False), help="back", now="back", shown="Esc"),
)
TYPING: Final[tuple[Binding[Form, Pressed], ...]] = (
    Binding(("enter",), _take, now="take it"),
    Binding(
        ("escape", "c-c"),
        lambda form, _: (replace(form, typed=None, fault=""), False),
        now="back",
        shown="Esc",
    ),
    Binding(("backspace",), _rub_out),
)


def _fault(form: Form, name: str, value: str) -> str:
    try:
        GAMES[form.game].options({**form.options, name: value})
    except BadOptions as error:
        return f"{error.option.replace('_', ' ')} {words.option_fault(form.game, error)}"
    return ""
