"""Text from elsewhere, fit to stand in a sentence of ours.

The one rule: whatever a peer or a file says, what comes of it is in quotation marks, on one line and
short, and moves no cursor. Every reason for a refusal that repeats foreign text takes it from here.
"""

from __future__ import annotations

import re
from typing import Final

from protocol.wire.names import with_few_marks

MOST_QUOTED: Final = 40
"""Characters of foreign text in a sentence: enough to know it again."""

_REPEATS: Final = re.compile(r"([A-Z][a-z ]+) [`'](.*)[`']( - at `\$[^`]*`)?", re.DOTALL)
"""What the JSON decoder says where it repeats what it has read, as it stands there."""


def quoted(text: str) -> str:
    """The text in quotation marks, cut, with escapes for all that is not plainly printed."""
    cut = text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"
    return repr(with_few_marks(cut))


def decoding_fault(error: Exception) -> str:
    """What a decoder says of bytes that are none of ours."""
    message = str(error)
    match = _REPEATS.fullmatch(message)
    if match is not None:
        return f"{match[1]} {quoted(match[2])}{match[3] or ''}"
    return message if message.isprintable() and len(message) < 200 else quoted(message)
