"""Luk Fu in English. The one rule: one function a fact, in the order of `p2pcards.games.lukfu.facts`."""

from __future__ import annotations

from collections.abc import Sequence

from cli.words import facts as said
from cli.words.en.games.pages.lukfu import RULES_TEXT
from cli.words.en.grammar import Voice, number_of
from cli.words.en.telling import in_words
from cli.words.phrase import Drawn, Mark, Phrase, between, drawn, phrase
from cli.words.told import Book, Told, told
from p2pcards.cards import Card
from p2pcards.games.lukfu import facts as lukfu
from p2pcards.games.lukfu.combinations import PACK
from p2pcards.games.lukfu.state import EVERYONE

Cards = Sequence[Card]
_TIME_TO = {
    "call": "say play or pass",
    "lead": "lead or declare",
    "follow": "beat the best play or put cards face down",
}


def _must_beat(found: Cards, best: Cards) -> Phrase:
    return phrase(drawn(PACK, found), " beats ", drawn(PACK, best))


def _does_not_beat(shown: Cards, best: Cards) -> Phrase:
    return phrase(drawn(PACK, shown), " does not beat ", drawn(PACK, best))


def _bound_single(led: Card, free: Card) -> Phrase:
    alone = " may not be led alone from a hand with "
    return phrase(Drawn(PACK, led), alone, Drawn(PACK, free))


BOOK = Book(
    options={
        "ones_set_beats_2_to_8": "a set of ones also beats sets of 2 to 8: true or false (false)",
        "passed_master_limit": "for a Master who passed: all_leads or opening_lead_only (all_leads)",
        "own_discards_count_as_seen": "own discards help to make cards Old: true or false (false)",
        "match_deals": "deals in a match; 0 leaves it to the table (0)",
    },
    page=RULES_TEXT,
    exploiters={
        "past-six": "as caller with six leads Old cards one by one, and plays on with seven won",
        "at-once": "declares as soon as it may",
        "caller": "says play with any hand",
        "passer": "passes with any hand, as long as it may",
    },
    rules={
        "time_to": lambda phase: f"it is time to {_TIME_TO[phase]}",
        "does_not_beat": _does_not_beat,
        "as_many_face_down": lambda due: f"{due} must go face down, as many as were led",
        "too_few_fu": lambda fu, least: f"{fu} fu are fewer than {least}",
        "declare_on_lead": lambda: "only the player on lead may declare",
        "no_combination": lambda shown: phrase(drawn(PACK, shown), " is no single, set or run"),
        "passed_master": lambda long: f"a Master who passed leads no set or run of {long} or more",
        "must_beat": _must_beat,
        "must_beat_in_trick": lambda found, best, trick: phrase(
            _must_beat(found, best), f", in trick {trick}"
        ),
        "bound_single": _bound_single,
        "bound_single_in_trick": lambda led, free, trick: phrase(
            _bound_single(led, free), f", in trick {trick}"
        ),
    },
)


# --- who plays -----------------------------------------------------------------------------------


@BOOK.tells(lukfu.DealBegins)
def _deal_begins(fact: lukfu.DealBegins, voice: Voice) -> Told:
    is_ = voice.does(fact.master, "is", "are").starting
    return told(f"Deal {fact.deal}. ", is_, " the Master")


@BOOK.tells(lukfu.CoinFirst)
def _coin_first(fact: lukfu.CoinFirst, voice: Voice) -> Told:
    return told(f"Deal {fact.deal}. A coin says who is the Master")


@BOOK.tells(lukfu.CoinSaysMaster)
def _coin_says_master(fact: lukfu.CoinSaysMaster, voice: Voice) -> Told:
    return told("The coin falls on ", voice.falls_on(fact.seat, "is", "are"), " the Master")


@BOOK.tells(lukfu.DealtAnew)
def _dealt_anew(fact: lukfu.DealtAnew, voice: Voice) -> Told:
    stays = voice.does(fact.master, "stays", "stay")
    forced = " and, after so many new deals, the caller" if fact.must_play else ""
    return told("The cards are dealt anew; ", stays, f" the Master{forced}")


@BOOK.tells(lukfu.Passed)
def _passed(fact: lukfu.Passed, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "passes", "pass"))


@BOOK.tells(lukfu.AllPassed)
def _all_passed(fact: lukfu.AllPassed, voice: Voice) -> Told:
    return told("All three have passed: nothing is scored")


@BOOK.tells(lukfu.Calls)
def _calls(fact: lukfu.Calls, voice: Voice) -> Told:
    says = phrase(voice.does(fact.seat, "says", "say"), " play: ")
    caller = phrase(voice.does(fact.seat, "is", "are"), " the caller")
    if fact.leader is None:
        return told(says, caller)
    return told(says, caller, ". ", voice.does(fact.leader, "leads", "lead").starting)


# --- tricks ----------------------------------------------------------------------------------------


@BOOK.tells(lukfu.Led)
def _led(fact: lukfu.Led, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "leads ", "lead "), voice.cards(fact.cards))


@BOOK.tells(lukfu.BeatIt)
def _beat_it(fact: lukfu.BeatIt, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "beats", "beat"), " it with ", voice.cards(fact.cards))


