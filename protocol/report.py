"""What an audit has found, as values, and as a mark keeps them.

The one rule: nothing here judges; it only counts and holds what the referee has said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec

from p2pcards.cards import Card
from p2pcards.engine import Cause, Rule, Seat, Value
from protocol.faults import Reason
from protocol.table.notices import (
    CardsVerified,
    ClaimVerified,
    DealSettled,
    Notice,
    SharesVerified,
    ShufflesVerified,
)


class Verdict(StrEnum):
    """What comes of an audit of one log; the first that holds of a refused one, a cheat, a break (SPEC §8.2)."""

    REFUSED = "refused"
    CHEAT_PROVED = "cheat proved"
    BREAKS_OFF = "breaks off"
    OK = "ok"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why the log is not good from its entry number `entry` (from 1) on.

    Args:
        entry: The first line that does not stand; of a log that breaks off, the one after its last.
        seat: Whose fault it proves, if anybody's: the order of the lines is nobody's signature.
        reason: What is wrong with it.
        is_cut: Nothing in the log is wrong: it breaks off where something was still at stake.
    """

    entry: int
    seat: Seat | None
    reason: Reason
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class OutOfDeal:
    """A seat that the log itself shows to have been silent, to have left, or to have cheated."""

    entry: int
    deal: int
    seat: Seat
    cause: Cause
    reason: Reason
    rule: Rule | None


@dataclass(slots=True)
class Counts:
    """What was verified. Claims are proved at once or settled by cards; else refuted, or still open."""

    entries: int = 0
    signatures: int = 0
    deals: int = 0
    shuffles: int = 0
    shares: int = 0
    cards: int = 0
    claims: int = 0
    claims_proved: int = 0
    claims_settled: int = 0
    claims_refuted: int = 0

    @property
    def claims_left_open(self) -> int:
        """Claims of seats that went out before they had to show their cards."""
        return self.claims - self.claims_proved - self.claims_settled - self.claims_refuted

    def add(self, notice: Notice) -> None:
        """Count what the notice says was verified."""
        match notice:
            case DealSettled(claims=claims):
                self.deals += 1
                self.claims += claims.made
                self.claims_settled += claims.settled
                self.claims_refuted += claims.refuted
            case ShufflesVerified(seats=seats):
                self.shuffles += len(seats)
            case SharesVerified(slots=slots):
                self.shares += len(slots)
            case CardsVerified(slots=slots):
                self.cards += len(slots)
            case ClaimVerified():
                self.claims += 1
                self.claims_proved += 1
            case _:
                pass


@dataclass(slots=True)
class Report:
    """What the audit found.

    Args:
        table: The table id in hex; empty where the opening is not complete.
        game: The game's name; empty where the log has no opening.
        names: The players, in seat order.
        counts: What was verified.
        outs: Seats that were out of a deal, each with the entry that shows why.
        complete_to: The last deal whose result is signed.
        is_over: Whether the match came to its end; False for a log that breaks off after a result.
        standings: Chips or points after the last signed result.
        problem: Why the log does not stand, or where it breaks off; None where it is good.
    """

    table: str = ""
    game: str = ""
    names: tuple[str, ...] = ()
    counts: Counts = field(default_factory=Counts)
    outs: list[OutOfDeal] = field(default_factory=list)
    complete_to: int = 0
    is_over: bool = False
    standings: tuple[int, ...] = ()
    problem: Problem | None = None

    @property
    def ok(self) -> bool:
        """Whether the whole log stands, to where it may end."""
        return self.problem is None

    @property
    def verdict(self) -> Verdict:
        if self.problem is not None and not self.problem.is_cut:
            return Verdict.REFUSED
        if any(out.cause is Cause.CAUGHT for out in self.outs):
            return Verdict.CHEAT_PROVED
        return Verdict.OK if self.ok else Verdict.BREAKS_OFF


def decode_report(data: bytes) -> Report:
    """A report as a mark keeps it; in a rule, a card is a list as several cards are, and told by what is in it."""

    def value_of(value: Any) -> Value:
        if not isinstance(value, list):
            return value  # type: ignore[no-any-return]
        return (
            Card(*value) if value and isinstance(value[0], int) else tuple(Card(*c) for c in value)
        )

    plain = msgspec.json.decode(data)
    rules = [out.pop("rule") for out in plain["outs"]]
    outs = [
        OutOfDeal(
            **{
                **out,
                "cause": Cause(out["cause"]),
                "reason": msgspec.convert(out["reason"], Reason),
            },
            rule=None
            if rule is None
            else Rule(**{**rule, "values": (*map(value_of, rule["values"]),)}),
        )
        for out, rule in zip(plain["outs"], rules, strict=True)
    ]
    read = {name: tuple(plain[name]) for name in ("names", "standings")}
    counts = msgspec.convert(plain["counts"], Counts)
    problem = msgspec.convert(plain["problem"], Problem | None)
    return Report(**{**plain, **read, "counts": counts, "problem": problem, "outs": outs})
