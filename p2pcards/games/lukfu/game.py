"""Luk Fu as the rest of the program sees it. The one rule: nothing is decided here, only handed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from p2pcards.cards import Pack
from p2pcards.engine import (
    ClaimCount,
    Event,
    OpenCards,
    Roll,
    Rule,
    Seat,
    Slot,
    SuitClaim,
    TableOptions,
    View,
    Waiting,
)
from p2pcards.games.lukfu import actions, bot, claims, facts, flow, legal, search
from p2pcards.games.lukfu.actions import Action
from p2pcards.games.lukfu.combinations import PACK
from p2pcards.games.lukfu.exploiters import EXPLOITERS, PLAYERS
from p2pcards.games.lukfu.facts import LukfuFact
from p2pcards.games.lukfu.options import OPTION_NAMES, json_options, read_options
from p2pcards.games.lukfu.state import SEATS, LukfuState, public
from p2pcards.reckoning import Advice


class LukfuGame:
    """The value `GAME`; see `p2pcards.engine.Game` for what each method promises."""

    name: str = "lukfu"
    title: str = "Luk Fu"
    unit: str = "points"
    pack: Pack = PACK
    least_seats: int = SEATS
    most_seats: int = SEATS
    option_names: tuple[str, ...] = OPTION_NAMES
    exploiters: tuple[str, ...] = EXPLOITERS

    def options(self, given: Mapping[str, object]) -> TableOptions:
        return json_options(read_options(given))

    def new_match(self, options: TableOptions, seats: int) -> LukfuState:
        assert seats == SEATS
        return LukfuState(options=read_options(options))

    def seats_of_next_deal(self, state: LukfuState, present: frozenset[Seat]) -> tuple[Seat, ...]:
        return flow.seats_of_next_deal(state, present)

    def open_deal(self, state: LukfuState, seats: tuple[Seat, ...]) -> LukfuState:
        return flow.open_deal(state, seats)

    def waiting(self, state: LukfuState) -> Waiting:
        return flow.waiting(state)

    def apply(self, state: LukfuState, event: Event) -> LukfuState:
        return flow.apply(state, event)

    def legal_actions(self, view: View[LukfuState]) -> tuple[Action, ...]:
        return legal.legal_actions(view)

    def why_not(self, view: View[LukfuState], action: Action) -> Rule | None:
        return legal.why_not(view, action)

    def default_action(self, view: View[LukfuState]) -> Action:
        return legal.default_action(view)

    def shows(self, state: LukfuState, seat: Seat, action: Action) -> tuple[Slot, ...]:
        return legal.shown_slots(state, seat, action)

    def claim(
        self, state: LukfuState, seat: Seat, action: Action, cards: OpenCards
    ) -> SuitClaim | None:
        return None

    def format_action(self, action: Action) -> str:
        return actions.format_action(action)

    def parse_action(self, text: str) -> Action:
        return actions.parse_action(text)

    def public(self, state: LukfuState) -> dict[str, Any]:
        return public(state)

    def standings(self, state: LukfuState) -> tuple[int, ...]:
        return state.scores

    def may_end(self, state: LukfuState) -> bool:
        return True

    def hand_slots(self, state: LukfuState, seat: Seat) -> tuple[Slot, ...]:
        return state.hands[seat]

    def closed_slots(self, state: LukfuState, seat: Seat) -> tuple[Slot, ...]:
        return legal.closed_slots(state, seat)

    def reneges(self, state: LukfuState) -> tuple[tuple[Seat, Rule], ...]:
        return claims.reneges(state)

    def claim_count(self, state: LukfuState) -> ClaimCount:
        return claims.claim_count(state)

    def facts(self, before: LukfuState, event: Event, after: LukfuState) -> tuple[LukfuFact, ...]:
        return facts.facts(before, event, after)

    def advise(self, view: View[LukfuState], roll: Roll) -> Advice[Action]:
        return search.advise(view, roll)

    def bot(self, level: str) -> Callable[[View[LukfuState], Roll], Action]:
        return bot.LEVELS[level] if level in bot.LEVELS else PLAYERS[level]


GAME = LukfuGame()
