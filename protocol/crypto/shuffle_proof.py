"""The proof of a shuffle: Groth's argument that one deck is another, permuted and remasked.

The one rule: prover and verifier walk through one transcript, in the same order.

Groth, "A verifiable secret shuffle of homomorphic encryptions", J. Cryptology 2010; the same as
Bayer and Groth, Eurocrypt 2012, with one row. Letters as in SPEC §3.6 and in `shuffle`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from protocol.crypto.errors import ProofRefused
from protocol.crypto.fields import ProofReader
from protocol.crypto.group import (
    H1,
    H2,
    POINT_SIZE,
    SCALAR_SIZE,
    G,
    Point,
    PublicSum,
    Q,
    Scalar,
    generators_digest,
    pedersen,
    weighted_sum,
)
from protocol.crypto.masking import Ciphertext, Deck, Suited, encode_deck, start_deck
from protocol.crypto.rng import Rng
from protocol.crypto.shuffle import ShuffleWitness, com
from protocol.crypto.transcript import Context, Transcript
from protocol.faults import Code, Reason

WEIGHT_SIZE: Final = 16


def shuffle_proof_size(n: int) -> int:
    """Bytes of a proof for n cards: 7 points and 3n + 1 scalars."""
    return 7 * POINT_SIZE + (3 * n + 1) * SCALAR_SIZE


@dataclass(frozen=True, slots=True)
class ShuffleStatement:
    """What is claimed: `new` holds the cards of `old`, permuted and remasked under `joint`.

    Args:
        joint: The joint key X.
        old: The deck that came in.
        new: The deck that went out.
        position: Which shuffle of the chain it is, from 0.
        cards: The pack, where `old` is its start deck; makes verifying cheaper and says no more.

    Raises:
        ValueError: `cards` is given and `old` is not the start deck, or the decks differ in size.
    """

    joint: Point
    old: Deck
    new: Deck
    position: int
    cards: tuple[Suited, ...] | None = None

    def __post_init__(self) -> None:
        if len(self.old) != len(self.new) or len(self.old) < 2:
            raise ValueError("a shuffle is between two decks of one size, at least 2")
        if self.cards is not None and self.old != start_deck(self.cards, self.joint):
            raise ValueError("not the start deck of these cards")


def _begin(context: Context, statement: ShuffleStatement) -> Transcript:
    n = len(statement.old)
    transcript = Transcript(b"shuffle proof", context)
    transcript.append(b"generators", generators_digest(n))
    transcript.append_number(b"N", n)
    transcript.append_number(b"position", statement.position)
    transcript.append_points(b"joint key", (statement.joint,))
    transcript.append(b"old", encode_deck(statement.old))
    transcript.append(b"new", encode_deck(statement.new))
    return transcript


@dataclass(frozen=True, slots=True)
class _Proof:
    """The proof's fields in the order of its bytes; at and bt are a and b, answered."""

    C: Point
    C_d: Point
    E: Ciphertext
    f: tuple[Scalar, ...]
    Z: Scalar
    C_e: Point
    C_1: Point
    C_x: Point
    at: tuple[Scalar, ...]
    bt: tuple[Scalar, ...]
    r: Scalar
    s: Scalar

    def encode(self) -> bytes:
        pieces: tuple[Point | Scalar, ...] = (
            *(self.C, self.C_d, self.E.c1, self.E.c2),
            *(*self.f, self.Z),
            *(self.C_e, self.C_1, self.C_x),
            *(*self.at, *self.bt, self.r, self.s),
        )
        return b"".join(piece.encoded for piece in pieces)

    @classmethod
    def decode(cls, data: bytes, n: int) -> _Proof:
        """Read a proof for n cards; BadEncoding unless it is one, without a zero response."""
        reader = ProofReader(data, shuffle_proof_size(n))
        return cls(
            C=reader.point(),
            C_d=reader.point(),
            E=Ciphertext(reader.point(), reader.point()),
            f=reader.scalars(n),
            Z=reader.scalar(),
            C_e=reader.point(),
            C_1=reader.point(),
            C_x=reader.point(),
            at=reader.scalars(n),
            bt=reader.scalars(n - 2),
            r=reader.scalar(),
            s=reader.scalar(),
        )


