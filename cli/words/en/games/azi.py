"""Azi in English. The one rule: one function a fact, in the order of `p2pcards.games.azi.facts`."""

from __future__ import annotations

from collections.abc import Sequence

from cli.words import facts as said
from cli.words.en.games.pages.azi import RULES_TEXT
from cli.words.en.grammar import Voice, listed
from cli.words.en.telling import in_words
from cli.words.phrase import Drawn, Mark, Phrase, between, phrase
from cli.words.told import Book, Told, told
from p2pcards.cards import Card
from p2pcards.engine import Seat
from p2pcards.games.azi import facts as azi
from p2pcards.games.azi.state import PACK

SUITS = {1: "hearts", 2: "diamonds", 3: "spades"}
SUIT = {1: "heart", 2: "diamond", 3: "spade"}
_TIME_TO = {
    "blind": "bet blind or not",
    "discard": "discard one card",
    "bidding": "bid or fold",
    "tricks": "play a card",
    "buy-in": "buy in or stay out",
}


def _follow_suit(led: int, held: Card) -> Phrase:
    return phrase(f"{SUITS[led]} were led and you hold ", Drawn(PACK, held))


def _must_trump(led: int, held: Card) -> Phrase:
    return phrase(f"you have no {SUITS[led]} and must trump; you hold ", Drawn(PACK, held))


BOOK = Book(
    options={
        "ante": "chips each seat pays when a cycle begins, 1 or more (10)",
        "min_bid": "smallest bet and smallest step of a raise (as the ante)",
        "max_bid": "largest bet and largest step of a raise (ten antes)",
        "stack": "chips each seat starts with (200)",
        "cards": "cards dealt to each seat: 3, or 4 of which one is discarded (3)",
        "blind": "bets before the cards are seen: off, open or chain (off)",
        "payout": "what an all-in winner gets: matched or fraction (matched)",
    },
    page=RULES_TEXT,
    exploiters={
        "raise-tens": "raises to the limit whenever a deal was opened with the smallest bet",
        "fold-to-big": "folds to 60 chips and more unless its hand is among the best third",
        "station": "calls whatever is asked, and bets the least where it must begin",
        "raiser": "bets and raises as much as it may, with any hand",
        "tight": "folds all but the best third of hands, and bets the pot with those",
        "fitted": "has learned what pays best against the very odds of the hard bot's bids",
        "bluffer": "bets the pot with the worst hands as with the best, once a deal",
    },
    rules={
        "time_to": lambda phase: f"it is time to {_TIME_TO[phase]}",
        "double_exactly": lambda to: f"a blind bet is doubled exactly, to {to}",
        "blind_range": lambda least, most: f"a blind bet here is {least} to {most}",
        "nothing_to_call": lambda: "nobody has bet, so there is nothing to call and no check",
        "call_too_dear": lambda owed: f"a call costs {owed}, more than this stack",
        "not_short": lambda: "only a stack too short for the bid can go all-in; raise it or call",
        "bet_already": lambda: "there is a bet already; call it, raise it or fold",
        "nothing_to_raise": lambda: "nobody has bet yet, so there is nothing to raise",
        "most_bids": lambda most: f"a seat bets or raises at most {most} times a deal",
        "no_rival": lambda: "nobody else has chips left to answer a raise",
        "stack_too_short": lambda least: (
            f"the smallest step is {least}, more than this stack allows"
        ),
        "double_at_least": lambda least, most: (
            f"a blind bet must at least be doubled; the step is {least} to {most}"
        ),
        "step_range": lambda least, most: f"the step is {least} to {most}",
        "follow_suit": _follow_suit,
        "must_trump": _must_trump,
    },
)


# --- a deal begins -------------------------------------------------------------------------------


@BOOK.tells(azi.DealBegins)
def _deal_begins(fact: azi.DealBegins, voice: Voice) -> Told:
    seats = in_words(fact.seats).capitalize()
    start, opens = f"Deal {fact.deal}. {seats} seats pay ", _opens(fact.opener, voice)
    return told(
        start,
        f"the ante of {fact.ante}; ",
        opens,
        short=phrase(start, f"{fact.ante}; ", opens),
    )


@BOOK.tells(azi.RedealBegins)
def _redeal_begins(fact: azi.RedealBegins, voice: Voice) -> Told:
    pot = f"The pot of {fact.pot} is played for again; "
    return told(f"Deal {fact.deal}. {pot}", _opens(fact.opener, voice))


