"""Whether programs on this machine can reach each other, which needs no network but can be switched off.

The one rule: it is tried, not looked up, since an interface may have its address and yet be down.
"""

from __future__ import annotations

from typing import Final

import trio

_ADDRESS: Final = "127.0.0.1"
_LIMIT_S: Final = 2.0


async def is_loopback_up() -> bool:
    """Whether a connection from this machine to itself comes about."""
    try:
        (listener,) = await trio.open_tcp_listeners(0, host=_ADDRESS)
    except OSError:
        return False
    async with listener:
        port = listener.socket.getsockname()[1]
        try:
            with trio.fail_after(_LIMIT_S):
                stream = await trio.open_tcp_stream(_ADDRESS, port)
        except (OSError, trio.TooSlowError):
            return False
        await stream.aclose()
    return True
