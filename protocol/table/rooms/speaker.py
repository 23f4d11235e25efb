"""What our seat says in the rounds that wait for it, and whether it can say it now (SPEC §6.8).

The one rule: it makes entries and signs none; that each is the only one for its place, the machine
sees to.
"""

from __future__ import annotations

from p2pcards.engine import Action, AnyView, Seat, View
from protocol.crypto.rng import Rng
from protocol.log.rounds import Place, Round
from protocol.table.judge.opening import Opening
from protocol.table.judge.play import Play
from protocol.table.judge.preparation import Preparation
from protocol.table.judge.states import Playing, Preparing, Waiting
from protocol.table.memory.memory import Memory
from protocol.table.rooms import speaking
from protocol.table.rooms.own_leave import OwnLeave
from protocol.wire.entries import (
    AnyEntry,
    Decision,
    NonceCommitment,
    Result,
    ShuffledDeck,
    Stake,
)


class Speaker:
    """Speaks for one seat; what our player has decided, and until when they read, changes here.

    Args:
        memory: What we know.
        own_leave: Whether we are leaving.
        rng: Randomness of our proofs.
    """

    def __init__(self, memory: Memory, own_leave: OwnLeave, rng: Rng) -> None:
        self.reading_ms = 0
        """How long our stake for the next deal waits after a result, so that people can read it."""
        self._seat = memory.seat
        self._referee = memory.referee
        self._own = memory.own
        self._own_leave = own_leave
        self._leaves = memory.leaves
        self._correspondence = memory.correspondence
        self._rng = rng
        self._chosen: tuple[Place, Action] | None = None
        self._stake_from_ms = 0
        self.wants_pause = False
        """Whether our player agrees to a pause at the end of the deal."""
        self._back_before: int | None = None
        """The deal before which our player has come back from a pause."""

    # --- our player --------------------------------------------------------------------------------

    def asked(self) -> Round | None:
        """The round in which our player must decide, if any."""
        if self._own_leave.is_on:
            return None
        for round in self._referee.rounds():
            is_asked = round.kind is Decision and self._owes(round)
            if is_asked and self._own.has_secrets_of(self._referee.play):
                return round
        return None

    def view(self) -> AnyView | None:
        """What our seat knows of the deal under way: public state and own hand."""
        play = self._referee.play
        if self._seat is None or play is None:
            return None
        hand = {
            slot: card
            for slot in play.setting.game.closed_slots(play.game_state, self._seat)
            if (card := self._own.card(play, slot)) is not None
        }
        return View(play.game_state, self._seat, hand)

    def choose(self, action: Action) -> None:
        """Our player's decision where they are asked."""
        round = self.asked()
        assert round is not None
        self._chosen = (round.place, action)

    def forget_choice(self) -> None:
        """The table has gone back: our player may want something else now."""
        self._chosen = None

    # --- reading a result --------------------------------------------------------------------------

    def begin_reading(self, now_ms: int) -> None:
        """A deal is settled. Its result is read well within the deadline: a late stake costs the seat."""
        setting, reading_ms = self._referee.setting, self.reading_ms
        if setting is not None and setting.deadline_ms:
            reading_ms = min(reading_ms, setting.deadline_ms // 3)
        self._stake_from_ms = now_ms + reading_ms

    def end_reading(self) -> None:
        """Our stake for the next deal waits no longer."""
        self._stake_from_ms = 0

    def begin_pause(self) -> None:
        """All have agreed to it; it is over for us when our player says so."""
        self.wants_pause = False

    def come_back(self) -> None:
        """Our player is back from the pause; that stands for this deal, should it begin anew (SPEC §6.6)."""
        state = self._referee.state
        if isinstance(state, Waiting):
            self._back_before = state.between.deal

    def stake_from_ms(self) -> int | None:
        """When our stake is paid; None where none is due."""
        is_due = any(self._is_stake_due(round) for round in self._referee.rounds())
        return self._stake_from_ms if is_due else None

    def _is_stake_due(self, round: Round) -> bool:
        is_ours = round.kind is Stake and self._owes(round) and not self._own_leave.is_on
        return is_ours and self._own.has_secrets_of(self._referee.play)

    # --- speaking ----------------------------------------------------------------------------------

    def _owes(self, round: Round) -> bool:
        return self._seat in round.speakers and self._own.entry_in(round) is None

    def next_entry(self, now_ms: int) -> AnyEntry | None:
        """Our entry for a round in which we are due and have not spoken; None if there is none."""
        for round in self._referee.rounds():
            if not self._own_leave.is_on:
                self._prepare_shuffle(round)
            if not self._owes(round):
                continue
            leave = self._own_leave
            entry = leave.at(round) if leave.is_on else self._entry_now(round, now_ms)
            if entry is not None:
                return entry
        return None

    def _entry_now(self, round: Round, now_ms: int) -> AnyEntry | None:
        """Our entry for a round; None while our player has not decided, or still reads a result."""
        assert self._seat is not None
        if self._is_stake_due(round) and now_ms < self._stake_from_ms:
            return None
        if gone := self._gone_before(round):
            return speaking.speak_gone(round, self._seat, gone)
        return self._entry_due(round)

    def _gone_before(self, round: Round) -> tuple[bytes, ...]:
        """Leaves that we hold of seats that are not asked now: they stand before our decision."""
        if round.kind is not Decision:
            return ()
        others = (seat for seat in round.voters if seat not in round.speakers)
        found = (self._leaves.in_time(round.place, seat) for seat in others)
        return tuple(leave.line for leave in found if leave is not None)

    def _entry_due(self, round: Round) -> AnyEntry | None:
        """Our entry for a round that is due.

        None while our player has not decided, and where the secrets for it are lost.
        """
        assert self._seat is not None
        state = self._referee.state
        if isinstance(state, Opening):
            if round.kind is NonceCommitment:
                self._own.note_nonce()
            return speaking.speak_in_opening(state, self._seat, self._own.nonce)
        if isinstance(state, Waiting):
            if state.between.paused and self._back_before != state.between.deal:
                return None
            return speaking.speak_here(round, self._seat)
        preparation = self._preparation_at(round)
        if preparation is not None:
            secrets = self._own.secrets_of(preparation)
            if secrets is None:
                return None
            return speaking.speak_in_preparation(preparation, self._seat, secrets, self._rng)
        assert isinstance(state, Playing)
        return self._entry_in_play(state.play, round, state.between.away)

    def _entry_in_play(self, play: Play, round: Round, away: frozenset[Seat]) -> AnyEntry | None:
        assert self._seat is not None
        if not self._own.has_secrets_of(play) and round.kind is not Result:
            return None
        secrets = None if play.deck is None else self._own.secrets_of(play.deck)
        if round.kind is not Decision:
            back = tuple(sorted(away & self._correspondence.linked))
            return speaking.speak_in_play(
                play, self._seat, secrets, self._rng, back, wants_pause=self.wants_pause
            )
        if self._chosen is None or self._chosen[0] != round.place:
            return None
        return speaking.speak_decision(play, self._seat, secrets, self._rng, self._chosen[1])

    def _prepare_shuffle(self, round: Round) -> None:
        """Work ahead while others shuffle: what does not depend on the deck they give us."""
        if round.kind is ShuffledDeck and self._seat in round.voters:
            preparation = self._preparation_at(round)
            assert preparation is not None
            secrets = self._own.secrets_of(preparation)
            is_to_come = preparation.seats.index(self._seat) >= len(preparation.decks)
            if secrets is not None and is_to_come:
                secrets.prepare(preparation)

    def _preparation_at(self, round: Round) -> Preparation | None:
        """The preparation that the round belongs to, on whichever track; None in play."""
        candidates = [self._referee.preparation_ahead]
        if isinstance(self._referee.state, Preparing):
            candidates.append(self._referee.state.preparation)
        for candidate in candidates:
            if candidate is not None and candidate.place == round.place:
                return candidate
        return None
