"""The recipes of the vectors of `protocol.crypto`: each makes one file, always the same.

The one rule: randomness comes from `SeededRng` with the file's name as its seed, so that a change
of any byte of the protocol shows as a change of the files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace

from nacl import bindings as sodium

from protocol.crypto.coin import coin_order, commit_coin
from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import H1, H2, G, Point, Q, Scalar, generators_digest, pedersen
from protocol.crypto.identity import Identity, fingerprint, key_words
from protocol.crypto.keys import SeatKey, commit_key, joint_key, new_key, prove_key, verify_key
from protocol.crypto.masking import (
    Ciphertext,
    Deck,
    Suited,
    card_point,
    deck_digest,
    encode_deck,
    start_deck,
    unmask,
)
from protocol.crypto.rng import SeededRng
from protocol.crypto.shares import encode_shares, make_shares, verify_shares
from protocol.crypto.shuffle import PreparedShuffle, ShuffleSecrets, prepare_shuffle, shuffle
from protocol.crypto.shuffle_proof import ShuffleStatement, prove_shuffle, verify_shuffle
from protocol.crypto.suits import HiddenCard, hidden_card, prove_suits, verify_suits
from protocol.crypto.transcript import Context, Transcript
from protocol.wire.name_characters import NAME_CHARACTERS, NONSPACING_MARKS
from tests.vectors.format import Vector, context_fields
from tests.vectors.make.recorder import recorded

OWN = "made by the recipe of this name in tests/vectors/make/recipes.py"
IDENTITY_POINT = (1).to_bytes(32, "little")
FIELD = 2**255 - 19
SIX: tuple[Suited, ...] = tuple((suit, rank) for suit in (1, 2, 3) for rank in (1, 2))
AZI: tuple[Suited, ...] = tuple((suit, rank) for suit in (1, 2, 3) for rank in range(1, 10))

CONTEXT = Context(
    table=hashlib.sha256(b"table").digest(),
    game="azi",
    pack="azi27",
    deal=12,
    attempt=1,
    seats=(0, 2, 3),
    chain="prepare",
    seat=2,
    head=hashlib.sha256(b"head").digest(),
)

Recipe = Callable[[str], Vector]
RECIPES: dict[str, Recipe] = {}


def recipe(name: str) -> Callable[[Recipe], Recipe]:
    """Register a recipe for the file `name`."""

    def register(make: Recipe) -> Recipe:
        assert name not in RECIPES
        RECIPES[name] = make
        return make

    return register


def rng_of(name: str) -> SeededRng:
    return SeededRng(name.encode())


def number(value: int, size: int = 8) -> bytes:
    return value.to_bytes(size, "little")


def pairs(cards: Sequence[Suited]) -> bytes:
    """Suit and rank of each card, a byte each."""
    return bytes(part for card in cards for part in card)


# --- group -------------------------------------------------------------------------------------


@recipe("group/generators")
def generators(_: str) -> Vector:
    fields = {"G": G.encoded, "H1": H1.encoded, "H2": H2.encoded}
    fields |= {f"P.{i}": point.encoded for i, point in enumerate(pedersen(52))}
    fields |= {f"digest.{n}": generators_digest(n) for n in (2, 27, 36, 52)}
    return Vector(
        "ok",
        "3.1",
        "all generators, from their labels; digest.N is SHA-512 of G, H1, H2, P_0..P_N",
        OWN,
        fields,
    )


@recipe("group/card_points")
def card_points(_: str) -> Vector:
    return Vector(
        "ok",
        "3.2",
        "card.S.R is the point of suit S and rank R: S·H1 + R·H2",
        OWN,
        {f"card.{s}.{r}": card_point(s, r).encoded for s in range(1, 5) for r in range(1, 14)},
    )


TORSION = {
    "order_2": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "order_4_a": "0000000000000000000000000000000000000000000000000000000000000000",
    "order_4_b": "0000000000000000000000000000000000000000000000000000000000000080",
    "order_8_a": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "order_8_b": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "order_8_c": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "order_8_d": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
}


def point_cases() -> dict[str, tuple[str, str, bytes]]:
    bad = "not_a_point"
    cases = {
        "point_ok": ("ok", "an ordinary point", card_point(2, 5).encoded),
        "point_identity": (bad, "the identity", IDENTITY_POINT),
        "point_identity_sign": (
            bad,
            "the identity with the sign bit set, though its x is 0",
            number(1 | 1 << 255, 32),
        ),
        "point_y_is_p": (bad, "y = p, a second encoding of y = 0", number(FIELD, 32)),
        "point_y_is_p_plus_1": (
            bad,
            "y = p + 1, a second encoding of the identity",
            number(FIELD + 1, 32),
        ),
        "point_y_is_p_plus_3": (
            bad,
            "y = p + 3, not reduced",
            number(FIELD + 3, 32),
        ),
        "point_not_on_curve": (bad, "y = 2 has no x", number(2, 32)),
        "point_all_ones": (bad, "256 bits set", b"\xff" * 32),
        "point_short": ("point_length", "31 bytes", G.encoded[:31]),
        "point_long": ("point_length", "33 bytes", G.encoded + b"\0"),
    }
    for name, text in TORSION.items():
        torsion = bytes.fromhex(text)
        mixed = sodium.crypto_core_ed25519_add(H1.encoded, torsion)
        cases[f"point_{name}"] = (bad, "a point of small order", torsion)
        cases[f"point_mixed_{name}"] = (bad, "H1 plus a point of small order", mixed)
    return cases


def scalar_cases() -> dict[str, tuple[str, str, bytes]]:
    bad = "scalar_not_reduced"
    return {
        "scalar_largest": ("ok", "q - 1", number(Q - 1, 32)),
        "scalar_is_q": (bad, "q, a second encoding of 0", number(Q, 32)),
        "scalar_is_q_plus_1": (bad, "q + 1", number(Q + 1, 32)),
        "scalar_high_bit": (
            bad,
            "1 with bit 255 set, which libsodium ignores",
            number(1 | 1 << 255, 32),
        ),
        "scalar_short": ("scalar_length", "31 bytes", bytes(31)),
    }


def _register_encodings() -> None:
    for kind, cases in (("point", point_cases()), ("scalar", scalar_cases())):
        for name, (expect, comment, data) in cases.items():

            def make(
                _: str, case: tuple[str, str, str, bytes] = (expect, comment, kind, data)
            ) -> Vector:
                return Vector(case[0], "3.1", case[1], OWN, {case[2]: case[3]})

            recipe(f"group/{name}")(make)


_register_encodings()


# --- transcript --------------------------------------------------------------------------------


@recipe("transcript/challenges")
def challenges(_: str) -> Vector:
    with recorded() as steps:
        transcript = Transcript(b"example", CONTEXT)
        transcript.append(b"label", b"some data")
        transcript.append_number(b"number", 52)
        transcript.append_points(b"points", (G, H1))
        transcript.append_scalars(b"scalars", (Scalar.of(7),))
        full = transcript.challenge(b"full")
        short = transcript.short_challenge(b"short")
        many = transcript.short_challenges(b"many", 5)
        digest = transcript.digest(b"digest")
    fields = {**context_fields(CONTEXT), "context": CONTEXT.encode(), **steps, "full": full.encoded}
    fields |= {"short": number(short, 16)}
    fields |= {f"many.{i}": number(value, 16) for i, value in enumerate(many)}
    return Vector(
        "ok",
        "3.3",
        "purpose `example`; every append, and every draw with the challenge made of it",
        OWN,
        {**fields, "digest": digest},
    )


# --- keys and coin -----------------------------------------------------------------------------


COMMITMENTS = tuple(hashlib.sha256(b"commitment %d" % i).digest() for i in range(3))


def key_vector(
    name: str,
    expect: str,
    comment: str,
    *,
    proved: Context = CONTEXT,
    change: Callable[[SeatKey, bytes], tuple[Point, bytes]] = lambda key, proof: (
        key.public,
        proof,
    ),
) -> Vector:
    """A key proof made under `proved`, changed, and offered under CONTEXT."""
    rng = rng_of(name)
    key = new_key(rng)
    made = prove_key(proved, COMMITMENTS, key, rng)
    public, proof = change(key, made)
    fields = {**context_fields(CONTEXT), "secret_key": key.encode_secret()}
    fields |= {f"commitment.{i}": data for i, data in enumerate(COMMITMENTS)}
    fields |= {"public_key": public.encoded, "proof": proof}
    return finished(
        expect, "3.4", comment, fields, lambda: verify_key(CONTEXT, COMMITMENTS, public, proof)
    )


def finished(
    expect: str, spec: str, comment: str, fields: dict[str, bytes], verify: Callable[[], None]
) -> Vector:
    """The vector with the verifier's transcript added, as far as it gets."""
    said = "ok"
    with recorded() as steps:
        try:
            verify()
        except ProofRefused as refused:
            said = refused.code
    assert said == expect, f"the verifier says {said!r}, not {expect!r}"
    return Vector(expect, spec, comment, OWN, {**fields, **steps})


