"""Tables joined in one process by perfect links, in virtual time: for simulation and practice.

The one rule: what the tables do here they do everywhere; this shell only carries their payloads.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from itertools import count

from p2pcards.engine import Action, AnyView, Seat
from protocol.table.effects import Effect, Send
from protocol.table.table import Table

Chooser = Callable[[AnyView], Action]
"""A player: gives a legal action for a view."""

Watcher = Callable[[Seat, Effect], None]
"""Told of every effect of every table, with the table's seat."""


class World:
    """All seats of one table, run to the end of the match.

    Args:
        tables: One per seat, in seat order.
        players: Who decides for each seat.
        watch: Told of all effects.
        delay_ms: Virtual time a payload takes from seat to seat.
    """

    def __init__(
        self,
        tables: Sequence[Table],
        players: Sequence[Chooser],
        watch: Watcher,
        delay_ms: int = 1,
    ) -> None:
        self.tables = list(tables)
        self.players = list(players)
        self.now_ms = 0
        self._watch = watch
        self._delay_ms = delay_ms
        self._serial = count()
        self._events: list[tuple[int, int, Seat, Seat, bytes]] = []
        self._ticks: dict[Seat, int | None] = {}
        """When each table has something to do by itself, as long as nothing happens to it."""

    def run(self) -> None:
        """Play until every table is over, or nothing more can happen."""
        self.start()
        while self.step():
            pass

    def start(self) -> None:
        """All tables begin, and all links are there."""
        everybody = frozenset(range(len(self.tables)))
        for seat, table in enumerate(self.tables):
            self._do(seat, table.start(self.now_ms))
        for seat, table in enumerate(self.tables):
            self._do(seat, table.set_linked(everybody - {seat}, self.now_ms))

    def step(self) -> bool:
        """Let the next thing happen: a payload arrives, or the next moment a table waits for."""
        tick = min(self.moments(), default=None)
        if self._events and (tick is None or self._events[0][0] <= tick[0]):
            self.now_ms, _, sender, seat, payload = heapq.heappop(self._events)
            self.deliver(sender, seat, payload)
            return True
        if tick is None:
            return False
        self.now_ms = max(self.now_ms, tick[0])
        self._do(tick[1], self.tables[tick[1]].tick(self.now_ms))
        return True

    def moments(self) -> list[tuple[int, Seat]]:
        """When each table next has something to do by itself."""
        for seat, table in enumerate(self.tables):
            if seat not in self._ticks:
                self._ticks[seat] = table.next_tick_ms()  # one that is over may still have to ask
        return [(ms, seat) for seat, ms in sorted(self._ticks.items()) if ms is not None]

    def deliver(self, sender: Seat, seat: Seat, payload: bytes) -> None:
        """A payload arrives."""
        self._do(seat, self.tables[seat].receive(sender, payload, self.now_ms))

    def _do(self, seat: Seat, effects: list[Effect]) -> None:
        self._ticks.pop(seat, None)
        while True:
            for effect in effects:
                self._watch(seat, effect)
                if isinstance(effect, Send):
                    for to in effect.to:
                        self.send(seat, to, effect.payload)
            table = self.tables[seat]
            if table.pending() is None:
                return
            view = table.view()
            assert view is not None
            effects = table.decide(self.players[seat](view), self.now_ms)

    def send(self, sender: Seat, to: Seat, payload: bytes) -> None:
        """Put a payload on its way."""
        moment = self.now_ms + self._delay_ms
        heapq.heappush(self._events, (moment, next(self._serial), sender, to, payload))
