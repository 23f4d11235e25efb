"""A seat's private notes: what it has signed and drawn, so that it can go on after a crash (SPEC §6.8).

The one rule: a note is on the disk before anything that follows from it is sent. So what an
unfinished note was about nobody has seen, and it may be passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from protocol.crypto.errors import ProofRefused
from protocol.crypto.keys import SeatKey
from protocol.table.judge.preparation import Preparation, ReadyDeck
from protocol.table.memory.secrets import DeckSecrets
from protocol.wire.entries import Bytes32, Deal

DeckId: TypeAlias = tuple[int, bytes]
"""An attempt at a deck: its deal, and the head of its first round, which no other attempt has."""


def id_of(deck: Preparation | ReadyDeck) -> DeckId:
    return (deck.deal if isinstance(deck, Preparation) else deck.place.deal), deck.origin


class NoteOfNonce(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="nonce", tag_field="n"
):
    """The seat's part of the table id, committed to in the opening."""

    nonce: Bytes32

    def __repr__(self) -> str:
        return "NoteOfNonce()"


class NoteOfDeck(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="deck", tag_field="n"
):
    """The seat's secrets of one attempt at a deck."""

    deal: Deal
    origin: Bytes32
    key: Bytes32
    entropy: Bytes32
    coin_nonce: Bytes32
    key_nonce: Bytes32
    shuffle_seed: Bytes32

    def __repr__(self) -> str:
        return f"NoteOfDeck({self.deal})"


_decoder = msgspec.json.Decoder(NoteOfNonce | NoteOfDeck)


def encode_nonce(nonce: bytes) -> bytes:
    return msgspec.json.encode(NoteOfNonce(nonce))


def encode_secrets(id: DeckId, secrets: DeckSecrets) -> bytes:
    """The secrets as a line of JSON, for the seat's own private file (mode 0600)."""
    return msgspec.json.encode(
        NoteOfDeck(
            *id,
            secrets.key.encode_secret(),
            secrets.entropy,
            secrets.coin_nonce,
            secrets.key_nonce,
            secrets.shuffle_seed,
        )
    )


@dataclass(slots=True)
class Notes:
    """What the notes of an earlier run hold."""

    nonce: bytes | None = field(default=None, repr=False)
    secrets: dict[DeckId, DeckSecrets] = field(default_factory=dict, repr=False)
    entries: list[bytes] = field(default_factory=list)
    """Lines that the seat has signed, and what it has said it had heard; not verified again."""


def read_notes(lines: Iterable[bytes]) -> Notes:
    """What these lines hold; those that are none of ours, or cut short, are passed over."""
    notes = Notes()
    for line in lines:
        if line.startswith(b'{"e":'):
            notes.entries.append(line)
            continue
        try:
            match _decoder.decode(line):
                case NoteOfNonce(nonce):
                    notes.nonce = nonce
                case NoteOfDeck() as note:
                    notes.secrets[note.deal, note.origin] = DeckSecrets(
                        SeatKey.decode_secret(note.key),
                        note.entropy,
                        note.coin_nonce,
                        note.key_nonce,
                        note.shuffle_seed,
                    )
        except (msgspec.MsgspecError, ProofRefused, ValueError, RecursionError):
            continue
    return notes
