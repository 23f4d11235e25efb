"""Luk Fu on the screen: claims with their marks, fu and Old cards counted, what a play would win.

The one rule: Old cards are the owner's alone to see; nothing here looks into another hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cli.screen.binding import KeyRows
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import faces, joined, plain, sentence, span
from cli.screen.drawing.view import Column, Middle, Plate, Played, Result, Shown
from cli.screen.games.generic import others, plate, plates_without_deal
from cli.screen.games.lukfu.hand import LukfuHand
from cli.screen.games.lukfu.own_cards import blocked, faces_of, help_of, old_of, own_hand
from cli.screen.games.lukfu.picking_keys import KEYS
from cli.screen.games.own_hand import OwnHand
from cli.screen.games.scene import Moment, Scene
from cli.table.choosing import Situation
from cli.table.faces import face, short_play
from cli.table.games.lukfu import picking
from cli.table.story.known import Known
from cli.words.facts import DrawnHow, FuHow, PaysHow
from cli.words.phrase import Mark
from p2pcards.cards import Card
from p2pcards.engine import Seat, Slot
from p2pcards.games.lukfu.claims import refutation
from p2pcards.games.lukfu.combinations import (
    PACK,
)
from p2pcards.games.lukfu.settling import payments
from p2pcards.games.lukfu.state import (
    EVERYONE,
    FU_TO_WIN,
    Claim,
    ClaimKind,
    LukfuState,
    Phase,
)
from p2pcards.games.lukfu.state import Played as Play

_PHASES: Final = {
    Phase.IDLE: "over",
    Phase.DECK: "shuffling",
    Phase.COIN: "who is Master",
    Phase.OPENING: "dealing",
    Phase.CALL: "who plays",
    Phase.CLOSING: "closing check",
}
_COLUMNS: Final = (
    Column("seat", 12),
    Column("fu", 4, is_right=True),
    Column("points", 8, is_right=True),
    Column("score", 8, is_right=True),
)
MOST_DIGITS: Final = 5


class LukfuScreen(OwnHand):
    """Luk Fu on the screen."""

    hand = KEYS
    also_helpful: KeyRows = (("¢ § ₥ ₮", "Coins, Strings, Myriads, Tens, from the lowest up"),)

    trick_pauses = 1.0

    def together(self, situation: Situation) -> LukfuHand | None:
        return LukfuHand() if picking.is_picking(situation) else None

    def scene(self, known: Known, moment: Moment) -> Scene:
        state = moment.state
        assert isinstance(state, LukfuState | None)
        if state is None or not state.deal:
            return Scene("preparing", plates=plates_without_deal(known), is_narrow=True)
        own = known.facts.seat
        is_over = state.phase is Phase.IDLE
        hand = own_hand(state, moment, own)
        is_running = state.phase in (Phase.LEAD, Phase.FOLLOW)
        due = "your lead" if state.phase is Phase.LEAD else "your turn"
        return Scene(
            f"trick {state.trick}" if is_running else _PHASES[state.phase],
            tuple(_plate(known, moment, state, seat) for seat in others(known, is_rightwards=True)),
            _middle(known, moment, state, hand),
            result=_result(known, state) if is_over else None,
            me=() if own is None else _figures(state, own, is_own=True),
            due="say play or pass" if state.phase is Phase.CALL else due,
            is_narrow=True,
            has_hand=not is_over,
            labels=dict.fromkeys(old_of(state, moment, own, hand), "old"),
            has_numbers=False,
            blocked=blocked(moment),
            help=help_of(state, moment, own, hand),
            open_claims=sum(_claim_mark(state, claim) is Mark.CLAIMED for claim in state.claims),
            deals=state.options.match_deals,
        )

    def last_trick(self, known: Known) -> tuple[Text, ...]:
        state = known.state
        assert isinstance(state, LukfuState | None)
        if state is None or not state.last_trick:
            return (sentence("No trick has been finished in this deal."),)
        lines = []
        for play in state.last_trick:
            name = known.facts.label(play.seat)
            cards = faces(faces_of(play.cards)) if play.cards else faces((None,) * len(play.slots))
            lines.append(joined((span(name.ljust(12)), cards), " "))
        return tuple(lines)


# --- plates ----------------------------------------------------------------------------------------------


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _figures(state: LukfuState, seat: Seat, *, is_own: bool = False) -> tuple[str, ...]:
    score, fu = _signed(state.scores[seat]), f"{_fu(state, seat)} fu"
    if is_own:
        role = _role(state, seat)
        return (score, fu, role) if role else (score, fu)
    held = len(state.hands[seat])
    return (score.ljust(2), fu, f"{held} card{'' if held == 1 else 's'}")


def _fu(state: LukfuState, seat: Seat) -> int:
    """What the seat has won; at the end the winner's Old cards count too."""
    result = state.result
    is_won = result is not None and seat == result.winner
    return result.fu if result is not None and is_won else state.fu[seat]


def _role(state: LukfuState, seat: Seat) -> str:
    roles = [
        word for word, who in (("Master", state.master), ("caller", state.caller)) if who == seat
    ]
    return " and ".join(roles)


def _plate(known: Known, moment: Moment, state: LukfuState, seat: Seat) -> Plate:
    made = plate(
        known,
        moment,
        seat,
        figures=_figures(state, seat),
        corner=_corner(state, seat),
        is_dim=seat in state.offenders,
    )
    act = _last_claim(state, seat) or span(_role(state, seat))
    if state.phase in (Phase.CLOSING, Phase.IDLE):
        opened = dict(state.opened)
        hand: tuple[Shown, ...] = tuple(
            face(PACK, opened[slot]) if slot in opened else None for slot in state.hands[seat]
        )
        return replace(made, act=act, hand=hand)
    if moment.cards:
        made = replace(made, hand=_known_hand(moment, state.hands[seat]))
    for order, play in enumerate(state.plays, start=1):
        if play.seat == seat and play.cards:
            return replace(
                made, act=span(_role(state, seat)), played=_as_played(state, order, play)
            )
    return replace(made, act=act)


