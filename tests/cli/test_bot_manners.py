"""Bots at a table without a clock follow a vote, and never begin one."""

from __future__ import annotations

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
    follower = Follower(Silent())
    follower.session = SimpleNamespace(  # type: ignore[assignment]
        table=SimpleNamespace(accused=frozenset()),
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