@recipe("schnorr/ok")
def schnorr_ok(name: str) -> Vector:
    return key_vector(name, "ok", "an honest key proof; the proof is c, then s")


@recipe("schnorr/another_table")
def schnorr_table(name: str) -> Vector:
    proved = replace(CONTEXT, table=bytes(32))
    return key_vector(name, "key_proof", "the proof was made at another table", proved=proved)


@recipe("schnorr/another_seat")
def schnorr_seat(name: str) -> Vector:
    proved = replace(CONTEXT, seat=3)
    return key_vector(name, "key_proof", "the proof was made by another seat", proved=proved)


@recipe("schnorr/another_key")
def schnorr_key(name: str) -> Vector:
    return key_vector(
        name,
        "key_proof",
        "the proof is of another key",
        change=lambda key, proof: (key.public + G, proof),
    )


@recipe("schnorr/zero_challenge")
def schnorr_zero_c(name: str) -> Vector:
    return key_vector(
        name, "zero_scalar", "c = 0", change=lambda key, proof: (key.public, bytes(32) + proof[32:])
    )


@recipe("schnorr/zero_response")
def schnorr_zero_s(name: str) -> Vector:
    return key_vector(
        name, "zero_scalar", "s = 0", change=lambda key, proof: (key.public, proof[:32] + bytes(32))
    )


