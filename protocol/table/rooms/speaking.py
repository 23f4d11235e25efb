"""The entries our own seat owes, made from the table's state and the seat's secrets (SPEC §6.2, §6.3).

Each function is the mirror of a judge in `opening`, `preparation` or `play`.
"""

from __future__ import annotations

from typing import Any

from p2pcards.cards import Card
from p2pcards.engine import Action, Seat, Slot
from protocol.crypto import coin, keys, masking, shares, shuffle, suits
from protocol.crypto.group import Point
from protocol.crypto.rng import Rng
from protocol.log.rounds import Round
from protocol.table.judge import opening as op
from protocol.table.judge.play import Play, state_digest
from protocol.table.judge.preparation import Preparation, accept_digest
from protocol.table.judge.setting import commit_nonce
from protocol.table.memory.secrets import DeckSecrets
from protocol.wire.entries import (
    Acceptance,
    Agreement,
    AnyEntry,
    CoinOpening,
    Decision,
    Here,
    KeyCommitment,
    KeyOpening,
    Leave,
    NonceCommitment,
    NonceOpening,
    Refusal,
    Result,
    Shares,
    Show,
    ShuffledDeck,
    ShuffleProof,
    Stake,
    Vote,
)


def _where(round: Round, seat: Seat) -> dict[str, Any]:
    place = round.place
    return {
        "seat": seat,
        "chain": place.chain,
        "deal": place.deal,
        "attempt": place.attempt,
        "round": place.number,
        "head": round.head,
    }


def speak_in_opening(state: op.Opening, seat: Seat, nonce: bytes) -> AnyEntry:
    """The seat's entry in the opening; `nonce` is its part of the table id."""
    where = _where(state.round, seat)
    if state.round.kind is NonceCommitment:
        return NonceCommitment(**where, commitment=commit_nonce(state.id, seat, nonce))
    if state.round.kind is NonceOpening:
        return NonceOpening(**where, nonce=nonce)
    return Agreement(**where, table=state.table)


def speak_in_preparation(
    state: Preparation, seat: Seat, secrets: DeckSecrets, rng: Rng
) -> AnyEntry:
    """The seat's entry in PREPARE. Shuffling and proving use up the secrets made for it."""
    round = state.round
    where = _where(round, seat)
    kind = round.kind
    if kind is KeyCommitment:
        coin_commitment = coin.commit_coin(
            state.commitment_context(seat), secrets.entropy, secrets.coin_nonce
        )
        commitment = keys.commit_key(
            state.commitment_context(seat), secrets.key.public, coin_commitment, secrets.key_nonce
        )
        return KeyCommitment(**where, commitment=commitment)
    if kind is KeyOpening:
        context = state.setting.context(round.place, state.seats, seat, round.head)
        return KeyOpening(
            **where,
            public=secrets.key.public.encoded,
            coin=coin.commit_coin(
                state.commitment_context(seat), secrets.entropy, secrets.coin_nonce
            ),
            nonce=secrets.key_nonce,
            proof=keys.prove_key(context, state.commitments, secrets.key, rng),
        )
    if kind is ShuffledDeck:
        deck, secrets.witness = state.setting.proofs.shuffle(state.incoming, secrets.prepare(state))
        return ShuffledDeck(**where, deck=masking.encode_deck(deck))
    if kind is ShuffleProof:
        position = state.seats.index(seat)
        if secrets.witness is None:
            secrets.witness = _shuffle_again(state, position, secrets)
        proof = state.setting.proofs.prove_shuffle(
            state.shuffle_context(position), state.statement(position), secrets.witness, rng
        )
        secrets.witness = None
        return ShuffleProof(**where, proof=proof)
    return Acceptance(**where, digest=accept_digest(state))


def _shuffle_again(
    state: Preparation, position: int, secrets: DeckSecrets
) -> shuffle.ShuffleWitness:
    """After a crash: the shuffle that the seat has sent and not proved yet, from its seed."""
    incoming = state.decks[position - 1] if position else state.start
    deck, witness = state.setting.proofs.shuffle(incoming, secrets.prepare(state))
    assert deck == state.decks[position], "another shuffle than the one sent"
    return witness


