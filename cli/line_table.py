"""The table in line mode: one event is one line, and typed words act.

The one rule: lines are only ever added. No cursor moves, no colour; whoever reads them by ear or
from a file gets everything.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

import trio

from cli import wording, words
from cli.actions_in_words import (
    NotUnderstood,
    choices,
    cost_of,
    find_card,
    forbidden_cards,
    read_action,
    say_action,
    say_card,
    say_choices,
)
from cli.names import told_apart
from cli.narrator import DETAILS, Narrator
from cli.words.en import telling
from cli.words.phrase import Part, in_braces, phrase
from p2pcards.engine import Cause, Opened, Seat, View
from p2pcards.games import GAMES
from protocol.audit import Counts
from protocol.faults import Reason
from protocol.net.conduct.roles import Look
from protocol.net.session import Session
from protocol.table.notices import DealSettled, Happened, Notice, PreparationBegins, SeatOut
from protocol.table.table import Table

HURRY_MS: Final = 10_000
"""When the time left is said a second time, and never else."""

REMEMBERED: Final = 60
TOLD_AGAIN: Final = 8
CHAT_LIMIT: Final = 200

LINK_CHANGES: Final = 20
"""How often a link's coming and going is told of one seat; then it has become noise."""

HELP: Final = (
    "hint says what might be done and why, where the game has advice.",
    "why CARD says which rule forbids it. hand, table, last, proofs, options tell how things stand.",
    "say TEXT talks to all. absent votes on those the table waits for. leave leaves the table.",
)


