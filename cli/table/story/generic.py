"""The story of any game: what happened, in words, and what each seat did last.

The one rule: it uses only what every game promises (`p2pcards.engine.Game`).
"""

from __future__ import annotations

from dataclasses import replace

from cli import words
from cli.table.story.known import Known, in_words, say, signed_by
from cli.words.en import standing, telling
from cli.words.phrase import Mark, Phrase, phrase
from p2pcards.engine import Acted, AnyGame, Out, Seat
from protocol.table.notices import Happened


class GenericStory:
    """The story of a game without a module of its own."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def happened(self, known: Known, notice: Happened) -> Known:
        """Story, acts and notes after an event; `known.state` is still the one before."""
        facts = self.game.facts(notice.before, notice.event, notice.after)
        sentences = [told.marked.ended for told in in_words(known, facts)]
        if isinstance(notice.event, Acted) and notice.event.seat in known.claimed and facts:
            sentences[0] = words.proved(known.facts.says(facts[0]))
        known = say(known, *sentences)
        if isinstance(notice.event, Acted):
            act = self.game.format_action(notice.event.action).partition(" ")[0]
            known = with_act(known, notice.event.seat, act or "out")
        elif isinstance(notice.event, Out):
            for seat in notice.event.seats:
                known = with_act(known, seat, "out")
        return known

    def settled(self, known: Known, standings: tuple[int, ...]) -> tuple[str, ...]:
        """Sentences for a result that has been signed."""
        score = telling.scored(known.facts.names, standings)
        return (f"{signed_by(known)}  ✓   {score}.",)

    def next_deal(self, known: Known, deal: int) -> tuple[Phrase, ...]:
        """Sentences when the deck of the deal after the settled one is ready."""
        return (phrase(f"{standing.deck_ready(deal)}  ", Mark.CHECKED),)


def with_act(known: Known, seat: Seat, act: str) -> Known:
    """What a seat did last."""
    return replace(known, acts=(*known.acts[:seat], act, *known.acts[seat + 1 :]))
