"""PREPARE: from keys to a deck that all accepted, as a pure machine over closed rounds (SPEC §6.2).

Rounds: commit · key · deck (one per seat, in turn) · proof · accept. The one rule: the first fault
ends the attempt. A deck is never mended; the seats that remain begin again with fresh keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias, cast

from p2pcards.engine import Cause, Seat
from protocol.crypto import keys, masking, shuffle_proof
from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import Point
from protocol.crypto.transcript import Context
from protocol.faults import Code, Reason
from protocol.log.rounds import ClosedRound, Place, Round
from protocol.table.judge.judging import Fault, entries_of, faults_of
from protocol.table.judge.setting import Setting
from protocol.table.rounds import rounds_of_attempt
from protocol.wire.digests import digest
from protocol.wire.entries import (
    Acceptance,
    Entry,
    KeyCommitment,
    KeyOpening,
    ShuffledDeck,
    ShuffleProof,
)


@dataclass(frozen=True, slots=True)
class ReadyDeck:
    """A deck that all its key holders have accepted.

    Args:
        seats: The key holders, ascending; each holds one share of every card.
        publics: Their public keys for this deck, by seat.
        coins: Their coin commitments, by seat.
        origin: Head of the attempt's first round.
        coin_head: Head after the key commitments and before their openings (CRYPTO §4.3).
        cards: The final deck; the index is the slot.
        place: Place of the accept round (its chain and attempt go into all proofs about the deck).
        head: Head after the accept round.
    """

    seats: tuple[Seat, ...]
    publics: Mapping[Seat, Point]
    coins: Mapping[Seat, bytes]
    origin: bytes
    coin_head: bytes
    cards: masking.Deck
    place: Place
    head: bytes


@dataclass(frozen=True, slots=True)
class Preparation:
    """An attempt under way: what has been accepted so far, and which round comes next.

    `origin` is the head of its first round, `head` that of the round due now.
    """

    setting: Setting
    deal: int
    chain: str
    attempt: int
    seats: tuple[Seat, ...]
    origin: bytes
    head: bytes
    number: int = 0
    commitments: tuple[bytes, ...] = ()
    coin_head: bytes = b""
    publics: Mapping[Seat, Point] = field(default_factory=dict)
    coins: Mapping[Seat, bytes] = field(default_factory=dict)
    decks: tuple[masking.Deck, ...] = ()
    deck_heads: tuple[bytes, ...] = ()

    @property
    def round(self) -> Round:
        """The round that is due."""
        kind, speakers = rounds_of_attempt(self.seats)[self.number]
        return Round(self.place, self.head, kind, speakers, self.seats)

    @property
    def place(self) -> Place:
        return Place(self.deal, self.chain, self.attempt, self.number)

    @property
    def joint(self) -> Point:
        """The joint key; there once the key round is over."""
        return keys.joint_key([self.publics[seat] for seat in self.seats])

    @property
    def pack(self) -> tuple[masking.Suited, ...]:
        return tuple((card.suit, card.rank) for card in self.setting.game.pack.cards)

    @property
    def incoming(self) -> masking.Deck:
        """What the seat now due must shuffle."""
        return self.decks[-1] if self.decks else self.start

    @property
    def start(self) -> masking.Deck:
        """The open deck, masked with the fixed factor 1."""
        return masking.start_deck(self.pack, self.joint)

    def commitment_context(self, seat: Seat) -> Context:
        """Context of the seat's key and coin commitments: that of the attempt's first round."""
        first = replace(self.place, number=0)
        return self.setting.context(first, self.seats, seat, self.origin)

    def statement(self, position: int) -> shuffle_proof.ShuffleStatement:
        """What the shuffle proof of the seat at `position` (0 = first shuffler) claims."""
        joint, new = self.joint, self.decks[position]
        if position == 0:
            return shuffle_proof.ShuffleStatement(joint, self.start, new, 0, self.pack)
        return shuffle_proof.ShuffleStatement(joint, self.decks[position - 1], new, position)

    def shuffle_context(self, position: int) -> Context:
        """Context of that proof: it extends the head that the shuffled deck extended."""
        place = Place(self.deal, self.chain, self.attempt, 2 + position)
        return self.setting.context(
            place, self.seats, self.seats[position], self.deck_heads[position]
        )


@dataclass(frozen=True, slots=True)
class Failed:
    """The attempt is over without a deck: who is to blame, and the head that a new one may follow."""

    faults: tuple[Fault, ...]
    head: bytes


Outcome: TypeAlias = Preparation | ReadyDeck | Failed


def first_head(
    setting: Setting, deal: int, chain: str, attempt: int, seats: tuple[Seat, ...], base: bytes
) -> bytes:
    """Head of an attempt's first round: binds it to the seats and to what it follows."""
    where = f"{chain} {deal} {attempt}".encode()
    return digest("prepare", setting.table, where, bytes(seats), base)


def begin(
    setting: Setting, deal: int, chain: str, attempt: int, seats: tuple[Seat, ...], base: bytes
) -> Preparation:
    """A new attempt among `seats`, following the head `base`."""
    origin = first_head(setting, deal, chain, attempt, seats, base)
    return Preparation(setting, deal, chain, attempt, seats, origin, origin)


Link: TypeAlias = tuple[Context, shuffle_proof.ShuffleStatement, bytes]
"""One shuffle to be checked: where it belongs, what it claims, its proof."""

