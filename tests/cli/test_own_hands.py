"""The private note of the own cards: written as they come, read back, and never trusted to be whole."""

from __future__ import annotations

import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from cli.files.own_hands import HandsKeeper, read_hands
from p2pcards.engine import View
from p2pcards.games.azi import GAME
from protocol.net.conduct.roles import Look, Silent
from tests import systems

QUEEN, TEN = GAME.pack.card("QH"), GAME.pack.card("10D")


def look(deal: int, deck: int = 1, **hand: object) -> Look:
    """Our hand at a moment: `s3=QUEEN` for slot 3."""
    cards = {int(name[1:]): card for name, card in hand.items()}
    view = View(SimpleNamespace(deal=deal, decks=deck), 0, cards)
    return Look(view, None, None, (), frozenset(), False, False, None)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "hands" / "12345678.hands"


def test_cards_are_noted_once_when_they_come(file: Path):
    keeper = HandsKeeper(Silent(), GAME, file)
    keeper.looked(look(1))
    assert not file.exists()
    for _ in range(3):
        keeper.looked(look(1, s3=QUEEN))
    keeper.looked(look(1, s3=QUEEN, s7=TEN))
    keeper.looked(look(1, s7=TEN))
    keeper.looked(look(2, s3=TEN))
    assert len(file.read_text().splitlines()) == 3
    assert read_hands(file, GAME.pack) == {(1, 1): {3: QUEEN, 7: TEN}, (2, 1): {3: TEN}}


@systems.needs_modes
def test_nobody_else_may_read_the_note(file: Path):
    HandsKeeper(Silent(), GAME, file).looked(look(1, s3=QUEEN))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_a_note_that_cannot_be_written_stops_nothing(file: Path):
    file.parent.parent.mkdir()
    file.parent.write_text("no folder")
    HandsKeeper(Silent(), GAME, file).looked(look(1, s3=QUEEN))


def test_lines_that_are_no_note_are_passed_over(file: Path):
    HandsKeeper(Silent(), GAME, file).looked(look(1, s3=QUEEN))
    junk = ["", "nonsense", "[]", "1", '{"deal":1}', '{"deal":1,"deck":1,"cards":{"x":"QH"}}']
    junk += [
        '{"deal":1,"deck":1,"cards":{"4":"ZZ"}}',
        '{"deal":1,"deck":1,"cards":[]}',
        '{"deal":1',
    ]
    with file.open("a") as opened:
        opened.write("\n".join(junk))
    with file.open("ab") as opened:
        opened.write(b"\xff\xfe\n")
    assert read_hands(file, GAME.pack) == {(1, 1): {3: QUEEN}}


def test_without_a_note_there_are_no_cards(file: Path):
    assert read_hands(file, GAME.pack) == {}
