"""What a game tells, and what it refuses, in the program's words: how most tests look at both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cli import words
from cli.words.phrase import in_braces
from p2pcards.engine import Event, Game, Rule, Seat
from protocol.report import OutOfDeal


def story(
    game: Game[Any], before: Any, event: Event, after: Any, names: Sequence[str]
) -> tuple[str, ...]:
    """What there is to tell of an event, in sentences; cards in braces."""
    return words.story(game, before, event, after, names)


def in_words(rule: Rule) -> str:
    """A rule with its book and number: `azi 6.2: hearts were led and you hold {AH}`."""
    return f"{rule.book} {rule.number}: {in_braces(words.clause(rule))}"


def reneges(game: Game[Any], state: Any) -> tuple[tuple[Seat, str], ...]:
    """Who is convicted in a deal just done, each with the rule in words."""
    return tuple((seat, in_words(rule)) for seat, rule in game.reneges(state))


def why_out(out: OutOfDeal) -> str:
    """Why a seat is out, by its codes, and the game's rule: `renege: lukfu 9: …`."""
    return str(out.reason) if out.rule is None else f"{out.reason}: {in_words(out.rule)}"
