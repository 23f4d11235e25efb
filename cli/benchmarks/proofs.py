"""The proofs, one by one, beside the one operation that they are made of.

The one rule: each is counted in mults that are measured beside it (`timing.MULT`); so counted, the
numbers of two machines can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass

from cli.benchmarks.timing import MULT, Cost, measured, usual_cost, usual_of
from protocol.crypto import masking, shares, suits
from protocol.crypto.group import Point
from protocol.crypto.identity import Identity, verify_signature
from protocol.crypto.keys import SeatKey, joint_key, new_key
from protocol.crypto.masking import Ciphertext, Deck, Suited
from protocol.crypto.rng import system_rng
from protocol.crypto.shuffle import prepare_shuffle, shuffle
from protocol.crypto.shuffle_proof import (
    ShuffleStatement,
    prove_shuffle,
    refused_shuffles,
    verify_shuffle,
)
from protocol.crypto.transcript import Context

DECKS: dict[int, tuple[Suited, ...]] = {
    size: tuple((suit, rank) for suit in range(1, n + 1) for rank in range(1, size // n + 1))
    for size, n in ((27, 3), (36, 4), (52, 4))
}
"""Packs by their number of cards: Azi's, the 36-card pack, the full one."""

SEATS = 4

CONTEXT = Context(
    table=bytes(32),
    game="bench",
    pack="bench",
    deal=1,
    attempt=0,
    seats=tuple(range(SEATS)),
    chain="prepare",
    seat=0,
    head=bytes(32),
)


@dataclass(frozen=True, slots=True)
class ShuffleCost:
    """One shuffle of `cards` cards: what is done ahead, the shuffle itself, its proof, checking it."""

    cards: int
    prepared: Cost
    shuffle: Cost
    prove: Cost
    verify: Cost
    proof_bytes: int


@dataclass(frozen=True, slots=True)
class CardCost:
    """One card opened at four seats, by its receiver; one claim about two hidden cards, by a verifier."""

    open: Cost
    claim_prove: Cost
    claim_verify: Cost


@dataclass(frozen=True, slots=True)
class SignatureCost:
    """One signature over an entry, made and checked."""

    sign: Cost
    verify: Cost


def measure_shuffle(cards: int, runs: int) -> ShuffleCost:
    """One shuffle of a deck that has been shuffled before, as all but the first seat's are."""
    _, joint = _keys()
    first = masking.start_deck(DECKS[cards], joint)
    old, _ = shuffle(first, prepare_shuffle(cards, joint, system_rng))
    steps: list[tuple[Cost, ...]] = []
    for _ in range(runs):
        statement, proof, costs = _shuffled_once(joint, old, 1)
        steps.append(costs)
    prepared, shuffled, proved = (usual_of(list(costs)) for costs in zip(*steps, strict=True))
    return ShuffleCost(
        cards=cards,
        prepared=prepared,
        shuffle=shuffled,
        prove=proved,
        verify=usual_cost(
            runs, MULT, lambda: verify_shuffle(CONTEXT, statement, proof, system_rng)
        ),
        proof_bytes=len(proof),
    )


def measure_chain(cards: int, runs: int) -> Cost:
    """One of the shuffles of a whole deck's chain, all checked together."""
    _, joint = _keys()
    pack = DECKS[cards]
    deck = masking.start_deck(pack, joint)
    links: list[tuple[Context, ShuffleStatement, bytes]] = []
    for position in range(SEATS):
        known = None if position else pack
        statement, proof, _ = _shuffled_once(joint, deck, position, known)
        links.append((CONTEXT, statement, proof))
        deck = statement.new
    whole = usual_cost(runs, MULT, lambda: refused_shuffles(links, system_rng))
    return Cost(whole.ms / SEATS, whole.units / SEATS)


def _shuffled_once(
    joint: Point, old: Deck, position: int, cards: tuple[Suited, ...] | None = None
) -> tuple[ShuffleStatement, bytes, tuple[Cost, Cost, Cost]]:
    prepared, preparing = measured(MULT, lambda: prepare_shuffle(len(old), joint, system_rng))
    (new, witness), shuffling = measured(MULT, lambda: shuffle(old, prepared))
    statement = ShuffleStatement(joint, old, new, position, cards)
    proof, proving = measured(MULT, lambda: prove_shuffle(CONTEXT, statement, witness, system_rng))
    return statement, proof, (preparing, shuffling, proving)


def measure_card(runs: int) -> CardCost:
    """Seat 0 receives one card of the 27: three shares are verified, its own made, the mask taken off."""
    keys, joint = _keys()
    deck, _ = shuffle(masking.start_deck(DECKS[27], joint), prepare_shuffle(27, joint, system_rng))
    slot = [(0, deck[0])]
    given = [shares.make_shares(CONTEXT, key, slot, system_rng) for key in keys[1:]]

    def receive() -> None:
        for key, (points, proof) in zip(keys[1:], given, strict=True):
            shares.verify_shares(CONTEXT, key.public, slot, points, proof)
        own = keys[0].secret * deck[0].c1
        masking.unmask(deck[0], [own, *(points[0] for points, _ in given)], DECKS[27])

    hidden = [_hidden(deck[n], n, keys) for n in range(len(deck))]
    claimed = [card for card in hidden if _suit(card, keys[0]) != 1][:2]
    proof = suits.prove_suits(CONTEXT, keys[0], claimed, (2, 3), system_rng)
    public = keys[0].public
    return CardCost(
        open=usual_cost(runs, MULT, receive, times=8),
        claim_prove=usual_cost(
            runs,
            MULT,
            lambda: suits.prove_suits(CONTEXT, keys[0], claimed, (2, 3), system_rng),
            times=8,
        ),
        claim_verify=usual_cost(
            runs,
            MULT,
            lambda: suits.verify_suits(CONTEXT, public, claimed, (2, 3), proof),
            times=8,
        ),
    )


def measure_signature(runs: int) -> SignatureCost:
    """A signature over 1,000 bytes: about one entry of the log."""
    identity = Identity.generate(system_rng)
    message = system_rng(1000)
    signature = identity.sign(message)
    public = identity.public
    return SignatureCost(
        sign=usual_cost(runs, MULT, lambda: identity.sign(message), times=50),
        verify=usual_cost(
            runs, MULT, lambda: verify_signature(public, message, signature), times=50
        ),
    )


def _keys() -> tuple[tuple[SeatKey, ...], Point]:
    keys = tuple(new_key(system_rng) for _ in range(SEATS))
    return keys, joint_key([key.public for key in keys])


def _hidden(masked: Ciphertext, slot: int, keys: tuple[SeatKey, ...]) -> suits.HiddenCard:
    return suits.hidden_card(slot, masked, [key.secret * masked.c1 for key in keys[1:]])


def _suit(card: suits.HiddenCard, key: SeatKey) -> int:
    own = key.secret * card.c1
    suit, _ = masking.unmask(Ciphertext(card.c1, card.rest), [own], DECKS[27])
    return suit