@recipe("schnorr/unreduced_response")
def schnorr_unreduced(name: str) -> Vector:
    def change(key: SeatKey, proof: bytes) -> tuple[Point, bytes]:
        return key.public, proof[:32] + number(int.from_bytes(proof[32:], "little") + Q, 32)

    return key_vector(name, "scalar_not_reduced", "s + q in the place of s", change=change)


@recipe("schnorr/identity_commitment")
def schnorr_identity(name: str) -> Vector:
    def change(key: SeatKey, _: bytes) -> tuple[Point, bytes]:
        c = Scalar.of(5)
        return key.public, c.encoded + (c * key.secret).encoded

    return key_vector(name, "identity_point", "s = c·x, so that A is the identity", change=change)


@recipe("schnorr/short")
def schnorr_short(name: str) -> Vector:
    return key_vector(
        name, "proof_length", "63 bytes", change=lambda key, proof: (key.public, proof[:-1])
    )


@recipe("coin/commitments")
def commitments(name: str) -> Vector:
    rng = rng_of(name)
    entropy, m, n, key = rng(32), rng(32), rng(32), new_key(rng)
    with recorded() as steps:
        coin = commit_coin(CONTEXT, entropy, m)
        commitment = commit_key(CONTEXT, key.public, coin, n)
    return Vector(
        "ok",
        "3.4",
        "K over entropy and m, then C over the public key, K and n",
        OWN,
        {
            **context_fields(CONTEXT),
            "entropy": entropy,
            "m": m,
            "K": coin,
            "public_key": key.public.encoded,
            "n": n,
            "C": commitment,
            **steps,
        },
    )


@recipe("coin/order")
def order(name: str) -> Vector:
    rng = rng_of(name)
    entropies = [(seat, rng(32)) for seat in (0, 2, 3, 5)]
    head = rng(32)
    fields = {"head": head, "seats": bytes(seat for seat, _ in entropies)}
    fields |= {f"entropy.{i}": entropy for i, (_, entropy) in enumerate(entropies)}
    fields |= {"ordered": bytes([0, 1, 2, 3, 4, 5])}
    return Vector(
        "ok",
        "3.5",
        "`seats` committed and opened; `ordered` are put in the order `order`",
        OWN,
        {**fields, "order": bytes(coin_order(entropies, head, range(6)))},
    )


