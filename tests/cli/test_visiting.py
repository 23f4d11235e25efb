"""Going to a table once more."""

from __future__ import annotations

import pytest
import trio.testing

import cli.evening.visiting
from cli.errors import CommandError, ExitCode
from cli.evening.party import robot
from cli.evening.visiting import Visit, another_visit
from cli.lines.front import LineFront
from cli.settings import Settings
from cli.words.en import evening as evening_words
from protocol.net.joining import Begun
from protocol.net.lobby import SeatInfo


async def test_who_waits_for_another_match_is_told_what_for_and_why_it_has_not_come(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
):
    said: list[str] = []

    async def nobody_listens(front: object, party: object, where: object, told: str) -> ExitCode:
        said.append(told)
        raise CommandError("127.0.0.1 cannot be reached.", ExitCode.NETWORK)

    monkeypatch.setattr(cli.evening.visiting, "visit", nobody_listens)
    host = SeatInfo(key=bytes(32), name="Ainura", bot=False, hosted=False, ready=True, addresses=())
    front = LineFront(Settings(), reads_words=False)
    front.last = Begun(b"", (host,), 1, b"")
    party = robot("Bek", "easy", think_s=0.0, log=None)
    with pytest.raises(CommandError) as raised:
        await another_visit(front, party, Visit("127.0.0.1", is_watching=False))
    assert raised.value.sentence == evening_words.NO_OTHER_MATCH
    assert raised.value.code == ExitCode.NETWORK
    assert set(said) == {evening_words.waits_for_host("Ainura")}
