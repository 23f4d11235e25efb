"""Long matches in bad weather: `python -m tests.simulation.storm FIRST COUNT` plays so many by seed.

The one rule: a match is a hundred deals in which nobody dies for good, so that it is played to its
end whatever happens; all that live find to that end with one log, which the audit accepts.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

from tests.simulation.faults import Faults
from tests.simulation.light import light_proofs
from tests.simulation.swarm import DRAW, Dice, Storm, check_end, draw_storm, printing, storm_of

DEALS = 100
NO_END = {"stack": 1_000_000, "target": 100_000, "match_deals": 0}
"""Options with which no match is over before its last deal."""

STEPS_PER_DEAL = 400
"""Of bad weather, on the average; then it clears up, and the rest is played in peace."""

MOST_STEPS_PER_DEAL = 20_000


class LongStorm(Storm):
    step_limit = DEALS * MOST_STEPS_PER_DEAL


def draw_long(seed: int, game: str, deals: int = DEALS) -> tuple[Faults, Dice]:
    """What goes wrong in the long match of this seed, and the dice for what goes wrong when."""
    faults, dice = draw_storm(seed, game, 1, returns=True)
    options = tuple((key, NO_END.get(key, value)) for key, value in faults.options)
    # Nobody leaves or dies for good, and links are torn seldom enough that deals are settled.
    return replace(
        faults,
        options=options,
        deals=deals,
        steps=deals * STEPS_PER_DEAL,
        leave_chance=0.0,
        kill_chance=0.0,
        kills=0,
        cut_chance=min(faults.cut_chance, 0.002),
        crash_chance=min(faults.crash_chance, 0.002),
        mend_chance=max(faults.mend_chance, 0.02),
        return_chance=max(faults.return_chance, 0.02),
    ), dice


def run_long(seed: int, game: str, deals: int = DEALS) -> int:
    """How many deals of this long match were settled; checked while it runs and at its end."""
    faults, dice = draw_long(seed, game, deals)
    with printing(faults):
        storm = storm_of(faults, dice, LongStorm)
        storm.run()
        report = check_end(storm)
    return 0 if report is None else report.complete_to


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int, help="matches; the game goes by the seed")
    args = parser.parse_args()
    deals, broken, begun = 0, 0, time.process_time()
    with light_proofs():
        for seed in range(args.first, args.first + args.count):
            game = sorted(DRAW)[seed % len(DRAW)]
            try:
                settled = run_long(seed, game)
            except Exception as error:
                broken += 1
                print(f"{seed} {game}: {type(error).__name__}: {str(error)[:300]}", flush=True)
                print(f"  {'; '.join(getattr(error, '__notes__', ()))}", flush=True)
                continue
            deals += settled
            cost = (time.process_time() - begun) / max(1, deals)
            print(
                f"{seed} {game}: {settled} deals, {deals} in all, {broken} matches broken, "
                f"{cost:.2f} s CPU a deal",
                flush=True,
            )


if __name__ == "__main__":
    main()