# --- shares ------------------------------------------------------------------------------------


def table_keys(rng: SeededRng) -> tuple[list[SeatKey], Point]:
    keys = [new_key(rng) for _ in range(3)]
    return keys, joint_key([key.public for key in keys])


def shares_vector(
    name: str,
    expect: str,
    comment: str,
    slots: Sequence[int],
    change: Callable[[list[Point], bytes], tuple[list[Point], bytes]] = lambda shares, proof: (
        shares,
        proof,
    ),
) -> Vector:
    """Shares of these slots of a shuffled deck of six, changed after they were proved."""
    rng = rng_of(name)
    keys, joint = table_keys(rng)
    deck, _ = shuffle(start_deck(SIX, joint), prepare_shuffle(6, joint, rng))
    masked = [(slot, deck[slot]) for slot in slots]
    made, made_proof = make_shares(CONTEXT, keys[1], masked, rng)
    shares, proof = change(list(made), made_proof)
    fields = {
        **context_fields(CONTEXT),
        "secret_key": keys[1].encode_secret(),
        "public_key": keys[1].public.encoded,
        "slots": b"".join(number(slot) for slot in slots),
        "c1": b"".join(card.c1.encoded for _, card in masked),
        "shares": encode_shares(shares),
        "proof": proof,
    }
    return finished(
        expect,
        "3.7",
        comment,
        fields,
        lambda: verify_shares(CONTEXT, keys[1].public, masked, shares, proof),
    )


@recipe("dleq/one_slot")
def one_slot(name: str) -> Vector:
    return shares_vector(name, "ok", "one share; its weight is 1", [4])


@recipe("dleq/three_slots")
def three_slots(name: str) -> Vector:
    return shares_vector(name, "ok", "three shares under one proof; weights 1, w.0, w.1", [0, 2, 5])


@recipe("dleq/wrong_share")
def wrong_share(name: str) -> Vector:
    return shares_vector(
        name,
        "shares_proof",
        "the second of three shares has G added",
        [0, 2, 5],
        lambda shares, proof: ([shares[0], shares[1] + G, shares[2]], proof),
    )


@recipe("dleq/cancelling_errors")
def cancelling(name: str) -> Vector:
    return shares_vector(
        name,
        "shares_proof",
        "two shares with opposite errors, which equal weights would not see",
        [0, 2],
        lambda shares, proof: ([shares[0] + G, shares[1] - G], proof),
    )


@recipe("dleq/exchanged")
def exchanged(name: str) -> Vector:
    return shares_vector(
        name,
        "shares_proof",
        "two shares have changed places",
        [0, 2],
        lambda shares, proof: (shares[::-1], proof),
    )


@recipe("dleq/zero_response")
def shares_zero(name: str) -> Vector:
    return shares_vector(
        name, "zero_scalar", "s = 0", [0], lambda shares, proof: (shares, proof[:32] + bytes(32))
    )


@recipe("dleq/missing_share")
def missing_share(name: str) -> Vector:
    return shares_vector(
        name, "number_of_shares", "two shares for three slots", [0, 2, 5], lambda s, p: (s[:2], p)
    )


# --- shuffle -----------------------------------------------------------------------------------


def shuffle_vector(
    name: str,
    expect: str,
    comment: str,
    cards: tuple[Suited, ...],
    *,
    first: bool = True,
    change: Callable[[Deck, bytes], tuple[Deck, bytes]] = lambda deck, proof: (deck, proof),
    perm: tuple[int, ...] | None = None,
    position: int | None = None,
) -> Vector:
    """A shuffle of the start deck (or of a shuffled one), changed after it was proved.

    `perm` makes a prover that uses this sequence in the place of a permutation.
    """
    rng = rng_of(name)
    _, joint = table_keys(rng)
    n = len(cards)
    old = start_deck(cards, joint)
    if not first:
        old, _ = shuffle(old, prepare_shuffle(n, joint, rng))
    prepared = prepare_shuffle(n, joint, rng)
    secrets = prepared._secrets
    assert secrets is not None
    if perm is not None:
        secrets = with_perm(secrets, perm)
        prepared = PreparedShuffle(secrets)
    proved_at = 0 if first else 1
    made, witness = shuffle(old, prepared)
    made_proof = prove_shuffle(CONTEXT, ShuffleStatement(joint, old, made, proved_at), witness, rng)
    new, proof = change(made, made_proof)
    statement = ShuffleStatement(joint, old, new, proved_at if position is None else position)
    fields = {
        **context_fields(CONTEXT),
        "joint_key": joint.encoded,
        "position": number(statement.position),
        "cards": pairs(cards) if first else b"",
        "old": encode_deck(old),
        "new": encode_deck(new),
        "new_digest": deck_digest(new),
        "witness.perm": bytes(secrets.perm),
    }
    fields |= {f"witness.rho.{i}": rho.encoded for i, rho in enumerate(secrets.rho)}
    fields |= {"proof": proof}
    return finished(
        expect,
        "3.6",
        comment,
        fields,
        lambda: verify_shuffle(CONTEXT, statement, proof, rng_of("weights")),
    )


