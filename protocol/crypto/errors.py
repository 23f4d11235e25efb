"""How the proofs say no.

The one rule: whatever a peer's bytes can do wrong ends in `ProofRefused`; what libsodium raises
never leaves `group` and `identity`.
"""

from __future__ import annotations

from protocol.faults import Code, CodedError


class ProofRefused(CodedError):
    """A peer's bytes do not show what they should."""


class BadEncoding(ProofRefused):
    """Not the one encoding of a value: wrong length, not reduced, or not in the group."""


class IdentityPoint(ProofRefused):
    """A point that must not be the identity is; only crafted values lead there."""

    def __init__(self) -> None:
        super().__init__(Code.IDENTITY_POINT)


class BadSignature(ProofRefused):
    """The signature is not valid for the message under the strict rules of SPEC."""


class AlreadySpent(CodedError):
    """Single-use secrets were about to be used again, which would give the permutation away."""


class UnsafeLibrary(CodedError):
    """The installed libsodium cannot be trusted with card points; the program must not start."""