class LineTable:
    """What is told and asked at one table: an observer of its session, and its player.

    Args:
        table: The table; read only before its session runs.
        say: Shows a line.
        is_person: Whether somebody plays our seat by words.
        on_first_link: Called with the seat and the comparison words of each first link.
    """

    def __init__(
        self,
        table: Table,
        say: Callable[[str], None],
        *,
        is_person: bool,
        on_first_link: Callable[[Seat, tuple[str, ...]], None],
    ) -> None:
        opening = table.referee.proposal
        proposal = opening.proposal
        self._game = GAMES[proposal.game]
        self._names = told_apart(record.name for record in proposal.seats)
        self._options = proposal.options
        self._deadline_s = proposal.deadline
        self._seat = table.seat
        self._show = say
        self._last_line = ""
        self._is_person = is_person
        self._on_first_link = on_first_link
        self._narrator = Narrator(self._game, len(self._names))
        self._voice = words.voice_of(self._game, self._names)
        self._story: deque[Part] = deque(maxlen=REMEMBERED)
        self._counts = Counts()
        self._turned_up = 0
        """Cards that the rules showed to all, and no seat played."""
        self._standings = self._game.standings(
            self._game.new_match(proposal.options, len(self._names))
        )
        self._met: set[Seat] = set()
        self._refusals: dict[Seat, int] = {}
        self._link_changes: dict[Seat, int] = {}
        self._look: Look | None = None
        self._hand_shown: tuple[int, ...] = ()
        self._turn: View | None = None
        self._limit_ms: int | None = None
        self._has_bid = False
        self._gone: set[Seat] = set()
        """Seats that have left: their links are nobody's worry."""
        self._question: Callable[[], None] | None = None
        self._decided_in, self._decided = trio.open_memory_channel[Any](1)
        self._session: Session | None = None

    def sit_down(self, session: Session) -> None:
        """The session whose table this is."""
        self._session = session

    def _say(self, part: Part) -> None:
        line = in_braces(part)
        self._last_line = line
        self._show(line)

    # --- as the session's observer -----------------------------------------------------------------

    def told(self, notice: Notice) -> None:
        self._counts.add(notice)
        if isinstance(notice, Happened) and isinstance(notice.event, Opened):
            self._turned_up += len(notice.event.cards)
        self._say_if_late()
        if isinstance(notice, PreparationBegins) and not notice.ahead:
            self._story.clear()
        for fact in self._narrator.tell(notice):
            if not isinstance(fact, DETAILS):
                sentence = words.tell(self._game.name, fact, self._voice).long.ended
                self._story.append(sentence)
                self._say(sentence)
        if isinstance(notice, SeatOut) and notice.cause is Cause.LEFT:
            self._gone.add(notice.seat)
        if isinstance(notice, DealSettled):
            self._standings = notice.standings
            self._has_bid = False
            self._hand_shown = ()

    def heard(self, seat: Seat, text: str) -> None:
        line = f'{self._names[seat]}: "{text}"'
        self._story.append(line)
        self._say(line)

    def refused(self, seat: Seat, reason: Reason) -> None:
        self._refusals[seat] = self._refusals.get(seat, 0) + 1
        if self._refusals[seat] == 1:
            self._say(f"Something from {self._names[seat]} is refused: {words.reason(reason)}.")

    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None:
        if seat in self._met:
            self._say_link(seat, wording.link_back(self._names[seat]))
        else:
            self._met.add(seat)
            self._on_first_link(seat, words)

    def link_down(self, seat: Seat) -> None:
        look = self._look
        if seat not in self._gone and (look is None or not (look.is_over or look.has_left)):
            is_only = len(self._names) - len(self._gone) <= 2
            self._say_link(seat, wording.link_lost(self._names[seat], is_only=is_only))

    def _say_link(self, seat: Seat, sentence: str) -> None:
        self._link_changes[seat] = self._link_changes.get(seat, 0) + 1
        if self._link_changes[seat] <= LINK_CHANGES:
            self._say(sentence)

    def looked(self, look: Look) -> None:
        for seat in sorted(look.leaving - self._gone):
            self._say(wording.leaves(self._names[seat]))
        self._gone |= look.leaving
        self._look = look
        view = look.view
        if not self._is_person or view is None:
            return
        slots = self._game.hand_slots(view.state, view.seat)
        if slots and slots != self._hand_shown and set(slots) <= set(view.hand):
            # Said when cards come, not when they go: what has been played has been told.
            if not set(slots) <= set(self._hand_shown):
                self._say(f"You hold {self._hand(view)}.")
            self._hand_shown = slots

    # --- as the seat's player ----------------------------------------------------------------------

    async def decide(self, view: View, limit_ms: int | None) -> Any:
        """Ask, and wait for words that are a legal action."""
        self._turn, self._limit_ms = view, limit_ms
        self._say(self._prompt(view, limit_ms))
        for card, rule in forbidden_cards(self._game, view):
            said = say_card(self._game.pack, card)
            why = phrase(words.clause(rule), f" ({words.source(rule)})")
            self._say(phrase(f"Not {said}: ", why).ended)
        try:
            async with trio.open_nursery() as nursery:
                if limit_ms is not None:
                    nursery.start_soon(self._hurry, view, limit_ms)
                action = await self._decided.receive()
                nursery.cancel_scope.cancel()
            return action
        finally:
            self._turn = None
            self._question = None

    def _say_if_late(self) -> None:
        """Before what our program does for the player is told: why it does."""
        if self._turn is None or self._limit_ms is None:
            return
        if _left_ms(self._limit_ms) <= 0:
            self._limit_ms = None
            self._say("Your time is up.")

    def _prompt(self, view: View, limit_ms: int | None) -> str:
        offered = choices(self._game, view)
        clock = ""
        if limit_ms is not None:
            clock = f", {wording.seconds(_left_ms(limit_ms))}, then {self._default(view)}"
        # Who buys in gets other cards.
        held = self._hand(view)
        has_hand = held and not any(choice.verb == "buy-in" for choice in offered)
        hand = f"You hold {held}."
        # Cards that have come just now need not be told twice.
        told = f" {hand}" if has_hand and self._last_line != hand else ""
        return f"Your turn{clock}.{told} You may: {say_choices(self._game, offered)}."

    async def _hurry(self, view: View, limit_ms: int) -> None:
        left_ms = _left_ms(limit_ms)
        if left_ms > HURRY_MS:
            await trio.sleep((left_ms - HURRY_MS) / 1000)
            self._say(f"{wording.seconds(HURRY_MS)} left, then {self._default(view)}.")

    def _default(self, view: View) -> str:
        return say_action(self._game, view, self._game.default_action(view))

    def _hand(self, view: View) -> str:
        """The cards that are held now; a seat knows those too that it has put face down."""
        slots = self._game.hand_slots(view.state, view.seat)
        held = sorted(view.hand[slot] for slot in slots if slot in view.hand)
        return " ".join(f"{{{self._game.pack.text(card)}}}" for card in held)

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
                self._say(f"At your turn, type one of the choices{self._examples(', such as: ')}.")
                for line in HELP:
                    self._say(line)
            case "hand":
                self._say_hand()
            case "table":
                self._say_table()
            case "proofs":
                self._say_proofs()
            case "last":
                for told in list(self._story)[-TOLD_AGAIN:]:
                    self._say(told)
            case "options":
                told = ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in self._options.items())
                clock = f"{self._deadline_s} s a turn" if self._deadline_s else "no clock"
                self._say(f"Options: {told}, {clock}.")
            case "leave" | "quit":
                self._ask_to_leave()
            case _ if self._seat is None or self._session is None:
                self._say("You watch: type table, last, proofs, options, help or leave.")
            case "say":
                self._chat(rest)
            case "why":
                self._why(rest)
            case "hint":
                self._hint()
            case "absent":
                self._session.declare_absent()
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
        self._session.say(text[:CHAT_LIMIT])
        self.heard(self._seat, text[:CHAT_LIMIT])

    def _ask_to_leave(self) -> None:
        price = self._price_of_leaving()
        if price is None:
            self.leave()
        else:
            self._ask(f"{price} Type yes to leave.", self.leave)

    def _price_of_leaving(self) -> str | None:
        view = None if self._look is None else self._look.view
        if view is None or self._seat is None:
            return None
        paid = self._standings[self._seat] - self._game.standings(view.state)[self._seat]
        if paid > 0:
            return f"Leaving now puts you out of this deal, and the {paid} you have paid stay in."
        return "Leaving now puts you out of this deal."

    def _say_hand(self) -> None:
        view = None if self._look is None else self._look.view
        held = "" if view is None else self._hand(view)
        self._say(f"You hold {held}." if held else "You hold no cards now.")

    def _say_table(self) -> None:
        look = self._look
        view = None if look is None else look.view
        standings = self._standings if view is None else self._game.standings(view.state)
        self._say(f"{telling.scored(self._names, standings)}.")
        if view is not None and (pot := self._game.public(view.state).get("pot")):
            self._say(f"The pot is {pot}.")
        if look is not None and look.waiting_for:
            self._say(f"The table waits for {self._seats(look.waiting_for)}.")
        if look is not None and self._seat is not None:
            apart = set(range(len(self._names))) - look.linked - {self._seat}
            if apart:
                self._say(f"There is no link to {self._seats(tuple(sorted(apart)))}.")

    def _seats(self, seats: tuple[Seat, ...]) -> str:
        return telling.listed(
            "you" if seat == self._seat and self._is_person else self._names[seat] for seat in seats
        )

    def _say_proofs(self) -> None:
        counts = self._counts
        self._say(
            f"Checked here: {telling.counted(counts.deals, 'result')},"
            f" {telling.counted(counts.shuffles, 'shuffle')},"
            f" {telling.counted(counts.shares, 'share')},"
            f" {telling.counted(counts.cards + self._turned_up, 'card')} shown,"
            f" {telling.counted(counts.claims, 'claim')}."
            f" Refused: {sum(self._refusals.values())}."
        )

    def _why(self, word: str) -> None:
        view = self._turn
        if view is None:
            self._say("It is not your turn.")
            return
        if not word:
            self._say(f"Why what? Type why and a card or an action{self._examples(': why ', 1)}.")
            return
        try:
            action = self._action_or_card(view, word)
        except NotUnderstood as error:
            self._say(error.sentence)
            return
        rule = self._game.why_not(view, action)
        self._say("That is allowed." if rule is None else words.sentence(rule))

    def _hint(self) -> None:
        view = self._turn
        if view is None:
            self._say("It is not your turn.")
            return
        hint = self._game.hint(view)
        if hint is None:
            self._say("There is no advice for this.")
            return
        for fact in hint.why:
            self._say(words.tell(self._game.name, fact, self._voice).long.ended)
        advice = say_action(self._game, view, hint.action)
        self._ask(f"That is: {advice}. Type yes to do it.", lambda: self._do(view, hint.action))

    def _examples(self, lead: str, most: int = 3) -> str:
        """Actions of this moment as they are typed, after `lead`; empty when it is not our turn."""
        view = self._turn
        if view is None:
            return ""
        said: dict[str, str] = {}
        for action in self._game.legal_actions(view):
            typed = say_action(self._game, view, action)
            said.setdefault(typed.partition(" ")[0], typed)
            if len(said) == most:
                break
        return lead + ", ".join(said.values())

    def _action_or_card(self, view: View, words: str) -> Any:
        try:
            return read_action(self._game, view, words)
        except NotUnderstood:
            if " " in words:
                raise
        find_card(self._game, view, words)
        raise NotUnderstood("No card can be chosen now.")

    def _act(self, typed: str) -> None:
        view = self._turn
        if view is None:
            self._say("It is not your turn. Type help for what can be said.")
            return
        try:
            action = read_action(self._game, view, typed)
        except NotUnderstood as error:
            offered = say_choices(self._game, choices(self._game, view))
            self._say(f"{error.sentence} You may: {offered}.")
            return
        rule = self._game.why_not(view, action)
        if rule is not None:
            self._say(words.sentence(rule))
            return
        warning = self._warning(view, action)
        if warning is None:
            self._do(view, action)
        else:
            self._ask(f"{warning} Type yes to do it.", lambda: self._do(view, action))

    def _warning(self, view: View, action: Any) -> str | None:
        """What makes an action one to ask about."""
        stack = self._game.standings(view.state)[view.seat]
        cost = cost_of(self._game, view, action)
        if cost and cost >= stack:
            return f"That puts in all of your {stack}."
        if cost and 2 * cost > stack:
            return f"That puts in {cost} of your {stack}."
        if self._has_bid and self._game.format_action(action) == "fold":
            return "You have bid in this deal; folding gives that up."
        return None

    def _do(self, view: View, action: Any) -> None:
        if self._turn is not view:
            self._say("The moment for that has passed.")
            return
        if cost_of(self._game, view, action):
            self._has_bid = True
        self._turn = None
        self._decided_in.send_nowait(action)

    def _ask(self, text: str, action: Callable[[], None]) -> None:
        self._question = action
        self._say(text)


def _left_ms(limit_ms: int) -> int:
    return limit_ms - round(trio.current_time() * 1000)
