from __future__ import annotations

import pytest

from p2pcards.games import GAMES
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng
from protocol.log.rounds import Place
from protocol.table.judge.opening import propose
from protocol.table.memory.notes import encode_nonce, encode_secrets, read_notes
from protocol.table.memory.own import Own
from protocol.table.memory.secrets import draw_secrets
from protocol.table.table import Table
from protocol.wire.codec import NO_TABLE, sign_entry
from protocol.wire.entries import Leave, Stake, Vote
from tests.simulation.weather import table_of_bots

RNG = SeededRng(b"notes")
IDENTITY = Identity.from_seed(bytes([7]) * 32)
PLACE = {"seat": 0, "chain": "play", "deal": 3, "attempt": 0, "round": 2, "head": bytes(32)}


def test_secrets_come_back_as_they_were() -> None:
    secrets = draw_secrets(RNG)
    line = encode_secrets((3, bytes([1]) * 32), secrets)
    (again,) = read_notes([line]).secrets.values()
    assert again == secrets
    assert read_notes([line]).secrets.keys() == {(3, bytes([1]) * 32)}
    assert read_notes([encode_nonce(b"n" * 32)]).nonce == b"n" * 32


@pytest.mark.parametrize(
    "line",
    [b"", b"{}", b"\xff", b'{"n":"other"}', b'{"n":"deck","deal":1}', b"[" * 10_000],
)
def test_what_is_no_note_is_passed_over(line: bytes) -> None:
    nonce = encode_nonce(b"n" * 32)
    assert read_notes([line, nonce, nonce[:-9]]).nonce == b"n" * 32
    assert not read_notes([line]).entries


def test_a_key_that_is_none_is_passed_over() -> None:
    line = encode_secrets((3, bytes(32)), draw_secrets(RNG))
    key = line.split(b'"key":"')[1].split(b'"')[0]
    assert not read_notes([line.replace(key, b"A" * 43 + b"=")]).secrets


def test_notes_and_secrets_do_not_show_themselves() -> None:
    secrets = draw_secrets(RNG)
    notes = read_notes([encode_secrets((3, bytes(32)), secrets), encode_nonce(b"n" * 32)])
    for shown in (repr(notes), repr(secrets)):
        assert secrets.shuffle_seed.hex() not in shown
        assert repr(secrets.shuffle_seed)[2:-1] not in shown
        assert "nnnn" not in shown


def test_the_first_entry_for_a_place_after_a_head_stays_the_only_one() -> None:
    own = Own(0, RNG)
    first = sign_entry(Stake(**PLACE), NO_TABLE, IDENTITY)
    assert own.said_instead_of(first.entry) is None
    own.add(first)
    assert own.said_instead_of(Stake(**PLACE)) is first
    assert own.said_instead_of(Stake(**{**PLACE, "head": bytes([1]) * 32})) is None
    assert own.said_instead_of(Stake(**{**PLACE, "round": 3})) is None
    assert own.said_instead_of(Leave(**PLACE)) is None


def test_of_votes_each_ballot_has_its_own() -> None:
    own = Own(0, RNG)
    first = sign_entry(Vote(**PLACE, ballot=1, absent=(2,)), NO_TABLE, IDENTITY)
    own.add(first)
    assert own.said_instead_of(Vote(**PLACE, ballot=1, absent=())) is first
    assert own.said_instead_of(Vote(**PLACE, ballot=2, absent=())) is None


def test_what_belongs_to_deals_that_are_settled_is_forgotten() -> None:
    own = Own(0, RNG)
    own.add(sign_entry(Stake(**PLACE), NO_TABLE, IDENTITY))
    own.secrets[2, bytes(32)] = own.secrets[3, bytes(32)] = draw_secrets(RNG)
    own.forget_before(3)
    assert own.secrets.keys() == {(3, bytes(32))}
    assert own.first_unsigned(Place(3, "play", 0, 1)) == 3
    own.forget_before(4)
    assert own.said_instead_of(Stake(**PLACE)) is None


def test_a_log_of_another_table_is_not_taken_up() -> None:
    named = [(f"P{i}", Identity.from_seed(bytes([i + 1]) * 32).public) for i in range(2)]
    first = Identity.from_seed(bytes([1]) * 32)
    lines = [propose(first, GAMES["azi"], {}, named, deadline).line for deadline in (10, 20)]
    table = Table(first, lines[0], 0, RNG)
    with pytest.raises(ValueError, match="another table"):
        table.restore([lines[1]], [])


@pytest.mark.usefixtures("light")
def test_what_stands_in_a_stored_log_after_its_last_good_round_is_cut_off() -> None:
    world = table_of_bots(seats=2, deals=1, seed=4)
    world.run()
    old = world.tables[0]
    lines = list(old.referee.lines)
    table = Table(old._identity, lines[0], 0, RNG, old.referee.proofs)
    table.restore([*lines[:9], lines[3], b"nonsense"], [])
    assert table.referee.lines == lines[: len(table.referee.lines)]
    (cut,) = [effect for effect in table.start(0) if type(effect).__name__ == "Store"]
    assert cut.keep == len(table.referee.lines)
    assert cut.lines == ()
