"""`python -m tests.agreement --seats 3`: search the agreement rule, or a changed one, and tell."""

from __future__ import annotations

import argparse
import dataclasses
import sys

from tests.agreement.rule import Rule
from tests.agreement.search import search, walk
from tests.agreement.world import World


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.agreement", description=__doc__)
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=3, help="in the deal")
    parser.add_argument("--outside", type=int, default=0, help="honest seats not in the deal")
    parser.add_argument("--ballots", type=int, default=1, help="votes of each seat")
    parser.add_argument("--single", action="store_true", help="facts arrive one by one")
    parser.add_argument("--at-most", type=int, default=10_000_000, help="states")
    names = [field.name for field in dataclasses.fields(Rule)]
    parser.add_argument("--change", nargs="*", choices=names, default=[], help="the rule")
    parser.add_argument("--walks", type=int, help="so many random walks instead of all states")
    parser.add_argument("--seed", type=int, default=1, help="of the walks")
    asked = parser.parse_args()

    rule = Rule(**{name: not getattr(Rule(), name) for name in asked.change})
    world = World(asked.seats, asked.ballots, rule, asked.single, asked.outside)
    if asked.walks:
        found = walk(world, asked.walks, asked.seed)
        print(f"{found.states:,} states on {asked.walks:,} walks")
    else:
        found = search(world, asked.at_most)
        seen = f"; all of {found.depth} steps, {found.unseen:,} further ones not looked at"
        cut = seen if found.unseen else ", all"
        print(f"{found.states:,} states{cut}")
    for what, count in sorted(found.counts.items()):
        print(f"{count:9,}  {what}")
    for what, trace in found.traces.items():
        if what in found.broken or what.startswith("("):
            print(f"\n{'A' if asked.walks else 'The shortest'} way to: {what}")
            for line in trace:
                print(f"  {line}")
    return 1 if found.broken else 0


if __name__ == "__main__":
    sys.exit(main())
