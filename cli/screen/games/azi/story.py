"""Azi told: what each event adds to the story, and how a trick makes room for one sentence on all of it.

The one rule: what is said to be proved has been claimed and verified, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cli import words
from cli.screen.drawing.text import sentence
from cli.screen.drawing.view import StoryLine, Told
from cli.screen.games.generic import with_act
from cli.screen.table.known import Known, in_words, tell
from cli.words.facts import Lacked, RestStaysClosed, ShortWin, TrickOver
from cli.words.phrase import phrase
from p2pcards.engine import Acted, Event, Out
from p2pcards.facts import OutOfDeal
from p2pcards.games.azi.facts import AziFact, Followed, LeadsTrick, Led, Threw, Trumped
from p2pcards.games.azi.state import TRICKS_TO_WIN, AziState
from p2pcards.records import change


@dataclass(frozen=True, slots=True)
class TrickTold:
    """Notes of this screen: where the running trick begins in the story, and its claims."""

    begins: int
    lacking: tuple[Trumped | Threw, ...] = ()


def acted(known: Known, event: Event, facts: Sequence[AziFact]) -> Known:
    """What the seat did last, for its plate."""
    match event:
        case Acted(seat):
            (told,) = in_words(known, facts[:1])
            return known if told.plate is None else with_act(known, seat, told.plate)
        case Out(causes):
            outs = [OutOfDeal(seat, cause) for seat, cause in causes]
            for out, told in zip(outs, in_words(known, outs), strict=True):
                known = with_act(known, out.seat, told.plate or "")
            return known
        case _:
            return known


def tell_shortly(known: Known, facts: Sequence[AziFact]) -> Known:
    """Facts with a shorter form each."""
    lines = tuple(
        Told(
            sentence(told.marked.ended),
            short=() if told.short == told.long else sentence(told.short.ended),
        )
        for told in in_words(known, facts)
    )
    return replace(known, story=known.story + lines)


def bid(known: Known, facts: Sequence[AziFact]) -> Known:
    """A bid, with who leads where it was the last one."""
    first, *rest = facts
    (told,) = in_words(known, [first])
    text, short = told.marked.ended, told.short.ended
    match rest:
        case [LeadsTrick() as lead]:
            (leads,) = in_words(known, [lead])
            text, short = (phrase(part, " ", leads.short.ended) for part in (text, short))
            rest = []
        case _:
            pass
    line = Told(sentence(text), is_bid=True, short=sentence(short))
    return tell(replace(known, story=(*known.story, line)), *rest)


def played(known: Known, before: AziState, fact: AziFact) -> Known:
    """A card and what was proved with it."""
    notes = known.notes
    if not before.plays:
        notes = (TrickTold(len(known.story)),)
    (told,) = in_words(known, [fact])
    text = told.marked.ended
    if isinstance(fact, Led | Followed | Trumped | Threw) and fact.seat in known.claimed:
        text = words.proved(told.marked)
        if isinstance(fact, Trumped | Threw):  # with the last card there is nothing to claim
            trick = notes[-1] if notes else TrickTold(len(known.story))
            notes = (replace(trick, lacking=(*trick.lacking, fact)),)
    line = Told(sentence(text), is_play=True)
    return replace(known, notes=notes, story=(*known.story, line))


def trick_over(known: Known, before: AziState, after: AziState, rest: Sequence[AziFact]) -> Known:
    """The running trick's sentences make room for one that tells it all."""
    trick: TrickTold = known.notes[-1] if known.notes else TrickTold(len(known.story))
    talk = tuple(line for line in known.story[trick.begins :] if not _is_play(line))
    plays = after.last_trick
    # The engine clears the table at once; people want to see the trick whole for a moment.
    whole = change(before, plays=plays, hands=after.hands, pending=())
    known = replace(known, story=known.story[: trick.begins] + talk, notes=(), finished=whole)
    winner = after.trick_winners[-1]
    is_last = after.tricks_of(winner) == TRICKS_TO_WIN
    cards = tuple((play.seat, play.card) for play in plays)
    over = TrickOver(len(after.trick_winners), cards, winner if is_last else None)
    known = tell(known, over, *_lacked(trick.lacking))
    if not is_last:
        return tell(known, *rest)
    short = _short_win(after)
    return tell(known, *(rest[1:] if short is None else [short]), RestStaysClosed())


def _is_play(line: StoryLine) -> bool:
    return isinstance(line, Told) and line.is_play


def _lacked(claims: Sequence[Trumped | Threw]) -> list[Lacked]:
    """Claims of the same suits are told together."""
    return [
        Lacked(tuple(claim.seat for claim in claims if claim.lacking == suits), suits)
        for suits in dict.fromkeys(claim.lacking for claim in claims)
    ]


def _short_win(after: AziState) -> ShortWin | None:
    """Why a short winner gets what it gets, where one sentence says it all."""
    settlement = after.settlement
    if settlement is None or len(settlement.layers) < 2 or after.is_redeal:
        return None
    winner = settlement.winner
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
    return ShortWin(winner, paid, tuple((seat, settlement.payments[seat]) for seat in folded))