def speak_in_play(
    state: Play,
    seat: Seat,
    secrets: DeckSecrets | None,
    rng: Rng,
    back: tuple[Seat, ...],
    *,
    wants_pause: bool = False,
) -> AnyEntry:
    """The seat's entry in a round of PLAY that needs no decision."""
    round = state.round
    where = _where(round, seat)
    if round.kind is Stake:
        return Stake(**where)
    if round.kind is Result:
        standings = state.setting.game.standings(state.game_state)
        return Result(
            **where,
            digest=state_digest(state.setting, state.game_state),
            standings=standings,
            back=back,
            pause=wants_pause,
        )
    assert secrets is not None
    if round.kind is CoinOpening:
        return CoinOpening(**where, entropy=secrets.entropy, nonce=secrets.coin_nonce)
    if round.kind is Shares:
        points, proof = _shares(state, seat, secrets, state.shares_due(seat), rng)
        return Shares(**where, shares=shares.encode_shares(points), proof=proof)
    assert round.kind is Show
    slots = state.slots_to_show(seat)
    names, encoded, proof = _opened(state, seat, secrets, slots, rng)
    return Show(**where, cards=names, shares=encoded, proof=proof)


def speak_decision(
    state: Play, seat: Seat, secrets: DeckSecrets | None, rng: Rng, action: Action
) -> AnyEntry:
    """The seat's action, with the cards it shows and the claim it must prove. The action is legal."""
    game = state.setting.game
    where = _where(state.round, seat)
    text = game.format_action(action)
    slots = game.shows(state.game_state, seat, action)
    names: tuple[str, ...] = ()
    encoded = proof = claim_proof = b""
    cards: tuple[tuple[Slot, Card], ...] = ()
    if slots:
        assert secrets is not None
        names, encoded, proof = _opened(state, seat, secrets, slots, rng)
        cards = tuple((slot, game.pack.card(name)) for slot, name in zip(slots, names, strict=True))
    claim = game.claim(state.game_state, seat, action, cards)
    if claim is not None:
        assert secrets is not None
        assert state.deck is not None
        context = state.setting.context(state.place, state.deck.seats, seat, state.head)
        hidden = state.hidden(claim.slots)
        claim_proof = suits.prove_suits(context, secrets.key, hidden, claim.suits, rng)
    return Decision(**where, act=text, cards=names, shares=encoded, proof=proof, claim=claim_proof)


def speak_gone(round: Round, seat: Seat, leaves: tuple[bytes, ...]) -> AnyEntry:
    """Instead of an action: these have left, and go out before anybody decides (SPEC §6.3)."""
    return Decision(**_where(round, seat), act="", gone=tuple(line.decode() for line in leaves))


def speak_refusal(gate: AnyEntry, seat: Seat) -> AnyEntry:
    """The seat will never sign the gate that another seat has signed by this entry (SPEC §6.6)."""
    return Refusal(
        seat=seat,
        chain=gate.chain,
        deal=gate.deal,
        attempt=gate.attempt,
        round=gate.round,
        head=gate.head,
    )


def speak_here(round: Round, seat: Seat) -> AnyEntry:
    return Here(**_where(round, seat))


def speak_leave(round: Round, seat: Seat, from_number: int) -> AnyEntry:
    return Leave(**{**_where(round, seat), "round": from_number})


def speak_vote(round: Round, seat: Seat, ballot: int, absent: tuple[Seat, ...]) -> AnyEntry:
    return Vote(**_where(round, seat), ballot=ballot, absent=absent)


def _shares(
    state: Play,
    seat: Seat,
    secrets: DeckSecrets,
    masked: tuple[tuple[Slot, masking.Ciphertext], ...],
    rng: Rng,
) -> tuple[tuple[Point, ...], bytes]:
    assert state.deck is not None
    context = state.setting.context(state.place, state.deck.seats, seat, state.head)
    return shares.make_shares(context, secrets.key, masked, rng)


def _opened(
    state: Play, seat: Seat, secrets: DeckSecrets, slots: tuple[Slot, ...], rng: Rng
) -> tuple[tuple[str, ...], bytes, bytes]:
    points, proof = _shares(state, seat, secrets, state.masked(slots), rng)
    pack = state.setting.game.pack
    names = tuple(
        pack.text(state.open_card(slot, point)) for slot, point in zip(slots, points, strict=True)
    )
    return names, shares.encode_shares(points), proof
