"""The speed that the project has set itself, beside what was measured.

The one rule: a limit stands here as it was set, also where it is not met.
"""

from __future__ import annotations

from dataclasses import dataclass

from cli.benchmarks.matches import DealCost
from cli.benchmarks.proofs import CardCost, ShuffleCost


@dataclass(frozen=True, slots=True)
class Line:
    """One limit. `is_least` where the limit is the least allowed, not the most."""

    what: str
    measured: float
    limit: float
    unit: str
    is_least: bool = False

    @property
    def is_met(self) -> bool:
        return self.measured >= self.limit if self.is_least else self.measured <= self.limit


def compare(
    mult_us: float,
    shuffles: tuple[ShuffleCost, ...],
    card: CardCost,
    engine_deals_s: float,
    deal: DealCost,
) -> tuple[Line, ...]:
    """All limits that can be checked in one process."""
    full = next(cost for cost in shuffles if cost.cards == 52)

    def mults(ms: float) -> float:
        return ms * 1000 / mult_us

    return (
        Line("shuffle and prove, 52 cards", mults(full.shuffle_ms + full.prove_ms), 480, "mult"),
        Line("verify a shuffle, 52 cards", mults(full.verify_ms), 330, "mult"),
        Line("proof of a shuffle, 52 cards", full.proof_bytes, 5300, "bytes"),
        Line("open a card at 4 seats", mults(card.open_ms), 25, "mult"),
        Line("verify a claim about suits", mults(card.claim_verify_ms), 20, "mult"),
        Line("the engine alone, Azi", engine_deals_s, 2000, "deals/s", is_least=True),
        Line("a seat and deal of Azi, 6 seats", deal.cpu_ms, 150, "ms"),
        Line("a seat and deal of Azi, binary", deal.raw_bytes, 6000, "bytes"),
        Line("the log's size to binary", deal.log_bytes / deal.raw_bytes, 1.45, "times"),
        Line("audit faster than the match", deal.audit_times, 5, "times", is_least=True),
    )
