"""What a table in line mode answers: how it stands, what was checked, what was agreed.

The one rule: pure; sentences of what is known, in the order in which one would ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.words.en import situations, telling
from cli.words.en.grammar import Voice
from cli.words.phrase import Phrase, between, phrase
from p2pcards.engine import AnyGame, State, TableOptions
from protocol.net.conduct.roles import Look
from protocol.report import Counts


def of_table(
    game: AnyGame, voice: Voice, state: State | None, standings: Sequence[int], look: Look | None
) -> Iterator[Phrase]:
    """How the table stands; `state` is the newest that has been told, None before the first deal."""
    if state is not None:
        yield from situations.now(game, state, voice)
    scores = (phrase(voice.who(seat), " ", number) for seat, number in enumerate(standings))
    yield phrase(between(", ", scores), ".").starting
    if look is None:
        return
    if look.waiting_for:
        yield phrase("The table waits for ", voice.all(look.waiting_for), ".")
    everybody = set(range(len(voice.names)))
    if voice.own is not None and (apart := everybody - look.linked - {voice.own}):
        yield phrase("There is no link to ", voice.all(sorted(apart)), ".")


def of_proofs(counts: Counts, turned_up: int, refused: int) -> str:
    """What has been checked here; `turned_up` cards were shown by the rules, and no seat played them."""
    return (
        f"Checked here: {telling.counted(counts.deals, 'result')},"
        f" {telling.counted(counts.shuffles, 'shuffle')},"
        f" {telling.counted(counts.shares, 'share')},"
        f" {telling.counted(counts.cards + turned_up, 'card')} shown,"
        f" {telling.counted(counts.claims, 'claim')}."
        f" Refused: {refused}."
    )


def of_options(options: TableOptions, deadline_s: int) -> str:
    """What was agreed."""
    told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in options.items())
    clock = f"{deadline_s} s a turn" if deadline_s else "no clock"
    return f"Options: {told}, {clock}."


def nobody_to_vote_on(deadline_s: int) -> str:
    """Why nobody can be said to be absent just now."""
    if deadline_s:
        return "This table has a clock: who is silent for too long is voted absent by the programs."
    return "Nobody has kept the table waiting for long."
