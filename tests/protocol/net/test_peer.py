"""Which of its own addresses a peer tells others."""

from __future__ import annotations

import pytest

from protocol.crypto.identity import Identity
from protocol.net import peer as peer_module
from protocol.net.finding.addresses import Interface
from protocol.net.peer import Peer, adopt, open_peer

ME = Identity.from_seed(bytes([7]) * 32)
HERE = (
    Interface("lo", "127.0.0.1", 8, 1),
    Interface("eth0", "10.9.0.1", 24, 2),
    Interface("wlan0", "10.8.0.1", 24, 3),
    Interface("wlan0", "fe80::1", 64, 3),
)


@pytest.mark.parametrize(
    ("only", "hosts"),
    [
        ((), ["10.9.0.1", "10.8.0.1"]),
        (("10.8.0.1",), ["10.8.0.1"]),
        (("wlan0",), ["10.8.0.1"]),
        (("127.0.0.1",), ["127.0.0.1"]),
    ],
)
async def test_a_player_who_keeps_to_an_interface_tells_nobody_the_addresses_of_others(
    monkeypatch: pytest.MonkeyPatch, only: tuple[str, ...], hosts: list[str]
) -> None:
    monkeypatch.setattr(peer_module, "own_interfaces", lambda: HERE)
    async with open_peer(ME, allow=lambda _: False, greet=adopt, only=only) as peer:
        assert isinstance(peer, Peer)
        assert [way.host for way in peer.ways] == hosts
        assert peer.addresses == tuple(str(way) for way in peer.ways)