@BOOK.tells(lukfu.PutDown)
def _put_down(fact: lukfu.PutDown, voice: Voice) -> Told:
    down = phrase(voice.who(fact.seat), f" cannot beat it: {in_words(fact.count)} face down")
    shown = "to be shown at the end"
    return told(down, f", {shown}", marked=phrase(down, "  ", Mark.CLAIMED, f" {shown}"))


@BOOK.tells(lukfu.TookTrick)
def _took_trick(fact: lukfu.TookTrick, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "takes", "take"), f" the trick: {fact.fu} fu")


@BOOK.tells(lukfu.Declared)
def _declared(fact: lukfu.Declared, voice: Voice) -> Told:
    declares = voice.does(fact.seat, "declares", "declare")
    return told(declares, f" {fact.fu} fu: the hand is shown and counted")


# --- the end ---------------------------------------------------------------------------------------


@BOOK.tells(lukfu.HandOpened)
def _hand_opened(fact: lukfu.HandOpened, voice: Voice) -> Told:
    opens = voice.does(fact.seat, "opens ", "open ")
    return told(opens, number_of(fact.count, "card", "cards"))


@BOOK.tells(lukfu.ClaimsCountFalse)
def _claims_count_false(fact: lukfu.ClaimsCountFalse, voice: Voice) -> Told:
    who = voice.who(fact.seat)
    closed = " cards stay closed, so what "
    return told(voice.whose(fact.seat), closed, who, " claimed counts as false")


@BOOK.tells(lukfu.AllTrue)
def _all_true(fact: lukfu.AllTrue, voice: Voice) -> Told:
    claims = number_of(fact.claims, "claim", "claims")
    true = f"All hands are open: {claims}, all true"
    return told(true, marked=phrase(true, "  ", Mark.CHECKED))


@BOOK.tells(lukfu.Reneged)
def _reneged(fact: lukfu.Reneged, voice: Voice) -> Told:
    has = voice.does(fact.seat, "has", "have")
    return told(has, " reneged: ", BOOK.rules[fact.rule.key](*fact.rule.values))


@BOOK.tells(lukfu.WinVoid)
def _win_void(fact: lukfu.WinVoid, voice: Voice) -> Told:
    return told(voice.whose(fact.seat), " win is void")


@BOOK.tells(lukfu.Paid)
def _paid(fact: lukfu.Paid, voice: Voice) -> Told:
    points = _points(fact.points, voice)
    return told(voice.all_do(fact.seats, "pays", "pay"), f" for deal {fact.deal}: ", points)


@BOOK.tells(lukfu.NobodyPaid)
def _nobody_paid(fact: lukfu.NobodyPaid, voice: Voice) -> Told:
    return told("Nobody is left to be paid")


@BOOK.tells(lukfu.Drawn)
def _drawn(fact: lukfu.Drawn, voice: Voice) -> Told:
    return told(f"Nobody has six fu: deal {fact.deal} is drawn")


@BOOK.tells(lukfu.WonDeal)
def _won_deal(fact: lukfu.WonDeal, voice: Voice) -> Told:
    wins = voice.does(fact.seat, "wins", "win")
    points = _points(fact.points, voice)
    return told(wins, f" deal {fact.deal} with {fact.fu} fu: ", points)


def _points(points: Sequence[int], voice: Voice) -> Phrase:
    """`Mei +4, Kwan -2, Siew -2`: who wins first, then in seat order."""
    order = sorted(EVERYONE, key=lambda seat: points[seat] <= 0)
    return between(", ", (phrase(voice.who(seat), " ", signed(points[seat])) for seat in order))


def signed(points: int) -> str:
    """`+4`, `-2`, and 0 without a sign."""
    return f"{points:+d}" if points else "0"


# --- several facts as one, and headlines -------------------------------------------------------------


@BOOK.tells(said.MasterCalls)
def _master_calls(fact: said.MasterCalls, voice: Voice) -> Told:
    seat = fact.calls.seat
    says = f" Master and {voice.verb(seat, 'says', 'say')} play: "
    caller = voice.does(seat, "is", "are")
    return told(_is_master(fact.start, voice), says, caller, " the caller")


def _is_master(
    start: lukfu.DealBegins | lukfu.CoinSaysMaster | lukfu.DealtAnew, voice: Voice
) -> Phrase:
    match start:
        case lukfu.DealBegins(deal, master):
            return phrase(f"Deal {deal}. ", voice.does(master, "is", "are").starting)
        case lukfu.CoinSaysMaster(seat):
            return phrase("The coin falls on ", voice.falls_on(seat, "is", "are"))
        case lukfu.DealtAnew(master):
            return phrase("The cards are dealt anew; ", voice.does(master, "stays", "stay"))


@BOOK.tells(said.PaysHow)
def _pays_how(fact: said.PaysHow, voice: Voice) -> Told:
    return told(voice.all_do(fact.seats, "pays", "pay"), f" for deal {fact.deal}")


@BOOK.tells(said.DrawnHow)
def _drawn_how(fact: said.DrawnHow, voice: Voice) -> Told:
    return told(f"Deal {fact.deal} is drawn: nobody has six fu")


@BOOK.tells(said.FuHow)
def _fu_how(fact: said.FuHow, voice: Voice) -> Told:
    wins = voice.does(fact.seat, "wins", "win")
    return told(wins, f" deal {fact.deal} with {fact.fu} fu")
