"""Nobody is asked what has only one answer (SPEC §9): the question would only be a chance to be silent.

A card is another matter: even the last one left must be opened, or put face down, by who holds it.
"""

import pytest

from p2pcards.engine import AwaitDecisions
from p2pcards.games import GAMES
from p2pcards.games.azi.actions import Play
from p2pcards.games.lukfu.actions import Beat, Discard, Lead
from tests.properties import test_azi_properties as azi
from tests.properties import test_hazari_properties as hazari
from tests.properties import test_lukfu_properties as lukfu

OF_CARDS = (Play, Lead, Beat, Discard)


def check(game, deals):
    asked = 0
    for deal in deals:
        for _, _, state in deal.log:
            waiting = game.waiting(state)
            for seat in waiting.seats if isinstance(waiting, AwaitDecisions) else ():
                legal = game.legal_actions(deal.view(state, seat))
                assert len(legal) > 1 or isinstance(legal[0], OF_CARDS)
                asked += 1
    assert asked


@pytest.mark.parametrize("options", azi.TABLES, ids=range(len(azi.TABLES)))
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_azi_asks_only_who_has_a_choice(seats, options):
    # Little more than the ante, so that stacks run out.
    poor = {**options, "stack": 40}
    check(GAMES["azi"], azi.played(41, seats, poor, 25, 0.06))


def test_hazari_asks_only_who_has_a_choice():
    check(GAMES["hazari"], hazari.played(42, 2, 0.04))


@pytest.mark.parametrize("options", lukfu.TABLES, ids=range(len(lukfu.TABLES)))
def test_luk_fu_asks_only_who_has_a_choice(options):
    check(GAMES["lukfu"], lukfu.played(43, options, 3, out_chance=0.02))
