"""What only our own seat knows of a deck: its key, its coin, its shuffle, and the cards of its hand.

The one rule: nothing here is ever part of an entry; entries are made from it by `speaking`. What a
crash must not take away follows from what `draw_secrets` draws, which the private notes hold.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pcards.cards import Card
from p2pcards.engine import Slot
from protocol.crypto.keys import SeatKey, new_key
from protocol.crypto.rng import Rng, SeededRng
from protocol.crypto.shuffle import PreparedShuffle, ShuffleWitness
from protocol.table.judge.play import Play
from protocol.table.judge.preparation import Preparation


@dataclass(slots=True)
class DeckSecrets:
    """One seat's secrets for one attempt at a deck; used for that attempt and no other."""

    key: SeatKey = field(repr=False)
    entropy: bytes = field(repr=False)
    coin_nonce: bytes = field(repr=False)
    key_nonce: bytes = field(repr=False)
    shuffle_seed: bytes = field(repr=False)
    """Of the shuffle's own randomness, so that after a crash the shuffle can still be proved."""
    prepared: PreparedShuffle | None = field(default=None, repr=False)
    witness: ShuffleWitness | None = field(default=None, repr=False)

    def prepare(self, state: Preparation) -> PreparedShuffle:
        """The shuffle, drawn and as far worked out as goes without the incoming deck."""
        if self.prepared is None:
            rng = SeededRng(self.shuffle_seed)
            proofs = state.setting.proofs
            self.prepared = proofs.prepare_shuffle(len(state.pack), state.joint, rng)
        return self.prepared


def draw_secrets(rng: Rng) -> DeckSecrets:
    """Fresh secrets; the shuffle's are drawn from its seed when the joint key is known."""
    return DeckSecrets(new_key(rng), rng(32), rng(32), rng(32), rng(32))


def own_card(play: Play, slot: Slot, secrets: DeckSecrets) -> Card:
    """A card of the seat's own hand, which it alone can open now."""
    assert play.deck is not None
    return play.open_card(slot, secrets.key.secret * play.deck.cards[slot].c1)
