"""T26: whoever leaves wins nothing by it, whoever is to act just then (SPEC §6.3, docs/attacks.md)."""

from __future__ import annotations

from typing import Any

import pytest

from p2pcards.engine import Cause, Seat
from protocol.faults import Code, Reason
from protocol.table.effects import Effect, Send
from protocol.table.notices import DealSettled, SeatOut
from protocol.wire.entries import Decision
from tests.simulation.weather import Weather, check_survivors, entry_of, table_of_bots

pytestmark = pytest.mark.usefixtures("light")


class Thinking(Weather):
    """Somebody thinks about their decision while another seat leaves; then they decide at once."""

    thinker: Seat | None = None
    leaver: Seat | None = None

    def _do(self, seat: Seat, effects: list[Effect]) -> None:
        table = self.tables[seat]
        round = table.pending() if self.leaver is None else None
        others = [s for s in round.voters if s not in round.speakers] if round is not None else []
        if others and round is not None and round.place.deal == 1:
            self.thinker, self.leaver = seat, others[-1]
            self.do(self.leaver, self.tables[self.leaver].leave)
        if seat != self.thinker or self.leaver in table.leaving:
            super()._do(seat, effects)
            return
        self._ticks.pop(seat, None)
        for effect in effects:
            self._watch(seat, effect)
            if isinstance(effect, Send):
                for to in effect.to:
                    self.send(seat, to, effect.payload)


def paid(world: Weather, seat: Seat, deal: int) -> Any:
    return [n.standings for n in world.notices[seat] if isinstance(n, DealSettled)][deal - 1]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_at_azi_who_leaves_while_another_thinks_gets_no_chip_of_the_pot(
    seats: int, seed: int
) -> None:
    world = table_of_bots(seats, 1, seed, world_type=Thinking)
    assert isinstance(world, Thinking)
    world.players = [lambda view: fold_or_first(world, view)] * seats
    world.run()
    assert world.leaver is not None
    stay = [seat for seat in range(seats) if seat != world.leaver]
    outs = [n for n in world.notices[stay[0]] if isinstance(n, SeatOut)]
    assert [(n.seat, n.cause) for n in outs] == [(world.leaver, Cause.LEFT)]
    assert outs[0].reason == Reason(Code.LEFT)
    assert paid(world, stay[0], 1)[world.leaver] < 200, "it has lost what it had paid"
    if seats == 2:
        assert paid(world, stay[0], 1)[stay[0]] > 200, "and the other has won it"


def fold_or_first(world: Weather, view: Any) -> Any:
    """Folds, whatever has happened meanwhile."""
    game = world.tables[0].referee.setting
    assert game is not None
    legal = game.game.legal_actions(view)
    return next((a for a in legal if game.game.format_action(a) == "fold"), legal[0])


@pytest.mark.heavy
@pytest.mark.parametrize("game", ["azi", "hazari", "lukfu"])
@pytest.mark.parametrize("seed", range(4))
def test_in_all_games_a_leave_stands_before_the_next_decision(game: str, seed: int) -> None:
    seats = {"azi": 3, "hazari": 4, "lukfu": 3}[game]
    world = table_of_bots(seats, 1, seed, game_name=game, world_type=Thinking)
    assert isinstance(world, Thinking)
    said: list[Decision] = []
    send = world.send

    def note(sender: Seat, to: Seat, payload: bytes) -> None:
        signed = entry_of(payload)
        if signed is not None and isinstance(signed.entry, Decision):
            said.append(signed.entry)
        send(sender, to, payload)

    world.send = note  # type: ignore[method-assign]
    world.run()
    if world.leaver is None:
        assert game == "hazari", "all are asked at once there"
        return
    assert any(entry.gone for entry in said)
    stay = sorted(world.honest - {world.leaver})
    world.honest.discard(world.leaver)
    outs = [n for n in world.notices[stay[0]] if isinstance(n, SeatOut)]
    assert (world.leaver, Cause.LEFT) in [(n.seat, n.cause) for n in outs]
    logs = {tuple(world.tables[seat].referee.lines) for seat in stay}
    assert len(logs) == 1
    if game == "azi":
        check_survivors(world, stay)
