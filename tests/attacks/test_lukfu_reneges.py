"""Luk Fu over the whole protocol: a lie about hidden cards is named and paid for by every copy of the log.

While hands are hidden nobody can tell; all hands are opened after the deal, and then every player's
program and every auditor comes to the same verdict (SPEC §9.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from p2pcards.engine import AnyView, Cause, Seat
from p2pcards.games import GAMES
from p2pcards.games.lukfu.actions import Beat, Declare, Discard, Lead
from p2pcards.games.lukfu.legal import refusal
from p2pcards.games.lukfu.state import LukfuState, Phase
from protocol.faults import Code
from protocol.report import Report
from protocol.table.rooms import speaking
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import AnyEntry, Decision
from tests.attacks.cheats import Cheat, flipped, tag_of, with_field
from tests.simulation.light import audit
from tests.simulation.weather import Weather, log_of, table_of_bots
from tests.told import why_out

pytestmark = pytest.mark.usefixtures("light")

LUKFU = GAMES["lukfu"]
CHEAT: Seat = 1
HONEST = (0, 2)

Twist = Callable[[Any, AnyEntry], AnyEntry | None]
Wanted = Callable[[AnyView], Iterator[Any]]


def instead(wanted: Wanted) -> Twist:
    """A twist that acts against the cheat's own cards, the first time that it can."""

    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        view, play = self.view(), self.play
        if not isinstance(entry, Decision) or view is None or play is None:
            return None
        legal = set(LUKFU.legal_actions(view))
        for action in wanted(view):
            if action not in legal:
                assert play.deck is not None
                secrets = self._own.secrets_of(play.deck)
                return speaking.speak_decision(play, self.seat, secrets, self._own._rng, action)
        return None

    return twist


def hidden(view: AnyView, actions: Iterator[Any]) -> Iterator[Any]:
    """Those of the actions in which nobody else can see anything wrong."""
    for action in actions:
        shown = LUKFU.shows(view.state, view.seat, action)
        cards = tuple((slot, view.hand[slot]) for slot in shown)
        if refusal(view.state, view.seat, action, cards) is None:
            yield action


def face_down_though_able_to_beat(view: AnyView) -> Iterator[Any]:
    state: LukfuState = view.state
    if state.phase is Phase.FOLLOW:
        size = state.best_combination.size
        yield from hidden(view, iter([Discard(state.hands[view.seat][:size])]))


def single_that_may_not_be_led(view: AnyView) -> Iterator[Any]:
    state: LukfuState = view.state
    if state.phase is Phase.LEAD:
        yield from hidden(view, (Lead((slot,)) for slot in state.hands[view.seat]))


def declare_too_little(view: AnyView) -> Iterator[Any]:
    if view.state.phase is Phase.LEAD:
        yield Declare()


def pair(view: AnyView) -> Iterator[Any]:
    if view.state.phase is Phase.LEAD:
        yield Lead(view.state.hands[view.seat][:2])


def wrong_number_face_down(view: AnyView) -> Iterator[Any]:
    state: LukfuState = view.state
    if state.phase is Phase.FOLLOW and len(state.hands[view.seat]) > state.best_combination.size:
        yield Discard(state.hands[view.seat][: state.best_combination.size + 1])


def card_of_a_discard(view: AnyView) -> Iterator[Any]:
    state: LukfuState = view.state
    if state.phase is Phase.FOLLOW and state.face_down[view.seat]:
        yield Beat(state.face_down[view.seat][:1])


def play_with_cheat(twist: Twist, seed: int, deals: int = 6) -> Weather:
    cheat_type = type("OneCheat", (Cheat,), {"twist": twist})
    world = table_of_bots(
        seats=3, deals=deals, seed=seed, game_name="lukfu", table_types={CHEAT: cheat_type}
    )
    world.honest.discard(CHEAT)
    world.run()
    table = world.tables[CHEAT]
    assert isinstance(table, Cheat)
    assert table.has_cheated, "the cheat found no occasion"
    return world


def check_honest(world: Weather, honest: tuple[Seat, ...]) -> Report:
    """All honest seats ended with one log, which the audit accepts, and points only changed hands."""
    logs = {log_of(world.tables[seat]) for seat in honest}
    assert len(logs) == 1
    assert all(world.tables[seat].is_over for seat in honest)
    report = audit(logs.pop())
    assert report.problem is None, report.problem
    assert sum(report.standings) == 0
    return report


def last_state(world: Weather, seat: Seat) -> LukfuState:
    between = world.tables[seat].referee.state.between  # type: ignore[union-attr]
    state = between.game_state
    assert isinstance(state, LukfuState)
    return state


