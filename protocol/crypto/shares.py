"""Decryption shares of many slots, with one proof for all of them (SPEC §3.7).

The one rule: the weights that fold the slots together are drawn after every share of the message is
in the transcript. Weights drawn pair by pair let a cheat search for wrong shares whose errors
cancel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from protocol.crypto.errors import ProofRefused
from protocol.crypto.fields import ProofReader, decode_points
from protocol.crypto.group import SCALAR_SIZE, G, Point, PublicSum, Scalar, public_sum, weighted_sum
from protocol.crypto.keys import SeatKey
from protocol.crypto.masking import Ciphertext
from protocol.crypto.rng import Rng
from protocol.crypto.transcript import Context, Transcript
from protocol.faults import Code

SHARES_PROOF_SIZE: Final = 2 * SCALAR_SIZE


def encode_shares(shares: Iterable[Point]) -> bytes:
    """The shares one after another, 32 bytes each."""
    return b"".join(share.encoded for share in shares)


def decode_shares(data: bytes, count: int) -> tuple[Point, ...]:
    """Exactly `count` shares; BadEncoding if the bytes are not that."""
    return decode_points(data, count)


def _begin(
    context: Context,
    public: Point,
    masked: Sequence[tuple[int, Ciphertext]],
    shares: Sequence[Point],
) -> tuple[Transcript, tuple[int, ...]]:
    """The transcript with the whole statement in it, and the weights w: 1, then 128 bits each."""
    transcript = Transcript(b"shares proof", context)
    transcript.append_points(b"public key", (public,))
    transcript.append_number(b"number of slots", len(masked))
    for (slot, card), share in zip(masked, shares, strict=True):
        transcript.append_number(b"slot", slot)
        transcript.append_points(b"c1", (card.c1,))
        transcript.append_points(b"D", (share,))
    return transcript, (1, *transcript.short_challenges(b"w", len(masked) - 1))


def make_shares(
    context: Context, key: SeatKey, masked: Sequence[tuple[int, Ciphertext]], rng: Rng
) -> tuple[tuple[Point, ...], bytes]:
    """D = x·c1 for each slot, and one Chaum-Pedersen proof that all used the x of X = x·G.

    Over C = sum of w·c1: challenge c, response s = k + c·x; 64 bytes. No slots: no shares and no
    proof.
    """
    if not masked:
        return (), b""
    shares = tuple(key.secret * card.c1 for _, card in masked)
    transcript, w = _begin(context, key.public, masked, shares)
    folded = weighted_sum(
        (Scalar.of(w_i), card.c1) for w_i, (_, card) in zip(w, masked, strict=True)
    )
    k = transcript.nonce(b"k", (key.secret,), rng)
    transcript.append_points(b"A", (k * G,))
    transcript.append_points(b"B", (k * folded,))
    c = transcript.challenge(b"c")
    s = k + c * key.secret
    return shares, c.encoded + s.encoded


def verify_shares(
    context: Context,
    public: Point,
    masked: Sequence[tuple[int, Ciphertext]],
    shares: Sequence[Point],
    proof: bytes,
) -> None:
    """Check that A = s·G - c·X and B = s·(sum w·c1) - c·(sum w·D) give c again.

    The shares of one message stand or fall together: they have one author.

    Raises:
        ProofRefused: a share is wrong or missing, or the bytes are no proof.
    """
    if len(shares) != len(masked):
        raise ProofRefused(Code.NUMBER_OF_SHARES)
    if not masked:
        ProofReader(proof, 0)
        return
    reader = ProofReader(proof, SHARES_PROOF_SIZE)
    c, s = reader.scalar(), reader.scalar()
    transcript, w = _begin(context, public, masked, shares)
    folded = PublicSum()
    for w_i, (_, card), share in zip(w, masked, shares, strict=True):
        folded.add(int(s) * w_i, card.c1)
        folded.add(-int(c) * w_i, share)
    transcript.append_points(b"A", (public_sum((int(s), G), (-int(c), public)),))
    transcript.append_points(b"B", (folded.point(),))
    if transcript.challenge(b"c") != c:
        raise ProofRefused(Code.SHARES_PROOF)
