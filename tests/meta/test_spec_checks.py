"""The checks at the end of each game in SPEC.md, and the values its fields begin with, are the program's."""

import json
from pathlib import Path

import pytest

from p2pcards.games import GAMES
from p2pcards.games.azi import GAME as AZI
from p2pcards.games.hazari import GAME as HAZARI
from p2pcards.games.lukfu import GAME as LUKFU
from tests.p2pcards.games.azi.scripted import Table as AziTable
from tests.p2pcards.games.hazari.scripted import E5
from tests.p2pcards.games.hazari.scripted import Table as HazariTable
from tests.p2pcards.games.lukfu.scripted import Table as LukfuTable

SPEC = (Path(__file__).parents[2] / "SPEC.md").read_text("utf-8")
STATES = [line for line in SPEC.splitlines() if line.startswith('{"') and '"game":' in line]
"""Every public state that stands in SPEC.md, one a line."""


def text(public):
    return json.dumps(public, sort_keys=True, separators=(",", ":"))


def all_in():
    table = AziTable(300, 40, 300).deal("KD", A="KH 9S 7D", B="AH JD 8D", C="QH 10S AS")
    table.bid("A bet 50, B all-in, C call")
    return table.trick("A KH, B AH, C QH").trick("B JD, C 10S, A 7D")


def blind_chain():
    table = AziTable(200, 200, 200, 200, blind="chain").open()
    table.bid("A blind 10, B blind 20, C no-blind")
    table.show("QS", A="9H 7D 8S", B="KH 10S 6D", C="AH QH 7S", D="6S 8H JH")
    table.bid("C raise 20, D fold, A fold, B call")
    return table.trick("C AH, B KH").trick("C QH, B 10S").trick("B 6D, C 7S")


def silent_after_one_trick():
    table = HazariTable(0).deal(*E5).declare_all(*E5).trick().trick(0)
    return table.play()


def declared():
    table = LukfuTable(
        "C14 S456 M259 T3589", "C2356 S178 M167 T16", "C789 S239 M348 T247", calls="A play"
    )
    table.trick("A S456, B -C235, C -C78 S2")
    table.act("A", "declare")
    return table.show()


def played_out():
    table = LukfuTable(
        "C148 S13456 M12 T12", "C679 S29 M467 T3589", "C235 S78 M3589 T467", calls="A play"
    )
    table.trick("A C1 S1 M1 T1, B -C6 M7 T35, C -C2 S78 M3")
    table.trick("A S3456, B -C7 S2 M46, C -C5 M5 T47", "A T2, B T8, C -T6")
    return table.trick("B C9 S9 T9, C -C3 M89, A -C48 M2").show()


@pytest.mark.parametrize(
    ("game", "play"),
    [
        (AZI, all_in),
        (AZI, blind_chain),
        (HAZARI, silent_after_one_trick),
        (LUKFU, declared),
        (LUKFU, played_out),
    ],
)
def test_a_check_comes_out_as_it_stands_in_the_specification(game, play):
    table = play()
    assert text(game.public(table.state)) in STATES


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_match_begins_as_it_stands_in_the_specification(game):
    assert text(game.public(game.new_match(game.options({}), game.least_seats))) in STATES


def test_every_state_in_the_specification_is_checked():
    assert len(STATES) == 8
