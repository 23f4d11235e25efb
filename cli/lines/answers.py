"""What a table in line mode answers: how it stands, what was checked, what was agreed.

The one rule: pure; sentences of what is known, in the order in which one would ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.words.en import telling
from p2pcards.engine import AnyGame, Seat, TableOptions
from protocol.audit import Counts
from protocol.net.conduct.roles import Look


def of_table(
    game: AnyGame,
    names: Sequence[str],
    own: Seat | None,
    standings: Sequence[int],
    look: Look | None,
) -> Iterator[str]:
    """How the table stands; `own` is our player's seat, if somebody plays it."""

    def listed(seats: Sequence[Seat]) -> str:
        return telling.listed("you" if seat == own else names[seat] for seat in seats)

    yield f"{telling.scored(names, standings)}."
    if look is None:
        return
    if look.view is not None and (pot := game.public(look.view.state).get("pot")):
        yield f"The pot is {pot}."
    if look.waiting_for:
        yield f"The table waits for {listed(look.waiting_for)}."
    if own is not None and (apart := set(range(len(names))) - look.linked - {own}):
        yield f"There is no link to {listed(sorted(apart))}."


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
