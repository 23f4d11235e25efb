"""The keys of a table that are no move of one game alone: what each does, when, and what it is called.

The one rule: pure, as all keys are. Rows, the page of keys and the documents are read from these
tables, and from those of the games, which look the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cli.screen.binding import Binding, KeyRows, Row, help_of
from cli.screen.games import screen_of
from cli.screen.intents import (
    Advise,
    Again,
    DeclareAbsent,
    GoOn,
    KeepWaiting,
    Replay,
)
from cli.screen.pages import SCROLL, scrolled
from cli.screen.table import earlier, pausing, reading, talk_panel
from cli.screen.table.doing import (
    Pressed,
    TableKeys,
    ask_to_leave,
    enter,
    enter_label,
    together_of,
)
from cli.screen.table.hand_keys import MOVING, ORDERING, sort
from cli.screen.table.number_keys import TYPING
from cli.screen.table.why import ask_why
from cli.table.asking import question_of_absence
from cli.table.choosing import (
    AtTable,
    Notice,
    Panel,
    Question,
    Situation,
)
from cli.table.games import moves_of
from p2pcards.engine import AnyGame

PAGE: Final = 5


# --- panels --------------------------------------------------------------------------------------------


def _open(panel: Panel) -> Callable[[AtTable, str], Pressed]:
    """Opens it, or closes it where it is open."""

    def does(at: AtTable, _: str) -> Pressed:
        to = Panel.NONE if at.choosing.panel is panel else panel
        return replace(at.choosing, panel=to, scroll=0, typing=None), None

    return does


def _scroll(at: AtTable, key: str) -> Pressed:
    scroll, said = scrolled(at.choosing.scroll, key, at.situation.last_line)
    notice = Notice(said) if said else None
    return replace(at.choosing, scroll=scroll, notice=notice), None


def _close(at: AtTable, _: str) -> Pressed:
    return replace(at.choosing, panel=Panel.NONE, scroll=0), None


PAGES: Final[TableKeys] = (
    Binding(("escape",), _close, help="back to the table", now="back"),
    Binding(
        tuple(SCROLL),
        _scroll,
        help="read on, back; the beginning, the end",
        name="↑↓  PgUp PgDn  Home End",
        now="scroll",
        shown="↑↓",
    ),
    Binding(
        ("space",),
        lambda at, _: (at.choosing, GoOn()),
        when=lambda at: at.situation.has_more_to_show,
    ),
)
LAID_OVER: Final[TableKeys] = (
    *talk_panel.TALK_PANEL,
    *earlier.EARLIER,
    *reading.RULES,
    *PAGES,
)
"""In what is laid over, those of one page before those of all."""
FAULT: Final[TableKeys] = (
    Binding(("escape",), _close, now="close"),
    Binding(("e",), _open(Panel.EVIDENCE), help="of a fault: its evidence", now="evidence"),
)


# --- the table -----------------------------------------------------------------------------------------


def _has_rows(situation: Situation) -> bool:
    """Whether the last rows are those of cards that are used together."""
    together = together_of(situation)
    return together is not None and together.has_rows(situation)


def _is_busy(at: AtTable) -> bool:
    """Whether our player has something to do at the cards."""
    return at.situation.is_turn or _has_rows(at.situation)


def _is_silent(at: AtTable) -> bool:
    is_open = not at.situation.is_over and not _is_busy(at)
    return is_open and bool(at.situation.silent)


def _is_stuck(at: AtTable) -> bool:
    is_open = not at.situation.is_over and not _is_busy(at)
    return is_open and at.situation.is_stuck and not at.situation.silent


def _say_absent(at: AtTable, _: str) -> Pressed:
    choosing, situation = at
    question = question_of_absence(situation.silent, situation.voters, situation.ask)
    if question is None:
        return choosing, DeclareAbsent()
    return replace(choosing, question=Question(question)), None


def _again(at: AtTable) -> str:
    return "watch another match" if at.situation.is_watching else "another match"


def _go_on_label(at: AtTable) -> str:
    is_free = not at.situation.is_over and not _is_busy(at)
    return "go on" if is_free and not at.situation.silent and not at.situation.is_stuck else ""


def _only_goes_on(at: AtTable) -> bool:
    """Whether what stays on the screen is all that Enter could mean."""
    return at.situation.has_more_to_show and not _is_busy(at)


STATE: Final[TableKeys] = (
    pausing.BACK,
    Binding(
        ("enter",),
        lambda at, _: (at.choosing, Replay()),
        when=lambda at: at.situation.is_over,
        now="replay",
    ),
    Binding(("enter",), _say_absent, when=_is_silent, now="say absent"),
    Binding(("enter",), lambda at, _: (at.choosing, GoOn()), when=_only_goes_on),
    Binding(
        ("enter",),
        enter,
        help="do what the offer line begins with",
        when=lambda at: not at.situation.is_over,
        now=enter_label,
    ),
    Binding(
        ("r",),
        lambda at, _: (at.choosing, Again()),
        help="another match, when one is over",
        when=lambda at: at.situation.is_over and at.situation.can_play_again,
        now=_again,
    ),
    Binding(
        ("escape",),
        lambda at, _: (at.choosing, KeepWaiting()),
        when=_is_silent,
        now="keep waiting",
    ),
    Binding(
        ("escape",),
        lambda at, _: ask_to_leave(*at),
        when=_is_stuck,
        now="leave",
    ),
    Binding(
        ("space",),
        lambda at, _: (at.choosing, GoOn()),
        when=lambda at: at.situation.has_more_to_show,
        now=_go_on_label,
    ),
)
"""What a table asks for that is no move of the game."""


def _why(at: AtTable, _: str) -> Pressed:
    return ask_why(*at, together_of(at.situation)), None


def _order(at: AtTable, _: str) -> Pressed:
    """What ranks above what."""
    order = moves_of(at.situation.game).order_of_cards
    return replace(at.choosing, notice=Notice(order)), None


def _plays(at: AtTable) -> bool:
    return not at.situation.is_watching


def _advice(at: AtTable, _: str) -> Pressed:
    if not at.situation.is_turn:
        return replace(at.choosing, notice=Notice("Advice is for your turn, and it is not.")), None
    return replace(at.choosing, notice=Notice("Thinking …")), Advise()


ALWAYS: Final[TableKeys] = (
    Binding(("w",), _why, help="why is this not allowed"),
    Binding(("i",), _order, help="order of the cards"),
    Binding(("?",), _open(Panel.KEYS), help="these keys", row=Row.KEYS, label="keys"),
    Binding(
        ("h",),
        _advice,
        help="what a good player would do now, why, and how sure that is; it is taken up",
        when=_plays,
        row=Row.KEYS,
        label="advice",
    ),
    Binding(
        ("t",),
        lambda at, _: (replace(at.choosing, is_talking=True), None),
        help="talk; Enter says it, Esc keeps the draft",
        row=Row.KEYS,
        label="talk",
    ),
    talk_panel.OPENING,
    Binding(
        ("p",),
        _open(Panel.PROOFS),
        help="proofs: who shuffled, and what was checked",
        row=Row.KEYS,
        label="proofs",
    ),
    reading.OPENING,
    earlier.OPENING,
    Binding(("v",), _open(Panel.LAST), help="the last trick", row=Row.KEYS, label="last trick"),
    Binding(
        ("s",),
        lambda at, _: (sort(at.choosing, at.situation), None),
        help="sort by suit, rank, own order",
        when=_plays,
        row=Row.KEYS,
        label="sort",
        is_minor=True,
    ),
    Binding(
        ("o",),
        _open(Panel.OPTIONS),
        help="options of the table",
        row=Row.KEYS,
        label="options",
        is_minor=True,
    ),
    pausing.PAUSE,
    Binding(
        ("q",),
        lambda at, _: ask_to_leave(*at),
        help="leave; Ctrl-C too, and a second one leaves at once",
        row=Row.KEYS,
        label="leave",
        now=lambda at: "leave" if at.situation.is_over else "",
    ),
)


def _scroll_story(at: AtTable, key: str) -> Pressed:
    choosing, situation = at
    before = min(choosing.story_back, situation.older)
    back = min(max(before + (PAGE if key == "pageup" else -PAGE), 0), situation.older)
    if back != before:
        return replace(choosing, story_back=back), None
    told = "The story begins there." if key == "pageup" else "That is the newest of the story."
    return replace(choosing, notice=Notice(told)), None


STORY: Final[TableKeys] = (
    Binding(
        ("pageup", "pagedown"), _scroll_story, help="the story: back, on; in a number: five steps"
    ),
)
"""Behind all others: where cards lie in groups, these keys go from one to the next."""

_IN_FRONT: Final = (*help_of(MOVING), *help_of(STATE))
_BEHIND: Final = (*help_of(ORDERING), *help_of(STORY), *help_of(ALWAYS))


def keys_of(game: AnyGame) -> KeyRows:
    """All keys of the table of a game."""
    return (*_IN_FRONT, *screen_of(game).hand_keys, *_BEHIND)


def common_keys() -> KeyRows:
    """The keys that any table has."""
    return (*_IN_FRONT, *help_of(TYPING), *_BEHIND)