def with_perm(secrets: ShuffleSecrets, perm: tuple[int, ...]) -> ShuffleSecrets:
    """Secrets of a cheating prover: `perm` need not be a permutation, all else is consistent."""
    P = pedersen(len(perm))
    C = secrets.r_c * P[0]
    for place, point in zip(perm, P[1:], strict=True):
        C = C + Scalar.of(place + 1) * point
    return replace(secrets, perm=perm, C=C)


@recipe("shuffle/two_cards")
def shuffle_two(name: str) -> Vector:
    return shuffle_vector(name, "ok", "the smallest deck; bt is empty", SIX[:2])


@recipe("shuffle/four_cards")
def shuffle_four(name: str) -> Vector:
    return shuffle_vector(name, "ok", "four cards from the start deck", SIX[:4])


@recipe("shuffle/second_link")
def shuffle_second(name: str) -> Vector:
    return shuffle_vector(name, "ok", "a deck that had been shuffled before", SIX[:4], first=False)


@recipe("shuffle/azi27")
def shuffle_azi(name: str) -> Vector:
    return shuffle_vector(name, "ok", "the whole Azi pack", AZI)


def replaced(deck: Deck, proof: bytes) -> tuple[Deck, bytes]:
    return (Ciphertext(deck[0].c1, deck[0].c2 + H1), *deck[1:]), proof


@recipe("shuffle/replaced_card")
def shuffle_replaced(name: str) -> Vector:
    return shuffle_vector(
        name, "shuffle_proof", "H1 added to the first card after proving", SIX[:4], change=replaced
    )


@recipe("shuffle/doubled_card")
def shuffle_doubled(name: str) -> Vector:
    return shuffle_vector(
        name,
        "shuffle_proof",
        "a prover who takes card 0 twice and leaves out card 1, all else by the book",
        SIX[:4],
        perm=(0, 0, 2, 3),
    )


@recipe("shuffle/same_sum")
def shuffle_same_sum(name: str) -> Vector:
    return shuffle_vector(
        name,
        "shuffle_proof",
        "a prover whose sequence 0, 0, 3, 3 has the sum of a permutation",
        SIX[:4],
        perm=(0, 0, 3, 3),
    )


@recipe("shuffle/exchanged_after_proof")
def shuffle_exchanged(name: str) -> Vector:
    return shuffle_vector(
        name,
        "shuffle_proof",
        "two cards changed places after proving",
        SIX[:4],
        change=lambda deck, proof: ((deck[1], deck[0], *deck[2:]), proof),
    )


@recipe("shuffle/another_position")
def shuffle_position(name: str) -> Vector:
    return shuffle_vector(
        name, "shuffle_proof", "proved as shuffle 0, offered as shuffle 1", SIX[:4], position=1
    )


@recipe("shuffle/zero_response")
def shuffle_zero(name: str) -> Vector:
    return shuffle_vector(
        name,
        "zero_scalar",
        "f_1 = 0",
        SIX[:4],
        change=lambda deck, proof: (deck, proof[:128] + bytes(32) + proof[160:]),
    )


