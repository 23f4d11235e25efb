"""The public state of a match of Azi. The one rule: it holds no card that is not public.

All of it is the same at every peer; `public` writes the whole of it for the digest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from p2pcards.cards import Card, Pack
from p2pcards.chips import Layer
from p2pcards.engine import OpenCards, Seat, Slot, State
from p2pcards.games.azi.options import Options, json_options
from p2pcards.records import with_item
from p2pcards.seats import clockwise

PACK = Pack(id="azi27", suits="HDS", ranks=("6", "7", "8", "9", "10", "J", "Q", "K", "A"))
SIX, ACE = 1, len(PACK.ranks)
MOST_BIDS = 3
"""Bets, blind bets and raises that a seat may make in one deal (azi 5.3)."""
TRICKS_TO_WIN = 2
TRICKS = 3


class Phase(StrEnum):
    """Where a deal stands; what is waited for follows from it."""

    IDLE = "idle"
    DECK = "deck"
    COIN = "coin"
    BLIND = "blind"
    OPENING = "opening"
    DISCARD = "discard"
    BIDDING = "bidding"
    TRICKS = "tricks"
    BUY_IN = "buy-in"


UNSEEN_PHASES = (Phase.DECK, Phase.COIN, Phase.BLIND, Phase.OPENING)
"""Nobody knows a card yet: if a seat goes out now, its keys are missing and the deck is useless."""


@dataclass(frozen=True, slots=True)
class Played:
    """One card of the running trick."""

    seat: Seat
    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class Settlement:
    """How the last cycle ended: kept so that it can be shown and is signed with the result.

    Args:
        winner: Who won it.
        payments: What each seat had put into the last deal.
        layers: The pot as it was divided, lowest layer first.
        received: Chips each seat got out of it.
    """

    winner: Seat
    payments: tuple[int, ...]
    layers: tuple[Layer, ...]
    received: tuple[int, ...]


@dataclass(frozen=True)  # `change` wants no slots.
class AziState(State):
    """A match of Azi between two events.

    Args:
        options: The table's options.
        stacks: Chips in front of each seat of the table.
        deal: Number of the deal, 0 before the first.
        phase: Where the deal stands.
        opener_from: The first dealt-in seat from here on opens; None until a coin has chosen.
        members: Seats that paid the ante of this cycle and may still buy in to a re-deal.
        participants: Seats dealt in, or (idle, after an azi) to be dealt into the re-deal.
        carried: The pot of earlier deals of this cycle, lowest layer first.
        is_redeal: This deal follows an azi: no ante, no blind bets.
        decks: Decks asked for in this deal; more than one when a seat went out before the opening.
        out: Seats that are out of this deal (SPEC §10), in the order in which they went; those of
            one round clockwise from `opener_from`.
        folded: Seats that have folded, the ones that are out among them.
        hands: Slots each seat holds.
        turn_up: The card that fixes the trump.
        opened: All slots opened to everyone, in the order in which they were.
        discards: The slot each seat has put away, in the four-card game.
        payments: Chips each seat has put into this deal, ante and bids but not buy-ins.
        bids: Bets, blind bets and raises each seat has made.
        level: Highest total bid, without the ante.
        high: The last seat that made a full bet or raise.
        no_lead: Seats too short to lead the first trick.
        is_blind_over: No blind bet can be made any more in this deal.
        blind_bettor: Who made the last blind bet, even if it has gone out since.
        is_blind_level: `level` is a blind bet, so a raise must at least double it.
        pending: Seats still to decide in this phase, next one first.
        leader: Who leads the running trick.
        plays: The running trick so far.
        last_trick: The trick before it.
        trick_winners: Who took each finished trick, out or not.
        returned: Chips each seat got back at the azi, from layers no trick-taker can win.
        price: What buying in to the re-deal costs.
        spread: How one such payment is spread over `carried`.
        buyers: Seats that have bought in.
        settlement: How the last cycle ended, until the next begins.
    """

    options: Options
    stacks: tuple[int, ...]
    deal: int = 0
    phase: Phase = Phase.IDLE
    opener_from: Seat | None = None
    members: tuple[Seat, ...] = ()
    participants: tuple[Seat, ...] = ()
    carried: tuple[Layer, ...] = ()
    is_redeal: bool = False
    decks: int = 0
    out: tuple[Seat, ...] = ()
    folded: tuple[Seat, ...] = ()
    hands: tuple[tuple[Slot, ...], ...] = ()
    turn_up: Card | None = None
    opened: OpenCards = ()
    discards: tuple[Slot | None, ...] = ()
    payments: tuple[int, ...] = ()
    bids: tuple[int, ...] = ()
    level: int = 0
    high: Seat | None = None
    no_lead: tuple[Seat, ...] = ()
    is_blind_over: bool = True
    blind_bettor: Seat | None = None
    is_blind_level: bool = False
    pending: tuple[Seat, ...] = ()
    leader: Seat | None = None
    plays: tuple[Played, ...] = ()
    last_trick: tuple[Played, ...] = ()
    trick_winners: tuple[Seat, ...] = ()
    returned: tuple[int, ...] = ()
    price: int = 0
    spread: tuple[int, ...] = ()
    buyers: tuple[Seat, ...] = ()
    settlement: Settlement | None = None

    @property
    def survivors(self) -> tuple[Seat, ...]:
        """Seats of this deal that have not folded, ascending."""
        return tuple([seat for seat in self.participants if seat not in self.folded])

    @property
    def opener(self) -> Seat | None:
        """The dealt-in seat from which bidding is counted; None until a coin has chosen."""
        if self.opener_from is None:
            return None
        seats = [seat for seat in self.participants if seat not in self.out]
        return clockwise(seats, self.opener_from)[0] if seats else None

    def in_order(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """`seats` clockwise from where bidding is counted; before the first coin, from seat 0."""
        return clockwise(seats, self.opener_from or 0)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Seats whose decision is waited for: discards are independent, all else goes in turn."""
        return self.pending if self.phase is Phase.DISCARD else self.pending[:1]

    @property
    def pot(self) -> int:
        """Chips on the table that belong to nobody yet."""
        return sum(self.payments) + sum(layer.amount for layer in self.carried)

    @property
    def is_six_on_stage(self) -> bool:
        """The turned-up card is an ace, so the six of trumps is the highest card (azi 3.4)."""
        return self.turn_up is not None and self.turn_up.rank == ACE

    @property
    def trump(self) -> int | None:
        """The trump suit, once a card has been turned up."""
        return self.turn_up.suit if self.turn_up else None

    @property
    def led_suit(self) -> int | None:
        """The suit of the running trick, once a card has been led."""
        return self.plays[0].card.suit if self.plays else None

    def owed(self, seat: Seat) -> int:
        """What the seat must pay to call."""
        return self.level - self.bid_of(seat)

    def bid_of(self, seat: Seat) -> int:
        """What the seat has bid in this deal, ante and buy-in not counted."""
        return self.payments[seat] - self.ante_paid

    @property
    def ante_paid(self) -> int:
        """The ante that is part of each participant's payment in this deal."""
        return 0 if self.is_redeal else self.options.ante

    def tricks_of(self, seat: Seat) -> int:
        """Tricks the seat has taken; a seat that is out has none (SPEC §9.1)."""
        return 0 if seat in self.out else self.trick_winners.count(seat)

    def strength(self, card: Card) -> int:
        """Rank of a card inside its suit, with the six on stage on top of the trumps."""
        if card.rank == SIX and self.is_six_on_stage and card.suit == self.trump:
            return ACE + 1
        return card.rank

    def dealing(self) -> tuple[tuple[tuple[Slot, Seat], ...], Slot]:
        """Which slot goes to whom, one at a time from the opener on; and the turn-up's slot."""
        assert self.opener_from is not None
        order = clockwise(self.survivors, self.opener_from)
        dealt = len(order) * self.options.cards
        return tuple([(slot, order[slot % len(order)]) for slot in range(dealt)]), dealt


