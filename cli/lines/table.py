"""The table in line mode: one event is one line, and typed words act.

The one rule: lines are only ever added. No cursor moves, no colour; whoever reads them by ear or
from a file gets everything.
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from cli.evening.attendance import Attendance
from cli.lines import answers as line_answers
from cli.lines.deciding import Decider
from cli.lines.pauses import Pauses
from cli.lines.question import Question
from cli.lines.table_words import TABLE_WORDS
from cli.lines.talking import LineTalk
from cli.lines.telling import Teller
from cli.lines.typed import help_of, meant, offered
from cli.names import told_apart
from cli.settings import Settings
from cli.table import standing
from cli.table.asking import question_of_absence, question_of_leaving
from cli.table.conversation import Conversation, Line
from cli.table.games import moves_of
from cli.table.sorting import Sorting
from cli.words.en import pausing
from cli.words.phrase import phrase
from p2pcards.engine import Action, AnyView, Cause, DeckReady, Out, Seat, State
from p2pcards.games import GAMES
from protocol.faults import Reason
from protocol.net.conduct.roles import Look
from protocol.net.session import Session
from protocol.table.notices import (
    DealSettled,
    Happened,
    Notice,
)
from protocol.table.table import Table


class LineTable:
    """What is told and asked at one table: an observer of its session, and its player.

    Args:
        table: The table; read only before its session runs.
        say: Shows a line.
        settings: The player's.
        now_ms: The program's clock.
        is_person: Whether somebody plays our seat by words.
        on_first_link: Called with the seat and the comparison words of each first link.
        conversation: The evening's talk.
    """

    def __init__(
        self,
        table: Table,
        say: Callable[[str], None],
        settings: Settings,
        *,
        now_ms: Callable[[], int],
        is_person: bool,
        on_first_link: Callable[[Seat, tuple[str, ...]], None],
        conversation: Conversation,
    ) -> None:
        proposal = table.referee.proposal.proposal
        self._game = GAMES[proposal.game]
        self._can = moves_of(self._game)
        self._names = told_apart(record.name for record in proposal.seats)
        self._options = proposal.options
        self._deadline_s = proposal.deadline
        self._seat = table.seat
        self._asks = settings.ask
        self._now_ms = now_ms
        self._is_person = is_person
        self._teller = Teller(
            self._game,
            self._names,
            table.seat if is_person else None,
            proposal.options,
            naming=settings.cards,
            show=say,
        )
        self._say = self._teller.say
        self._attendance = Attendance(
            self._names, table.seat, proposal.deadline, say=self._say, on_first_link=on_first_link
        )
        self._question = Question(self._say)
        self._decider = Decider(
            self._game,
            self._teller,
            self._question,
            asks=settings.ask,
            sorting=Sorting(settings.sorting),
            now_ms=now_ms,
        )
        self.decisions = self._decider.decisions
        self._hand_shown: tuple[int, ...] = ()
        self._sits_out = ""
        self.pauses = Pauses(self._seat, self._attendance, self._say)
        self._session: Session | None = None
        self._keys = table.referee.keys
        own = table.seat if is_person else None
        others = {key: self._names[seat] for seat, key in enumerate(self._keys) if seat != own}
        self.talk = LineTalk(
            conversation,
            seated=lambda: others,
            show=self._teller.heard,
            answer=self._say,
            send=self._talk,
        )
        self._ended: trio.Event | None = None
        self._wants_another = False

    def sit_down(self, session: Session) -> None:
        """The session whose table this is."""
        self._session = session

    # --- as the session's observer -----------------------------------------------------------------

    def told(self, notice: Notice) -> None:
        self._decider.say_if_late()
        self._teller.told(notice)
        self._attendance.told(notice)
        match notice:
            case Happened(event=DeckReady(), after=state):
                self._sit_out(self._can.sits_out(state, self._seat))
            case Happened(event=Out() as out, after=state):
                self._out(out, state)
            case DealSettled():
                self._hand_shown = ()
            case _:
                pass

    def _sit_out(self, why: str) -> None:
        """Our player is told, once, that they are not dealt in."""
        if why and why != self._sits_out and self._is_person:
            self._say(why)
        self._sits_out = why

    def _out(self, out: Out, state: State) -> None:
        """Our player is told what it costs to be out of a deal."""
        cause = dict(out.causes).get(-1 if self._seat is None else self._seat)
        if self._is_person and self._seat is not None and cause not in (None, Cause.LEFT):
            self._say(standing.out_of_deal(self._game, state, self._seat, cause))

    def heard(self, seat: Seat, text: str) -> None:
        self.talk.hear(Line(self._keys[seat], self._names[seat], text))

    def overheard(self, key: bytes, name: str, text: str) -> None:
        self.talk.hear(Line(key, name, text, is_watching=True))

    def refused(self, seat: Seat, reason: Reason) -> None:
        self._teller.refused(seat, reason)

    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None:
        self._attendance.link_up(seat, words)

    def link_down(self, seat: Seat) -> None:
        self._attendance.link_down(seat)

    def looked(self, look: Look) -> None:
        accused = frozenset() if self._session is None else self._session.table.accused
        self._attendance.looked(look, accused, self._now_ms())
        if self._is_person:
            self.pauses.looked()
        view = look.view
        if not self._is_person or view is None:
            return
        slots = self._game.hand_slots(view.state, view.seat)
        if slots and slots != self._hand_shown and set(slots) <= set(view.hand):
            # Said when cards come, not when they go: what has been played has been told.
            if not set(slots) <= set(self._hand_shown):
                self._say(phrase("You hold ", self._decider.hand(view), "."))
            self._hand_shown = slots

    # --- as the seat's player ----------------------------------------------------------------------

    async def decide(self, view: AnyView, limit_ms: int | None) -> Action:
        return await self._decider.decide(view, limit_ms)

    def turn_comes(self, view: AnyView, limit_ms: int | None) -> None:
        """Our player is asked from now on."""
        self._decider.turn_comes(view, limit_ms)

    def turn_goes(self, view: AnyView) -> None:
        """What our player was asked is decided, by them or without them."""
        self._decider.turn_goes(view)

    # --- in charge ---------------------------------------------------------------------------------

    @property
    def has_stake(self) -> bool:
        return self._seat is not None and self._is_person and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether our player looks at how the match has ended."""
        return self._ended is not None

    async def wait_seen(self) -> bool:
        """The match is over: until our player goes; whether another one is wanted."""
        self._ended = trio.Event()
        self._attendance.is_over = True
        self._say_what_now()
        await self._ended.wait()
        return self._wants_another

    def want_another(self) -> None:
        self._wants_another = True
        self.leave()

    def closed(self) -> None:
        """Nothing more can be typed: a seat without a player must not hold up the others."""
        if self.has_stake:
            self._say("Standard input is closed, so this seat leaves the table.")
            self.leave()
        elif self.is_over:
            self.leave()

    def leave(self) -> None:
        assert self._session is not None
        if self._ended is not None:
            self._ended.set()
        else:
            self._session.leave()

    def take(self, words: str) -> None:
        """Act on one typed line."""
        if self._question.is_open:
            self._question.answer(words)
        elif (does := meant(TABLE_WORDS, self, words)) is not None:
            does()
        elif self.is_over:
            self._say_what_now()
        elif self.plays:
            self._decider.act(words)
        else:
            self._say(f"You watch: type {offered(TABLE_WORDS, self)}.")

    def _say_what_now(self) -> None:
        self._say(f"The match is over. Type {offered(TABLE_WORDS, self)}.")

    # --- what the words do -------------------------------------------------------------------------

    @property
    def plays(self) -> bool:
        """Whether a seat is ours."""
        return self._seat is not None and self._session is not None and not self.is_over

    def say_help(self) -> None:
        turn = f"At your turn, type one of the choices{self._decider.examples}."
        self._teller.say_all((turn, *help_of(TABLE_WORDS)))

    def say_last_trick(self) -> None:
        self._teller.say_all(self._teller.last_trick())

    def say_again(self) -> None:
        self._teller.say_all(self._teller.last())

    def say_deal(self, number: str) -> None:
        self._teller.say_all(self._teller.deal(number))

    def say_table(self) -> None:
        self._teller.say_all(self._teller.table(self._attendance.look))

    def say_proofs(self) -> None:
        self._say(self._teller.proofs())

    def say_options(self) -> None:
        self._say(line_answers.of_options(self._options, self._deadline_s))

    def say_order(self) -> None:
        self._say(self._can.order_of_cards)

    def say_why(self, card: str) -> None:
        self._say(self._decider.why(card))

    def say_hand(self) -> None:
        look = self._attendance.look
        held = phrase() if look is None or look.view is None else self._decider.hand(look.view)
        self._say(phrase("You hold ", held, ".") if held else "You hold no cards now.")

    def say_that_nothing_was_asked(self) -> None:
        self._say("Nothing has been asked.")

    def name_cards(self, naming: str) -> None:
        self._teller.naming = naming
        self._say(f"Cards are named in {naming} from now on.")

    def sort(self) -> None:
        self._say(f"Your hand is sorted by {self._decider.sort()}.")
        self.say_hand()

    def _talk(self, text: str) -> None:
        assert self._session is not None
        self._session.say(text)

    def ask_to_leave(self) -> None:
        look = self._attendance.look
        if not self.has_stake or (look is not None and look.is_over):
            self.leave()
            return
        session = self._session
        if session is not None and self._attendance.presence.is_paused and session.may_return:
            self._question.ask(f"{pausing.GOING} Type yes to go.", self.leave)
            return
        view = None if look is None else look.view
        question = question_of_leaving(self._game, view, self._attendance.presence.voters)
        self._question.ask(f"{question} Type yes to leave.", self.leave)

    def want_pause(self) -> None:
        assert self._session is not None
        self.pauses.want(self._session)

    def come_back(self) -> None:
        assert self._session is not None
        self.pauses.come_back(self._session)

    def ask_about_absence(self) -> None:
        names = self._attendance.silent(self._now_ms())
        if not names:
            has_no_clock = self._attendance.presence.has_no_clock
            deadline_s = 0 if has_no_clock else self._deadline_s
            self._say(line_answers.nobody_to_vote_on(deadline_s))
            return

        def declare() -> None:
            assert self._session is not None
            self._attendance.declared(names, self._now_ms())
            self._session.declare_absent()

        question = question_of_absence(names, self._attendance.presence.voters, self._asks)
        if question is None:
            declare()
        else:
            self._question.ask(f"{question} Type yes to say so.", declare)

    def ask_for_advice(self) -> None:
        self._decider.advise()
