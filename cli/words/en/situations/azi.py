"""How a deal of Azi stands. The one rule: every number is the engine's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.words.en.games.azi import SUITS
from cli.words.en.grammar import Voice, listed, number_of
from cli.words.phrase import Phrase, phrase
from p2pcards.games.azi.settling import pot_layers
from p2pcards.games.azi.state import AziState, Phase, Played
from p2pcards.tricks import trick_winner


def now(state: AziState, voice: Voice) -> Iterator[Phrase]:
    """Trump, pot and bid, then the trick."""
    if state.phase is Phase.IDLE:
        return
    if state.turn_up is not None:
        trump = SUITS[state.turn_up.suit].capitalize()
        top = ", and its six is the top card" if state.is_six_on_stage else ""
        yield phrase(f"{trump} are trump, by the ", voice.card(state.turn_up), top, ".")
    yield from _stake(state, voice)
    if state.phase is Phase.TRICKS:
        yield from _tricks(state, voice)


def _stake(state: AziState, voice: Voice) -> Iterator[Phrase]:
    layers = pot_layers(state)
    parts = " and ".join(str(layer.amount) for layer in layers)
    yield phrase(f"The pot is {state.pot}", f", in parts of {parts}." if len(layers) > 1 else ".")
    if state.phase is not Phase.BIDDING:
        return
    if not state.level:
        yield phrase("Nobody has bet yet.")
        return
    owes = ""
    if voice.own is not None and voice.own in state.survivors and state.owed(voice.own):
        owes = f", and you owe {state.owed(voice.own)}"
    yield phrase(f"The bid is {state.level}", owes, ".")


def _tricks(state: AziState, voice: Voice) -> Iterator[Phrase]:
    number = len(state.trick_winners) + 1
    if not state.plays:
        assert state.leader is not None
        yield phrase(f"Trick {number}: ", voice.does(state.leader, "leads", "lead"), ".")
    else:
        yield phrase(f"Trick {number}: ", _cards(state.plays, voice), ".")
        best = _best(state, state.plays)
        led = SUITS[state.plays[0].card.suit].capitalize()
        yield phrase(f"{led} were led; best is ", _whose(best, voice), ".")
    taken = [
        phrase(voice.who(seat), " ", number_of(state.tricks_of(seat), "trick", "tricks"))
        for seat in state.survivors
        if state.tricks_of(seat)
    ]
    if taken:
        yield phrase(listed(taken), ".").starting


def last_trick(state: AziState, voice: Voice) -> Iterator[Phrase]:
    """Who played what, and who took it."""
    if not state.last_trick:
        return
    yield phrase(f"Trick {len(state.trick_winners)}: ", _cards(state.last_trick, voice), ".")
    took = voice.does(state.trick_winners[-1], "took", "took")
    yield phrase(took, " it.").starting


def _best(state: AziState, plays: Sequence[Played]) -> Played:
    return plays[trick_winner([one.card for one in plays], state.trump, state.strength)]


def _cards(plays: Sequence[Played], voice: Voice) -> Phrase:
    return listed(phrase(voice.who(one.seat), " ", voice.card(one.card)) for one in plays)


def _whose(play: Played, voice: Voice) -> Phrase:
    return phrase(voice.whose(play.seat), " ", voice.card(play.card))