def check_paid(world: Weather, reason: str, *, is_renege: bool) -> None:
    """Both honest seats and the audit name the cheat and what it pays; nobody else pays."""
    report = check_honest(world, HONEST)
    assert [(out.seat, out.cause) for out in report.outs] == [(CHEAT, Cause.CAUGHT)]
    assert reason in why_out(report.outs[0])
    assert (report.counts.claims_refuted > 0) is is_renege
    for seat in HONEST:
        state = last_state(world, seat)
        assert state.result is not None
        assert state.result.offenders == (CHEAT,)
        assert state.result.points[CHEAT] <= -14
        assert all(state.result.points[other] >= 7 for other in HONEST)
        assert [guilty for guilty, _ in LUKFU.reneges(state)] == [CHEAT] * is_renege
        assert LUKFU.standings(state) == report.standings


@pytest.mark.heavy
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (face_down_though_able_to_beat, f"{Code.RENEGE}: lukfu 9: "),
        (single_that_may_not_be_led, f"{Code.RENEGE}: lukfu 18: "),
    ],
)
def test_a_false_claim_is_convicted_when_the_hands_are_open(
    wanted: Wanted, reason: str, seed: int
) -> None:
    check_paid(play_with_cheat(instead(wanted), seed), reason, is_renege=True)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (declare_too_little, "fu are fewer than 6"),
        (pair, "is no single, set or run"),
        (wrong_number_face_down, "must go face down"),
        (card_of_a_discard, "not in this hand"),
    ],
)
def test_what_open_cards_show_to_be_wrong_is_refused_at_once(wanted: Wanted, reason: str) -> None:
    check_paid(play_with_cheat(instead(wanted), seed=3), reason, is_renege=False)


@pytest.mark.parametrize(
    ("twist", "reason"),
    [
        (with_field("show", shares=flipped), Code.CLOSING_REFUSED),
        pytest.param(
            with_field("show", proof=flipped), Code.CLOSING_REFUSED, marks=pytest.mark.slow
        ),
        pytest.param(
            with_field("show", cards=lambda cards: cards[::-1]),
            Code.CLOSING_REFUSED,
            marks=pytest.mark.slow,
        ),
        (with_field("show", cards=lambda cards: cards[:-1]), Code.CLOSING_REFUSED),
        (with_field("shares", shares=flipped), Code.SHARES_REFUSED),
        (with_field("coin", entropy=flipped), Code.COIN_NOT_COMMITTED),
    ],
)
def test_a_false_opening_costs_what_a_renege_costs(twist: Twist, reason: str) -> None:
    check_paid(play_with_cheat(twist, seed=4), reason, is_renege=False)


@pytest.mark.heavy
@pytest.mark.parametrize("kind", ["coin", "shares", "act", "show"])
def test_falling_silent_costs_fourteen_and_the_seat_is_not_barred(light: None, kind: str) -> None:
    def is_time(seat: Seat, signed: SignedEntry) -> bool:
        return seat == CHEAT and tag_of(signed.entry) == kind

    for seed in range(6, 16):  # not every deal has a closing
        world = table_of_bots(seats=3, deals=2, seed=seed, game_name="lukfu")
        world.kill_on_send = is_time
        world.run()
        if CHEAT in world.dead:
            break
    report = check_honest(world, HONEST)
    assert (CHEAT, Cause.SILENT) in [(out.seat, out.cause) for out in report.outs]
    assert report.standings[CHEAT] == -14
    assert LUKFU.reneges(last_state(world, 0)) == ()


@pytest.mark.heavy
def test_an_honest_match_of_three_deals_is_audited_and_names_nobody() -> None:
    world = table_of_bots(seats=3, deals=3, seed=6, game_name="lukfu")
    world.run()
    report = check_honest(world, (0, 1, 2))
    assert (report.complete_to, report.is_over, report.outs) == (3, True, [])


@pytest.mark.heavy
def test_after_three_passes_the_deck_is_made_anew_and_the_deal_goes_on() -> None:
    world = table_of_bots(seats=3, deals=1, seed=7, game_name="lukfu")
    passes = [0]

    def pass_first(view: AnyView) -> Any:
        legal = LUKFU.legal_actions(view)
        passes[0] += view.state.phase is Phase.CALL
        calls_now = view.state.phase is Phase.CALL and view.state.decks == 3
        return legal[-1] if calls_now else legal[0]

    world.players = [pass_first] * 3
    world.run()
    report = check_honest(world, (0, 1, 2))
    assert (report.complete_to, report.outs) == (1, [])
    assert last_state(world, 0).decks == 3
    assert passes[0] == 7


@pytest.mark.slow
def test_the_longest_possible_row_of_new_decks_ends_with_a_deal() -> None:
    """The last Master is the caller, so that a table of sleepers comes to an end."""
    world = table_of_bots(seats=3, deals=1, seed=8, game_name="lukfu")
    world.players = [LUKFU.default_action] * 3
    world.run()
    report = check_honest(world, (0, 1, 2))
    assert (report.complete_to, report.outs) == (1, [])
    assert last_state(world, 0).decks == 11
