"""The public state of a match of Luk Fu. The one rule: it holds no card that is not public.

What a seat says about its hidden cards by what it does is kept as a `Claim`, to be judged when the
cards are open. All of it is the same at every peer; `public` writes the whole of it for the digest.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from p2pcards.cards import Card
from p2pcards.engine import OpenCards, Seat, Slot, State
from p2pcards.games.lukfu.combinations import LONG, PACK, Combination, combination_of
from p2pcards.games.lukfu.options import Options, PassedMasterLimit, json_options

SEATS = 3
EVERYONE: tuple[Seat, ...] = tuple(range(SEATS))
HAND = len(PACK.cards) // SEATS
FU_TO_WIN = 6
MOST_REDEALS = 10
"""After so many new deals in a row the Master has to play, so that every deal comes to an end (lukfu 6)."""


class Phase(StrEnum):
    """Where a deal stands; what is waited for follows from it."""

    IDLE = "idle"
    DECK = "deck"
    COIN = "coin"
    OPENING = "opening"
    CALL = "call"
    LEAD = "lead"
    FOLLOW = "follow"
    CLOSING = "closing"


@dataclass(frozen=True, slots=True)
class Played:
    """What a seat put on the table in a trick; `cards`, by slot, are empty where it lies face down."""

    seat: Seat
    slots: tuple[Slot, ...]
    cards: tuple[Card, ...] = ()


class ClaimKind(StrEnum):
    """What an action says about cards that nobody else can see."""

    CANNOT_BEAT = "cannot-beat"
    SINGLE_LEAD = "single-lead"


@dataclass(frozen=True, slots=True)
class Claim:
    """'My hand allowed what I did', to be judged when the hand is open.

    Args:
        seat: Who says so.
        trick: In which trick, from 1.
        kind: Face down because nothing beats `best`, or a single led by a seat not the caller.
        slots: What was put down or led.
        held: The hand before that.
        best: The best play at that time; empty for a lead.
        seen: How many of the state's `opened` cards lay open at that time.
    """

    seat: Seat
    trick: int
    kind: ClaimKind
    slots: tuple[Slot, ...]
    held: tuple[Slot, ...]
    best: tuple[Card, ...]
    seen: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended, with what it has changed in the scores.

    Args:
        winner: Who won it, even where the win is void; None after a draw or a deal broken off.
        fu: The winner's fu, Old cards included if they were declared; else 0.
        offenders: Seats that pay for the others, ascending (SPEC §9.3).
        points: What each seat won or lost.
    """

    winner: Seat | None
    fu: int
    offenders: tuple[Seat, ...]
    points: tuple[int, ...]


NOTHING: tuple[tuple[Any, ...], ...] = ((),) * SEATS