@dataclass(slots=True)
class _Challenges:
    """Both sides' walk through the transcript, step by step in the same order."""

    transcript: Transcript
    t: tuple[int, ...] = field(default=())
    lam: Scalar = field(default=Scalar.of(0))
    y: Scalar = field(default=Scalar.of(0))
    x: Scalar = field(default=Scalar.of(0))

    def step_1(self, n: int, C: Point, C_d: Point, E: Ciphertext) -> None:
        self.transcript.append_points(b"C", (C,))
        self.transcript.append_points(b"C_d", (C_d,))
        self.transcript.append_points(b"E", (E.c1, E.c2))
        self.t = self.transcript.short_challenges(b"t", n)

    def step_2(self, f: tuple[Scalar, ...], Z: Scalar) -> None:
        self.transcript.append_scalars(b"f", f)
        self.transcript.append_scalars(b"Z", (Z,))
        self.lam = self.transcript.challenge(b"lambda")
        self.y = self.transcript.challenge(b"y")

    def step_3(self, C_e: Point, C_1: Point, C_x: Point) -> None:
        self.transcript.append_points(b"C_e", (C_e,))
        self.transcript.append_points(b"C_1", (C_1,))
        self.transcript.append_points(b"C_x", (C_x,))
        self.x = self.transcript.challenge(b"x")


def _total(scalars: Iterable[Scalar]) -> Scalar:
    total = Scalar.of(0)
    for scalar in scalars:
        total = total + scalar
    return total


def _known(challenge: Scalar) -> int:
    """A challenge, which everybody knows, as a whole number."""
    return int(challenge)


def prove_shuffle(
    context: Context, statement: ShuffleStatement, witness: ShuffleWitness, rng: Rng
) -> bytes:
    """The proof, `shuffle_proof_size(n)` bytes; the witness is spent.

    Raises:
        AlreadySpent: the witness has made a proof before.
        ValueError: the statement is not about the witness's decks; nothing is spent.
    """
    if (statement.old, statement.new) != (witness.old, witness.new):
        raise ValueError("the witness is of another shuffle")
    secrets = witness.spend()
    n = len(statement.old)
    generators = pedersen(n)
    perm, d, e, delta = secrets.perm, secrets.d, secrets.e, secrets.delta
    challenges = _Challenges(_begin(context, statement))

    # What is drawn only now can be hedged with the transcript.
    R_d = challenges.transcript.nonce(b"R_d", (*secrets.rho, *d), rng)
    minus_d = [-d_i for d_i in d]
    E = Ciphertext(
        weighted_sum([(R_d, G), *zip(minus_d, (card.c1 for card in statement.new), strict=True)]),
        weighted_sum(
            [(R_d, secrets.joint), *zip(minus_d, (card.c2 for card in statement.new), strict=True)]
        ),
    )
    challenges.step_1(n, secrets.C, secrets.C_d, E)

    t = [Scalar.of(t_j) for t_j in challenges.t]
    moved = [t[place] for place in perm]
    f = tuple(t_i + d_i for t_i, d_i in zip(moved, d, strict=True))
    Z = _total(t_i * rho_i for t_i, rho_i in zip(moved, secrets.rho, strict=True)) + R_d
    challenges.step_2(f, Z)

    # lam·j + t_j - y is public for each j; only which of them stands where is not.
    lam, y = _known(challenges.lam), _known(challenges.y)
    steps = [Scalar.of(lam * (j + 1) + t_j - y) for j, t_j in enumerate(challenges.t)]
    a = [steps[place] for place in perm]
    b = [a[0]]
    for a_i in a[1:]:
        b.append(b[-1] * a_i)
    s_x = challenges.transcript.nonce(b"s_x", (*secrets.rho, *d), rng)
    C_x = com(
        generators,
        [delta[i + 1] - a[i + 1] * delta[i] - b[i] * e[i + 1] for i in range(n - 1)],
        s_x,
    )
    challenges.step_3(secrets.C_e, secrets.C_1, C_x)

    x = challenges.x
    r_a = challenges.lam * secrets.r_c + secrets.r_d
    return _Proof(
        C=secrets.C,
        C_d=secrets.C_d,
        E=E,
        f=f,
        Z=Z,
        C_e=secrets.C_e,
        C_1=secrets.C_1,
        C_x=C_x,
        at=tuple(x * a_i + e_i for a_i, e_i in zip(a, e, strict=True)),
        bt=tuple(x * b[i] + delta[i] for i in range(1, n - 1)),
        r=x * r_a + secrets.r_e,
        s=x * s_x + secrets.s_1,
    ).encode()


