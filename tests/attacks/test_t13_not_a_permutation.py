"""T13: the new deck is not the old one permuted: a card doubled, replaced, left out or exchanged."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import H1, G, Scalar, pedersen
from protocol.crypto.masking import Ciphertext, Deck, start_deck
from protocol.crypto.rng import SeededRng
from protocol.crypto.shuffle import PreparedShuffle, ShuffleWitness, prepare_shuffle, shuffle
from protocol.crypto.shuffle_proof import (
    ShuffleStatement,
    prove_shuffle,
    refused_shuffles,
    verify_shuffle,
)
from protocol.faults import Code
from tests.protocol.crypto.world import CARDS, CONTEXT, make_world

WORLD = make_world(b"mutants")
N = len(CARDS)
RNG = SeededRng(b"mutants")


def mutants(deck: Deck) -> dict[str, Deck]:
    """Decks that are not the shuffled one."""
    first, second, *rest = deck
    joint = WORLD.joint
    return {
        "one card twice": (first, first, *rest),
        "one card twice, remasked": (
            first,
            Ciphertext(first.c1 + G, first.c2 + joint),
            *rest,
        ),
        "another card": (Ciphertext(first.c1, first.c2 + H1), second, *rest),
        "a random card": (Ciphertext(G, H1 + joint), second, *rest),
        "the same sum": (
            Ciphertext(first.c1, first.c2 + H1),
            Ciphertext(second.c1, second.c2 - H1),
            *rest,
        ),
        "two exchanged": (second, first, *rest),
        "halves exchanged": (
            Ciphertext(first.c1, second.c2),
            Ciphertext(second.c1, first.c2),
            *rest,
        ),
        "parts exchanged": (Ciphertext(first.c2, first.c1), second, *rest),
        "remasked after proving": (Ciphertext(first.c1 + G, first.c2 + joint), second, *rest),
        "wrongly remasked": (Ciphertext(first.c1 + G, first.c2), second, *rest),
        "unshuffled": WORLD.old,
    }


@pytest.mark.parametrize("name", mutants(WORLD.new))
def test_a_deck_changed_after_proving_is_refused(name: str) -> None:
    statement = replace(WORLD.statement, new=mutants(WORLD.new)[name])
    with pytest.raises(ProofRefused, match=Code.SHUFFLE_PROOF):
        verify_shuffle(CONTEXT, statement, WORLD.proof, RNG)


@pytest.mark.parametrize("name", mutants(WORLD.new))
def test_a_deck_changed_before_proving_is_refused(name: str) -> None:
    """The prover works by the book on the changed deck, so that one equation alone fails."""
    prepared = prepare_shuffle(N, WORLD.joint, RNG)
    secrets = prepared._secrets
    assert secrets is not None
    honest, _ = shuffle(WORLD.old, prepared)
    new = mutants(honest)[name]
    statement = ShuffleStatement(WORLD.joint, WORLD.old, new, 0)
    witness = ShuffleWitness(secrets, WORLD.old, new)
    proof = prove_shuffle(CONTEXT, statement, witness, RNG)
    with pytest.raises(ProofRefused, match=Code.SHUFFLE_PROOF):
        verify_shuffle(CONTEXT, statement, proof, RNG)


def proved_with(perm: tuple[int, ...]) -> tuple[ShuffleStatement, bytes]:
    """A prover who keeps to every step but takes `perm` for a permutation."""
    prepared = prepare_shuffle(N, WORLD.joint, RNG)
    secrets = prepared._secrets
    assert secrets is not None
    C = secrets.r_c * pedersen(N)[0]
    for place, point in zip(perm, pedersen(N)[1:], strict=True):
        C = C + Scalar.of(place + 1) * point
    new, witness = shuffle(WORLD.old, PreparedShuffle(replace(secrets, perm=perm, C=C)))
    statement = ShuffleStatement(WORLD.joint, WORLD.old, new, 0)
    return statement, prove_shuffle(CONTEXT, statement, witness, RNG)


def test_this_cheating_prover_would_be_believed_if_honest() -> None:
    verify_shuffle(CONTEXT, *proved_with((3, 1, 4, 0, 5, 2)), RNG)


@pytest.mark.heavy
@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(min_value=0, max_value=N - 1), min_size=N, max_size=N))
def test_a_prover_with_any_sequence_that_is_no_permutation_is_refused(places: list[int]) -> None:
    statement, proof = proved_with(tuple(places))
    if sorted(places) == list(range(N)):
        verify_shuffle(CONTEXT, statement, proof, RNG)
        return
    with pytest.raises(ProofRefused, match=Code.SHUFFLE_PROOF):
        verify_shuffle(CONTEXT, statement, proof, RNG)


@pytest.mark.parametrize("cheat", [0, 1, 2])
def test_the_cheat_in_a_chain_is_named(cheat: int) -> None:
    links = []
    deck = start_deck(CARDS, WORLD.joint)
    for position in range(3):
        context = replace(CONTEXT, seat=position)
        made, witness = shuffle(deck, prepare_shuffle(N, WORLD.joint, RNG))
        statement = ShuffleStatement(WORLD.joint, deck, made, position)
        proof = prove_shuffle(context, statement, witness, RNG)
        new = mutants(made)["the same sum"] if position == cheat else made
        links.append((context, replace(statement, new=new), proof))
        deck = new
    assert set(refused_shuffles(links, RNG)) == {cheat}
