"""What goes over a link in either direction: frames, how long they may be, and why a link ends.

The one rule: nothing here waits or reads; these are the constants of SPEC §7.3 with their names.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from protocol.faults import Code
from protocol.net.links.noise import TAG_BYTES

MAX_FRAME_BYTES: Final = 65535
MAX_PAYLOAD_BYTES: Final = 256 * 1024
CHUNK_BYTES: Final = MAX_FRAME_BYTES - TAG_BYTES - 1


class FrameKind(IntEnum):
    """First byte of every decrypted frame."""

    LAST = 0  # the last, or only, chunk of a payload
    MORE = 1  # a chunk of a payload that goes on in the next frame
    PING = 2
    GOODBYE = 3  # followed by one byte, a Goodbye


class Goodbye(IntEnum):
    """Why a peer closes the link, told in its last frame."""

    LEFT = 0
    NOT_ADMITTED = 1
    DUPLICATE = 2
    MISBEHAVED = 3


REASON_OF_GOODBYE: Final = {
    Goodbye.LEFT: Code.PEER_LEFT,
    Goodbye.NOT_ADMITTED: Code.NOT_ADMITTED,
    Goodbye.DUPLICATE: Code.DUPLICATE_LINK,
    Goodbye.MISBEHAVED: Code.MISBEHAVED,
}


def framed(message: bytes) -> bytes:
    return len(message).to_bytes(2, "big") + message
