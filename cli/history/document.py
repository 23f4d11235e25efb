"""What `evenings --json` prints.

The one rule: names and meanings are those of docs/json.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cli.fairness.document import figure_document
from cli.fairness.figures import Figure
from cli.history import figures
from cli.history.evening import Evening
from cli.history.figures import Tally
from cli.history.outcomes import Summary
from protocol.crypto.identity import fingerprint


def document(
    evenings: Sequence[Evening],
    friends: Mapping[bytes, str],
    hands: Sequence[Figure],
    again: Mapping[str, Summary],
) -> dict[str, Any]:
    """All of it."""
    return {
        "format": "p2pcards-evenings/1",
        "evenings": [_evening(one) for one in evenings],
        "games": [
            {"game": game, **_tally(tally)} for game, tally in figures.by_game(evenings).items()
        ],
        "options": [
            {"game": game, "option": option, "value": value, **_tally(tally)}
            for (game, option, value), tally in figures.by_option(evenings).items()
        ],
        "friends": [
            {
                "key": key.hex(),
                "fingerprint": fingerprint(key),
                "name": friends[key],
                "evenings": one.evenings,
                "deals": one.deals,
                "above": one.above,
                "below": one.below,
            }
            for key, one in figures.by_friend(evenings, friends).items()
        ],
        "hands": [
            figure_document(one) | {"chance": None if one.chance is None else round(one.chance, 6)}
            for one in hands
        ],
        "hard_bot": [{"game": game, **_again(one)} for game, one in again.items()],
    }


def _evening(one: Evening) -> dict[str, Any]:
    return {
        "file": str(one.file),
        "day": one.day,
        "game": one.game.name,
        "options": dict(one.options),
        "names": list(one.names),
        "seat": one.seat,
        "deals": one.deals,
        "standings": list(one.standings),
        "won": None if one.seat is None else one.won(one.seat),
        "place": None if one.seat is None else one.place(one.seat),
    }


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "evenings": tally.evenings,
        "deals": tally.deals,
        "won": tally.won,
        "firsts": tally.firsts,
    }


def _again(one: Summary) -> dict[str, Any]:
    def rounded(number: float | None) -> float | None:
        return None if number is None else round(number, 3)

    return {
        "deals": one.deals,
        "won": rounded(one.won),
        "bot_won": rounded(one.bot_won),
        "lead": rounded(one.lead),
        "lead_margin": rounded(one.lead_margin),
        "cards_worth": rounded(one.cards_worth),
        "cards_margin": rounded(one.cards_margin),
    }
