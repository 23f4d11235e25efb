"""THE table of rounds: no kind of entry is missing, and SPEC §5.4 and what is played are as it says."""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from p2pcards.engine import Seat, Waiting
from protocol.faults import Code
from protocol.log.rounds import ClosedRound, Spoke
from protocol.table import notices
from protocol.table.judge import judging, opening, preparation, rounds_of_play, waiting
from protocol.table.judge.referee import Referee
from protocol.table.notices import Notice
from protocol.table.rounds import (
    ANY_ROUND,
    BESIDE,
    KIND_AWAITED,
    ROUND_OF,
    ROUNDS,
    Phase,
    RoundKind,
    Speakers,
    kinds_of,
    rounds_of_attempt,
)
from protocol.wire.entries import AnyEntry, Entry, Here, Result
from tests.simulation.light import light_proofs
from tests.simulation.weather import Weather, table_of_bots

SPEC = (Path(__file__).parents[3] / "SPEC.md").read_text("utf-8")
SECTION = SPEC.partition("### 5.4 ")[2].partition("\n## 6. ")[0]

JUDGES: Mapping[type[Entry], Any] = {
    **opening.JUDGES,
    **preparation.JUDGES,
    **rounds_of_play.JUDGES,
    Here: waiting.close,
}

OF_THE_TABLE = {
    notices.PreparationBegins,
    notices.SeatOut,
    notices.WaitingFor,
    notices.TablePaused,
    notices.PauseEnded,
    notices.MatchOver,
    notices.RolledBack,
    notices.Suspended,
}
"""What is told of the table's course, whichever round has led to it."""


def tag(kind: type[Entry]) -> str:
    return str(kind.__struct_config__.tag)


def test_every_kind_of_entry_has_one_row_or_stands_beside_the_rounds() -> None:
    kinds = [row.kind for row in ROUNDS] + list(BESIDE)
    assert sorted(map(tag, kinds)) == sorted(map(tag, get_args(AnyEntry)))


def test_every_round_has_one_judge_and_every_judge_a_round() -> None:
    found = [*opening.JUDGES, *preparation.JUDGES, *rounds_of_play.JUDGES, Here]
    assert found == [row.kind for row in ROUNDS]


@pytest.mark.parametrize("row", ROUNDS, ids=lambda row: row.tag)
def test_the_judge_of_a_round_knows_the_faults_of_its_row_and_no_others(row: RoundKind) -> None:
    source = inspect.getsource(JUDGES[row.kind])
    if row.kind is Result:
        source += inspect.getsource(judging.check_back)
    found = {Code[name] for name in re.findall(r"\bCode\.(\w+)", source)}
    assert found - set(ANY_ROUND) == set(row.faults)


def test_whatever_a_game_waits_for_is_a_round_but_a_deck() -> None:
    assert {kind.__name__ for kind in get_args(Waiting)} == {
        "AwaitDeck",
        *(kind.__name__ for kind in KIND_AWAITED),
    }


def test_every_notice_is_a_round_s_or_the_table_s() -> None:
    told = {notice for row in ROUNDS for notice in row.notices}
    assert told | OF_THE_TABLE == set(get_args(Notice))
    assert not told & OF_THE_TABLE


def test_an_attempt_has_a_round_of_each_kind_and_a_deck_for_each_seat() -> None:
    found = rounds_of_attempt((0, 2, 5))
    assert [kind for kind, _ in found if kind is not found[2][0]] == [
        kind for kind in kinds_of(Phase.PREPARE) if kind is not found[2][0]
    ]
    assert [speakers for _, speakers in found[2:5]] == [(0,), (2,), (5,)]


# --- what is played -----------------------------------------------------------------------------


def speakers_of(referee: Referee, closed: ClosedRound) -> Iterator[Speakers]:
    """Who the table may say that speaks, by what is known of the round alone."""
    round, everybody = closed.round, tuple(range(len(referee.keys)))
    if round.speakers == everybody and not round.voters:
        yield Speakers.ALL
    if round.speakers == round.voters:
        yield from (Speakers.ATTEMPT, Speakers.PEERS)
    if len(round.speakers) == 1 and set(round.speakers) < set(round.voters):
        yield Speakers.TURN
    if set(round.speakers) <= set(round.voters):
        yield from (Speakers.DEALT, Speakers.NAMED)
    if not set(round.speakers) & set(round.voters):
        yield Speakers.MISSING


