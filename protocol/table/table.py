"""A seat at a table, without I/O: bytes and moments go in, effects come out (SPEC §6.8).

The one rule: all judging is the `Referee`'s. This class only collects what comes in, speaks for its
own seat when it is due, and votes when others are silent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from p2pcards.engine import IllegalAction, Rule, Seat, View
from protocol.crypto.identity import Identity
from protocol.crypto.rng import Rng
from protocol.log.rounds import (
    ClosedRound,
    Place,
    Round,
    is_in_time,
    place_of,
)
from protocol.table import speaking
from protocol.table.allowance import Allowance
from protocol.table.ballot import Ballot
from protocol.table.correspondence import Correspondence
from protocol.table.disputes import Disputes
from protocol.table.early import Early
from protocol.table.effects import Effect, Forget, Heard, Keep, Refuse, Send, Tell
from protocol.table.gates import Gates
from protocol.table.leaves import Leaves
from protocol.table.listening import Listening
from protocol.table.notes import read_notes
from protocol.table.notices import DealSettled, Notice
from protocol.table.opening import Opening, is_right, read_proposal
from protocol.table.own import Own
from protocol.table.play import Play
from protocol.table.referee import Referee
from protocol.table.rounds import ROUND_OF
from protocol.table.shelf import Shelf
from protocol.table.speaker import Speaker
from protocol.table.states import Over, Playing, Preparing, Waiting
from protocol.table.stored import take_up
from protocol.table.voting import ASKING_MS, VOTING_MS, Voter
from protocol.wire.codec import BadLine, SignedEntry, decode_line, sign_entry, verify_line
from protocol.wire.entries import (
    AnyEntry,
    Decision,
    Leave,
    Stake,
    Vote,
)
from protocol.wire.talk import Catchup, Links, Say, Talk, decode_talk, encode_talk, is_talk

LIMIT_MARGIN_MS = 3000
"""How long before the table's deadline our own program decides for its player (SPEC §6.8)."""


