"""What `hard` would declare, and what comes of it in each trick.

The one rule: all that is said is counted in the deals that `hard` imagines, the other arrangements too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from p2pcards.engine import Roll, View
from p2pcards.games.hazari import arrange, worlds
from p2pcards.games.hazari.actions import Declare
from p2pcards.games.hazari.bot import imagined, place_of
from p2pcards.games.hazari.combos import points
from p2pcards.games.hazari.facts import Detail, GroupOutlook, Kind, OtherArrangement
from p2pcards.games.hazari.ladder import rung_of
from p2pcards.games.hazari.legal import declare, own_cards
from p2pcards.games.hazari.search import Arrangement, Outlook, Search
from p2pcards.games.hazari.state import HazariState
from p2pcards.reckoning import Advice, Reckoning, advice_of


def advise(view: View[HazariState], roll: Roll) -> Advice[Declare]:
    """What `hard` would declare, the next best, and how both usual ways to arrange compare."""
    deals, outlook = imagined(view, roll)
    hand, place = sorted(own_cards(view)), place_of(view)
    search = Search(hand, outlook)
    found = search.best(2)
    gains = tuple(
        [worlds.points_in(deal, place, search.strengths(split)) for deal in deals]
        for _, split in found
    )
    # The table is mixed into what a split is judged by, as if it were more of the imagined deals.
    favours = tuple(worth / 1000 - fmean(row) for (worth, _), row in zip(found, gains, strict=True))
    splits = [search.arrangement(split) for _, split in found]
    choices = tuple(declare(view, split) for split in splits)
    advice = advice_of(Reckoning(choices, gains, favours))
    chosen = splits[choices.index(advice.action)]
    others = {Kind.GREEDY: arrange.greedy(hand), Kind.EVEN: arrange.even(hand)}
    compared = tuple(
        _compared(kind, other, chosen, outlook, deals, place) for kind, other in others.items()
    )
    return replace(advice, details=(*_groups(chosen, outlook), *compared))


def _groups(chosen: Arrangement, outlook: Outlook) -> list[Detail]:
    beats = arrange.appraise(chosen).beats
    rows = zip(chosen, beats, _chances(chosen, outlook), strict=True)
    return [GroupOutlook(number, *row) for number, row in enumerate(rows, start=1)]


def _compared(
    kind: Kind,
    other: Arrangement,
    chosen: Arrangement,
    outlook: Outlook,
    deals: Sequence[worlds.World],
    place: int,
) -> OtherArrangement:
    """What another arrangement wins, and in which tricks it is better or worse than the chosen one."""
    strengths = [(rung_of(group), sum(map(points, group))) for group in other]
    expected = fmean(worlds.points_in(deal, place, strengths) for deal in deals)
    both = zip(_chances(chosen, outlook), _chances(other, outlook), strict=True)
    differences = [now - then for then, now in both]
    better, worse = (
        tuple(at for at, difference in enumerate(differences, start=1) if sign * difference > 0)
        for sign in (1, -1)
    )
    return OtherArrangement(kind, round(1000 * expected), better, worse)


def _chances(arrangement: Arrangement, outlook: Outlook) -> tuple[int, ...]:
    """How many of 1000 times each group wins its trick."""
    rows = zip(outlook.chances, arrangement, strict=True)
    return tuple([row[rung_of(group)] for row, group in rows])
