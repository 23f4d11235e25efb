"""Hazari on the screen: four groups being filled, with their strength, and tricks of whole groups.

The one rule: how groups rank is the engine's; what a group beats is its table's, never a guess.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cli.screen.binding import KeyRows
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import faces, joined, plain, sentence, span
from cli.screen.drawing.view import Column, Middle, Plate, Played, Result
from cli.screen.games.generic import others, plate, plates_without_deal
from cli.screen.games.hazari.arranging_keys import KEYS
from cli.screen.games.hazari.cards import faces_of, in_order
from cli.screen.games.hazari.groups import arranging_scene, groups_left
from cli.screen.games.hazari.hand import HazariHand
from cli.screen.games.own_hand import OwnHand
from cli.screen.games.scene import Moment, Scene
from cli.table.choosing import Situation
from cli.table.faces import Face
from cli.table.games.hazari import arranging as arranging_
from cli.table.story.known import Known
from cli.words.en import telling
from cli.words.en.games.hazari import name_of
from cli.words.facts import MostOfDeal, WonMatch
from cli.words.phrase import Mark, in_braces
from p2pcards.engine import Seat
from p2pcards.games.hazari.combos import key_of
from p2pcards.games.hazari.facts import LeadsTrick
from p2pcards.games.hazari.scoring import trick_points, trick_winner
from p2pcards.games.hazari.state import (
    SEATS,
    TRICKS,
    HazariState,
    Phase,
    playing_order,
)

_PHASES: Final = {
    Phase.IDLE: "over",
    Phase.DECK: "shuffling",
    Phase.COIN: "who deals",
    Phase.OPENING: "dealing",
    Phase.ARRANGING: "arranging",
}
_COLUMNS: Final = (
    Column("seat", 12),
    Column("tricks", 6, is_right=True),
    Column("points", 6, is_right=True),
    Column("total", 6, is_right=True),
)


class HazariScreen(OwnHand):
    """Hazari on the screen."""

    hand = KEYS
    also_helpful: KeyRows = (("beats 97.6%", "of all groups of three cards, so many are weaker"),)

    trick_pauses = 8 / 3  # 4 s, unless the player has set another pause

    def together(self, situation: Situation) -> HazariHand | None:
        return HazariHand() if arranging_.is_arranging(situation) else None

    def scene(self, known: Known, moment: Moment) -> Scene:
        state = moment.state
        assert isinstance(state, HazariState | None)
        if state is None or not state.deal:
            return Scene("preparing", plates=plates_without_deal(known))
        own = known.facts.seat
        plates = tuple(
            _plate(known, moment, state, seat) for seat in others(known, is_rightwards=True)
        )
        in_tricks = state.phase is Phase.TRICKS
        phase = f"trick {state.trick} of {TRICKS}" if in_tricks else _PHASES[state.phase]
        scene = Scene(
            phase,
            plates,
            _middle(known, state) if in_tricks else Middle(),
            result=_result(known, state) if state.phase is Phase.IDLE else None,
            me=() if own is None else _figures(state, own),
            due="arrange",
            has_numbers=False,
            has_hand=state.phase is Phase.ARRANGING,
            open_claims=_open_claims(moment, state),
            comes=f"trick {state.trick + 1}" if state.trick < TRICKS else "the result",
        )
        if own is None or not state.groups:
            return scene
        declared = state.groups[own]
        if state.phase is Phase.ARRANGING and moment.hand:
            return arranging_scene(scene, state, moment, own, declared)
        if in_tricks and declared is not None and moment.hand:
            return replace(scene, groups=groups_left(state, moment, declared))
        return scene

    def last_trick(self, known: Known) -> tuple[Text, ...]:
        state = known.state
        assert isinstance(state, HazariState | None)
        if state is None or not state.winners:
            return (sentence("No trick has been finished in this deal."),)
        number = len(state.winners)
        lines = []
        for seat in playing_order(state.leaders[number - 1]):
            cards = state.opened_group(seat, number)
            if cards:
                name = known.facts.label(seat)
                lines.append(
                    joined(
                        (span(name.ljust(12)), faces(faces_of(cards)), span(name_of(cards))), "  "
                    )
                )
        return tuple(lines)


# --- plates ----------------------------------------------------------------------------------------------


def _figures(state: HazariState, seat: Seat) -> tuple[str, ...]:
    total = str(state.totals[seat])
    if state.phase is Phase.TRICKS:
        return (total, f"+{_won(state, seat)}")
    if state.phase is Phase.IDLE and state.scores:
        return (total, f"+{state.scores[seat]}")
    return (total,)


def _won(state: HazariState, seat: Seat) -> int:
    """Points of the tricks that the seat has taken in this deal."""
    return sum(
        trick_points(state, number)
        for number, winner in enumerate(state.winners, start=1)
        if winner == seat
    )


def _plate(known: Known, moment: Moment, state: HazariState, seat: Seat) -> Plate:
    figures = _figures(state, seat)
    made = plate(
        known,
        moment,
        seat,
        figures=(figures[0].ljust(3), *figures[1:]),
        corner=_corner(state, seat),
        act=_act(moment, state, seat),
        is_dim=seat in state.out or bool(state.fouls and state.fouls[seat]),
    )
    if state.phase is not Phase.TRICKS:
        return made
    played = _as_played(known, state, seat)
    if played is None and moment.cards:
        made = replace(made, hand=_known_group(moment, state, seat))
    return replace(made, played=played)


def _known_group(moment: Moment, state: HazariState, seat: Seat) -> tuple[Face, ...]:
    """The group a seat is about to open, where a replay knows it."""
    groups = state.groups[seat]
    slots = groups[state.trick - 1] if groups is not None else ()
    if not slots or not all(slot in moment.cards for slot in slots):
        return ()
    return faces_of(in_order(moment.cards[slot] for slot in slots))


def _corner(state: HazariState, seat: Seat) -> str:
    if state.phase is Phase.TRICKS and state.leaders and seat == state.leaders[-1]:
        return "led" if state.opened_group(seat, state.trick) else "leads"
    if state.dealer is None:
        return ""
    if seat == state.dealer:
        return "dealer"
    return "leads" if state.phase is Phase.ARRANGING and seat == state.first_leader else ""


def _act(moment: Moment, state: HazariState, seat: Seat) -> str:
    if seat in state.out:
        return "out, scores 0"
    if state.fouls and state.fouls[seat]:
        return "foul, scores 0"
    if state.phase is Phase.ARRANGING:
        return "arranging" if seat in state.pending and seat not in moment.decided else "up"
    if state.phase is Phase.TRICKS and (cards := state.opened_group(seat, state.trick)):
        return name_of(cards)
    return ""


def _as_played(known: Known, state: HazariState, seat: Seat) -> Played | None:
    """The seat's group of the running trick, once it is open."""
    cards = state.opened_group(seat, state.trick)
    if not cards:
        return None
    order = playing_order(state.leaders[-1]).index(seat) + 1
    best = trick_winner(state, state.trick)
    note = ""
    if (
        best is not None
        and seat != best
        and key_of(cards) == key_of(state.opened_group(best, state.trick))
    ):
        voice = known.facts.voice
        whose = "yours" if best == voice.own else in_braces(voice.whose(best))
        note = f"equal, but {whose} came later"
    mark = Mark.REFUSED if state.fouls[seat] else Mark.CHECKED
    return Played(faces_of(in_order(cards)), order, mark, note, is_best=seat == best)