def _add_equations(
    total: PublicSum, context: Context, statement: ShuffleStatement, data: bytes, rng: Rng
) -> None:
    """Add the four equations of a proof, each times a fresh weight, to `total`.

    The weights are the verifier's own and drawn when the proof is fixed: if any equation fails,
    the sum is zero with a chance of 2^-128.
    """
    old, new, joint = statement.old, statement.new, statement.joint
    n = len(old)
    P = pedersen(n)
    proof = _Proof.decode(data, n)
    challenges = _Challenges(_begin(context, statement))
    challenges.step_1(n, proof.C, proof.C_d, proof.E)
    challenges.step_2(proof.f, proof.Z)
    challenges.step_3(proof.C_e, proof.C_1, proof.C_x)
    t = challenges.t
    lam, y, x = int(challenges.lam), int(challenges.y), int(challenges.x)
    f = [int(f_i) for f_i in proof.f]
    at = [int(at_i) for at_i in proof.at]
    product = x
    for i in range(n):
        product = product * (lam * (i + 1) + t[i] - y) % Q
    bt = [at[0], *(int(bt_i) for bt_i in proof.bt), product]
    w_1, w_2, w_3, w_4 = (int.from_bytes(rng(WEIGHT_SIZE), "little") for _ in range(4))

    # E1, E2: sum f_i·new[i] + E - sum t_j·old[j] - Enc(0; Z) = 0, in both components.
    for f_i, card in zip(f, new, strict=True):
        total.add(w_1 * f_i, card.c1)
        total.add(w_2 * f_i, card.c2)
    total.add(w_1, proof.E.c1)
    total.add(w_2, proof.E.c2)
    if statement.cards is None:
        for t_j, card in zip(t, old, strict=True):
            total.add(-w_1 * t_j, card.c1)
            total.add(-w_2 * t_j, card.c2)
    else:
        total.add(-w_1 * sum(t), G)
        total.add(-w_2 * sum(t), joint)
        cards = tuple(zip(t, statement.cards, strict=True))
        total.add(-w_2 * sum([t_j * suit for t_j, (suit, _) in cards]), H1)
        total.add(-w_2 * sum([t_j * rank for t_j, (_, rank) in cards]), H2)
    total.add(-w_1 * int(proof.Z), G)
    total.add(-w_2 * int(proof.Z), joint)

    # E3: com(at; r) - x·(lam·C + C_d + com(f - y; 0)) - C_e = 0.
    total.add(-w_3 * x * lam, proof.C)
    total.add(-w_3 * x, proof.C_d)
    total.add(-w_3, proof.C_e)
    third = [at_i - x * (f_i - y) for at_i, f_i in zip(at, f, strict=True)]

    # E4: com(x·bt_{i+1} - bt_i·at_{i+1}; s) - x·C_x - C_1 = 0.
    total.add(-w_4 * x, proof.C_x)
    total.add(-w_4, proof.C_1)
    fourth = [x * bt[i + 1] - bt[i] * at[i + 1] for i in range(n - 1)]

    # What both commit to, together.
    total.add(w_3 * int(proof.r) + w_4 * int(proof.s), P[0])
    for P_i, in_third, in_fourth in zip(P[1:], third, (*fourth, 0), strict=True):
        total.add(w_3 * in_third + w_4 * in_fourth, P_i)


def verify_shuffle(context: Context, statement: ShuffleStatement, proof: bytes, rng: Rng) -> None:
    """Check one shuffle's proof; `rng` gives the weights and must not be foreseeable.

    Raises:
        ProofRefused: the new deck is not shown to be the old one shuffled.
    """
    total = PublicSum()
    _add_equations(total, context, statement, proof, rng)
    if not total.is_zero():
        raise ProofRefused(Code.SHUFFLE_PROOF)


def refused_shuffles(
    links: Sequence[tuple[Context, ShuffleStatement, bytes]], rng: Rng
) -> dict[int, Reason]:
    """Check shuffles as one equation; if it fails, one by one to find whom to blame.

    Each proof is about its own two decks, so a wrong one says nothing for or against the others.

    Returns:
        For each link that is not proved, by its index, why; nothing where all are.
    """
    total = PublicSum()
    try:
        for context, statement, proof in links:
            _add_equations(total, context, statement, proof, rng)
        if total.is_zero():
            return {}
    except ProofRefused:
        pass  # One is unreadable; others may be wrong too.
    found: dict[int, Reason] = {}
    for index, (context, statement, proof) in enumerate(links):
        try:
            verify_shuffle(context, statement, proof, rng)
        except ProofRefused as refused:
            found[index] = refused.reason
    assert found, "links that hold one by one hold together"
    return found
