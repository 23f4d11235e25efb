"""The entries that a table's log is made of (SPEC §4.3).

One struct per kind, and nothing else: what an entry means is decided by the table. Every bound
here is a limit on what a peer can make us hold; a value that decodes is within it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from protocol.crypto.transcript import PROTOCOL

MOST_DEADLINE_S: Final = 3600
"""Longest time for a turn that a table may agree on."""

VERSION: Final = PROTOCOL.decode()
Version: TypeAlias = Annotated[str, Meta(pattern=rf"\A{VERSION}\Z")]
"""This version and no other; nothing that is left out is filled in by the reader."""

Bytes32: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Proof: TypeAlias = Annotated[bytes, Meta(max_length=16384)]
Points: TypeAlias = Annotated[bytes, Meta(max_length=8192)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Deal: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Chain: TypeAlias = Literal["open", "prepare", "ahead", "play"]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
Number: TypeAlias = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
"""Within what every language's JSON holds exactly, so that no two readers differ."""
OptionValue: TypeAlias = (
    Number | Annotated[str, Meta(max_length=64)] | Annotated[list[Number], Meta(max_length=16)]
)
OptionName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
Options: TypeAlias = Annotated[dict[OptionName, OptionValue], Meta(max_length=32)]


class Entry(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="t",
):
    """What every entry says of its place: which round of which chain it is for, and after which head.

    `deal` counts from 1 (0 in the opening); `attempt` counts attempts at a deck, and in the chain
    `play` says who is convicted (SPEC §6.6); `round` counts from 0 within the attempt, in `play`
    within the deal.
    """

    seat: SeatNumber
    chain: Chain
    deal: Deal
    attempt: Annotated[int, Meta(ge=0, le=10_000)]
    round: Annotated[int, Meta(ge=0, le=100_000)]
    head: Bytes32


class SeatRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player as the table opening names them."""

    name: Name
    key: Bytes32


class Proposal(Entry, tag="propose", kw_only=True, frozen=True, omit_defaults=False):
    """First line of a log: what is to be played, and by whom. Written by seat 0, signed into the table id."""

    version: Version
    game: Annotated[str, Meta(max_length=16)]
    options: Options
    deadline: Annotated[int, Meta(ge=0, le=MOST_DEADLINE_S)]
    deals: Annotated[int, Meta(ge=0, le=1_000_000)]
    seats: Annotated[tuple[SeatRecord, ...], Meta(min_length=2, max_length=8)]


class NonceCommitment(Entry, tag="nonce-commit", kw_only=True, frozen=True):
    """Binds the seat to its part of the table's nonce before it knows the others' (SPEC §6.1)."""

    commitment: Bytes32


class NonceOpening(Entry, tag="nonce-open", kw_only=True, frozen=True):
    """The part of the nonce that the seat is bound to."""

    nonce: Bytes32


class Agreement(Entry, tag="agree", kw_only=True, frozen=True):
    """The seat agrees to the proposal under the table id that follows from all nonces."""

    table: Bytes32


class KeyCommitment(Entry, tag="commit", kw_only=True, frozen=True):
    """Binds the seat to its key and its part of the coin, for one deck (SPEC §3.4)."""

    commitment: Bytes32


class KeyOpening(Entry, tag="key", kw_only=True, frozen=True):
    """The key, the commitment to the coin, and the proof that the seat knows the key's secret."""

    public: Bytes32
    coin: Bytes32
    nonce: Bytes32
    proof: Proof


class ShuffledDeck(Entry, tag="deck", kw_only=True, frozen=True):
    """The deck as the seat passes it on."""

    deck: Points


class ShuffleProof(Entry, tag="proof", kw_only=True, frozen=True):
    """That the seat's deck is the one before it, shuffled (SPEC §3.6)."""

    proof: Proof


class Acceptance(Entry, tag="accept", kw_only=True, frozen=True):
    """'All proofs verified by me; this is the final deck.'"""

    digest: Bytes32


class Stake(Entry, tag="stake", kw_only=True, frozen=True):
    """The seat pays its stake for the deal: the point of no return."""


class CoinOpening(Entry, tag="coin", kw_only=True, frozen=True):
    """The seat's part of the public coin (SPEC §3.5)."""

    entropy: Bytes32
    nonce: Bytes32


class Shares(Entry, tag="shares", kw_only=True, frozen=True):
    """The seat's shares of all slots that are to be opened, with one proof (SPEC §3.7)."""

    shares: Points
    proof: Proof


class Decision(Entry, tag="act", kw_only=True, frozen=True):
    """A seat's action; where it shows cards, their names, the seat's own shares and one proof.

    Instead of an action it may hold, in `gone`, leaves that its author has seen (SPEC §6.3).
    """

    act: Annotated[str, Meta(max_length=128)]
    cards: Annotated[tuple[Annotated[str, Meta(max_length=4)], ...], Meta(max_length=16)] = ()
    shares: Points = b""
    proof: Proof = b""
    claim: Proof = b""
    gone: Annotated[tuple[Annotated[str, Meta(max_length=512)], ...], Meta(max_length=8)] = ()


class Show(Entry, tag="show", kw_only=True, frozen=True):
    """The closing check: the seat opens all that it still holds."""

    cards: Annotated[tuple[Annotated[str, Meta(max_length=4)], ...], Meta(max_length=16)]
    shares: Points
    proof: Proof


class Result(Entry, tag="result", kw_only=True, frozen=True):
    """The seat signs the outcome: digest of the whole public state, the standings for people to read.

    `back` names seats that were silent and that this seat hears again; `pause` agrees to one.
    """

    digest: Bytes32
    standings: Annotated[tuple[Number, ...], Meta(max_length=8)]
    back: Annotated[tuple[SeatNumber, ...], Meta(max_length=8)] = ()
    pause: bool = False


class Refusal(Entry, tag="refuse", kw_only=True, frozen=True):
    """The seat will never sign the gate at this place after this head: it has gone another way (SPEC §6.6)."""


class Here(Entry, tag="here", kw_only=True, frozen=True):
    """The seat is there again: without it there was no next deal (SPEC §6.5)."""


class Leave(Entry, tag="leave", kw_only=True, frozen=True):
    """The seat leaves: stands for its entry in the first round from `round` on that names it."""


class Vote(Entry, tag="vote", kw_only=True, frozen=True, omit_defaults=False):
    """When the deadline of a round has passed: the seats that this seat has not heard in it.

    An empty list says that all were heard: the round stands.
    """

    ballot: Annotated[int, Meta(ge=1, le=100)]
    absent: Annotated[tuple[SeatNumber, ...], Meta(max_length=8)]


AnyEntry: TypeAlias = (
    Proposal
    | NonceCommitment
    | NonceOpening
    | Agreement
    | KeyCommitment
    | KeyOpening
    | ShuffledDeck
    | ShuffleProof
    | Acceptance
    | Stake
    | CoinOpening
    | Shares
    | Decision
    | Show
    | Result
    | Refusal
    | Here
    | Leave
    | Vote
)
