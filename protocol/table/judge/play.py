"""A deal under way, from the stakes to the signed result (SPEC §6.3).

The one rule: the game's engine says what it waits for, and that alone decides which round is due.
Nothing here knows any game; how a round is judged stands in `rounds_of_play`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

import msgspec

from p2pcards.cards import Card
from p2pcards.engine import (
    AwaitCoin,
    AwaitDecisions,
    AwaitDeck,
    AwaitOpening,
    AwaitShow,
    Done,
    Seat,
    Slot,
    State,
)
from protocol.crypto import masking, suits
from protocol.crypto.group import Point
from protocol.log.rounds import Place, Round
from protocol.table.judge.judging import Fault
from protocol.table.judge.preparation import ReadyDeck
from protocol.table.judge.setting import Setting
from protocol.table.rounds import KIND_AWAITED
from protocol.wire.digests import digest
from protocol.wire.entries import Entry, Stake


@dataclass(frozen=True, slots=True)
class Play:
    """A deal under way.

    Args:
        game_state: The engine's public state.
        seats: All that are at the table: they witness the deal and sign its result, dealt in or not.
        dealt: Those of them that are dealt in and pay the stakes.
        away: Seats that were away when the deal began: those of whom a result may say that they are back.
        out: Those of `seats` that are out by now.
        deck: The deck in use; None while a new one must be made.
        shares: Verified decryption shares, by slot and seat.
        cards: Cards that all can see, by slot.
        faults: Everything that put a seat out of this deal so far.
    """

    setting: Setting
    deal: int
    attempt: int
    number: int
    head: bytes
    game_state: State
    seats: tuple[Seat, ...]
    dealt: tuple[Seat, ...]
    deck: ReadyDeck | None
    away: frozenset[Seat]
    staked: bool = False
    out: frozenset[Seat] = frozenset()
    shares: Mapping[Slot, Mapping[Seat, Point]] = field(default_factory=dict)
    cards: Mapping[Slot, Card] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()

    @property
    def place(self) -> Place:
        return Place(self.deal, "play", self.attempt, self.number)

    @property
    def live(self) -> tuple[Seat, ...]:
        """Seats that are still there as peers, dealt in or not, folded or not."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    @property
    def deck_seats(self) -> tuple[Seat, ...] | None:
        """The seats among which a new deck must be made before the deal goes on; None if none is needed."""
        waiting = self.setting.game.waiting(self.game_state) if self.staked else None
        return waiting.seats if isinstance(waiting, AwaitDeck) else None

    @property
    def round(self) -> Round:
        """The round that is due; not to be asked while a deck must be made."""
        kind, speakers = self._step()
        return Round(self.place, self.head, kind, speakers, self.live)

    def _step(self) -> tuple[type[Entry], tuple[Seat, ...]]:
        if not self.staked:
            return Stake, self.dealt
        waiting = self.setting.game.waiting(self.game_state)
        match waiting:
            case AwaitCoin(seats) | AwaitOpening(seats) | AwaitDecisions(seats):
                return KIND_AWAITED[type(waiting)], seats
            case AwaitShow(slots):
                return KIND_AWAITED[AwaitShow], tuple(seat for seat, _ in slots)
            case Done():
                return KIND_AWAITED[Done], self.live
            case AwaitDeck():
                raise AssertionError("a deck must be made before the next round")
            case _:
                assert_never(waiting)

    def shares_due(self, seat: Seat) -> tuple[tuple[Slot, masking.Ciphertext], ...]:
        """The masked cards of which `seat` owes its share in the opening now due, by slot."""
        assert self.deck is not None
        waiting = self.setting.game.waiting(self.game_state)
        assert isinstance(waiting, AwaitOpening)
        slots = sorted(
            [slot for slot, owner in waiting.dealt if owner != seat] + list(waiting.shown)
        )
        return self.masked(slots)

    def slots_to_show(self, seat: Seat) -> tuple[Slot, ...]:
        """What the closing check asks of `seat`."""
        waiting = self.setting.game.waiting(self.game_state)
        assert isinstance(waiting, AwaitShow)
        return dict(waiting.slots)[seat]

    def masked(
        self, slots: list[Slot] | tuple[Slot, ...]
    ) -> tuple[tuple[Slot, masking.Ciphertext], ...]:
        assert self.deck is not None
        return tuple((slot, self.deck.cards[slot]) for slot in slots)

    def hidden(self, slots: tuple[Slot, ...]) -> tuple[suits.HiddenCard, ...]:
        """What all others see of these cards of one hand: masked, with all shares but the owner's taken off."""
        assert self.deck is not None
        return tuple(
            suits.hidden_card(slot, self.deck.cards[slot], list(self.shares[slot].values()))
            for slot in slots
        )

    def open_card(self, slot: Slot, *own_share: Point) -> Card:
        """The card in `slot`, given its owner's share, or with all shares in where it has no owner.

        Raises:
            ProofRefused: What comes out is no card of the pack.
        """
        assert self.deck is not None
        cards = [(card.suit, card.rank) for card in self.setting.game.pack.cards]
        given = [*self.shares[slot].values(), *own_share]
        return Card(*self.setting.proofs.unmask(self.deck.cards[slot], given, cards))


@dataclass(frozen=True, slots=True)
class StakesFailed:
    """Not all paid: no chips move, and the deal is prepared anew among the others."""

    faults: tuple[Fault, ...]
    head: bytes
    number: int


@dataclass(frozen=True, slots=True)
class DealOver:
    """The result stands.

    `faults` are all of the deal's; `back` are silent seats that are heard again; `paused` are all
    signers where all agree to a pause, and else none.
    """

    game_state: State
    faults: tuple[Fault, ...]
    signers: tuple[Seat, ...]
    back: frozenset[Seat]
    paused: tuple[Seat, ...]
    head: bytes


Outcome: TypeAlias = Play | StakesFailed | DealOver


def begin(
    setting: Setting,
    deal: int,
    attempt: int,
    number: int,
    game_state: State,
    seats: tuple[Seat, ...],
    dealt: tuple[Seat, ...],
    deck: ReadyDeck | None,
    away: frozenset[Seat],
    prepared_head: bytes,
    result_head: bytes,
) -> Play:
    """The deal before its stakes: binds the deck's chain and the last result.

    Args:
        attempt: The epoch: who is convicted, as one number (SPEC §6.6).
        number: Number of the first round: 0, or more where stakes had failed before.
        game_state: The engine's state after the last deal.
        deck: The deck; None where a single seat collects what is carried.
    """
    where = f"{deal} {attempt} {number}".encode()
    head = digest("play", setting.table, where, prepared_head, result_head)
    return Play(setting, deal, attempt, number, head, game_state, seats, dealt, deck, away)


def open_unasked(play: Play) -> Play:
    """The deal of a single seat that is not there to be asked for its stake."""
    game = play.setting.game
    return replace(play, staked=True, game_state=game.open_deal(play.game_state, play.dealt))


def state_digest(setting: Setting, game_state: State) -> bytes:
    """Digest of the whole public state, signed at the end of each deal (SPEC §6.3)."""
    public = msgspec.json.encode(setting.game.public(game_state), order="sorted")
    return digest("state", setting.table, public)
