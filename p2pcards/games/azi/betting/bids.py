"""What `hard` bids: a table of odds, found once by `solving`, and dice.

The one rule: a bid follows from the spot, the grade of the hand and the dice alone. So its size does not
tell the hand: each is bet with good hands and with bad ones, as often as makes it dear to guess.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from p2pcards.engine import Roll, Seat, View
from p2pcards.games.azi.actions import Action, AllIn, Bet, Call, Fold, RaiseBy
from p2pcards.games.azi.betting.spots import (
    FOLD,
    STAY,
    WAYS,
    Odds,
    Policy,
    Position,
    among,
    chance_of,
    drawn,
    grade_of,
)
from p2pcards.games.azi.bidding import offer
from p2pcards.games.azi.codes import code_of
from p2pcards.games.azi.legal import held_cards, legal_actions
from p2pcards.games.azi.state import AziState
from p2pcards.reckoning import Advice, DoneMostly, OnlyChoice

_MOST: Final = "z"
ALWAYS: Final = {".": "0" * WAYS} | {
    letter: "0" * way + _MOST + "0" * (WAYS - way - 1) for way, letter in enumerate("ABCDE")
}
"""What is short in the packed table; in small letters are the digits."""


def position_of(state: AziState, seat: Seat) -> Position:
    """Where the seat stands that is asked to bid."""
    offered = offer(state, seat)
    can_stay = offered.can_call or offered.can_go_all_in
    return Position(
        pot=state.pot,
        base=state.pot - sum(state.bid_of(other) for other in state.participants),
        paid=state.bid_of(seat),
        can_stay=can_stay,
        price=min(offered.owed or offered.least, state.stacks[seat]) if can_stay else 0,
        least=offered.least,
        most=offered.most,
        bids=sum(state.bids),
        own_bids=state.bids[seat],
        seats=len(state.participants),
        rivals=len(state.survivors) - 1,
        behind=len(state.pending) - 1,
    )


def bid_odds(view: View[AziState], policy: Policy) -> dict[Action, float]:
    """How often each bid is made with this hand."""
    state = view.state
    assert state.turn_up is not None
    offered = offer(state, view.seat)
    position = position_of(state, view.seat)
    ways, amounts = position.ways, position.amounts
    hand = [code_of(card, state.turn_up) for card in held_cards(view).values()]
    odds = among(policy(position, grade_of(hand)), ways)
    step = RaiseBy if state.level else Bet
    plain: dict[int, Action] = {FOLD: Fold(), STAY: Call() if offered.can_call else AllIn()}
    actions = [plain[way] if way in plain else step(amounts[way]) for way in ways]
    return {action: chance for action, chance in zip(actions, odds, strict=True) if chance}


def bid(view: View[AziState], roll: Roll, policy: Policy) -> Action:
    """One of the bids, as often as the policy makes it."""
    odds = bid_odds(view, policy)
    return list(odds)[drawn(list(odds.values()), roll)]


def advised_bid(view: View[AziState]) -> Advice[Action]:
    """What is bid most often, with how often all is done."""
    odds = sorted(bid_odds(view, by_table).items(), key=lambda each: -each[1])
    shares = tuple((action, round(100 * chance)) for action, chance in odds)
    if len(shares) == 1 and len(legal_actions(view)) == 1:
        return Advice(shares[0][0], OnlyChoice(), 100)
    return Advice(shares[0][0], DoneMostly(shares), shares[0][1])


def by_table(position: Position, grade: int) -> Odds:
    """The odds of the table; and in spots that were hardly ever met when it was made, a rule of thumb."""
    row = _table().get(position.spot, "")
    odds = [int(digit, 36) for digit in row[WAYS * grade : WAYS * (grade + 1)]]
    return odds if any(odds) else _by_price(position, grade)


@cache
def _table() -> dict[int, str]:
    """The table; read when it is first asked for, since only players need it."""
    from p2pcards.games.azi.betting.table import PACKED

    return unpacked(PACKED)


def unpacked(table: str) -> dict[int, str]:
    """For each spot, WAYS digits to base 36 for each grade of a hand: how often each way is gone.

    Packed, a letter of `ALWAYS` stands for a grade in which one way is always gone, a dot for one
    that was hardly ever met.
    """
    for letter, digits in ALWAYS.items():
        table = table.replace(letter, digits)
    rows = (row.split(":") for row in table.split())
    return {int(spot): row for spot, row in rows}


def _by_price(position: Position, grade: int) -> Odds:
    """Stay in where the pot pays for it, and no more."""
    chance: float = chance_of(grade) ** position.rivals
    pays = chance * (position.pot + position.price) >= position.price > 0
    odds = [0.0] * WAYS
    odds[STAY if pays else FOLD] = 1.0
    return odds
