"""Hazari in English. The one rule: one function a fact, in the order of `p2pcards.games.hazari.facts`."""

from __future__ import annotations

from collections.abc import Sequence

from cli.words import facts as said
from cli.words.en.games.pages.hazari import RULES_TEXT
from cli.words.en.grammar import Voice, listed
from cli.words.en.telling import in_words
from cli.words.en.telling import listed as listed_text
from cli.words.phrase import Mark, Phrase, phrase
from cli.words.told import Book, Told, told
from p2pcards.cards import Card
from p2pcards.games.hazari import facts as hazari
from p2pcards.games.hazari.combos import PACK, Category, Key, best_three, key_of
from p2pcards.games.hazari.options import LEAST_TARGET, MOST_TARGET

Cards = Sequence[Card]


_CATEGORIES = {
    Category.INDI: "Indi",
    Category.PAIR: "Pair",
    Category.COLOUR: "Colour",
    Category.RUN: "Run",
    Category.COLOUR_RUN: "Colour Run",
    Category.TROY: "Troy",
}


def name_of(group: Cards) -> str:
    """The combination in words: `Colour Run A-K-Q`, `Pair 9-9-4`."""
    ranks = "-".join(PACK.ranks[card.rank - 1] for card in best_three(group))
    return f"{category_name(key_of(group))} {ranks}"


def category_name(key: Key) -> str:
    """The category in words: `Colour Run`."""
    return _CATEGORIES[Category(key[0])]


def _group_above(number: int, lower: Cards, above: int, upper: Cards) -> str:
    return f"group {number} ({name_of(lower)}) ranks above group {above} ({name_of(upper)})"


BOOK = Book(
    options={
        "target": f"points that end the match, {LEAST_TARGET} to {MOST_TARGET} (1000)",
    },
    page=RULES_TEXT,
    exploiters={
        "best-first": "puts its best three cards first, and the best of the rest next",
        "even": "spreads its strength over all four groups",
        "by-the-table": "takes the split that wins most against players of whom nothing is known",
    },
    rules={
        "nothing_to_declare": lambda: "there is nothing to declare now",
        "out_of_deal": lambda: "this seat is out of the deal",
        "declared": lambda: "what has been declared cannot be changed",
        "groups_of_hand": lambda: (
            "the groups are 3, 3, 3 and 4 of this hand's cards, each card once"
        ),
        "group_above": _group_above,
        "foul": lambda number, above: f"group {number} ranks above group {above}",
    },
)


# --- a deal begins -------------------------------------------------------------------------------


@BOOK.tells(hazari.DealBegins)
def _deal_begins(fact: hazari.DealBegins, voice: Voice) -> Told:
    deals = voice.does(fact.dealer, "deals", "deal").starting
    leads = voice.does(fact.leader, "leads", "lead")
    return told(f"Deal {fact.deal}. ", deals, ", ", leads, " the first trick")


@BOOK.tells(hazari.CoinFirst)
def _coin_first(fact: hazari.CoinFirst, voice: Voice) -> Told:
    return told(f"Deal {fact.deal}. A coin says who deals")


@BOOK.tells(hazari.CoinSaysDealer)
def _coin_says_dealer(fact: hazari.CoinSaysDealer, voice: Voice) -> Told:
    deals = voice.falls_on(fact.dealer, "deals", "deal")
    leads = voice.does(fact.leader, "leads", "lead")
    return told("The coin falls on ", deals, "; ", leads, " trick 1")


@BOOK.tells(hazari.CardsDealt)
def _cards_dealt(fact: hazari.CardsDealt, voice: Voice) -> Told:
    return told("Thirteen cards each, to be put into four groups: 3, 3, 3 and 4")


@BOOK.tells(hazari.IsUp)
def _is_up(fact: hazari.IsUp, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "is", "are"), " up")


@BOOK.tells(hazari.AllUp)
def _all_up(fact: hazari.AllUp, voice: Voice) -> Told:
    up = f"All {in_words(fact.seats)} are up"
    fixed = f"{up}. Every group was fixed before the first was shown  "
    return told(f"{up}; the groups fall in order", marked=phrase(fixed, Mark.CHECKED))


# --- tricks ----------------------------------------------------------------------------------------


@BOOK.tells(hazari.GroupShown)
def _group_shown(fact: hazari.GroupShown, voice: Voice) -> Told:
    verb = ("leads ", "lead ") if fact.is_lead else ("shows ", "show ")
    key = key_of(fact.cards)
    what = f", {'an' if key[0] == Category.INDI else 'a'} {category_name(key)}"
    return told(voice.does(fact.seat, *verb), voice.cards(as_read_out(fact.cards)), what)


def as_read_out(cards: Cards) -> tuple[Card, ...]:
    """What counts first, the spare card last."""
    counted = best_three(cards)
    return (*counted, *(card for card in cards if card not in counted))


@BOOK.tells(hazari.TookTrick)
def _took_trick(fact: hazari.TookTrick, voice: Voice) -> Told:
    takes = phrase(voice.does(fact.seat, "takes", "take"), " trick ", fact.number)
    if fact.points is not None:
        takes = phrase(takes, f", {fact.points} points")
    return told("Of equals the last played wins: ", takes) if fact.is_tie else told(takes)


