"""Breadth first through all states of a world; the shortest way to whatever is wrong.

The one rule: every state is looked at once, under one of its names (`symmetry`), and the first way to it
is the shortest.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from random import Random

from tests.agreement.world import State, World


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has seen.

    Args:
        states: How many, under all names.
        unseen: How many were reached but not looked at, because there were too many.
        depth: All states that can be reached in so many steps were looked at.
        counts: How often each ending, and each wrong.
        traces: The shortest way to each of these.
    """

    states: int
    unseen: int
    depth: int
    counts: Counter[str]
    traces: dict[str, tuple[str, ...]]

    @property
    def broken(self) -> tuple[str, ...]:
        """What must never be, and was found: the words in capitals."""
        return tuple(sorted(filter(is_broken, self.counts)))


def is_broken(what: str) -> bool:
    return what.split(":")[0].isupper()


def search(world: World, at_most: int, until_broken: bool = False) -> Found:
    """Look at all states, or `at_most` so many, or until something is broken."""
    first = world.start()
    before: dict[State, State | None] = {first: None}
    waiting = deque([(first, 0)])
    counts: Counter[str] = Counter()
    examples: dict[str, State] = {}
    states, depth = 1, 0
    while waiting and states < at_most:
        state, depth = waiting.popleft()
        due = [step.after for step in world.due(state) if step.after != state]
        seen = [world.wrong(state), None if due else world.ending(state)]
        for what in filter(None, seen):
            counts[what] += len(world.alike(state))
            examples.setdefault(what, state)
            if until_broken and is_broken(what):
                waiting.clear()
        if world.is_over(state):
            continue
        for after in (*due, *(step.after for step in world.lies(state))):
            names = world.alike(after)
            if (new := min(names)) not in before:
                before[new] = state
                waiting.append((new, depth + 1))
                states += len(names)
    unseen = sum(len(world.alike(state)) for state, _ in waiting)
    traces = {what: _trace(world, before, state) for what, state in examples.items()}
    if waiting:
        depth = waiting[0][1] - 1
    return Found(states, unseen, depth, counts, traces)


def walk(world: World, times: int, seed: int) -> Found:
    """So many ways at random, each until nothing is due: for worlds too large to see whole."""
    random = Random(seed)
    counts: Counter[str] = Counter()
    traces: dict[str, tuple[str, ...]] = {}
    seen = set()
    for _ in range(times):
        state, way = world.start(), []
        # Each walk has its own weather: how slow the links are, and how busy the liar.
        telling, lying = random.random() ** 4, random.random() ** 2
        while True:
            seen.add(state)
            due = [step for step in world.due(state) if step.after != state]
            lies = [step for step in world.lies(state) if step.after != state]
            for what in filter(None, [world.wrong(state), None if due else world.ending(state)]):
                counts[what] += 1
                if what not in traces:
                    traces[what] = tuple(world.told(*taken) for taken in way)
            if not due and (not lies or random.random() > lying):
                break
            said = [step for step in due if step.said_by == step.seat]
            told = [step for step in due if step.said_by != step.seat]
            kinds = [(lying, lies), (telling, told), (1 - telling, said)]
            weights = [weight if steps else 0 for weight, steps in kinds]
            if not any(weights):
                weights = [bool(steps) for _, steps in kinds]
            (_, steps) = random.choices(kinds, weights)[0]
            step = random.choice(steps)
            way.append((state, step))
            state = step.after
    return Found(len(seen), 0, 0, counts, traces)


def _trace(world: World, before: dict[State, State | None], last: State) -> tuple[str, ...]:
    """The way to a state, told step by step; the names are those of the way from its beginning on."""
    way = [last]
    while (state := before[way[-1]]) is not None:
        way.append(state)
    lines = []
    state = world.start()
    for target in reversed(way[:-1]):
        for step in (*world.due(state), *world.lies(state)):
            if target in world.alike(step.after):
                lines.append(world.told(state, step))
                state = step.after
                break
    return tuple(lines)
