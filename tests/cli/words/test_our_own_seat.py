"""Our own seat is `you`, with the verb that belongs to it; all others go by their names."""

from __future__ import annotations

import pytest

from cli import words
from cli.words import facts as said
from cli.words.phrase import in_braces
from p2pcards.cards import Card
from p2pcards.engine import Cause, Rule
from p2pcards.facts import OutOfDeal
from p2pcards.games import GAMES
from p2pcards.games.azi import facts as azi
from p2pcards.games.hazari import facts as hazari
from p2pcards.games.lukfu import facts as lukfu

NAMES = ("ainura", "Bek", "Chinara", "Dastan")


def _cards(led: str, free: str, trick: int) -> tuple[Card, Card, int]:
    pack = GAMES["lukfu"].pack
    return pack.card(led), pack.card(free), trick


def read(game: str, fact: object, own: int | None) -> str:
    told = words.tell(game, fact, words.voice_of(GAMES[game], NAMES, own))
    return in_braces(told.long.ended)


@pytest.mark.parametrize(
    ("game", "fact", "mine", "theirs"),
    [
        (
            "azi",
            azi.Called(0, 50, is_all_in=True),
            "You call 50 and are all-in.",
            "ainura calls and is all-in.",
        ),
        (
            "azi",
            azi.DealBegins(7, 5, 10, 0),
            "Deal 7. Five seats pay the ante of 10; you open.",
            "Deal 7. Five seats pay the ante of 10; ainura opens.",
        ),
        (
            "azi",
            azi.CoinSaysOpener(0),
            "The coin falls on you; you open.",
            "The coin falls on ainura, who opens.",
        ),
        (
            "azi",
            azi.PaymentStays(0, 60),
            "Your 60 stay in the pot.",
            "ainura's 60 stay in the pot.",
        ),
        (
            "azi",
            OutOfDeal(0, Cause.CAUGHT),
            "You are out of this deal: what you sent breaks the rules.",
            "ainura is out of this deal: what ainura sent breaks the rules.",
        ),
        (
            "azi",
            azi.WonAlone(0, 40),
            "You alone play on and take 40.",
            "ainura alone plays on and takes 40.",
        ),
        (
            "azi",
            azi.WonByFolds(0, 70, None),
            "All others have folded: you take 70. No card is shown.",
            "All others have folded: ainura takes 70. No card is shown.",
        ),
        (
            "azi",
            azi.WonByFolds(1, 70, 0),
            "You have folded: Bek takes 70. No card is shown.",
            "ainura has folded: Bek takes 70. No card is shown.",
        ),
        (
            "azi",
            azi.RestReturned(0, 60, 40, ((1, 60),)),
            "60 go back, for you had paid 40: 60 to Bek.",
            "60 go back, for ainura had paid 40: 60 to Bek.",
        ),
        (
            "azi",
            azi.RestReturned(1, 60, None, ((0, 30), (2, 30))),
            "60 go back, for Bek has no claim to them: 30 each to you and Chinara.",
            "60 go back, for Bek has no claim to them: 30 each to ainura and Chinara.",
        ),
        (
            "azi",
            azi.PotStays((0, 1), 90),
            "Azi: you and Bek have a trick each. The pot of 90 stays.",
            "Azi: ainura and Bek have a trick each. The pot of 90 stays.",
        ),
        (
            "azi",
            azi.PotStays((0,), 90),
            "Azi: only you have a trick. The pot of 90 stays.",
            "Azi: only ainura has a trick. The pot of 90 stays.",
        ),
        (
            "azi",
            said.OpensNext(0),
            "You sit left of the winner and open.",
            "ainura sits left of the winner and opens.",
        ),
        (
            "azi",
            said.AziHow((0,), 30),
            "Azi: you have the only trick still here; to buy in costs 30.",
            "Azi: ainura has the only trick still here; to buy in costs 30.",
        ),
        (
            "azi",
            said.ShortWin(1, 30, ((0, 20),)),
            "Bek paid 30 and gets 30 from each, with your 20. The rest goes back.",
            "Bek paid 30 and gets 30 from each, with ainura's 20. The rest goes back.",
        ),
        (
            "hazari",
            hazari.CoinSaysDealer(0, 1),
            "The coin falls on you; you deal; Bek leads trick 1.",
            "The coin falls on ainura, who deals; Bek leads trick 1.",
        ),
        (
            "hazari",
            hazari.TookTrick(0, 2, 80, is_tie=True),
            "Of equals the last played wins: you take trick 2, 80 points.",
            "Of equals the last played wins: ainura takes trick 2, 80 points.",
        ),
        (
            "hazari",
            said.MostOfDeal((0,), 3, 120),
            "You have most of deal 3: 120 points.",
            "ainura has most of deal 3: 120 points.",
        ),
        (
            "hazari",
            said.WonMatch((0, 2), 1010),
            "You and Chinara share the match: 1010 points.",
            "ainura and Chinara share the match: 1010 points.",
        ),
        (
            "lukfu",
            lukfu.Calls(1, 0),
            "Bek says play: Bek is the caller. You lead.",
            "Bek says play: Bek is the caller. ainura leads.",
        ),
        (
            "lukfu",
            said.MasterCalls(lukfu.CoinSaysMaster(0), lukfu.Calls(0, None)),
            "The coin falls on you; you are Master and say play: you are the caller.",
            "The coin falls on ainura, who is Master and says play: ainura is the caller.",
        ),
        (
            "lukfu",
            lukfu.Paid((0, 1), 2, (-14, -14, 28)),
            "You and Bek pay for deal 2: Chinara +28, you -14, Bek -14.",
            "ainura and Bek pay for deal 2: Chinara +28, ainura -14, Bek -14.",
        ),
        (
            "lukfu",
            lukfu.Reneged(0, Rule("lukfu", "18", "bound_single_in_trick", _cards("C9", "T4", 2))),
            "You have reneged: {C9} may not be led alone from a hand with {T4}, in trick 2.",
            "ainura has reneged: {C9} may not be led alone from a hand with {T4}, in trick 2.",
        ),
    ],
)
def test_a_fact_is_told_to_the_one_it_is_about_and_to_others(
    game: str, fact: object, mine: str, theirs: str
) -> None:
    assert read(game, fact, 0) == mine
    assert read(game, fact, None) == theirs
    assert read(game, fact, 3) == theirs


def test_no_letter_of_a_name_is_changed_and_no_card_is_found_in_one() -> None:
    names = ("you", "{10H}", "is ✓ and trick 2")
    voice = words.voice_of(GAMES["azi"], names, 0)
    (first, second, third) = (words.tell("azi", azi.Folded(seat), voice).long for seat in range(3))
    assert first.pieces == ("You fold",)
    assert [str(piece) for piece in second.pieces][1:] == [" folds"]
    assert in_braces(third) == "is ✓ and trick 2 folds"
