"""A seat at a table, without I/O: bytes and moments go in, effects come out (SPEC §6.8).

The one rule: all judging is the `Referee`'s. This class only collects what comes in, speaks for its
own seat when it is due, and votes when others are silent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, assert_never

from p2pcards.cards import Card
from p2pcards.engine import IllegalAction, Seat, Slot, View
from protocol.crypto.identity import Identity
from protocol.crypto.rng import Rng
from protocol.log.rounds import (
    ClosedRound,
    Place,
    Round,
    Spoke,
    equivocation,
    is_enough,
    place_of,
    verdict,
)
from protocol.table import speaking
from protocol.table.ballot import Ballot
from protocol.table.effects import Effect, Heard, Keep, Refuse, Send, Store, Tell
from protocol.table.notices import DealSettled, Notice, Suspended
from protocol.table.opening import Opening, read_proposal
from protocol.table.play import Play
from protocol.table.preparation import Preparation, ReadyDeck
from protocol.table.referee import Over, Playing, Preparing, Referee
from protocol.table.secrets import DeckSecrets, draw_secrets, encode_note
from protocol.wire.codec import BadLine, SignedEntry, decode_line, sign_entry, verify_line
from protocol.wire.entries import AnyEntry, Decision, Leave, ShuffledDeck, Stake, Vote
from protocol.wire.talk import Catchup, Links, Say, Talk, decode_talk, encode_talk, is_talk

LIMIT_MARGIN_MS = 3000
"""How long before the table's deadline our own program decides for its player (fates B0.5)."""

BALLOT_MS = 5000
"""How long a ballot waits for the other votes before the seats that gave none are counted silent too."""

ASKING_MS = 1000
"""How long the others have to hand us what we miss before we declare anybody absent."""

