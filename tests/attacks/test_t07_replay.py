"""T7: a proof from another deal, table, attempt, chain or seat is played again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from protocol.crypto.coin import commit_coin, open_coin
from protocol.crypto.errors import ProofRefused
from protocol.crypto.keys import commit_key, open_key, prove_key, verify_key
from protocol.crypto.rng import SeededRng
from protocol.crypto.shares import make_shares, verify_shares
from protocol.crypto.shuffle_proof import verify_shuffle
from protocol.crypto.suits import prove_suits, verify_suits
from protocol.crypto.transcript import Context
from tests.protocol.crypto.world import CONTEXT, OTHER_CONTEXTS, make_world, verify_at_once

RNG = SeededRng(b"replay")
WORLD = make_world(b"replay")
KEY = WORLD.keys[1]
HIDDEN = WORLD.hidden(0, 3)
MASKED = [(slot, WORLD.new[slot]) for slot in (1, 4)]
KEY_PROOF = prove_key(CONTEXT, (bytes(32),), KEY, RNG)
SHARES, SHARES_PROOF = make_shares(CONTEXT, KEY, MASKED, RNG)
SUITS_PROOF = prove_suits(CONTEXT, KEY, HIDDEN, (1, 2, 3), RNG)
COIN = commit_coin(CONTEXT, bytes(32), bytes(32))
COMMITMENT = commit_key(CONTEXT, KEY.public, COIN, bytes(32))

MESSAGES: dict[str, Callable[[Context], None]] = {
    "key": lambda c: verify_key(c, (bytes(32),), KEY.public, KEY_PROOF),
    "key commitment": lambda c: open_key(c, COMMITMENT, KEY.public, COIN, bytes(32)),
    "coin commitment": lambda c: open_coin(c, COIN, bytes(32), bytes(32)),
    "shuffle": lambda c: verify_shuffle(c, WORLD.statement, WORLD.proof, RNG),
    "shuffle chain": lambda c: verify_at_once(c, WORLD.statement, WORLD.proof, RNG),
    "shares": lambda c: verify_shares(c, KEY.public, MASKED, SHARES, SHARES_PROOF),
    "suits": lambda c: verify_suits(c, KEY.public, HIDDEN, (1, 2, 3), SUITS_PROOF),
}


@pytest.mark.parametrize("message", MESSAGES)
def test_where_it_belongs_the_message_is_accepted(message: str) -> None:
    MESSAGES[message](CONTEXT)


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("field", OTHER_CONTEXTS)
def test_anywhere_else_the_message_is_refused(message: str, field: str) -> None:
    with pytest.raises(ProofRefused):
        MESSAGES[message](OTHER_CONTEXTS[field])


def test_a_proof_of_one_kind_is_none_of_another() -> None:
    """Key and shares proofs have one form; the purpose keeps them apart."""
    with pytest.raises(ProofRefused):
        verify_key(CONTEXT, (), KEY.public, SHARES_PROOF)
    with pytest.raises(ProofRefused):
        verify_shares(CONTEXT, KEY.public, MASKED, SHARES, KEY_PROOF)
