"""Facts and rules as JSON values, with no word of any language in them."""

from __future__ import annotations

from cli.words.document import fact_document, rule_document
from p2pcards.engine import Cause, Rule
from p2pcards.facts import OutOfDeal
from p2pcards.games import GAMES
from p2pcards.games.azi.facts import Trumped
from p2pcards.games.lukfu.facts import Reneged

AZI, LUKFU = GAMES["azi"].pack.card, GAMES["lukfu"].pack.card
RULE = Rule("lukfu", "9", "must_beat_in_trick", ((LUKFU("S5"),), (LUKFU("S2"),), 2))


def test_a_fact_has_its_kind_and_its_values_by_name() -> None:
    assert fact_document("azi", Trumped(1, AZI("7H"), (2,))) == {
        "kind": "Trumped",
        "values": {"seat": 1, "card": "7H", "lacking": [2]},
    }
    assert fact_document("azi", OutOfDeal(1, Cause.LEFT))["values"] == {"seat": 1, "cause": "left"}


def test_a_rule_has_book_number_key_and_values() -> None:
    found = {
        "book": "lukfu",
        "number": "9",
        "key": "must_beat_in_trick",
        "values": [["S5"], ["S2"], 2],
    }
    assert rule_document(RULE) == found
    assert rule_document(None) is None
    assert fact_document("lukfu", Reneged(0, RULE))["values"] == {"seat": 0, "rule": found}
