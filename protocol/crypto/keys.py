"""A seat's key for one deck: committed, opened, proved (SPEC §3.4).

The one rule: no seat shows its key before it has all commitments, and every key comes with a proof
that its seat knows the secret; else the last one to speak could cancel the others' keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from protocol.crypto.errors import BadEncoding, ProofRefused
from protocol.crypto.fields import ProofReader
from protocol.crypto.group import SCALAR_SIZE, G, Point, Scalar, point_sum, public_sum
from protocol.crypto.rng import Rng
from protocol.crypto.transcript import HASH_SIZE, Context, Transcript
from protocol.faults import Code

NONCE_SIZE: Final = 32
KEY_PROOF_SIZE: Final = 2 * SCALAR_SIZE


@dataclass(frozen=True, slots=True)
class SeatKey:
    """A seat's key for one attempt at one deal's deck: x and X = x·G."""

    secret: Scalar = field(repr=False)
    public: Point

    def encode_secret(self) -> bytes:
        """x as 32 bytes, for the private file that outlives a crash."""
        return self.secret.encoded

    @classmethod
    def decode_secret(cls, data: bytes) -> SeatKey:
        """The key of `encode_secret`'s bytes; BadEncoding if they are none."""
        secret = Scalar(data)
        if secret.is_zero():
            raise BadEncoding(Code.ZERO_SCALAR)
        return cls(secret, secret * G)


def new_key(rng: Rng) -> SeatKey:
    """A fresh key; one is made for each attempt at each deck and used for nothing else."""
    secret = Scalar.random(rng)
    return SeatKey(secret, secret * G)


def commit_key(context: Context, public: Point, coin_commitment: bytes, nonce: bytes) -> bytes:
    """The commitment C to X and to the coin's commitment K, which can then be opened apart.

    Raises:
        BadEncoding: K or the nonce is not 32 bytes.
    """
    if len(coin_commitment) != HASH_SIZE or len(nonce) != NONCE_SIZE:
        raise BadEncoding(Code.COMMITMENT_LENGTH)
    transcript = Transcript(b"key commitment", context)
    transcript.append_points(b"public key", (public,))
    transcript.append(b"coin commitment", coin_commitment)
    transcript.append(b"nonce", nonce)
    return transcript.digest(b"commitment")


def open_key(
    context: Context, commitment: bytes, public: Point, coin_commitment: bytes, nonce: bytes
) -> None:
    """Check an opening against the commitment made earlier, under the context of that time.

    Raises:
        ProofRefused: they do not belong together.
    """
    if commit_key(context, public, coin_commitment, nonce) != commitment:
        raise ProofRefused(Code.KEY_NOT_COMMITTED)


def _begin(context: Context, commitments: Sequence[bytes], public: Point) -> Transcript:
    transcript = Transcript(b"key proof", context)
    transcript.append_number(b"number of commitments", len(commitments))
    for commitment in commitments:
        transcript.append(b"commitment", commitment)
    transcript.append_points(b"public key", (public,))
    return transcript


def prove_key(context: Context, commitments: Sequence[bytes], key: SeatKey, rng: Rng) -> bytes:
    """Schnorr's proof of x for X = x·G: challenge c, response s = k + c·x; 64 bytes.

    All seats' commitments go in, so the proof is worth nothing at another table or for another
    seat.
    """
    transcript = _begin(context, commitments, key.public)
    k = transcript.nonce(b"k", (key.secret,), rng)
    transcript.append_points(b"A", (k * G,))
    c = transcript.challenge(b"c")
    s = k + c * key.secret
    return c.encoded + s.encoded


def verify_key(context: Context, commitments: Sequence[bytes], public: Point, proof: bytes) -> None:
    """Check that A = s·G - c·X gives c again.

    Raises:
        ProofRefused: it does not, or the bytes are no proof.
    """
    reader = ProofReader(proof, KEY_PROOF_SIZE)
    c, s = reader.scalar(), reader.scalar()
    transcript = _begin(context, commitments, public)
    transcript.append_points(b"A", (public_sum((int(s), G), (-int(c), public)),))
    if transcript.challenge(b"c") != c:
        raise ProofRefused(Code.KEY_PROOF)


def joint_key(publics: Sequence[Point]) -> Point:
    """The sum of all seats' proven keys; ProofRefused (IdentityPoint) if they cancel."""
    return point_sum(publics)
