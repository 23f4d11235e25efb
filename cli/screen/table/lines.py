"""The three last rows of a table: what is offered, what is asked, which keys there are.

The one rule: what may be pressed is read from the keys' own records; only the sentences are made here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cli.screen.binding import offers_of
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import sentence, span
from cli.screen.drawing.view import Ask, Offer
from cli.screen.table.doing import together_of
from cli.screen.table.in_force import last_row, more_now, offers_now
from cli.screen.table.keys import QUESTION, TALK
from cli.screen.table.reading import SEEKING
from cli.screen.table.why import why_line
from cli.table.choosing import AtTable, Choosing, Notice, Panel, Situation, Typing
from cli.table.games import moves_of

ANSWERS: Final = "Enter yes, any other key no."
"""Where there is room: the offers say the two that are shown."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Rows 21 to 24; most have no `more`."""

    more: tuple[Offer, ...]
    offers: tuple[Offer, ...]
    ask: Ask
    keys: tuple[Offer, ...]


def lines_of(choosing: Choosing, situation: Situation) -> Lines:
    """What the last rows say now."""
    return Lines(
        more_now(choosing, situation),
        _offers(choosing, situation),
        _ask(choosing, situation),
        last_row(choosing, situation),
    )


def _offers(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    at = AtTable(choosing, situation)
    if choosing.question is not None:
        return offers_of(QUESTION, at)
    if choosing.is_seeking:
        return offers_of(SEEKING, at)
    if choosing.is_talking and situation.is_turn:
        return (Offer("", _turn_words(situation)),)
    return offers_of(TALK, at) if choosing.is_talking else offers_now(choosing, situation)


def _turn_words(situation: Situation) -> str:
    clock = f" {situation.left}" if situation.left else ""
    return f"your turn{clock}, Esc to play"


def _ask(choosing: Choosing, situation: Situation) -> Ask:
    if choosing.question is not None:
        return Ask(sentence(choosing.question.text, Role.OPEN), ANSWERS)
    if choosing.is_talking:
        after = () if choosing.notice is None else sentence(choosing.notice.text, Role.OPEN)
        return Ask(span("say  ", Role.TALK), typed=choosing.draft, after=after)
    if choosing.is_seeking:
        after = () if choosing.notice is None else sentence(choosing.notice.text, Role.OPEN)
        return Ask(span("search  ", Role.KEY), typed=choosing.sought, after=after)
    if choosing.notice is not None:
        return _notice(choosing.notice)
    if choosing.panel not in (Panel.NONE, Panel.FAULT):
        return Ask(span(_turn_words(situation), Role.TURN)) if situation.is_turn else Ask()
    if choosing.panel is Panel.FAULT and situation.is_turn:
        return Ask(span("your turn goes on beneath"))
    if choosing.typing is not None:
        return _typing_ask(choosing.typing, situation)
    together = together_of(situation)
    if together is not None and together.has_rows(situation):
        return _notice(together.ask(choosing, situation))
    if not situation.is_turn:
        return Ask(sentence(situation.standing))
    if (why := why_line(choosing, situation)) is not None:
        return _notice(why)
    return Ask(sentence(situation.moves.hint))


def _notice(notice: Notice) -> Ask:
    return Ask(sentence(notice.text), notice.rule)


def _typing_ask(typing: Typing, situation: Situation) -> Ask:
    amount = typing.amount
    before = span(f"{amount.label} ")
    after: Text = ()
    if not typing.text:
        after = span(f"{amount.least} to {amount.most}")
    elif (action := typing.action(situation.game)) is None:
        much = "much" if int(typing.text) > amount.most else "little"
        after = span(f"{amount.least} to {amount.most}; {typing.text} is too {much}", Role.OPEN)
    elif situation.view is not None:
        after = span(moves_of(situation.game).consequence(situation.view, action))
    return Ask(before, typed=typing.text, is_boxed=True, after=after)
