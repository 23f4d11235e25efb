"""The agreement rule at two gates, one after the other.

The one rule: where a seat stands follows from what it knows, its own signatures among it, and from
nothing else. Who tells it what, and when, is the world's business.

A *gate* is a round that all its members sign. The liar, which has the last seat, has spoken alone in
a round, in one version or in two. Then comes the first gate, of all seats, and then the second, of
all but the seat without which the first was closed. Who knows both versions and is not held by a
signature of its own goes back to the round, to the branch GUILTY, whose gate is for all but the liar.

Facts are bits of one whole number: so a state of the world is a few numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

VERSIONS = (0, 1)
GUILTY = 2
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Rule:
    """What honest seats do. The defaults are the rule of SPEC §6.6; each other value breaks it.

    Args:
        holds: Who has signed a gate goes behind it only when another of its members has refused it.
        returns_only_free: Who has left a gate and is shown it complete stays where it has signed since.
        follows: Who was voted out goes with those who have signed the next gate without it.
        refuses_when_sure: Having closed a gate by a ballot is no reason to refuse another one.
    """

    holds: bool = True
    returns_only_free: bool = True
    follows: bool = True
    refuses_when_sure: bool = True


class Gate(NamedTuple):
    """A gate: the branch it is on; for a second one, without whom the first was closed."""

    branch: int
    is_second: bool
    absent: int = NOBODY

    def __str__(self) -> str:
        if self.branch == GUILTY:
            return "the gate of branch guilty"
        without = "" if self.absent == NOBODY else f" without {name(self.absent)}"
        return f"gate {1 + self.is_second} of branch {self.branch + 1}{without}"


def name(seat: int) -> str:
    return "ABCDEFGH"[seat]


class Facts:
    """Which bit is which fact, for a number of seats and of ballots at the first gate."""

    def __init__(self, seats: int, ballots: int) -> None:
        self.seats = range(seats)
        self.liar = seats - 1
        self.honest = range(seats - 1)
        self.ballots = range(1, ballots + 1)
        self.firsts = tuple(Gate(branch, False) for branch in VERSIONS)
        self.guilty = Gate(GUILTY, True, self.liar)
        closings = (NOBODY, *self.seats)
        self.seconds = (*(Gate(b, True, s) for b in VERSIONS for s in closings), self.guilty)
        self.gates = (*self.firsts, *self.seconds)
        self.members = {g: tuple(s for s in self.seats if s != g.absent) for g in self.gates}

        self.bits: dict[tuple[object, ...], int] = {}
        places = [(g, s) for g in self.gates for s in self.members[g]]
        votes = [(g, n, s) for g in self.firsts for n in self.ballots for s in self.seats]
        self.version = {branch: self._new("version", branch) for branch in VERSIONS}
        self.signature = {place: self._new("signature", *place) for place in places}
        self.refusal = {place: self._new("refusal", *place) for place in places}
        # Own votes are known to their author only; to others what counts is that a ballot decides.
        self.vote = {vote: self._new("vote", *vote) for vote in votes}
        self.decision = {vote: self._new("decision", *vote) for vote in votes}

        self.proof = sum(self.version.values())
        self.own_votes = sum(self.vote.values())
        self.complete = {g: sum(self.signature[g, s] for s in self.members[g]) for g in self.gates}
        self.beyond = sum(self.complete[g] for g in self.seconds)
        self.refused = {g: sum(self.refusal[g, s] for s in self.members[g]) for g in self.gates}

    def _new(self, *key: object) -> int:
        return self.bits.setdefault(key, 1 << len(self.bits))


def in_words(key: tuple[object, ...]) -> str:
    match key:
        case ("version", int(branch)):
            return f"version {branch + 1}"
        case (("signature" | "refusal") as kind, gate, int(seat)):
            return f"{name(seat)}'s {kind} of {gate}"
        case ("vote", gate, ballot, int(seat)):
            return f"a vote in ballot {ballot} at {gate} that {name(seat)} is absent"
        case ("decision", gate, ballot, int(seat)):
            return f"all votes of ballot {ballot} at {gate}: {name(seat)} is absent"
    raise AssertionError(key)


@dataclass(frozen=True)
class Conduct:
    """What a seat that knows something makes of it."""

    facts: Facts
    rule: Rule

    # --- what is known -----------------------------------------------------------------------------

    def is_complete(self, known: int, gate: Gate) -> bool:
        return known & self.facts.complete[gate] == self.facts.complete[gate]

    def is_proven(self, known: int) -> bool:
        """Whether the liar's two versions are known."""
        return known & self.facts.proof == self.facts.proof

    def is_caught(self, known: int) -> bool:
        """Whether anything proves the liar: two versions, signature and refusal, or two votes."""
        facts = self.facts
        if self.is_proven(known):
            return True
        places = ((g, facts.liar) for g in facts.gates if g.absent != facts.liar)
        if any(known & facts.signature[p] and known & facts.refusal[p] for p in places):
            return True
        ballots = ((first, n) for first in facts.firsts for n in facts.ballots)
        return any(len(self._named(known, *ballot)) > 1 for ballot in ballots)

    def _named(self, known: int, first: Gate, ballot: int) -> list[int]:
        decision = self.facts.decision
        return [s for s in self.facts.seats if known & decision[first, ballot, s]]

    def verdict(self, known: int, first: Gate) -> tuple[int, int] | None:
        """The highest ballot that has decided, and whom it names; of two in one the higher seat.

        Two decisions in one ballot need a voter that has voted twice; all that know both still agree.
        """
        for ballot in reversed(self.facts.ballots):
            if named := self._named(known, first, ballot):
                return ballot, max(named)
        return None

    def has_failed(self, known: int, gate: Gate) -> bool:
        """Whether a member that nothing convicts has refused the gate: it is never complete."""
        facts = self.facts
        for seat in facts.members[gate]:
            is_honest = seat != facts.liar or not self.is_caught(known)
            if known & facts.refusal[gate, seat] and is_honest:
                return True
        return False

    def _holds_nobody(self, known: int, gate: Gate) -> bool:
        """Whether a second gate that is not complete will not be: somebody in it is gone."""
        if self.has_failed(known, gate):
            return True
        if self.is_complete(known, gate):
            return False
        facts = self.facts
        uncaught = [s for s in facts.members[gate] if s != facts.liar or not self.is_caught(known)]
        return any(self._has_gone_higher(known, gate, s) for s in uncaught)

    def _has_gone_higher(self, known: int, gate: Gate, seat: int) -> bool:
        """Whether a seat has left this gate for one that ranks above it, and that has not failed."""
        facts = self.facts
        rank = self._rank(known, gate)
        signed = (g for g in facts.seconds if known & facts.signature.get((g, seat), 0))
        higher = (g for g in signed if self._rank(known, g) > rank)
        return not all(self.has_failed(known, g) for g in higher)

    # --- where a seat stands -----------------------------------------------------------------------

    def place(self, seat: int, known: int) -> Gate | None:
        """The gate that the seat has signed, or would sign next; None before it has heard a version."""
        facts = self.facts
        if not known & facts.beyond:
            return self._place_at_first(seat, known)
        held = [
            gate
            for gate in self._by_rank(known)
            if gate.absent != seat
            and known & facts.signature[gate, seat]
            and not self._holds_nobody(known, gate)
        ][:1]
        complete = [gate for gate in self._by_rank(known) if self.is_complete(known, gate)]
        whole = [gate for gate in held if gate in complete and self._rank(known, gate) >= 2000]
        if not self.rule.returns_only_free:
            whole = [gate for gate in complete if gate in held] or complete
        followed = self._followed(seat, known, held)
        for gate in (*whole, *followed, *held, *complete):
            return gate
        return self._place_at_first(seat, known)

    def _by_rank(self, known: int) -> list[Gate]:
        return sorted(self.facts.seconds, key=lambda gate: -self._rank(known, gate))

    def _rank(self, known: int, gate: Gate) -> int:
        """Of two second gates a seat goes to the one that ranks higher, and not back by itself.

        First those with nobody absent, then the proven liar's, then those of the higher ballot; of
        equals any, as long as it is the same for all.
        """
        facts = self.facts
        number = facts.gates.index(gate)
        if gate.absent == NOBODY:
            return 3000 + number
        if gate.branch == GUILTY:
            return 2000
        first = Gate(gate.branch, False)
        against = [n for n in facts.ballots if gate.absent in self._named(known, first, n)]
        return 100 * max(against, default=0) + number

    def is_final(self, seat: int, known: int) -> bool:
        """Whether the seat stands at a complete gate, and has signed none that ranks above it."""
        gate = self.place(seat, known)
        if gate is None or not gate.is_second or not self.is_complete(known, gate):
            return False
        return not self._has_gone_higher(known, gate, seat)

    def _followed(self, seat: int, known: int, held: list[Gate]) -> Iterator[Gate]:
        """The second gates without this seat that others have signed after a ballot against it."""
        facts = self.facts
        if not self.rule.follows:
            return
        for first in facts.firsts:
            gate = Gate(first.branch, True, seat)
            rank = self._rank(known, gate)
            if held and rank <= self._rank(known, held[0]) < 2000:
                continue
            there = [s for s in facts.members[gate] if self._is_there(known, gate, s)]
            if rank >= 100 and there and not self._holds_nobody(known, gate):
                yield gate

    def _is_there(self, known: int, gate: Gate, seat: int) -> bool:
        """Whether a seat that nothing convicts has signed the gate, and none that ranks above it."""
        facts = self.facts
        if not known & facts.signature[gate, seat]:
            return False
        if seat == facts.liar and self.is_caught(known):
            return False
        return not self._has_gone_higher(known, gate, seat)

    def _place_at_first(self, seat: int, known: int) -> Gate | None:
        facts = self.facts
        for first in facts.firsts:
            if self.is_complete(known, first):
                return Gate(first.branch, True)
        is_proven = self.is_proven(known)
        for first in facts.firsts:
            is_held = self.rule.holds or not is_proven
            if known & facts.signature[first, seat] and is_held:
                if self.has_failed(known, first):
                    continue
                verdict = self.verdict(known, first)
                return Gate(first.branch, True, verdict[1]) if verdict else first
        if is_proven:
            return facts.guilty
        heard = [f for f in facts.firsts if known & facts.version[f.branch]]
        return heard[0] if heard else None

    # --- what a seat says --------------------------------------------------------------------------

    def settled(self, seat: int, known: int) -> int:
        """What the seat knows, with the refusals that it owes: those it signs at once."""
        while refusals := self._refusals(seat, known):
            known |= refusals
        return known

    def _refusals(self, seat: int, known: int) -> int:
        facts = self.facts
        place = self.place(seat, known)
        said = 0
        if place is None or not self.rule.holds:
            return 0
        for gate in facts.gates:
            if not known & facts.complete[gate]:
                continue
            is_on_the_way = gate.branch == place.branch and gate.is_second != place.is_second
            if gate == place or is_on_the_way or seat == gate.absent:
                continue
            has_spoken = known & (facts.signature[gate, seat] | facts.refusal[gate, seat])
            if not has_spoken and self.reason(known, gate):
                said |= facts.refusal[gate, seat]
        return said

    def reason(self, known: int, gate: Gate) -> int:
        """The facts by which others see that this gate is none to sign; 0 where there are none."""
        facts = self.facts
        why = 0
        for other in facts.gates:
            is_elsewhere = other.branch != gate.branch or (other.is_second and gate.is_second)
            if other != gate and is_elsewhere and self.is_complete(known, other):
                why |= facts.complete[other]
        if gate.branch == GUILTY:
            if not self.rule.refuses_when_sure:
                for first in facts.firsts:
                    why |= self._decision(known, first)
            return why
        first = Gate(gate.branch, False)
        if not gate.is_second:
            return why | facts.proof if self.is_proven(known) else why
        if gate.absent == NOBODY:
            return why
        if self.is_complete(known, first):
            return why | facts.complete[first]
        if self.has_failed(known, first):
            return why | known & facts.refused[first] | facts.proof
        verdict = self.verdict(known, first)
        return why | self._decision(known, first) if verdict and verdict[1] != gate.absent else why

    def _decision(self, known: int, first: Gate) -> int:
        verdict = self.verdict(known, first)
        return self.facts.decision[first, *verdict] if verdict else 0

    def wish(self, seat: int, known: int) -> int:
        """What the seat says next, in its own time: its signature, or a vote; 0 for nothing."""
        facts = self.facts
        gate = self.place(seat, known)
        if gate is None:
            return 0
        if seat != gate.absent and not known & facts.signature[gate, seat]:
            return 0 if known & facts.refusal[gate, seat] else facts.signature[gate, seat]
        missing = [s for s in facts.members[gate] if not known & facts.signature[gate, s]]
        if gate.is_second or len(missing) != 1:
            return 0
        for ballot in facts.ballots:
            if not any(known & facts.vote[gate, ballot, s] for s in facts.seats):
                return facts.vote[gate, ballot, missing[0]]
        return 0
