"""Hazari as the rest of the program sees it. The one rule: nothing is decided here, only handed on."""

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
from p2pcards.games.hazari import actions, advising, bot, facts, flow, legal
from p2pcards.games.hazari.actions import Declare
from p2pcards.games.hazari.combos import PACK
from p2pcards.games.hazari.exploiters import EXPLOITERS, PLAYERS
from p2pcards.games.hazari.facts import HazariFact
from p2pcards.games.hazari.options import OPTION_NAMES, json_options, read_options
from p2pcards.games.hazari.state import SEATS, HazariState, Phase, public
from p2pcards.reckoning import Advice


class HazariGame:
    """The value `GAME`; see `p2pcards.engine.Game` for what each method promises."""

    name: str = "hazari"
    title: str = "Hazari"
    unit: str = "points"
    pack: Pack = PACK
    least_seats: int = SEATS
    most_seats: int = SEATS
    option_names: tuple[str, ...] = OPTION_NAMES
    exploiters: tuple[str, ...] = EXPLOITERS

    def options(self, given: Mapping[str, object]) -> TableOptions:
        return json_options(read_options(given))

    def new_match(self, options: TableOptions, seats: int) -> HazariState:
        assert seats == SEATS
        return HazariState(options=read_options(options), totals=(0,) * seats)

    def seats_of_next_deal(self, state: HazariState, present: frozenset[Seat]) -> tuple[Seat, ...]:
        return flow.seats_of_next_deal(state, present)

    def open_deal(self, state: HazariState, seats: tuple[Seat, ...]) -> HazariState:
        return flow.open_deal(state, seats)

    def waiting(self, state: HazariState) -> Waiting:
        return flow.waiting(state)

    def apply(self, state: HazariState, event: Event) -> HazariState:
        return flow.apply(state, event)

    def legal_actions(self, view: View[HazariState]) -> tuple[Declare, ...]:
        """Good declarations of the seat, best expected score first; not all that are legal.

        A hand has up to 200,200 of them. Those given here are the best by `arrange.appraise`, of
        equal strength only one, and always 'best first', the default, and the even arrangement.
        `why_not` and `apply` take any split whose groups are in order.
        """
        return legal.legal_actions(view)

    def why_not(self, view: View[HazariState], action: Declare) -> Rule | None:
        return legal.why_not(view, action)

    def default_action(self, view: View[HazariState]) -> Declare:
        return legal.default_action(view)

    def shows(self, state: HazariState, seat: Seat, action: Declare) -> tuple[Slot, ...]:
        return ()

    def claim(
        self, state: HazariState, seat: Seat, action: Declare, cards: OpenCards
    ) -> SuitClaim | None:
        return None

    def format_action(self, action: Declare) -> str:
        return actions.format_action(action)

    def parse_action(self, text: str) -> Declare:
        return actions.parse_action(text)

    def public(self, state: HazariState) -> dict[str, Any]:
        return public(state)

    def standings(self, state: HazariState) -> tuple[int, ...]:
        return state.totals

    def may_end(self, state: HazariState) -> bool:
        return True

    def hand_slots(self, state: HazariState, seat: Seat) -> tuple[Slot, ...]:
        opened = dict(state.opened)
        hand = state.hands[seat] if state.hands else ()
        return tuple([slot for slot in hand if slot not in opened])

    def closed_slots(self, state: HazariState, seat: Seat) -> tuple[Slot, ...]:
        return self.hand_slots(state, seat)

    def reneges(self, state: HazariState) -> tuple[tuple[Seat, Rule], ...]:
        if state.phase is not Phase.IDLE:
            return ()
        return tuple(
            (seat, legal.rule("26", "foul", number, number - 1))
            for seat, number in enumerate(state.fouls)
            if number
        )

    def claim_count(self, state: HazariState) -> ClaimCount:
        return flow.claim_count(state)

    def facts(
        self, before: HazariState, event: Event, after: HazariState
    ) -> tuple[HazariFact, ...]:
        return facts.facts(before, event, after)

    def advise(self, view: View[HazariState], roll: Roll) -> Advice[Declare]:
        return advising.advise(view, roll)

    def bot(self, level: str) -> Callable[[View[HazariState], Roll], Declare]:
        return bot.LEVELS[level] if level in bot.LEVELS else PLAYERS[level]


GAME = HazariGame()
