"""How a deal of Luk Fu stands. The one rule: what lies face down is only counted."""

from __future__ import annotations

from collections.abc import Iterator

from cli.words.en.grammar import Voice, listed, number_of
from cli.words.phrase import Phrase, phrase
from p2pcards.games.lukfu.state import EVERYONE, LukfuState, Phase, Played


def now(state: LukfuState, voice: Voice) -> Iterator[Phrase]:
    """Master and caller, the trick, and the fu won."""
    if state.phase is Phase.IDLE:
        return
    if state.master is not None:
        yield phrase(voice.does(state.master, "is", "are"), " the Master.").starting
    if state.caller is not None and state.caller != state.master:
        yield phrase(voice.does(state.caller, "is", "are"), " the caller.").starting
    if state.phase is Phase.CALL and state.passes:
        yield phrase(voice.all_do(state.passes, "has", "have"), " passed.").starting
    if state.phase not in (Phase.LEAD, Phase.FOLLOW):
        return
    if state.plays:
        yield phrase(f"Trick {state.trick}: ", _plays(state.plays, voice), ".")
        best = state.best
        assert best is not None
        yield phrase("To be beaten: ", voice.whose(best.seat), " ", voice.cards(best.cards), ".")
    else:
        assert state.leader is not None
        yield phrase(f"Trick {state.trick}: ", voice.does(state.leader, "leads", "lead"), ".")
    won = (
        phrase(
            voice.who(seat),
            f" {state.fu[seat]} fu and ",
            number_of(len(state.hands[seat]), "card", "cards"),
        )
        for seat in EVERYONE
    )
    yield phrase(listed(won), ".").starting


def last_trick(state: LukfuState, voice: Voice) -> Iterator[Phrase]:
    """Who played what, and who took it."""
    if not state.last_trick:
        return
    yield phrase("The last trick: ", _plays(state.last_trick, voice), ".")
    taker = next(one.seat for one in reversed(state.last_trick) if one.cards)
    yield phrase(voice.does(taker, "took", "took"), " it.").starting


def _plays(plays: tuple[Played, ...], voice: Voice) -> Phrase:
    return listed(_play(one, voice) for one in plays)


def _play(one: Played, voice: Voice) -> Phrase:
    if one.cards:
        return phrase(voice.who(one.seat), " ", voice.cards(one.cards))
    return phrase(
        voice.who(one.seat), " ", number_of(len(one.slots), "card", "cards"), " face down"
    )
