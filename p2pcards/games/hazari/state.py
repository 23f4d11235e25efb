"""The public state of a match of Hazari. The one rule: it holds no card that is not public.

All of it is the same at every peer; `public` writes the whole of it for the digest.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from p2pcards.cards import Card
from p2pcards.engine import OpenCards, Seat, Slot, State
from p2pcards.games.hazari.combos import PACK
from p2pcards.games.hazari.options import Options, json_options

SEATS = 4
CARDS = 13
TRICKS = 4

Groups: TypeAlias = tuple[tuple[Slot, ...], ...]


class Phase(StrEnum):
    """Where a deal stands; what is waited for follows from it."""

    IDLE = "idle"
    DECK = "deck"
    COIN = "coin"
    OPENING = "opening"
    ARRANGING = "arranging"
    TRICKS = "tricks"


@dataclass(frozen=True)  # `change` wants no slots.
class HazariState(State):
    """A match of Hazari between two events.

    Args:
        options: The table's options.
        totals: Points of each seat; those of a deal are added at its end.
        deal: Number of the deal, 0 before the first.
        phase: Where the deal stands.
        dealer: Who deals this deal, or idle, has dealt the last; None until a coin has chosen.
        is_void: The last deal counts for nothing, and its dealer deals again.
        out: Seats that are out of this deal, in the order in which they went.
        hands: Slots dealt to each seat, ascending; empty until the opening.
        groups: What each seat has declared.
        pending: Seats that have still to declare, or to open their group of the running trick.
        opened: All open cards, in the order in which they were opened.
        fouls: For each seat the number of the first group that turned out higher than the one
            before it; 0 where none has.
        leaders: Who leads each trick begun so far.
        winners: Who has each finished trick; another seat if that one turns out bad.
        scores: Points of the last finished deal.
    """

    options: Options
    totals: tuple[int, ...]
    deal: int = 0
    phase: Phase = Phase.IDLE
    dealer: Seat | None = None
    is_void: bool = False
    out: tuple[Seat, ...] = ()
    hands: tuple[tuple[Slot, ...], ...] = ()
    groups: tuple[Groups | None, ...] = ()
    pending: tuple[Seat, ...] = ()
    opened: OpenCards = ()
    fouls: tuple[int, ...] = ()
    leaders: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    scores: tuple[int, ...] = ()

    @property
    def here(self) -> tuple[Seat, ...]:
        """Seats that are not out, foul ones among them."""
        return tuple([seat for seat in range(SEATS) if seat not in self.out])

    @property
    def good(self) -> tuple[Seat, ...]:
        """Seats that can win: neither out nor, as far as is known, foul (SPEC §9.2)."""
        return tuple([seat for seat in self.here if not (self.fouls and self.fouls[seat])])

    @property
    def trick(self) -> int:
        """Number of the trick begun last, from 1; 0 before the first."""
        return len(self.leaders)

    @property
    def first_leader(self) -> Seat:
        """The seat on the dealer's right (hazari 15)."""
        assert self.dealer is not None
        return (self.dealer + 1) % SEATS

    def opened_group(self, seat: Seat, number: int) -> tuple[Card, ...]:
        """The cards of the seat's group, if it is open; else none."""
        groups = self.groups[seat] if self.groups else None
        if groups is None:
            return ()
        cards = dict(self.opened)
        return tuple([cards[slot] for slot in groups[number - 1] if slot in cards])

    def dealing(self) -> tuple[tuple[Slot, Seat], ...]:
        """Which slot goes to whom, one at a time from the dealer's right (hazari 5)."""
        order = playing_order(self.first_leader)
        return tuple([(slot, order[slot % SEATS]) for slot in range(SEATS * CARDS)])


def playing_order(leader: Seat) -> tuple[Seat, ...]:
    """All seats, counter-clockwise from `leader`: to the right, which is the next higher number."""
    return tuple([(leader + step) % SEATS for step in range(SEATS)])


def winner_of_match(state: HazariState) -> Seat | None:
    """Who has won, once a deal has ended with somebody at the target and alone on top (hazari 21–23)."""
    most = max(state.totals)
    top = [seat for seat, total in enumerate(state.totals) if total == most]
    return top[0] if most >= state.options.target and len(top) == 1 else None


def public(state: HazariState) -> dict[str, Any]:
    """The whole public state as JSON values; cards as text."""
    return {
        "game": "hazari",
        "options": json_options(state.options),
        "totals": list(state.totals),
        "deal": state.deal,
        "phase": str(state.phase),
        "dealer": state.dealer,
        "is_void": state.is_void,
        "out": list(state.out),
        "hands": [list(hand) for hand in state.hands],
        "groups": [groups and [list(group) for group in groups] for groups in state.groups],
        "pending": list(state.pending),
        "opened": [[slot, PACK.text(card)] for slot, card in state.opened],
        "fouls": list(state.fouls),
        "leaders": list(state.leaders),
        "winners": list(state.winners),
        "scores": list(state.scores),
    }
