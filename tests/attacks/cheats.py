"""A table that plays honestly but for one step, and what must come of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from p2pcards.engine import Cause, Seat
from protocol.report import Report
from protocol.table.effects import Keep, Send
from protocol.table.judge.preparation import ReadyDeck
from protocol.table.memory.secrets import DeckSecrets
from protocol.table.table import Table
from protocol.wire.codec import SignedEntry, sign_entry
from protocol.wire.entries import AnyEntry, Decision
from tests.simulation.weather import Weather, check_survivors, table_of_bots
from tests.told import why_out

CHEAT: Seat = 2
SEATS = 4


def tag_of(entry: AnyEntry) -> str:
    tag = type(entry).__struct_config__.tag
    assert isinstance(tag, str)
    return tag


class Cheat(Table):
    """Changes its first entry for which `twist` gives another one."""

    twist: Callable[[Cheat, AnyEntry], AnyEntry | None]
    has_cheated = False

    def _sign_and_send(self, entry: AnyEntry) -> SignedEntry:
        twisted = None if self.has_cheated else self.twist(entry)
        if twisted is None:
            return super()._sign_and_send(entry)
        self.has_cheated = True
        return self.commit_crime(entry, twisted)

    def commit_crime(self, entry: AnyEntry, twisted: AnyEntry) -> SignedEntry:
        return super()._sign_and_send(twisted)


class Equivocator(Cheat):
    """Gives one version to the first of the others, the other version to the rest."""

    def commit_crime(self, entry: AnyEntry, twisted: AnyEntry) -> SignedEntry:
        assert self._identity is not None
        table = self.referee.table_of(entry.chain)
        one, two = (sign_entry(version, table, self._identity) for version in (entry, twisted))
        self._effects += [Keep(one.line), Send(one.line, self._others[:1])]
        self._effects += [Send(two.line, self._others[1:])]
        self._take_own(one)
        return one


def with_field(kind: str, **changes: Any) -> Callable[[Cheat, AnyEntry], AnyEntry | None]:
    """A twist that replaces fields of the first entry of this kind."""

    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        return change_of(entry, **changes) if tag_of(entry) == kind else None

    return twist


def secrets_of(table: Table, deck: ReadyDeck) -> DeckSecrets:
    """What only the owner of a table knows of a deck."""
    secrets = table._own.secrets_of(deck)
    assert secrets is not None
    return secrets


def first_play(self: Cheat, entry: AnyEntry) -> Decision | None:
    """The entry, if it plays a card of Azi."""
    is_play = isinstance(entry, Decision) and entry.act.startswith("play ")
    return entry if is_play and isinstance(entry, Decision) else None


def change_of(entry: AnyEntry, **changes: Any) -> AnyEntry:
    """The entry with some fields replaced, or changed by a function."""
    new = {k: v(getattr(entry, k)) if callable(v) else v for k, v in changes.items()}
    return msgspec.structs.replace(entry, **new)


def play_with_cheat(
    twist: Callable[[Any, AnyEntry], AnyEntry | None],
    base: type[Cheat] = Cheat,
    seed: int = 11,
    deals: int = 2,
    **options: Any,
) -> Weather:
    """A table of four, one of whom cheats once, played to its end."""
    cheat_type = type("OneCheat", (base,), {"twist": twist})
    world = table_of_bots(
        seats=SEATS, deals=deals, seed=seed, table_types={CHEAT: cheat_type}, **options
    )
    world.honest.discard(CHEAT)
    world.run()
    table = world.tables[CHEAT]
    assert isinstance(table, Cheat)
    assert table.has_cheated, "the cheat found no occasion"
    return world


def check_caught(world: Weather, reason: str) -> Report:
    """All honest seats and the audit name the cheat, with this reason, and nobody else."""
    report = check_survivors(world, [seat for seat in range(SEATS) if seat != CHEAT])
    assert [(out.seat, out.cause) for out in report.outs] == [(CHEAT, Cause.CAUGHT)]
    assert reason in why_out(report.outs[0])
    return report


def flipped(data: bytes, at: int = 5) -> bytes:
    """The bytes with one bit changed."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
