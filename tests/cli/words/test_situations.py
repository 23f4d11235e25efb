"""How a deal stands, in sentences: at known moments, and at every moment of matches of bots."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from cli import words
from cli.words.en import situations
from cli.words.phrase import in_braces
from p2pcards.games import GAMES
from p2pcards.games.azi.state import Phase, Played
from p2pcards.practice import play_deal

AZI = GAMES["azi"]
NAMES = ("Sanjar", "Bek", "Ainura", "Gulnara")


def told(told_: tuple[Any, ...]) -> list[str]:
    return [in_braces(one) for one in told_]


def azi(**changes: Any) -> Any:
    cards = {"turn_up": AZI.pack.card("9D"), "participants": (0, 1, 2), "payments": (60, 40, 60)}
    state = AZI.new_match(AZI.options({}), 3)
    return replace(state, **{"deal": 7, "bids": (0, 0, 0), "hands": ((),) * 3, **cards, **changes})


def now(state: Any, own: int | None = 0) -> list[str]:
    return told(situations.now(AZI, state, words.voice_of(AZI, NAMES[:3], own)))


def test_in_azis_bidding_trump_pot_bid_and_debt_are_told():
    state = azi(phase=Phase.BIDDING, level=80, payments=(60, 40, 90))
    assert now(state)[0] == "Diamonds are trump, by the {9D}."
    assert now(state)[-1] == "The bid is 80, and you owe 30."
    assert now(state, None)[-1] == "The bid is 80."
    assert now(azi(phase=Phase.BIDDING))[-1] == "Nobody has bet yet."


def test_in_azis_tricks_what_was_led_and_what_is_best_are_told():
    plays = (Played(1, 0, AZI.pack.card("KS")), Played(2, 1, AZI.pack.card("6D")))
    state = azi(phase=Phase.TRICKS, plays=plays, leader=1, trick_winners=(0,))
    assert now(state)[-3:] == [
        "Trick 2: Bek {KS} and Ainura {6D}.",
        "Spades were led; best is Ainura's {6D}.",
        "You one trick.",
    ]
    assert now(replace(state, plays=()))[-2] == "Trick 2: Bek leads."
    assert "The pot is 160, in parts of 120 and 40." in now(state)


def test_six_on_stage_is_told_with_the_trump():
    state = azi(phase=Phase.BIDDING, turn_up=AZI.pack.card("AS"))
    assert now(state)[0] == "Spades are trump, by the {AS}, and its six is the top card."


def test_azis_last_trick_is_told_with_who_took_it():
    plays = (Played(1, 0, AZI.pack.card("KS")), Played(0, 1, AZI.pack.card("AS")))
    state = azi(phase=Phase.TRICKS, leader=0, last_trick=plays, trick_winners=(0,))
    voice = words.voice_of(AZI, NAMES, 0)
    assert told(situations.last_trick(AZI, state, voice)) == [
        "Trick 1: Bek {KS} and you {AS}.",
        "You took it.",
    ]


def test_before_the_first_trick_there_is_none():
    voice = words.voice_of(AZI, NAMES, 0)
    assert told(situations.last_trick(AZI, None, voice)) == [in_braces(situations.NO_TRICK)]
    assert told(situations.last_trick(AZI, azi(), voice)) == [in_braces(situations.NO_TRICK)]


@pytest.mark.parametrize("name", ["azi", "hazari", "lukfu"])
@pytest.mark.parametrize("own", [None, 1])
def test_every_moment_of_a_match_can_be_told(name, own):
    game = GAMES[name]
    seats = {"azi": 4, "hazari": 4, "lukfu": 3}[name]
    dice = random.Random(f"situations {name}")
    voice = words.voice_of(game, NAMES[:seats], own)
    bot = game.bot("easy")
    seen: dict[str, list[str]] = {}

    def look(before: Any, event: Any, after: Any) -> None:
        lines = told(
            (*situations.now(game, after, voice), *situations.last_trick(game, after, voice))
        )
        seen.setdefault(str(after.phase), lines)
        assert all(line.endswith(".") and line[0] == line[0].upper() for line in lines), lines

    def decks() -> Any:
        while True:
            yield dice.sample(game.pack.cards, len(game.pack.cards))

    state = game.new_match(game.options({}), seats)
    for _ in range(3):
        state = play_deal(
            game,
            state,
            decks(),
            lambda view: bot(view, dice.randrange),
            dice.sample(range(seats), seats),
            look,
        )
    assert len(seen) >= 4
    assert any("trick" in line.lower() for lines in seen.values() for line in lines)


def test_a_game_without_sentences_of_its_own_tells_its_pot():
    class Bare:
        name = "bare"

        def public(self, state: Any) -> dict[str, Any]:
            return state

    voice = words.voice_of(AZI, NAMES)
    assert told(situations.now(Bare(), {"pot": 30}, voice)) == ["The pot is 30."]
    assert situations.now(Bare(), {}, voice) == ()
