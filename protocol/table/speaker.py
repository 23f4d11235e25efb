"""What our seat says in the rounds that wait for it, and whether it can say it now (SPEC §6.8).

The one rule: it makes entries and signs none; whether one is wanted, and that it is the only one,
the table sees to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from p2pcards.engine import Seat
from protocol.crypto.rng import Rng
from protocol.log.rounds import Place, Round
from protocol.table import speaking
from protocol.table.opening import Opening
from protocol.table.own import Own
from protocol.table.play import Play
from protocol.table.preparation import Preparation
from protocol.table.referee import Referee
from protocol.table.states import Playing, Preparing, Waiting
from protocol.wire.entries import AnyEntry, Decision, NonceCommitment, Result, ShuffledDeck


class Speaker:
    """Speaks for one seat.

    Args:
        seat: Ours.
        referee: The table as it stands.
        own: Our words and secrets.
        rng: Randomness of our proofs.
        linked: The seats to which there is a link just now.
    """

    def __init__(
        self,
        seat: Seat,
        referee: Referee,
        own: Own,
        rng: Rng,
        linked: Callable[[], frozenset[Seat]],
    ) -> None:
        self._seat = seat
        self._referee = referee
        self._own = own
        self._rng = rng
        self._linked = linked
        self._chosen: tuple[Place, Any] | None = None

    def choose(self, round: Round, action: Any) -> None:
        """Our player's decision in this round."""
        self._chosen = (round.place, action)

    def forget_choice(self) -> None:
        """The table has gone back: our player may want something else now."""
        self._chosen = None

    def entry_for(self, round: Round) -> AnyEntry | None:
        """Our entry for a round that is due.

        None while our player has not decided, and where the secrets for it are lost.
        """
        state = self._referee.state
        if isinstance(state, Opening):
            if round.kind is NonceCommitment:
                self._own.note_nonce()
            return speaking.speak_in_opening(state, self._seat, self._own.nonce)
        if isinstance(state, Waiting):
            return speaking.speak_here(round, self._seat)
        preparation = self._preparation_at(round)
        if preparation is not None:
            secrets = self._own.secrets_of(preparation)
            if secrets is None:
                return None
            return speaking.speak_in_preparation(preparation, self._seat, secrets, self._rng)
        assert isinstance(state, Playing)
        return self._entry_in(state.play, round, state.between.away)

    def _entry_in(self, play: Play, round: Round, away: frozenset[Seat]) -> AnyEntry | None:
        if not self._own.has_secrets_of(play) and round.kind is not Result:
            return None
        secrets = None if play.deck is None else self._own.secrets_of(play.deck)
        if round.kind is not Decision:
            back = tuple(sorted(away & self._linked()))
            return speaking.speak_in_play(play, self._seat, secrets, self._rng, back)
        if self._chosen is None or self._chosen[0] != round.place:
            return None
        return speaking.speak_decision(play, self._seat, secrets, self._rng, self._chosen[1])

    def prepare_shuffle(self, round: Round) -> None:
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
