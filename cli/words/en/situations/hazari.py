"""How a deal of Hazari stands. The one rule: only groups that lie open are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.words.en.games.hazari import name_of
from cli.words.en.grammar import Voice, listed
from cli.words.phrase import Phrase, phrase
from p2pcards.cards import Card
from p2pcards.engine import Seat
from p2pcards.games.hazari.scoring import trick_winner
from p2pcards.games.hazari.state import TRICKS, HazariState, Phase, playing_order


def now(state: HazariState, voice: Voice) -> Iterator[Phrase]:
    """Who arranges, or the trick."""
    if state.phase is Phase.ARRANGING:
        busy = state.pending
        if busy:
            yield phrase(voice.all_do(busy, "arranges", "arrange"), " thirteen cards.").starting
        yield phrase(voice.does(state.first_leader, "leads", "lead"), " the first trick.").starting
    if state.phase is not Phase.TRICKS:
        return
    number = state.trick
    shown = list(_groups(state, number, voice))
    if not shown:
        leader = state.leaders[number - 1]
        yield phrase(f"Trick {number} of {TRICKS}: ", voice.does(leader, "leads", "lead"), ".")
        return
    yield phrase(f"Trick {number} of {TRICKS}.")
    yield from shown
    best = trick_winner(state, number)
    if best is not None:
        yield phrase(
            "Best is ", voice.whose(best), " ", name_of(state.opened_group(best, number)), "."
        )
    taken = [
        phrase(voice.who(seat), f" {state.winners.count(seat)}")
        for seat in sorted(set(state.winners))
    ]
    if taken:
        yield phrase("Tricks taken: ", listed(taken), ".")


def last_trick(state: HazariState, voice: Voice) -> Iterator[Phrase]:
    """The groups in the order in which they were played, and who took them."""
    number = len(state.winners)
    if not number:
        return
    yield phrase(f"Trick {number} of {TRICKS}.")
    yield from _groups(state, number, voice)
    yield phrase(voice.does(state.winners[-1], "took", "took"), " it.").starting


def _groups(state: HazariState, number: int, voice: Voice) -> Iterator[Phrase]:
    for seat in playing_order(state.leaders[number - 1]):
        cards = state.opened_group(seat, number)
        if cards:
            yield _group(seat, cards, voice)


def _group(seat: Seat, cards: Sequence[Card], voice: Voice) -> Phrase:
    return phrase(voice.who(seat), ": ", voice.cards(cards), f", {name_of(cards)}.").starting
