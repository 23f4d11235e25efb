"""The engine refuses by itself whatever has no text in the log, whoever has built it (SPEC §9).

What a reader of logs would refuse is not enough: a `True` for slot 1 would be played, stand in the
state, and give it another digest.
"""

from dataclasses import fields

import pytest

from p2pcards.engine import Acted, AwaitDecisions, IllegalAction, OpenCards
from p2pcards.forms import NO_TEXT
from p2pcards.games import GAMES
from p2pcards.games.azi import actions as azi_actions
from p2pcards.games.hazari import actions as hazari_actions
from p2pcards.games.lukfu import actions as lukfu_actions
from tests.properties import test_azi_properties as azi
from tests.properties import test_hazari_properties as hazari
from tests.properties import test_lukfu_properties as lukfu
from tests.told import in_words

HUGE = 10**5000
"""So long that Python would not even write it."""

JUNK = (
    *(None, True, False, -1, 0.0, 1.0, float("nan"), HUGE, -HUGE, 10**9, "", "1", b"1", object),
    *((), [], {}, set(), [1], {1}, (True,), (-1,), (0.0,), ("1",), (None,), (HUGE,), ((),), ([],)),
    *((1, 1), (2, 1), tuple(range(13)), (100,), ((), (), (), ()), (1, 2, 3, 4)),
)
NO_ACTIONS = (None, True, 7, "fold", "play", b"pass", (), [], {}, object(), OpenCards)

KINDS = {
    "azi": list(azi_actions._WORDS),
    "lukfu": list(lukfu_actions._WORDS),
    "hazari": [hazari_actions.Declare],
}


class Number(int):
    """An int of another type."""


def twins_of_number(number):
    """Values that Python takes for the number, and some that are near."""
    yield from (float(number), complex(number), str(number), (number,), [number], -number - 1)
    yield from (Number(number), number + HUGE)
    if number in (0, 1):
        yield bool(number)


def twins_of_slots(slots):
    yield from (list(slots), frozenset(slots), dict.fromkeys(slots), (*slots, slots[-1]), slots[0])
    yield from ((slots, slots), " ".join(map(str, slots)), (*slots, 100), (-1, *slots), iter(slots))
    if len(slots) > 1:
        yield from (slots[::-1], slots[1:] + slots[:1])
    for twin in twins_of_number(slots[0]):
        yield (twin, *slots[1:])


def twins_of_groups(groups):
    first, *rest = groups
    yield from (list(groups), groups[::-1], groups[:3], (*groups, ()), (*groups, (99,)), first)
    yield from ((first, first, *groups[2:]), (first[:2], *rest), ((*first, rest[0][0]), *rest))
    yield sum(groups, ())
    yield from ((twin, *rest) for twin in twins_of_slots(first))


def twins(action):
    """Actions that are almost this one, which is legal."""
    for field in fields(action):
        value = getattr(action, field.name)
        if isinstance(value, int):
            found = twins_of_number(value)
        elif isinstance(value[0], tuple):
            found = twins_of_groups(value)
        else:
            found = twins_of_slots(value)
        for twin in found:
            yield type(action)(twin)
    heir = type("Heir", (type(action),), {})
    yield heir(*(getattr(action, field.name) for field in fields(action)))


def foreign(game):
    """Actions of the other games, and things that are none."""
    yield from NO_ACTIONS
    for name, kinds in KINDS.items():
        if name != game.name:
            yield from (kind(*((1,) * len(fields(kind)))) for kind in kinds)
    yield from KINDS[game.name]


def junk(game):
    """Every class of action with every kind of value that it can never have."""
    for kind in KINDS[game.name]:
        if fields(kind):
            yield from (kind(value) for value in JUNK)


def is_refused(game, view, action, cards):
    state = view.state
    before = game.public(state)
    with pytest.raises(IllegalAction) as refused:
        game.apply(state, Acted(view.seat, action, cards))
    assert refused.value.seat == view.seat
    assert len(str(refused.value)) < 200
    assert refused.value.action == NO_TEXT or len(refused.value.action) < 80
    assert in_words(refused.value.rule)
    assert game.why_not(view, action) is not None
    assert game.public(state) == before


def check(game, deals):
    """At each question of the deals; all junk at the first question of each phase."""
    phases = set()
    for deal in deals:
        for _, _, state in deal.log:
            waiting = game.waiting(state)
            for seat in waiting.seats[:1] if isinstance(waiting, AwaitDecisions) else ():
                view = deal.view(state, seat)
                legal = game.legal_actions(view)
                for action in {legal[0], legal[-1]}:
                    shown = game.shows(state, seat, action)
                    cards = tuple((slot, deal.deck[slot]) for slot in shown)
                    for twin in twins(action):
                        is_refused(game, view, twin, cards)
                if state.phase not in phases:
                    phases.add(state.phase)
                    for strange in (*foreign(game), *junk(game)):
                        is_refused(game, view, strange, ())
    return phases


@pytest.mark.heavy
def test_azi_refuses_what_cannot_be_written():
    phases = set()
    for options in ({"cards": 4, "blind": "open", "min_bid": 1}, {"blind": "chain", "stack": 90}):
        phases |= check(GAMES["azi"], azi.played(51, 4, options, 10, 0.03))
    assert phases == {"blind", "discard", "bidding", "tricks", "buy-in"}


def test_hazari_refuses_what_cannot_be_written():
    assert check(GAMES["hazari"], hazari.played(52, 2)) == {"arranging"}


@pytest.mark.heavy
def test_luk_fu_refuses_what_cannot_be_written():
    phases = check(GAMES["lukfu"], lukfu.played(53, {}, 3))
    assert phases == {"call", "lead", "follow"}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_out_of_a_question_they_are_refused_too(game):
    state = game.new_match(game.options({}), game.least_seats)
    for strange in (*foreign(game), *junk(game)):
        with pytest.raises(IllegalAction):
            game.apply(state, Acted(0, strange))