@recipe("shuffle/mixed_order_commitment")
def shuffle_mixed(name: str) -> Vector:
    def change(deck: Deck, proof: bytes) -> tuple[Deck, bytes]:
        torsion = bytes.fromhex(TORSION["order_2"])
        return deck, sodium.crypto_core_ed25519_add(proof[:32], torsion) + proof[32:]

    return shuffle_vector(
        name, "not_a_point", "a point of order 2 added to C", SIX[:4], change=change
    )


@recipe("shuffle/short")
def shuffle_short(name: str) -> Vector:
    return shuffle_vector(
        name, "proof_length", "a byte is missing", SIX[:4], change=lambda deck, p: (deck, p[:-1])
    )


# --- suits -------------------------------------------------------------------------------------


def suits_vector(
    name: str,
    expect: str,
    comment: str,
    suits: tuple[int, ...],
    most: int,
    change: Callable[[list[HiddenCard], bytes], tuple[list[HiddenCard], bytes]] = lambda h, p: (
        h,
        p,
    ),
) -> Vector:
    """A claim about the first `most` slots that hold one of `suits`, changed after proving."""
    rng = rng_of(name)
    keys, joint = table_keys(rng)
    deck, _ = shuffle(start_deck(SIX, joint), prepare_shuffle(6, joint, rng))
    every = list(enumerate(deck))
    shares = [make_shares(CONTEXT, key, every, rng)[0] for key in keys]
    cards = [unmask(card, [own[slot] for own in shares], SIX) for slot, card in every]
    slots = [slot for slot, (suit, _) in enumerate(cards) if suit in suits][:most]
    made = [hidden_card(slot, deck[slot], [shares[0][slot], shares[2][slot]]) for slot in slots]
    made_proof = prove_suits(CONTEXT, keys[1], made, suits, rng)
    hidden, proof = change(made, made_proof)
    fields = {
        **context_fields(CONTEXT),
        "secret_key": keys[1].encode_secret(),
        "public_key": keys[1].public.encoded,
        "suits": bytes(suits),
        "slots": b"".join(number(card.slot) for card in hidden),
        "c1": b"".join(card.c1.encoded for card in hidden),
        "rest": b"".join(card.rest.encoded for card in hidden),
        "witness.cards": pairs([cards[slot] for slot in slots]),
        "proof": proof,
    }
    return finished(
        expect,
        "3.8",
        comment,
        fields,
        lambda: verify_suits(CONTEXT, keys[1].public, hidden, suits, proof),
    )


@recipe("suits/one_suit")
def suits_one(name: str) -> Vector:
    return suits_vector(name, "ok", "one card, one suit: c.0 is the whole challenge", (3,), 1)


@recipe("suits/two_suits")
def suits_two(name: str) -> Vector:
    return suits_vector(name, "ok", "one card of suit 1 or 3", (1, 3), 1)


@recipe("suits/two_cards")
def suits_two_cards(name: str) -> Vector:
    return suits_vector(
        name, "ok", "two cards, each of suit 2 or 3, under one challenge", (2, 3), 2
    )


@recipe("suits/no_cards")
def suits_none(name: str) -> Vector:
    return suits_vector(name, "ok", "a claim about no cards has no bytes", (2,), 0)


@recipe("suits/another_card")
def suits_another(name: str) -> Vector:
    return suits_vector(
        name,
        "suits_proof",
        "rest has H1 added: the same rank in the next suit",
        (1, 3),
        1,
        lambda h, p: ([replace(h[0], rest=h[0].rest + H1)], p),
    )


@recipe("suits/zero_challenge")
def suits_zero(name: str) -> Vector:
    return suits_vector(
        name,
        "zero_challenge",
        "c_j = 0 in the first branch",
        (1, 3),
        1,
        lambda h, p: (h, bytes(16) + p[16:]),
    )


@recipe("suits/exchanged_branches")
def suits_exchanged(name: str) -> Vector:
    return suits_vector(
        name,
        "suits_proof",
        "the two branches have changed places",
        (1, 3),
        1,
        lambda h, p: (h, p[80:] + p[:80]),
    )


# --- identity ----------------------------------------------------------------------------------


