"""Azi as the rest of the program sees it. The one rule: nothing is decided here, only handed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from p2pcards.cards import Pack
from p2pcards.engine import (
    NO_CLAIMS,
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
from p2pcards.games.azi import actions, bot, flow, legal, search, what_happened
from p2pcards.games.azi.actions import Action, Play
from p2pcards.games.azi.betting.exploiters import EXPLOITERS, PLAYERS
from p2pcards.games.azi.facts import AziFact
from p2pcards.games.azi.options import OPTION_NAMES, json_options, read_options
from p2pcards.games.azi.state import PACK, AziState, public
from p2pcards.reckoning import Advice


class AziGame:
    """The value `GAME`; see `p2pcards.engine.Game` for what each method promises."""

    name: str = "azi"
    title: str = "Azi"
    unit: str = "chips"
    pack: Pack = PACK
    least_seats: int = 2
    most_seats: int = 6
    option_names: tuple[str, ...] = OPTION_NAMES
    exploiters: tuple[str, ...] = EXPLOITERS

    def options(self, given: Mapping[str, object]) -> TableOptions:
        return json_options(read_options(given))

    def new_match(self, options: TableOptions, seats: int) -> AziState:
        assert self.least_seats <= seats <= self.most_seats
        read = read_options(options)
        return AziState(options=read, stacks=(read.stack,) * seats)

    def seats_of_next_deal(self, state: AziState, present: frozenset[Seat]) -> tuple[Seat, ...]:
        return flow.seats_of_next_deal(state, present)

    def open_deal(self, state: AziState, seats: tuple[Seat, ...]) -> AziState:
        return flow.open_deal(state, seats)

    def waiting(self, state: AziState) -> Waiting:
        return flow.waiting(state)

    def apply(self, state: AziState, event: Event) -> AziState:
        return flow.apply(state, event)

    def legal_actions(self, view: View[AziState]) -> tuple[Action, ...]:
        return legal.legal_actions(view)

    def why_not(self, view: View[AziState], action: Action) -> Rule | None:
        return legal.why_not(view, action)

    def default_action(self, view: View[AziState]) -> Action:
        return legal.default_action(view)

    def shows(self, state: AziState, seat: Seat, action: Action) -> tuple[Slot, ...]:
        return (action.slot,) if isinstance(action, Play) else ()

    def claim(
        self, state: AziState, seat: Seat, action: Action, cards: OpenCards
    ) -> SuitClaim | None:
        return legal.claim(state, seat, action, cards)

    def format_action(self, action: Action) -> str:
        return actions.format_action(action)

    def parse_action(self, text: str) -> Action:
        return actions.parse_action(text)

    def public(self, state: AziState) -> dict[str, Any]:
        return public(state)

    def standings(self, state: AziState) -> tuple[int, ...]:
        return state.stacks

    def may_end(self, state: AziState) -> bool:
        return not state.participants

    def hand_slots(self, state: AziState, seat: Seat) -> tuple[Slot, ...]:
        return state.hands[seat] if state.hands else ()

    def closed_slots(self, state: AziState, seat: Seat) -> tuple[Slot, ...]:
        return self.hand_slots(state, seat)

    def reneges(self, state: AziState) -> tuple[tuple[Seat, Rule], ...]:
        return ()

    def claim_count(self, state: AziState) -> ClaimCount:
        return NO_CLAIMS

    def facts(self, before: AziState, event: Event, after: AziState) -> tuple[AziFact, ...]:
        return what_happened.facts(before, event, after)

    def advise(self, view: View[AziState], roll: Roll) -> Advice[Action]:
        return search.advise(view, roll)

    def bot(self, level: str) -> Callable[[View[AziState], Roll], Action]:
        return bot.LEVELS[level] if level in bot.LEVELS else PLAYERS[level]


GAME = AziGame()
