from __future__ import annotations

import pytest

from protocol.net import doctor
from protocol.net.addresses import Interface
from protocol.net.doctor import examine
from protocol.net.listener import open_listeners


async def test_every_usable_interface_is_examined() -> None:
    diagnosis = await examine(listen_s=0.1)
    assert diagnosis.interfaces
    assert {fact.interface for fact in diagnosis.multicast} == set(diagnosis.interfaces)


async def test_a_port_in_use_is_found() -> None:
    port, listeners = open_listeners(0)
    assert not (await examine(port=port, listen_s=0.01)).is_port_free
    for listener in listeners:
        await listener.aclose()
    assert (await examine(port=port, listen_s=0.01)).is_port_free


async def test_an_interface_that_cannot_send_is_reported_with_the_systems_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ghost = Interface("ghost0", "10.255.255.254", 24, 99)
    monkeypatch.setattr(doctor, "own_interfaces", lambda: (ghost,))
    diagnosis = await examine(listen_s=0.01)
    (fact,) = diagnosis.multicast
    assert fact.interface == ghost
    assert fact.error
    assert not fact.hears_itself
    assert not diagnosis.can_listen_for_multicast


async def test_no_interface_at_all_is_a_fact_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "own_interfaces", lambda: ())
    diagnosis = await examine(listen_s=0.01)
    assert diagnosis.interfaces == diagnosis.multicast == ()