class Table:
    """Our seat at a table.

    Args:
        identity: The seat's key.
        proposal: First line of the log, as `propose` made it or as it came from seat 0.
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
        self._own = Own(seat, rng, lambda line: self.want(Keep(line)))
        self._others = tuple(s for s in range(len(self.referee.keys)) if s != seat)
        self.ballots: dict[Place, Ballot] = {}
        self.early = Early()
        self._allowance = Allowance()
        self._gates = Gates(seat, self.referee, self._own, self._feed_leaves)
        self.correspondence = Correspondence()
        self._leaves = Leaves()
        self._leaves_heard: set[bytes] = set()
        """Leaves of ours that somebody else has shown us: he holds them, and hands them on."""
        self._voter = Voter(self)
        self._disputes = Disputes(self)
        self._shelf = Shelf()
        self._kept_from = 0
        self._speaker = (
            None
            if seat is None
            else Speaker(seat, self.referee, self._own, rng, lambda: self.linked)
        )
        self._listening = Listening()
        self._noted: dict[bytes, int] = {}
        """Lines of others in our notes, with their deals."""
        self._leaving = False
        self._effects: list[Effect] = []
        self._now_ms = 0
        self._stake_from_ms = 0
        self.reading_ms = 0
        """How long our stake for the next deal waits after a result, so that people can read it."""

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
        for line in kept.entries:
            try:
                chain = decode_line(line)[0].entry.chain
                signed = verify_line(line, self.referee.table_of(chain), self.referee.keys)
            except BadLine:
                continue
            if signed.entry.seat == self.seat:
                self._take_own(signed)
            elif isinstance(signed.entry, Leave):
                self._leaves.add(signed)
            else:
                self.early.add(signed)
            self._gates.hear(signed, is_late=True)
        self.early.forget(self._first_deal, self._last_deal)
        deadline_ms = 1000 * self.referee.proposal.proposal.deadline
        self._listening.begin(away_ms, deadline_ms + VOTING_MS)

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
                self._effects.append(Refuse(sender, error.reason))
            return self._flush()
        self._take_line(sender, payload, now_ms)
        self._advance(now_ms)
        return self._flush()

    def set_linked(self, seats: frozenset[Seat], now_ms: int) -> list[Effect]:
        """Tell the table which seats we have links to; ask the new ones for what we missed."""
        has_changed = seats != self.linked
        new = self.correspondence.set_linked(seats)
        if has_changed:
            self._send_to_all(encode_talk(Links(tuple(sorted(seats)))))
        self._disputes.answer_again(new)
        if new:
            self._listening.hear_link(now_ms)
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
        self._listening.end_if_due(now_ms)
        for ballot in list(self.ballots.values()):
            if ballot.due_ms is not None and now_ms >= ballot.due_ms:
                self._voter.vote(ballot, now_ms)
        self.correspondence.go_on_to(self._due)
        for seat in self.correspondence.to_ask(now_ms):
            self._say(Catchup(len(self.referee.lines)), (seat,))
        self._advance(now_ms)
        return self._flush()

    def next_tick_ms(self) -> int | None:
        """When `tick` has something to do next, if nothing comes in before; None = never."""
        moments = [ballot.due_ms for ballot in self.ballots.values() if ballot.due_ms is not None]
        moments += self.correspondence.moments_ms()
        limit = self.decision_limit_ms()
        if limit is not None:
            moments.append(limit)
        if self._listening.until_ms is not None:
            moments.append(self._listening.until_ms)
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
            raise IllegalAction(self.seat or 0, text, Rule("spec", "6.3", "not_your_turn"))
        rule = setting.game.why_not(view, action)
        if rule is not None:
            raise IllegalAction(view.seat, text, rule)
        self._choose(action)
        self._advance(now_ms)
        return self._flush()

    def declare_absent(self, now_ms: int) -> list[Effect]:
        """By hand, at a table without a deadline: vote on those we wait for.

        The first call asks the others for what we miss, and votes a moment later; each further one
        is another ballot, which also counts those absent who gave no vote in the last.
        """
        if (ballot := self._main_ballot) is not None:
            self._voter.vote(ballot, now_ms)
        self._advance(now_ms)
        return self._flush()

    def leave(self, now_ms: int) -> list[Effect]:
        """Leave the table: signed, and valid from the next round that names us."""
        if self._leaving:
            return self._flush()
        self._leaving = True
        for round in self.referee.rounds():
            if (
                self._may_speak_in(round)
                and not self._listening.is_on
                and self._may_leave_at(round)
            ):
                self._take_leave_of(round, self._own.first_unsigned(round.place))
        self._advance(now_ms)
        return self._flush()

    def say(self, text: str) -> list[Effect]:
        """Chat."""
        self._send_to_all(encode_talk(Say(text)))
        return self._flush()

    @property
    def linked(self) -> frozenset[Seat]:
        """Seats to which there is a link."""
        return self.correspondence.linked

    # --- what the shell asks -----------------------------------------------------------------------

    def pending(self) -> Round | None:
        """The round in which our player must decide, if any."""
        if self.seat is None or self._leaving or self._listening.is_on:
            return None
        for round in self.referee.rounds():
            if (
                round.kind is Decision
                and self.seat in round.speakers
                and not self._has_spoken_in(round)
                and self._own.has_secrets_of(self.play)
            ):
                return round
        return None

    def decision_limit_ms(self) -> int | None:
        """When our own program will decide for the player; None without a clock or a turn."""
        round = self.pending()
        ballot = None if round is None else self.ballots.get(round.place)
        if ballot is None or ballot.due_ms is None or ballot.mine:
            return None
        assert self.referee.setting is not None
        margin = min(LIMIT_MARGIN_MS, self.referee.setting.deadline_ms // 3)
        return ballot.due_ms - ballot.away_ms - margin

    def view(self) -> View | None:
        """What our seat knows of the deal under way: public state and own hand."""
        play = self.play
        if self.seat is None or play is None:
            return None
        game = play.setting.game
        hand = {
            slot: card
            for slot in game.closed_slots(play.game_state, self.seat)
            if (card := self._own.card(play, slot)) is not None
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
        ballot = self._main_ballot
        return () if ballot is None else ballot.missing()

    @property
    def accused(self) -> frozenset[Seat]:
        """Those of them whom somebody has declared absent already."""
        ballot = self._main_ballot
        return frozenset() if ballot is None else ballot.accused()

    @property
    def _main_ballot(self) -> Ballot | None:
        rounds = self.referee.rounds()
        return self.ballots.get(rounds[0].place) if rounds else None

    @property
    def is_over(self) -> bool:
        return self.referee.is_over

    @property
    def has_left(self) -> bool:
        """Whether the others have taken our leave, or hold it for our next turn, or have barred us."""
        if self._is_leave_held:
            return True
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

    @property
    def _is_leave_held(self) -> bool:
        """Whether somebody holds a leave of ours that stands for our next entry, whoever is due now."""
        rounds = self.referee.rounds()
        if not self._leaving or not rounds:
            return False
        main = rounds[0]
        leave = self._leaves.at(main.place, self._me)
        if leave is None or leave.line not in self._leaves_heard:
            return False
        # What we owe after the last round of a chain stands in another, which has its own leave.
        is_last = ROUND_OF[main.kind].is_last
        assert isinstance(leave.entry, Leave)
        return is_in_time(leave.entry, main.place) or not is_last

    @property
    def has_taken_leave(self) -> bool:
        """Whether our seat has signed that it leaves: then there is nothing to go back to."""
        return self.seat in self._leaves.seats()

    @property
    def leaving(self) -> frozenset[Seat]:
        """Others whose leave we hold, whether or not it stands in the log yet."""
        return self._leaves.seats() - {self.seat}

    # --- coming in ---------------------------------------------------------------------------------

    def _take_line(self, sender: Seat, line: bytes, now_ms: int) -> None:
        is_new = self.correspondence.is_new(line)
        try:
            signed, _, _ = decode_line(line)
            chain = signed.entry.chain
            if chain != "open" and self.referee.setting is None:
                self.correspondence.put_off(sender, line)
                self._ask_who_is_ahead(sender, now_ms)
                return
            if is_new:
                verify_line(line, self.referee.table_of(chain), self.referee.keys)
        except BadLine as error:
            self._effects.append(Refuse(sender, error.reason))
            return
        if is_new and not self._is_served(signed.entry, now_ms):
            self._count_only(signed, now_ms)
            return
        if is_new:
            self.correspondence.remember(line)
            if lacking := self.correspondence.lacking(sender, signed):
                self.want(Send(line, lacking))
            if signed.entry.seat == self.seat:
                self._take_own(signed)
        self._hear_evidence(signed, is_new)
        # What comes a second time is looked at again: it may be wanted now and not have been then.
        self._route(sender, signed, now_ms)

    def _is_served(self, entry: AnyEntry, now_ms: int) -> bool:
        is_others_vote = isinstance(entry, Vote) and entry.seat != self.seat
        return not is_others_vote or self._allowance.take(entry.seat, now_ms)

    def _count_only(self, vote: SignedEntry, now_ms: int) -> None:
        """A vote of a seat that has sent too many: it counts where it is due, and nothing is done for it."""
        ballot = self.ballots.get(place_of(vote.entry))
        if ballot is not None:
            ballot.add(vote)
            self._voter.hurry(ballot, now_ms)

    def _route(self, sender: Seat, signed: SignedEntry, now_ms: int) -> None:
        entry = signed.entry
        if isinstance(entry, Leave):
            if entry.seat == self.seat:
                self._leaves_heard.add(signed.line)
            self._take_leave(signed, entry, now_ms)
            return
        place = place_of(entry)
        if self._is_wrong_opening(entry):
            return
        ballot = self.ballots.get(place)
        if ballot is not None:
            ballot.add(signed)
            if isinstance(entry, Vote):
                self._disputes.answer_vote(sender, ballot, entry)
                self._voter.hurry(ballot, now_ms)
            if ballot.is_stray(signed):
                self.early.add(signed)  # wanted if it turns out that we follow the wrong head
                self.compare_notes((sender, entry.seat))
                self._disputes.go_another_way(now_ms)
            return
        closed = self.referee.closed_round(place)
        if closed is not None and self._gates.is_reopened(signed, closed):
            self.early.add(signed)
            self.collect_anew(place, now_ms)
        elif closed is not None:
            self._disputes.hear(sender, signed, closed, now_ms)
        elif self._is_ahead_of_us(place):
            self.early.add(signed)
            self.correspondence.go_on_to(self._due)
            self.correspondence.ask_later(sender, now_ms + ASKING_MS)
        elif self._first_deal <= place.deal:
            self.early.add(signed)  # of a way that we have left; or a gate on it, to be refused
            self._return_to_way_left()
        if self._disputes.has_other_ways:
            self.early.add(signed)
            self._disputes.go_another_way(now_ms)

    def _take_leave(self, signed: SignedEntry, leave: Leave, now_ms: int) -> None:
        """Keep a seat's earliest leave of a chain; compare it with what the seat has said since."""
        if not self._first_deal <= leave.deal <= self._last_deal:
            return
        self._leaves.add(signed)
        for ballot in self.ballots.values():
            self._feed_leaves(ballot)
            self._voter.hear_leave(ballot, leave.seat, now_ms)
        for closed in self.referee.closed_rounds():
            if is_in_time(leave, closed.round.place) and leave.seat in closed.contributions:
                self._disputes.hear_entry(signed, closed, now_ms)
                break
        for closed in self.referee.closed_rounds():
            self._show_words_beside_leaves(closed)

    # --- evidence ----------------------------------------------------------------------------------

    def _hear_evidence(self, signed: SignedEntry, is_new: bool) -> None:
        """Whether an entry contradicts another; one that comes again is looked at too, for it may matter now."""
        place = place_of(signed.entry)
        is_late = is_new and place not in self._due and not self._is_ahead_of_us(place)
        for line in self._gates.hear(signed, is_late=is_late):
            self.want(Keep(line))
            self._send_to_all(line)

    def _act_on_evidence(self) -> bool:
        """Convict whom we hold evidence against, unless we are bound; False if there is nothing to do."""
        if self._listening.is_on:
            return False
        ballot = self._main_ballot
        if ballot is not None and self._gates.lacks_proven_only(ballot):
            self._voter.hurry_for_proven(ballot, self._now_ms)
        found = self._gates.evidence_to_act_on(ballot)
        if found is None:
            return False
        self._gates.leave_way(self.early)
        self._tell(self.referee.convict(found))
        self._after_going_back(self._now_ms)
        return True

    def _refuse_gate(self) -> bool:
        """Tell whoever has signed a gate on a way that we have left that we never shall."""
        if self._leaving or self._listening.is_on or self.seat is None:
            return False
        gate = self._gates.gate_to_refuse(self.early, self._main_ballot)
        if gate is not None:
            self._sign_and_send(speaking.speak_refusal(gate, self.seat))
        return gate is not None

    def _return_to_way_left(self) -> None:
        way = self._gates.way_to_return(self.early)
        if way is not None:
            self._gates.pass_gate()
            self.referee.become(way.referee)
            self._tell(tuple(way.told))
            self._after_going_back(self._now_ms)

    def _show_words_beside_leaves(self, closed: ClosedRound) -> None:
        for line in self._gates.words_beside_leaves(closed, self._leaves):
            self._send_to_all(line)

    def _send_to_all(self, payload: bytes) -> None:
        """Give it to all to whom we have a link."""
        if self.linked:
            self.want(Send(payload, tuple(sorted(self.linked))))

    def _ask_who_is_ahead(self, sender: Seat, now_ms: int) -> None:
        """Somebody is at a later chain: what we lack of this one may have been kept from us."""
        self.correspondence.go_on_to(self._due)
        self.correspondence.ask_later(sender, now_ms)

    # --- where we are ------------------------------------------------------------------------------

    @property
    def _due(self) -> tuple[Place, ...]:
        return tuple(round.place for round in self.referee.rounds())

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
        due = self._due
        if not due:
            return False
        return place.deal >= due[0].deal and not any(
            (place.chain, place.deal) == (d.chain, d.deal)
            and (place.attempt, place.number) < (d.attempt, d.number)
            for d in due
        )

    # --- the desk ----------------------------------------------------------------------------------

    @property
    def may_vote(self) -> bool:
        """Whether our seat may sign votes just now."""
        return not self._listening.is_on

    def want(self, effect: Effect) -> None:
        """Something is to be done by the shell, after what is to be done already."""
        self._effects.append(effect)

    def own_votes(self, round: Round) -> tuple[SignedEntry, ...]:
        """All votes that our seat has signed in a round."""
        return self._own.votes_in(round)

    def compare_notes(self, seats: Iterable[Seat]) -> None:
        """Somebody's log seems to differ from ours: ask for all that could still be taken back."""
        self.correspondence.go_on_to(self._due)
        for seat in self.correspondence.to_compare(seats):
            self._say(Catchup(self.referee.line_count_to_stay), (seat,))

    def restate(self, closed: ClosedRound) -> None:
        """Put other votes for the same decision into the log."""
        self._shelf.cut(self.referee.restate(closed))

    def go_back(self, closed: ClosedRound, now_ms: int) -> None:
        """Go back to a closed round, close it as given instead, and go on from there."""
        self._tell(self.referee.roll_back(closed))
        self._after_going_back(now_ms)

    def collect_anew(self, place: Place, now_ms: int) -> None:
        """Go back to before a closed round, and collect it anew."""
        self.referee.reopen(place)
        self._after_going_back(now_ms)

    def _after_going_back(self, now_ms: int) -> None:
        """What was collected for rounds that are due no more is looked at again as it becomes due."""
        due = self.referee.rounds()
        for place, ballot in list(self.ballots.items()):
            if ballot.round not in due:
                del self.ballots[place]
                for entry in ballot.entries():
                    self.early.add(entry)
        if self._speaker is not None:
            self._speaker.forget_choice()
        self._advance(now_ms)
        # What the others hold of the rounds that are open now may have come when they were not.
        self.correspondence.compare_again()
        self.compare_notes(self.linked)
        for seat in sorted(self.linked):
            self._send_open_rounds(seat)

    # --- talk --------------------------------------------------------------------------------------

    def _hear(self, sender: Seat, talk: Talk) -> None:
        match talk:
            case Catchup(lines):
                for line in self.referee.lines[lines:]:
                    self._effects.append(Send(line, (sender,)))
                self._send_open_rounds(sender)
            case Links(seats):
                self.correspondence.hear_links(sender, seats)
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
        for ballot in self.ballots.values():
            lines += [entry.line for entry in ballot.entries()]
        lines += self._leaves.lines()
        lines += [line for each in self._gates.docket.evidence() for line in each.lines]
        lines += [refusal.line for refusal in self._own.refusals()]
        self._effects += [Send(line, (to,)) for line in lines]

    # --- moving on ---------------------------------------------------------------------------------

    def _advance(self, now_ms: int) -> None:
        """Close what is complete and speak where we are due, until neither is left to do."""
        self._now_ms = now_ms
        while True:
            self._open_ballots(now_ms)
            if self._act_on_evidence() or self._close_one(now_ms):
                continue
            if not self._refuse_gate() and not self._speak_once():
                break

    def _open_ballots(self, now_ms: int) -> None:
        due = {round.place: round for round in self.referee.rounds()}
        for place in self.ballots.keys() - due.keys():
            del self.ballots[place]
        for place, round in due.items():
            ballot = self.ballots.get(place)
            if ballot is not None and ballot.round == round:
                if place.chain == "ahead":
                    self._voter.begin_clock(ballot, now_ms)
                continue
            ballot = Ballot(round, None, self._listening.away_ms)
            self._voter.begin_clock(ballot, now_ms)
            ballot.mine = ballot.voided = self._disputes.voided_in(round)
            for vote in self._own.votes_in(round):
                assert isinstance(vote.entry, Vote)
                ballot.mine = max(ballot.mine, vote.entry.ballot)
                ballot.add(vote)
            self.ballots[place] = ballot
            self._feed_leaves(ballot)
            if (own := self._own.entry_in(round)) is not None:
                ballot.add(own)
                # Said before a crash, or on a way that was left: not all may have heard it.
                self._send_to_all(own.line)
            kept = [each for found in self._gates.docket.evidence() for each in found.entries]
            for early in (*self.early.at(place), *kept):
                if place_of(early.entry) == place and not self._is_wrong_opening(early.entry):
                    ballot.add(early)
        self._forget_old()
        if self.referee.setting is not None:
            for sender, line in self.correspondence.take_put_off():
                self._take_line(sender, line, now_ms)

    def _forget_old(self) -> None:
        """What belongs to deals that are settled for good, and cannot be wanted any more."""
        first = self._first_deal
        if first == self._kept_from:
            return
        self._kept_from = first
        self.early.forget(first, self._last_deal)
        self._own.forget_before(first)
        self._disputes.forget_before(first)
        self._leaves.forget_before(first)
        self._gates.forget_before(first)
        self._noted = {line: deal for line, deal in self._noted.items() if deal >= first}
        if self.seat is not None:
            leaves = [line for line in self._leaves.lines() if line not in self._noted]
            evidence = [line for each in self._gates.docket.evidence() for line in each.lines]
            self.want(Forget((*self._own.notes(), *leaves, *self._noted, *evidence)))

    def _is_wrong_opening(self, entry: AnyEntry) -> bool:
        state = self.referee.state
        return isinstance(state, Opening) and not is_right(state, entry)

    def _feed_leaves(self, ballot: Ballot) -> None:
        place = ballot.round.place
        for seat in ballot.round.speakers:
            leave = self._leaves.at(place, seat)
            if leave is not None:
                ballot.add(leave)

    def _close_one(self, now_ms: int) -> bool:
        for round in self.referee.rounds():
            ballot = self.ballots.get(round.place)
            if ballot is not None and round.is_gate:
                ballot.believed = self._gates.believed_refusals(ballot)
            closed = None if ballot is None else ballot.closed(self.seat)
            if ballot is not None and closed is not None:
                del self.ballots[round.place]
                if round.is_gate:
                    self._gates.pass_gate()
                self._tell(self.referee.close(closed))
                self._listening.hear_more(now_ms)
                self._show_words_beside_leaves(closed)
                self._disputes.hear_again(ballot, closed, now_ms)
                return True
        return False

    def _tell(self, notices: tuple[Notice, ...]) -> None:
        self._store()
        if any(isinstance(notice, DealSettled) for notice in notices):
            self._stake_from_ms = self._now_ms + self._reading_limit_ms()
        self._effects += [Tell(notice) for notice in notices]

    def _store(self) -> None:
        if (
            store := self._shelf.change_to(self.referee.lines, self.referee.line_count_to_stay)
        ) is not None:
            self.want(store)

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

    def _speak_once(self) -> bool:
        """Speak in one round in which we are due and have not spoken; False if there is none."""
        if self._speaker is None or self.seat is None or self._listening.is_on:
            return False
        for round in self.referee.rounds():
            if not self._leaving:
                self._speaker.prepare_shuffle(round)
            if self.seat not in round.speakers or self._has_spoken_in(round):
                continue
            if self._leaving:
                if not self._may_leave_at(round):
                    continue
                self._take_leave_of(round, round.place.number)
                return True
            entry = self._entry_for(round)
            if entry is not None:
                self._sign_and_send(entry)
                return True
        return False

    def _may_leave_at(self, round: Round) -> bool:
        """Whether we still have to sign a leave for this chain, and may."""
        is_signed = self._leaves.at(round.place, self._me) is not None
        return not is_signed and self._own.may_leave(round.place)

    def _take_leave_of(self, round: Round, number: int) -> None:
        """Sign a leave and send it to all; what they hold they then show us, our leave with it."""
        self._sign_and_send(speaking.speak_leave(round, self._me, number))
        self._send_to_all(encode_talk(Catchup(len(self.referee.lines))))

    def _is_stake_due(self, round: Round) -> bool:
        is_ours = self.seat in round.speakers and not self._has_spoken_in(round)
        is_wanted = is_ours and not self._leaving and self._own.has_secrets_of(self.play)
        return round.kind is Stake and is_wanted

    def _reading_limit_ms(self) -> int:
        """Well within the deadline, since a stake that comes too late costs the seat."""
        setting = self.referee.setting
        if setting is None or not setting.deadline_ms:
            return self.reading_ms
        return min(self.reading_ms, setting.deadline_ms // 3)

    def _entry_for(self, round: Round) -> AnyEntry | None:
        """Our entry for a round; None while our player has not decided, or still reads a result."""
        assert self._speaker is not None
        if self._is_stake_due(round) and self._now_ms < self._stake_from_ms:
            return None
        if gone := self._gone_before(round):
            return speaking.speak_gone(round, self._me, gone)
        return self._speaker.entry_for(round)

    def _gone_before(self, round: Round) -> tuple[bytes, ...]:
        """Leaves that we hold of seats that are not asked now: they stand before our decision."""
        if round.kind is not Decision:
            return ()
        found = [
            self._leaves.at(round.place, seat)
            for seat in round.voters
            if seat not in round.speakers
        ]
        return tuple(
            leave.line
            for leave in found
            if leave is not None
            and isinstance(leave.entry, Leave)
            and is_in_time(leave.entry, round.place)
        )

    def _choose(self, action: Any) -> None:
        round = self.pending()
        assert round is not None
        assert self._speaker is not None
        self._speaker.choose(round, action)

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
        self.correspondence.remember(signed.line)
        if isinstance(entry, Leave):
            self._leaving = True
            self._leaves.add(signed)
            for ballot in self.ballots.values():
                self._feed_leaves(ballot)
            return
        self._own.add(signed)
        if (due := self.ballots.get(place_of(entry))) is not None:
            due.add(signed)

    def sign_vote(
        self, round: Round, number: int, absent: tuple[Seat, ...], heard: Iterable[bytes]
    ) -> SignedEntry:
        """A vote says whom we have heard; so after a crash too we must be able to hand that on."""
        for line in heard:
            if line not in self._noted:
                self._noted[line] = round.place.deal
                self._effects.append(Keep(line))
        return self._sign_and_send(speaking.speak_vote(round, self._me, number, absent))