RFC_CASES = {
    "rfc8032_test_1": (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    "rfc8032_test_2": (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    "rfc8032_test_3": (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
}


def signature_vector(
    expect: str, comment: str, provenance: str, public: bytes, message: bytes, signature: bytes
) -> Vector:
    return Vector(
        expect,
        "3.9",
        comment,
        provenance,
        {"public_key": public, "message": message, "signature": signature},
    )


@recipe("identity/names")
def names(name: str) -> Vector:
    identity = Identity.generate(rng_of(name))
    return Vector(
        "ok",
        "3.9",
        "fingerprint and words, in ASCII",
        OWN,
        {
            "seed": identity.seed,
            "public_key": identity.public,
            "fingerprint": fingerprint(identity.public).encode(),
            "words": " ".join(key_words(identity.public)).encode(),
        },
    )


SPECCHECK = (
    "made here after the cases of Chalkias, Garillot, Nikolaenko, Taming the many EdDSAs (SSR 2020)"
)


def challenge_of(r: bytes, public: bytes, message: bytes) -> Scalar:
    return Scalar.wide(hashlib.sha512(r + public + message).digest())


def plus_torsion(point: Point, name: str) -> bytes:
    return sodium.crypto_core_ed25519_add(point.encoded, bytes.fromhex(TORSION[name]))


def signature_cases() -> dict[str, Vector]:
    """Signatures that some definitions of Ed25519 take and others refuse."""
    rng = rng_of("identity")
    a, r = Scalar.random(rng), Scalar.random(rng)
    A, R = a * G, r * G
    message = b"an entry"
    cases: dict[str, Vector] = {}

    def case(name: str, expect: str, comment: str, public: bytes, msg: bytes, sig: bytes) -> None:
        cases[name] = signature_vector(expect, comment, SPECCHECK, public, msg, sig)

    s = r + challenge_of(R.encoded, A.encoded, message) * a
    case("plain", "ok", "made by the equation alone", A.encoded, message, R.encoded + s.encoded)
    lifted = number(int(s) + Q, 32)
    case("s_plus_q", "signature_not_reduced", "S + q", A.encoded, message, R.encoded + lifted)
    case(
        "s_high_bit",
        "signature_not_reduced",
        "bit 255 of S set",
        A.encoded,
        message,
        R.encoded + number(int(s) | 1 << 255, 32),
    )
    for name, size in (("short", 63), ("long", 65)):
        data = (R.encoded + s.encoded + b"\0")[:size]
        case(name, "signature_length", f"{size} bytes", A.encoded, message, data)

    mixed_key = plus_torsion(A, "order_8_a")
    for name, wanted, comment in (
        (
            "mixed_key_cofactorless",
            True,
            "A has a part of order 8, and 8 divides h: both equations hold",
        ),
        (
            "mixed_key_cofactored",
            False,
            "A has a part of order 8: only the cofactored equation holds",
        ),
    ):
        msg = next(
            m
            for m in (b"entry %d" % i for i in range(1000))
            if (int(challenge_of(R.encoded, mixed_key, m)) % 8 == 0) == wanted
        )
        s_mixed = r + challenge_of(R.encoded, mixed_key, msg) * a
        case(name, "identity_key", comment, mixed_key, msg, R.encoded + s_mixed.encoded)

    mixed_r = plus_torsion(R, "order_8_a")
    s_mixed_r = r + challenge_of(mixed_r, A.encoded, message) * a
    case(
        "mixed_r",
        "signature",
        "R has a part of order 8: only the cofactored equation holds",
        A.encoded,
        message,
        mixed_r + s_mixed_r.encoded,
    )
    for name, expect, comment, r_bytes in (
        ("r_identity", "signature_of_small_order", "R is the identity, S = h·a", IDENTITY_POINT),
        (
            "r_identity_y_p_plus_1",
            "signature",
            "R is the identity written with y = p + 1",
            number(FIELD + 1, 32),
        ),
        ("r_order_2", "signature", "R has order 2", bytes.fromhex(TORSION["order_2"])),
    ):
        s_small = challenge_of(r_bytes, A.encoded, message) * a
        case(name, expect, comment, A.encoded, message, r_bytes + s_small.encoded)

    for name, comment, key in (
        (
            "key_identity",
            "A and R are the identity and S = 0: good for every message",
            IDENTITY_POINT,
        ),
        ("key_identity_y_p_plus_1", "the same with A written as y = p + 1", number(FIELD + 1, 32)),
        ("key_order_8", "A has order 8", bytes.fromhex(TORSION["order_8_c"])),
    ):
        case(name, "identity_key", comment, key, message, IDENTITY_POINT + bytes(32))
    case(
        "key_short",
        "identity_key",
        "A has 31 bytes",
        A.encoded[:31],
        message,
        R.encoded + s.encoded,
    )
    return cases


def _register_signatures() -> None:
    for name, (seed, public, message, signature) in RFC_CASES.items():
        title = name[len("rfc8032_") :].replace("_", " ").upper()

        def make(
            _: str, case: tuple[str, ...] = (title, seed, public, message, signature)
        ) -> Vector:
            made = signature_vector(
                "ok",
                "signing the message with the seed gives this signature",
                f"RFC 8032, section 7.1, {case[0]}",
                *(bytes.fromhex(text) for text in case[2:]),
            )
            return replace(made, fields={"seed": bytes.fromhex(case[1]), **made.fields})

        recipe(f"identity/{name}")(make)
    for name, vector in signature_cases().items():

        def make_case(_: str, vector: Vector = vector) -> Vector:
            return vector

        recipe(f"identity/{name}")(make_case)


_register_signatures()


# --- names -------------------------------------------------------------------------------------


@recipe("names/characters")
def characters(_: str) -> Vector:
    def packed(ranges: str) -> bytes:
        codes = [int(code, 16) for one in ranges.split() for code in (one.split("-") * 2)[:2]]
        return b"".join(code.to_bytes(3, "big") for code in codes)

    return Vector(
        "ok",
        "6.1",
        "all characters of names, and the marks among them: first and last code point of each range",
        "Unicode 14.0.0, UnicodeData.txt",
        {"characters": packed(NAME_CHARACTERS), "marks": packed(NONSPACING_MARKS)},
    )


NAMES = {
    "plain": ("ok", "Alice", "a name"),
    "two_words": ("ok", "Anna Maria", "one blank between words"),
    "bengali": ("ok", "উৎপল রহিম", "with a letter that came to Unicode in 4.1"),
    "longest": ("ok", "x" * 32, "32 characters"),
    "four_marks": ("ok", "x\u0323\u0331\u0302\u0303", "as many marks as there may be"),
    "face": ("ok", "Ann \U0001f600", "a symbol beyond 16 bits"),
    "empty": ("name_length", "", "nothing"),
    "too_long": ("name_length", "x" * 33, "33 characters"),
    "line_feed": ("name_character", "Ann\nBob", "a control character"),
    "right_to_left": ("name_character", "Ann\u202e", "a format character"),
    "joiner": ("name_character", "A\u034fnn", "a mark that draws nothing"),
    "filler": ("name_character", "\u3164", "a letter that draws nothing"),
    "braille_blank": ("name_character", "Ann\u2800", "a symbol that draws nothing"),
    "variation": ("name_character", "Ann\ufe0f", "a variation selector"),
    "no_break": ("name_character", "Anna\u00a0Maria", "another blank than U+0020"),
    "private": ("name_character", "Ann\ue000", "a private character"),
    "newer": ("name_character", "Ann\U0001fae8", "assigned in Unicode 15.0 only"),
    "blank_first": ("name_blank", " Ann", "a blank at the beginning"),
    "blank_last": ("name_blank", "Ann ", "a blank at the end"),
    "two_blanks": ("name_blank", "Anna  Maria", "two blanks in a row"),
    "mark_first": ("name_marks", "\u0301Ann", "a mark on nothing"),
    "mark_on_blank": ("name_marks", "Ann \u0301", "a mark on a blank"),
    "five_marks": ("name_marks", "x" + "\u0323" * 5, "five marks in a row"),
    "decomposed": ("name_form", "Jose\u0301", "e and its accent, of which there is one character"),
    "marks_in_disorder": ("name_form", "x\u0301\u0323", "the mark below comes first in NFC"),
    "singleton": ("name_form", "\u212bsa", "the sign of angstrom is a letter in NFC"),
}


def _register_names() -> None:
    for name, (expect, text, comment) in NAMES.items():

        def make(_: str, case: tuple[str, str, str] = (expect, text, comment)) -> Vector:
            return Vector(case[0], "6.1", case[2], OWN, {"name": case[1].encode()})

        recipe(f"names/{name}")(make)


_register_names()
