"""How the proofs say no.

The one rule: whatever a peer's bytes can do wrong ends in `ProofRefused`; what libsodium raises
never leaves `group` and `identity`.
"""

from __future__ import annotations


class ProofRefused(Exception):
    """A peer's bytes do not show what they should; `reason` is a short phrase of SPEC's lists."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadEncoding(ProofRefused):
    """Not the one encoding of a value: wrong length, not reduced, or not in the group."""


class IdentityPoint(ProofRefused):
    """A point that must not be the identity is; only crafted values lead there."""

    def __init__(self) -> None:
        super().__init__("identity point")


class BadSignature(ProofRefused):
    """The signature is not valid for the message under the strict rules of SPEC."""


class ShuffleRefused(ProofRefused):
    """A link of a chain of shuffles is wrong; `index` is the first such link."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(reason)
        self.index = index


class AlreadySpent(Exception):
    """Single-use secrets were about to be used again, which would give the permutation away."""


class UnsafeLibrary(Exception):
    """The installed libsodium cannot be trusted with card points; the program must not start."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
