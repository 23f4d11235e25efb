"""Advice that is worked out while the table is shown and keys are answered.

The one rule: it is reckoned in a thread, once for a decision, and told only while that decision is due.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import trio

from cli.table.advice import Advised, advise
from p2pcards.engine import AnyGame, AnyView


class Adviser:
    """Of one table.

    Args:
        game: What is played.
        tell: Called with the advice, inside trio.
        is_laid: As `advise` says.
    """

    def __init__(
        self, game: AnyGame, tell: Callable[[AnyView, Advised], None], *, is_laid: bool = False
    ) -> None:
        self._reckon = partial(advise, game, is_laid=is_laid)
        self._tell = tell
        self._asked = trio.Event()

    def ask(self) -> None:
        """Our player wants advice on the decision that is due."""
        self._asked.set()

    async def serve(self, view: AnyView) -> None:
        """Answer as often as is asked, also what was asked just before; until cancelled."""
        try:
            await self._asked.wait()
            advised = await trio.to_thread.run_sync(self._reckon, view, abandon_on_cancel=True)
            while True:
                self._asked = trio.Event()
                self._tell(view, advised)
                await self._asked.wait()
        finally:
            self._asked = trio.Event()  # nobody asks about this decision any more
