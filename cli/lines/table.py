"""The table in line mode: one event is one line, and typed words act.

The one rule: lines are only ever added. No cursor moves, no colour; whoever reads them by ear or
from a file gets everything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

from cli import words
from cli.evening import wording
from cli.evening.advising import Adviser
from cli.lines import answers as line_answers
from cli.lines import turn as line_turn
from cli.lines.spoken import as_typed, line_of
from cli.lines.story import Story
from cli.names import told_apart
from cli.settings import Settings
from cli.table import situations, standing, talk
from cli.table.actions_in_words import NotUnderstood, read_action
from cli.table.advice import Advised
from cli.table.asking import question_before, question_of_absence, question_of_leaving
from cli.table.games import moves_of
from cli.table.presence import Presence
from cli.table.sorting import Sorting, sort_hand
from cli.words.narrator import DETAILS, Narrator
from cli.words.phrase import Part, Phrase, phrase
from p2pcards.engine import Action, Cause, DeckReady, Opened, Out, Seat, State, View
from p2pcards.games import GAMES
from protocol.faults import Reason
from protocol.net.conduct.conduct import ALONE_LIMIT_S
from protocol.net.conduct.roles import Look
from protocol.net.session import Session
from protocol.report import Counts
from protocol.table.notices import (
    DealSettled,
    Happened,
    Notice,
    PreparationBegins,
    SeatOut,
    StakesPaid,
)
from protocol.table.table import Table

HURRY_MS: Final = 10_000
"""When the time left is said a second time, and never else."""

TOLD_AGAIN: Final = 8

LINK_CHANGES: Final = 20
"""How often a link's coming and going is told of one seat; then it has become noise."""

HELP: Final = (
    "advice says what a good player would do now, why, and how sure that is.",
    "why CARD says which rule forbids it; order tells the order of the cards, sort sorts your hand.",
    "hand, table, proofs, options tell how things stand: table what is trump, led and in the pot.",
    "last tells the last trick, again the last sentences, deal 3 that deal from its beginning.",
    "words and signs say how cards are named.",
    "say TEXT talks to all, mute NAME hears a player's talk no more, unmute NAME does.",
    "absent votes on those the table waits for. leave leaves the table.",
)


