"""A match of bots over the whole protocol, in one process and in virtual time.

The one rule: nothing is left out but the network: every key, proof and signature is made and
checked by every seat, exactly as at a table of people.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from cli.bots.names import PLAYER_NAMES
from p2pcards.engine import Action, AnyGame, AnyView, Seat, TableOptions
from protocol.crypto.identity import Identity
from protocol.crypto.rng import Rng, SeededRng, below, system_rng
from protocol.table.effects import Effect
from protocol.table.judge.opening import propose
from protocol.table.table import Table
from protocol.table.world import Chooser, World


@dataclass(frozen=True, slots=True)
class Match:
    """What is to be simulated.

    Args:
        seed: Makes the match and its log repeatable; None for the system's randomness.
        names: Of the bots, in seat order.
        deadline_s: The table's deadline; in virtual time no bot comes near it.
    """

    game: AnyGame
    options: TableOptions
    seats: int
    deals: int
    level: str
    seed: str | None = None
    names: tuple[str, ...] = PLAYER_NAMES
    deadline_s: int = 30

    def rng(self, purpose: str, seat: Seat) -> Rng:
        """Randomness of one purpose and seat, so that a new draw in one does not shift the others."""
        if self.seed is None:
            return system_rng
        text = f"p2pcards simulate {purpose} {seat} {self.seed}"
        return SeededRng(hashlib.sha512(text.encode("utf-8", "surrogateescape")).digest())


def make_world(match: Match, watch: Callable[[Seat, Effect], None], delay_ms: int = 1) -> World:
    """All seats of the match, ready to run; a message takes `delay_ms` of virtual time."""
    identities = [Identity.generate(match.rng("identity", seat)) for seat in range(match.seats)]
    proposal = propose(
        identities[0],
        match.game,
        match.options,
        [(match.names[seat], identity.public) for seat, identity in enumerate(identities)],
        match.deadline_s,
        match.deals,
    )
    tables = [
        Table(identity, proposal.line, seat, match.rng("table", seat))
        for seat, identity in enumerate(identities)
    ]
    players = [bot_of(match, seat) for seat in range(match.seats)]
    return World(tables, players, watch, delay_ms)


def bot_of(match: Match, seat: Seat) -> Chooser:
    """Who decides for a seat of the match."""
    choose, rng = match.game.bot(match.level), match.rng("player", seat)

    def decide(view: AnyView) -> Action:
        return choose(view, lambda n: below(rng, n))

    return decide
