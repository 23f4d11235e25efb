"""The rooms of a table: asked alone they say what they want, and none of them is large."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from p2pcards.games import GAMES
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng
from protocol.faults import Code
from protocol.table.effects import Refuse, Send
from protocol.table.judge.opening import propose, read_proposal
from protocol.table.judge.referee import Referee
from protocol.table.memory.ballot import Ballot
from protocol.table.memory.memory import Memory
from protocol.table.memory.own import Own
from protocol.table.rooms.collecting import Collecting
from protocol.table.rooms.disputes import Disputes
from protocol.table.rooms.gates import Gates
from protocol.table.rooms.intake import Intake
from protocol.table.rooms.own_leave import OwnLeave
from protocol.table.rooms.speaker import Speaker
from protocol.table.rooms.voting import OPENING_ASKS, Voter
from protocol.table.rooms.wishes import Compare
from protocol.wire.codec import sign_entry
from protocol.wire.entries import NonceCommitment

ROOT = Path(__file__).parents[3] / "protocol" / "table"
MODULES = sorted(ROOT.rglob("*.py"))

RNG = SeededRng(bytes(32))
PLAYERS = [Identity.generate(RNG) for _ in range(3)]
PROPOSAL = propose(
    PLAYERS[0],
    GAMES["azi"],
    {},
    [(name, each.public) for name, each in zip("ABC", PLAYERS, strict=True)],
    30,
).line


@pytest.fixture
def memory() -> Memory:
    """What seat 0 knows of a table of three that has just been proposed."""
    return Memory(0, Referee(read_proposal(PROPOSAL), RNG, 0), Own(0, RNG))


def intake_of(memory: Memory) -> tuple[Collecting, Intake]:
    leave, gates = OwnLeave(memory), Gates(memory)
    disputes, voter = Disputes(memory), Voter(memory)
    collecting = Collecting(memory, leave, gates, disputes, voter)
    return collecting, Intake(memory, leave, collecting, gates, disputes, voter)


def test_in_the_opening_the_voter_asks_all_again_and_gives_up_in_the_end(memory: Memory) -> None:
    (round,) = memory.referee.rounds()
    voter, ballot = Voter(memory), Ballot(round, 0)
    for asked in range(OPENING_ASKS):
        assert ballot.due_ms is not None, asked
        assert list(voter.vote(ballot, ballot.due_ms)) == [Compare(again=True)]
    assert ballot.due_ms is None


def test_what_is_no_line_is_refused_to_who_sent_it_and_kept_nowhere(memory: Memory) -> None:
    _, intake = intake_of(memory)
    (wish,) = intake.take(2, b"{}", 0)
    assert isinstance(wish, Refuse)
    assert wish.seat == 2
    assert wish.reason.code is Code.NOT_AN_ENTRY
    assert not len(memory.early)


def test_an_entry_that_is_due_is_passed_on_once_and_collected(memory: Memory) -> None:
    collecting, intake = intake_of(memory)
    list(collecting.open_due(0))
    memory.correspondence.set_linked(frozenset({1, 2}))
    memory.correspondence.hear_links(2, ())
    (round,) = memory.referee.rounds()
    entry = NonceCommitment(
        seat=1,
        chain="open",
        deal=0,
        attempt=0,
        round=1,
        head=round.head,
        commitment=bytes(32),
    )
    line = sign_entry(entry, memory.referee.table_of("open"), PLAYERS[1]).line
    assert list(intake.take(1, line, 0)) == [Send(line, (2,))]
    assert list(intake.take(1, line, 0)) == []
    assert memory.main_ballot is not None
    assert memory.main_ballot.missing() == (0, 2)


def test_the_speaker_has_a_nonce_to_commit_to_and_notes_it_first(memory: Memory) -> None:
    speaker = Speaker(memory, OwnLeave(memory), RNG)
    assert isinstance(speaker.next_entry(0), NonceCommitment)
    assert len(memory.own.take_new_notes()) == 1
    assert memory.own.take_new_notes() == ()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_has_more_than_450_lines_and_no_class_more_than_300(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= 450
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno < 300, node.name
