"""A whole table in virtual time whose seat 0 has a screen and keys; the other seats are bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cli.screen.drawing.draw import draw
from cli.screen.drawing.text import plain
from cli.screen.intents import Key
from cli.screen.look import Look as Appearance
from cli.screen.screen_view import Size
from cli.screen.table.app import TableScreen
from cli.settings import Settings
from cli.table.conversation import Conversation
from protocol.net.conduct.roles import Look
from protocol.table.effects import Effect, Heard, Refuse, Send, Tell
from tests.simulation.weather import Weather, table_of_bots

LOOK_EVERY_MS = 50
MOST_LOOKS = 4000


class Clock:
    """What the screen needs of its application: the moment."""

    def __init__(self, world: OwnSeat) -> None:
        self._world = world
        self.rings = 0
        self.called = ""

    def now_ms(self) -> int:
        return self._world.now_ms

    def call(self, words: str) -> None:
        self.rings += 1
        self.called = words

    def title(self, words: str) -> None:
        self.called = words

    def redraw(self) -> None:
        """It is drawn when it is looked at."""


class Seat:
    """What the screen needs of its session."""

    def __init__(self, world: OwnSeat) -> None:
        self._world = world
        self.table = world.tables[0]

    @property
    def is_leaving(self) -> bool:
        return self.table._own_leave.is_on

    may_return = True

    def go_on(self) -> None:
        self._world.do(0, self.table.go_on)

    def want_pause(self, wants: bool) -> None:
        self._world.do(0, lambda now_ms: self.table.want_pause(wants, now_ms))

    def come_back(self) -> None:
        self._world.do(0, self.table.come_back)

    def leave(self) -> None:
        self._world.do(0, self.table.leave)

    def declare_absent(self) -> None:
        self._world.do(0, self.table.declare_absent)

    def say(self, text: str) -> None:
        self._world.do(0, lambda _: self.table.say(text))


class OwnSeat(Weather):
    """See above. Seat 0 decides by keys alone, and its screen is told all that its table tells."""

    step_limit = 1_000_000

    def open(self, **settings: Any) -> OwnSeat:
        """Everybody sits down."""
        self.clock = Clock(self)
        self.screen = self.front(Settings(**settings))
        self.screen.sit_down(Seat(self))
        self._asked: Any = None
        everybody = frozenset(range(len(self.tables)))
        for seat, table in enumerate(self.tables):
            self._do(seat, table.start(0))
        for seat, table in enumerate(self.tables):
            self._do(seat, table.set_linked(everybody - {seat}, 0))
            if not seat:
                for other in everybody - {0}:
                    self.screen.link_up(other, ("cedar", "moth", "basil"))
        return self

    def front(self, settings: Settings) -> Any:
        """What shows the table of seat 0."""
        return TableScreen(
            self.tables[0],
            settings,
            app=self.clock,
            wish=lambda what: what(),
            interrupt=lambda: None,
            is_person=True,
            on_first_link=lambda *_: None,
            conversation=Conversation(),
        )

    def _do(self, seat: int, effects: list[Effect]) -> None:
        if seat != 0:
            super()._do(seat, effects)
            return
        self._ticks.pop(seat, None)
        for effect in effects:
            match effect:
                case Send(payload, to):
                    for other in to:
                        self.send(0, other, payload)
                case Tell(notice):
                    self._note(0, effect)
                    self.screen.told(notice)
                case Heard(other, text):
                    self.screen.heard(other, text)
                case Refuse(other, reason):
                    self.screen.refused(other, reason)
                case _:
                    pass
        self._look()

    def _look(self) -> None:
        table = self.tables[0]
        turn = table.pending()
        view = table.view()
        self.screen.looked(
            Look(
                view=view,
                turn=None if turn is None else turn.place,
                limit_ms=table.decision_limit_ms(),
                waiting_for=table.waiting_for,
                linked=table.linked,
                is_over=table.is_over,
                has_left=table.has_left,
                next_tick_ms=table.next_tick_ms(),
                awaited_limit_ms=table.awaited_limit_ms(),
                leaving=table.leaving,
                pausing=table.pausing,
                is_paused=table.is_paused,
            )
        )
        if self._asked is not None and (turn is None or turn.place != self._asked[0]):
            self.screen.turn_goes(self._asked[1])
            self._asked = None
        if turn is not None and self._asked is None:
            self._asked = (turn.place, view)
            assert view is not None
            self.screen.turn_comes(view, table.decision_limit_ms())

    def lose(self, *seats: int) -> None:
        """The programs of these seats end."""
        for seat in seats:
            self.kill(seat)
            self.screen.link_down(seat)
        self._pass_on_links()

    def lose_links(self, *seats: int) -> None:
        """Our links to these seats are cut."""
        for seat in seats:
            self.cut_link(0, seat)
            self.screen.link_down(seat)
        self._pass_on_links()

    def regain_links(self) -> None:
        """All that was cut is mended."""
        self.mend_all()
        for seat in range(1, len(self.tables)):
            self.screen.link_up(seat, ())
        self._pass_on_links()

    def _pass_on_links(self) -> None:
        pending, self.pending_links = self.pending_links, []
        for seat, linked in pending:
            if seat not in self.dead:
                self._do(seat, self.tables[seat].set_linked(linked, self.now_ms))

    # --- what a person does and sees ---------------------------------------------------------------

    def press(self, *keys: Key) -> None:
        """Keys, each after a look at the screen and long enough after it."""
        for key in keys:
            self.text()
            self.screen.press(key, self.now_ms + 300)
            if self.screen.decisions.statistics().current_buffer_used:
                action = self.screen.decisions.receive_nowait()
                self.do(0, lambda now_ms, action=action: self.tables[0].decide(action, now_ms))

    def text(self, columns: int = 80, height: int = 24) -> str:
        """What is on the screen."""
        drawn = draw(self.screen.view(self.now_ms), Size(columns, height), Appearance())
        self.screen.drawn(self.now_ms, drawn)
        return "\n".join(plain(row).rstrip() for row in drawn.rows)

    def line(self, start: str) -> str:
        """The row that begins so."""
        return next((row for row in self.text().splitlines() if row.startswith(start)), "")

    @property
    def me(self) -> str:
        """My line."""
        return self.line("── You")

    def until(self, condition: Callable[[str], bool], *keys: Key) -> str:
        """Let things happen until the screen shows that; the keys are pressed at each own turn."""
        for _ in range(MOST_LOOKS):
            text = self.text()
            if condition(text):
                return text
            if keys and "your turn" in self.me:
                self.press(*keys)
            self.wait(LOOK_EVERY_MS)
        raise AssertionError(f"never seen:\n{text}")

    def wait(self, for_ms: int) -> None:
        """Let so much time pass."""
        until_ms = self.now_ms + for_ms
        self._pass_on_links()
        while True:
            moments = [moment for moment, _ in self.moments()]
            moments += [event[0] for event in self._events[:1]]
            if not moments or min(moments) > until_ms:
                break
            self.step()
        self.now_ms = until_ms


def own_seat(seats: int, game: str = "azi", **args: Any) -> OwnSeat:
    """A table of `seats` with us at seat 0; the rest as `table_of_bots`."""
    settings = args.pop("settings", {})
    world = table_of_bots(seats, game_name=game, world_type=OwnSeat, **args)
    assert isinstance(world, OwnSeat)
    return world.open(**settings)
