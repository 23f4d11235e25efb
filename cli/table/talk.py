"""Talk at a table: a long line is said whole, in several, and who is muted is not heard.

The one rule: it concerns our own player alone; nobody else is told who is muted.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from p2pcards.engine import Seat
from protocol.net.conduct.conduct import CHAT_BURST

LONGEST: Final = 200
"""Characters of one line of talk, as all peers take it (SPEC §7.8)."""


def lines_of(text: str) -> tuple[str, ...]:
    """What is typed, as the lines in which it is said, broken between words; empty if it is too long.

    More lines than the others take at once would be lost on their way.
    """
    lines = textwrap.wrap(text, LONGEST)
    return tuple(lines) if len(lines) <= CHAT_BURST else ()


def seat_named(names: Sequence[str], word: str, own: Seat | None) -> Seat | None:
    """The one other player whose name begins so; None where there is none, or there are several."""
    wanted = word.casefold()
    others = {seat: name.casefold() for seat, name in enumerate(names) if seat != own}
    exact = [seat for seat, name in others.items() if name == wanted]
    found = exact or [seat for seat, name in others.items() if wanted and name.startswith(wanted)]
    return found[0] if len(found) == 1 else None
