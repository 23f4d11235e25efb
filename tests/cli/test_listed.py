"""By which word a listed table is joined, and what keeps one from sitting down there."""

from __future__ import annotations

from typing import Any

import pytest

from cli.evening.conduct.listed import Obstacle, called, obstacle, words_for
from protocol.crypto.identity import Identity
from protocol.net.finding.addresses import Address
from protocol.net.finding.listings import PROTOCOL_LABEL, TXT_VERSION, TableListing, listed_name

KEYS = [Identity.from_seed(bytes([seed]) * 32).public for seed in range(1, 9)]


def listing(seat: int, nick: str, **more: Any) -> TableListing:
    values: dict[str, Any] = {
        "peer": KEYS[seat],
        "nick": nick,
        "version": TXT_VERSION,
        "protocol": PROTOCOL_LABEL,
        "game": "azi",
        "seats": "1/4",
        "flags": "open",
        "addresses": (Address("10.0.0.1", 27365),),
    }
    return TableListing(**{**values, **more})


NAMES = [
    "Bek", "bek", "A.B.", "Bek:3", "10.0.0.5", "10.0.0.5:27365", "::1", "[::1]:5", "localhost", "-x",
    "--help", "Mr. X", "ন" * 30, "two words", "Bek ", "?", "'; rm", "a:b:c:d", "1.2.3", "$(x)",
]  # fmt: skip


def test_every_word_that_is_offered_means_its_table_alone():
    tables = [
        listing(at % 8, listed_name(name), peer=Identity.from_seed(bytes([at + 9]) * 32).public)
        for at, name in enumerate(NAMES)
    ]
    tables.append(
        listing(7, tables[0].fingerprint)
    )  # one that calls itself by another's fingerprint
    for one, word in zip(tables, words_for(tables), strict=True):
        assert called(tables, word) == (one,)
        assert not word.startswith("-")


def test_a_name_is_offered_where_it_will_do():
    tables = [listing(0, "Bek"), listing(1, "A.B."), listing(2, "Bek:3")]
    assert words_for(tables) == ("Bek", "A.B.", "Bek:3")


@pytest.mark.parametrize(
    "name", ["10.0.0.5", "10.0.0.5:1", "localhost", "localhost:5", "::1", "-x"]
)
def test_what_cannot_be_a_name_on_the_command_line_is_offered_by_its_fingerprint(name: str):
    one = listing(0, name)
    assert words_for([one]) == (one.fingerprint,)


def test_a_name_means_all_tables_of_it_and_a_fingerprint_only_one():
    first, second = listing(0, "Bek"), listing(1, "BEK")
    assert called([first, second], "bek") == (first, second)
    assert called([first, second], second.fingerprint.upper()) == (second,)
    assert called([first, second], None) == (first, second)


def test_names_that_only_look_alike_are_not_taken_for_one():
    bek, other = listing(0, "Bek"), listing(1, "B\u0435k")
    assert called([bek, other], "Bek") == (bek, other)
    assert words_for([bek, other]) == (bek.fingerprint, other.fingerprint)


def test_what_hinders_is_named_the_worst_first():
    one = listing(0, "Bek", flags="playing", protocol="p2pcards/999")
    assert obstacle(one, KEYS[0]) is Obstacle.VERSION
    assert obstacle(listing(0, "Bek", version=2), None) is Obstacle.VERSION
    assert obstacle(listing(0, "Bek", flags="playing"), KEYS[0]) is Obstacle.OWN_KEY
    assert obstacle(listing(0, "Bek", flags="playing"), KEYS[1]) is Obstacle.PLAYING
    assert obstacle(listing(0, "Bek"), KEYS[1]) is None
