"""Azi told: what each event adds to the story, and how a trick makes room for one sentence on all of it.

The one rule: what is said to be proved has been claimed and verified, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cli import words
from cli.table.story.generic import GenericStory, with_act
from cli.table.story.known import Known, in_words, signed_by, tell
from cli.table.story.lines import Sentence, StoryLine
from cli.words.en import standing
from cli.words.facts import Lacked, OpensNext, RestStaysClosed, ShortWin, TrickOver
from cli.words.phrase import Mark, Phrase, phrase
from p2pcards.engine import Acted, DeckReady, Event, Out, Seat
from p2pcards.facts import OutOfDeal
from p2pcards.games.azi import GAME
from p2pcards.games.azi.actions import Play
from p2pcards.games.azi.facts import (
    AziFact,
    Followed,
    LeadsTrick,
    Led,
    Threw,
    TookTrick,
    TrickForNobody,
    Trumped,
)
from p2pcards.games.azi.state import TRICKS_TO_WIN, AziState
from p2pcards.records import change
from p2pcards.seats import clockwise
from protocol.table.notices import Happened


@dataclass(frozen=True, slots=True)
class TrickTold:
    """Notes of this story: where the running trick begins in the story, and its claims."""

    begins: int
    lacking: tuple[Trumped | Threw, ...] = ()


class AziStory(GenericStory):
    """As every game's, with what Azi adds."""

    def happened(self, known: Known, notice: Happened) -> Known:
        before, event, after = notice.before, notice.event, notice.after
        assert isinstance(before, AziState)
        assert isinstance(after, AziState)
        if isinstance(event, DeckReady) and before.decks <= 1:
            start = tuple(
                stack + paid for stack, paid in zip(after.stacks, after.payments, strict=True)
            )
            known = replace(known, start=start)
        facts = list(GAME.facts(before, event, after))
        follows: list[AziFact] = []
        ends = [at for at, fact in enumerate(facts) if isinstance(fact, TookTrick | TrickForNobody)]
        if ends:
            facts, follows = facts[: ends[0]], facts[ends[0] :]
        known = acted(known, event, facts)
        match event:
            case Acted(_, Play()):
                known = played(known, before, facts[0])
            case Acted():
                known = bid(known, facts)
            case DeckReady():
                known = tell_shortly(known, facts)
            case _:
                known = tell(known, *facts)
        if follows:
            known = trick_over(known, before, after, follows)
        return known

    def settled(self, known: Known, standings: tuple[int, ...]) -> tuple[str, ...]:
        state = known.state
        assert isinstance(state, AziState | None)
        carried = sum(layer.amount for layer in state.carried) if state else 0
        total = sum(standings) + carried
        sums = standing.stacks_add_up(total, with_pot=bool(carried))
        return (f"{signed_by(known)}  ✓   {sums}  ✓",)

    def next_deal(self, known: Known, deal: int) -> tuple[Phrase, ...]:
        ready = phrase(f"{standing.deck_ready(deal)}  ", Mark.CHECKED)
        state = known.state
        assert isinstance(state, AziState | None)
        if state is None or state.settlement is None or (opener := next_opener(state)) is None:
            return (ready,)
        return (phrase(ready, "   ", known.facts.says(OpensNext(opener)).ended),)


def next_opener(state: AziState) -> Seat | None:
    """Who opens the next deal, as far as can be said now."""
    if state.opener_from is None:
        return None
    able = [seat for seat, stack in enumerate(state.stacks) if stack >= state.options.ante]
    return clockwise(able, state.opener_from)[0] if able else None


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
        Sentence(
            told.marked.ended,
            short="" if told.short == told.long else told.short.ended,
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
    line = Sentence(text, is_bid=True, short=short)
    return tell(replace(known, story=(*known.story, line)), *rest)


def played(known: Known, before: AziState, fact: AziFact) -> Known:
    """A card and what was proved with it."""
    trick = _trick_of(known) if before.plays else TrickTold(len(known.story))
    (told,) = in_words(known, [fact])
    text = told.marked.ended
    if isinstance(fact, Led | Followed | Trumped | Threw) and fact.seat in known.claimed:
        text = words.proved(told.marked)
        if isinstance(fact, Trumped | Threw):  # with the last card there is nothing to claim
            trick = replace(trick, lacking=(*trick.lacking, fact))
    line = Sentence(text, is_play=True)
    return replace(known, note=trick, story=(*known.story, line))


def _trick_of(known: Known) -> TrickTold:
    """The note of the trick that is told."""
    return known.note if isinstance(known.note, TrickTold) else TrickTold(len(known.story))


def trick_over(known: Known, before: AziState, after: AziState, rest: Sequence[AziFact]) -> Known:
    """The running trick's sentences make room for one that tells it all."""
    trick = _trick_of(known)
    talk = tuple(line for line in known.story[trick.begins :] if not _is_play(line))
    plays = after.last_trick
    # The engine clears the table at once; people want to see the trick whole for a moment.
    whole = change(before, plays=plays, hands=after.hands, pending=())
    known = replace(known, story=known.story[: trick.begins] + talk, note=None, finished=whole)
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
    return isinstance(line, Sentence) and line.is_play


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
