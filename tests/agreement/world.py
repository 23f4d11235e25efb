"""The liar, the network and the clock, around honest seats that keep a rule.

The one rule: whatever the network and the liar can do is a step here, and nothing else is. Messages
take any time, but what an honest seat knows does reach the others in the end; a time-out may come
at any moment; the liar shows each seat what it likes, when it likes, twice if it likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.agreement.rule import VERSIONS, Conduct, Facts, Gate, Rule, in_words, name

State = tuple[int, ...]
"""For each honest seat the number of what it knows, as `World.known` has it."""


@dataclass(frozen=True, slots=True)
class Step:
    """What happened to one seat; `said_by` is that seat itself where it has spoken."""

    seat: int
    said_by: int
    after: State


class World:
    """All states that can be reached. What is kept here only saves working it out again.

    Args:
        seats: How many, the liar among them.
        ballots: How often each seat may vote at a first gate.
        is_single: Facts arrive one by one, in any order, as if the liar passed them on; otherwise
            all that a seat knows arrives together, as on a link.
    """

    def __init__(self, seats: int, ballots: int, rule: Rule, is_single: bool = False) -> None:
        self.facts = Facts(seats, ballots)
        self.conduct = Conduct(self.facts, rule)
        self.known: list[int] = []
        self._numbers: dict[int, int] = {}
        self._is_single = is_single
        self._given: dict[tuple[int, int, int], int] = {}
        self._finals: dict[tuple[int, int], bool] = {}
        self._places: dict[tuple[int, int], Gate | None] = {}
        self._wishes: dict[tuple[int, int], int] = {}
        self._shown: dict[tuple[object, ...], tuple[int, ...]] = {}

    def start(self) -> State:
        return tuple(self._number(0) for _ in self.facts.honest)

    # --- steps -------------------------------------------------------------------------------------

    def due(self, state: State) -> Iterator[Step]:
        """The steps that come sooner or later, whatever the liar does."""
        facts = self.facts
        decided = [d for (_, _, s), d in self._decidable(state) if s == facts.liar]
        for seat, own in enumerate(state):
            if wish := self._wish(seat, own):
                yield self._step(state, seat, seat, wish)
            for decision in decided:
                if not self.known[own] & decision:
                    yield self._step(state, seat, seat, decision)
            for other in facts.honest:
                new = self.known[state[other]] & ~self.known[own] & ~facts.own_votes
                if new and not self._is_single:
                    yield self._step(state, seat, other, new)
                elif new:
                    for fact in _each(new):
                        why = self._why(self.known[state[other]], fact)
                        yield self._step(state, seat, other, fact | why)

    def lies(self, state: State) -> Iterator[Step]:
        """What the liar may show to whom: whatever makes a difference there and then.

        What makes none it can as well show later, and to those who would hear of it by others too.
        """
        facts = self.facts
        voted = tuple(d for (_, _, s), d in self._decidable(state) if s != facts.liar)
        everything = 0
        for own in state:
            everything |= self.known[own]
        for seat, own in enumerate(state):
            key = (seat, own, everything, voted)
            if key not in self._shown:
                self._shown[key] = tuple(self._useful(seat, own, everything, voted))
            for shown in self._shown[key]:
                yield self._step(state, seat, facts.liar, shown)

    def _useful(
        self, seat: int, own: int, everything: int, voted: tuple[int, ...]
    ) -> Iterator[int]:
        facts, known = self.facts, self.known[own]
        place = self._place(seat, own)
        signatures = [
            facts.signature[g, facts.liar]
            for g in facts.gates
            if g.absent != facts.liar and (g == place or known & facts.complete[g])
        ]
        shown = [*(facts.version[b] for b in VERSIONS), *signatures, *voted]
        before = (place, self._wish(seat, own))
        for fact in (
            *shown,
            *self._refusals(seat, known, everything, sum(voted) | sum(signatures)),
        ):
            after = self._give(seat, own, fact)
            is_answered = self.known[after] != known | fact
            if is_answered or (self._place(seat, after), self._wish(seat, after)) != before:
                yield fact

    def _refusals(self, seat: int, known: int, everything: int, own: int) -> Iterator[int]:
        """The liar's refusals of second gates: believed only with a reason that does not convict it."""
        facts = self.facts
        if self.conduct.is_caught(known):
            return
        for gate in facts.seconds:
            if gate.absent in (facts.liar, seat) or not known & facts.signature[gate, seat]:
                continue
            sayable = (everything | own) & ~facts.proof & ~facts.signature[gate, facts.liar]
            if why := self.conduct.reason(sayable, gate):
                yield facts.refusal[gate, facts.liar] | why

    def _decidable(self, state: State) -> list[tuple[tuple[Gate, int, int], int]]:
        """The ballots in which all honest seats but the named one have voted: the liar may join them."""
        facts = self.facts
        return [
            (vote, facts.decision[vote])
            for vote, bit in facts.vote.items()
            if all(self.known[state[s]] & bit for s in facts.honest if s != vote[2])
        ]

    def _why(self, known: int, fact: int) -> int:
        """A refusal goes with its reason."""
        for (gate, _), refusal in self.facts.refusal.items():
            if fact == refusal:
                return self.conduct.reason(known, gate)
        return 0

    def _step(self, state: State, seat: int, by: int, facts: int) -> Step:
        after = self._give(seat, state[seat], facts)
        return Step(seat, by, (*state[:seat], after, *state[seat + 1 :]))

    # --- what is good and bad ----------------------------------------------------------------------

    def wrong(self, state: State) -> str | None:
        """What must never be, or, in brackets, what no rule can prevent; None if all is well."""
        found = None
        for seat, own in enumerate(state):
            known = self.known[own]
            for (gate, author), signature in self.facts.signature.items():
                if author == seat and known & signature and known & self.facts.refusal[gate, seat]:
                    return "HONEST SEAT PROVEN A CHEAT"
            for other in range(seat):
                found = self._apart(state, seat, other) or found
        return found

    def _apart(self, state: State, one: int, other: int) -> str | None:
        places = [self._place(seat, state[seat]) for seat in (one, other)]
        finals = [self.is_final(seat, state[seat]) for seat in (one, other)]
        if places[0] == places[1] or not all(place and place.is_second for place in places):
            return None
        if any(place.absent in (one, other) for place in places):
            return "(final apart, one voted out by the other)" if all(finals) else None
        if all(finals):
            return "SPLIT: two finals"
        is_settled = all(p != self.facts.guilty or f for p, f in zip(places, finals, strict=True))
        if places[0].branch != places[1].branch and is_settled:
            return "SPLIT: two results"
        return None

    def ending(self, state: State) -> str:
        """What a state is in which nothing more is due."""
        places = {self._place(seat, own) for seat, own in enumerate(state)}
        if len(places) > 1:
            return "STUCK: apart"
        (gate,) = places
        if gate is None:
            return "nothing said"
        members = [s for s in self.facts.honest if s != gate.absent]
        if not all(self.known[state[s]] & self.facts.signature[gate, s] for s in members):
            return "STUCK: unsigned"
        if self.conduct.is_complete(self.known[state[0]], gate):
            return "agreed"
        # All honest seats are here and have signed: the next ballot declares the liar absent.
        return "agreed but for the liar" if gate.is_second else "agreed but for ballots"

    def is_final(self, seat: int, own: int) -> bool:
        if (seat, own) not in self._finals:
            self._finals[seat, own] = self.conduct.is_final(seat, self.known[own])
        return self._finals[seat, own]

    def is_over(self, state: State) -> bool:
        """Whether all honest seats are final at one gate."""
        is_one = len({self._place(seat, own) for seat, own in enumerate(state)}) == 1
        return is_one and all(self.is_final(seat, own) for seat, own in enumerate(state))

    # --- kept --------------------------------------------------------------------------------------

    def _number(self, known: int) -> int:
        if known not in self._numbers:
            self._numbers[known] = len(self.known)
            self.known.append(known)
        return self._numbers[known]

    def _give(self, seat: int, own: int, facts: int) -> int:
        key = (seat, own, facts)
        if key not in self._given:
            settled = self.conduct.settled(seat, self.known[own] | facts)
            self._given[key] = self._number(settled)
        return self._given[key]

    def _place(self, seat: int, own: int) -> Gate | None:
        if (seat, own) not in self._places:
            self._places[seat, own] = self.conduct.place(seat, self.known[own])
        return self._places[seat, own]

    def _wish(self, seat: int, own: int) -> int:
        if (seat, own) not in self._wishes:
            self._wishes[seat, own] = self.conduct.wish(seat, self.known[own])
        return self._wishes[seat, own]

    # --- words -------------------------------------------------------------------------------------

    def told(self, before: State, step: Step) -> str:
        """A step as a sentence."""
        seat = step.seat
        old, new = before[seat], step.after[seat]
        gained = self.known[new] & ~self.known[old]
        facts = ", ".join(in_words(key) for key, bit in self.facts.bits.items() if bit & gained)
        moved = ""
        if (place := self._place(seat, new)) != self._place(seat, old):
            moved = f"; now at {place}"
        if step.said_by == seat:
            return f"{name(seat)} signs: {facts}{moved}"
        verb = "shows" if step.said_by == self.facts.liar else "tells"
        return f"{name(step.said_by)} {verb} {name(seat)}: {facts}{moved}"


def _each(facts: int) -> Iterator[int]:
    while facts:
        fact = facts & -facts
        facts ^= fact
        yield fact
