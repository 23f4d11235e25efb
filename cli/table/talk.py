"""What our player says, as it is sent: a long line is said whole, in several.

The one rule: nothing is cut; what the others would not take at once is not said at all.
"""

from __future__ import annotations

import textwrap
from typing import Final

from protocol.net.conduct.conduct import CHAT_BURST

LONGEST: Final = 200
"""Characters of one line of talk, as all peers take it (SPEC §7.8)."""


def lines_of(text: str) -> tuple[str, ...]:
    """What is typed, as the lines in which it is said, broken between words; empty if it is too long.

    More lines than the others take at once would be lost on their way.
    """
    lines = textwrap.wrap(text, LONGEST)
    return tuple(lines) if len(lines) <= CHAT_BURST else ()
