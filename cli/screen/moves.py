"""What a player may do now, with the keys that do it: for any game, and in each game's own words.

The one rule: legality is asked of the engine, never decided here; a move that is not open stays in
its place and carries the rule that forbids it. Cards in sentences are in braces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from cli.actions_in_words import Choice, choices, cost_of
from cli.screen import plays as plays_
from cli.screen.plays import Play
from p2pcards import telling
from p2pcards.engine import Done, Game, Seat, Slot, View
from p2pcards.games.azi.state import AziState, Phase
from p2pcards.games.hazari.state import HazariState
from p2pcards.games.hazari.state import Phase as HazariPhase
from p2pcards.games.lukfu.settling import penalties
from p2pcards.games.lukfu.state import LukfuState
from p2pcards.games.lukfu.state import Phase as LukfuPhase


@dataclass(frozen=True, slots=True)
class Amount:
    """A number to be typed: the action is `verb` and it."""

    verb: str
    label: str
    least: int
    most: int
    step: int


@dataclass(frozen=True, slots=True)
class Move:
    """One thing on the offer line.

    Args:
        keys: Those that do it; the first is shown.
        label: What it does, in few words.
        act: The action as the log writes it, or the amount to be typed; None: not open now.
        why: The rule that forbids it, as the engine says it.
    """

    keys: tuple[str, ...]
    label: str
    act: str | Amount | None
    why: str = ""


class HandUse(Enum):
    """What the keys do in the hand."""

    NONE = "none"
    """Nothing is chosen there now: bids are made, digits are numbers."""
    ONE = "one"
    """One card is taken up, by its digit too."""
    PLAYS = "plays"
    """Several cards are taken up and played together (Luk Fu)."""
    GROUPS = "groups"
    """Cards are put into four groups (Hazari)."""


@dataclass(frozen=True, slots=True)
class Moves:
    """All that can be done now.

    Args:
        moves: In the order of the offer line.
        card_verb: What is done with a card of the hand: `play`, `discard`; None: nothing now.
        forbidden: The cards that must wait, each with the rule.
        default: What our own program does when time is up, as the log writes it.
        hint: A sentence for the ask line.
        use: What the keys do in the hand.
        plays: Legal plays of several cards, best first.
        closed: Why cards may not be put face down, where one must beat.
    """

    moves: tuple[Move, ...] = ()
    card_verb: str | None = None
    forbidden: Mapping[Slot, str] = field(default_factory=dict)
    default: str = ""
    hint: str = ""
    use: HandUse = HandUse.ONE
    plays: tuple[Play, ...] = ()
    closed: str = ""


_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "fold": ("f",),
    "call": ("c",),
    "all-in": ("c",),
    "bet": ("b", "r"),
    "raise": ("r", "b"),
    "blind": ("y",),
    "no-blind": ("n",),
    "buy-in": ("y",),
    "stay-out": ("n",),
}
"""Keys of verbs, where the first letter is not the one."""

TAKEN_KEYS: Final = frozenset("?witpvsoqaughjklGUx")
"""Keys that mean the same everywhere, and so never a verb."""


def moves_of(game: Game[Any], view: View | None, *, is_turn: bool) -> Moves:
    """What `view.seat` may do now."""
    if view is None:
        return Moves()
    use = _use(view)
    if not is_turn:
        return Moves(use=use)
    default = game.format_action(game.default_action(view))
    if use is HandUse.GROUPS:
        return Moves(default=default, use=use)
    if isinstance(view.state, LukfuState):
        return _lukfu_moves(game, view, default)
    offered = choices(game, view)
    with_cards = [choice for choice in offered if choice.cards]
    verb = with_cards[0].verb if len(with_cards) == 1 else None
    others = [choice for choice in offered if not choice.cards]
    if isinstance(view.state, AziState):
        moves, hint = _azi_moves(game, view, others), _azi_hint(view)
    else:
        moves, hint = tuple(_move(choice) for choice in others), ""
    return Moves(
        moves=moves,
        card_verb=verb,
        forbidden={} if verb is None else _forbidden(game, view, verb),
        default=default,
        hint=hint,
        use=HandUse.NONE if verb is None else HandUse.ONE,
    )


def _use(view: View) -> HandUse:
    state = view.state
    if isinstance(state, HazariState):
        is_open = state.phase is HazariPhase.ARRANGING and view.seat in state.pending
        return HandUse.GROUPS if is_open else HandUse.NONE
    if isinstance(state, LukfuState):
        is_running = state.phase in (LukfuPhase.LEAD, LukfuPhase.FOLLOW)
        return HandUse.PLAYS if is_running else HandUse.NONE
    return HandUse.NONE if _is_bidding(state) else HandUse.ONE


def reason_against(game: Game[Any], view: View, act: str) -> str | None:
    """The rule that forbids the action written `act`; None if it is legal."""
    return game.why_not(view, game.parse_action(act))


def _forbidden(game: Game[Any], view: View, verb: str) -> dict[Slot, str]:
    found = {}
    for slot in game.hand_slots(view.state, view.seat):
        reason = reason_against(game, view, f"{verb} {slot}")
        if reason is not None:
            found[slot] = reason
    return found


def _move(choice: Choice) -> Move:
    keys = _KEYS.get(choice.verb) or (_free_letter(choice.verb),)
    if choice.least is not None and choice.most is not None and choice.least < choice.most:
        amount = Amount(choice.verb, choice.verb, choice.least, choice.most, choice.least)
        return Move(keys, f"{choice.verb} {choice.least}–{choice.most}", amount)
    if choice.least is not None:
        return Move(keys, f"{choice.verb} {choice.least}", f"{choice.verb} {choice.least}")
    cost = f" {choice.cost}" if choice.cost else ""
    return Move(keys, choice.verb + cost, choice.verb)


def _free_letter(verb: str) -> str:
    return next((letter for letter in verb if letter not in TAKEN_KEYS), verb[0])


# --- Azi -----------------------------------------------------------------------------------------


def _is_bidding(state: object) -> bool:
    return isinstance(state, AziState) and state.phase in (
        Phase.BIDDING,
        Phase.BLIND,
        Phase.BUY_IN,
    )


_AZI_LABELS: Final = {
    "fold": "fold",
    "call": "call",
    "all-in": "call all-in",
    "bet": "bet",
    "raise": "raise by",
    "blind": "bet blind",
    "no-blind": "look at the cards",
    "buy-in": "pay",
    "stay-out": "stay out",
}


def _azi_moves(game: Game[Any], view: View, offered: Sequence[Choice]) -> tuple[Move, ...]:
    state: AziState = view.state
    open_ = {choice.verb: choice for choice in offered}
    step = "raise" if state.level else "bet"
    match state.phase:
        case Phase.BIDDING:
            pays = "all-in" if "all-in" in open_ else "call"
            verbs = ["fold", pays, step] + (["all-in"] if pays == "call" else [])
        case Phase.BLIND:
            verbs = ["blind", "no-blind"]
        case Phase.BUY_IN:
            verbs = ["buy-in", "stay-out"]
        case _:
            return ()
    return tuple(
        _azi_move(view, open_[verb])
        if verb in open_
        else Move(_KEYS[verb], verb, None, _why(game, view, verb))
        for verb in verbs
    )


def _azi_move(view: View, choice: Choice) -> Move:
    keys, label = _KEYS[choice.verb], _AZI_LABELS[choice.verb]
    if choice.verb == "all-in" and not view.state.level:
        label = "all-in"
    if choice.least is None:
        cost = f" {choice.cost}" if choice.cost else ""
        return Move(keys, label + cost, choice.verb)
    assert choice.most is not None
    if choice.least == choice.most:
        return Move(keys, f"{label} {choice.least}", f"{choice.verb} {choice.least}")
    amount = Amount(
        choice.verb, label, choice.least, choice.most, min(choice.least, view.state.options.min_bid)
    )
    return Move(keys, f"{label} {choice.least}–{choice.most}", amount)


def _why(game: Game[Any], view: View, verb: str) -> str:
    """Why no action of this verb is open."""
    text = verb if verb not in ("bet", "raise", "blind") else f"{verb} {view.state.options.min_bid}"
    return reason_against(game, view, text) or ""


def _azi_hint(view: View) -> str:
    state: AziState = view.state
    owed = state.owed(view.seat) if state.payments else 0
    stack = state.stacks[view.seat]
    match state.phase:
        case Phase.BIDDING if owed and owed <= stack:
            then = f"Call {owed} and the pot is {state.pot + owed}."
            return f"{then} The last to raise leads the first trick."
        case Phase.BIDDING if owed:
            return f"The call is {owed}, more than you have: all-in with {stack}, or fold."
        case Phase.BIDDING:
            return "Nobody has bet yet, and there is no check: bet or fold."
        case Phase.BLIND:
            return "Nobody has seen a card yet; a blind bet is made before any is opened."
        case Phase.DISCARD:
            done = len([slot for slot in state.discards if slot is not None])
            many = len(state.survivors)
            told = f" {telling.in_words(done).capitalize()} of {telling.in_words(many)} are done; then the bidding."
            return f"A discard is final and never shown.{told if done else ''}"
        case Phase.BUY_IN:
            return f"To play for the pot of {state.pot} costs {state.price}."
        case Phase.TRICKS if not state.plays:
            return "You lead: any card."
        case _:
            return ""


# --- Luk Fu --------------------------------------------------------------------------------------


def _lukfu_moves(game: Game[Any], view: View, default: str) -> Moves:
    state: LukfuState = view.state
    if state.phase is LukfuPhase.CALL:
        why = reason_against(game, view, "pass")
        says = Move(("y",), "say play", "play")
        passes = Move(("n",), "pass", None if why else "pass", why or "")
        hint = plays_.call_in_words(view)
        return Moves((says, passes), default=default, hint=hint, use=HandUse.NONE)
    moves: tuple[Move, ...] = ()
    if state.phase is LukfuPhase.LEAD:
        why = reason_against(game, view, "declare")
        label = "declare" if why else f"declare {plays_.fu_in_words(view)}"
        moves = (Move(("d",), label, None if why else "declare", why or ""),)
    plays = plays_.plays_of(view)
    return Moves(
        moves,
        default=default,
        hint=plays_.due_in_words(view),
        use=HandUse.PLAYS,
        plays=plays,
        closed=plays_.why_not_face_down(view, plays),
    )


# --- amounts and prices ------------------------------------------------------------------------------


def consequence(game: Game[Any], view: View, act: str) -> str:
    """What an action with an amount does to bid and stack, for the ask line."""
    action = game.parse_action(act)
    cost = cost_of(game, view, action) or 0
    kept = game.standings(view.state)[view.seat] - cost
    pays = f"you pay {cost} and keep {kept}"
    if isinstance(view.state, AziState):
        amount = int(act.partition(" ")[2])
        level = amount if act.startswith("blind") else view.state.level + amount
        return f"the bid becomes {level}; {pays}"
    return pays


def question_about(game: Game[Any], view: View, act: str, *, has_bid: bool) -> str | None:
    """What makes an action one to ask about; None for one that is not costly."""
    verb = act.partition(" ")[0]
    if verb == "declare":
        if isinstance(view.state, LukfuState):
            return f"Declare {plays_.fu_in_words(view)}? All your cards are opened."
        return "Up? No card can be moved after that."
    stack = game.standings(view.state)[view.seat]
    cost = cost_of(game, view, game.parse_action(act))
    if cost and cost >= stack:
        return f"That puts in all of your {stack}."
    if cost and 2 * cost > stack:
        return f"That puts in {cost} of your {stack}."
    if act == "fold" and has_bid:
        return "You have bid in this deal; folding gives that up."
    return None


def has_bid(view: View) -> bool:
    """Whether our seat has bid in this deal of its own will."""
    state = view.state
    return isinstance(state, AziState) and bool(state.bids) and state.bids[view.seat] > 0


def leave_price(game: Game[Any], view: View) -> str:
    """What leaving the table costs just now, as a question."""
    state, seat = view.state, view.seat
    if isinstance(state, AziState):
        paid = state.payments[seat] if state.payments else 0
        if state.phase is Phase.IDLE or seat not in state.participants or not paid:
            return "Leave the table? Nothing of yours is at stake."
        if seat in state.folded:
            return f"Leave the table? You have folded; your {paid} stay in the pot."
        return f"Leaving now folds: your {paid} stay in the pot."
    if isinstance(game.waiting(state), Done):
        return "Leave the table? The deal is over."
    if is_out(state, seat):
        return "Leave the table? You are out of this deal already."
    if isinstance(state, HazariState):
        return "Leaving now scores 0 in this deal."
    if isinstance(state, LukfuState):
        if state.phase is LukfuPhase.CLOSING and seat not in state.to_show:
            return "Leave the table? Nothing of yours is at stake."
        return f"Leaving now costs {-penalties(state, (seat,))[seat]} points."
    return "Leaving now puts you out of this deal."


def is_out(state: object, seat: Seat | None) -> bool:
    """Whether the seat is out of this deal."""
    if isinstance(state, AziState | HazariState):
        return seat in state.out
    return isinstance(state, LukfuState) and seat in state.offenders