class LineTable:
    """What is told and asked at one table: an observer of its session, and its player.

    Args:
        table: The table; read only before its session runs.
        say: Shows a line.
        settings: The player's.
        now_ms: The program's clock.
        is_person: Whether somebody plays our seat by words.
        on_first_link: Called with the seat and the comparison words of each first link.
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
    ) -> None:
        opening = table.referee.proposal
        proposal = opening.proposal
        self._game = GAMES[proposal.game]
        self._can = moves_of(self._game)
        self._names = told_apart(record.name for record in proposal.seats)
        self._options = proposal.options
        self._deadline_s = proposal.deadline
        self._seat = table.seat
        self._show = say
        self._asks = settings.ask
        self._sorting = Sorting(settings.sorting)
        self._now_ms = now_ms
        self._last_line = ""
        self._is_person = is_person
        self._on_first_link = on_first_link
        self._narrator = Narrator(self._game, len(self._names))
        own = table.seat if is_person else None
        self._voice = words.voice_of(self._game, self._names, own)
        self._naming = settings.cards
        self._state: State | None = None
        """The newest that has been told; None before the first deal."""
        self._story = Story()
        self._muted: set[Seat] = set()
        self._counts = Counts()
        self._turned_up = 0
        """Cards that the rules showed to all, and no seat played."""
        self._standings = self._game.standings(
            self._game.new_match(proposal.options, len(self._names))
        )
        self._presence = Presence(len(self._names), table.seat, proposal.deadline, ALONE_LIMIT_S)
        self._refusals: dict[Seat, int] = {}
        self._link_changes: dict[Seat, int] = {}
        self._look: Look | None = None
        self._hand_shown: tuple[int, ...] = ()
        self._turn: View | None = None
        self._limit_ms: int | None = None
        self._question: Callable[[], None] | None = None
        self._sits_out = ""
        self._decided, self.decisions = trio.open_memory_channel[Action](1)
        self._adviser = Adviser(self._game, self._advised)
        self._session: Session | None = None

    def sit_down(self, session: Session) -> None:
        """The session whose table this is."""
        self._session = session

    def _say(self, part: Part) -> None:
        line = line_of(part, self._naming)
        self._last_line = line
        self._show(line)

    # --- as the session's observer -----------------------------------------------------------------

    def told(self, notice: Notice) -> None:
        self._counts.add(notice)
        if isinstance(notice, Happened):
            self._state = notice.after
        if isinstance(notice, Happened) and isinstance(notice.event, Opened):
            self._turned_up += len(notice.event.cards)
        self._say_if_late()
        match notice:
            case PreparationBegins(deal, ahead=False) | StakesPaid(deal):
                self._story.begin(deal)
            case _:
                pass
        for fact in self._narrator.tell(notice):
            if not isinstance(fact, DETAILS):
                sentence = words.tell(self._game.name, fact, self._voice).long.ended
                self._story.add(sentence)
                self._say(sentence)
        if isinstance(notice, Happened) and isinstance(notice.event, DeckReady):
            self._sit_out(self._can.sits_out(notice.after, self._seat))
        if isinstance(notice, StakesPaid):
            self._presence.gone -= set(notice.seats)
        if isinstance(notice, SeatOut) and notice.cause is not Cause.SILENT:
            self._presence.gone.add(notice.seat)
        if isinstance(notice, Happened) and isinstance(notice.event, Out):
            self._out(notice.event, notice.after)
        if isinstance(notice, DealSettled):
            self._standings = notice.standings
            self._hand_shown = ()

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
        line = phrase(phrase(self._voice.who(seat)).starting, f': "{text}"')
        if seat not in self._muted:
            self._story.add(line)
            self._say(line)

    def overheard(self, key: bytes, name: str, text: str) -> None:
        line = phrase(f'{name} (watching): "{text}"')
        self._story.add(line)
        self._say(line)

    def refused(self, seat: Seat, reason: Reason) -> None:
        self._refusals[seat] = self._refusals.get(seat, 0) + 1
        if self._refusals[seat] == 1:
            self._say(f"Something from {self._names[seat]} is refused: {words.reason(reason)}.")

    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None:
        if not self._presence.concerns(seat):
            return
        if seat in self._presence.met:
            self._say_link(seat, wording.link_back(self._names[seat]))
        else:
            self._presence.met.add(seat)
            self._on_first_link(seat, words)

    def link_down(self, seat: Seat) -> None:
        look = self._look
        if self._presence.concerns(seat) and (look is None or not (look.is_over or look.has_left)):
            is_only = self._presence.voters <= 2
            self._say_link(seat, wording.link_lost(self._names[seat], is_only=is_only))

    def _say_link(self, seat: Seat, sentence: str) -> None:
        self._link_changes[seat] = self._link_changes.get(seat, 0) + 1
        if self._link_changes[seat] <= LINK_CHANGES:
            self._say(sentence)

    def looked(self, look: Look) -> None:
        for seat in sorted(look.leaving - self._presence.gone):
            self._say(wording.leaves(self._names[seat]))
        self._presence.gone |= look.leaving
        self._look = look
        accused = frozenset() if self._session is None else self._session.table.accused
        for seat in self._presence.looked(look, accused, self._now_ms()):
            self._hear_vote(seat)
        view = look.view
        if not self._is_person or view is None:
            return
        slots = self._game.hand_slots(view.state, view.seat)
        if slots and slots != self._hand_shown and set(slots) <= set(view.hand):
            # Said when cards come, not when they go: what has been played has been told.
            if not set(slots) <= set(self._hand_shown):
                self._say(phrase("You hold ", self._hand(view), "."))
            self._hand_shown = slots

    def _hear_vote(self, seat: Seat) -> None:
        """Somebody says that this seat is absent."""
        if seat == self._seat:
            self._say(standing.ACCUSED)
        elif not self._deadline_s and not self._presence.has_answered(self._now_ms()):
            self._say(standing.accused(self._names[seat]))

    # --- as the seat's player ----------------------------------------------------------------------

    async def decide(self, view: View, limit_ms: int | None) -> Action:
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

    def turn_comes(self, view: View, limit_ms: int | None) -> None:
        """Our player is asked from now on."""
        self._turn, self._limit_ms = view, limit_ms
        left = "" if limit_ms is None else wording.seconds(limit_ms - self._now_ms())
        held = self._hand(view)
        hand = phrase("You hold ", held, ".")
        is_told = self._last_line == line_of(hand, self._naming)  # cards that have come just now
        if is_told or not held or line_turn.gets_another_hand(self._game, view):
            hand = phrase()
        self._say(line_turn.prompt(self._game, view, left=left, hand=hand))
        for sentence in line_turn.must_wait(self._game, view):
            self._say(sentence)

    def turn_goes(self, view: View) -> None:
        """What our player was asked is decided, by him or without him."""
        if self._turn is None or self._turn is view:
            self._turn = None
            self._question = None

    def _say_if_late(self) -> None:
        """Before what our program does for the player is told: why it does."""
        if self._turn is None or self._limit_ms is None:
            return
        if self._limit_ms <= self._now_ms():
            self._limit_ms = None
            self._say("Your time is up.")

    async def _hurry(self, view: View, limit_ms: int) -> None:
        left_ms = limit_ms - self._now_ms()
        if left_ms > HURRY_MS:
            await trio.sleep((left_ms - HURRY_MS) / 1000)
            self._say(
                f"{wording.seconds(HURRY_MS)} left, then {line_turn.default(self._game, view)}."
            )

    def _hand(self, view: View) -> Phrase:
        """The cards that are held now; a seat knows those too that it has put face down."""
        slots = self._game.hand_slots(view.state, view.seat)
        held = [slot for slot in slots if slot in view.hand]
        moves = self._can.moves(view, is_turn=view is self._turn)
        order = sort_hand(self._sorting, held, view.hand, self._game.pack, moves)
        return self._voice.cards(view.hand[slot] for slot in order)

    # --- words -------------------------------------------------------------------------------------

    @property
    def has_stake(self) -> bool:
        return self._seat is not None and self._is_person

    def closed(self) -> None:
        """Nothing more can be typed: a seat without a player must not hold up the others."""
        if self.has_stake:
            self._say("Standard input is closed, so this seat leaves the table.")
            self.leave()

    def leave(self) -> None:
        assert self._session is not None
        self._session.leave()

    def take(self, words: str) -> None:
        """Act on one typed line."""
        verb, _, rest = words.partition(" ")
        rest = rest.strip()
        if self._question is not None:
            answer, self._question = self._question, None
            if verb.lower() in ("yes", "y"):
                answer()
            else:
                self._say("Nothing is done.")
            return
        match verb.lower():
            case "help" | "?":
                such = line_turn.examples(self._game, self._turn, ", such as: ")
                self._say(f"At your turn, type one of the choices{such}.")
                for line in HELP:
                    self._say(line)
            case "hand":
                self._say_hand()
            case "table":
                self._say_table()
            case "proofs":
                refused = sum(self._refusals.values())
                self._say(line_answers.of_proofs(self._counts, self._turned_up, refused))
            case "last":
                for told in situations.last_trick(self._game, self._state, self._voice):
                    self._say(told)
            case "again":
                for part in self._story.last(TOLD_AGAIN):
                    self._say(part)
            case "deal":
                self._tell_deal(rest)
            case "mute" | "unmute":
                self._mute(rest, is_muted=verb.lower() == "mute")
            case "words" | "signs":
                self._naming = verb.lower()
                self._say(f"Cards are named in {self._naming} from now on.")
            case "options":
                self._say(line_answers.of_options(self._options, self._deadline_s))
            case "leave" | "quit":
                self._ask_to_leave()
            case _ if self._seat is None or self._session is None:
                self._say(
                    "You watch: type table, last, again, deal, mute, words, proofs, options, help or leave."
                )
            case "say":
                self._chat(rest)
            case "why":
                self._say(line_turn.why(self._game, self._turn, as_typed(self._game.pack, rest)))
            case "advice" | "h":
                self._ask_for_advice()
            case "order":
                self._say(self._can.order_of_cards)
            case "sort":
                self._sort()
            case "absent":
                self._ask_about_absence()
            case "yes" | "y" | "no" | "n":
                self._say("Nothing has been asked.")
            case _:
                self._act(words)

    def _chat(self, text: str) -> None:
        assert self._session is not None
        assert self._seat is not None
        if not text:
            self._say("Say what? Type: say TEXT.")
            return
        lines = talk.lines_of(text)
        if not lines:
            self._say("That is too long to be said at once. Nothing was said.")
        for line in lines:
            self._session.say(line)
            self.heard(self._seat, line)

    def _mute(self, name: str, *, is_muted: bool) -> None:
        seat = talk.seat_named(self._names, name, self._seat)
        if seat is None:
            others = [one for at, one in enumerate(self._names) if at != self._seat]
            self._say(f"Type {'mute' if is_muted else 'unmute'} and one of: {', '.join(others)}.")
        elif is_muted:
            self._muted.add(seat)
            self._say(f"You do not hear {self._names[seat]} talk any more; unmute undoes it.")
        else:
            self._muted.discard(seat)
            self._say(f"You hear {self._names[seat]} talk.")

    def _tell_deal(self, number: str) -> None:
        """A deal from its beginning, while the next one goes on."""
        lines = self._story.of(int(number)) if number.isascii() and number.isdecimal() else ()
        for part in lines:
            self._say(part)
        if not lines:
            kept = self._story.deals
            these = f": {kept[0]} to {kept[-1]}" if kept else "; none has begun"
            self._say(f"Type deal and the number of one that was told here{these}.")

    def _ask_to_leave(self) -> None:
        look = self._look
        if self._seat is None or (look is not None and look.is_over):
            self.leave()
            return
        view = None if look is None else look.view
        question = question_of_leaving(self._game, view, self._presence.voters)
        self._ask(f"{question} Type yes to leave.", self.leave)

    def _ask_about_absence(self) -> None:
        silent = self._presence.to_vote_on(self._now_ms())
        if not silent:
            self._say(line_answers.nobody_to_vote_on(self._deadline_s))
            return
        names = tuple(self._names[seat] for seat in silent)

        def declare() -> None:
            assert self._session is not None
            self._say(standing.declared(names))
            self._presence.wait_anew(self._now_ms())
            self._session.declare_absent()

        question = question_of_absence(names, self._presence.voters, self._asks)
        if question is None:
            declare()
        else:
            self._ask(f"{question} Type yes to say so.", declare)

    def _sort(self) -> None:
        self._sorting = Sorting.SUIT if self._sorting is Sorting.RANK else Sorting.RANK
        self._say(f"Your hand is sorted by {self._sorting}.")
        self._say_hand()

    def _say_hand(self) -> None:
        view = None if self._look is None else self._look.view
        held = phrase() if view is None else self._hand(view)
        self._say(phrase("You hold ", held, ".") if held else "You hold no cards now.")

    def _say_table(self) -> None:
        look = self._look
        view = None if look is None else look.view
        state = self._state if view is None else view.state
        standings = self._standings if state is None else self._game.standings(state)
        for line in line_answers.of_table(self._game, self._voice, state, standings, look):
            self._say(line)

    def _ask_for_advice(self) -> None:
        if self._turn is None:
            self._say("It is not your turn.")
        else:
            self._adviser.ask()

    def _advised(self, view: View, advised: Advised) -> None:
        for detail in advised.details:
            self._say(detail)
        if self._question is not None:
            self._say(advised.sentence)  # a yes is for what was asked before
        elif self._turn is view:
            self._ask(
                f"{advised.sentence} Type yes to do it.", lambda: self._do(view, advised.action)
            )

    def _act(self, typed: str) -> None:
        view = self._turn
        if view is None:
            self._say("It is not your turn. Type help for what can be said.")
            return
        try:
            action = read_action(self._game, view, as_typed(self._game.pack, typed))
        except NotUnderstood as error:
            self._say(phrase(error.sentence, f" You may: {line_turn.offered(self._game, view)}."))
            return
        rule = self._game.why_not(view, action)
        if rule is not None:
            self._say(words.sentence(rule))
            return
        question = question_before(self._game, view, action, self._asks)
        if question is None:
            self._do(view, action)
        else:
            self._ask(f"{question} Type yes to do it.", lambda: self._do(view, action))

    def _do(self, view: View, action: Action) -> None:
        if self._turn is not view:
            self._say("The moment for that has passed.")
            return
        self._turn = None
        self._decided.send_nowait(action)

    def _ask(self, text: str, action: Callable[[], None]) -> None:
        self._question = action
        self._say(text)
