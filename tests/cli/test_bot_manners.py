"""Bots follow a vote and a wish for a pause, and never begin one."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
import trio

from cli.bots.manners import VOTES_EVERY_S, WAITS_FOR_A_LINKED_SEAT_S, Follower
from protocol.net.conduct.roles import Look, Silent


def look(*linked: int) -> Look:
    """The table waits for seat 1."""
    return Look(None, None, None, (1,), frozenset(linked), False, False, None)


@pytest.fixture
def votes() -> list[float]:
    return []


@pytest.fixture
def bot(votes: list[float]) -> Follower:
    follower = Follower(Silent(), frozenset({0, 1}))
    follower.session = SimpleNamespace(  # type: ignore[assignment]
        table=SimpleNamespace(accused=frozenset(), seat=2),
        declare_absent=lambda: votes.append(trio.current_time()),
    )
    return follower


def accuse(bot: Follower, *seats: int) -> None:
    assert bot.session is not None
    bot.session.table.accused = frozenset(seats)  # type: ignore[misc]


async def test_a_bot_never_begins_a_vote(bot, votes, autojump_clock):
    bot.looked(look())
    await trio.sleep(1000)
    bot.looked(look())
    assert votes == []


async def test_a_bot_joins_a_vote_against_a_seat_that_it_cannot_reach(bot, votes, autojump_clock):
    accuse(bot, 1)
    bot.looked(look(2))
    bot.looked(look(2))
    assert len(votes) == 1
    await trio.sleep(VOTES_EVERY_S)
    bot.looked(look(2))
    assert len(votes) == 2


async def test_a_bot_votes_against_a_seat_that_it_can_reach_only_after_a_long_wait(
    bot, votes, autojump_clock
):
    accuse(bot, 1)
    bot.looked(look(1, 2))
    assert votes == []
    await trio.sleep(WAITS_FOR_A_LINKED_SEAT_S)
    bot.looked(look(1, 2))
    assert len(votes) == 1


async def test_a_bot_agrees_to_a_pause_as_long_as_a_person_does(bot):
    wishes: list[bool] = []
    bot.session.want_pause = wishes.append
    bot.session.come_back = lambda: wishes.append("back")
    bot.looked(look())
    bot.looked(replace(look(), pausing=frozenset({3})))  # another bot
    assert not wishes
    bot.looked(replace(look(), pausing=frozenset({0, 3})))
    bot.looked(replace(look(), pausing=frozenset({0, 2, 3})))
    assert wishes == [True]
    bot.looked(replace(look(), pausing=frozenset({2, 3})))
    assert wishes == [True, False]


async def test_a_bot_is_back_from_a_pause_at_once(bot):
    backs: list[str] = []
    bot.session.come_back = lambda: backs.append("back")
    bot.looked(replace(look(), is_paused=True))
    assert not backs, "it has said so already"
    bot.looked(replace(look(), is_paused=True, waiting_for=(0, 2)))
    assert backs == ["back"]
