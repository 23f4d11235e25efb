"""A third front, as small as one can be: facts go out as JSON lines, intents come in as JSON lines.

The one rule: it holds no rule. What may be done, what it costs and what is asked first is `cli.table`'s,
the words are `cli.words`', and what is legal is the engine's.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Protocol

from cli import words
from cli.names import told_apart
from cli.table.asking import question_before, question_of_leaving
from cli.table.games import moves_of
from cli.table.moves import Amount, Move
from cli.table.presence import Presence
from cli.table.sorting import Sorting, sort_hand
from cli.words.en import standing
from cli.words.narrator import Narrator
from cli.words.phrase import in_braces
from p2pcards.engine import Action, AnyView, Game, Seat
from p2pcards.games import GAMES
from protocol.faults import Reason
from protocol.net.conduct.roles import Look
from protocol.table.notices import Notice
from protocol.wire.entries import Proposal


class Session(Protocol):
    """What a front wants of its session."""

    def say(self, text: str) -> None: ...

    def leave(self) -> None: ...


class JsonFront:
    """A table for a program at the other end of a pipe.

    Args:
        proposal: What is played, by whom.
        seat: Ours; None for a spectator.
        send: Takes one line.
        decide: Takes a legal action.
        now_ms: The program's clock.
        asks: What is asked about: `costly`, `always`, `never`.
    """

    def __init__(
        self,
        proposal: Proposal,
        seat: Seat | None,
        send: Callable[[str], None],
        decide: Callable[[Any], None],
        now_ms: Callable[[], int],
        asks: str = "costly",
    ) -> None:
        self._game: Game[Any] = GAMES[proposal.game]
        self._can = moves_of(self._game)
        self._names = told_apart(record.name for record in proposal.seats)
        self._seat = seat
        self._send, self._decide, self._now_ms, self._asks = send, decide, now_ms, asks
        self._narrator = Narrator(self._game, len(self._names))
        self._voice = words.voice_of(self._game, self._names, seat)
        self._presence = Presence(len(self._names), seat, proposal.deadline, 300)
        self._session: Session | None = None
        self._view: AnyView | None = None
        self._turn: AnyView | None = None
        self._asked: Callable[[], None] | None = None

    def sit_down(self, session: Session) -> None:
        """The session whose table this is."""
        self._session = session

    # --- facts go out ------------------------------------------------------------------------------

    def _tell(self, kind: str, **values: Any) -> None:
        self._send(json.dumps({"is": kind, **values}))

    def told(self, notice: Notice) -> None:
        for fact in self._narrator.tell(notice):
            told = words.tell(self._game.name, fact, self._voice).long.ended
            self._tell("fact", fact=type(fact).__name__, words=in_braces(told))

    def heard(self, seat: Seat, text: str) -> None:
        self._tell("talk", seat=seat, text=text)

    def overheard(self, key: bytes, name: str, text: str) -> None:
        self._tell("talk", watching=name, text=text)

    def refused(self, seat: Seat, reason: Reason) -> None:
        self._tell("refused", seat=seat, code=reason.code, words=words.reason(reason))

    def link_up(self, seat: Seat, compare: tuple[str, ...]) -> None:
        if self._presence.concerns(seat):
            self._presence.met.add(seat)
            self._tell("link", seat=seat, up=True, compare=compare)

    def link_down(self, seat: Seat) -> None:
        if self._presence.concerns(seat):
            self._tell("link", seat=seat, up=False)

    def looked(self, look: Look) -> None:
        self._view = look.view
        self._presence.gone |= look.leaving
        for seat in self._presence.looked(look, frozenset(), self._now_ms()):
            self._tell("accused", words=standing.accused(self._names[seat]))

    def turn_comes(self, view: AnyView, limit_ms: int | None) -> None:
        self._turn = view
        moves = self._can.moves(view, is_turn=True)
        order = sort_hand(Sorting.SUIT, tuple(view.hand), view.hand, self._game.pack, moves)
        self._tell(
            "turn",
            until_ms=limit_ms,
            hand={slot: self._game.pack.text(view.hand[slot]) for slot in order},
            moves=[_move(self._game, move) for move in moves.moves],
            cards=moves.card_verb,
            plays=[self._game.format_action(play.action) for play in moves.plays],
            forbidden={slot: in_braces(words.clause(r)) for slot, r in moves.forbidden.items()},
            default=self._game.format_action(self._game.default_action(view)),
            hint=in_braces(moves.hint),
        )

    def turn_goes(self, view: AnyView) -> None:
        self._turn = self._asked = None

    # --- intents come in ---------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """One intent: do, leave, say, or the answer yes to what has just been asked."""
        asked, self._asked = self._asked, None
        match json.loads(line):
            case {"want": "do", "act": str(act)}:
                self._do(act)
            case {"want": "leave"} if self._session is not None:
                question = question_of_leaving(self._game, self._view, self._presence.voters)
                self._ask(question, self._session.leave)
            case {"want": "say", "text": str(text)} if self._session is not None:
                self._session.say(text)
            case {"want": "yes"} if asked is not None:
                asked()
            case _:
                self._tell("nothing", words="That is no intent.")

    def _do(self, act: str) -> None:
        view = self._turn
        if view is None:
            self._tell("nothing", words="It is not your turn.")
            return
        try:
            action = self._game.parse_action(act)
        except ValueError:
            self._tell("nothing", words="That is no action of this game.")
            return
        if (rule := self._game.why_not(view, action)) is not None:
            self._tell("forbidden", rule=rule.number, words=in_braces(words.sentence(rule)))
            return
        question = question_before(self._game, view, action, self._asks)
        if question is None:
            self._decide(action)
        else:
            self._ask(question, lambda: self._decide(action))

    def _ask(self, question: str, then: Callable[[], None]) -> None:
        self._asked = then
        self._tell("asks", words=question)


def _move(game: Game[Any], move: Move) -> dict[str, Any]:
    """A move as it goes out."""
    act, amount = None, None
    match move.action:
        case Amount(verb, _, least, most):
            amount = [verb, least, most]
        case Action():
            act = game.format_action(move.action)
    why = None if move.why is None else in_braces(words.clause(move.why))
    return {"label": move.label, "act": act, "amount": amount, "why": why}