EARLY_LIMIT = 512
"""Entries kept for rounds that are not due yet, per seat; more than an honest seat can be ahead by."""


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
        self._nonce = rng(32)
        self._others = tuple(s for s in range(len(self.referee.keys)) if s != seat)
        self._ballots: dict[Place, Ballot] = {}
        self._early: dict[Seat, list[SignedEntry]] = {s: [] for s in self._others}
        self._too_early: list[tuple[Seat, bytes]] = []
        self._leaves: dict[tuple[str, int, Seat], SignedEntry] = {}
        self._late_votes: dict[tuple[Place, int], dict[Seat, SignedEntry]] = {}
        self._answered: set[tuple[Place, int, Seat]] = set()
        self._asked: set[tuple[Seat, tuple[Place, ...]]] = set()
        self._compared: set[tuple[Seat, tuple[Place, ...]]] = set()
        self._seen: set[bytes] = set()
        self._own: dict[Place, SignedEntry] = {}
        self._secrets: dict[tuple[str, int, int], DeckSecrets] = {}
        self._hand: dict[tuple[Place, Slot], Card] = {}
        self._chosen: tuple[Place, Any] | None = None
        self._linked: frozenset[Seat] = frozenset()
        self._links_of: dict[Seat, frozenset[Seat]] = {}
        self._leaving = False
        self._stored: list[bytes] = []
        self._effects: list[Effect] = []
        self._now_ms = 0
        self._stake_from_ms = 0
        self.reading_ms = 0
        """How long our stake for the next deal waits after a result, so that people can read it."""

    # --- what the shell calls ----------------------------------------------------------------------

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
        if new:
            self._say(Catchup(len(self.referee.lines)), tuple(sorted(new)))
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
        for ballot in list(self._ballots.values()):
            if ballot.due_ms is not None and now_ms >= ballot.due_ms:
                self._vote(ballot, now_ms)
        self._advance(now_ms)
        return self._flush()

    def next_tick_ms(self) -> int | None:
        """When `tick` has something to do next, if nothing comes in before; None = never."""
        moments = [ballot.due_ms for ballot in self._ballots.values() if ballot.due_ms is not None]
        limit = self.decision_limit_ms()
        if limit is not None:
            moments.append(limit)
        if any(self._is_stake_due(round) for round in self.referee.rounds()):
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
        """By hand, at a table without a deadline: vote on those we wait for."""
        for ballot in list(self._ballots.values()):
            self._vote(ballot, now_ms)
        self._advance(now_ms)
        return self._flush()

    def leave(self, now_ms: int) -> list[Effect]:
        """Leave the table: signed, and valid from the next round that names us."""
        self._leaving = True
        for round in self.referee.rounds():
            already = round.place in self._own
            number = round.place.number + 1 if already else round.place.number
            if self._may_speak_in(round):
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
        if self.seat is None or self._leaving:
            return None
        for round in self.referee.rounds():
            if (
                round.kind is Decision
                and self.seat in round.speakers
                and round.place not in self._own
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
    def is_over(self) -> bool:
        return self.referee.is_over

    @property
    def has_left(self) -> bool:
        """Whether the others have taken our leave, or barred us."""
        match self.referee.state:
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
        if mark in self._seen:
            return
        try:
            unverified, _, _ = decode_line(line)
            chain = unverified.entry.chain
            if chain != "open" and self.referee.setting is None:
                if len(self._too_early) < EARLY_LIMIT:
                    self._too_early.append((sender, line))
                return
            signed = verify_line(line, self.referee.table_of(chain), self.referee.keys)
        except BadLine as error:
            self._effects.append(Refuse(sender, str(error)))
            return
        self._seen.add(mark)
        self._pass_on(sender, signed)
        self._route(sender, signed, now_ms)

    def _pass_on(self, sender: Seat, signed: SignedEntry) -> None:
        """To those who have no link to the author."""
        author = signed.entry.seat
        lacking = tuple(
            seat
            for seat in sorted(self._linked)
            if seat not in (sender, author)
            and author not in self._links_of.get(seat, frozenset({author}))
        )
        if lacking:
            self._effects.append(Send(signed.line, lacking))

    def _route(self, sender: Seat, signed: SignedEntry, now_ms: int) -> None:
        entry = signed.entry
        place = place_of(entry)
        if self._collect(signed):
            if (open_round := self._ballots.get(place)) and entry.seat in open_round.strays:
                self._compare_notes((sender, entry.seat))
            return
        closed = self.referee.closed_round(place)
        if closed is not None:
            self._compare(sender, signed, closed, now_ms)
        elif self._is_ahead_of_us(place):
            early = self._early.setdefault(entry.seat, [])
            if len(early) < EARLY_LIMIT:
                early.append(signed)
            self._ask(sender)

    def _collect(self, signed: SignedEntry) -> bool:
        """Put an entry where it is being waited for; False if it is for none of the rounds now due."""
        entry = signed.entry
        if isinstance(entry, Leave):
            self._leaves.setdefault((entry.chain, entry.deal, entry.seat), signed)
            for open_ballot in self._ballots.values():
                self._feed_leaves(open_ballot)
            return True
        ballot = self._ballots.get(place_of(entry))
        if ballot is None:
            return False
        ballot.add(signed)
        return True

    def _is_ahead_of_us(self, place: Place) -> bool:
        due = [round.place for round in self.referee.rounds()]
        if not due:
            return False
        return place.deal >= due[0].deal and not any(
            (place.chain, place.deal) == (d.chain, d.deal)
            and (place.attempt, place.number) < (d.attempt, d.number)
            for d in due
        )

    def _ask(self, sender: Seat) -> None:
        """Ask the sender once, for the rounds now due, for what we seem to have missed."""
        key = (sender, tuple(round.place for round in self.referee.rounds()))
        if key not in self._asked and sender in self._linked:
            self._asked.add(key)
            self._say(Catchup(len(self.referee.lines)), (sender,))

    def _compare_notes(self, seats: Iterable[Seat]) -> None:
        """Somebody's log seems to differ from ours: ask for all that could still be rolled back."""
        base = self.referee.steps[0].line_count if self.referee.steps else len(self.referee.lines)
        due = tuple(round.place for round in self.referee.rounds())
        for seat in sorted(set(seats) & self._linked):
            if (seat, due) not in self._compared:
                self._compared.add((seat, due))
                self._say(Catchup(base), (seat,))

    def _compare(self, sender: Seat, signed: SignedEntry, closed: ClosedRound, now_ms: int) -> None:
        """An entry for a round we have closed: evidence, a vote to answer, or nothing new."""
        entry = signed.entry
        if isinstance(entry, Vote):
            self._late_vote(sender, signed, closed, now_ms)
            return
        known = closed.contributions.get(entry.seat)
        if (
            isinstance(known, Spoke)
            and known.signed.id != signed.id
            and isinstance(entry, closed.round.kind)
        ):
            evidence = equivocation(known.signed, signed)
            for version in (evidence.first, evidence.second):
                self._effects.append(Send(version.line, tuple(sorted(self._linked))))
            contributions = {**closed.contributions, entry.seat: evidence}
            self._roll_back(ClosedRound(closed.round, contributions, closed.votes), now_ms)

    def _late_vote(
        self, sender: Seat, signed: SignedEntry, closed: ClosedRound, now_ms: int
    ) -> None:
        """Somebody is still voting on a round we have closed: give him what he lacks."""
        vote = signed.entry
        assert isinstance(vote, Vote)
        place = closed.round.place
        key = (place, vote.ballot, vote.seat)
        if key not in self._answered and vote.absent:
            self._answered.add(key)
            for line in closed.lines():
                self._effects.append(Send(line, (vote.seat, sender)))
            if not closed.votes and self.seat in closed.round.voters:
                self._sign_vote(closed.round, vote.ballot, ())
        votes = self._late_votes.setdefault((place, vote.ballot), {})
        votes.setdefault(vote.seat, signed)
        absent = verdict(closed.round, votes)
        if absent is not None and not closed.votes and place.deal == self._deal():
            # The others decided without us; what we closed otherwise was ours alone.
            ballot = Ballot(closed.round, None)
            ballot.spoken = dict(closed.contributions)
            ballot.votes = {vote.ballot: dict(votes)}
            decided = ballot.closed(None)
            if decided is not None:
                self._roll_back(decided, now_ms)

    def _deal(self) -> int | None:
        rounds = self.referee.rounds()
        return rounds[0].place.deal if rounds else None

    def _roll_back(self, closed: ClosedRound, now_ms: int) -> None:
        self._tell(self.referee.roll_back(closed))
        self._ballots.clear()
        self._chosen = None
        self._advance(now_ms)

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
        for step in self.referee.ahead_steps:
            for line in step.closed.lines():
                self._effects.append(Send(line, (to,)))
        for ballot in self._ballots.values():
            for contribution in ballot.spoken.values():
                if isinstance(contribution, Spoke):
                    self._effects.append(Send(contribution.signed.line, (to,)))
            for votes in ballot.votes.values():
                for vote in votes.values():
                    self._effects.append(Send(vote.line, (to,)))
        for leave in self._leaves.values():
            self._effects.append(Send(leave.line, (to,)))

    # --- moving on ---------------------------------------------------------------------------------

    def _advance(self, now_ms: int) -> None:
        """Close what is complete and speak where we are due, until neither is left to do."""
        self._now_ms = now_ms
        while True:
            self._open_ballots(now_ms)
            if self._close_one():
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
            self._ballots[place] = ballot
            self._feed_leaves(ballot)
            if (own := self._own.get(place)) is not None:
                ballot.add(own)
            self._feed_early(ballot)
        if self._too_early and self.referee.setting is not None:
            waiting, self._too_early = self._too_early, []
            for sender, line in waiting:
                self._take_line(sender, line, now_ms)

    def _due_ms(self, round: Round, now_ms: int) -> int | None:
        setting = self.referee.setting
        if setting is None or not setting.deadline_ms:
            return None
        person = round.kind in (Decision, Stake)
        return now_ms + (setting.deadline_ms if person else setting.program_deadline_ms)

    def _feed_leaves(self, ballot: Ballot) -> None:
        place = ballot.round.place
        for seat in ballot.round.speakers:
            leave = self._leaves.get((place.chain, place.deal, seat))
            if leave is not None and leave.entry.round <= place.number:
                ballot.add(leave)

    def _feed_early(self, ballot: Ballot) -> None:
        place = ballot.round.place
        # Of the deal under way, not of this round: the chain prepared ahead is a deal further on.
        deal = self._deal() or 0
        for seat, early in self._early.items():
            for signed in early:
                if place_of(signed.entry) == place:
                    ballot.add(signed)
            self._early[seat] = [
                signed
                for signed in early
                if place_of(signed.entry) != place and signed.entry.deal >= deal
            ]

    def _close_one(self) -> bool:
        for round in self.referee.rounds():
            ballot = self._ballots.get(round.place)
            closed = None if ballot is None else ballot.closed(self.seat)
            if closed is not None:
                del self._ballots[round.place]
                self._tell(self.referee.close(closed))
                return True
        return False

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

    def _may_speak_in(self, round: Round) -> bool:
        return self.seat is not None and (self.seat in round.speakers or self.seat in round.voters)

    def _speak_once(self) -> bool:
        """Speak in one round in which we are due and have not spoken; False if there is none."""
        if self.seat is None:
            return False
        for round in self.referee.rounds():
            self._prepare_shuffle(round)
            if self.seat not in round.speakers or round.place in self._own:
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
        is_ours = self.seat in round.speakers and round.place not in self._own
        return round.kind is Stake and is_ours and not self._leaving

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
            return speaking.speak_in_opening(state, me, self._nonce)
        preparation = self._preparation_at(round)
        if preparation is not None:
            return speaking.speak_in_preparation(
                preparation, me, self._secrets_of(round.place), self._rng
            )
        assert isinstance(state, Playing)
        play = state.play
        secrets = None if play.deck is None else self._secrets_of(play.deck.place)
        if round.kind is not Decision:
            heard = tuple(sorted(state.between.away & self._linked))
            return speaking.speak_in_play(play, me, secrets, self._rng, heard)
        if self._chosen is None or self._chosen[0] != round.place:
            return None
        return speaking.speak_decision(play, me, secrets, self._rng, self._chosen[1])

    def _preparation_at(self, round: Round) -> Preparation | None:
        """The preparation that the round belongs to, on whichever track; None in play."""
        candidates = [self.referee.ahead]
        if isinstance(self.referee.state, Preparing):
            candidates.append(self.referee.state.preparation)
        for candidate in candidates:
            if isinstance(candidate, Preparation) and candidate.place == round.place:
                return candidate
        return None

    def _prepare_shuffle(self, round: Round) -> None:
        if round.kind is ShuffledDeck and self.seat in round.voters and not self._leaving:
            preparation = self._preparation_at(round)
            assert preparation is not None
            if preparation.seats.index(self._me) >= len(preparation.decks):
                speaking.prepare_ahead(preparation, self._secrets_of(round.place), self._rng)

    def _secrets_of(self, place: Place) -> DeckSecrets:
        key = (place.chain, place.deal, place.attempt)
        if key not in self._secrets:
            self._secrets[key] = draw_secrets(self._rng)
            self._effects.append(Keep(encode_note(*key, self._secrets[key])))
        return self._secrets[key]

    def _choose(self, action: Any) -> None:
        round = self.pending()
        assert round is not None
        self._chosen = (round.place, action)

    def _sign_and_send(self, entry: AnyEntry) -> None:
        """Sign an entry, keep it, send it to all, and take it in ourselves."""
        assert self._identity is not None
        signed = sign_entry(entry, self.referee.table_of(entry.chain), self._identity)
        if not isinstance(entry, Vote | Leave):
            self._own[place_of(entry)] = signed
        self._effects += [Keep(signed.line), Send(signed.line, self._others)]
        self._seen.add(hashlib.blake2b(signed.line, digest_size=16).digest())
        self._collect(signed)

    # --- voting ------------------------------------------------------------------------------------

    def _vote(self, ballot: Ballot, now_ms: int) -> None:
        """Declare absent whom we have not heard; rest where too few are left to decide."""
        round = ballot.round
        missing = ballot.missing()
        ballot.due_ms = now_ms + BALLOT_MS
        if self.seat not in round.voters or self.seat in missing:
            return
        absent = ballot.unheard()
        if not absent and not ballot.mine:
            return
        if not ballot.mine and not ballot.has_asked:
            # Perhaps the others have what we miss, or another log: that is asked before it is judged.
            ballot.has_asked = True
            ballot.due_ms = now_ms + ASKING_MS
            self._compare_notes(self._linked)
            return
        if not is_enough(round.voters, absent):
            self._effects.append(Tell(Suspended(round.place, absent)))
            return
        ballot.mine += 1
        self._sign_vote(round, ballot.mine, absent)

    def _sign_vote(self, round: Round, number: int, absent: tuple[Seat, ...]) -> None:
        self._sign_and_send(speaking.speak_vote(round, self._me, number, absent))

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
        if key not in self._hand:
            self._hand[key] = speaking.own_card(play, slot, self._secrets_of(deck.place))
        return self._hand[key]
