"""The three last rows of a table: what is offered, what is asked, which keys there are.

The one rule: they say what `keys` would do, from the same two values, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cli.screen.choosing import Choosing, Notice, Panel, Situation, Typing
from cli.screen.games import screen_of
from cli.screen.games.together import Together
from cli.screen.moves import Move
from cli.screen.text import sentence, span
from cli.screen.view import Ask, Offer, Role, Text
from cli.screen.why import why_line
from p2pcards.engine import Slot

KEYS: Final = (
    Offer("?", "keys"),
    Offer("t", "talk"),
    Offer("p", "proofs"),
    Offer("v", "last trick"),
    Offer("s", "sort", is_minor=True),
    Offer("o", "options", is_minor=True),
    Offer("q", "leave"),
)
WATCHING_KEYS: Final = tuple(offer for offer in KEYS if offer.key not in ("t", "s"))


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
        _more(choosing, situation),
        _offers(choosing, situation),
        _ask(choosing, situation),
        _keys(situation),
    )


def _more(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    is_free = choosing.panel is Panel.NONE and not choosing.is_talking
    together = _together(situation)
    if is_free and choosing.question is None and together is not None:
        return together.more(choosing, situation)
    return ()


def _together(situation: Situation) -> Together | None:
    """Whose rows these are, where cards are used together."""
    together = screen_of(situation.game).together(situation)
    return together if together is not None and together.has_rows(situation) else None


def _keys(situation: Situation) -> tuple[Offer, ...]:
    if situation.is_watching:
        return WATCHING_KEYS
    together = _together(situation)
    return KEYS if together is None else together.key_row(KEYS)


def _offers(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    if choosing.question is not None:
        return (Offer("Enter", "yes"), Offer("Esc", "no"))
    if choosing.is_talking:
        says = (Offer("Enter", "say it to all"), Offer("Esc", "back"))
        return (Offer("", _turn_words(situation)),) if situation.is_turn else says
    if choosing.panel is Panel.FAULT:
        return (Offer("Esc", "close"), Offer("e", "evidence"))
    if choosing.panel is not Panel.NONE:
        return (Offer("Esc", "back"), Offer("↑↓", "scroll"))
    if choosing.typing is not None:
        return _typing_offers(choosing.typing)
    if situation.is_over:
        what = "watch another match" if situation.is_watching else "another match"
        again = (Offer("r", what),) if situation.can_play_again else ()
        return (Offer("Enter", "replay"), *again, Offer("q", "leave"))
    if (together := _together(situation)) is not None:
        return (*together.offers(choosing, situation), *map(_offer, situation.moves.moves))
    if situation.is_turn:
        return (*_card_offers(choosing, situation), *map(_offer, situation.moves.moves))
    if situation.silent:
        return (Offer("Enter", "say absent"), Offer("Esc", "keep waiting"))
    if situation.is_stuck:
        return (Offer("Esc", "leave"),)
    if situation.has_more_to_show:
        return (Offer("Space", "go on"),)
    return ()


def _turn_words(situation: Situation) -> str:
    clock = f" {situation.left}" if situation.left else ""
    return f"your turn{clock}, Esc to play"


def _offer(move: Move) -> Offer:
    if move.act is None:
        return Offer("", move.label, is_open=False, target=f"why:{move.label}")
    return Offer(move.keys[0], move.label)


def _typing_offers(typing: Typing) -> tuple[Offer, ...]:
    amount = typing.amount
    enter = () if typing.value is None else (Offer("Enter", f"{amount.label} {typing.value}"),)
    return (
        *enter,
        Offer("↑↓", str(amount.step)),
        Offer("PgUp PgDn", str(5 * amount.step), is_minor=True),
        Offer("Home", str(amount.least)),
        Offer("End", str(amount.most)),
        Offer("Esc", "back"),
    )


def _card_offers(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    verb, order = situation.moves.card_verb, choosing.held.order
    if verb is None:
        return ()
    forbidden = situation.moves.forbidden
    closed = tuple(
        Offer("", _card(slot, situation), is_open=False, target=f"card:{slot}")
        for slot in order
        if slot in forbidden and slot in situation.hand
    )
    taken = choosing.held.taken
    if taken:
        enter = Offer("Enter", f"{verb} {_card(taken[0], situation)}")
        others = (Offer(f"1–{len(order)}", "another", is_minor=True),)
        return (enter, *(closed or (others if len(order) > 1 else ())))
    digits = Offer(f"1–{len(order)}" if len(order) > 1 else "1", "take up")
    return (digits, Offer("Tab", "best first"), *closed)


def _card(slot: Slot, situation: Situation) -> str:
    text = situation.game.pack.text(situation.hand[slot])
    return "".join(piece.text for piece in sentence(f"{{{text}}}"))


def _ask(choosing: Choosing, situation: Situation) -> Ask:
    if choosing.question is not None:
        return Ask(sentence(f"{choosing.question.text} Enter yes, any other key no.", Role.OPEN))
    if choosing.is_talking:
        after = () if choosing.notice is None else sentence(choosing.notice.text, Role.OPEN)
        return Ask(span("say  ", Role.TALK), typed=choosing.draft, after=after)
    if choosing.notice is not None:
        return _notice(choosing.notice)
    if choosing.panel not in (Panel.NONE, Panel.FAULT):
        return Ask(span(_turn_words(situation), Role.TURN)) if situation.is_turn else Ask()
    if choosing.panel is Panel.FAULT and situation.is_turn:
        return Ask(span("your turn goes on beneath"))
    if choosing.typing is not None:
        return _typing_ask(choosing.typing, situation)
    if (together := _together(situation)) is not None:
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
    elif typing.act is None:
        much = "much" if int(typing.text) > amount.most else "little"
        after = span(f"{amount.least} to {amount.most}; {typing.text} is too {much}", Role.OPEN)
    elif situation.view is not None:
        after = span(screen_of(situation.game).consequence(situation.view, typing.act))
    return Ask(before, typed=typing.text, is_boxed=True, after=after)
