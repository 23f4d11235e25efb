"""Evenings read from logs of the corpus, and what they come to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli.errors import CommandError
from cli.history import figures
from cli.history.evening import of_different_tables
from cli.history.evenings import read_evening

LOGS = Path(__file__).parents[2] / "conformance" / "logs"
OURS = 1
"""The seat whose key is ours in these tests."""


def log(tmp_path: Path, name: str = "azi-2-two.log", as_: str = "friday.log") -> Path:
    path = tmp_path / as_
    path.write_bytes((LOGS / name).read_bytes())
    return path


def keys_of(path: Path) -> tuple[bytes, ...]:
    return read_evening(path, None).keys


def test_an_evening_is_its_first_line_and_its_last_signed_result(tmp_path):
    path = log(tmp_path)
    one = read_evening(path, keys_of(path)[OURS])
    assert (one.game.name, one.names, one.seat) == ("azi", ("Ainura", "Bek"), OURS)
    assert (one.deals, one.start) == (2, (200, 200))
    assert sum(one.standings) == 400
    assert one.won(OURS) == one.standings[OURS] - 200
    assert {one.place(0), one.place(1)} <= {1, 2}
    assert one.is_played


def test_its_day_is_that_of_its_name_or_else_of_the_file(tmp_path):
    named = log(tmp_path, as_="azi-2026-03-04-a1b2c3d4.log")
    other = log(tmp_path, as_="friday.log")
    os.utime(other, (1_700_000_000, 1_700_000_000))
    assert read_evening(named, None).day == "2026-03-04"
    assert read_evening(other, None).day.startswith("2023-11-1")


def test_who_only_watched_has_no_seat_and_the_evening_does_not_count(tmp_path):
    one = read_evening(log(tmp_path), bytes(32))
    assert one.seat is None
    assert not one.is_played
    assert figures.by_game([one]) == {}


def test_a_log_that_breaks_off_tells_up_to_its_last_whole_result(tmp_path):
    path = log(tmp_path)
    whole = read_evening(path, None)
    lines = path.read_bytes().splitlines(keepends=True)
    end = max(n for n, line in enumerate(lines) if b'"result"' in line and b'"deal":1,' in line)
    path.write_bytes(b"".join(lines[: end + 1]) + b'{"e":{"t":"result","seat":0,"cha')
    cut = read_evening(path, None)
    assert (cut.deals, whole.deals) == (1, 2)
    path.write_bytes(lines[0])
    assert (read_evening(path, None).deals, read_evening(path, None).standings) == (0, (200, 200))


def test_a_line_that_most_signers_contradict_is_not_believed(tmp_path):
    path = log(tmp_path, "azi-3.log")
    honest = read_evening(path, None)
    lines = path.read_bytes().splitlines(keepends=True)
    result = next(line for line in lines if b'"result"' in line)
    lie = result.replace(b'"standings":[', b'"standings":[9')
    path.write_bytes(b"".join((*lines, lie)))
    assert read_evening(path, None).standings == honest.standings


@pytest.mark.parametrize("content", [b"", b"hello\n", b'{"e":{"t":"propose"},"sig":""}\n'])
def test_what_is_no_log_is_one_sentence(tmp_path, content):
    path = tmp_path / "x.log"
    path.write_bytes(content)
    with pytest.raises(CommandError):
        read_evening(path, None)


def test_an_evening_of_a_game_that_is_not_known_is_one_sentence(tmp_path):
    path = log(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"game":"azi"', b'"game":"ari"', 1))
    with pytest.raises(CommandError, match="tells of no evening"):
        read_evening(path, None)


def test_copies_of_one_table_count_once_and_the_fullest_counts(tmp_path):
    full = log(tmp_path, as_="a.log")
    (tmp_path / "b.log").write_bytes(full.read_bytes().splitlines(keepends=True)[0])
    other = log(tmp_path, "azi-3.log", as_="c.log")
    read = [read_evening(path, None) for path in (tmp_path / "b.log", full, other)]
    assert {one.file.name for one in of_different_tables(read)} == {"a.log", "c.log"}


def test_figures_are_by_game_option_and_friend(tmp_path):
    path = log(tmp_path, "azi-2-stakes.log")
    keys = keys_of(path)
    one = read_evening(path, keys[OURS])
    tally = figures.by_game([one])["azi"]
    assert (tally.evenings, tally.deals, tally.won) == (1, one.deals, one.won(OURS))
    assert tally.firsts == (one.place(OURS) == 1)
    assert tally.per_deal == tally.won / one.deals
    assert set(figures.by_option([one])) == {
        ("azi", "ante", 5),
        ("azi", "min_bid", 5),
        ("azi", "max_bid", 20),
        ("azi", "stack", 10),
    }
    friend = figures.by_friend([one], {keys[0]: "Ainura", keys[OURS]: "me"})
    assert set(friend) == {keys[0]}
    with_her = friend[keys[0]]
    assert (with_her.evenings, with_her.deals) == (1, one.deals)
    assert with_her.above + with_her.below == (one.standings[0] != one.standings[1])
