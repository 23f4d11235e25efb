"""What the font of the Linux text console can draw.

The one rule: only what the kernel says counts. Where it cannot be asked (a terminal of another
kind that is called `linux`, a console seen over the network), nothing is promised.
"""

from __future__ import annotations

import struct
import sys
from array import array
from typing import Final

TERM: Final = "linux"
"""What the text console is called in the environment."""

_GIO_UNIMAP: Final = 0x4B66
_MOST: Final = 0xFFFF


def draws(descriptor: int, glyphs: str) -> bool:
    """Whether the console that is open here draws each of these, and each differently.

    The usual fonts have 256 glyphs, and show one sign for many that they lack.
    """
    places = _places(descriptor)
    found = {places.get(ord(glyph)) for glyph in glyphs}
    return None not in found and len(found) == len(glyphs)


def _places(descriptor: int) -> dict[int, int]:
    """Which place in the font each character has; nothing where that cannot be known."""
    if sys.platform != "linux":
        return {}
    else:  # noqa: RET505 - so that each system's own branch is all that is checked for it
        import fcntl

        pairs = array("H", bytes(4 * _MOST))
        wanted = bytearray(struct.pack("HP", _MOST, pairs.buffer_info()[0]))
        try:
            fcntl.ioctl(descriptor, _GIO_UNIMAP, wanted, True)
        except OSError:
            return {}
        (count,) = struct.unpack_from("H", wanted)
        return dict(zip(pairs[: 2 * count : 2], pairs[1 : 2 * count : 2], strict=True))
