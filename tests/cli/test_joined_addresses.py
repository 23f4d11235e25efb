"""Addresses joined before: few, the latest first, and never a reason to fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.files.joined_addresses import LONGEST_ADDRESS, MOST, JoinedAddress, JoinedAddresses

KEY = bytes(32)


@pytest.fixture
def joined(tmp_path: Path) -> JoinedAddresses:
    return JoinedAddresses(tmp_path / "state" / "addresses")


def addresses(joined: JoinedAddresses) -> list[str]:
    return [one.address for one in joined.all()]


def test_the_latest_comes_first_and_each_once(joined):
    for address in ("a.home", "b.home:1", "a.home"):
        joined.note(address, KEY)
    assert addresses(joined) == ["a.home", "b.home:1"]


def test_no_more_than_a_few_are_kept(joined):
    for number in range(2 * MOST):
        joined.note(f"host{number}.home", KEY)
    assert addresses(joined) == [f"host{2 * MOST - 1 - n}.home" for n in range(MOST)]


def test_the_key_is_the_one_that_answered_last(joined):
    joined.note("a.home", KEY)
    joined.note("a.home", bytes([1]) * 32)
    assert joined.all() == (JoinedAddress("a.home", bytes([1]) * 32),)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"nonsense\n[]\n{}\n", b'{"address":1}\n'])
def test_what_is_no_note_is_nothing_to_offer(joined, tmp_path, content):
    joined.note("a.home", KEY)
    (tmp_path / "state" / "addresses").write_bytes(content)
    assert joined.all() == ()
    joined.note("b.home", KEY)
    assert addresses(joined) == ["b.home"]


def test_what_cannot_be_written_stops_nobody(tmp_path):
    (tmp_path / "state").write_text("no folder")
    joined = JoinedAddresses(tmp_path / "state" / "addresses")
    joined.note("a.home", KEY)
    assert joined.all() == ()


def test_who_is_nobody_remembers_nothing_and_what_is_too_long_is_not_kept(joined):
    JoinedAddresses(None).note("a.home", KEY)
    assert JoinedAddresses(None).all() == ()
    joined.note("a" * (LONGEST_ADDRESS + 1), KEY)
    assert joined.all() == ()