@BOOK.tells(hazari.TrickGoesInstead)
def _trick_goes_instead(fact: hazari.TrickGoesInstead, voice: Voice) -> Told:
    return told(f"Trick {fact.number} goes to ", voice.who(fact.seat), " instead")


@BOOK.tells(hazari.LeadsTrick)
def _leads_trick(fact: hazari.LeadsTrick, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "leads", "lead"), " trick ", fact.number)


@BOOK.tells(hazari.GroupAbove)
def _group_is_above(fact: hazari.GroupAbove, voice: Voice) -> Told:
    return told(
        voice.whose(fact.seat),
        f" group {fact.number} is above group {fact.number - 1}:"
        f" {name_of(fact.lower)} after {name_of(fact.upper)}",
    )


@BOOK.tells(hazari.Fouled)
def _fouled(fact: hazari.Fouled, voice: Voice) -> Told:
    return told("That is a foul: ", voice.does(fact.seat, "scores 0", "score 0"))


@BOOK.tells(hazari.ScoresNothing)
def _scores_nothing(fact: hazari.ScoresNothing, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "scores 0", "score 0"))


# --- the end ---------------------------------------------------------------------------------------


@BOOK.tells(hazari.DealVoid)
def _deal_void(fact: hazari.DealVoid, voice: Voice) -> Told:
    return told(f"Deal {fact.deal} is void: nobody is left who could win it")


@BOOK.tells(hazari.DealsAgain)
def _deals_again(fact: hazari.DealsAgain, voice: Voice) -> Told:
    return told(voice.does(fact.dealer, "deals again", "deal again"))


@BOOK.tells(hazari.RestShared)
def _rest_shared(fact: hazari.RestShared, voice: Voice) -> Told:
    return told("The deal ends here; those who are left share its 360 points")


@BOOK.tells(hazari.TookAll)
def _took_all(fact: hazari.TookAll, voice: Voice) -> Told:
    does = voice.verb(fact.seat, "is left and takes", "are left and take")
    return told("Only ", voice.who(fact.seat), f" {does} all 360 points")


@BOOK.tells(hazari.CountedEvenly)
def _counted_evenly(fact: hazari.CountedEvenly, voice: Voice) -> Told:
    return told("What never opened is counted evenly over the tricks")


@BOOK.tells(hazari.DealScored)
def _deal_scored(fact: hazari.DealScored, voice: Voice) -> Told:
    return told(f"Deal {fact.deal}: ", _points(fact.scores, voice))


@BOOK.tells(hazari.Totals)
def _totals(fact: hazari.Totals, voice: Voice) -> Told:
    return told("Totals: ", _points(fact.totals, voice))


def _points(values: Sequence[int], voice: Voice) -> Phrase:
    return listed(phrase(voice.who(seat), " ", value) for seat, value in enumerate(values))


@BOOK.tells(hazari.MatchWon)
def _match_won(fact: hazari.MatchWon, voice: Voice) -> Told:
    return told("The match is over: ", voice.who(fact.seat), " ", fact.total)


@BOOK.tells(hazari.LevelAt)
def _level_at(fact: hazari.LevelAt, voice: Voice) -> Told:
    return told(voice.all(fact.seats), f" are level at {fact.total}: another deal decides")


# --- headlines -------------------------------------------------------------------------------------


@BOOK.tells(said.MostOfDeal)
def _most_of_deal(fact: said.MostOfDeal, voice: Voice) -> Told:
    has = voice.all_do(fact.seats, "has", "have")
    return told(has, f" most of deal {fact.deal}: {fact.points} points")


@BOOK.tells(said.WonMatch)
def _won_match(fact: said.WonMatch, voice: Voice) -> Told:
    many = "share" if len(fact.seats) > 1 else "win"
    wins = voice.all_do(fact.seats, "wins", many)
    return told(wins, f" the match: {fact.points} points")


# --- advice ----------------------------------------------------------------------------------------

_ORDINALS = ("first", "second", "third", "fourth")
_OTHERS = {hazari.Kind.GREEDY: "Best first", hazari.Kind.EVEN: "The even one"}


@BOOK.tells(hazari.GroupOutlook)
def _group_outlook(fact: hazari.GroupOutlook, voice: Voice) -> Told:
    return told(
        f"{fact.number}: {name_of(fact.cards)} beats {fact.beats / 10:.1f}% of threes and wins"
        f" {round(fact.chance / 10)}% of {_ORDINALS[fact.number - 1]} tricks"
    )


@BOOK.tells(hazari.OtherArrangement)
def _other_arrangement(fact: hazari.OtherArrangement, voice: Voice) -> Told:
    name = _OTHERS[fact.kind]
    parts = [
        f"{word} in {_tricks(numbers)}"
        for word, numbers in (("better", fact.better), ("worse", fact.worse))
        if numbers
    ]
    if not parts:
        return told(f"{name} comes to the same")
    return told(f"{name} gives {_whole(fact.thousandths)}: {', '.join(parts)}")


def _tricks(numbers: Sequence[int]) -> str:
    return f"trick{'' if len(numbers) == 1 else 's'} {listed_text(map(str, numbers))}"


def _whole(thousandths: int) -> str:
    return f"{thousandths / 1000:.0f}"
