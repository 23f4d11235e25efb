"""A table's log written by one hand that holds all seats' keys, and cheats where it is told to.

The one rule: whatever it is told to do wrong, the log it writes is the one that honest programs
would hold then: each round is closed and judged by the same referee. A seat's own program would
never sign what is asked for here, which is why this one signs for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from cli.bots.simulation import Match, bot_of
from p2pcards.engine import Action, AnyView, Seat, View
from protocol.crypto.identity import Identity
from protocol.log.evidence import Evidence, evidence
from protocol.log.rounds import Absent, ClosedRound, Contribution, Left, Round, Spoke, equivocation
from protocol.table.judge.opening import Opening, propose
from protocol.table.judge.play import Play
from protocol.table.judge.preparation import Preparation
from protocol.table.judge.referee import Referee
from protocol.table.judge.states import Playing, Preparing, Waiting
from protocol.table.memory.secrets import DeckSecrets, draw_secrets, own_card
from protocol.table.rooms import speaking
from protocol.wire.codec import SignedEntry, sign_entry
from protocol.wire.entries import AnyEntry, Decision, Entry, Leave


@dataclass(frozen=True, slots=True)
class Instead:
    """What a seat does in place of its honest entry.

    Args:
        contribution: What the others have of it in the round; None where it is silent.
        second: Another entry that it has signed for the same place: with the first, evidence.
    """

    contribution: Contribution | None
    second: SignedEntry | None = None


class Fault(Protocol):
    """A fault that a seat commits once, at the first occasion."""

    seat: Seat

    def instead(self, scribe: Scribe, round: Round, entry: AnyEntry) -> Instead | None:
        """What the seat does instead of its honest entry; None if this is no occasion."""
        ...


class Resting(Exception):
    """Too many are silent for the others to decide: the log ends within this round."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        super().__init__("the table rests")
        self.lines = tuple(lines)


