"""One evening through both fronts, the full screen and lines: what is shown of it is the same.

Both are told all that one seat's table tells, and asked the same things; only where a sentence stands
and how it is answered may differ.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from cli.lines.table import LineTable
from cli.output import draw_cards
from cli.screen.table.app import TableScreen
from cli.settings import Settings
from cli.table.actions_in_words import say_action
from cli.table.conversation import Conversation
from cli.table.games import moves_of
from p2pcards.engine import AnyView, Cause, Out
from protocol.faults import Code, Reason
from protocol.table.notices import Happened, SeatOut
from tests.cli.screen.own_seat import OwnSeat
from tests.simulation.weather import table_of_bots

TYPED = " Type yes to "
"""From here on a question says how lines take the answer."""


class BothFronts:
    """A screen, and lines beside it: told the same. Whatever else is wanted of it, the screen does."""

    def __init__(self, screen: TableScreen, lines: LineTable, said: list[str]) -> None:
        self.screen, self.lines, self.said = screen, lines, said

    def __getattr__(self, name: str) -> Any:
        of_screen = getattr(self.screen, name)
        if name not in TOLD:
            return of_screen
        of_lines = getattr(self.lines, name)

        def both(*args: Any) -> None:
            of_screen(*args)
            of_lines(*args)

        return both

    def type(self, words: str) -> list[str]:
        """What lines answer to a typed line."""
        self.said.clear()
        self.lines.take(words)
        return list(self.said)

    def asked(self, words: str) -> str:
        """What lines ask when this is typed; it is not done."""
        (question,) = self.type(words)
        text, typed, _ = question.partition(TYPED)
        assert typed, question
        assert self.type("no") == ["Nothing is done."]
        return text


TOLD = (
    "sit_down",
    "told",
    "heard",
    "refused",
    "link_up",
    "link_down",
    "looked",
    "turn_comes",
    "turn_goes",
)


class Evening(OwnSeat):
    """A table whose seat 0 is shown by both fronts."""

    both: BothFronts

    def front(self, settings: Settings) -> Any:
        said: list[str] = []
        lines = LineTable(
            self.tables[0],
            lambda line: said.append(draw_cards(line)),
            settings,
            now_ms=lambda: self.now_ms,
            is_person=True,
            on_first_link=lambda *_: None,
            conversation=Conversation(),
        )
        self.both = BothFronts(super().front(settings), lines, said)
        return self.both

    @property
    def is_asked(self) -> bool:
        """Our player has to decide."""
        return self.tables[0].pending() is not None

    @property
    def view(self) -> AnyView:
        found = self.tables[0].view()
        assert found is not None
        return found

    @property
    def shown(self) -> str:
        """The screen, as one line of text: where sentences are broken does not matter."""
        return re.sub(r"\s+", " ", self.text(160, 50).replace("│", " "))

    def asked_on_screen(self, *keys: str) -> str:
        """The screen, after keys that ask something; it is not done."""
        self.press(*keys)
        shown = self.shown
        self.press("escape")
        return shown


def evening(
    game: str, seats: int, *, seed: int = 3, deadline_s: int = 0, **settings: Any
) -> Evening:
    world = table_of_bots(
        seats, game_name=game, world_type=Evening, deals=2, deadline_s=deadline_s, seed=seed
    )
    assert isinstance(world, Evening)
    world.open(**settings)
    world.until(lambda _: world.is_asked)
    return world


pytestmark = [pytest.mark.usefixtures("light"), pytest.mark.heavy]

GAMES = [("azi", 4), ("hazari", 4), ("lukfu", 3)]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_both_say_what_leaving_costs_in_the_same_words(game: str, seats: int) -> None:
    world = evening(game, seats)
    assert world.both.asked("leave") in world.asked_on_screen("q")


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_both_say_how_things_stand_when_it_is_our_turn(game: str, seats: int) -> None:
    world = evening(game, seats)
    hint = moves_of(world.tables[0].referee.setting.game).moves(world.view, is_turn=True).hint
    (prompt,) = [line for line in world.both.said if line.startswith("Your turn")]
    assert draw_cards(hint) in prompt
    assert draw_cards(hint) in world.shown


@pytest.mark.parametrize("sorting", ["suit", "rank"])
@pytest.mark.parametrize(("game", "seats"), [("azi", 4), ("lukfu", 3)])
def test_both_show_the_hand_in_the_same_order(game: str, seats: int, sorting: str) -> None:
    world = evening(game, seats, sorting=sorting)
    (held,) = world.both.type("hand")
    cards = held.removeprefix("You hold ").removesuffix(".").split()
    row = world.text().rpartition("You · ")[2]
    places = [row.index(f" {card}") for card in cards]
    assert len(cards) > 2
    assert places == sorted(places)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_both_tell_the_order_of_the_cards(game: str, seats: int) -> None:
    world = evening(game, seats)
    (order,) = world.both.type("order")
    assert order in world.asked_on_screen("i")


def test_both_ask_before_hazaris_cards_are_turned_up() -> None:
    world = evening("hazari", 4)
    game = world.tables[0].referee.setting.game
    words = say_action(game, world.view, game.default_action(world.view))
    assert world.both.asked(words) in world.asked_on_screen("a", "enter")


def test_both_ask_before_luk_fus_cards_are_opened() -> None:
    world = evening("lukfu", 3)
    table = world.tables[0]
    while not (world.is_asked and "declare" in legal(world)):
        if world.is_asked:
            action = table.referee.setting.game.default_action(world.view)
            world.do(0, lambda now_ms, action=action: table.decide(action, now_ms))
        world.wait(500)
    world.until(lambda text: "declare" in text, "space")
    assert world.both.asked("declare") in world.asked_on_screen("d")


def legal(world: Evening) -> list[str]:
    game = world.tables[0].referee.setting.game
    return [game.format_action(action) for action in game.legal_actions(world.view)]


@pytest.mark.parametrize("ask", ["costly", "always", "never"])
def test_both_ask_about_a_costly_move_as_the_setting_says(ask: str) -> None:
    world = evening("azi", 4, ask=ask)
    if ask == "never":
        assert world.both.type("fold") == []
        world.press("f")
        assert not world.is_asked
    elif ask == "always":
        assert world.both.asked("fold") in world.asked_on_screen("f")
    else:
        assert world.both.type("fold") == []
        world.press("f")
        assert not world.is_asked


def test_both_ask_whether_a_silent_seat_is_absent_and_tell_once_that_it_is_out() -> None:
    world = evening("azi", 3)
    world.lose(1)
    world.press("b", "home", "enter")
    world.until(lambda text: "silent 0:30" in text)
    assert world.both.asked("absent") in world.asked_on_screen("enter")
    world.press("enter", "enter")
    for words in ("absent", "yes"):
        world.both.lines.take(words)
    world.both.said.clear()
    world.do(2, world.tables[2].declare_absent)
    world.until(lambda text: "silent, out" in text)
    told = [line for line in world.both.said if "Bek" in line and "absent" in line]
    assert len(told) == 1, told
    told = [line for line in world.both.said if "Bek" in line and "silent" in line]
    assert len(told) <= 1, told


def test_both_say_that_somebody_has_said_that_a_seat_is_absent() -> None:
    world = evening("azi", 3)
    world.lose(1)
    world.press("b", "home", "enter")
    world.wait(2000)
    world.both.said.clear()
    world.do(2, world.tables[2].declare_absent)
    world.wait(2000)
    (told,) = [line for line in world.both.said if line.startswith("It is said")]
    assert told in world.shown


@pytest.mark.parametrize("seats", [2, 3])
def test_both_speak_of_others_only_where_there_are_some(seats: int) -> None:
    world = evening("azi", seats)
    world.both.said.clear()
    world.lose_links(1)
    (told,) = world.both.said
    assert told in world.shown
    assert ("others" in told) is (seats > 2)


def test_both_tell_our_player_what_it_costs_to_be_out_of_a_deal() -> None:
    world = evening("azi", 4)
    world.press("b", "home", "enter")
    before, place = world.view.state, world.tables[0].referee.rounds()[0].place
    out = Out(((0, Cause.SILENT),))
    game = world.tables[0].referee.setting.game
    world.both.said.clear()
    world.both.told(SeatOut(1, place, 0, Cause.SILENT, Reason(Code.SHARES_REFUSED)))
    world.both.told(Happened(before, out, game.apply(before, out)))
    (told,) = [line for line in world.both.said if "Back from deal" in line]
    assert told in world.shown
