"""Looking for tables: what is told of each, and what where there is nothing to look with."""

from __future__ import annotations

import pytest

from cli import playing
from cli.commands.playing import tables
from cli.files.own_key import find_or_make_identity
from protocol.faults import Code
from protocol.net.finding.addresses import Interface
from tests.cli.test_listed import listing

GONE = "10.255.255.254"


@pytest.fixture
def vanished(monkeypatch):
    """An interface that is there when the command is read, and gone when it is used."""
    monkeypatch.setattr(playing, "own_interfaces", lambda: (Interface("gone0", GONE, 24, 9),))


@pytest.mark.heavy
@pytest.mark.usefixtures("vanished")
def test_where_looking_does_not_work_it_is_said_with_the_way_around_it(run):
    ended = run("tables", "--interface", GONE, "--seconds", 1)
    assert ended.code == 4
    assert "Looking does not work here" in ended.out + ended.err
    document = run("tables", "--interface", GONE, "--seconds", 1, "--json").document
    assert document["fault"]
    assert document["code"] in (Code.DISCOVERY_FAILED, Code.NO_INTERFACE)
    assert document["tables"] == []


@pytest.fixture
def seen(monkeypatch):
    """Put these listings in the place of the network's."""

    def put(*listings):
        async def look(seconds, only):
            return listings, None

        monkeypatch.setattr(tables, "_look", look)

    return put


def test_a_table_of_another_version_is_shown_as_such(run, seen):
    seen(listing(0, "Bek", version=2), listing(1, "Ainura", protocol="p2pcards/999"))
    bek, ainura, *rest = run("tables").out.splitlines()
    assert "another version of p2pcards: p2pcards/1, its listing 2" in bek
    assert "another version of p2pcards: p2pcards/999" in ainura
    assert "p2pcards join" not in " ".join(rest)
    told = run("tables", "--json").document["tables"]
    assert [(one["version"], one["protocol"]) for one in told] == [
        (2, "p2pcards/1"),
        (1, "p2pcards/999"),
    ]
    assert [one["obstacle"] for one in told] == ["version", "version"]


def test_a_table_under_our_own_key_is_shown_as_such(run, seen):
    own = find_or_make_identity()[0].public
    seen(listing(0, "Bek", peer=own))
    assert "under your own key" in run("tables").out
    assert run("tables", "--json").document["tables"][0]["obstacle"] == "own key"


def test_where_there_is_no_key_or_none_that_can_be_used_tables_are_shown_all_the_same(
    run, seen, home
):
    seen(listing(0, "Bek"))
    assert "Bek" in run("tables").out
    find_or_make_identity()
    for file in home.rglob("*"):
        if file.is_file():
            file.write_text("no key")
    assert "Bek" in run("tables").out


def test_the_word_by_which_each_is_joined_is_told(run, seen):
    bek, namesake, number = listing(0, "Bek"), listing(1, "BEK"), listing(2, "10.0.0.5")
    seen(bek, namesake, number, listing(3, "Mr. X"))
    out = " ".join(run("tables").out.split())
    assert "By its fingerprint, and not by its name, is joined what is called" in out
    assert f"p2pcards join {bek.fingerprint}" in out
    told = run("tables", "--json").document["tables"]
    assert [one["join"] for one in told] == [
        bek.fingerprint,
        namesake.fingerprint,
        number.fingerprint,
        "Mr. X",
    ]
    seen(listing(3, "Mr. X"))
    assert "p2pcards join 'Mr. X'" in run("tables").out


def test_the_seconds_for_a_turn_are_told(run, seen):
    seen(listing(0, "Bek", flags="open,clock-45"), listing(1, "Rafiq", flags="playing,clock-0"))
    out = run("tables").out
    assert "open, 45 s a turn" in out
    assert "playing, no clock" in out
    seen(listing(0, "Bek", flags="open,clock-45"), listing(1, "Rafiq"))
    told = run("tables", "--json").document["tables"]
    assert [(one["state"], one["deadline"]) for one in told] == [("open", 45), ("open", None)]
