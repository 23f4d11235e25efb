"""The shuffle: one deck made of another, permuted and remasked; its proof is in `shuffle_proof`.

The one rule: the secrets of a shuffle serve one deck and one proof. Used for a second deck or
answering a second challenge they give the permutation away, so they are spent when they are taken.

Letters as in SPEC §3.6:

    com(a; r) = r·P_0 + sum of a_i·P_i        Enc(0; r) = (r·G, r·X)
    new[i] = old[perm[i]] + Enc(0; rho_i)     p_i = perm[i] + 1
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from protocol.crypto.errors import AlreadySpent
from protocol.crypto.group import G, Point, Scalar, pedersen, weighted_sum
from protocol.crypto.masking import Ciphertext, Deck
from protocol.crypto.rng import Rng, permutation
from protocol.faults import Code


@dataclass(frozen=True, slots=True, repr=False)
class ShuffleSecrets:
    """Everything a shuffle draws, and what can be multiplied out before the deck is there.

    Has no repr: even `zeros`, points though they are, would tell the permutation.
    """

    joint: Point
    perm: tuple[int, ...]
    rho: tuple[Scalar, ...]
    zeros: tuple[Ciphertext, ...]
    """Enc(0; rho_i)."""
    d: tuple[Scalar, ...]
    e: tuple[Scalar, ...]
    delta: tuple[Scalar, ...]
    r_c: Scalar
    r_d: Scalar
    r_e: Scalar
    s_1: Scalar
    C: Point
    C_d: Point
    C_e: Point
    C_1: Point


class PreparedShuffle:
    """A shuffle drawn ahead of its deck; good for one deck.

    The caller writes down that it is spent before the deck goes out, and after a crash prepares
    another or sends the same bytes again.
    """

    __slots__ = ("_secrets", "n")

    def __init__(self, secrets: ShuffleSecrets) -> None:
        self.n = len(secrets.perm)
        self._secrets: ShuffleSecrets | None = secrets

    def spend(self) -> ShuffleSecrets:
        """What was drawn, for its one deck; AlreadySpent where one has been made."""
        secrets, self._secrets = self._secrets, None
        if secrets is None:
            raise AlreadySpent(Code.SHUFFLE_USED)
        return secrets


class ShuffleWitness:
    """What a seat knows of its own shuffle until the proof is made; good for one proof."""

    __slots__ = ("_secrets", "new", "old")

    def __init__(self, secrets: ShuffleSecrets, old: Deck, new: Deck) -> None:
        self.old = old
        self.new = new
        self._secrets: ShuffleSecrets | None = secrets

    def spend(self) -> ShuffleSecrets:
        """What was drawn, for its one proof; AlreadySpent where one has been made."""
        secrets, self._secrets = self._secrets, None
        if secrets is None:
            raise AlreadySpent(Code.SHUFFLE_PROVED)
        return secrets


def com(generators: Sequence[Point], values: Iterable[Scalar], blinding: Scalar) -> Point:
    """com(values; blinding), for values that fit `generators` from P_1 on."""
    return weighted_sum(
        [(blinding, generators[0]), *zip(values, generators[1:], strict=False)],
    )


def _commit_permutation(
    generators: Sequence[Point], perm: Sequence[int], blinding: Scalar
) -> Point:
    """com(p; blinding) by additions alone: P_i counts p_i times in the sum of all tail sums."""
    by_place = [generators[0]] * len(perm)
    for i, place in enumerate(perm):
        by_place[place] = generators[i + 1]
    tail = by_place[-1]
    total = blinding * generators[0] + tail
    for point in reversed(by_place[:-1]):
        tail = tail + point
        total = total + tail
    return total


def prepare_shuffle(n: int, joint: Point, rng: Rng) -> PreparedShuffle:
    """Draw a shuffle of n >= 2 cards under the joint key, with all that needs no deck."""
    if n < 2:
        raise ValueError("a shuffle needs at least 2 cards")
    generators = pedersen(n)
    perm = permutation(rng, n)
    rho = tuple(Scalar.random(rng) for _ in range(n))
    d = tuple(Scalar.random(rng) for _ in range(n))
    e = tuple(Scalar.random(rng) for _ in range(n))
    # The ends of delta are fixed so that b_1 = a_1 and the public product come out by themselves.
    delta = (e[0], *(Scalar.random(rng) for _ in range(n - 2)), Scalar.of(0))
    r_c, r_d, r_e, s_1 = (Scalar.random(rng) for _ in range(4))
    return PreparedShuffle(
        ShuffleSecrets(
            joint=joint,
            perm=perm,
            rho=rho,
            zeros=tuple(Ciphertext(r * G, r * joint) for r in rho),
            d=d,
            e=e,
            delta=delta,
            r_c=r_c,
            r_d=r_d,
            r_e=r_e,
            s_1=s_1,
            C=_commit_permutation(generators, perm, r_c),
            C_d=com(generators, [-d_i for d_i in d], r_d),
            C_e=com(generators, e, r_e),
            C_1=com(generators, [-(delta[i] * e[i + 1]) for i in range(n - 1)], s_1),
        )
    )


def shuffle(deck: Deck, prepared: PreparedShuffle) -> tuple[Deck, ShuffleWitness]:
    """The new deck, and the witness to prove it with later; `prepared` is spent.

    Raises:
        AlreadySpent: `prepared` has been used before.
        ValueError: it was prepared for another number of cards; nothing is spent.
    """
    if len(deck) != prepared.n:
        raise ValueError("prepared for another number of cards")
    secrets = prepared.spend()
    new = tuple(
        Ciphertext(deck[place].c1 + zero.c1, deck[place].c2 + zero.c2)
        for place, zero in zip(secrets.perm, secrets.zeros, strict=True)
    )
    return new, ShuffleWitness(secrets, deck, new)
