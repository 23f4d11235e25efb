"""Makes the table of bids anew: `python -m tests.p2pcards.games.azi.make_bids [ROUNDS]`.

The one rule: the same rounds give the same table. All of it takes about an hour of one core.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from p2pcards.games.azi.solving import Learner

ROUNDS = 1_200_000
TABLE = Path(__file__).parents[4] / "p2pcards" / "games" / "azi" / "bids_table.py"

HEAD = '''"""How often each way to bid is gone: for each spot, five digits to base 36 for each grade of a hand.

The one rule: it is made by `tests/p2pcards/games/azi/make_bids.py`, and nobody writes in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ROWS: Mapping[int, str] = MappingProxyType(
    {
'''


def learned(rounds: int) -> Learner:
    """A learner that has played so many rounds, always the same ones."""
    learner = Learner(random.Random("azi bids").randrange)
    learner.learn(rounds)
    return learner


def text_of(rows: dict[int, str]) -> str:
    """The module that holds these rows."""
    lines = [f'        {spot}: "{row}",\n' for spot, row in sorted(rows.items())]
    return "".join([HEAD, *lines, "    }\n)\n"])


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    TABLE.write_text(text_of(learned(rounds).rows()), encoding="utf-8")