def with_added(values: tuple[int, ...], seat: Seat, number: int) -> tuple[int, ...]:
    """`values` with `number` added to the seat's."""
    return with_item(values, seat, values[seat] + number)


def public(state: AziState) -> dict[str, Any]:
    """The whole public state as JSON values; cards as text, layers as [amount, claimants]."""
    settlement = state.settlement
    return {
        "game": "azi",
        "options": json_options(state.options),
        "stacks": list(state.stacks),
        "pot": state.pot,
        "deal": state.deal,
        "phase": str(state.phase),
        "opener_from": state.opener_from,
        "members": list(state.members),
        "participants": list(state.participants),
        "carried": _json_layers(state.carried),
        "is_redeal": state.is_redeal,
        "decks": state.decks,
        "out": list(state.out),
        "folded": list(state.folded),
        "hands": [list(hand) for hand in state.hands],
        "turn_up": PACK.text(state.turn_up) if state.turn_up else None,
        "opened": [[slot, PACK.text(card)] for slot, card in state.opened],
        "discards": list(state.discards),
        "payments": list(state.payments),
        "bids": list(state.bids),
        "level": state.level,
        "high": state.high,
        "no_lead": list(state.no_lead),
        "is_blind_over": state.is_blind_over,
        "blind_bettor": state.blind_bettor,
        "is_blind_level": state.is_blind_level,
        "pending": list(state.pending),
        "leader": state.leader,
        "plays": _json_plays(state.plays),
        "last_trick": _json_plays(state.last_trick),
        "trick_winners": list(state.trick_winners),
        "returned": list(state.returned),
        "price": state.price,
        "spread": list(state.spread),
        "buyers": list(state.buyers),
        "settlement": settlement
        and {
            "winner": settlement.winner,
            "payments": list(settlement.payments),
            "layers": _json_layers(settlement.layers),
            "received": list(settlement.received),
        },
    }


def _json_layers(layers: tuple[Layer, ...]) -> list[Any]:
    return [[layer.amount, list(layer.claimants)] for layer in layers]


def _json_plays(plays: tuple[Played, ...]) -> list[Any]:
    return [[play.seat, play.slot, PACK.text(play.card)] for play in plays]
