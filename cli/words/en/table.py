"""The table in English: what goes on around the games, what is checked, what the protocol forbids.

The one rule: it knows no game. Who cannot be heard is `absent`, everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from cli.words import facts as said
from cli.words.en.faults import reason
from cli.words.en.grammar import Voice
from cli.words.en.telling import counted, in_words, in_words_of
from cli.words.facts import Check, Checked
from cli.words.phrase import Phrase, between, phrase
from cli.words.told import Book, Told, told
from p2pcards.engine import Cause
from protocol.table.patience import PATIENCE_S

BOOK = Book(
    rules={
        "not_your_turn": lambda: "it is not your turn",
        "card_not_in_hand": lambda: "the card is not in this hand",
    }
)


@BOOK.tells(said.Proposed)
def _proposed(fact: said.Proposed, voice: Voice) -> Told:
    proposes = voice.does(fact.host, "proposes", "propose")
    return told(proposes, f" {fact.title} to ", voice.all(fact.others))


@BOOK.tells(said.TableSigned)
def _table_signed(fact: said.TableSigned, voice: Voice) -> Told:
    all_ = in_words_of(fact.seats, fact.seats).capitalize()
    table = f"; it is {fact.table}" if fact.table else ""
    return told(f"{all_} have signed the table{table}")


@BOOK.tells(said.DeckBegun)
def _deck_begun(fact: said.DeckBegun, voice: Voice) -> Told:
    anew = "anew " if fact.is_again else ""
    return told(f"The deck of deal {fact.deal} is made {anew}by ", voice.all(fact.seats))


@BOOK.tells(said.KeysShown)
def _keys_shown(fact: said.KeysShown, voice: Voice) -> Told:
    return told("Each has shown a fresh key")


@BOOK.tells(said.HasShuffled)
def _has_shuffled(fact: said.HasShuffled, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "shuffles", "shuffle"))


@BOOK.tells(said.ShufflesProved)
def _shuffles_proved(fact: said.ShufflesProved, voice: Voice) -> Told:
    return told("The shuffles are proved: no card is added, lost or marked")


@BOOK.tells(said.DeckReady)
def _deck_ready(fact: said.DeckReady, voice: Voice) -> Told:
    shuffles = f"{in_words(fact.shuffles)} shuffles, all proved"
    return told(f"The deck of deal {fact.deal} is ready: {shuffles}")


@BOOK.tells(said.NotDealtIn)
def _not_dealt_in(fact: said.NotDealtIn, voice: Voice) -> Told:
    why = {
        Cause.SILENT: ("is absent and", "are absent and"),
        Cause.LEFT: ("has left and is", "have left and are"),
        Cause.CAUGHT: ("is caught and", "are caught and"),
    }[fact.cause]
    return told(voice.does(fact.seat, *why), f" not dealt into deal {fact.deal}; no chips move")


@BOOK.tells(said.PutOut)
def _put_out(fact: said.PutOut, voice: Voice) -> Told:
    is_out = voice.does(fact.seat, "is out", "are out")
    return told(is_out, f" of deal {fact.deal}: {reason(fact.reason, fact.rule)}")


@BOOK.tells(said.Refused)
def _refused(fact: said.Refused, voice: Voice) -> Told:
    what = phrase(
        "What ", voice.who(fact.seat), f" sent is refused: {reason(fact.reason, fact.rule)}"
    )
    return told(what, ". The evidence is in the log", short=what)


@BOOK.tells(said.ResultSigned)
def _result_signed(fact: said.ResultSigned, voice: Voice) -> Told:
    by = in_words_of(fact.signers, len(fact.standings))
    standings = _standings(fact.standings, voice)
    return told(f"The result of deal {fact.deal} is signed by {by}: ", standings)


def _standings(standings: Sequence[int], voice: Voice) -> Phrase:
    """`Ainura 230, Bek 170`: each player with the chips or points."""
    return between(", ", (phrase(voice.who(seat), " ", n) for seat, n in enumerate(standings)))


@BOOK.tells(said.DealNeeds)
def _deal_needs(fact: said.DealNeeds, voice: Voice) -> Told:
    are = voice.all_do(fact.seats, "is", "are")
    minutes = f"{in_words(PATIENCE_S // 60)} minutes at most"
    return told(are, f" missing for the next deal. The table waits, {minutes}")


@BOOK.tells(said.Paused)
def _paused(fact: said.Paused, voice: Voice) -> Told:
    agree = voice.all_do(fact.seats, "has agreed", "have agreed")
    return told(agree, f" to a pause before deal {fact.deal}; no clock runs until all are back")


@BOOK.tells(said.PauseOver)
def _pause_over(fact: said.PauseOver, voice: Voice) -> Told:
    return told(f"The pause is over; deal {fact.deal} is next")


@BOOK.tells(said.MatchEnded)
def _match_ended(fact: said.MatchEnded, voice: Voice) -> Told:
    after = "before any deal was settled"
    if fact.deals:
        after = f"after {counted(fact.deals, 'deal')}"
    over = phrase(f"The match is over {after}: ", _standings(fact.standings, voice))
    if not fact.lost:
        return told(over)
    comes = voice.all_do(fact.lost, "is missing and comes", "are missing and come")
    return told(over, "; ", comes, " last")


@BOOK.tells(said.TableRests)
def _table_rests(fact: said.TableRests, voice: Voice) -> Told:
    missed = voice.all(fact.seats)
    return told("Too few are heard to go on without ", missed, ". The table rests")


@BOOK.tells(said.TwoVersions)
def _two_versions(fact: said.TwoVersions, voice: Voice) -> Told:
    has = voice.does(fact.seat, "has signed", "have signed")
    what = phrase(has, " two different things for one moment")
    return told(what, "; both are in the log", short=what)


@BOOK.tells(said.GoesBack)
def _goes_back(fact: said.GoesBack, voice: Voice) -> Told:
    on = phrase("on without ", voice.who(fact.seat))
    return told("The table goes back to the last round that all have signed, and ", on)


# --- what is checked ---------------------------------------------------------------------------------

_CHECKS: Final = {
    Checked.SIGNATURE: "signature",
    Checked.ALL_SIGNATURES: "the signatures",
    Checked.CARD: "the card",
    Checked.CARDS: "the cards",
    Checked.CLAIM: "the claim",
}
_SHORT: Final = {
    Checked.SIGNATURE: "signed",
    Checked.ALL_SIGNATURES: "signatures",
    Checked.CARD: "card",
    Checked.CARDS: "cards",
    Checked.CLAIM: "claim proved",
    Checked.SHARES: "shares",
}
_SEVERAL: Final = {
    Checked.SIGNATURE: "signatures",
    Checked.CARD: "cards",
    Checked.CLAIM: "claims proved",
    Checked.SHARES: "messages of shares",
}


def check(one: Check, names: Sequence[str]) -> str:
    """What was verified, in a few words: `Bek's shares`."""
    match one.kind:
        case Checked.SHARES:
            assert one.seat is not None
            return f"{names[one.seat]}'s shares"
        case Checked.KEYS:
            return f"{one.count} proofs of keys"
        case Checked.SHUFFLES:
            return f"{counted(one.count, 'proof')} of shuffles"
        case _:
            return _CHECKS[one.kind]


def checks_in_full(some: Sequence[Check], names: Sequence[str]) -> tuple[str, ...]:
    """All that was verified for one sentence; what is the same several times is said once, and counted."""
    times = Counter(check(one, names) for one in some)
    return tuple(f"{said} ({count})" if count > 1 else said for said, count in times.items())


def checks(some: Sequence[Check], names: Sequence[str]) -> tuple[str, ...]:
    """All that was verified for one sentence, shortly: what is of one kind together, shares last."""
    kinds = dict.fromkeys(one.kind for one in some)
    told = []
    for kind in sorted(kinds, key=lambda kind: kind is Checked.SHARES):
        same = [one for one in some if one.kind is kind]
        if kind not in _SHORT:
            told += [check(one, names) for one in same]
        elif len(same) > 1 and kind in _SEVERAL:
            told.append(f"{len(same)} {_SEVERAL[kind]}")
        else:
            told.append(_SHORT[kind])
    return tuple(told)
