from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import trio
import trio.testing

from protocol.crypto.identity import Identity
from protocol.net.links.handshake import handshake
from protocol.net.links.link import Link

LinkPair = Callable[[Identity, Identity], Awaitable[tuple[Link, Link]]]


@pytest.fixture
def link_pair() -> LinkPair:
    """`await link_pair(initiator, responder)`: both ends of a link over memory streams."""

    async def make(initiator: Identity, responder: Identity) -> tuple[Link, Link]:
        left, right = trio.testing.memory_stream_pair()
        made: dict[bool, Link] = {}

        async def side(is_initiator: bool) -> None:
            made[is_initiator] = await handshake(
                left if is_initiator else right,
                initiator if is_initiator else responder,
                is_initiator=is_initiator,
                expected_peer=None,
            )

        async with trio.open_nursery() as nursery:
            nursery.start_soon(side, True)
            nursery.start_soon(side, False)
        return made[True], made[False]

    return make
