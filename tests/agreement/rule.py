"""SPEC §6.6 and §6.7 at one gate, as functions over frozen values.

The one rule: what a seat does follows from what it knows and where it stands, and from nothing else.
Who tells it what, and when, is the world's business.

The liar, which has the last seat, has spoken alone in a round, in one version or in two. Then comes a
gate, which all sign. A seat on which the liar's two versions have taken effect is on the branch
GUILTY, whose gate all but the liar sign. Facts are bits of one whole number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

VERSIONS = (0, 1)
GUILTY = 2
NOBODY = -1
Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """What honest seats do. The defaults are the rule of SPEC §6.6; each other value changes it.

    Args:
        binds: Who has signed a gate lets evidence take effect only when another seat has refused it.
        refuses: Who is on another branch refuses the gate whose signatures it sees.
        returns: Who has left a gate and sees it closed goes back to it.
        returns_unsigned: But not once it has signed the gate of its own branch.
        refusal_outweighs: A ballot against a seat that has refused the gate decides nothing, also later.
        counts_convicted: Proven cheats stay in the number of which more than half must vote.
        frees_alone: Who has signed a gate with proven cheats alone is not bound by it.
    """

    binds: bool = True
    refuses: bool = True
    returns: bool = True
    returns_unsigned: bool = False
    refusal_outweighs: bool = True
    counts_convicted: bool = True
    frees_alone: bool = False


class Place(NamedTuple):
    """Where a seat stands: at the gate of a branch, or behind it; before the round, nowhere."""

    branch: int | None
    is_behind: bool = False
    absent: int = NOBODY

    def __str__(self) -> str:
        if self.branch is None:
            return "nowhere"
        without = "" if self.absent == NOBODY else f", {name(self.absent)} voted absent"
        return f"{'behind' if self.is_behind else 'at'} gate {_branch(self.branch)}{without}"


class Seat(NamedTuple):
    """All that an honest seat is."""

    known: int
    place: Place


def name(seat: int) -> str:
    return "nobody" if seat == NOBODY else "ABCDEFGH"[seat]


def _branch(branch: int) -> str:
    return ("1", "2", "guilty")[branch]


class Facts:
    """Which bit is which fact, for a number of seats in the deal, of ballots, and of honest seats outside.

    Who is outside signs nothing, and follows the gates of the others by what it is shown.
    """

    def __init__(self, seats: int, ballots: int, outside: int = 0) -> None:
        self.liar = seats - 1 + outside
        self.honest = range(self.liar)
        self.seats = (*range(seats - 1), self.liar)
        self.ballots = range(1, ballots + 1)
        self.members = (self.seats, self.seats, self.seats[:-1])
        self.bits: dict[Key, int] = {}
        self.version = [self._new("version", b) for b in VERSIONS]
        signing = [(b, s) for b in (*VERSIONS, GUILTY) for s in self.members[b]]
        self.signature = {key: self._new("signature", *key) for key in signing}
        refusing = [(b, s) for b in VERSIONS for s in self.members[GUILTY]]
        self.refusal = {key: self._new("refusal", *key) for key in refusing}
        lists = (NOBODY, *self.seats)
        voting = [
            (b, n, s, absent)
            for b in VERSIONS
            for n in self.ballots
            for s in self.seats
            for absent in lists
            if absent != s
        ]
        self.vote = {key: self._new("vote", *key) for key in voting}
        self.proof = sum(self.version)
        self.complete = [
            sum(self.signature[b, s] for s in self.members[b]) for b in (*VERSIONS, GUILTY)
        ]

    def _new(self, *key: object) -> int:
        return self.bits.setdefault(key, 1 << len(self.bits))


def in_words(key: Key) -> str:
    match key:
        case ("version", int(branch)):
            return f"version {_branch(branch)}"
        case ("vote", int(branch), ballot, int(seat), int(absent)):
            return (
                f"{name(seat)}'s vote {ballot} at gate {_branch(branch)}: absent is {name(absent)}"
            )
        case (kind, int(branch), int(seat)):
            return f"{name(seat)}'s {kind} of gate {_branch(branch)}"
    raise AssertionError(key)


@dataclass(frozen=True)
class Conduct:
    """What a seat makes of what it knows."""

    facts: Facts
    rule: Rule

    def is_complete(self, known: int, branch: int) -> bool:
        return known & self.facts.complete[branch] == self.facts.complete[branch]

    def is_proven(self, known: int) -> bool:
        return known & self.facts.proof == self.facts.proof

    def refusers(self, known: int, branch: int) -> list[int]:
        if branch == GUILTY:
            return []
        return [s for s in self.facts.members[GUILTY] if known & self.facts.refusal[branch, s]]

    # --- ballots -----------------------------------------------------------------------------------

    def votes(self, known: int, branch: int, ballot: int, seat: int) -> list[int]:
        """Whom a seat has declared absent in a ballot; two answers count for nothing."""
        vote = self.facts.vote
        lists = (NOBODY, *self.facts.seats)
        return [a for a in lists if a != seat and known & vote[branch, ballot, seat, a]]

    def verdict(self, known: int, branch: int) -> tuple[int, int] | None:
        """The highest ballot that has decided, and whom it names."""
        for ballot in reversed(self.facts.ballots):
            for absent in self.facts.seats:
                if self._decides(known, branch, ballot, absent):
                    return ballot, absent
        return None

    def _decides(self, known: int, branch: int, ballot: int, absent: int) -> bool:
        voters = [s for s in self.facts.seats if s != absent]
        number = len(self.facts.seats)
        if self.is_proven(known) and not self.rule.counts_convicted:
            voters = [s for s in voters if s != self.facts.liar]
            number -= 1
        is_enough = 2 * len(voters) > number or number == 2
        if self.rule.refusal_outweighs and absent in self.refusers(known, branch):
            return False
        return is_enough and all(self.votes(known, branch, ballot, s) == [absent] for s in voters)

    def open_votes(self, seat: int, known: int, branch: int) -> list[tuple[int, int]]:
        """Own votes that may still decide: until one who must join them has voted otherwise."""
        found: list[tuple[int, int]] = []
        if seat not in self.facts.seats:
            return found
        refused = self.refusers(known, branch)
        for ballot in self.facts.ballots:
            for absent in self.votes(known, branch, ballot, seat):
                others = [s for s in self.facts.seats if s not in (seat, absent)]
                words = [self.votes(known, branch, ballot, s) for s in others]
                is_lost = any(word not in ([], [absent]) for word in words)
                if absent != NOBODY and not is_lost and not set(others) & set(refused):
                    found.append((ballot, absent))
        return found

    # --- where a seat goes -------------------------------------------------------------------------

    def settled(self, number: int, seat: Seat) -> Seat:
        """The seat when it has done all that what it knows demands at once."""
        while True:
            place = self._next(number, seat.known, seat.place)
            after = Seat(seat.known | self._says(number, seat.known, place), place)
            if after == seat:
                return seat
            seat = after

    def _next(self, seat: int, known: int, place: Place) -> Place:
        branch = place.branch
        if branch is None:
            heard = [b for b in VERSIONS if known & self.facts.version[b]]
            return Place(GUILTY if len(heard) == 2 else heard[0]) if heard else place
        if branch == GUILTY:
            return self._next_when_guilty(seat, known, place)
        verdict = self.verdict(known, branch)
        if place.is_behind:
            if verdict and (verdict[1] == seat or place.absent != NOBODY):
                return Place(branch, True, verdict[1])
            return Place(branch) if place.absent != NOBODY else place
        return self._next_at_gate(seat, known, place, verdict)

    def _next_at_gate(
        self, seat: int, known: int, place: Place, verdict: tuple[int, int] | None
    ) -> Place:
        branch = place.branch
        assert branch is not None
        if self.is_proven(known) and not self._is_bound(seat, known, branch):
            return Place(GUILTY)
        mine = self.open_votes(seat, known, branch)
        if verdict:
            ballot, absent = verdict
            if absent == seat or not any(n > ballot and a != absent for n, a in mine):
                return Place(branch, True, absent)
        if self.is_complete(known, branch) and not mine:
            return Place(branch, True)
        return place

    def _is_bound(self, seat: int, known: int, branch: int) -> bool:
        has_signed = known & self.facts.signature.get((branch, seat), 0)
        is_alone = set(self.facts.members[branch]) == {seat, self.facts.liar}
        if not has_signed or not self.rule.binds or (is_alone and self.rule.frees_alone):
            return False
        return not self.refusers(known, branch)

    def _next_when_guilty(self, seat: int, known: int, place: Place) -> Place:
        if place.is_behind:
            return place
        if self.is_complete(known, GUILTY):
            return Place(GUILTY, True)
        has_signed = known & self.facts.signature.get((GUILTY, seat), 0)
        if self.rule.returns and not (has_signed and self.rule.returns_unsigned):
            for branch in VERSIONS:
                if self.is_complete(known, branch):
                    return Place(branch, True)
                if verdict := self.verdict(known, branch):
                    return Place(branch, True, verdict[1])
        return place

    # --- what a seat says --------------------------------------------------------------------------

    def _says(self, seat: int, known: int, place: Place) -> int:
        """Refusals, and answers to votes on a gate that it is behind."""
        facts, said = self.facts, 0
        if place.branch is None or seat not in facts.seats:
            return said
        for branch in VERSIONS:
            own = known & (facts.signature[branch, seat] | facts.refusal[branch, seat])
            is_seen = known & facts.complete[branch] & ~facts.signature[branch, facts.liar]
            is_against = self.is_proven(known) and branch != place.branch
            if self.rule.refuses and is_against and is_seen and not own:
                said |= facts.refusal[branch, seat]
        if place.branch != GUILTY and place.is_behind and place.absent != seat:
            for ballot in facts.ballots:
                words = [self.votes(known, place.branch, ballot, s) for s in facts.seats]
                if not words[seat] and any(a != NOBODY for word in words for a in word):
                    said |= facts.vote[place.branch, ballot, seat, place.absent]
        return said

    def wish(self, number: int, seat: Seat) -> int:
        """What the seat says next, in its own time: its signature, or a vote; 0 for nothing."""
        known, branch = seat.known, seat.place.branch
        if branch is None or seat.place.is_behind or number not in self.facts.seats:
            return 0
        if not known & self.facts.signature[branch, number]:
            is_refused = branch != GUILTY and known & self.facts.refusal[branch, number]
            return 0 if is_refused else self.facts.signature[branch, number]
        if branch == GUILTY:
            return 0
        missing = [s for s in self.facts.seats if not known & self.facts.signature[branch, s]]
        fresh = [n for n in self.facts.ballots if not self.votes(known, branch, n, number)]
        if not fresh or self.refusers(known, branch):
            return 0
        if len(missing) == 1:
            return self.facts.vote[branch, fresh[0], number, missing[0]]
        return 0

    def gives_up(self, number: int, seat: Seat) -> Seat | None:
        """A complete gate waits in vain for the votes that could decide an own ballot: it is closed."""
        branch, known = seat.place.branch, seat.known
        if branch in (None, GUILTY) or seat.place.is_behind or not self.is_complete(known, branch):
            return None
        return self.settled(number, Seat(known, Place(branch, True)))
