"""Rules as JSON values, for programs. The one rule: keys and values only; the words are beside them."""

from __future__ import annotations

from typing import Any

from p2pcards.cards import Card
from p2pcards.engine import Rule, Value
from p2pcards.games import GAMES


def rule_document(rule: Rule | None) -> dict[str, Any] | None:
    """A rule as docs/json.md describes it; cards as they are typed."""
    if rule is None:
        return None
    values = [_document(rule.book, value) for value in rule.values]
    return {"book": rule.book, "number": rule.number, "key": rule.key, "values": values}


def _document(book: str, value: Value) -> Any:
    match value:
        case Card():
            return GAMES[book].pack.text(value)
        case tuple():
            return [GAMES[book].pack.text(card) for card in value]
        case _:
            return value
