"""What is told when a match is over: who won, what was best in it, and the evening over its matches."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.history.after_match import last_moments, matches_beside
from cli.history.evening import Evening
from cli.history.evenings import read_evening
from cli.history.moments import Moment, evening_so_far, moments
from cli.words import voice_of
from cli.words.en.moments import tell_moment
from cli.words.phrase import in_braces
from p2pcards.games import GAMES

LOGS = Path(__file__).parents[2] / "conformance" / "logs"
AZI = GAMES["azi"]


def match(*standings: tuple[int, ...], **changes: Any) -> Evening:
    """A match of three who begin with 200 each, with these standings after its deals."""
    one = Evening(
        file=Path("a.log"),
        day="2026-01-02",
        proposal=b"",
        game=AZI,
        options={},
        keys=(b"a", b"b", b"c"),
        names=("Sanjar", "Bek", "Ainura"),
        seat=0,
        start=(200, 200, 200),
        results=tuple(enumerate(standings, start=1)),
    )
    return replace(one, **changes)


def words_of(one: Evening, facts: Iterable[Moment]) -> list[str]:
    voice = voice_of(one.game, one.names, one.seat)
    return [in_braces(tell_moment(fact, voice, one.game.unit)) for fact in facts]


def told(one: Evening) -> list[str]:
    return words_of(one, moments(one))


def test_the_dearest_deal_is_remembered_with_who_won_it():
    one = match((190, 220, 190), (190, 100, 310))
    assert "Most in one deal: Ainura won 120 chips in deal 2." in told(one)


def test_of_two_equal_deals_it_is_the_first():
    one = match((220, 190, 190), (210, 210, 180))
    assert told(one)[0] == "Most in one deal: you won 20 chips in deal 1."


def test_who_led_all_the_way_and_who_came_from_behind():
    assert "Bek led from the first deal to the last." in told(
        match((190, 220, 190), (180, 240, 180))
    )
    back = told(match((180, 220, 200), (240, 180, 180)))
    assert "You were last after deal 1, and won." in back
    assert back[-1] == "The lead changed once."


def test_of_a_match_of_one_deal_there_is_nothing_to_remember():
    assert told(match((220, 190, 190))) == []


def test_where_two_share_the_match_nobody_came_from_behind():
    assert len(told(match((180, 220, 200), (210, 210, 180)))) == 1


def test_the_evening_counts_matches_won_and_what_was_won():
    first, second = match((260, 170, 170)), match((190, 220, 190))
    (line,) = words_of(second, evening_so_far((first, second)))
    assert line == (
        "This evening, 2 matches: you 1 won, +50 chips; Bek 1 won, -10 chips;"
        " Ainura 0 won, -40 chips."
    )
    assert list(evening_so_far((first,))) == []


def test_who_sits_elsewhere_in_the_next_match_is_the_same_by_name():
    first = match((260, 170, 170))
    second = match((220, 190, 190), names=("Bek", "Ainura", "Sanjar"), seat=2)
    (line,) = words_of(second, evening_so_far((first, second)))
    assert "you 1 won, +50 chips" in line
    assert "Bek 1 won, -10 chips" in line


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "friday.log"
    path.write_bytes((LOGS / "azi-2-two.log").read_bytes())
    return path


def test_the_last_words_name_the_winner_and_all_standings(log):
    one = read_evening(log, None)
    won, standings, *_ = last_moments(log, one.keys[0], ())
    best = max(one.standings)
    assert won.endswith(f" the match with {best} chips.")
    assert standings.startswith("Standings: ")
    assert "you" in (won + standings).lower()


def test_who_was_missing_comes_last_and_does_not_win(log):
    one = read_evening(log, None)
    best = one.standings.index(max(one.standings))
    told_ = last_moments(log, None, (best,))
    assert told_[0].startswith("Standings: ")
    assert told_[0].endswith(f" and {one.names[best]} {one.standings[best]}.")


def test_a_log_without_a_result_or_that_is_gone_has_no_last_words(log, tmp_path):
    log.write_bytes(log.read_bytes().splitlines(keepends=True)[0])
    assert last_moments(log, None, ()) == ()
    assert last_moments(tmp_path / "none.log", None, ()) == ()


def test_matches_of_one_evening_lie_beside_each_other(log, tmp_path):
    other = tmp_path / "friday-2.log"
    other.write_bytes((LOGS / "azi-2.log").read_bytes())
    (tmp_path / "three.log").write_bytes((LOGS / "azi-3.log").read_bytes())
    (tmp_path / "broken.log").write_bytes(b"nothing")
    now = log.stat().st_mtime
    os.utime(other, (now + 5, now + 5))
    one = read_evening(other, None)
    assert [each.file.name for each in matches_beside(one, None)] == ["friday.log", "friday-2.log"]
    os.utime(log, (now - 90_000, now - 90_000))
    assert [each.file.name for each in matches_beside(one, None)] == ["friday-2.log"]
