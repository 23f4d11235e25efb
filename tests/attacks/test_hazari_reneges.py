"""Hazari's only claim, that each group is at most as high as the one before it, and what it opens.

Nobody but its owner can see a foul arrangement when it is declared; all see it when the second of
the two groups is open. Its seat pays with the whole deal, and every copy of the log says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from p2pcards.cards import Card
from p2pcards.engine import Cause, Slot
from p2pcards.games.hazari import GAME
from p2pcards.games.hazari.actions import Declare, declaration
from p2pcards.games.hazari.combos import key_of
from protocol.faults import Code
from protocol.report import Report
from protocol.wire.entries import AnyEntry, Decision
from tests.attacks.cheats import CHEAT, Cheat, flipped, play_with_cheat, with_field
from tests.simulation.light import audit
from tests.simulation.weather import Weather, log_of
from tests.told import why_out

pytestmark = pytest.mark.usefixtures("light")

HONEST = [seat for seat in range(4) if seat != CHEAT]

Twist = Callable[[Any, AnyEntry], AnyEntry | None]


def table_with(twist: Twist) -> Weather:
    """One deal, in which the cheat cheats, and the next, for which a seat is missing."""
    return play_with_cheat(twist, game_name="hazari", level="normal")


def check_paid(world: Weather, reason: str) -> Report:
    """All honest seats and the audit name the cheat, who scores 0 of a deal of 360."""
    (log,) = {log_of(world.tables[seat]) for seat in HONEST}
    assert all(world.tables[seat].is_over for seat in HONEST)
    report = audit(log)
    assert report.problem is None, report.problem
    assert [(out.seat, out.cause, out.deal) for out in report.outs] == [(CHEAT, Cause.CAUGHT, 1)]
    assert reason in why_out(report.outs[0])
    assert report.complete_to == 1
    assert report.standings[CHEAT] == 0
    assert sum(report.standings) == 360
    return report


def foul_from(number: int) -> Twist:
    """Declares groups of which number `number` is the first to rank above the one before it."""

    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        view = self.view()
        if not isinstance(entry, Decision) or view is None:
            return None
        fouls = (exchanged(action, number) for action in GAME.legal_actions(view))
        foul = next(action for action in fouls if first_foul(action, view.hand) == number)
        return with_field("act", act=GAME.format_action(foul))(self, entry)

    return twist


def exchanged(action: Declare, number: int) -> Declare:
    """The groups with number `number` and the one before it exchanged, but for a spare card."""
    groups = list(action.groups)
    upper, lower = groups[number - 2], groups[number - 1]
    groups[number - 2], groups[number - 1] = lower[:3], (*upper, *lower[3:])
    return declaration(groups)


def first_foul(action: Declare, hand: Mapping[Slot, Card]) -> int | None:
    keys = [key_of([hand[slot] for slot in group]) for group in action.groups]
    return next((at + 1 for at in range(1, 4) if keys[at] > keys[at - 1]), None)


@pytest.mark.heavy
@pytest.mark.parametrize("number", [2, 3, 4])
def test_t17_groups_out_of_order_are_found_named_and_paid_for(number: int) -> None:
    report = check_paid(
        table_with(foul_from(number)),
        f"{Code.RENEGE}: hazari 26: group {number} ranks above group {number - 1}",
    )
    # It went on opening its groups, so the whole pack was seen: 52 cards, all verified.
    assert report.counts.cards == 52
    assert report.counts.claims == 12
    assert report.counts.claims_refuted >= 1
    assert report.counts.claims_left_open == 0


slow = pytest.mark.slow


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("twist", "reason"),
    [
        pytest.param(with_field("show", shares=flipped), Code.CLOSING_REFUSED, id="share"),
        pytest.param(
            with_field("show", proof=flipped), Code.CLOSING_REFUSED, id="proof", marks=slow
        ),
        pytest.param(
            with_field("show", cards=lambda cards: cards[::-1]), Code.ANOTHER_CARD, id="other cards"
        ),
        pytest.param(
            with_field("show", cards=lambda cards: cards[:2]),
            f"{Code.NUMBER_OF_CARDS} 2 3",
            id="a card less",
            marks=slow,
        ),
        pytest.param(
            with_field("act", act=lambda act: act.replace(" ", "  ", 1)),
            Code.NOT_AN_ACTION,
            id="another form",
            marks=slow,
        ),
        pytest.param(
            with_field("act", act="declare 0 1 2 | 3 4 5 | 6 7 8 | 9 10 11 12"),
            "hazari 27: the groups are",
            id="slots of others",
        ),
        pytest.param(
            with_field("act", cards=("AS",)),
            f"{Code.NUMBER_OF_CARDS} 1 0",
            id="a card with the declaration",
            marks=slow,
        ),
        pytest.param(
            with_field("act", claim=b"x"),
            Code.CLAIM_NOT_DUE,
            id="a claim with the declaration",
            marks=slow,
        ),
    ],
)
def test_a_wrong_entry_is_refused_and_its_author_scores_0(twist: Twist, reason: str) -> None:
    check_paid(table_with(twist), reason)
