"""Facts, rules and reasons as JSON values, for programs. The one rule: no words; those are beside them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from cli.words.facts import Check
from p2pcards.cards import Card
from p2pcards.engine import Rule
from p2pcards.games import GAMES
from protocol.faults import Reason


def reason_document(reason: Reason | None) -> dict[str, Any] | None:
    """A reason as docs/json.md describes it."""
    if reason is None:
        return None
    return {
        "code": str(reason.code),
        "values": list(reason.values),
        "because": reason_document(reason.because),
    }


def rule_document(rule: Rule | None) -> dict[str, Any] | None:
    """A rule as docs/json.md describes it; cards as they are typed."""
    if rule is None:
        return None
    values = [_document(rule.book, value) for value in rule.values]
    return {"book": rule.book, "number": rule.number, "key": rule.key, "values": values}


def fact_document(game: str, fact: object) -> dict[str, Any]:
    """A fact: its kind, and what it holds by name."""
    assert is_dataclass(fact)
    assert not isinstance(fact, type)
    held = {field.name: _document(game, getattr(fact, field.name)) for field in fields(fact)}
    return {"kind": type(fact).__name__, "values": held}


def check_document(check: Check) -> dict[str, Any]:
    """What was checked: its kind, of which seat, and how many."""
    return {"kind": check.kind.value, "seat": check.seat, "count": check.count}


def _document(game: str, value: Any) -> Any:
    match value:
        case Card():
            return GAMES[game].pack.text(value)
        case Rule():
            return rule_document(value)
        case Reason():
            return reason_document(value)
        case Enum():
            return value.value
        case tuple():
            return [_document(game, one) for one in value]
        case _:
            return value
