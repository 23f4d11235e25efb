"""Breadth first through all states of a world; the shortest way to whatever is wrong.

The one rule: states that differ only in names are one state.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass

from tests.agreement.world import State, World


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has seen.

    Args:
        states: How many.
        unseen: How many of them were reached but not looked at, because there were too many.
        counts: How often each ending, and each wrong.
        traces: The shortest way to each of these.
    """

    states: int
    unseen: int
    counts: Counter[str]
    traces: dict[str, tuple[str, ...]]

    @property
    def broken(self) -> tuple[str, ...]:
        """What must never be, and was found: the words in capitals."""
        return tuple(sorted(what for what in self.counts if what.split(":")[0].isupper()))


def search(world: World, at_most: int, until_broken: bool = False) -> Found:
    """Look at all states, or `at_most` so many, or until something is broken."""
    first = world.canonical(world.start())
    before: dict[State, State | None] = {first: None}
    waiting = deque([first])
    counts: Counter[str] = Counter()
    examples: dict[str, State] = {}
    while waiting and len(before) < at_most:
        state = waiting.popleft()
        due = [step.after for step in world.due(state) if step.after != state]
        seen = [world.wrong(state), None if due else world.ending(state)]
        for what in filter(None, seen):
            counts[what] += 1
            examples.setdefault(what, state)
            if until_broken and what.split(":")[0].isupper():
                waiting.clear()
        if world.is_over(state):
            continue
        for after in (*due, *(step.after for step in world.lies(state))):
            new = world.canonical(after)
            if new not in before:
                before[new] = state
                waiting.append(new)
    traces = {what: _trace(world, before, state) for what, state in examples.items()}
    return Found(len(before), len(waiting), counts, traces)


def _trace(world: World, before: dict[State, State | None], last: State) -> tuple[str, ...]:
    """The way to a state, told with the names of one and the same telling throughout."""
    way = [last]
    while (state := before[way[-1]]) is not None:
        way.append(state)
    lines = []
    state = world.start()
    for target in reversed(way[:-1]):
        for step in (*world.due(state), *world.lies(state)):
            if step.after != state and world.canonical(step.after) == target:
                lines.append(world.told(state, step))
                state = step.after
                break
    return tuple(lines)
