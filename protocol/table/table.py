"""A seat at a table, without I/O: bytes and moments go in, effects come out (SPEC §6.8).

The one rule: all judging is the `Referee`'s. This class only collects what comes in, speaks for its
own seat when it is due, and votes when others are silent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from p2pcards.cards import Card
from p2pcards.engine import IllegalAction, Seat, Slot, View
from protocol.crypto.identity import Identity
from protocol.crypto.rng import Rng
from protocol.log.rounds import (
    Absent,
    ClosedRound,
    Left,
    Place,
    Round,
    Spoke,
    equivocation,
    is_enough,
    is_in_time,
    is_vote_for,
    place_of,
)
from protocol.table import speaking
from protocol.table.ballot import Ballot
from protocol.table.early import Early
from protocol.table.effects import Effect, Heard, Keep, Refuse, Send, Store, Tell
from protocol.table.notes import encode_nonce, encode_secrets, id_of, read_notes
from protocol.table.notices import DealSettled, Notice, Suspended
from protocol.table.opening import Opening, read_proposal
from protocol.table.own import Own, RoundKey, key_of
from protocol.table.play import Play
from protocol.table.preparation import Preparation, ReadyDeck
from protocol.table.referee import Over, Playing, Preparing, Referee, Waiting
from protocol.table.secrets import DeckSecrets, draw_secrets
from protocol.table.stored import take_up
from protocol.table.waiting import PATIENCE_S
from protocol.table.ways import OtherWay
from protocol.wire.codec import BadLine, SignedEntry, decode_line, sign_entry, verify_line
from protocol.wire.entries import (
    AnyEntry,
    Decision,
    Here,
    Leave,
    NonceCommitment,
    Result,
    ShuffledDeck,
    Stake,
    Vote,
)
from protocol.wire.talk import Catchup, Links, Say, Talk, decode_talk, encode_talk, is_talk

LIMIT_MARGIN_MS = 3000
"""How long before the table's deadline our own program decides for its player (fates B0.5)."""

BALLOT_MS = 5000
"""How long a ballot waits for the other votes before the seats that gave none are counted silent too."""

ASKING_MS = 1000
"""How long we wait for what we miss: to come by itself, and when we have asked before a vote."""

LAST_BALLOT = 100
"""The highest ballot that a vote can name; an honest table needs very few."""

PATIENCE = 2
"""How often a complete round waits for the votes that could still decide our own ballot."""

UNOPENED_LIMIT = 32
"""Lines kept per sender while our own opening is not complete and they cannot be verified yet."""

SEEN_LIMIT = 4096
"""Lines whose signature need not be checked again when they come a second time."""


