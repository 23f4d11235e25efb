"""The rule of SPEC §6.6 in all orders of a small world; and that the search finds what is broken."""

from __future__ import annotations

import pytest

from tests.agreement.rule import Rule
from tests.agreement.search import search, walk
from tests.agreement.world import World

MANY = 10_000_000


def test_at_three_seats_a_liar_neither_splits_two_honest_ones_nor_leaves_one_waiting() -> None:
    found = search(World(3, 1, Rule()), MANY)
    assert not found.broken, found.traces
    assert (found.states, found.unseen) == (12_270, 0)
    assert found.counts["agreed"]


@pytest.mark.slow
def test_nor_where_facts_come_one_by_one_in_any_order() -> None:
    found = search(World(3, 1, Rule(), is_single=True), MANY)
    assert not found.broken, found.traces
    assert not found.unseen


@pytest.mark.slow
def test_nor_where_each_votes_twice() -> None:
    found = search(World(3, 2, Rule()), MANY)
    assert not found.broken, found.traces
    assert not found.unseen


def test_nor_at_four_seats_on_some_ways_taken_at_random() -> None:
    found = walk(World(4, 2, Rule()), 100, seed=1)
    assert not found.broken, found.traces
    assert found.counts["agreed"]


BROKEN = {
    "evidence frees whoever has signed": Rule(holds=False),
    "who was voted out follows nobody": Rule(follows=False),
    "a ballot is reason enough to refuse": Rule(refuses_when_sure=False),
    "who is shown a complete gate returns, whatever it has signed": Rule(returns_only_free=False),
}


@pytest.mark.parametrize("rule", BROKEN.values(), ids=BROKEN)
def test_the_search_finds_what_a_broken_rule_breaks_and_tells_the_way_there(rule: Rule) -> None:
    found = search(World(3, 1, rule), MANY, until_broken=True)
    assert found.broken
    trace = found.traces[found.broken[0]]
    assert trace[0].startswith("C shows")  # nothing happens before the liar has spoken
    assert any(line.startswith(("A signs", "B signs")) for line in trace)


def test_the_way_to_what_is_broken_is_the_shortest() -> None:
    found = search(World(3, 1, Rule(follows=False)), MANY, until_broken=True)
    (broken,) = found.broken
    assert len(found.traces[broken]) == 10


def test_walks_find_what_is_broken_too() -> None:
    assert walk(World(3, 1, Rule(holds=False)), 300, seed=1).broken
