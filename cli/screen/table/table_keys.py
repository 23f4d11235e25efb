"""The keys of a table that are no move of one game alone: what each does, when, and what it is called.

The one rule: pure, as all keys are. Rows, the page of keys and the documents are read from these
tables, and from those of the games, which look the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from cli.screen.binding import Binding, KeyRows, Row, help_of, offers_of, row_of
from cli.screen.drawing.view import Offer
from cli.screen.games import screen_of
from cli.screen.games.together import Bindings
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
    card_text,
    enter,
    enter_label,
    make,
    together_of,
)
from cli.screen.table.hand_keys import MOVING, ONE, ORDERING, sort
from cli.screen.table.number_keys import DIGIT_KEYS, TYPING
from cli.screen.table.why import ask_why, forbidden_in_hand
from cli.table.asking import question_of_absence
from cli.table.choosing import (
    AtTable,
    Choosing,
    Notice,
    Panel,
    Question,
    Situation,
    Typing,
)
from cli.table.games import moves_of
from cli.table.moves import Amount, HandUse, Move
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


def _begin_amount(at: AtTable, key: str) -> Pressed | None:
    """A digit begins the number of the move that needs one."""
    moves = at.situation.moves
    amounts = [move.action for move in moves.moves if isinstance(move.action, Amount)]
    if moves.use is HandUse.ONE or not amounts or key == "0":
        return None
    return replace(at.choosing, typing=Typing(amounts[0], key)), None


def _play_again(at: AtTable, key: str) -> Pressed | None:
    """The digit of a card that is taken up already plays it."""
    order, place = at.choosing.held.order, int(key) - 1
    is_one = at.situation.is_turn and at.situation.moves.use is HandUse.ONE
    if not is_one or not 0 <= place < len(order) or at.choosing.held.taken != (order[place],):
        return None
    return enter(AtTable(replace(at.choosing, cursor=place), at.situation))


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


# --- which key is meant, and what is offered ---------------------------------------------------------------


def meant(at: AtTable, key: str) -> Pressed | None:
    """What the key does: in what is typed, in what is laid over, at the table, in the hand."""
    return next((done for does in _ladder(at, key) if (done := does(at, key)) is not None), None)


Does: TypeAlias = Callable[[AtTable, str], Pressed | None]


def _ladder(at: AtTable, key: str) -> Iterator[Does]:
    def of(bindings: TableKeys) -> Iterator[Does]:
        return (one.does for one in bindings if key in one.keys and one.when(at))

    def in_hand(bindings: Bindings) -> Iterator[Does]:
        return (_only_hand(one.does) for one in bindings if key in one.keys and one.when(at))

    choosing, situation = at
    yield from of(TYPING)
    if choosing.panel is Panel.FAULT:
        yield from of(FAULT)  # play goes on beneath
    elif choosing.panel is not Panel.NONE:
        yield from of((*LAID_OVER, *ALWAYS))
        return
    yield from of((*STATE, *ALWAYS))
    together = together_of(situation)
    if together is not None:
        yield from in_hand(together.keys)
    yield from (_of_move(move) for move in situation.moves.moves if key in move.keys)
    if key in DIGIT_KEYS:
        yield from (_begin_amount, _play_again)
    if together is None:
        yield from in_hand(ONE)
    yield from (_unnamed(does) for does in in_hand((*MOVING, *ORDERING)))
    yield from of(STORY)


def _only_hand(does: Callable[[AtTable, str], Choosing]) -> Does:
    return lambda at, key: (does(at, key), None)


def _unnamed(does: Does) -> Does:
    """After any other key a suit is not being named any longer."""
    return lambda at, key: does(AtTable(replace(at.choosing, suit=""), at.situation), key)


def _of_move(move: Move) -> Does:
    return lambda at, _: make(replace(at.choosing, suit=""), move, at.situation)


def offers_now(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    """What is offered, while nothing is asked and nothing said."""
    at = AtTable(choosing, situation)
    if choosing.panel is not Panel.NONE:
        return offers_of(FAULT if choosing.panel is Panel.FAULT else LAID_OVER, at)
    if choosing.typing is not None:
        return offers_of(TYPING, at)
    offers = offers_of(STATE, at)
    moves = map(_offer, situation.moves.moves)
    together = together_of(situation)
    if situation.is_over:
        return (*offers, *offers_of(ALWAYS, at))
    if together is not None and together.has_rows(situation):
        closed = together.closed(choosing, situation, None)
        return (*offers, *offers_of(together.keys, at), *closed, *moves)
    if situation.is_turn:
        return (*offers, *offers_of(ONE, at), *_closed_cards(at), *moves)
    return offers


def _offer(move: Move) -> Offer:
    if move.action is None:
        return Offer("", move.label, is_open=False, target=f"why:{move.label}")
    return Offer(move.keys[0], move.label)


def _closed_cards(at: AtTable) -> tuple[Offer, ...]:
    """The cards that must wait."""
    if at.situation.moves.card_verb is None:
        return ()
    return tuple(
        Offer("", card_text(slot, at.situation), is_open=False, target=f"card:{slot}")
        for slot in forbidden_in_hand(*at)
    )


def more_now(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    """The row above the offers; most have none."""
    together = together_of(situation)
    is_free = choosing.panel is Panel.NONE and not choosing.is_talking
    if not is_free or choosing.question is not None or together is None:
        return ()
    row = row_of(together.keys, AtTable(choosing, situation), Row.MORE)
    return (*row, *together.closed(choosing, situation, Row.MORE))


def last_row(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    """The keys that always stand on the last row."""
    usual = row_of(ALWAYS, AtTable(choosing, situation), Row.KEYS)
    together = together_of(situation)
    if situation.is_watching or together is None or not together.has_rows(situation):
        return usual
    return together.key_row(usual)
