from __future__ import annotations

import json
from pathlib import Path

import pytest

from protocol.faults import Code, Reason
from protocol.net.files import known_peers
from protocol.net.files.known_peers import KnownPeer, KnownPeers, Meeting, PeersFileBad
from protocol.net.files.private_files import replace_private
from tests import systems

ALICE, BOB, MALLORY = b"a" * 32, b"b" * 32, b"m" * 32


def test_a_peer_is_remembered_across_programs(tmp_path: Path) -> None:
    path = tmp_path / "state" / "peers"
    assert KnownPeers(path).meet(ALICE, "Alice", "2026-11-30") == Meeting(None, (), False)
    first = KnownPeer(ALICE, "Alice", "2026-11-30", "2026-11-30", 1)
    assert KnownPeers(path).meet(ALICE, "Alice", "2026-12-01") == Meeting(first, (), False)
    again = KnownPeer(ALICE, "Alice", "2026-11-30", "2026-12-01", 2)
    assert KnownPeers(path).all() == (again,)
    assert KnownPeers(path).find(ALICE) == again
    assert KnownPeers(path).find(BOB) is None


def test_a_known_name_with_another_key_is_reported(tmp_path: Path) -> None:
    peers = KnownPeers(tmp_path / "peers")
    peers.meet(ALICE, "Alice", "2026-11-30")
    meeting = peers.look_up(MALLORY, "alice")
    assert meeting.is_changed_key
    assert [one.peer for one in meeting.namesakes] == [ALICE]


def test_two_known_people_of_one_name_are_no_changed_key(tmp_path: Path) -> None:
    peers = KnownPeers(tmp_path / "peers")
    peers.meet(ALICE, "Sam", "2026-11-30")
    peers.meet(BOB, "Sam", "2026-11-30")
    meeting = peers.meet(ALICE, "Sam", "2026-12-01")
    assert not meeting.is_changed_key
    assert [one.peer for one in meeting.namesakes] == [BOB]


@pytest.mark.parametrize(
    "disguised",
    [
        "Al\u200bice",
        "Al\u034fice",
        "Alice\u3164",
        "Alice\u2800",
        "Alice\ufe0f",
        "Ali\u0323\u0331\u0332\u0333\u0323\u0323ce",
        "Аlice",
        "AIice",
    ],
)
def test_a_disguised_name_with_another_key_is_reported(tmp_path: Path, disguised: str) -> None:
    peers = KnownPeers(tmp_path / "peers")
    peers.meet(ALICE, "Alice", "2026-11-30")
    assert peers.look_up(MALLORY, disguised).is_changed_key


def test_a_known_key_that_takes_the_name_of_another_is_reported(tmp_path: Path) -> None:
    peers = KnownPeers(tmp_path / "peers")
    peers.meet(ALICE, "Alice", "2026-11-30")
    peers.meet(MALLORY, "Mallory", "2026-11-30")
    assert peers.look_up(MALLORY, "Alice").is_changed_key
    assert not peers.look_up(MALLORY, "Mal").is_changed_key


def test_a_peer_may_change_its_name(tmp_path: Path) -> None:
    peers = KnownPeers(tmp_path / "peers")
    peers.meet(ALICE, "Alice", "2026-11-30")
    meeting = peers.meet(ALICE, "Alicia", "2026-12-01")
    assert meeting.known is not None
    assert meeting.known.nick == "Alice"
    assert [one.nick for one in peers.all()] == ["Alicia"]


@systems.needs_modes
def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "peers"
    KnownPeers(path).meet(ALICE, "Alice", "2026-11-30")
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["peers"]


def test_a_meeting_that_cannot_be_written_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    peers = KnownPeers(tmp_path / "peers")
    peers.meet(ALICE, "Alice", "2026-11-30")

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(known_peers, "replace_private", full)
    with pytest.raises(OSError, match="No space"):
        peers.meet(BOB, "Bob", "2026-11-30")
    assert peers.find(BOB) is None
    assert [one.peer for one in KnownPeers(tmp_path / "peers").all()] == [ALICE]


GOOD = {
    "key": ALICE.hex(),
    "nick": "Alice",
    "first": "2026-11-30",
    "last": "2026-11-30",
    "times": 1,
}


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"nonsense",
        b"\xff\xfe",
        b"[" * 100_000,
        *(
            json.dumps({**GOOD, **change}).encode()
            for change in (
                {"key": "aa"},
                {"key": ALICE.hex().upper().replace("6", "A")},
                {"times": 0},
                {"times": "1"},
                {"first": "yesterday"},
                {"last": "2026-11-30\n"},
                {"last": "2026-11-31"},
                {"first": "2026-13-01"},
                {},  # the same key again
                {"extra": 1},
                {"nick": "x" * 201},
            )
        ),
    ],
)
def test_a_file_with_a_bad_line_is_refused_naming_the_line(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "peers"
    replace_private(path, json.dumps(GOOD).encode() + b"\n" + line + b"\n")
    with pytest.raises(PeersFileBad) as caught:
        KnownPeers(path)
    assert caught.value.reason == Reason(Code.PEERS_FILE_BAD, (str(path), 2))


def test_a_huge_file_is_refused_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_peers, "MAX_FILE_BYTES", 10)
    path = tmp_path / "peers"
    replace_private(path, b"x" * 11)
    with pytest.raises(PeersFileBad) as caught:
        KnownPeers(path)
    assert caught.value.line == 0
