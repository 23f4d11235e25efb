"""What our own seat has signed and drawn. The one rule: never two entries for one place after one head.

An entry of ours that comes from others counts like one that we remember: after a crash they may
know better than we what we have said.
"""

from __future__ import annotations

from typing import TypeAlias

from protocol.log.rounds import Place, Round, place_of
from protocol.table.notes import DeckId
from protocol.table.secrets import DeckSecrets
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import AnyEntry, Leave, Vote

RoundKey: TypeAlias = tuple[Place, bytes]
"""A round by its place and head: on different branches of a log one place may be different rounds."""


def key_of(round: Round) -> RoundKey:
    return round.place, round.head


class Own:
    """Our seat's own words, votes and secrets; the only thing here that changes. Leaves are not kept here."""

    def __init__(self, nonce: bytes) -> None:
        self.nonce = nonce
        self.secrets: dict[DeckId, DeckSecrets] = {}
        self._entries: dict[RoundKey, SignedEntry] = {}
        self._votes: dict[RoundKey, dict[int, SignedEntry]] = {}

    def add(self, signed: SignedEntry) -> None:
        """Remember an entry or vote of ours; the first one for its place stays."""
        entry = signed.entry
        key = place_of(entry), entry.head
        if isinstance(entry, Vote):
            self._votes.setdefault(key, {}).setdefault(entry.ballot, signed)
        else:
            self._entries.setdefault(key, signed)

    def said_instead_of(self, entry: AnyEntry) -> SignedEntry | None:
        """What we have signed already where this entry would be a second one."""
        key = place_of(entry), entry.head
        match entry:
            case Vote():
                return self._votes.get(key, {}).get(entry.ballot)
            case Leave():
                return None
            case _:
                return self._entries.get(key)

    def entry_in(self, round: Round) -> SignedEntry | None:
        """Our entry for this place, after this head."""
        return self._entries.get(key_of(round))

    def votes_in(self, round: Round) -> tuple[SignedEntry, ...]:
        return tuple(self._votes.get(key_of(round), {}).values())

    def first_unsigned(self, place: Place) -> int:
        """The first round from `place` on for which we have not spoken, on whatever branch."""
        spoken = [
            own.number
            for own, _ in self._entries
            if (own.chain, own.deal, own.attempt) == (place.chain, place.deal, place.attempt)
        ]
        return max([place.number, *(number + 1 for number in spoken)])

    def forget_before(self, deal: int) -> None:
        self._entries = {key: kept for key, kept in self._entries.items() if key[0].deal >= deal}
        self._votes = {key: kept for key, kept in self._votes.items() if key[0].deal >= deal}
        self.secrets = {id: kept for id, kept in self.secrets.items() if id[0] >= deal}
