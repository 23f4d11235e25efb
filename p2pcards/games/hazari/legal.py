"""Which declarations are legal in Hazari. The one rule: `refusal` needs only what everybody knows;
the order of the groups is in `why_not`, for the player alone, until the cards show it (SPEC §9.2).
"""

from __future__ import annotations

from itertools import pairwise

from p2pcards.cards import Card
from p2pcards.engine import Rule, Seat, Slot, Value, View
from p2pcards.games.hazari.actions import Declare, declaration, is_formed
from p2pcards.games.hazari.arrange import greedy, proposals
from p2pcards.games.hazari.combos import key_of
from p2pcards.games.hazari.search import Arrangement
from p2pcards.games.hazari.state import HazariState, Phase


def rule(number: str, key: str, *values: Value) -> Rule:
    """A rule of Hazari."""
    return Rule("hazari", number, key, values)


def refusal(state: HazariState, seat: Seat, action: Declare) -> Rule | None:
    """The rule that everybody can see the declaration breaks; None if there is none."""
    if state.phase is not Phase.ARRANGING:
        return rule("13", "nothing_to_declare")
    if seat not in state.pending:
        if seat in state.out:
            return rule("28", "out_of_deal")
        return rule("12", "declared")
    if is_formed(action) and sorted(sum(action.groups, ())) == list(state.hands[seat]):
        return None
    return rule("27", "groups_of_hand")


def why_not(view: View[HazariState], action: Declare) -> Rule | None:
    """The rule that forbids the declaration, hidden cards included; None if it is legal."""
    if broken := refusal(view.state, view.seat, action):
        return broken
    groups = [tuple(view.hand[slot] for slot in group) for group in action.groups]
    for number, (upper, lower) in enumerate(pairwise(groups), start=1):
        if key_of(lower) > key_of(upper):
            paragraph = "10" if len(lower) > len(upper) else "9"
            return rule(paragraph, "group_above", number + 1, lower, number, upper)
    return None


def legal_actions(view: View[HazariState]) -> tuple[Declare, ...]:
    """Good proposals for the seat, best expected score first; see `HazariGame.legal_actions`."""
    if not must_declare(view):
        return ()
    cards = tuple(view.hand[slot] for slot in view.state.hands[view.seat])
    return tuple([declare(view, arrangement) for arrangement in proposals(cards)])


def default_action(view: View[HazariState]) -> Declare:
    """What the player's own program does when time is up: best first (hazari 11, 25, SPEC §6.8)."""
    return declare(view, greedy(own_cards(view)))


def must_declare(view: View[HazariState]) -> bool:
    """Whether the seat has to declare now."""
    state = view.state
    return state.phase is Phase.ARRANGING and view.seat in state.pending


def own_cards(view: View[HazariState]) -> tuple[Card, ...]:
    """The thirteen cards that were dealt to the seat, in dealing order."""
    state = view.state
    return tuple(view.hand[slot] for slot in state.hands[view.seat])


def declare(view: View[HazariState], arrangement: Arrangement) -> Declare:
    """The action that declares these groups of the seat's own cards."""
    slots: dict[Card, Slot] = {card: slot for slot, card in view.hand.items()}
    return declaration([slots[card] for card in group] for group in arrangement)
