"""Advice in Hazari: what `hard` would declare, and what comes of it in each trick."""

import random
import re

import pytest

from cli import words
from cli.words.phrase import in_braces
from p2pcards.games.hazari import GAME, bot
from p2pcards.games.hazari.facts import GroupOutlook, Kind, OtherArrangement
from p2pcards.reckoning import GainsMost
from tests.p2pcards.games.hazari.scripted import E5, Table


@pytest.fixture(autouse=True)
def _few_samples(monkeypatch):
    monkeypatch.setattr(bot, "SAMPLES", 20)


def advice_on(view, seed=1):
    return GAME.advise(view, random.Random(seed).randrange)


def random_views(count):
    rng = random.Random(8)
    for _ in range(count):
        deck = rng.sample(GAME.pack.cards, 52)
        hands = [" ".join(map(GAME.pack.text, deck[at : at + 13])) for at in range(0, 52, 13)]
        yield Table(2).deal(*hands).view(1)


def test_it_is_what_hard_declares_with_the_same_dice():
    view = Table(2).deal(*E5).view(1)
    for seed in range(5):
        chosen = GAME.bot("hard")(view, random.Random(seed).randrange)
        advice = advice_on(view, seed)
        both = (chosen, advice.action)
        groups = [[{view.hand[slot] for slot in g} for g in one.groups] for one in both]
        assert groups[0] == groups[1]


def test_each_group_and_both_usual_arrangements_are_told():
    advice = advice_on(Table(2).deal(*E5).view(1))
    *groups, greedy, even = advice.details
    assert [group.number for group in groups] == [1, 2, 3, 4]
    assert all(isinstance(group, GroupOutlook) for group in groups)
    assert (greedy.kind, even.kind) == (Kind.GREEDY, Kind.EVEN)


def test_another_arrangement_is_counted_in_the_same_deals():
    """Where it is the one that is advised it wins as much; no other wins more by the same judge."""
    seen = 0
    for view in random_views(12):
        advice = advice_on(view)
        assert isinstance(advice.reason, GainsMost)
        for other in advice.details[4:]:
            assert isinstance(other, OtherArrangement)
            if not other.better and not other.worse:
                seen += 1
                assert other.thousandths == pytest.approx(1000 * advice.reason.gain, abs=6000)
            assert not set(other.better) & set(other.worse)
    assert seen


def test_every_detail_is_a_sentence_that_fits_the_screen():
    voice = words.voice_of(GAME, "ABCD")
    for view in random_views(12):
        for fact in advice_on(view).details:
            sentence = in_braces(words.tell("hazari", fact, voice).long.ended)
            assert len(sentence) <= 74
            assert re.fullmatch(r"(\d: \w.* tricks|Best first .*|The even one .*)\.", sentence)
