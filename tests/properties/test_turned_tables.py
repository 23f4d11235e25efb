"""What happens to a seat follows from its place, never from its number (SPEC §6.3, §9).

Every deal is played at two tables at once: at the second, all seats have moved on by some places. The
same things happen there to the seats that have moved, and so must everything that comes of it.
"""

import pytest

from p2pcards.engine import Acted, CoinTossed, Out, Shown
from p2pcards.games import GAMES
from tests.properties import test_azi_properties as azi
from tests.properties import test_hazari_properties as hazari
from tests.properties import test_lukfu_properties as lukfu

SEAT = {"opener_from", "high", "blind_bettor", "leader", "dealer", "master", "caller", "declarer"}
SEATS = {"trick_winners", "buyers", "leaders", "winners", "passes"}
# Lists of seats whose order is that of the numbers, or of one round.
SETS = {"members", "participants", "folded", "no_lead", "to_show", "offenders", "out", "pending"}
BY_SEAT = {
    *("stacks", "hands", "discards", "payments", "bids", "returned", "received"),
    *("totals", "groups", "fouls", "scores", "face_down", "fu", "points"),
}
FIRST_IS_SEAT = {"plays", "last_trick", "claims"}
LAYERS = {"carried", "layers"}


class Turn:
    """Moving all seats of a table on by `places`."""

    def __init__(self, places, seats):
        self.places, self.seats = places, seats

    def seat(self, seat):
        return None if seat is None else (seat + self.places) % self.seats

    def by_seat(self, values):
        cut = len(values) - self.places
        return [*values[cut:], *values[:cut]] if values else []

    def event(self, event):
        match event:
            case CoinTossed(order):
                return CoinTossed(tuple(map(self.seat, order)))
            case Acted(seat, action, cards):
                return Acted(self.seat(seat), action, cards)
            case Shown(seat, cards):
                return Shown(self.seat(seat), cards)
            case Out(causes):
                return Out(tuple(sorted((self.seat(seat), cause) for seat, cause in causes)))
            case _:
                return event

    def public(self, public):
        """A public state, seen at the other table."""
        return {name: self.field(public["game"], name, value) for name, value in public.items()}

    def field(self, game, name, value):
        if name in ("settlement", "result"):
            return value and {key: self.field(game, key, part) for key, part in value.items()}
        if name in SEAT or name == "winner":
            return self.seat(value)
        if name in SEATS:
            return [self.seat(seat) for seat in value]
        if name in SETS:
            return sorted(self.seat(seat) for seat in value)
        if name in BY_SEAT and not (game == "lukfu" and name == "fu" and isinstance(value, int)):
            return self.by_seat(value)
        if name in FIRST_IS_SEAT:
            return [[self.seat(seat), *rest] for seat, *rest in value]
        if name in LAYERS:
            return [[amount, sorted(map(self.seat, claimants))] for amount, claimants in value]
        return value


def check(game, seats, deals):
    """Play `deals` again at every turned table."""
    here = Turn(0, seats)
    for places in range(1, seats):
        turn = Turn(places, seats)
        state = fresh = deals[0].start
        for deal in deals:
            if deal.start == fresh:
                state = fresh
            for _, event, after in deal.log:
                if event is None:
                    present = frozenset(map(turn.seat, getattr(deal, "present", range(seats))))
                    state = game.open_deal(state, game.seats_of_next_deal(state, present))
                else:
                    state = game.apply(state, turn.event(event))
                assert here.public(game.public(state)) == turn.public(game.public(after))


@pytest.mark.parametrize("options", azi.TABLES, ids=range(len(azi.TABLES)))
@pytest.mark.parametrize("seats", range(2, 7))
def test_azi_turns_with_its_seats(seats, options):
    check(GAMES["azi"], seats, list(azi.played(31, seats, options, 6, 0.08)))


@pytest.mark.parametrize("foul_chance", [0.0, 0.4])
def test_hazari_turns_with_its_seats(foul_chance):
    check(GAMES["hazari"], 4, list(hazari.played(32, 12, 0.06, foul_chance)))


@pytest.mark.parametrize("options", lukfu.TABLES, ids=range(len(lukfu.TABLES)))
@pytest.mark.parametrize("renege_chance", [0.0, 0.2])
def test_luk_fu_turns_with_its_seats(options, renege_chance):
    deals = lukfu.played(33, options, 8, out_chance=0.04, renege_chance=renege_chance)
    check(GAMES["lukfu"], 3, list(deals))
