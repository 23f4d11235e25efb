"""Rounds made by hand: entries of four or five seats for one place, and the lines of a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from protocol.crypto.identity import Identity
from protocol.faults import Code
from protocol.log.rounds import BadRound, Place, Round
from protocol.wire.codec import SignedEntry, sign_entry
from protocol.wire.entries import AnyEntry, Decision, Entry, Leave, Result, Vote

TABLE = b"T" * 32
HEAD = b"h" * 32
PLACE = Place(2, "play", 0, 5)
IDENTITIES = tuple(Identity.from_seed(bytes([60 + seat]) * 32) for seat in range(6))
KEYS = tuple(identity.public for identity in IDENTITIES)


def signed(kind: type[AnyEntry], seat: int, **fields: Any) -> SignedEntry:
    where = {"seat": seat, "chain": "play", "deal": 2, "attempt": 0, "round": 5, "head": HEAD}
    return sign_entry(kind(**{**where, **fields}), TABLE, IDENTITIES[seat])


def act(seat: int, text: str = "pass", **fields: Any) -> SignedEntry:
    return signed(Decision, seat, act=text, **fields)


def vote(seat: int, *absent: int, ballot: int = 1, **fields: Any) -> SignedEntry:
    return signed(Vote, seat, ballot=ballot, absent=absent, **fields)


def leave(seat: int, **fields: Any) -> SignedEntry:
    return signed(Leave, seat, **fields)


def two_versions(seat: int) -> tuple[SignedEntry, SignedEntry]:
    """Two different actions, in the one order in which they stand in a log."""
    one, other = sorted((act(seat, "one"), act(seat, "two")), key=lambda each: each.line)
    return one, other


def result(seat: int, chips: int = 1) -> SignedEntry:
    return signed(Result, seat, digest=b"d" * 32, standings=(chips,))


def two_results(seat: int) -> tuple[SignedEntry, SignedEntry]:
    """Two different results, in the one order in which they stand in a log."""
    one, other = sorted((result(seat, 1), result(seat, 2)), key=lambda each: each.line)
    return one, other


def round_of(
    seats: int = 4,
    speakers: Sequence[int] | None = None,
    voters: Sequence[int] | None = None,
    kind: type[Entry] = Decision,
    convicted: Sequence[int] = (),
) -> Round:
    everybody = tuple(range(seats))
    return Round(
        PLACE,
        HEAD,
        kind,
        everybody if speakers is None else tuple(speakers),
        everybody if voters is None else tuple(voters),
        tuple(convicted),
    )


class Given:
    """The lines of a log, in memory; those given as a code are no entries."""

    def __init__(self, *entries: SignedEntry | Code) -> None:
        self.entries = entries

    def has(self, index: int) -> bool:
        return index < len(self.entries)

    def decoded(self, index: int) -> SignedEntry:
        entry = self.entries[index]
        if isinstance(entry, Code):
            raise BadRound(index, entry)
        return entry

    def verified(self, index: int) -> SignedEntry:
        return self.decoded(index)
