"""How the table of bids was found: players that bid against themselves and regret what did not pay.

The one rule: cards are dealt and tricks played as in an imagined deal, and only bids are learned. It is
counterfactual regret with sampled deals: in each round one seat tries all it could do, and the others
do one thing each. What they have done on average, later rounds counting more, is the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2pcards.cards import Card
from p2pcards.chips import Layer
from p2pcards.engine import Roll, Seat
from p2pcards.games.azi.betting.spots import (
    FOLD,
    GRADES,
    WAYS,
    Odds,
    Policy,
    Position,
    among,
    drawn,
    grade_of,
)
from p2pcards.games.azi.codes import code_of
from p2pcards.games.azi.playout import Playout, Start
from p2pcards.games.azi.state import PACK, TRICKS
from p2pcards.games.azi.worlds import World

SEATS = (2, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6)
"""Seats of the tables that are learned from."""
ANTE, STACK, MIN_BID, MAX_BID = 10, 190, 10, 100
FORGET = (0.02, 0.05, 0.12, 0.25)
"""After which parts of the rounds what has been learned so far counts a quarter."""
KNOWN, RARE = 40, 25
"""How often, at the latest weight, a hand must have been met to be known; and the odds, one in so many,
that count as never."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Learner:
    """Plays round after round, and keeps regrets and averages of what it has met.

    Args:
        others: What the other seats do; None for the learner's own ways, which are then learned too.
        tables: Numbers of seats that are played with, one as likely as another.
    """

    def __init__(
        self, roll: Roll, others: Policy | None = None, tables: Sequence[int] = SEATS
    ) -> None:
        self._roll, self._others, self._tables = roll, others, tables
        self.regrets: dict[int, list[float]] = {}
        self.sums: dict[int, list[float]] = {}
        self._weight = 1.0

    def learn(self, rounds: int) -> None:
        """Play so many rounds."""
        forget = {int(part * rounds) for part in FORGET}
        for number in range(rounds):
            if number in forget:
                for table in (self.regrets, self.sums):
                    for row in table.values():
                        row[:] = [value / 4 for value in row]
            self._weight = 1 + number / 1000
            self._round()

    def best(self, position: Position, grade: int) -> Odds:
        """What has the least to regret, alone; what the others do where it has never been."""
        row = self.regrets.get(position.spot * GRADES + grade)
        if row is not None:
            return [float(value == max(row)) for value in row]
        assert self._others is not None
        return self._others(position, grade)

    def rows(self) -> dict[int, str]:
        """The averages as `bids_table` has them: for each spot five digits to base 36 a grade."""
        spots = sorted({key // GRADES for key in self.sums})
        found = {
            spot: "".join(self._digits(spot * GRADES + grade) for grade in range(GRADES))
            for spot in spots
        }
        return {spot: row for spot, row in found.items() if row.strip("0")}

    def _digits(self, key: int) -> str:
        row = self.sums.get(key, [0.0] * WAYS)
        total = sum(row)
        if total <= KNOWN * self._weight:
            return "0" * WAYS
        # What is done less than once in so many times is a mistake that was not unlearned yet.
        kept = [value if value * RARE >= total else 0.0 for value in row]
        return "".join(_DIGITS[round(35 * value / sum(kept))] for value in kept)

    def gain(self, policy: Policy) -> float:
        """What a seat of a fresh match wins in one deal that bids so, among the others."""
        game, me = self._dealt(is_fresh=True)
        while (seat := game.asked()) is not None and me in game.in_play:
            position = game.position(seat)
            found = policy if seat == me else self._others
            assert found is not None
            odds = among(found(position, self._grades[seat]), position.ways)
            game.go(seat, position.ways[drawn(odds, self._roll)], position.amounts)
        out = game.stacks[me] - game.start.own
        return (self._end(game) if me in game.in_play else out) - game.start.ante

    def _round(self) -> None:
        game, me = self._dealt(is_fresh=False)
        self._gain(game, me)

    def _dealt(self, *, is_fresh: bool) -> tuple[Playout, Seat]:
        """A deal, and the seat that is learned for."""
        roll = self._roll
        seats = self._tables[roll(len(self._tables))]
        me = roll(seats)
        deck = list(PACK.cards)
        for place in range(TRICKS * seats + 1):
            other = place + roll(len(deck) - place)
            deck[place], deck[other] = deck[other], deck[place]
        hands = tuple(_hand(deck, seat) for seat in range(seats))
        self._grades = [grade_of(hand) for hand in hands]
        self._ends: dict[tuple[Seat, ...], tuple[Seat, ...]] = {}
        start = _start(seats, me, roll, is_fresh=is_fresh)
        return Playout(start, World(hands, (0,) * seats)), me

    def _gain(self, game: Playout, me: Seat) -> float:
        """What `me` gains from here on, on average over what it would do."""
        while (seat := game.asked()) is not None:
            if me not in game.in_play:
                return game.stacks[me] - game.start.own
            position = game.position(seat)
            amounts, ways = position.amounts, position.ways
            if seat != me:
                game.go(seat, self._sampled(position, self._grades[seat], ways), amounts)
                continue
            key = position.spot * GRADES + self._grades[seat]
            odds = among(self.regrets.setdefault(key, [0.0] * WAYS), ways)
            gains = []
            for way in ways:
                if way == FOLD:
                    gains.append(float(game.stacks[me] - game.start.own))
                else:
                    branch = game.copy()
                    branch.go(me, way, amounts)
                    gains.append(self._gain(branch, me))
            mean = sum(chance * gain for chance, gain in zip(odds, gains, strict=True))
            row = self.regrets[key]
            for way, gain in zip(ways, gains, strict=True):
                row[way] += gain - mean
            return mean
        return self._end(game)

    def _sampled(self, position: Position, grade: int, ways: list[int]) -> int:
        if self._others is None:
            key = position.spot * GRADES + grade
            odds = among(self.regrets.get(key), ways)
            row = self.sums.setdefault(key, [0.0] * WAYS)
            for way, chance in zip(ways, odds, strict=True):
                row[way] += self._weight * chance
        else:
            odds = among(self._others(position, grade), ways)
        return ways[drawn(odds, self._roll)]

    def _end(self, game: Playout) -> float:
        if len(game.in_play) == 1:
            return game.ended(tuple(game.in_play))
        leader = game.first_leader()
        key = (leader, *game.in_play)
        if key not in self._ends:
            branch = game.copy()
            branch.play_out()
            self._ends[key] = branch.takers()
        return game.ended(self._ends[key])


def _hand(deck: list[Card], seat: Seat) -> list[int]:
    return [code_of(card, deck[0]) for card in deck[1 + TRICKS * seat : 1 + TRICKS * (seat + 1)]]


def _start(seats: int, me: Seat, roll: Roll, *, is_fresh: bool) -> Start:
    """The first deal of a match; or one after it has gone on for a while, or a replay of one."""
    stacks = (STACK,) * seats
    if not is_fresh and roll(3) == 0:
        stacks = tuple(10 * roll(45) for _ in range(seats))
    order = tuple(range(seats))
    is_redeal = not is_fresh and roll(8) == 0
    ante = 0 if is_redeal else ANTE
    carried = Layer(10 * (4 + roll(30)), order) if is_redeal else None
    return Start(
        me=me,
        own=stacks[me],
        order=order,
        stacks=stacks,
        paid=(ante,) * seats,
        ante=ante,
        bids=(0,) * seats,
        level=0,
        high=None,
        is_blind_level=False,
        no_lead=tuple(seat for seat in order if not stacks[seat]),
        pending=order,
        is_bidding=True,
        carried=() if carried is None else (carried,),
        min_bid=MIN_BID,
        max_bid=MAX_BID,
        best=-1,
        led=-1,
        owner=me,
        won=(0,) * seats,
    )
