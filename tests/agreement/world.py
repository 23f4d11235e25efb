"""The liar, the network and the clock, around honest seats that keep a rule.

The one rule: whatever the network and the liar can do is a step here, and nothing else is. Messages
take any time, but what an honest seat knows does reach the others in the end; a time-out may come
at any moment; the liar shows each seat what it likes, when it likes, twice if it likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.agreement.rule import (
    GUILTY,
    NOBODY,
    VERSIONS,
    Conduct,
    Facts,
    Place,
    Rule,
    Seat,
    in_words,
    name,
)
from tests.agreement.symmetry import renamings

State = tuple[int, ...]
"""For each honest seat the number of what it is, as `World.seats` has it."""


@dataclass(frozen=True, slots=True)
class Step:
    """What happened to one seat; `said_by` is that seat itself where it has spoken."""

    seat: int
    said_by: int
    after: State


class World:
    """All states that can be reached. What is kept here only saves working it out again.

    Args:
        seats: How many are in the deal, the liar among them.
        ballots: How often each seat may vote.
        is_single: Facts arrive one by one, in any order, as if the liar passed them on; otherwise
            all that a seat knows arrives together, as on a link.
        outside: How many honest seats are not in the deal.
    """

    def __init__(
        self, seats: int, ballots: int, rule: Rule, is_single: bool = False, outside: int = 0
    ) -> None:
        self.facts = Facts(seats, ballots, outside)
        self.conduct = Conduct(self.facts, rule)
        self.seats: list[Seat] = []
        self._numbers: dict[Seat, int] = {}
        self._is_single = is_single
        self._given: dict[tuple[int, int, int], int] = {}
        self._renamings = renamings(self.facts)
        self._renamed: list[dict[int, int]] = [{} for _ in self._renamings]

    def start(self) -> State:
        return tuple(self._number(Seat(0, Place(None))) for _ in self.facts.honest)

    # --- steps -------------------------------------------------------------------------------------

    def due(self, state: State) -> Iterator[Step]:
        """The steps that come sooner or later, whatever the liar does."""
        for number, own in enumerate(state):
            seat = self.seats[own]
            if wish := self.conduct.wish(number, seat):
                yield self._step(state, number, number, wish)
            if (after := self.conduct.gives_up(number, seat)) is not None:
                new = (*state[:number], self._number(after), *state[number + 1 :])
                yield Step(number, number, new)
            for other in self.facts.honest:
                news = self.seats[state[other]].known & ~seat.known
                for fact in _each(news) if self._is_single else filter(None, [news]):
                    yield self._step(state, number, other, fact)

    def lies(self, state: State) -> Iterator[Step]:
        """What the liar may show to whom: whatever makes a difference there and then, and its votes."""
        facts, liar = self.facts, self.facts.liar
        for number, own in enumerate(state):
            known, place = self.seats[own]
            shown = list(facts.version)
            if place.branch is not None:
                for b in VERSIONS:
                    if b == place.branch or known & facts.complete[b]:
                        shown.append(facts.signature[b, liar])
                shown += self._votes(number, known)
            for fact in shown:
                if not known & fact:
                    yield self._step(state, number, liar, fact)

    def _votes(self, number: int, known: int) -> Iterator[int]:
        """The liar's votes that may decide a ballot, or show that one will not."""
        facts = self.facts
        for b in VERSIONS:
            for ballot in facts.ballots:
                for absent in facts.members[GUILTY]:
                    if any(
                        known & facts.vote[b, ballot, s, absent]
                        for s in facts.members[GUILTY]
                        if s != absent
                    ):
                        yield facts.vote[b, ballot, facts.liar, absent]
                        yield facts.vote[b, ballot, facts.liar, NOBODY]

    def _step(self, state: State, number: int, by: int, facts: int) -> Step:
        after = self._give(number, state[number], facts)
        return Step(number, by, (*state[:number], after, *state[number + 1 :]))

    # --- what is good and bad ----------------------------------------------------------------------

    def wrong(self, state: State) -> str | None:
        """What must never be, or, in brackets, what no rule can prevent; None if all is well."""
        found = None
        seats = [self.seats[own] for own in state]
        for (branch, author), refusal in self.facts.refusal.items():
            if seats[author].known & refusal and (
                seats[author].known & self.facts.signature[branch, author]
            ):
                return "HONEST SEAT PROVEN A CHEAT"
        for one in range(len(seats)):
            for two in range(one):
                found = self._apart(seats, two, one) or found
        return found

    def _apart(self, seats: list[Seat], number: int, other: int) -> str | None:
        places = seats[number].place, seats[other].place
        if not all(place.is_behind for place in places) or places[0].branch == places[1].branch:
            return None
        if any(place.absent in (number, other) for place in places):
            return "(behind two gates, one voted out by the other)"
        if any(self._is_refused(seats, place) for place in places):
            return "(behind two gates, until a refusal is heard that opens one again)"
        return "SPLIT: behind two gates"

    def _is_refused(self, seats: list[Seat], place: Place) -> bool:
        """Whether a place is behind a ballot against a seat that has refused the gate."""
        refusal = self.facts.refusal.get((place.branch, place.absent), 0)
        is_known = any(seat.known & refusal for seat in seats)
        return is_known and self.conduct.rule.refusal_outweighs

    def ending(self, state: State) -> str:
        """What a state is in which nothing more is due."""
        places = [self.seats[own].place for own in state]
        if all(place.branch is None for place in places):
            return "nothing said"
        if all(place.is_behind for place in places):
            if len({place.branch for place in places}) > 1:
                return self._apart_in_the_end(places)
            return "agreed" if len(set(places)) == 1 else "agreed but for who is absent"
        if self._can_vote_on(state):
            return "(only ballots ran out)"
        return "STUCK"

    def _apart_in_the_end(self, places: list[Place]) -> str:
        voted_out = {place.absent for place in places}
        left = {place.branch for seat, place in enumerate(places) if seat not in voted_out}
        if len(left) > 1:
            return "APART IN THE END"
        return "(apart in the end, one voted out by the other)"

    def _can_vote_on(self, state: State) -> bool:
        """Whether all honest seats are at one gate, have signed, and lack one signature: or are behind it."""
        branches = {self.seats[own].place.branch for own in state}
        if len(branches) > 1:
            return False
        known = self.seats[state[0]].known
        return all(
            known & self.facts.signature[branch, s]
            for branch in branches
            for s in self.facts.members[GUILTY]
        )

    def is_over(self, state: State) -> bool:
        """Whether all honest seats are behind one gate, by all signatures."""
        places = {self.seats[own].place for own in state}
        return len(places) == 1 and all(p.is_behind and p.absent == NOBODY for p in places)

    # --- other names -------------------------------------------------------------------------------

    def alike(self, state: State) -> frozenset[State]:
        """The states that are this one in other names, itself among them."""
        return frozenset(self._rename(number, state) for number in range(len(self._renamings)))

    def _rename(self, number: int, state: State) -> State:
        renaming, known = self._renamings[number], self._renamed[number]
        found = list(state)
        for seat, own in zip(renaming.seats, state, strict=False):
            if own not in known:
                known[own] = self._number(renaming.of(self.seats[own]))
            found[seat] = known[own]
        return tuple(found)

    # --- kept --------------------------------------------------------------------------------------

    def _number(self, seat: Seat) -> int:
        if seat not in self._numbers:
            self._numbers[seat] = len(self.seats)
            self.seats.append(seat)
        return self._numbers[seat]

    def _give(self, number: int, own: int, facts: int) -> int:
        key = (number, own, facts)
        if key not in self._given:
            known, place = self.seats[own]
            settled = self.conduct.settled(number, Seat(known | facts, place))
            self._given[key] = self._number(settled)
        return self._given[key]

    # --- words -------------------------------------------------------------------------------------

    def told(self, before: State, step: Step) -> str:
        """A step as a sentence."""
        old, new = self.seats[before[step.seat]], self.seats[step.after[step.seat]]
        gained = new.known & ~old.known
        facts = ", ".join(in_words(key) for key, bit in self.facts.bits.items() if bit & gained)
        moved = f"; now {new.place}" if new.place != old.place else ""
        if step.said_by == step.seat:
            return f"{name(step.seat)} signs: {facts or 'nothing, and waits no longer'}{moved}"
        verb = "shows" if step.said_by == self.facts.liar else "tells"
        return f"{name(step.said_by)} {verb} {name(step.seat)}: {facts}{moved}"


def _each(facts: int) -> Iterator[int]:
    while facts:
        fact = facts & -facts
        facts ^= fact
        yield fact
