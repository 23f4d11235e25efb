"""A seat at a table, without I/O: bytes and moments go in, effects come out (SPEC §6.8).

The one rule: this is the door. What a shell may call and ask stands here; what is done about it is the
machine's, and all judging the referee's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from p2pcards.engine import Action, AnyView, IllegalAction, Rule, Seat
from protocol.log.lines import Archive
from protocol.log.rounds import Round
from protocol.table.effects import Effect, Heard, Refuse, Send, Tell
from protocol.table.judge.play import Play
from protocol.table.judge.setting import Setting
from protocol.table.judge.stored import read_entries, take_up
from protocol.table.machine import Machine
from protocol.table.memory.correspondence import MORE_MS, TOLD_LINES
from protocol.table.memory.notes import read_notes
from protocol.table.notices import DealSettled
from protocol.table.rooms.voting import VOTING_MS
from protocol.wire.codec import BadLine
from protocol.wire.entries import Leave
from protocol.wire.talk import (
    Aside,
    Catchup,
    Links,
    More,
    Passed,
    Pause,
    Say,
    Talk,
    decode_talk,
    encode_talk,
    is_talk,
)

LIMIT_MARGIN_MS = 3000
"""How long before the table's deadline our own program decides for its player (SPEC §6.8)."""


class Table(Machine):
    """Our seat at a table; made as a `Machine` is."""

    # --- what the shell calls ----------------------------------------------------------------------

    def restore(self, log: Sequence[bytes], notes: Sequence[bytes], away_ms: int = 0) -> None:
        """Take up, before `start`, what an earlier run of this seat's program has left behind.

        What was told since the last result is told again. The table then speaks only once the
        others have had time to give it what it lacks, its own entries among it: whatever this seat
        has signed anywhere must be known before it signs more.

        Args:
            log: The lines of its public log, the proposal first; what is no whole round is cut off.
            notes: The lines of its private notes; where they are lost, so are the cards of the deal.
            away_ms: Time since they were written: so much of a turn's time may be gone already.

        Raises:
            ValueError: The log is another table's.
        """
        if log and log[0] != self.referee.lines[0]:
            raise ValueError("the log is another table's")
        used, told = take_up(self.referee, log)
        last = max((i for i, n in enumerate(told) if isinstance(n, DealSettled)), default=0)
        self._effects += [Tell(notice) for notice in told[last:]]
        self._shelf.take_up([*self.referee.lines[: len(log)], *log[used:]])
        kept = read_notes(notes)
        if kept.nonce is not None:
            self._own.nonce = kept.nonce
        self._own.secrets |= kept.secrets
        for signed in read_entries(kept.entries, self.referee):
            if signed.entry.seat == self.seat:
                self._take_own(signed)
            if not isinstance(signed.entry, Leave):
                self.early.add(signed)  # our own too, by which a way is known that we have left
            elif signed.entry.seat != self.seat:
                self._leaves.add(signed)
            self._gates.remember(signed)
        self.early.forget(self.referee.first_deal, self.referee.last_deal)
        self._gates.recall_ways()
        deadline_ms = 1000 * self.referee.proposal.proposal.deadline
        self._listening.begin(away_ms, deadline_ms + VOTING_MS)

    def start(self, now_ms: int) -> list[Effect]:
        """Begin: store the proposal and speak where we are due."""
        return self._go_on(now_ms)

    def receive(self, sender: Seat, payload: bytes, now_ms: int) -> list[Effect]:
        """Take in what a peer sent: an entry of any seat, or talk."""
        self._now_ms = now_ms
        if is_talk(payload):
            try:
                self._hear(sender, decode_talk(payload))
            except BadLine as error:
                self._effects.append(Refuse(sender, error.reason))
            return self._flush()
        self._do(self._intake.take(sender, payload, now_ms))
        return self._go_on(now_ms)

    def set_linked(self, seats: frozenset[Seat], now_ms: int) -> list[Effect]:
        """Tell the table which seats we have links to; ask the new ones for what we missed."""
        has_changed = seats != self.linked
        new = self.correspondence.set_linked(seats)
        if has_changed:
            self._spread(encode_talk(Links(tuple(sorted(seats)))))
        self._disputes.answer_again(new)
        if new:
            self._listening.hear_link(now_ms)
            # From where logs may differ, for we may have gone different ways while the link was cut.
            self._say(Catchup(self.referee.line_count_to_stay), tuple(sorted(new)))
            if self._speaker.wants_pause:
                self._say(Pause(wants=True), tuple(sorted(new)))
            for seat in sorted(new):
                self._send_open_rounds(seat)
        return self._go_on(now_ms)

    def tick(self, now_ms: int) -> list[Effect]:
        """Let time pass: decide for a player whose time is up, vote where a deadline has passed."""
        self._now_ms = now_ms
        if (limit := self.decision_limit_ms()) is not None and now_ms >= limit:
            view, setting = self.view(), self.referee.setting
            assert view is not None
            assert setting is not None
            self._speaker.choose(setting.game.default_action(view))
        self._listening.end_if_due(now_ms)
        for ballot in list(self.ballots.values()):
            if ballot.due_ms is not None and now_ms >= ballot.due_ms:
                self._do(self._voter.vote(ballot, now_ms))
        self.correspondence.go_on_to(self.referee.due)
        for seat in self.correspondence.to_ask(now_ms):
            self._say(Catchup(len(self.referee.lines)), (seat,))
        for seat, lines in self.correspondence.more_to_ask(now_ms):
            self._say(Catchup(lines), (seat,))
        return self._go_on(now_ms)

    def let_go(self, archive: Archive) -> None:
        """All that was to be stored is: what stays for good need not be held here any more."""
        self.referee.let_go(archive)

    def next_tick_ms(self) -> int | None:
        """When `tick` has something to do next, if nothing comes in before; None = never."""
        listening_ms = self._listening.until_ms
        moments = [
            *(ballot.due_ms for ballot in self.ballots.values()),
            *self.correspondence.moments_ms(),
            self.decision_limit_ms(),
            self._speaker.stake_from_ms() if listening_ms is None else listening_ms,
        ]
        return min((moment for moment in moments if moment is not None), default=None)

    def go_on(self, now_ms: int) -> list[Effect]:
        """The result has been read: our stake for the next deal waits no longer."""
        self._speaker.end_reading()
        return self._go_on(now_ms)

    def come_back(self, now_ms: int) -> list[Effect]:
        """Our player is back from a pause."""
        self._speaker.come_back()
        return self._go_on(now_ms)

    def want_pause(self, wants: bool, now_ms: int) -> list[Effect]:
        """Whether our player agrees to a pause after this deal; all others are told."""
        if wants != self._speaker.wants_pause:
            self._speaker.wants_pause = wants
            self._spread(encode_talk(Pause(wants)))
        return self._go_on(now_ms)

    def decide(self, action: Action, now_ms: int) -> list[Effect]:
        """Our player's decision.

        Raises:
            IllegalAction: It is not legal now; nothing has changed.
        """
        view, setting = self.view(), self.referee.setting
        assert setting is not None
        text = setting.game.format_action(action)
        if view is None or self.pending() is None:
            raise IllegalAction(self.seat or 0, text, Rule("spec", "6.3", "not_your_turn"))
        rule = setting.game.why_not(view, action)
        if rule is not None:
            raise IllegalAction(view.seat, text, rule)
        self._speaker.choose(action)
        return self._go_on(now_ms)

    def declare_absent(self, now_ms: int) -> list[Effect]:
        """By hand, at a table without a deadline: vote on those we wait for.

        The first call asks the others for what we miss, and votes a moment later; each further one
        is another ballot, which also counts those absent who gave no vote in the last.
        """
        self._now_ms = now_ms
        for ballot in list(self.ballots.values()):
            self._do(self._voter.vote(ballot, now_ms))
        return self._go_on(now_ms)

    def leave(self, now_ms: int) -> list[Effect]:
        """Leave the table: signed, and valid from the next round that names us."""
        if self._own_leave.is_on:
            return self._flush()
        self._own_leave.is_on = True
        if not self._listening.is_on:
            for leave in self._own_leave.in_advance():
                self._take_leave(leave)
        return self._go_on(now_ms)

    def say(self, text: str) -> list[Effect]:
        """Chat."""
        self._spread(encode_talk(Say(text)))
        return self._flush()

    def _go_on(self, now_ms: int) -> list[Effect]:
        self._now_ms = now_ms
        self._advance()
        return self._flush()

    def _hear(self, sender: Seat, talk: Talk) -> None:
        match talk:
            case Catchup(lines):
                self._tell_log(sender, lines)
            case More(lines):
                self.correspondence.hear_more(sender, lines, self._now_ms + MORE_MS)
            case Links(seats):
                self.correspondence.hear_links(sender, seats)
            case Say(text):
                self._effects.append(Heard(sender, text))
            case Pause(wants):
                self.correspondence.hear_pause(sender, wants=wants)
            case Aside() | Passed():
                pass  # of those who watch: beside the table
            case _:
                assert_never(talk)

    def _tell_log(self, to: Seat, first: int) -> None:
        """The log from a line on: a part of it, or all that there is and then what it does not hold yet."""
        part = self.referee.lines[first : first + TOLD_LINES]
        self._effects += [Send(line, (to,)) for line in part]
        told = first + len(part)
        if part and told < len(self.referee.lines):
            self._say(More(told), (to,))
        else:
            self._send_open_rounds(to)

    # --- what the shell asks -----------------------------------------------------------------------

    @property
    def reading_ms(self) -> int:
        """How long our stake for the next deal waits after a result, so that people can read it."""
        return self._speaker.reading_ms

    @reading_ms.setter
    def reading_ms(self, reading_ms: int) -> None:
        self._speaker.reading_ms = reading_ms

    def pending(self) -> Round | None:
        """The round in which our player must decide, if any."""
        return None if self._listening.is_on else self._speaker.asked()

    def decision_limit_ms(self) -> int | None:
        """When our own program will decide for the player; None without a clock or a turn."""
        round = self.pending()
        ballot = None if round is None else self.ballots.get(round.place)
        if ballot is None or ballot.due_ms is None or ballot.mine:
            return None
        assert self.referee.setting is not None
        return ballot.due_ms - ballot.away_ms - self._margin_ms(self.referee.setting)

    def awaited_limit_ms(self) -> int | None:
        """When the programs of those whom the table waits for decide by themselves; None without a clock.

        It is the same moment that their own clocks show; once it has passed it stays in the past.
        """
        ballot, setting = self._memory.main_ballot, self.referee.setting
        if ballot is None or ballot.due_ms is None or setting is None:
            return None
        is_past = ballot.has_asked or ballot.mine
        return 0 if is_past else ballot.due_ms - self._margin_ms(setting)

    @staticmethod
    def _margin_ms(setting: Setting) -> int:
        return min(LIMIT_MARGIN_MS, setting.deadline_ms // 3)

    def view(self) -> AnyView | None:
        """What our seat knows of the deal under way: public state and own hand."""
        return self._speaker.view()

    @property
    def play(self) -> Play | None:
        """The deal under way, if its stakes are paid or due."""
        return self.referee.play

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Seats that the main track waits for."""
        ballot = self._memory.main_ballot
        return () if ballot is None else ballot.missing()

    @property
    def accused(self) -> frozenset[Seat]:
        """Those of them whom somebody has declared absent already."""
        ballot = self._memory.main_ballot
        return frozenset() if ballot is None else ballot.accused()

    @property
    def pausing(self) -> frozenset[Seat]:
        """Seats that agree to a pause after this deal, as far as we have been told; ours too."""
        own = {self.seat} if self.seat is not None and self._speaker.wants_pause else set()
        return self.correspondence.pausing | own

    @property
    def is_paused(self) -> bool:
        """Whether all have agreed to a pause that is not over yet."""
        return self.referee.is_paused

    @property
    def is_over(self) -> bool:
        return self.referee.is_over

    @property
    def has_left(self) -> bool:
        """Whether the others have taken our leave, or hold it for our next turn, or have barred us."""
        return self._own_leave.is_taken

    @property
    def has_taken_leave(self) -> bool:
        """Whether our seat has signed that it leaves: then there is nothing to go back to."""
        return self._own_leave.is_signed

    @property
    def leaving(self) -> frozenset[Seat]:
        """Others whose leave we hold, whether or not it stands in the log yet."""
        return self._leaves.seats() - {self.seat}
