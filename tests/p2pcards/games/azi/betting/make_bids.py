"""Makes the table of bids anew: `python -m tests.p2pcards.games.azi.betting.make_bids [ROUNDS]`.

The one rule: the same rounds give the same table. All of it takes about an hour of one core.
"""

from __future__ import annotations

import random
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path

from p2pcards.games.azi.betting.bids import ALWAYS
from p2pcards.games.azi.betting.solving import Learner
from p2pcards.games.azi.betting.spots import WAYS

ROUNDS = 1_200_000
TABLE = Path(__file__).parents[5] / "p2pcards" / "games" / "azi" / "betting" / "table.py"

HEAD = '''"""How often each way to bid is gone, as `bids.unpacked` reads it.

The one rule: it is made by `tests/p2pcards/games/azi/betting/make_bids.py`, and nobody writes in it.
"""

from __future__ import annotations

from typing import Final

PACKED: Final = """\\
'''


def learned(rounds: int) -> Learner:
    """A learner that has played so many rounds, always the same ones."""
    learner = Learner(random.Random("azi bids").randrange)
    learner.learn(rounds)
    return learner


def text_of(rows: Mapping[int, str]) -> str:
    """The module that holds these rows."""
    packed = " ".join(f"{spot}:{_packed(row)}" for spot, row in sorted(rows.items()))
    return HEAD + textwrap.fill(packed, 98, break_long_words=False) + '\n"""\n'


def _packed(row: str) -> str:
    short = {digits: letter for letter, digits in ALWAYS.items()}
    grades = (row[at : at + WAYS] for at in range(0, len(row), WAYS))
    return "".join(short.get(grade, grade) for grade in grades)


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    TABLE.write_text(text_of(learned(rounds).rows()), encoding="utf-8")
