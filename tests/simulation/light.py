"""Light cryptography for tests of the machine alone: hundreds of tables a minute.

The one rule: only what costs time is left out. Shuffles permute without remasking and carry no
proof, and what one table has verified the others of the same process believe; keys, commitments,
shares, claims and signatures are the real ones, and wrong ones are refused as ever. They are handed to
tables and audits, as real ones are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from protocol.audit import audit as real_audit
from protocol.crypto import identity, keys, masking, shares, suits
from protocol.crypto.group import POINT_SIZE, Point
from protocol.crypto.proofs import REAL, Proofs
from protocol.crypto.rng import Rng, permutation
from protocol.faults import Code, Reason
from protocol.report import Report

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


_POINTS: Final[dict[bytes, Point]] = {}
"""Points of decks that have been checked: decks that are not remasked are made of the same ones."""


def _decode_deck(data: bytes, n: int) -> masking.Deck:
    points = [_POINTS.get(data[at : at + POINT_SIZE]) for at in range(0, len(data), POINT_SIZE)]
    if len(points) == 2 * n and None not in points:
        return tuple(map(masking.Ciphertext, points[::2], points[1::2]))  # type: ignore[arg-type]
    deck = masking.decode_deck(data, n)
    if len(_POINTS) > REMEMBERED:
        _POINTS.clear()
    _POINTS.update((point.encoded, point) for card in deck for point in (card.c1, card.c2))
    return deck


class LightProofs(Proofs):
    """See the module's docstring."""

    prepare_shuffle = staticmethod(_prepare)
    shuffle = staticmethod(_shuffle)
    prove_shuffle = staticmethod(lambda *_: PROOF)
    refused_shuffles = staticmethod(_refused)
    verify_key = staticmethod(remembered(keys.verify_key))
    decode_deck = staticmethod(remembered(_decode_deck))
    unmask = staticmethod(remembered(masking.unmask))
    decode_shares = staticmethod(remembered(shares.decode_shares))
    verify_shares = staticmethod(remembered(shares.verify_shares))
    verify_suits = staticmethod(remembered(suits.verify_suits))
    verify_signature = staticmethod(remembered(identity.verify_signature))


LIGHT: Final = LightProofs()

_HANDED: ContextVar[Proofs] = ContextVar("proofs", default=REAL)


def handed() -> Proofs:
    """What the tables of a test are given: real proofs, unless the test is about the machine alone."""
    return _HANDED.get()


@contextmanager
def light_proofs(proofs: Proofs = LIGHT) -> Iterator[None]:
    """Tables that are made meanwhile are given these."""
    token = _HANDED.set(proofs)
    try:
        yield
    finally:
        _HANDED.reset(token)


def audit(log: bytes) -> Report:
    """The audit with the proofs that the tables were given."""
    return real_audit(log, proofs=handed())
