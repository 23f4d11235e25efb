"""The keys of a number that is being typed: digits, steps, the least and the most.

The one rule: pure, as all keys are; what may be typed is the move's own amount.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cli.screen.binding import Binding
from cli.screen.table.doing import Pressed, TableKeys, do
from cli.table.choosing import AtTable, Typing


def _typed(text: Callable[[Typing, str], str]) -> Callable[[AtTable, str], Pressed]:
    """A key that changes the number."""

    def does(at: AtTable, key: str) -> Pressed:
        typing = at.choosing.typing
        assert typing is not None
        return replace(at.choosing, typing=Typing(typing.amount, text(typing, key))), None

    return does


def _stepped(typing: Typing, key: str) -> str:
    amount = typing.amount
    many = 5 if key.startswith("page") else 1
    step = many * amount.step * (1 if key in ("up", "pageup") else -1)
    return str(min(max(int(typing.text or "0") + step, amount.least), amount.most))


def _back(at: AtTable, _: str) -> Pressed:
    return replace(at.choosing, typing=None), None


def _rub_out(at: AtTable, key: str) -> Pressed:
    typing = at.choosing.typing
    if typing is None or not typing.text:
        return _back(at, key)
    return _typed(lambda typing, _: typing.text[:-1])(at, key)


def _bid(at: AtTable, _: str) -> Pressed:
    typing = at.choosing.typing
    action = None if typing is None else typing.action(at.situation.game)
    return (at.choosing, None) if action is None else do(at.choosing, action, at.situation)


def _amount(tell: Callable[[Typing], str]) -> Callable[[AtTable], str]:
    return lambda at: "" if at.choosing.typing is None else tell(at.choosing.typing)


def _is_typing(at: AtTable) -> bool:
    return at.choosing.typing is not None


DIGIT_KEYS: Final = tuple("0123456789")
TYPING: Final[TableKeys] = (
    Binding(
        ("enter",),
        _bid,
        when=_is_typing,
        now=_amount(lambda t: "" if t.value is None else f"{t.amount.label} {t.value}"),
    ),
    Binding(
        ("up", "down"),
        _typed(_stepped),
        help="in a number: the least step",
        when=_is_typing,
        now=_amount(lambda typing: str(typing.amount.step)),
        shown="↑↓",
    ),
    Binding(
        ("pageup", "pagedown"),
        _typed(_stepped),
        when=_is_typing,
        now=_amount(lambda typing: str(5 * typing.amount.step)),
        shown="PgUp PgDn",
        is_minor=True,
    ),
    Binding(
        ("home",),
        _typed(lambda typing, _: str(typing.amount.least)),
        help="in a number: the least",
        when=_is_typing,
        now=_amount(lambda typing: str(typing.amount.least)),
    ),
    Binding(
        ("end",),
        _typed(lambda typing, _: str(typing.amount.most)),
        help="in a number: the most",
        when=_is_typing,
        now=_amount(lambda typing: str(typing.amount.most)),
    ),
    Binding(("escape",), _back, when=_is_typing, now="back"),
    Binding(("backspace",), _rub_out, when=_is_typing),
    Binding(
        DIGIT_KEYS,
        _typed(lambda typing, key: (typing.text + key).lstrip("0")[:7]),
        when=_is_typing,
    ),
)
