"""What of the log can be found again and taken back (SPEC §5.3, §6.6)."""

from __future__ import annotations

from collections import Counter

import pytest

from protocol.log.rounds import Round, place_of
from protocol.table.judge.referee import Referee
from protocol.wire.codec import decode_line
from tests.simulation.weather import Weather, table_of_bots


class Stopped(Weather):
    """Looks after every step whether each log finds the lines of each of its deals."""

    def step(self) -> bool:
        for table in self.tables:
            referee = table.referee
            by_deal: dict[int, list[bytes]] = {}
            for line in referee.lines:
                by_deal.setdefault(decode_line(line)[0].entry.deal, []).append(line)
            for deal in range(max(by_deal) + 2):
                assert referee.lines_of_deal(deal) == tuple(by_deal.get(deal, ()))
        return super().step()


@pytest.mark.usefixtures("light")
def test_the_lines_of_each_deal_are_found_also_in_a_log_that_was_taken_back() -> None:
    world = table_of_bots(seats=2, deals=2, deadline_s=2, world_type=Stopped)
    assert isinstance(world, Stopped)
    world.run()
    assert all(table.is_over for table in world.tables)
    for table in world.tables:
        last = table.referee.closed_rounds()[-1].round.place
        others = table.referee.copy()
        others.reopen(last)
        assert table.referee.lines_of_deal(last.deal)[: len(others.lines_of_deal(last.deal))] == (
            others.lines_of_deal(last.deal)
        )
        assert len(others.lines) < len(table.referee.lines)


@pytest.mark.usefixtures("light")
def test_the_rounds_that_are_due_are_worked_out_once_a_change_in_late_deals_as_in_early_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worked_out: list[int] = []
    real = Referee._rounds

    def count(self: Referee) -> tuple[Round, ...]:
        worked_out.append(self.settled)
        return real(self)

    monkeypatch.setattr(Referee, "_rounds", count)
    world = table_of_bots(seats=2, deals=8, options={"stack": 5000})
    world.run()
    closed = Counter(
        place.deal
        for line in world.tables[0].referee.lines
        if (place := place_of(decode_line(line)[0].entry)).chain != "open"
    )
    for deal in range(2, 8):
        # Fewer than two for each line of the deal, of both seats together.
        assert worked_out.count(deal) < 2 * closed[deal + 1] + 2 * closed[deal]
    referee = world.tables[0].referee
    assert referee.rounds() is referee.rounds()
