"""Azi told: what each event adds to the story, and how a trick makes room for one sentence on all of it.

The one rule: what is said to be proved has been claimed and verified, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cli.screen.games.azi_cards import capital, suit_name
from cli.screen.games.generic import with_act
from cli.screen.known import Known, say
from cli.screen.text import sentence
from cli.screen.view import StoryLine, Told
from cli.screen.words import you
from p2pcards import telling
from p2pcards.cards import Card
from p2pcards.engine import Acted, Cause, Event, Out, Seat
from p2pcards.games.azi.actions import (
    AllIn,
    Bet,
    BlindBet,
    BuyIn,
    Call,
    Discard,
    Fold,
    NoBlind,
    RaiseBy,
    StayOut,
)
from p2pcards.games.azi.change import change
from p2pcards.games.azi.state import PACK, TRICKS_TO_WIN, AziState


@dataclass(frozen=True, slots=True)
class Lacking:
    """A claim of the running trick: the seat has nothing of these suits left."""

    seat: Seat
    suits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrickTold:
    """Notes of this screen: where the running trick begins in the story, and its claims."""

    begins: int
    lacking: tuple[Lacking, ...] = ()


def acted(known: Known, before: AziState, event: Event) -> Known:
    """What the seat did last, for its plate."""
    match event:
        case Acted(seat, action):
            act = _act(before, action)
            return known if act is None else with_act(known, seat, act)
        case Out(causes):
            words = {
                Cause.SILENT: "silent, out",
                Cause.LEFT: "has left",
                Cause.CAUGHT: "refused, out",
            }
            for seat, cause in causes:
                known = with_act(known, seat, words[cause])
            return known
        case _:
            return known


def _act(before: AziState, action: object) -> str | None:
    """What a plate says of it; None leaves what it says."""
    match action:
        case Bet(amount):
            return f"bet {amount}"
        case RaiseBy(amount):
            return f"raised by {amount}"
        case Call():
            return "called"
        case Fold():
            return "folded"
        case AllIn():
            return ""  # the corner says it
        case BlindBet(amount):
            return f"blind {amount}"
        case NoBlind():
            return "not blind" if not before.level else "no double"
        case Discard():
            return "has discarded"
        case BuyIn():
            return f"bought in {before.price}"
        case StayOut():
            return "stays out"
        case _:
            return None


def tell(known: Known, told: Sequence[str], short: Sequence[str]) -> Known:
    """Sentences with a shorter form each."""
    lines = tuple(
        Told(sentence(text), short=sentence(less) if less != text else ())
        for text, less in zip(told, short, strict=True)
    )
    return replace(known, story=known.story + lines)


def bid(known: Known, told: list[str]) -> Known:
    """A bid, with who leads where it was the last one."""
    if not told:
        return known
    first, *rest = told
    if rest and rest[-1].endswith(" leads trick 1.") and len(rest) == 1:
        first = f"{first} {rest.pop().replace(' trick 1.', '.')}"
    short = first.replace(" and cannot lead trick 1", "")
    line = Told(sentence(first), is_bid=True, short=sentence(short))
    return say(replace(known, story=(*known.story, line)), *rest)


def played(known: Known, before: AziState, seat: Seat, card: Card, told: list[str]) -> Known:
    """A card and what was proved with it."""
    notes = known.notes
    if not before.plays:
        notes = (TrickTold(len(known.story)),)
    text = told[0].rstrip(".")
    led, trump = before.led_suit, before.trump
    is_proved = seat in known.claimed
    if led is not None and trump is not None and card.suit != led:
        suits = (led,) if card.suit == trump else tuple(dict.fromkeys((led, trump)))
        trick = notes[-1] if notes else TrickTold(len(known.story))
        if is_proved:  # with the last card there is nothing to claim
            notes = (replace(trick, lacking=(*trick.lacking, Lacking(seat, suits))),)
        if card.suit != trump:
            text = text.replace("; ", ": ", 1)
    text = f"{text}  ✓ proved" if is_proved else f"{text}."
    line = Told(sentence(text), is_play=True)
    return replace(known, notes=notes, story=(*known.story, line))


def trick_over(known: Known, before: AziState, after: AziState, rest: list[str]) -> Known:
    """The running trick's sentences make room for one that tells it all."""
    facts = known.facts
    trick: TrickTold = known.notes[-1] if known.notes else TrickTold(len(known.story))
    talk = tuple(line for line in known.story[trick.begins :] if not _is_play(line))
    plays = after.last_trick
    # The engine clears the table at once; people want to see the trick whole for a moment.
    whole = change(before, plays=plays, hands=after.hands, pending=())
    known = replace(known, story=known.story[: trick.begins] + talk, notes=(), finished=whole)
    number = len(after.trick_winners)
    cards = ", ".join(f"{facts.name(play.seat)} {{{PACK.text(play.card)}}}" for play in plays)
    winner = after.trick_winners[-1]
    is_last = after.tricks_of(winner) == TRICKS_TO_WIN
    summary = f"Trick {number}: {cards}."
    if is_last:
        takes = "You take it." if winner == facts.seat else f"{facts.names[winner]} takes it."
        summary = f"{summary} {takes}"
        rest = rest[1:]
    known = say(known, summary, *_proofs_told(known, trick.lacking))
    if is_last and (how := _how_paid(known, after)) is not None:
        rest = [how]
    known = say(known, *rest)
    if is_last:
        known = say(known, "Cards not played stay closed for good.")
    return known


def _is_play(line: StoryLine) -> bool:
    return isinstance(line, Told) and line.is_play


def _proofs_told(known: Known, lacking: Sequence[Lacking]) -> list[str]:
    """`Ainura and Bek had no heart left  ✓ ✓ proved`."""
    told = []
    for suits in dict.fromkeys(claim.suits for claim in lacking):
        seats = [claim.seat for claim in lacking if claim.suits == suits]
        who = telling.listed(capital(known.facts.name(seat)) for seat in seats[:1])
        who = telling.listed([who, *(known.facts.name(seat) for seat in seats[1:])])
        what = " and ".join(f"no {suit_name(suit)}" for suit in suits)
        told.append(f"{who} had {what} left  {' '.join('✓' for _ in seats)} proved")
    return told


def _how_paid(known: Known, after: AziState) -> str | None:
    """Why a short winner gets what it gets, where one sentence says it all."""
    settlement = after.settlement
    if settlement is None or len(settlement.layers) < 2 or after.is_redeal:
        return None
    facts, winner = known.facts, settlement.winner
    if settlement.received[winner] == sum(settlement.received):
        return None
    paid = settlement.payments[winner]
    claimants = settlement.layers[0].claimants
    folded = [
        seat for seat, chips in enumerate(settlement.payments) if chips and seat not in claimants
    ]
    if any(settlement.payments[seat] < paid for seat in claimants) or len(folded) > 1:
        return None
    if any(settlement.payments[seat] > paid for seat in folded):
        return None
    extra = "".join(
        f", with {'your' if seat == facts.seat else facts.names[seat] + chr(39) + 's'}"
        f" {settlement.payments[seat]}"
        for seat in folded
    )
    name = facts.namer(winner)
    return you(f"{name} paid {paid} and gets {paid} from each{extra}. The rest goes back.")