@pytest.fixture(scope="module")
def played() -> dict[type[Entry], list[tuple[Any, tuple[Notice, ...]]]]:
    """All rounds that were closed without fault in some matches, and what was told of each."""
    seen: dict[type[Entry], list[tuple[Any, tuple[Notice, ...]]]] = defaultdict(list)
    real = Referee.close

    def close(self: Referee, closed: ClosedRound) -> tuple[Notice, ...]:
        told = real(self, closed)
        if all(isinstance(each, Spoke) for each in closed.contributions.values()):
            seen[closed.round.kind].append((tuple(speakers_of(self, closed)), told))
        return told

    with pytest.MonkeyPatch.context() as patch, light_proofs():
        patch.setattr(Referee, "close", close)
        for game, seats in (("azi", 3), ("hazari", 4), ("lukfu", 3)):
            table_of_bots(seats=seats, deals=1, seed=3, game_name=game).run()
        _come_back_late()
    return seen


def _come_back_late() -> None:
    """A match of two in which one program dies, and is waited for."""
    world: Weather = table_of_bots(seats=2, deals=2, seed=2)
    world.kill_on_send = lambda seat, signed: seat == 1 and signed.entry.deal == 1

    def told(seat: Seat, notice: Notice) -> None:
        if isinstance(notice, notices.WaitingFor) and 1 in world.dead:
            world.kill_on_send = lambda *_: False
            world.start_again(1)

    world.on_notice = told
    world.run()


@pytest.mark.parametrize("row", ROUNDS, ids=lambda row: row.tag)
def test_every_round_is_played_and_its_speakers_and_notices_are_those_of_its_row(
    row: RoundKind, played: dict[type[Entry], list[tuple[Any, tuple[Notice, ...]]]]
) -> None:
    rounds = played[row.kind]
    assert rounds, "no match has this round"
    assert all(row.speakers in speakers for speakers, _ in rounds)
    told = {type(notice) for _, notices in rounds for notice in notices}
    of_ready_deck = {notices.Happened} if row.phase is Phase.PREPARE else set()
    if row.tag == "stake":
        of_ready_deck = {notices.Happened}  # the game is given its deck
    assert told - OF_THE_TABLE - of_ready_deck <= set(row.notices)
    assert set(row.notices) - {notices.ClaimVerified} <= told


# --- SPEC -----------------------------------------------------------------------------------------


def row_of_spec(row: RoundKind) -> str:
    gate = "yes" if row.is_gate else "–"
    faults = ", ".join(f"`{code}`" for code in row.faults) or "–"
    cells = (row.phase, f"`{row.tag}`", row.speakers, row.clock, gate, faults, f"§{row.section}")
    return f"| {' | '.join(cells)} |"


def diagram() -> list[str]:
    """The order of the rounds, a phase a line."""
    found = []
    for phase in Phase:
        rows = [row for row in ROUNDS if row.phase is phase]
        names = [f"{r.tag} (each seat)" if r.speakers is Speakers.TURN else r.tag for r in rows]
        asked = [r.tag for r in rows if r.speakers is Speakers.NAMED]
        if asked:
            names = [names[0], f"as the game asks: {' | '.join(asked)}", names[-1]]
        found.append(f"    {phase:<9} {' → '.join(names)}")
    return found


def test_the_specification_has_the_same_table() -> None:
    assert [line for line in SECTION.splitlines() if re.match(r"\| [A-Z]{4}", line)] == [
        row_of_spec(row) for row in ROUNDS
    ]


def test_the_specification_draws_the_same_order() -> None:
    assert [line for line in SECTION.splitlines() if re.match(r"    [A-Z]{4}", line)] == diagram()


def test_the_specification_names_the_faults_of_any_round() -> None:
    (line,) = (line for line in SECTION.splitlines() if line.startswith("In any round"))
    assert re.findall(r"`(\w+)`", line.partition("(")[0]) == list(ANY_ROUND)


def test_the_sections_are_there() -> None:
    headings = set(re.findall(r"^##+ ([\d.]+?)\.? ", SPEC, re.M))
    assert {row.section for row in ROUNDS} | set(BESIDE.values()) <= headings
    assert set(ROUND_OF) == {row.kind for row in ROUNDS}