def _opens(opener: Seat | None, voice: Voice) -> Phrase:
    if opener is None:
        return phrase("a coin says who opens")
    return voice.does(opener, "opens", "open")


@BOOK.tells(azi.DeckRemade)
def _deck_remade(fact: azi.DeckRemade, voice: Voice) -> Told:
    return told("The deck is made anew among the rest; what was paid stays in the pot")


@BOOK.tells(azi.CoinSaysOpener)
def _coin_says_opener(fact: azi.CoinSaysOpener, voice: Voice) -> Told:
    return told("The coin falls on ", voice.falls_on(fact.seat, "opens", "open"))


@BOOK.tells(azi.TurnedUp)
def _turned_up(fact: azi.TurnedUp, voice: Voice) -> Told:
    return _proved(voice.card(fact.card), f" is turned up: {SUITS[fact.card.suit]} are trump")


@BOOK.tells(azi.SixOnStage)
def _six_on_stage(fact: azi.SixOnStage, voice: Voice) -> Told:
    six = voice.card(fact.six)
    return _proved(voice.card(fact.card), " is turned up: six on stage, ", six, " is the top card")


def _proved(*parts: str | Drawn) -> Told:
    return told(*parts, marked=phrase(*parts, "  ", Mark.CHECKED))


# --- bids ------------------------------------------------------------------------------------------


@BOOK.tells(azi.NotBlind)
def _not_blind(fact: azi.NotBlind, voice: Voice) -> Told:
    does_not = voice.does(fact.seat, "does not ", "do not ")
    if fact.is_double:
        return told(does_not, "double it", plate="no double")
    return told(does_not, "bet blind", plate="not blind")


@BOOK.tells(azi.BetBlind)
def _bet_blind(fact: azi.BetBlind, voice: Voice) -> Told:
    bets = voice.does(fact.seat, "bets", "bet")
    rest = " blind: nobody has seen a card yet"
    return told(bets, " ", fact.amount, rest, plate=f"blind {fact.amount}")


@BOOK.tells(azi.DoubledBlind)
def _doubled_blind(fact: azi.DoubledBlind, voice: Voice) -> Told:
    doubles = voice.does(fact.seat, "doubles", "double")
    return told(doubles, " it to ", fact.amount, ", blind too", plate=f"blind {fact.amount}")


@BOOK.tells(azi.Discarded)
def _discarded(fact: azi.Discarded, voice: Voice) -> Told:
    has = voice.does(fact.seat, "has discarded", "have discarded")
    return told(has, plate="has discarded")


@BOOK.tells(azi.Folded)
def _folded(fact: azi.Folded, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "folds", "fold"), plate="folded")


@BOOK.tells(azi.Called)
def _called(fact: azi.Called, voice: Voice) -> Told:
    calls = voice.does(fact.seat, "calls", f"call {fact.amount}")
    return told(calls, _all_in(fact.seat, voice) if fact.is_all_in else "", plate="called")


def _all_in(seat: Seat, voice: Voice) -> str:
    return f" and {voice.verb(seat, 'is', 'are')} all-in"


@BOOK.tells(azi.WentAllIn)
def _went_all_in(fact: azi.WentAllIn, voice: Voice) -> Told:
    is_ = phrase(voice.does(fact.seat, "is", "are"), " all-in with ", fact.stack)
    # The corner of the plate says it, as long as it holds.
    return told(is_, " and cannot lead trick 1", short=is_, plate="")


@BOOK.tells(azi.BetChips)
def _bet_chips(fact: azi.BetChips, voice: Voice) -> Told:
    bets = voice.does(fact.seat, "bets", "bet")
    all_in = _all_in(fact.seat, voice) if fact.is_all_in else ""
    return told(bets, " ", fact.amount, all_in, plate=f"bet {fact.amount}")


@BOOK.tells(azi.Raised)
def _raised(fact: azi.Raised, voice: Voice) -> Told:
    raises = voice.does(fact.seat, "raises", "raise")
    all_in = ", all-in" if fact.is_all_in else ""
    then = f"{all_in}; the bid is {fact.bid}"
    return told(raises, " by ", fact.by, then, plate=f"raised by {fact.by}")


@BOOK.tells(azi.StayedOut)
def _stayed_out(fact: azi.StayedOut, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "stays out", "stay out"), plate="stays out")


