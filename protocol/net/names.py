"""Names from the network, made safe to show.

The one rule: whatever a peer calls itself, what leaves here is short, on one line and cannot move
the cursor or turn the reading direction around.
"""

from __future__ import annotations

import unicodedata
from typing import Final

MAX_NAME_CHARACTERS: Final = 24
MAX_NAME_BYTES: Final = 54  # with a blank and a fingerprint it fills a DNS label's 63 bytes
NAMELESS: Final = "?"


def clean_name(text: str) -> str:
    """`text` in NFC without control, format (bidi, zero-width) and unassigned characters.

    Runs of white space become one blank; what exceeds the limits is cut off; nothing left is
    NAMELESS.
    """
    # Cut first as well: normalising is not worth doing on a megabyte.
    composed = unicodedata.normalize("NFC", text[: 8 * MAX_NAME_CHARACTERS])
    words = "".join(_plain(character) for character in composed).split()
    name = " ".join(words)[:MAX_NAME_CHARACTERS]
    name = name.encode()[:MAX_NAME_BYTES].decode(errors="ignore")
    return name.strip() or NAMELESS


def _plain(character: str) -> str:
    match unicodedata.category(character)[0]:
        case "Z":
            return " "
        case "C":
            return " " if character in "\t\n\r\v\f" else ""
        case _:
            return character
