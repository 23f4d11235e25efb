"""What only our own seat knows of a deck: its key, its coin, its shuffle, and the cards of its hand.

The one rule: nothing here is ever part of an entry; entries are made from it by `Table`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from protocol.crypto.keys import SeatKey, new_key
from protocol.crypto.rng import Rng
from protocol.crypto.shuffle import PreparedShuffle, ShuffleWitness


@dataclass(slots=True)
class DeckSecrets:
    """One seat's secrets for one attempt at a deck; used for that attempt and no other."""

    key: SeatKey = field(repr=False)
    entropy: bytes = field(repr=False)
    coin_nonce: bytes = field(repr=False)
    key_nonce: bytes = field(repr=False)
    prepared: PreparedShuffle | None = field(default=None, repr=False)
    witness: ShuffleWitness | None = field(default=None, repr=False)


def draw_secrets(rng: Rng) -> DeckSecrets:
    """Fresh secrets; the shuffle's are drawn when the joint key is known."""
    return DeckSecrets(new_key(rng), rng(32), rng(32), rng(32))


class NoteOfSecrets(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the private note file: what a seat needs to go on after a crash, and to see its own cards again."""

    chain: str
    deal: int
    attempt: int
    key: bytes
    entropy: bytes
    coin_nonce: bytes
    key_nonce: bytes

    def __repr__(self) -> str:
        return f"NoteOfSecrets({self.chain} {self.deal} {self.attempt})"


def encode_note(chain: str, deal: int, attempt: int, secrets: DeckSecrets) -> bytes:
    """The secrets as a line of JSON, for the seat's own private file (mode 0600)."""
    return msgspec.json.encode(
        NoteOfSecrets(
            chain,
            deal,
            attempt,
            secrets.key.encode_secret(),
            secrets.entropy,
            secrets.coin_nonce,
            secrets.key_nonce,
        )
    )