@BOOK.tells(azi.BoughtIn)
def _bought_in(fact: azi.BoughtIn, voice: Voice) -> Told:
    buys = voice.does(fact.seat, "buys", "buy")
    rest = f" in for {fact.price}; the pot is {fact.pot}"
    return told(buys, rest, plate=f"bought in {fact.price}")


@BOOK.tells(azi.UncalledReturned)
def _uncalled_returned(fact: azi.UncalledReturned, voice: Voice) -> Told:
    return told(fact.amount, " that nobody called go back to ", voice.who(fact.seat))


# --- tricks ----------------------------------------------------------------------------------------


@BOOK.tells(azi.LeadsTrick)
def _leads_trick(fact: azi.LeadsTrick, voice: Voice) -> Told:
    leads = voice.does(fact.seat, "leads", "lead")
    return told(leads, " trick ", fact.number, short=leads)


@BOOK.tells(azi.Led)
def _led(fact: azi.Led, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "leads ", "lead "), voice.card(fact.card))


@BOOK.tells(azi.Followed)
def _followed(fact: azi.Followed, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "follows with ", "follow with "), voice.card(fact.card))


@BOOK.tells(azi.Trumped)
def _trumped(fact: azi.Trumped, voice: Voice) -> Told:
    trumps = voice.does(fact.seat, "trumps with ", "trump with ")
    return told(trumps, voice.card(fact.card), "; ", no_more(fact.lacking), " left")


@BOOK.tells(azi.Threw)
def _threw(fact: azi.Threw, voice: Voice) -> Told:
    throws = phrase(voice.does(fact.seat, "throws ", "throw "), voice.card(fact.card))
    left = f"{no_more(fact.lacking)} left"
    return told(throws, "; ", left, marked=phrase(throws, ": ", left))


def no_more(suits: Sequence[int]) -> str:
    """`no heart and no spade`."""
    return " and ".join(f"no {SUIT[suit]}" for suit in suits)


@BOOK.tells(azi.TookTrick)
def _took_trick(fact: azi.TookTrick, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "takes", "take"), " trick ", fact.number)


@BOOK.tells(azi.TrickForNobody)
def _trick_for_nobody(fact: azi.TrickForNobody, voice: Voice) -> Told:
    is_out = voice.does(fact.seat, "is out", "are out")
    return told(f"Trick {fact.number} counts for nobody, for ", is_out)


# --- the end ---------------------------------------------------------------------------------------


@BOOK.tells(azi.PotStays)
def _pot_stays(fact: azi.PotStays, voice: Voice) -> Told:
    stays = f". The pot of {fact.amount} stays"
    match fact.takers:
        case ():
            return told("Azi: nobody still here has a trick", stays)
        case (seat,):
            return told("Azi: only ", voice.does(seat, "has", "have"), " a trick", stays)
        case seats:
            return told("Azi: ", voice.all(seats), " have a trick each", stays)


@BOOK.tells(azi.PartsReturned)
def _parts_returned(fact: azi.PartsReturned, voice: Voice) -> Told:
    return told("What none of them could win goes back: ", _parts(fact.parts, voice))


def _parts(parts: Sequence[azi.Part], voice: Voice) -> Phrase:
    """Who gets how much: `20 each to Ainura and Bek`, or one by one where they differ."""
    if len(parts) > 1 and len({chips for _, chips in parts}) == 1:
        return phrase(parts[0][1], " each to ", voice.all(seat for seat, _ in parts))
    return listed(phrase(chips, " to ", voice.who(seat)) for seat, chips in parts)


@BOOK.tells(azi.BuyInCosts)
def _buy_in_costs(fact: azi.BuyInCosts, voice: Voice) -> Told:
    return told("To buy in costs ", fact.price)


@BOOK.tells(azi.PlayOn)
def _play_on(fact: azi.PlayOn, voice: Voice) -> Told:
    return told(voice.all(fact.seats), " play on for ", fact.pot)


@BOOK.tells(azi.WonAlone)
def _won_alone(fact: azi.WonAlone, voice: Voice) -> Told:
    does = voice.verb(fact.seat, "plays on and takes", "play on and take")
    return told(voice.who(fact.seat), f" alone {does} ", fact.amount)


@BOOK.tells(azi.WonByFolds)
def _won_by_folds(fact: azi.WonByFolds, voice: Voice) -> Told:
    others = "All others have" if fact.folded is None else voice.does(fact.folded, "has", "have")
    return told(others, " folded: ", _takes(fact.seat, fact.amount, voice))