Check: TypeAlias = Callable[[Sequence[Link]], Mapping[int, Reason]]
"""Checks shuffles; gives, by their place in the sequence, why some are refused."""


def close(
    state: Preparation, closed: ClosedRound, check: Check, known: frozenset[Seat] = frozenset()
) -> Outcome:
    """The attempt after one more round.

    Args:
        state: The attempt; `closed` is its due round.
        closed: The round.
        check: Checks the shuffles, with the verifier's own randomness.
        known: Seats whose shuffle proofs need no check: this program has made or checked them before.
    """
    faults = list(faults_of(closed))
    entries = entries_of(closed)
    after = replace(state, head=closed.next_head(), number=state.number + 1)
    kind = closed.round.kind
    after, found = JUDGES[kind](state, after, entries, Verifier(check, known))
    faults += found
    if faults:
        return Failed(tuple(sorted(faults, key=lambda fault: fault.seat)), after.head)
    if kind is Acceptance:
        return ReadyDeck(
            state.seats,
            state.publics,
            state.coins,
            state.origin,
            state.coin_head,
            state.decks[-1],
            state.place,
            after.head,
        )
    return after


_Step: TypeAlias = tuple[Preparation, tuple[Fault, ...]]


@dataclass(frozen=True, slots=True)
class Verifier:
    """How shuffles are checked, and the seats whose proofs are known to be good."""

    check: Check
    known: frozenset[Seat]


def _commitments(
    _state: Preparation, after: Preparation, entries: Mapping[Seat, Entry], _: Verifier
) -> _Step:
    commitments = tuple(
        cast(KeyCommitment, entry).commitment for _, entry in sorted(entries.items())
    )
    return replace(after, commitments=commitments, coin_head=after.head), ()


def _keys(
    state: Preparation, after: Preparation, entries: Mapping[Seat, Entry], _: Verifier
) -> _Step:
    publics: dict[Seat, Point] = {}
    coins: dict[Seat, bytes] = {}
    faults: list[Fault] = []
    for seat, entry in entries.items():
        opening = cast(KeyOpening, entry)
        try:
            public = Point(opening.public)
            keys.open_key(
                state.commitment_context(seat),
                state.commitments[state.seats.index(seat)],
                public,
                opening.coin,
                opening.nonce,
            )
            context = state.setting.context(state.place, state.seats, seat, state.head)
            state.setting.proofs.verify_key(context, state.commitments, public, opening.proof)
        except ProofRefused as error:
            faults.append(Fault(seat, Cause.CAUGHT, Reason(Code.KEY_REFUSED, because=error.reason)))
            continue
        publics[seat] = public
        coins[seat] = opening.coin
    if not faults and len(publics) == len(state.seats):
        try:
            keys.joint_key([publics[seat] for seat in state.seats])
        except ProofRefused as error:
            faults.append(
                Fault(
                    state.seats[-1],
                    Cause.CAUGHT,
                    Reason(Code.JOINT_KEY_REFUSED, because=error.reason),
                )
            )
    return replace(after, publics=publics, coins=coins), tuple(faults)


def _deck(
    state: Preparation, after: Preparation, entries: Mapping[Seat, Entry], _: Verifier
) -> _Step:
    decks, faults = state.decks, []
    for seat, entry in entries.items():
        try:
            deck = state.setting.proofs.decode_deck(
                cast(ShuffledDeck, entry).deck, len(state.setting.game.pack.cards)
            )
        except ProofRefused as error:
            faults.append(
                Fault(seat, Cause.CAUGHT, Reason(Code.DECK_REFUSED, because=error.reason))
            )
        else:
            decks = (*decks, deck)
    return replace(after, decks=decks, deck_heads=(*state.deck_heads, state.head)), tuple(faults)


def _proofs(
    state: Preparation, after: Preparation, entries: Mapping[Seat, Entry], by: Verifier
) -> _Step:
    to_check = set(entries) - by.known
    positions = [i for i, seat in enumerate(state.seats) if seat in to_check]
    links = [
        (
            state.shuffle_context(i),
            state.statement(i),
            cast(ShuffleProof, entries[state.seats[i]]).proof,
        )
        for i in positions
    ]
    refused = by.check(links)
    faults = tuple(
        Fault(
            state.seats[positions[index]],
            Cause.CAUGHT,
            Reason(Code.SHUFFLE_REFUSED, because=reason),
        )
        for index, reason in refused.items()
    )
    return after, faults


def _acceptances(
    state: Preparation, after: Preparation, entries: Mapping[Seat, Entry], _: Verifier
) -> _Step:
    expected = accept_digest(state)
    faults = tuple(
        Fault(seat, Cause.CAUGHT, Reason(Code.ANOTHER_DECK))
        for seat, entry in entries.items()
        if cast(Acceptance, entry).digest != expected
    )
    return after, faults


JUDGES: Final[
    Mapping[
        type[Entry],
        Callable[[Preparation, Preparation, Mapping[Seat, Entry], Verifier], _Step],
    ]
] = {
    KeyCommitment: _commitments,
    KeyOpening: _keys,
    ShuffledDeck: _deck,
    ShuffleProof: _proofs,
    Acceptance: _acceptances,
}
"""Who is at fault in a round of PREPARE, by the kind of entry."""


def accept_digest(state: Preparation) -> bytes:
    """What every seat signs at the end: attempt, seats and final deck in one hash."""
    where = f"{state.chain} {state.deal} {state.attempt}".encode()
    return digest("accept", where, bytes(state.seats), masking.deck_digest(state.decks[-1]))
