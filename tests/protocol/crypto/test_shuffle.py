"""The shuffle and its proof (SPEC §3.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.crypto.errors import AlreadySpent, BadEncoding, ProofRefused
from protocol.crypto.group import Scalar
from protocol.crypto.masking import Deck, start_deck
from protocol.crypto.rng import SeededRng
from protocol.crypto.shuffle import prepare_shuffle, shuffle
from protocol.crypto.shuffle_proof import (
    ShuffleStatement,
    prove_shuffle,
    refused_shuffles,
    shuffle_proof_size,
    verify_shuffle,
)
from protocol.crypto.transcript import Context
from protocol.faults import Code, Reason
from tests.protocol.crypto.world import CARDS, CONTEXT, OTHER_CONTEXTS, World, flipped, make_world

RNG = SeededRng(b"verifier")
WORLD = make_world(b"shuffle")
PROOF = WORLD.proof
N = len(CARDS)

Link = tuple[Context, ShuffleStatement, bytes]


def chain(length: int, seed: bytes = b"chain") -> list[Link]:
    rng = SeededRng(seed)
    links: list[Link] = []
    deck: Deck = start_deck(CARDS, WORLD.joint)
    for position in range(length):
        context = replace(CONTEXT, seat=position)
        new, witness = shuffle(deck, prepare_shuffle(N, WORLD.joint, rng))
        cards = CARDS if position == 0 else None
        statement = ShuffleStatement(WORLD.joint, deck, new, position, cards)
        links.append((context, statement, prove_shuffle(context, statement, witness, rng)))
        deck = new
    return links


@pytest.mark.parametrize("n", [2, 3, 4, 6])
def test_an_honest_shuffle_is_accepted(n: int) -> None:
    world = make_world(b"n%d" % n, CARDS[:n])
    assert len(world.proof) == shuffle_proof_size(n)
    verify_shuffle(CONTEXT, world.statement, world.proof, RNG)


def test_a_proof_for_52_cards_fits_the_budget() -> None:
    assert shuffle_proof_size(52) == 5248


def test_the_start_deck_is_verified_alike_by_its_cards_and_by_its_points() -> None:
    verify_shuffle(CONTEXT, replace(WORLD.statement, cards=CARDS), PROOF, RNG)
    with pytest.raises(ProofRefused, match=Code.SHUFFLE_PROOF):
        verify_shuffle(CONTEXT, replace(WORLD.statement, cards=CARDS), other_f(PROOF), RNG)


def other_f(proof: bytes) -> bytes:
    """The proof with another, well-formed f_1."""
    f = Scalar(proof[128:160]) + Scalar.of(1)
    return proof[:128] + f.encoded + proof[160:]


@pytest.mark.parametrize("at", range(0, shuffle_proof_size(N), 16))
def test_any_changed_field_of_the_proof_is_refused(at: int) -> None:
    with pytest.raises(ProofRefused):
        verify_shuffle(CONTEXT, WORLD.statement, flipped(PROOF, at), RNG)


@pytest.mark.heavy
@settings(max_examples=40, deadline=None)
@given(
    st.integers(min_value=0, max_value=shuffle_proof_size(N) - 1),
    st.integers(min_value=0, max_value=7),
)
def test_any_flipped_bit_of_the_proof_is_refused(at: int, bit: int) -> None:
    with pytest.raises(ProofRefused):
        verify_shuffle(CONTEXT, WORLD.statement, flipped(PROOF, at, bit), RNG)


@pytest.mark.parametrize("field", OTHER_CONTEXTS)
def test_a_shuffle_proof_is_refused_in_another_context(field: str) -> None:
    with pytest.raises(ProofRefused, match=Code.SHUFFLE_PROOF):
        verify_shuffle(OTHER_CONTEXTS[field], WORLD.statement, PROOF, RNG)


def test_any_changed_part_of_the_statement_is_refused(world: World) -> None:
    good = WORLD.statement
    for statement in (
        replace(good, joint=world.joint),
        replace(good, old=world.old),
        replace(good, old=good.old[::-1]),
        replace(good, new=world.new),
        replace(good, new=(good.new[1], good.new[0], *good.new[2:])),
        replace(good, old=good.new, new=good.old),
        replace(good, position=1),
    ):
        with pytest.raises(ProofRefused, match=Code.SHUFFLE_PROOF):
            verify_shuffle(CONTEXT, statement, PROOF, RNG)


@pytest.mark.parametrize("n", [2, 5])
def test_a_proof_for_another_number_of_cards_is_refused(n: int) -> None:
    statement = replace(WORLD.statement, old=WORLD.old[:n], new=WORLD.new[:n])
    with pytest.raises(BadEncoding, match=Code.PROOF_LENGTH):
        verify_shuffle(CONTEXT, statement, PROOF, RNG)


@pytest.mark.parametrize("proof", [b"", PROOF[:-1], PROOF + b"\0", bytes(len(PROOF))])
def test_what_is_no_proof_at_all_is_refused(proof: bytes) -> None:
    with pytest.raises(BadEncoding):
        verify_shuffle(CONTEXT, WORLD.statement, proof, RNG)


@pytest.mark.parametrize("at", [128, 128 + 32 * N, 128 + 32 * (N + 4), len(PROOF) - 32])
def test_a_zero_response_is_refused(at: int) -> None:
    with pytest.raises(BadEncoding, match=Code.ZERO_SCALAR):
        verify_shuffle(CONTEXT, WORLD.statement, PROOF[:at] + bytes(32) + PROOF[at + 32 :], RNG)


def test_a_prepared_shuffle_serves_one_deck() -> None:
    prepared = prepare_shuffle(N, WORLD.joint, SeededRng(b"once"))
    shuffle(WORLD.old, prepared)
    with pytest.raises(AlreadySpent, match=Code.SHUFFLE_USED):
        shuffle(WORLD.new, prepared)


def test_a_witness_makes_one_proof() -> None:
    prepared = prepare_shuffle(N, WORLD.joint, SeededRng(b"once"))
    new, witness = shuffle(WORLD.old, prepared)
    statement = ShuffleStatement(WORLD.joint, WORLD.old, new, 0)
    prove_shuffle(CONTEXT, statement, witness, SeededRng(b"first"))
    with pytest.raises(AlreadySpent, match=Code.SHUFFLE_PROVED):
        prove_shuffle(CONTEXT, statement, witness, SeededRng(b"second"))


def test_nothing_is_spent_by_the_callers_mistakes() -> None:
    prepared = prepare_shuffle(N, WORLD.joint, SeededRng(b"mistake"))
    with pytest.raises(ValueError):
        shuffle(WORLD.old[:-1], prepared)
    new, witness = shuffle(WORLD.old, prepared)
    for old, wrong in ((WORLD.old, WORLD.new), (WORLD.new, new)):
        with pytest.raises(ValueError):
            prove_shuffle(
                CONTEXT, ShuffleStatement(WORLD.joint, old, wrong, 0), witness, SeededRng(b"")
            )
    statement = ShuffleStatement(WORLD.joint, WORLD.old, new, 0)
    proof = prove_shuffle(CONTEXT, statement, witness, SeededRng(b"right"))
    verify_shuffle(CONTEXT, statement, proof, RNG)


def test_statements_that_make_no_sense_are_refused(world: World) -> None:
    with pytest.raises(ValueError):
        ShuffleStatement(WORLD.joint, WORLD.old, WORLD.new[:-1], 0)
    with pytest.raises(ValueError):
        ShuffleStatement(WORLD.joint, WORLD.old[:1], WORLD.new[:1], 0)
    with pytest.raises(ValueError):
        ShuffleStatement(WORLD.joint, world.old, WORLD.new, 0, CARDS)
    with pytest.raises(ValueError):
        prepare_shuffle(1, WORLD.joint, RNG)


def test_secrets_of_a_shuffle_do_not_show_themselves() -> None:
    prepared = prepare_shuffle(N, WORLD.joint, SeededRng(b"show"))
    secrets = prepared._secrets
    assert secrets is not None
    _, witness = shuffle(WORLD.old, prepared)
    shown = f"{prepared!r} {witness!r}"
    assert str(secrets.perm) not in shown
    assert secrets.rho[0].encoded.hex() not in shown


def test_a_whole_chain_is_accepted_at_once() -> None:
    assert refused_shuffles(chain(3), RNG) == {}
    assert refused_shuffles([], RNG) == {}


@pytest.mark.parametrize("bad", [{0}, {1}, {2}, {1, 2}, {0, 2}, {0, 1, 2}])
def test_every_bad_link_is_named_and_no_other(bad: set[int]) -> None:
    links = [
        (context, statement, other_f(proof) if index in bad else proof)
        for index, (context, statement, proof) in enumerate(chain(3))
    ]
    assert refused_shuffles(links, RNG) == dict.fromkeys(bad, Reason(Code.SHUFFLE_PROOF))


def test_a_wrong_link_beside_an_unreadable_one_is_named_too() -> None:
    links = chain(3)
    links[1] = (*links[1][:2], other_f(links[1][2]))
    links[0] = (*links[0][:2], b"")
    assert refused_shuffles(links, RNG) == {
        0: Reason(Code.PROOF_LENGTH),
        1: Reason(Code.SHUFFLE_PROOF),
    }


def test_errors_in_two_links_do_not_cancel() -> None:
    """The same error with opposite signs in two proofs: each has weights of its own."""
    links = chain(2)
    for index, error in enumerate((1, -1)):
        context, statement, proof = links[index]
        s = Scalar(proof[-32:]) + Scalar.of(error)
        links[index] = (context, statement, proof[:-32] + s.encoded)
    assert set(refused_shuffles(links, RNG)) == {0, 1}
