"""Light cryptography for tests of the machine alone: hundreds of tables a minute.

The one rule: only what costs time is left out. Shuffles permute without remasking and carry no
proof, and what one table has verified the others of the same process believe; keys, commitments,
shares, claims and signatures are the real ones, and wrong ones are refused as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from protocol.crypto import keys, masking, shares, shuffle, suits
from protocol.crypto.group import Point
from protocol.crypto.rng import Rng, permutation
from protocol.faults import Code, Reason
from protocol.wire import codec

PROOF = b"light"


class LightShuffle:
    """What `PreparedShuffle` is to real shuffles."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order = order


def _prepare(n: int, joint: Point, rng: Rng) -> LightShuffle:
    return LightShuffle(permutation(rng, n))


def _shuffle(deck: masking.Deck, prepared: LightShuffle) -> tuple[masking.Deck, object]:
    return tuple(deck[i] for i in prepared.order), prepared


def _refused(links: Any, rng: Rng) -> dict[int, Reason]:
    found: dict[int, Reason] = {}
    for index, (_, statement, proof) in enumerate(links):
        cards = sorted(card.c2.encoded for card in statement.new)
        if proof != PROOF or cards != sorted(card.c2.encoded for card in statement.old):
            found[index] = Reason(Code.SHUFFLE_PROOF)
    return found


REMEMBERED: Final = 4000
"""Cases of each judge that are remembered; a long storm has millions."""


def remembered(judge: Callable[..., Any]) -> Callable[..., Any]:
    """The same judge, asked once for each case, as long as it is remembered."""
    known: dict[Any, tuple[Any, Exception | None]] = {}

    def ask(*args: Any) -> Any:
        try:
            key = args
            found = known.get(key)
        except TypeError:  # a sequence, or a generator of random bytes, is among them
            key = repr(args)
            found = known.get(key)
        if found is None:
            try:
                found = judge(*args), None
            except Exception as error:
                found = None, error.with_traceback(None)
            if len(known) == REMEMBERED:
                del known[next(iter(known))]
            known[key] = found
        value, failure = found
        if failure is not None:
            raise failure.with_traceback(None)
        return value

    return ask


def use_light_proofs(patch: pytest.MonkeyPatch) -> None:
    """Until the test is over."""
    patch.setattr(shuffle, "prepare_shuffle", _prepare)
    patch.setattr(shuffle, "shuffle", _shuffle)
    patch.setattr(shuffle, "prove_shuffle", lambda *_: PROOF)
    patch.setattr(shuffle, "refused_shuffles", _refused)
    patch.setattr(keys, "verify_key", remembered(keys.verify_key))
    patch.setattr(masking, "decode_deck", remembered(masking.decode_deck))
    patch.setattr(masking, "unmask", remembered(masking.unmask))
    patch.setattr(shares, "decode_shares", remembered(shares.decode_shares))
    patch.setattr(shares, "verify_shares", remembered(shares.verify_shares))
    patch.setattr(suits, "verify_suits", remembered(suits.verify_suits))
    patch.setattr(codec, "verify_signature", remembered(codec.verify_signature))