@BOOK.tells(azi.WonAsLast)
def _won_as_last(fact: azi.WonAsLast, voice: Voice) -> Told:
    does = voice.verb(fact.seat, "is left and takes", "are left and take")
    return told("Only ", voice.who(fact.seat), f" {does} ", fact.amount, ". No card is shown")


def _takes(seat: Seat, amount: int, voice: Voice) -> Phrase:
    return phrase(voice.does(seat, "takes", "take"), " ", amount, ". No card is shown")


@BOOK.tells(azi.WonPot)
def _won_pot(fact: azi.WonPot, voice: Voice) -> Told:
    wins = voice.does(fact.seat, "wins", "win")
    return told(wins, f" deal {fact.deal} and the whole pot of ", fact.amount)


@BOOK.tells(azi.WonPart)
def _won_part(fact: azi.WonPart, voice: Voice) -> Told:
    wins = voice.does(fact.seat, "wins", "win")
    return told(wins, f" deal {fact.deal}: ", fact.amount, " of ", fact.pot)


@BOOK.tells(azi.RestReturned)
def _rest_returned(fact: azi.RestReturned, voice: Voice) -> Told:
    if fact.paid is None:
        why = phrase(voice.does(fact.winner, "has", "have"), " no claim to them")
    else:
        why = phrase(voice.who(fact.winner), " had paid ", fact.paid)
    return told(fact.amount, " go back, for ", why, ": ", _parts(fact.parts, voice))


@BOOK.tells(azi.ClaimLost)
def _claim_lost(fact: azi.ClaimLost, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "has", "have"), " no claim to the pot any more")


@BOOK.tells(azi.PaymentStays)
def _payment_stays(fact: azi.PaymentStays, voice: Voice) -> Told:
    return told(voice.whose(fact.seat), " ", fact.amount, " stay in the pot")


# --- several facts as one, and headlines -------------------------------------------------------------


@BOOK.tells(said.TrickOver)
def _trick_over(fact: said.TrickOver, voice: Voice) -> Told:
    plays = (phrase(voice.who(seat), " ", voice.card(card)) for seat, card in fact.plays)
    whole = phrase(f"Trick {fact.number}: ", between(", ", plays))
    if fact.taker is None:
        return told(whole)
    return told(whole, ". ", voice.does(fact.taker, "takes", "take").starting, " it")


@BOOK.tells(said.Lacked)
def _lacked(fact: said.Lacked, voice: Voice) -> Told:
    had = phrase(voice.all(fact.seats), f" had {no_more(fact.suits)} left")
    marks = between(" ", (Mark.CHECKED for _ in fact.seats))
    return told(had, marked=phrase(had, "  ", marks, " proved"))


@BOOK.tells(said.ShortWin)
def _short_win(fact: said.ShortWin, voice: Voice) -> Told:
    gets = phrase(f" paid {fact.paid} and ", voice.verb(fact.winner, "gets", "get"))
    folded = (phrase(", with ", voice.whose(seat), " ", paid) for seat, paid in fact.folded)
    rest = (f" {fact.paid} from each", between("", folded), ". The rest goes back")
    return told(voice.who(fact.winner), gets, *rest)


@BOOK.tells(said.RestStaysClosed)
def _rest_stays_closed(fact: said.RestStaysClosed, voice: Voice) -> Told:
    return told("Cards not played stay closed for good")


@BOOK.tells(said.OpensNext)
def _opens_next(fact: said.OpensNext, voice: Voice) -> Told:
    does = voice.verb(fact.seat, "opens", "open")
    sits = voice.does(fact.seat, "sits", "sit")
    return told(sits, " left of the winner and ", does)


@BOOK.tells(said.WonHow)
def _won_how(fact: said.WonHow, voice: Voice) -> Told:
    how = "alone" if fact.is_alone else "with two tricks"
    return told(voice.does(fact.seat, "wins", "win"), f" deal {fact.deal} {how}")


@BOOK.tells(said.AziHow)
def _azi_how(fact: said.AziHow, voice: Voice) -> Told:
    price = "" if fact.price is None else f"; to buy in costs {fact.price}"
    match fact.takers:
        case ():
            return told("Azi: nobody still here has a trick", price)
        case (seat,):
            has = voice.does(seat, "has", "have")
            return told("Azi: ", has, " the only trick still here", price)
        case seats:
            return told("Azi: ", voice.all(seats), " have a trick each", price)