class Table:
    """Our seat at a table.

    Args:
        identity: The seat's key.
        proposal: First line of the log, as `opening_line` made it or as it came from seat 0.
        seat: Our seat; None for a spectator, who holds no share and says nothing.
        rng: Randomness: the system's, or a seeded one in simulations.

    Raises:
        BadLine, BadProposal: If the proposal is nothing to agree to.
    """

    def __init__(
        self, identity: Identity | None, proposal: bytes, seat: Seat | None, rng: Rng
    ) -> None:
        signed = read_proposal(proposal)
        self.seat = seat
        self.referee = Referee(signed, rng, seat)
        self._identity = identity
        self._rng = rng
        self._own = Own(rng(32))
        self._others = tuple(s for s in range(len(self.referee.keys)) if s != seat)
        self._ballots: dict[Place, Ballot] = {}
        self._early = Early()
        self._unopened: list[tuple[Seat, bytes]] = []
        self._leaves: dict[tuple[str, int, Seat], SignedEntry] = {}
        self._late_votes: dict[RoundKey, Ballot] = {}
        self._voided: dict[RoundKey, int] = {}
        self._other_ways: dict[RoundKey, OtherWay] = {}
        self._answered: set[tuple[RoundKey, int, Seat]] = set()
        self._due: tuple[Place, ...] = ()
        self._kept_from = 0
        self._asked: dict[Seat, int | None] = {}
        self._compared: set[Seat] = set()
        self._seen: dict[bytes, None] = {}
        self._hand: dict[tuple[Place, Slot], Card] = {}
        self._chosen: tuple[Place, Any] | None = None
        self._linked: frozenset[Seat] = frozenset()
        self._links_of: dict[Seat, frozenset[Seat]] = {}
        self._noted: set[bytes] = set()
        self._leaving = False
        self._is_returning = False
        self._quiet_until_ms: int | None = None
        self._stored: list[bytes] = []
        self._effects: list[Effect] = []
        self._now_ms = 0
        self._stake_from_ms = 0
        self.reading_ms = 0
        """How long our stake for the next deal waits after a result, so that people can read it."""

    # --- what the shell calls ----------------------------------------------------------------------

    def restore(self, log: Sequence[bytes], notes: Sequence[bytes]) -> None:
        """Take up, before `start`, what an earlier run of this seat's program has left behind.

        What was told since the last result is told again. The table then speaks only once the
        others have had time to give it what it lacks, its own entries among it: whatever this seat
        has signed anywhere must be known before it signs more.

        Args:
            log: The lines of its public log, the proposal first; what is no whole round is cut off.
            notes: The lines of its private notes; where they are lost, so are the cards of the deal.

        Raises:
            ValueError: The log is another table's.
        """
        if log and log[0] != self.referee.lines[0]:
            raise ValueError("the log is another table's")
        used, told = take_up(self.referee, log)
        last = max((i for i, n in enumerate(told) if isinstance(n, DealSettled)), default=0)
        self._effects += [Tell(notice) for notice in told[last:]]
        self._stored = [*self.referee.lines[: len(log)], *log[used:]]
        kept = read_notes(notes)
        if kept.nonce is not None:
            self._own.nonce = kept.nonce
        self._own.secrets |= kept.secrets
        for line in kept.entries:
            try:
                chain = decode_line(line)[0].entry.chain
                signed = verify_line(line, self.referee.table_of(chain), self.referee.keys)
            except BadLine:
                continue
            if signed.entry.seat == self.seat:
                self._take_own(signed)
            elif isinstance(signed.entry, Leave):
                key = (signed.entry.chain, signed.entry.deal, signed.entry.seat)
                self._leaves.setdefault(key, signed)
            else:
                self._early.add(signed)
        self._early.forget(self._first_deal, self._last_deal)
        self._is_returning = True

    def start(self, now_ms: int) -> list[Effect]:
        """Begin: store the proposal and speak where we are due."""
        self._advance(now_ms)
        return self._flush()

    def receive(self, sender: Seat, payload: bytes, now_ms: int) -> list[Effect]:
        """Take in what a peer sent: an entry of any seat, or talk."""
        if is_talk(payload):
            try:
                self._hear(sender, decode_talk(payload))
            except BadLine as error:
                self._effects.append(Refuse(sender, str(error)))
            return self._flush()
        self._take_line(sender, payload, now_ms)
        self._advance(now_ms)
        return self._flush()

    def set_linked(self, seats: frozenset[Seat], now_ms: int) -> list[Effect]:
        """Tell the table which seats we have links to; ask the new ones for what we missed."""
        new = seats - self._linked
        changed = seats != self._linked
        self._linked = seats
        for seat in self._links_of.keys() - seats:
            del self._links_of[seat]
        if changed and seats:
            self._say(Links(tuple(sorted(seats))), tuple(sorted(seats)))
        self._asked = {seat: at_ms for seat, at_ms in self._asked.items() if seat in seats}
        self._compared &= seats
        self._answered = {key for key in self._answered if key[2] not in new}
        if new:
            self._listen_first(now_ms)
            # From where logs may differ, for we may have gone different ways while the link was cut.
            self._say(Catchup(self.referee.line_count_to_stay), tuple(sorted(new)))
            for seat in sorted(new):
                self._send_open_rounds(seat)
        self._advance(now_ms)
        return self._flush()

    def tick(self, now_ms: int) -> list[Effect]:
        """Let time pass: decide for a player whose time is up, vote where a deadline has passed."""
        if (limit := self.decision_limit_ms()) is not None and now_ms >= limit:
            view = self.view()
            assert view is not None
            assert self.referee.setting is not None
            self._choose(self.referee.setting.game.default_action(view))
        self._end_listening(now_ms)
        for ballot in list(self._ballots.values()):
            if ballot.due_ms is not None and now_ms >= ballot.due_ms:
                self._vote(ballot, now_ms)
        self._ask(now_ms)
        self._advance(now_ms)
        return self._flush()

    def next_tick_ms(self) -> int | None:
        """When `tick` has something to do next, if nothing comes in before; None = never."""
        moments = [ballot.due_ms for ballot in self._ballots.values() if ballot.due_ms is not None]
        moments += [at_ms for at_ms in self._asked.values() if at_ms is not None]
        limit = self.decision_limit_ms()
        if limit is not None:
            moments.append(limit)
        if self._quiet_until_ms is not None:
            moments.append(self._quiet_until_ms)
        elif any(self._is_stake_due(round) for round in self.referee.rounds()):
            moments.append(self._stake_from_ms)
        return min(moments, default=None)

    def go_on(self, now_ms: int) -> list[Effect]:
        """The result has been read: our stake for the next deal waits no longer."""
        self._stake_from_ms = 0
        self._advance(now_ms)
        return self._flush()

    def decide(self, action: Any, now_ms: int) -> list[Effect]:
        """Our player's decision.

        Raises:
            IllegalAction: It is not legal now; nothing has changed.
        """
        view = self.view()
        setting = self.referee.setting
        assert setting is not None
        text = setting.game.format_action(action)
        if view is None or self.pending() is None:
            raise IllegalAction(self.seat or 0, text, "it is not your turn")
        reason = setting.game.why_not(view, action)
        if reason is not None:
            raise IllegalAction(view.seat, text, reason)
        self._choose(action)
        self._advance(now_ms)
        return self._flush()

    def declare_absent(self, now_ms: int) -> list[Effect]:
        """By hand, at a table without a deadline: vote on those we wait for.

        The first call asks the others for what we miss, and votes a moment later; each further one
        is another ballot, which also counts those absent who gave no vote in the last.
        """
        for ballot in list(self._ballots.values()):
            self._vote(ballot, now_ms)
        self._advance(now_ms)
        return self._flush()

    def leave(self, now_ms: int) -> list[Effect]:
        """Leave the table: signed, and valid from the next round that names us."""
        if self._leaving:
            return self._flush()
        self._leaving = True
        for round in self.referee.rounds():
            if self._may_speak_in(round) and not self._is_returning:
                number = self._own.first_unsigned(round.place)
                self._sign_and_send(speaking.speak_leave(round, self._me, number))
        self._advance(now_ms)
        return self._flush()

    def say(self, text: str) -> list[Effect]:
        """Chat."""
        self._say(Say(text), tuple(sorted(self._linked)))
        return self._flush()

    # --- what the shell asks -----------------------------------------------------------------------

    def pending(self) -> Round | None:
        """The round in which our player must decide, if any."""
        if self.seat is None or self._leaving or self._is_returning:
            return None
        for round in self.referee.rounds():
            if (
                round.kind is Decision
                and self.seat in round.speakers
                and not self._has_spoken_in(round)
                and self._has_secrets_of(self.play)
            ):
                return round
        return None

    def decision_limit_ms(self) -> int | None:
        """When our own program will decide for the player; None without a clock or a turn."""
        round = self.pending()
        ballot = None if round is None else self._ballots.get(round.place)
        if ballot is None or ballot.due_ms is None or ballot.mine:
            return None
        assert self.referee.setting is not None
        margin = min(LIMIT_MARGIN_MS, self.referee.setting.deadline_ms // 3)
        return ballot.due_ms - margin

    def view(self) -> View | None:
        """What our seat knows of the deal under way: public state and own hand."""
        play = self.play
        if self.seat is None or play is None:
            return None
        game = play.setting.game
        hand = {
            slot: card
            for slot in game.closed_slots(play.game_state, self.seat)
            if (card := self._card(play, slot)) is not None
        }
        return View(play.game_state, self.seat, hand)

    @property
    def play(self) -> Play | None:
        """The deal under way, if its stakes are paid or due."""
        match self.referee.state:
            case Playing(play) | Preparing(play=Play() as play):
                return play
            case _:
                return None

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Seats that the main track waits for."""
        rounds = self.referee.rounds()
        if not rounds or (ballot := self._ballots.get(rounds[0].place)) is None:
            return ()
        return ballot.missing()

    @property
    def accused(self) -> frozenset[Seat]:
        """Those of them whom somebody has declared absent already."""
        rounds = self.referee.rounds()
        ballot = self._ballots.get(rounds[0].place) if rounds else None
        return frozenset() if ballot is None else ballot.accused()

    @property
    def is_over(self) -> bool:
        return self.referee.is_over

    @property
    def has_left(self) -> bool:
        """Whether the others have taken our leave, or barred us."""
        match self.referee.state:
            case Waiting(between):
                # Nothing is at stake, and our leave is with the others.
                return self._leaving or self.seat not in between.seated
            case Preparing(between=between) | Playing(between=between) | Over(between):
                play = self.play
                out = play is None or self.seat in play.out or self.seat not in play.seats
                return self.seat not in between.seated or (
                    self._leaving and play is not None and out
                )
            case _:
                return False

    # --- coming in ---------------------------------------------------------------------------------

    def _take_line(self, sender: Seat, line: bytes, now_ms: int) -> None:
        mark = hashlib.blake2b(line, digest_size=16).digest()
        is_new = mark not in self._seen
        try:
            signed, _, _ = decode_line(line)
            chain = signed.entry.chain
            if chain != "open" and self.referee.setting is None:
                if sum(by == sender for by, _ in self._unopened) < UNOPENED_LIMIT:
                    self._unopened.append((sender, line))
                return
            if is_new:
                verify_line(line, self.referee.table_of(chain), self.referee.keys)
        except BadLine as error:
            self._effects.append(Refuse(sender, str(error)))
            return
        if is_new:
            self._remember(mark)
            self._pass_on(sender, signed)
            if signed.entry.seat == self.seat:
                self._take_own(signed)
        # What comes a second time is looked at again: it may be wanted now and not have been then.
        self._route(sender, signed, now_ms)

    def _remember(self, mark: bytes) -> None:
        self._seen[mark] = None
        while len(self._seen) > SEEN_LIMIT:
            del self._seen[next(iter(self._seen))]

    def _pass_on(self, sender: Seat, signed: SignedEntry) -> None:
        """To those who have no link to the author; a vote to all, so that its author has but one."""
        author = signed.entry.seat
        lacking = tuple(
            seat
            for seat in sorted(self._linked)
            if seat not in (sender, author)
            and (
                isinstance(signed.entry, Vote)
                or author not in self._links_of.get(seat, frozenset({author}))
            )
        )
        if lacking:
            self._effects.append(Send(signed.line, lacking))

    def _route(self, sender: Seat, signed: SignedEntry, now_ms: int) -> None:
        entry = signed.entry
        if isinstance(entry, Leave):
            self._take_leave(signed, entry, now_ms)
            return
        place = place_of(entry)
        ballot = self._ballots.get(place)
        if ballot is not None:
            ballot.add(signed)
            if isinstance(entry, Vote):
                self._answer_vote(sender, ballot, entry)
                self._hurry(ballot, now_ms)
            if ballot.is_stray(signed):
                self._early.add(signed)  # wanted if it turns out that we follow the wrong head
                self._compare_notes((sender, entry.seat))
                self._go_another_way(now_ms)
            return
        closed = self.referee.closed_round(place)
        if closed is not None:
            self._compare(sender, signed, closed, now_ms)
        elif self._is_ahead_of_us(place):
            self._early.add(signed)
            self._ask_later(sender, now_ms)
        if self._other_ways:
            self._early.add(signed)
            self._go_another_way(now_ms)

    def _take_leave(self, signed: SignedEntry, leave: Leave, now_ms: int) -> None:
        """Keep a seat's earliest leave of a chain; compare it with what the seat has said since."""
        if not self._first_deal <= leave.deal <= self._last_deal:
            return
        key = (leave.chain, leave.deal, leave.seat)
        known = self._leaves.get(key)
        if known is None or _order_of_leave(signed) < _order_of_leave(known):
            self._leaves[key] = signed
        for ballot in self._ballots.values():
            self._feed_leaves(ballot)
        for closed in self.referee.closed_rounds():
            if is_in_time(leave, closed.round.place) and leave.seat in closed.contributions:
                self._compare_entry(signed, closed, now_ms)
                return

    @property
    def _first_deal(self) -> int:
        """The earliest deal of which anything may still be decided otherwise."""
        closed, due = self.referee.closed_rounds(), self.referee.rounds()
        first = (*closed, *(ClosedRound(round, {}) for round in due))
        return min((each.round.place.deal for each in first), default=0)

    @property
    def _last_deal(self) -> int:
        """The latest deal for which anything can be wanted: the one after that under way."""
        due = self.referee.rounds()
        return due[0].place.deal + 1 if due else 0

    def _is_ahead_of_us(self, place: Place) -> bool:
        due = [round.place for round in self.referee.rounds()]
        if not due:
            return False
        return place.deal >= due[0].deal and not any(
            (place.chain, place.deal) == (d.chain, d.deal)
            and (place.attempt, place.number) < (d.attempt, d.number)
            for d in due
        )

    def _ask_later(self, sender: Seat, now_ms: int) -> None:
        """The sender is ahead of us: ask it what we miss, once, unless that comes by itself."""
        self._forget_asking()
        if sender in self._linked:
            self._asked.setdefault(sender, now_ms + ASKING_MS)

    def _ask(self, now_ms: int) -> None:
        self._forget_asking()
        for seat, at_ms in self._asked.items():
            if at_ms is not None and now_ms >= at_ms:
                self._asked[seat] = None
                self._say(Catchup(len(self.referee.lines)), (seat,))

    def _compare_notes(self, seats: Iterable[Seat]) -> None:
        """Somebody's log seems to differ from ours: ask for all that could still be rolled back."""
        self._forget_asking()
        for seat in sorted((set(seats) & self._linked) - self._compared):
            self._compared.add(seat)
            self._say(Catchup(self.referee.line_count_to_stay), (seat,))

    def _forget_asking(self) -> None:
        """Whoever has been asked may be asked again when other rounds are due."""
        due = tuple(round.place for round in self.referee.rounds())
        if due != self._due:
            self._due = due
            self._asked.clear()
            self._compared.clear()

    def _compare(self, sender: Seat, signed: SignedEntry, closed: ClosedRound, now_ms: int) -> None:
        """An entry for a round we have closed: evidence, a vote to answer, or nothing new."""
        entry = signed.entry
        if isinstance(entry, Vote):
            self._late_vote(sender, signed, entry, closed, now_ms)
        elif isinstance(entry, closed.round.kind) and entry.head == closed.round.head:
            self._compare_entry(signed, closed, now_ms)

    def _compare_entry(self, signed: SignedEntry, closed: ClosedRound, now_ms: int) -> None:
        match closed.contributions.get(signed.entry.seat):
            case Spoke(known) if known.id != signed.id:
                pass
            case Left(known) if not isinstance(signed.entry, Leave):
                pass
            case Absent():
                self._early.add(signed)  # wanted if the round is collected anew
                self._note_other_way(closed, now_ms)
                return
            case _:
                return
        evidence = equivocation(known, signed)
        for version in (evidence.first, evidence.second):
            self._effects.append(Send(version.line, tuple(sorted(self._linked))))
        contributions = {**closed.contributions, signed.entry.seat: evidence}
        self._roll_back(ClosedRound(closed.round, contributions, closed.votes), now_ms)

    def _note_other_way(self, closed: ClosedRound, now_ms: int) -> None:
        """Those declared absent have spoken after all: look for others who have gone on from there."""
        heard = Ballot(closed.round, None)
        heard.spoken |= {s: c for s, c in closed.contributions.items() if not isinstance(c, Absent)}
        for signed in self._early.at(closed.round.place):
            if not isinstance(signed.entry, Vote):
                heard.add(signed)
        if (other := heard.closed(None)) is not None:
            self._other_ways[key_of(closed.round)] = OtherWay(self.referee, other)
            self._go_another_way(now_ms)

    def _go_another_way(self, now_ms: int) -> None:
        """A voter that declared others absent with us has heard them since, and gone on with them.

        It had waited in vain for our vote, which could have decided the ballot; now we follow it.
        """
        for key, way in list(self._other_ways.items()):
            closed = self.referee.closed_round(key[0])
            if closed is None or closed.round.head != key[1] or not closed.votes:
                continue
            heard = {vote.entry.seat for vote in closed.votes} - {self.seat}
            if len(closed.round.voters) <= 2:
                heard |= set(_absent_in(closed))
            if any(signed.entry.seat in heard for signed in way.signed_on(self._early)):
                del self._other_ways[key]
                self._voided[key] = _ballot_of(closed)
                self._roll_back(way.closed, now_ms)
                return

    # --- others' votes -----------------------------------------------------------------------------

    def _answer_vote(self, sender: Seat, ballot: Ballot, vote: Vote) -> None:
        """Give a voter what we hold of those whom it has not heard."""
        key = (key_of(ballot.round), vote.ballot, vote.seat)
        if vote.seat == self.seat or key in self._answered or not is_vote_for(ballot.round, vote):
            return
        self._answered.add(key)
        for seat in vote.absent:
            match ballot.spoken.get(seat):
                case Spoke(signed) | Left(signed):
                    self._effects.append(Send(signed.line, _both(vote.seat, sender)))
                case _:
                    pass

    def _late_vote(
        self, sender: Seat, signed: SignedEntry, vote: Vote, closed: ClosedRound, now_ms: int
    ) -> None:
        """Somebody votes on a round we have closed: give him what he lacks, or follow the others."""
        if not is_vote_for(closed.round, vote):
            return
        late = self._late_votes.setdefault(key_of(closed.round), Ballot(closed.round, None))
        if vote.ballot <= self._voided.get(key_of(closed.round), 0):
            self._show_own_votes(sender, vote, late)
            return
        late.add(signed)
        self._answer_late_vote(sender, vote, closed, late)
        self._follow(late, closed, vote, now_ms)

    def _show_own_votes(self, sender: Seat, vote: Vote, late: Ballot) -> None:
        """We know that the other had declared us absent and we it; it may not know that yet."""
        key = (key_of(late.round), 0, vote.seat)
        if sender == vote.seat and key not in self._answered:
            self._answered.add(key)
            for votes in late.votes.values():
                if self.seat in votes:
                    self._effects.append(Send(votes[self.seat].line, (sender,)))

    def _answer_late_vote(
        self, sender: Seat, vote: Vote, closed: ClosedRound, late: Ballot
    ) -> None:
        """Our lines of the round; and that we stand by them, so that this ballot decides nothing else."""
        key = (key_of(closed.round), vote.ballot, vote.seat)
        if vote.seat == self.seat or key in self._answered or not vote.absent:
            return
        self._answered.add(key)
        if vote.ballot == _ballot_of(closed) and vote in [v.entry for v in closed.votes]:
            return
        for line in closed.lines():
            self._effects.append(Send(line, _both(vote.seat, sender)))
        has_voted = self.seat in late.votes.get(vote.ballot, {})
        is_otherwise = vote.ballot > _ballot_of(closed) and vote.absent != _absent_in(closed)
        may_vote = self._may_vote_in(closed) and not self._is_returning
        if is_otherwise and may_vote and not has_voted:
            heard = closed.lines()
            late.add(self._sign_vote(closed.round, vote.ballot, _absent_in(closed), heard))

    def _may_vote_in(self, closed: ClosedRound) -> bool:
        return self.seat in closed.round.voters and self.seat not in _absent_in(closed)

    def _follow(self, late: Ballot, closed: ClosedRound, vote: Vote, now_ms: int) -> None:
        """Where the others have decided without us, what we closed otherwise was ours alone.

        But a voter that has gone on from the round as we closed it cannot declare anybody absent
        from it afterwards; and two that declare each other absent are both there.
        """
        round = closed.round
        declared_by = [v.entry.seat for v in closed.votes]
        if declared_by == [self.seat] and self.seat in vote.absent:
            self._collect_anew(closed, now_ms)
            return
        late.spoken = {
            seat: c for seat, c in closed.contributions.items() if not isinstance(c, Absent)
        }
        for entry in self._early.at(round.place):
            late.add(entry)
        decided = late.decided(vote.ballot)
        if decided is None or vote.ballot <= _ballot_of(closed):
            return
        if _absent_in(decided) == _absent_in(closed):
            # The same, by a later ballot: the log holds the last one.
            del self._stored[self.referee.restate(decided) :]
            return
        heard = {vote.entry.seat for vote in decided.votes}
        if len(round.voters) <= 2:
            # Word against word: what the accused has signed after the round shows that it was there.
            heard |= set(vote.absent)
        if not any(self._has_gone_on(seat, closed) for seat in heard):
            self._roll_back(decided, now_ms)

    def _has_gone_on(self, seat: Seat, closed: ClosedRound) -> bool:
        """Whether a seat has signed anything that follows the round as we closed it."""
        if self.referee.has_signed_since(seat, closed.round.place):
            return True
        is_ahead = closed.round.place.chain == "ahead"
        return any(
            isinstance(ballot.spoken.get(seat), Spoke)
            or any(seat in votes for votes in ballot.votes.values())
            for place, ballot in self._ballots.items()
            if (place.chain == "ahead") == is_ahead
        )

    def _roll_back(self, closed: ClosedRound, now_ms: int) -> None:
        self._tell(self.referee.roll_back(closed))
        self._after_going_back(now_ms)

    def _collect_anew(self, closed: ClosedRound, now_ms: int) -> None:
        """Go back to before a round that was decided by votes, and count none of its ballots so far."""
        key = key_of(closed.round)
        self._voided[key] = max(self._late_votes[key].votes)
        self.referee.reopen(closed.round.place)
        self._after_going_back(now_ms)

    def _after_going_back(self, now_ms: int) -> None:
        """What was collected for rounds that are due no more is looked at again as it becomes due."""
        due = self.referee.rounds()
        for place, ballot in list(self._ballots.items()):
            if ballot.round not in due:
                del self._ballots[place]
                for entry in ballot.entries():
                    self._early.add(entry)
        self._chosen = None
        self._advance(now_ms)
        # What the others hold of the rounds that are open now may have come when they were not.
        self._compared.clear()
        self._compare_notes(self._linked)
        for seat in sorted(self._linked):
            self._send_open_rounds(seat)

    # --- talk --------------------------------------------------------------------------------------

    def _hear(self, sender: Seat, talk: Talk) -> None:
        match talk:
            case Catchup(lines):
                for line in self.referee.lines[lines:]:
                    self._effects.append(Send(line, (sender,)))
                self._send_open_rounds(sender)
            case Links(seats):
                self._links_of[sender] = frozenset(seats)
            case Say(text):
                self._effects.append(Heard(sender, text))
            case _:
                assert_never(talk)

    def _say(self, talk: Talk, to: tuple[Seat, ...]) -> None:
        self._effects.append(Send(encode_talk(talk), to))

    def _send_open_rounds(self, to: Seat) -> None:
        """All that the log does not hold yet: the chain prepared ahead, and the rounds being collected."""
        ahead = () if self.referee.ahead is None else self.referee.ahead.steps
        lines = [line for step in ahead for line in step.closed.lines()]
        for ballot in self._ballots.values():
            lines += [entry.line for entry in ballot.entries()]
        lines += [leave.line for leave in self._leaves.values()]
        self._effects += [Send(line, (to,)) for line in lines]

    # --- moving on ---------------------------------------------------------------------------------

    def _advance(self, now_ms: int) -> None:
        """Close what is complete and speak where we are due, until neither is left to do."""
        self._now_ms = now_ms
        while True:
            self._open_ballots(now_ms)
            if self._close_one(now_ms):
                continue
            if not self._speak_once():
                break

    def _open_ballots(self, now_ms: int) -> None:
        due = {round.place: round for round in self.referee.rounds()}
        for place in self._ballots.keys() - due.keys():
            del self._ballots[place]
        for place, round in due.items():
            ballot = self._ballots.get(place)
            if ballot is not None and ballot.round == round:
                continue
            ballot = Ballot(round, self._due_ms(round, now_ms))
            ballot.mine = ballot.voided = self._voided.get(key_of(round), 0)
            for vote in self._own.votes_in(round):
                assert isinstance(vote.entry, Vote)
                ballot.mine = max(ballot.mine, vote.entry.ballot)
                ballot.add(vote)
            self._ballots[place] = ballot
            self._feed_leaves(ballot)
            if (own := self._own.entry_in(round)) is not None:
                ballot.add(own)
            for early in self._early.at(place):
                ballot.add(early)
        self._forget_old()
        if self._unopened and self.referee.setting is not None:
            waiting, self._unopened = self._unopened, []
            for sender, line in waiting:
                self._take_line(sender, line, now_ms)

    def _forget_old(self) -> None:
        """What belongs to deals that are settled for good, and cannot be wanted any more."""
        first = self._first_deal
        if first == self._kept_from:
            return
        self._kept_from = first
        self._early.forget(first, self._last_deal)
        self._own.forget_before(first)
        self._hand = {key: card for key, card in self._hand.items() if key[0].deal >= first}
        self._voided = {key: kept for key, kept in self._voided.items() if key[0].deal >= first}
        self._late_votes = {k: kept for k, kept in self._late_votes.items() if k[0].deal >= first}
        self._other_ways = {k: way for k, way in self._other_ways.items() if k[0].deal >= first}
        self._answered = {key for key in self._answered if key[0][0].deal >= first}
        self._noted.clear()
        self._leaves = {key: leave for key, leave in self._leaves.items() if key[1] >= first}

    def _due_ms(self, round: Round, now_ms: int) -> int | None:
        setting = self.referee.setting
        if setting is None or not setting.deadline_ms:
            return None
        if round.kind is Here:
            return now_ms + PATIENCE_S * 1000
        person = round.kind in (Decision, Stake)
        return now_ms + (setting.deadline_ms if person else setting.program_deadline_ms)

    def _feed_leaves(self, ballot: Ballot) -> None:
        place = ballot.round.place
        for seat in ballot.round.speakers:
            leave = self._leaves.get((place.chain, place.deal, seat))
            if leave is not None:
                ballot.add(leave)

    def _close_one(self, now_ms: int) -> bool:
        for round in self.referee.rounds():
            ballot = self._ballots.get(round.place)
            closed = None if ballot is None else ballot.closed(self.seat)
            if ballot is not None and closed is not None:
                del self._ballots[round.place]
                self._tell(self.referee.close(closed))
                if self._quiet_until_ms is not None:
                    self._quiet_until_ms = now_ms + ASKING_MS  # there may be more to come
                self._answer_votes_in(ballot, closed, now_ms)
                self._hear_the_absent(ballot, closed, now_ms)
                return True
        return False

    def _hear_the_absent(self, ballot: Ballot, closed: ClosedRound, now_ms: int) -> None:
        """What the seats declared absent have said all the same is looked at as if it came now."""
        absent = _absent_in(closed)
        for signed in ballot.entries():
            is_late = signed.entry.seat in absent and not isinstance(signed.entry, Vote)
            if is_late and self.referee.closed_round(closed.round.place) is closed:
                self._compare_entry(signed, closed, now_ms)

    def _answer_votes_in(self, ballot: Ballot, closed: ClosedRound, now_ms: int) -> None:
        """Those who had voted before the round was closed are answered like those who vote later."""
        late = self._late_votes.setdefault(key_of(closed.round), Ballot(closed.round, None))
        for signed in ballot.entries():
            if isinstance(signed.entry, Vote):
                late.add(signed)
        for votes in ballot.votes.values():
            for signed in votes.values():
                vote = signed.entry
                assert isinstance(vote, Vote)
                if self.referee.closed_round(closed.round.place) is closed:
                    self._late_vote(vote.seat, signed, vote, closed, now_ms)

    def _tell(self, notices: tuple[Notice, ...]) -> None:
        self._store()
        if any(isinstance(notice, DealSettled) for notice in notices):
            self._stake_from_ms = self._now_ms + self._reading_limit_ms()
        self._effects += [Tell(notice) for notice in notices]

    def _store(self) -> None:
        lines = self.referee.lines
        keep = len(self._stored)
        while keep > len(lines) or (keep and self._stored[keep - 1] is not lines[keep - 1]):
            keep -= 1
        if keep < len(self._stored) or keep < len(lines):
            self._effects.append(Store(keep, tuple(lines[keep:])))
            self._stored = list(lines) if keep < len(self._stored) else self._stored + lines[keep:]

    def _flush(self) -> list[Effect]:
        self._store()
        effects, self._effects = self._effects, []
        return effects

    # --- speaking ----------------------------------------------------------------------------------

    @property
    def _me(self) -> Seat:
        assert self.seat is not None
        return self.seat

    def _has_spoken_in(self, round: Round) -> bool:
        """Whether we have signed an entry for this place, after this head."""
        return self._own.entry_in(round) is not None

    def _may_speak_in(self, round: Round) -> bool:
        return self.seat is not None and (self.seat in round.speakers or self.seat in round.voters)

    def _listen_first(self, now_ms: int) -> None:
        """A seat that has come back begins to listen with its first link."""
        if self._is_returning and self._quiet_until_ms is None:
            self._quiet_until_ms = now_ms + ASKING_MS

    def _end_listening(self, now_ms: int) -> None:
        """A seat that has come back speaks again when its log has not grown for a while."""
        if self._quiet_until_ms is not None and now_ms >= self._quiet_until_ms:
            self._is_returning, self._quiet_until_ms = False, None

    def _speak_once(self) -> bool:
        """Speak in one round in which we are due and have not spoken; False if there is none."""
        if self.seat is None or self._is_returning:
            return False
        for round in self.referee.rounds():
            self._prepare_shuffle(round)
            if self.seat not in round.speakers or self._has_spoken_in(round):
                continue
            if self._leaving:
                if (round.place.chain, round.place.deal, self.seat) in self._leaves:
                    continue
                self._sign_and_send(speaking.speak_leave(round, self.seat, round.place.number))
                return True
            entry = self._entry_for(round)
            if entry is not None:
                self._sign_and_send(entry)
                return True
        return False

    def _is_stake_due(self, round: Round) -> bool:
        is_ours = self.seat in round.speakers and not self._has_spoken_in(round)
        is_wanted = is_ours and not self._leaving and self._has_secrets_of(self.play)
        return round.kind is Stake and is_wanted

    def _reading_limit_ms(self) -> int:
        """Well within the deadline, since a stake that comes too late costs the seat."""
        setting = self.referee.setting
        if setting is None or not setting.deadline_ms:
            return self.reading_ms
        return min(self.reading_ms, setting.deadline_ms // 3)

    def _entry_for(self, round: Round) -> AnyEntry | None:
        """Our entry for a round; None while our player has not decided, or still reads a result."""
        me, state = self._me, self.referee.state
        if self._is_stake_due(round) and self._now_ms < self._stake_from_ms:
            return None
        if isinstance(state, Opening):
            if round.kind is NonceCommitment:
                self._effects.append(Keep(encode_nonce(self._own.nonce)))
            return speaking.speak_in_opening(state, me, self._own.nonce)
        if isinstance(state, Waiting):
            return speaking.speak_here(round, me)
        preparation = self._preparation_at(round)
        if preparation is not None:
            secrets = self._secrets_of(preparation)
            if secrets is None:
                return None
            return speaking.speak_in_preparation(preparation, me, secrets, self._rng)
        assert isinstance(state, Playing)
        play = state.play
        if not self._has_secrets_of(play) and round.kind is not Result:
            return None
        secrets = None if play.deck is None else self._secrets_of(play.deck)
        if round.kind is not Decision:
            heard = tuple(sorted(state.between.away & self._linked))
            return speaking.speak_in_play(play, me, secrets, self._rng, heard)
        if self._chosen is None or self._chosen[0] != round.place:
            return None
        return speaking.speak_decision(play, me, secrets, self._rng, self._chosen[1])

    def _preparation_at(self, round: Round) -> Preparation | None:
        """The preparation that the round belongs to, on whichever track; None in play."""
        candidates = [self.referee.preparation_ahead]
        if isinstance(self.referee.state, Preparing):
            candidates.append(self.referee.state.preparation)
        for candidate in candidates:
            if candidate is not None and candidate.place == round.place:
                return candidate
        return None

    def _prepare_shuffle(self, round: Round) -> None:
        if round.kind is ShuffledDeck and self.seat in round.voters and not self._leaving:
            preparation = self._preparation_at(round)
            assert preparation is not None
            secrets = self._secrets_of(preparation)
            is_to_come = preparation.seats.index(self._me) >= len(preparation.decks)
            if secrets is not None and is_to_come:
                secrets.prepare(preparation)

    def _secrets_of(self, deck: Preparation | ReadyDeck) -> DeckSecrets | None:
        """Our secrets of this deck; None where they were lost with the notes of an earlier run."""
        id = id_of(deck)
        secrets = self._own.secrets.get(id)
        if secrets is None and isinstance(deck, Preparation) and deck.number == 0:
            self._own.secrets[id] = secrets = draw_secrets(self._rng)
            self._effects.append(Keep(encode_secrets(id, secrets)))
        return secrets

    def _has_secrets_of(self, play: Play | None) -> bool:
        """Whether we can do our part in a deal: we have our key, or hold none of its deck."""
        if play is None or play.deck is None or self.seat not in play.deck.seats:
            return True
        return id_of(play.deck) in self._own.secrets

    def _choose(self, action: Any) -> None:
        round = self.pending()
        assert round is not None
        self._chosen = (round.place, action)

    def _sign_and_send(self, entry: AnyEntry) -> SignedEntry:
        """Sign an entry, keep it, send it to all, and take it in ourselves."""
        assert self._identity is not None
        signed = self._own.said_instead_of(entry)
        if signed is None:
            signed = sign_entry(entry, self.referee.table_of(entry.chain), self._identity)
            self._effects.append(Keep(signed.line))
        self._effects.append(Send(signed.line, self._others))
        self._take_own(signed)
        return signed

    def _take_own(self, signed: SignedEntry) -> None:
        entry = signed.entry
        self._remember(hashlib.blake2b(signed.line, digest_size=16).digest())
        if isinstance(entry, Leave):
            self._leaving = True
            self._leaves.setdefault((entry.chain, entry.deal, entry.seat), signed)
            for ballot in self._ballots.values():
                self._feed_leaves(ballot)
            return
        self._own.add(signed)
        if (due := self._ballots.get(place_of(entry))) is not None:
            due.add(signed)

    # --- voting ------------------------------------------------------------------------------------

    def _vote(self, ballot: Ballot, now_ms: int) -> None:
        """Declare absent whom we have not heard; rest where too few are left to decide."""
        if self._is_returning:
            ballot.due_ms = now_ms + ASKING_MS if self._deadline_ms else None
            return
        round, missing = ballot.round, ballot.missing()
        is_timed = ballot.due_ms is not None or self._deadline_ms > 0
        if not is_timed and (self.seat in missing or not missing):
            return
        ballot.due_ms = now_ms + BALLOT_MS if self._deadline_ms else None
        if not ballot.has_asked and missing:
            # Perhaps the others have what we miss, or another log: that is asked before it is judged.
            ballot.has_asked = True
            ballot.due_ms = now_ms + ASKING_MS
            self._compare_notes(self._linked)
        elif self.seat in round.voters and self.seat not in missing:
            self._vote_now(ballot, missing)

    def _vote_now(self, ballot: Ballot, missing: tuple[Seat, ...]) -> None:
        if not missing:
            # Complete, but for a ballot of ours that a seat which gives no vote could still decide.
            ballot.patience += 1
            if ballot.patience >= PATIENCE:
                ballot.given_up = ballot.mine
            return
        absent = ballot.unheard(self._me)
        if not is_enough(ballot.round.voters, absent) or ballot.mine >= LAST_BALLOT:
            if ballot.told != absent:
                ballot.told = absent
                self._effects.append(Tell(Suspended(ballot.round.place, absent)))
            return
        ballot.mine += 1
        heard = [signed.line for signed in ballot.heard()]
        self._sign_vote(ballot.round, ballot.mine, absent, heard)

    @property
    def _deadline_ms(self) -> int:
        setting = self.referee.setting
        return 0 if setting is None else setting.deadline_ms

    def _hurry(self, ballot: Ballot, now_ms: int) -> None:
        """More than half say that the time is up: ours is late, and they must not wait for us."""
        if self._deadline_ms and not ballot.is_hurried and ballot.others_declared(self.seat):
            ballot.is_hurried = True
            if not ballot.mine and ballot.due_ms is not None:
                ballot.due_ms = min(ballot.due_ms, now_ms)

    def _sign_vote(
        self, round: Round, number: int, absent: tuple[Seat, ...], heard: Iterable[bytes]
    ) -> SignedEntry:
        """A vote says whom we have heard; so after a crash too we must be able to hand that on."""
        for line in heard:
            if line not in self._noted:
                self._noted.add(line)
                self._effects.append(Keep(line))
        return self._sign_and_send(speaking.speak_vote(round, self._me, number, absent))

    # --- our own cards -----------------------------------------------------------------------------

    def _card(self, play: Play, slot: Slot) -> Card | None:
        """Our card in `slot`; None until all shares of the others are in."""
        deck = play.deck
        if not isinstance(deck, ReadyDeck):
            return None
        if slot in play.cards:
            return play.cards[slot]
        if len(play.shares.get(slot, {})) < len(deck.seats) - 1:
            return None
        key = (deck.place, slot)
        secrets = self._secrets_of(deck)
        if key not in self._hand and secrets is not None:
            self._hand[key] = speaking.own_card(play, slot, secrets)
        return self._hand.get(key)


def _ballot_of(closed: ClosedRound) -> int:
    """The ballot that decided a round; 0 where all its speakers were heard."""
    numbers = [v.entry.ballot for v in closed.votes if isinstance(v.entry, Vote)]
    return numbers[0] if numbers else 0


def _absent_in(closed: ClosedRound) -> tuple[Seat, ...]:
    absent = [seat for seat, each in closed.contributions.items() if isinstance(each, Absent)]
    return tuple(sorted(absent))


def _both(one: Seat, other: Seat) -> tuple[Seat, ...]:
    return (one,) if one == other else (one, other)


def _order_of_leave(signed: SignedEntry) -> tuple[int, int, bytes]:
    return signed.entry.attempt, signed.entry.round, signed.line