def _open_claims(moment: Moment, state: HazariState) -> int:
    """The order of a seat's groups is open until all of them lie on the table."""
    if state.phase is Phase.ARRANGING:
        return sum(groups is not None for groups in state.groups) + len(moment.decided)
    if state.phase is Phase.TRICKS and len(state.winners) < TRICKS:
        return len(state.here)
    return 0


def _middle(known: Known, state: HazariState) -> Middle:
    number, own = state.trick, known.facts.seat
    left = [span(f"trick {number}   {trick_points(state, number)} points")]
    if len(state.winners) >= number:
        winner = state.winners[number - 1]
        left.append(span(f"to {known.facts.name(winner)}"))
        if number < TRICKS:
            left.append(sentence(known.facts.says(LeadsTrick(winner, number + 1))))
    else:
        waits = [known.facts.name(seat) for seat in state.pending]
        left.append(span(f"{telling.listed(waits)} to open" if waits else ""))
    played = None if own is None else _as_played(known, state, own)
    return Middle(
        left=tuple(left),
        own=played,
        short=(*left[:2], *_own_short(known, played)),
        right=(span(""),),
    )


def _own_short(known: Known, played: Played | None) -> tuple[Text, ...]:
    if played is None:
        return ()
    best = span("best", Role.BEST) if played.is_best else ()
    name = known.facts.name(known.facts.seat or 0)
    return (joined((span(f"{played.order} {name}"), faces(played.cards), best), " "),)


# --- the end -------------------------------------------------------------------------------------------------


def _result(known: Known, state: HazariState) -> Result | None:
    if not state.deal or not state.scores:
        return None
    if state.is_void:
        return Result(f"Deal {state.deal} is void")
    rows = tuple(
        (
            known.facts.name(seat),
            str(state.winners.count(seat)),
            f"+{state.scores[seat]}",
            str(state.totals[seat]),
        )
        for seat in range(SEATS)
    )
    return Result(_headline(known, state), _COLUMNS, rows, is_by_seat=True)


def _headline(known: Known, state: HazariState) -> str:
    """Who has most of the deal; of the last deal, who has won the match."""
    figures = state.totals if known.is_over else state.scores
    counted = [seat for seat in range(SEATS) if not (known.is_over and seat in known.lost)]
    most = max(figures[seat] for seat in counted)
    best = tuple(seat for seat in counted if figures[seat] == most)
    fact = WonMatch(best, most) if known.is_over else MostOfDeal(best, state.deal, most)
    return plain(sentence(known.facts.says(fact)))