def _known_hand(moment: Moment, slots: Sequence[Slot]) -> tuple[Shown, ...]:
    """A hand as a replay knows it."""
    return tuple(face(PACK, moment.cards[slot]) if slot in moment.cards else None for slot in slots)


def _corner(state: LukfuState, seat: Seat) -> str:
    if state.phase is Phase.IDLE and state.result is not None:
        return "won" if seat == state.result.winner else ""
    if state.phase is Phase.CALL:
        return "passed" if seat in state.passes else ""
    if state.phase is Phase.LEAD:
        return "next" if state.leader is not None and seat == (state.leader + 1) % 3 else ""
    if state.phase is Phase.FOLLOW:
        if seat == state.leader:
            return "led"
        return "" if any(play.seat == seat for play in state.plays) else "to follow"
    return ""


def _last_claim(state: LukfuState, seat: Seat) -> Text:
    """What the seat said last about cards that nobody else can see."""
    claims = [claim for claim in state.claims if claim.seat == seat]
    if not claims:
        return ()
    claim = claims[-1]
    sign = _claim_mark(state, claim).value
    opened = dict(state.opened)
    cards: list[Shown] = [
        face(PACK, opened[slot]) if slot in opened else None for slot in claim.slots[:4]
    ]
    if claim.kind is ClaimKind.SINGLE_LEAD:
        return sentence(f"{sign} might lead a single")
    best = short_play([face(PACK, card) for card in claim.best])
    return joined((faces(cards), sentence(f"{sign} could not beat {best}")), "  ")


def _claim_mark(state: LukfuState, claim: Claim) -> Mark:
    if state.phase is Phase.IDLE or (
        state.phase is Phase.CLOSING and claim.seat not in state.to_show
    ):
        opened = {slot for slot, _ in state.opened}
        if not set(claim.held) <= opened:
            return Mark.CLAIMED
        return Mark.REFUSED if refutation(state, claim) else Mark.CHECKED
    return Mark.CLAIMED


def _as_played(state: LukfuState, order: int, play: Play) -> Played:
    is_best = play == state.best
    return Played(faces_of(play.cards), order, Mark.CHECKED, "best" if is_best else "", is_best)


# --- the middle -------------------------------------------------------------------------------------------


def _middle(known: Known, moment: Moment, state: LukfuState, hand: dict[Slot, Card]) -> Middle:
    own = known.facts.seat
    left: list[Text] = [span(f"goal  {FU_TO_WIN} fu")]
    short = []
    if own is not None and state.phase in (Phase.LEAD, Phase.FOLLOW):
        old = len(old_of(state, moment, own, hand))
        total = state.fu[own] + old
        left.append(span(f"you   {state.fu[own]} won + {old} Old = {total}"))
        left.append(span(f"      {_worth(state, moment, own, total)}"))
        short.append(span(f"{state.fu[own]} won + {old} Old = {total} of {FU_TO_WIN}"))
    seen = [_seen(state, glyph) for glyph in "₮₥§¢"]
    some = (text for text in seen if text is not None)
    shown = [text or f"{glyph} none" for glyph, text in zip("₮₥§¢", seen, strict=True)]
    own_play = None
    for order, play in enumerate(state.plays, start=1):
        if play.seat == own and play.cards:
            own_play = _as_played(state, order, play)
    return Middle(
        left=tuple(left),
        right=(
            span("seen face up", Role.DIM),
            sentence(f"{shown[0]:<15}{shown[1]}"),
            sentence(f"{shown[2]:<15}{shown[3]}"),
        ),
        own=own_play,
        short=(*short, sentence("  ".join(some))),
    )


def _worth(state: LukfuState, moment: Moment, own: Seat, total: int) -> str:
    if not (moment.is_turn and state.phase is Phase.LEAD):
        has_played = any(play.seat == own and play.cards for play in state.plays)
        # Beside our own play there is less room.
        return "when you lead" if has_played else "counts when you lead"
    if total < FU_TO_WIN or state.caller is None:
        return f"{FU_TO_WIN - total} more to declare"
    points = payments(own, state.caller, total)
    rest = sorted((points[seat] for seat in EVERYONE if seat != own), key=abs)
    return "worth " + " / ".join(_signed(number) for number in (points[own], *rest))


def _seen(state: LukfuState, glyph: str) -> str | None:
    """The ranks of a suit that lie face up; None where there is none."""
    ranks = sorted(face(PACK, card).rank for card in state.seen if _glyph(card) == glyph)
    between = " " if len(ranks) <= MOST_DIGITS else ""
    return f"{glyph} {between.join(ranks)}" if ranks else None


def _glyph(card: Card) -> str:
    return face(PACK, card).suit


# --- the end -------------------------------------------------------------------------------------------------


def _result(known: Known, state: LukfuState) -> Result | None:
    result = state.result
    if result is None:
        return None
    how: PaysHow | DrawnHow | FuHow
    if result.offenders:
        how = PaysHow(tuple(result.offenders), state.deal)
    elif result.winner is None:
        how = DrawnHow(state.deal)
    else:
        how = FuHow(result.winner, state.deal, result.fu)
    headline = plain(sentence(known.facts.says(how)))
    rows = tuple(
        (
            known.facts.name(seat),
            str(_fu(state, seat)),
            _signed(result.points[seat]),
            _signed(state.scores[seat]),
        )
        for seat in EVERYONE
    )
    return Result(headline, _COLUMNS, rows, is_by_seat=True)
