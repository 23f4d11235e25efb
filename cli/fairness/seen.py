"""What a log shows of each deal: who was dealt which cards, and what was turned up.

The one rule: a deal is taken from the auditor, once its result is signed, or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from p2pcards.cards import Card
from p2pcards.engine import (
    Acted,
    AnyGame,
    AwaitOpening,
    DeckReady,
    Opened,
    Seat,
    Shown,
    Slot,
)
from p2pcards.games import GAMES
from p2pcards.games.lukfu.state import LukfuState, Phase
from protocol.audit import Auditor, problem_of
from protocol.log.rounds import BadRound
from protocol.report import Report
from protocol.table.notices import DealSettled, Happened, Notice


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """One settled deal.

    Args:
        table: The table's id in hex; with `number` it names the deal for ever.
        number: The deal's number.
        game: What was played.
        hands: Of each key, the cards it was dealt; None where not all of them were shown.
        turned_up: The cards dealt open to all.
        choosers: The keys whose word could have thrown the deck away unseen.
    """

    table: str
    number: int
    game: str
    hands: Mapping[bytes, tuple[Card, ...] | None]
    turned_up: tuple[Card, ...]
    choosers: frozenset[bytes] = frozenset()

    @property
    def is_open(self) -> bool:
        """Whether every card of every hand was shown."""
        return None not in self.hands.values()


@dataclass(slots=True)
class SeenLog:
    """A log's settled deals, as far as it stands.

    Args:
        report: What the audit found.
        names: The name each key used.
        deals: The settled deals.
    """

    report: Report
    names: dict[bytes, str] = field(default_factory=dict)
    deals: list[SeenDeal] = field(default_factory=list)


def see(data: bytes) -> SeenLog:
    """Audit a log, and gather what it shows of its settled deals; never raises for what is in it."""
    seen = SeenLog(Report())
    try:
        auditor = Auditor(data)
        seen.report = auditor.report
        keys = auditor.referee.keys
        seen.names = dict(zip(keys, auditor.report.names, strict=True))
        gathering = _Gathering(GAMES[auditor.report.game], keys)
        for notices in auditor.to_end():
            for notice in notices:
                deal = gathering.take(notice, auditor.report.table)
                if deal is not None:
                    seen.deals.append(deal)
    except BadRound as error:
        seen.report.problem = problem_of(error)
    return seen


def _chooses_deck(state: object) -> bool:
    """Whether a decision in this state may lead to another deck, with the cards of this one unseen."""
    return isinstance(state, LukfuState) and state.phase is Phase.CALL


class _Gathering:
    """The deal under way."""

    def __init__(self, game: AnyGame, keys: tuple[bytes, ...]) -> None:
        self._game = game
        self._keys = keys
        self._begin_deck()
        self._turned_up: list[Card] = []

    def _begin_deck(self) -> None:
        self._choosers: set[bytes] = set()
        self._dealt: dict[Slot, Seat] = {}
        self._cards: dict[Slot, Card] = {}

    def take(self, notice: Notice, table: str) -> SeenDeal | None:
        """Take in what was told; the deal, once its result is signed."""
        match notice:
            case Happened(event=DeckReady()):
                self._begin_deck()
            case Happened(before=before, event=Opened(cards=cards)):
                waiting = self._game.waiting(before)
                assert isinstance(waiting, AwaitOpening)
                self._dealt.update(waiting.dealt)
                self._cards.update(cards)
                self._turned_up += [card for slot, card in cards if slot in waiting.shown]
            case Happened(before=before, event=Acted(seat=seat, cards=cards)):
                if _chooses_deck(before):
                    self._choosers.add(self._keys[seat])
                self._cards.update(cards)
            case Happened(event=Shown(cards=cards)):
                self._cards.update(cards)
            case DealSettled(deal=number):
                deal = SeenDeal(
                    table,
                    number,
                    self._game.name,
                    self._hands(),
                    tuple(self._turned_up),
                    frozenset(self._choosers),
                )
                self._begin_deck()
                self._turned_up = []
                return deal
            case _:
                pass
        return None

    def _hands(self) -> dict[bytes, tuple[Card, ...] | None]:
        slots: dict[Seat, list[Slot]] = {}
        for slot, seat in self._dealt.items():
            slots.setdefault(seat, []).append(slot)
        return {
            self._keys[seat]: (
                tuple(self._cards[slot] for slot in own)
                if all(slot in self._cards for slot in own)
                else None
            )
            for seat, own in sorted(slots.items())
        }
