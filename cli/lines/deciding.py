"""The decisions of our player in lines: asked for, advised on, understood, sent.

The one rule: what was asked at one moment decides nothing at another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

from cli import words
from cli.evening.advising import Adviser
from cli.lines import turn
from cli.lines.question import Question
from cli.lines.spoken import as_typed
from cli.lines.telling import Teller
from cli.table.actions_in_words import NotUnderstood, read_action
from cli.table.advice import Advised
from cli.table.asking import question_before
from cli.table.games import moves_of
from cli.table.sorting import Sorting, sort_hand
from cli.words.en import evening as evening_words
from cli.words.phrase import Part, Phrase, phrase
from p2pcards.engine import Action, AnyGame, AnyView

HURRY_MS: Final = 10_000
"""When the time left is said a second time, and never else."""


class Decider:
    """Of one seat.

    Args:
        game: What is played.
        teller: Says it, and knows what was said last.
        question: Where our player is asked once more.
        asks: The setting of what is asked about.
        sorting: How the hand is told at first.
        now_ms: The program's clock.
    """

    def __init__(
        self,
        game: AnyGame,
        teller: Teller,
        question: Question,
        *,
        asks: str,
        sorting: Sorting,
        now_ms: Callable[[], int],
    ) -> None:
        self._decided, self.decisions = trio.open_memory_channel[Action](1)
        self._game = game
        self._teller = teller
        self._question = question
        self._asks = asks
        self._sorting = sorting
        self._now_ms = now_ms
        self._turn: AnyView | None = None
        self._limit_ms: int | None = None
        self._adviser = Adviser(game, self._advised)

    # --- our turn --------------------------------------------------------------------------------------

    async def decide(self, view: AnyView, limit_ms: int | None) -> Action:
        """Ask, and wait for words that are a legal action."""
        self.turn_comes(view, limit_ms)
        try:
            async with trio.open_nursery() as nursery:
                if limit_ms is not None:
                    nursery.start_soon(self._hurry, view, limit_ms)
                nursery.start_soon(self._adviser.serve, view)
                action = await self.decisions.receive()
                nursery.cancel_scope.cancel()
            return action
        finally:
            self.turn_goes(view)

    def turn_comes(self, view: AnyView, limit_ms: int | None) -> None:
        """Our player is asked from now on."""
        self._turn, self._limit_ms = view, limit_ms
        left = "" if limit_ms is None else evening_words.seconds(limit_ms - self._now_ms())
        held = self.hand(view)
        hand = phrase("You hold ", held, ".")
        is_told = self._teller.has_just_said(hand)  # cards that have come just now
        if is_told or not held or turn.gets_another_hand(self._game, view):
            hand = phrase()
        self._teller.say(turn.prompt(self._game, view, left=left, hand=hand))
        self._teller.say_all(turn.must_wait(self._game, view))

    def turn_goes(self, view: AnyView) -> None:
        """What our player was asked is decided, by them or without them."""
        if self._turn is None or self._turn is view:
            self._turn = None
            self._question.drop()

    def say_if_late(self) -> None:
        """Before what our program does for the player is told: why it does."""
        if self._turn is None or self._limit_ms is None:
            return
        if self._limit_ms <= self._now_ms():
            self._limit_ms = None
            self._teller.say("Your time is up.")

    async def _hurry(self, view: AnyView, limit_ms: int) -> None:
        left_ms = limit_ms - self._now_ms()
        if left_ms > HURRY_MS:
            await trio.sleep((left_ms - HURRY_MS) / 1000)
            then = turn.default(self._game, view)
            self._teller.say(f"{evening_words.seconds(HURRY_MS)} left, then {then}.")

    # --- the hand --------------------------------------------------------------------------------------

    def hand(self, view: AnyView) -> Phrase:
        """The cards that are held now; a seat knows those too that it has put face down."""
        slots = self._game.hand_slots(view.state, view.seat)
        held = [slot for slot in slots if slot in view.hand]
        moves = moves_of(self._game).moves(view, is_turn=view is self._turn)
        order = sort_hand(self._sorting, held, view.hand, self._game.pack, moves)
        return self._teller.voice.cards(view.hand[slot] for slot in order)

    def sort(self) -> Sorting:
        """Tell the hand in another order from now on: which."""
        self._sorting = Sorting.SUIT if self._sorting is Sorting.RANK else Sorting.RANK
        return self._sorting

    # --- what is typed ---------------------------------------------------------------------------------

    @property
    def examples(self) -> str:
        """Some actions of this moment as they are typed; empty where it is not our turn."""
        return turn.examples(self._game, self._turn, ", such as: ")

    def why(self, card: str) -> Part:
        """Why a card or an action is forbidden."""
        return turn.why(self._game, self._turn, as_typed(self._game.pack, card))

    def advise(self) -> None:
        """Have the moment thought over."""
        if self._turn is None:
            self._teller.say("It is not your turn.")
        else:
            self._adviser.ask()

    def _advised(self, view: AnyView, advised: Advised) -> None:
        self._teller.say_all(advised.details)
        if self._question.is_open:
            self._teller.say(advised.sentence)  # a yes is for what was asked before
        elif self._turn is view:
            does = phrase(advised.sentence, " Type yes to do it.")
            self._question.ask(does, lambda: self._do(view, advised.action))

    def act(self, typed: str) -> None:
        """Do this, if it is legal; where it costs much, ask first."""
        view = self._turn
        if view is None:
            self._teller.say("It is not your turn. Type help for what can be said.")
            return
        try:
            action = read_action(self._game, view, as_typed(self._game.pack, typed))
        except NotUnderstood as error:
            may = f" You may: {turn.offered(self._game, view)}."
            self._teller.say(phrase(error.sentence, may))
            return
        rule = self._game.why_not(view, action)
        if rule is not None:
            self._teller.say(words.sentence(rule))
            return
        question = question_before(self._game, view, action, self._asks)
        if question is None:
            self._do(view, action)
        else:
            self._question.ask(f"{question} Type yes to do it.", lambda: self._do(view, action))

    def _do(self, view: AnyView, action: Action) -> None:
        if self._turn is not view:
            self._teller.say("The moment for that has passed.")
            return
        self._turn = None
        self._decided.send_nowait(action)
