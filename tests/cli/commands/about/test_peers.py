from __future__ import annotations

from cli.paths import known_peers_file
from protocol.crypto.identity import Identity, fingerprint
from protocol.net.files.known_peers import KnownPeers

BEK = Identity.from_seed(bytes(32)).public


def test_at_first_nobody_is_known(run):
    ended = run("peers")
    assert ended.code == 0
    assert "met nobody yet" in ended.out


def test_those_met_are_listed(run):
    known = KnownPeers(known_peers_file())
    known.meet(BEK, "Bek", "2026-01-02")
    assert f"Bek              {fingerprint(BEK)}  " in run("peers").out
    assert "met once, last on 2026-01-02" in run("peers").out
    known.meet(BEK, "Bek", "2026-02-03")
    assert "met 2 times, last on 2026-02-03" in run("peers").out


def test_json_has_the_same(run):
    KnownPeers(known_peers_file()).meet(BEK, "Bek", "2026-01-02")
    told = run("peers", "--json").document
    assert told["format"] == "p2pcards-peers/1"
    (peer,) = told["peers"]
    assert peer["public"] == BEK.hex()
    assert (peer["name"], peer["first_met"], peer["times_met"]) == ("Bek", "2026-01-02", 1)


def test_a_damaged_file_names_its_line(run):
    known_peers_file().parent.mkdir(parents=True)
    known_peers_file().write_text("nonsense\n")
    known_peers_file().chmod(0o600)
    ended = run("peers")
    assert ended.code == 1
    assert ended.err.startswith(f"Line 1 of {known_peers_file()} is no record of a peer.")


def test_a_folder_in_its_place_is_one_sentence(run):
    known_peers_file().mkdir(parents=True)
    ended = run("peers")
    assert ended.code == 1
    assert "it is a folder" in ended.err or "permission is denied" in ended.err  # so on Windows