@dataclass(frozen=True)  # `change` wants no slots.
class LukfuState(State):
    """A match of Luk Fu between two events.

    Args:
        options: The table's options.
        scores: Net points of each seat.
        deal: Number of the deal, 0 before the first.
        phase: Where the deal stands.
        master: The Master of this deal; None until the first coin.
        decks: Decks asked for in this deal: 1, and one more after three passes each time.
        passes: Seats that have passed, in order.
        caller: Who said play.
        hands: Slots each seat holds.
        face_down: Slots each seat has put face down, in the order of the tricks.
        opened: All slots open to everyone, in the order in which they were opened.
        trick: Number of the running or next trick, from 1.
        leader: Who leads it.
        plays: The running trick so far.
        last_trick: The trick before it.
        fu: Fu won by each seat.
        claims: What has been said about hidden cards in this deal, in order.
        declarer: Who has declared.
        declared: The fu declared, Old cards included.
        to_show: Seats that still owe the closing check their cards.
        offenders: Seats that broke the deal off, or did not open at the closing, in that order.
        refuted: Claims found false when the cards were open, as places in `claims`: each seat's first.
        result: How the last deal ended, until the next begins.
    """

    options: Options
    scores: tuple[int, ...] = (0,) * SEATS
    deal: int = 0
    phase: Phase = Phase.IDLE
    master: Seat | None = None
    decks: int = 0
    passes: tuple[Seat, ...] = ()
    caller: Seat | None = None
    hands: tuple[tuple[Slot, ...], ...] = NOTHING
    face_down: tuple[tuple[Slot, ...], ...] = NOTHING
    opened: OpenCards = ()
    trick: int = 1
    leader: Seat | None = None
    plays: tuple[Played, ...] = ()
    last_trick: tuple[Played, ...] = ()
    fu: tuple[int, ...] = (0,) * SEATS
    claims: tuple[Claim, ...] = ()
    declarer: Seat | None = None
    declared: int = 0
    to_show: tuple[Seat, ...] = ()
    offenders: tuple[Seat, ...] = ()
    refuted: tuple[int, ...] = ()
    result: Result | None = None

    @property
    def to_act(self) -> Seat | None:
        """Whose decision is waited for."""
        match self.phase:
            case Phase.FOLLOW | Phase.LEAD:
                assert self.leader is not None
                return after(self.leader, len(self.plays))
            case Phase.CALL:
                assert self.master is not None
                return after(self.master, len(self.passes))
            case _:
                return None

    @property
    def best(self) -> Played | None:
        """The best play of the running trick: the last that was put face up (lukfu 9)."""
        for play in reversed(self.plays):
            if play.cards:
                return play
        return None

    @property
    def best_combination(self) -> Combination:
        """The same as cards; only while a trick is running."""
        assert self.best is not None
        combination = combination_of(self.best.cards)
        assert combination is not None
        return combination

    @property
    def seen(self) -> tuple[Card, ...]:
        """The cards played face up, beaten or not; as long as nobody has declared (lukfu 14)."""
        return tuple([card for _, card in self.opened])

    @property
    def is_dealt(self) -> bool:
        """Whether hands have been dealt, be they played out by now."""
        return any(self.hands) or self.leader is not None

    @property
    def must_play(self) -> bool:
        """Whether the Master is the caller unasked, after too many new deals in a row."""
        return self.decks > MOST_REDEALS

    def longest_lead(self, seat: Seat) -> int:
        """Most cards that the seat may lead as a set or run (lukfu 21)."""
        is_passed_master = seat == self.master and self.caller != seat
        limit = self.options.passed_master_limit
        is_limited = limit is PassedMasterLimit.ALL_LEADS or self.trick == 1
        return LONG - 1 if is_passed_master and is_limited else HAND


def after(seat: Seat, places: int = 1) -> Seat:
    """The seat so many places further in the order of play (lukfu 2)."""
    return (seat + places) % SEATS


def public(state: LukfuState) -> dict[str, Any]:
    """The whole public state as JSON values; cards as text, plays and claims as lists."""
    result = state.result
    return {
        "game": "lukfu",
        "options": json_options(state.options),
        "scores": list(state.scores),
        "deal": state.deal,
        "phase": str(state.phase),
        "master": state.master,
        "decks": state.decks,
        "passes": list(state.passes),
        "caller": state.caller,
        "hands": [list(hand) for hand in state.hands],
        "face_down": [list(slots) for slots in state.face_down],
        "opened": [[slot, PACK.text(card)] for slot, card in state.opened],
        "trick": state.trick,
        "leader": state.leader,
        "plays": _json_plays(state.plays),
        "last_trick": _json_plays(state.last_trick),
        "fu": list(state.fu),
        "claims": [_json_claim(claim) for claim in state.claims],
        "declarer": state.declarer,
        "declared": state.declared,
        "to_show": list(state.to_show),
        "offenders": list(state.offenders),
        "refuted": list(state.refuted),
        "result": result
        and {
            "winner": result.winner,
            "fu": result.fu,
            "offenders": list(result.offenders),
            "points": list(result.points),
        },
    }


def _json_plays(plays: tuple[Played, ...]) -> list[Any]:
    return [
        [play.seat, list(play.slots), [PACK.text(card) for card in play.cards]] for play in plays
    ]


def _json_claim(claim: Claim) -> list[Any]:
    best = [PACK.text(card) for card in claim.best]
    kind, slots, held = str(claim.kind), list(claim.slots), list(claim.held)
    return [claim.seat, claim.trick, kind, slots, held, best, claim.seen]
