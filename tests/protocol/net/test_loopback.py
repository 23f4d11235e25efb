from __future__ import annotations

import errno

import pytest
import trio

from protocol.net.finding.loopback import is_loopback_up


async def test_a_machine_reaches_itself() -> None:
    assert await is_loopback_up()


@pytest.mark.parametrize("step", ["open_tcp_listeners", "open_tcp_stream"])
async def test_a_machine_whose_loopback_is_down_does_not(
    monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENETUNREACH, "")

    monkeypatch.setattr(trio, step, refuse)
    assert not await is_loopback_up()
