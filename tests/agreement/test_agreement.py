"""The rule of SPEC §6.6 in all orders of a small world; and that the search finds what is broken."""

from __future__ import annotations

import pytest

from tests.agreement.rule import Rule
from tests.agreement.search import search
from tests.agreement.world import World

MANY = 10_000_000


@pytest.mark.slow
def test_at_three_seats_a_liar_neither_splits_two_honest_ones_nor_leaves_one_waiting() -> None:
    found = search(World(3, 1, Rule()), MANY)
    assert not found.broken, found.traces
    assert not found.unseen
    assert found.counts["agreed"]
    assert not any(what.startswith("(apart in the end") for what in found.counts)


@pytest.mark.slow
def test_a_ballot_against_a_seat_that_has_refused_would_part_them_for_good() -> None:
    found = search(World(3, 1, Rule(refusal_outweighs=False)), MANY)
    assert any(what.startswith("(apart in the end") for what in found.counts)


@pytest.mark.slow
def test_nor_at_four_seats_within_the_first_steps() -> None:
    found = search(World(4, 1, Rule()), 400_000)
    assert not found.broken, found.traces
    assert found.depth >= 9


@pytest.mark.slow
def test_nor_at_three_with_an_honest_seat_outside_within_the_first_steps() -> None:
    """That seat may be behind a ballot for a while, until it hears of a refusal that opens the gate again."""
    found = search(World(3, 1, Rule(), outside=1), 300_000)
    assert not found.broken, found.traces
    assert found.depth >= 10


@pytest.mark.heavy
def test_a_search_that_looks_at_states_under_one_name_finds_as_many_as_there_are() -> None:
    """Breadth first without a thought of names, and then each state counted by itself."""
    world = World(2, 1, Rule(), outside=2)
    seen = {world.start()}
    waiting = [world.start()]
    while waiting:
        state = waiting.pop()
        if world.is_over(state):
            continue
        for step in (*world.due(state), *world.lies(state)):
            if step.after not in seen:
                seen.add(step.after)
                waiting.append(step.after)
    assert search(world, MANY).states == len(seen) == 9_068


def test_nor_within_the_first_few_thousand_states() -> None:
    found = search(World(3, 1, Rule()), 3_000)
    assert not found.broken, found.traces
    assert found.counts["agreed"]


@pytest.mark.parametrize("outside", [1, 2])
def test_an_honest_seat_outside_the_deal_does_not_stand_behind_another_gate_than_the_one_in_it(
    outside: int,
) -> None:
    found = search(World(2, 1, Rule(), outside=outside), MANY)
    assert not found.broken, found.traces
    assert not found.unseen
    assert found.counts["agreed"]


def test_it_would_where_evidence_frees_who_has_signed_with_the_liar_alone() -> None:
    found = search(World(2, 1, Rule(frees_alone=True), outside=1), MANY)
    assert found.broken == ("APART IN THE END", "SPLIT: behind two gates")


BROKEN = {
    "evidence frees whoever has signed": Rule(binds=False, refuses=False),
    "nobody refuses": Rule(refuses=False),
}


@pytest.mark.heavy
@pytest.mark.parametrize("rule", BROKEN.values(), ids=BROKEN)
def test_the_search_finds_what_a_broken_rule_breaks_and_tells_the_way_there(rule: Rule) -> None:
    found = search(World(3, 1, rule), MANY, until_broken=True)
    assert found.broken
    trace = found.traces[found.broken[0]]
    assert trace[0].startswith("C shows")  # nothing happens before the liar has spoken
    assert any(line.startswith(("A signs", "B signs")) for line in trace)
