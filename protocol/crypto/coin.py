"""The public coin: an order of the seats that nobody chose (SPEC §3.5).

The one rule: every seat commits before any seat opens, and the head that goes in is the one after
the commitments and before the openings; a later one could be ground by the last to speak.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from protocol.crypto.errors import BadEncoding, ProofRefused
from protocol.crypto.transcript import PROTOCOL, Context, Transcript, frame
from protocol.faults import Code

ENTROPY_SIZE: Final = 32
NONCE_SIZE: Final = 32


def commit_coin(context: Context, entropy: bytes, nonce: bytes) -> bytes:
    """The commitment K to a seat's entropy e.

    Raises:
        BadEncoding: entropy or nonce is not 32 bytes.
    """
    if len(entropy) != ENTROPY_SIZE or len(nonce) != NONCE_SIZE:
        raise BadEncoding(Code.COIN_LENGTH)
    transcript = Transcript(b"coin commitment", context)
    transcript.append(b"entropy", entropy)
    transcript.append(b"nonce", nonce)
    return transcript.digest(b"commitment")


def open_coin(context: Context, commitment: bytes, entropy: bytes, nonce: bytes) -> None:
    """Check an opening against the commitment, under the context of the commitment.

    Raises:
        ProofRefused: they do not belong together.
    """
    if commit_coin(context, entropy, nonce) != commitment:
        raise ProofRefused(Code.COIN_NOT_COMMITTED)


def coin_order(
    entropies: Sequence[tuple[int, bytes]], head: bytes, seats: Sequence[int]
) -> tuple[int, ...]:
    """`seats` in the order that the coin gives them: sorted by H(coin, seat).

    Args:
        entropies: (seat, entropy) of every seat that committed, in seat order.
        head: The log's head after the commitments and before the keys were shown.
        seats: Whom to put in order; leaving a seat out leaves the others' order as it is.
    """
    if [seat for seat, _ in entropies] != sorted({seat for seat, _ in entropies}):
        raise ValueError("entropies go in seat order, one a seat")
    running = hashlib.sha512(frame(PROTOCOL + b" coin") + frame(head))
    for seat, entropy in entropies:
        running.update(bytes([seat]) + frame(entropy))
    coin = running.digest()

    def place(seat: int) -> bytes:
        return hashlib.sha512(frame(PROTOCOL + b" coin order") + coin + bytes([seat])).digest()

    return tuple(sorted(seats, key=place))
