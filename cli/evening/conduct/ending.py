"""How an evening ends before its time: by a signal, or because what was compared by voice differs.

The one rule: its exit code is decided here, for every front.
"""

from __future__ import annotations

import signal
from typing import Final

from cli.errors import SIGNAL_BASE, ExitCode

HANGUP: Final = getattr(signal, "SIGHUP", None)
"""The window is closed, or the line cut: nobody has asked to leave."""

AT_ONCE_S: Final = 1.0
"""How long a second Ctrl-C may take to tell the others."""

POLITE_S: Final = 8.0
"""How long leaving after SIGTERM may take, farewells included."""


class EveningEnd:
    """Why the evening ends, as far as that is known."""

    def __init__(self) -> None:
        self._signal: int | None = None
        self._stopped = ExitCode.OK

    def heed(self, number: int) -> float | None:
        """A signal: how long leaving may take.

        None for a window that was closed. That is no leave: the others miss us, and there is time
        to come back.
        """
        self._signal = number
        if number == HANGUP:
            return None
        return AT_ONCE_S if number == signal.SIGINT else POLITE_S

    def distrust(self) -> None:
        """Our player gets up because what was compared by voice differs."""
        self._stopped = ExitCode.VERIFICATION

    def code(self, came_to: int | None) -> int:
        """The exit code; `came_to` is what the evening came to, None where it was stopped."""
        if self._signal is not None:
            return SIGNAL_BASE + self._signal
        return self._stopped if came_to is None else came_to