class Scribe:
    """Writes the log of a match.

    Args:
        match: What is played, with its randomness.
        faults: What goes wrong in it.

    Raises:
        BadOptions, BadProposal: If the match is none to agree to.
    """

    def __init__(self, match: Match, faults: Sequence[Fault] = ()) -> None:
        self.match = match
        self.identities = [
            Identity.generate(match.rng("identity", seat)) for seat in range(match.seats)
        ]
        proposal = propose(
            self.identities[0],
            match.game,
            match.options,
            [(match.names[seat], each.public) for seat, each in enumerate(self.identities)],
            match.deadline_s,
            match.deals,
        )
        self.referee = Referee(proposal, match.rng("weights", 0))
        self.open_faults = list(faults)
        self._rngs = [match.rng("table", seat) for seat in range(match.seats)]
        self._nonces = [rng(32) for rng in self._rngs]
        self._secrets: dict[tuple[Seat, bytes], DeckSecrets] = {}
        self._players = [bot_of(match, seat) for seat in range(match.seats)]
        self._evidence: list[Evidence] = []

    # --- the log ---------------------------------------------------------------------------------

    def write(self) -> tuple[bytes, ...]:
        """The lines of the log: to the end of the match, or to where the table rests."""
        try:
            while rounds := self.referee.rounds():
                self._close(
                    rounds[0]
                )  # in the log's own order; what is made ahead comes after the deal
        except Resting as error:
            return (*self.referee.lines, *error.lines)
        return tuple(self.referee.lines)

    def _close(self, round: Round) -> None:
        given: dict[Seat, Contribution] = {}
        silent: list[Seat] = []
        for seat in round.speakers:
            entry = self.honest(round, seat)
            done = self._fault_of(seat, round, entry)
            if done is None:
                given[seat] = Spoke(self.sign(entry))
                continue
            if done.second is not None and isinstance(done.contribution, Spoke):
                found = evidence(done.contribution.signed, done.second)
                assert found is not None, "no evidence"
                self._evidence.append(found)
            if done.contribution is None:
                silent.append(seat)
            else:
                given[seat] = done.contribution
        self.referee.close(self._closed(round, given, tuple(silent)))
        self._convict()

    def _closed(
        self, round: Round, given: Mapping[Seat, Contribution], silent: tuple[Seat, ...]
    ) -> ClosedRound:
        if not silent:
            return ClosedRound(round, given)
        if not round.voters or not round.is_enough(silent):
            raise Resting(ClosedRound(round, given).lines())
        votes = tuple(
            self.sign(speaking.speak_vote(round, seat, 1, silent))
            for seat in round.voters
            if seat not in silent
        )
        absent: dict[Seat, Contribution] = dict.fromkeys(silent, Absent())
        return ClosedRound(round, {**given, **absent}, votes)

    def _convict(self) -> None:
        """Let evidence take effect as soon as it can, as programs do that are bound by no gate."""
        for found in list(self._evidence):
            if self.referee.can_convict(found):
                self._evidence.remove(found)
                self.referee.convict(found)

    def _fault_of(self, seat: Seat, round: Round, entry: AnyEntry) -> Instead | None:
        for fault in self.open_faults:
            if fault.seat == seat:
                done = fault.instead(self, round, entry)
                if done is not None:
                    self.open_faults.remove(fault)
                    return done
        return None

    # --- what a seat says ------------------------------------------------------------------------

    def sign(self, entry: AnyEntry) -> SignedEntry:
        """The entry, signed by the seat that it names."""
        table = self.referee.table_of(entry.chain)
        return sign_entry(entry, table, self.identities[entry.seat])

    def honest(self, round: Round, seat: Seat) -> AnyEntry:
        """What an honest program of the seat says in a round that is due."""
        state, rng = self.referee.state, self._rngs[seat]
        match state:
            case Opening():
                return speaking.speak_in_opening(state, seat, self._nonces[seat])
            case Waiting():
                return speaking.speak_here(round, seat)
            case Preparing(preparation):
                return self._prepare(preparation, seat)
            case Playing(play, between) if round.kind is not Decision:
                back = tuple(sorted(between.away - {seat}))
                return speaking.speak_in_play(play, seat, self.secrets_of(play, seat), rng, back)
            case Playing(play):
                return self.acting(play, seat, self._players[seat](self.view(play, seat)))
            case _:
                raise AssertionError("no round is due")

    def acting(self, play: Play, seat: Seat, action: Action) -> AnyEntry:
        """The seat's entry for an action, legal or not."""
        secrets = self.secrets_of(play, seat)
        return speaking.speak_decision(play, seat, secrets, self._rngs[seat], action)

    def _prepare(self, preparation: Preparation, seat: Seat) -> AnyEntry:
        secrets = self._secrets_at(preparation.origin, seat)
        return speaking.speak_in_preparation(preparation, seat, secrets, self._rngs[seat])

    def view(self, play: Play, seat: Seat) -> AnyView:
        """What the seat knows: the public state and its own cards."""
        hand = {}
        secrets = self.secrets_of(play, seat)
        if secrets is not None:
            for slot in play.setting.game.closed_slots(play.game_state, seat):
                hand[slot] = own_card(play, slot, secrets)
        return View(play.game_state, seat, hand)

    def secrets_of(self, play: Play, seat: Seat) -> DeckSecrets | None:
        """The seat's secrets of the deck in use; None where it holds no key to it."""
        if play.deck is None or seat not in play.deck.seats:
            return None
        return self._secrets_at(play.deck.origin, seat)

    def _secrets_at(self, origin: bytes, seat: Seat) -> DeckSecrets:
        key = (seat, origin)
        if key not in self._secrets:
            self._secrets[key] = draw_secrets(self._rngs[seat])
        return self._secrets[key]


# --- faults that need no forging -----------------------------------------------------------------


def tag_of(entry: Entry) -> str:
    """The entry's kind as it stands in the log."""
    tag = type(entry).__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def leave_at(scribe: Scribe, round: Round, seat: Seat) -> SignedEntry:
    """The seat's leave, signed for this round."""
    leave = speaking.speak_leave(round, seat, round.place.number)
    assert isinstance(leave, Leave)
    return scribe.sign(leave)


def left(scribe: Scribe, round: Round, seat: Seat) -> Instead | None:
    """The seat leaves instead; in the opening nobody can."""
    return None if round.place.chain == "open" else Instead(Left(leave_at(scribe, round, seat)))


def two_versions(scribe: Scribe, round: Round, entry: AnyEntry, other: AnyEntry) -> Instead:
    """The seat signs both: a contribution where §5.1 says so, elsewhere evidence."""
    one, two = scribe.sign(entry), scribe.sign(other)
    if round.takes_versions:
        return Instead(equivocation(one, two))
    return Instead(Spoke(one), two)
