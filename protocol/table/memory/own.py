"""What our own seat has signed, drawn and been dealt. The one rule: never two entries for one place after one head.

An entry of ours that comes from others counts like one that we remember: after a crash they may
know better than we what we have said.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from p2pcards.cards import Card
from p2pcards.engine import Seat, Slot
from protocol.crypto.rng import Rng
from protocol.log.rounds import Place, Round, place_of
from protocol.table.judge.play import Play
from protocol.table.judge.preparation import Preparation, ReadyDeck
from protocol.table.memory.notes import DeckId, encode_nonce, encode_secrets, id_of
from protocol.table.memory.secrets import DeckSecrets, draw_secrets, own_card
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import AnyEntry, Leave, Refusal, Vote

RoundKey: TypeAlias = tuple[Place, bytes]
"""A round by its place and head: on different branches of a log one place may be different rounds."""


def key_of(round: Round) -> RoundKey:
    return round.place, round.head


class Own:
    """Our seat's own words, votes and secrets; the only thing here that changes. Leaves are not kept here.

    Args:
        seat: Ours; None for a spectator.
        rng: Where secrets are drawn from.
    """

    def __init__(self, seat: Seat | None, rng: Rng) -> None:
        self.nonce = rng(32)
        """Our part of the table id."""
        self.secrets: dict[DeckId, DeckSecrets] = {}
        self.hand: dict[tuple[Place, Slot], Card] = {}
        self._seat = seat
        self._rng = rng
        self._new_notes: list[bytes] = []
        self._heard: dict[bytes, int] = {}
        """Lines of others in our notes, with their deals."""
        self._entries: dict[RoundKey, SignedEntry] = {}
        self._votes: dict[RoundKey, dict[int, SignedEntry]] = {}

    def note_nonce(self) -> None:
        """Before our nonce is committed to."""
        self._new_notes.append(encode_nonce(self.nonce))

    def note_heard(self, lines: Iterable[bytes], deal: int) -> None:
        """Before a vote says whom we have heard: after a crash too we must be able to hand that on."""
        for line in lines:
            if line not in self._heard:
                self._heard[line] = deal
                self._new_notes.append(line)

    @property
    def heard(self) -> tuple[bytes, ...]:
        """What others have said that our notes hold."""
        return tuple(self._heard)

    def take_new_notes(self) -> tuple[bytes, ...]:
        """What must be in the private notes before anything is sent; it is given once."""
        notes, self._new_notes = tuple(self._new_notes), []
        return notes

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

    def refusals(self) -> tuple[SignedEntry, ...]:
        """The gates that we have said never to sign."""
        return tuple(own for own in self._entries.values() if isinstance(own.entry, Refusal))

    def votes_in(self, round: Round) -> tuple[SignedEntry, ...]:
        return tuple(self._votes.get(key_of(round), {}).values())

    def vote_in(self, round: Round, ballot: int) -> SignedEntry | None:
        """Our vote in this ballot of a round."""
        return self._votes.get(key_of(round), {}).get(ballot)

    def first_unsigned(self, place: Place) -> int:
        """The first round from `place` on for which we have not spoken, on whatever branch."""
        spoken = [
            own.number
            for own, _ in self._entries
            if (own.chain, own.deal, own.attempt) == (place.chain, place.deal, place.attempt)
        ]
        return max([place.number, *(number + 1 for number in spoken)])

    def may_leave(self, place: Place) -> bool:
        """Whether a leave for this place contradicts nothing that we have signed.

        On a way that we have come back from we may have spoken for a later epoch of the same deal.
        """
        return not any(
            (own.chain, own.deal) == (place.chain, place.deal) and own.attempt > place.attempt
            for own, _ in self._entries
        )

    def secrets_of(self, deck: Preparation | ReadyDeck) -> DeckSecrets | None:
        """Our secrets of this deck; None where they were lost with the notes of an earlier run."""
        id = id_of(deck)
        secrets = self.secrets.get(id)
        if secrets is None and isinstance(deck, Preparation) and deck.number == 0:
            self.secrets[id] = secrets = draw_secrets(self._rng)
            self._new_notes.append(encode_secrets(id, secrets))
        return secrets

    def has_secrets_of(self, play: Play | None) -> bool:
        """Whether we can do our part in a deal: we have our key, or hold none of its deck."""
        if play is None or play.deck is None or self._seat not in play.deck.seats:
            return True
        return id_of(play.deck) in self.secrets

    def card(self, play: Play, slot: Slot) -> Card | None:
        """Our card in `slot`; None until all shares of the others are in."""
        deck = play.deck
        if deck is None:
            return None
        if slot in play.cards:
            return play.cards[slot]
        if len(play.shares.get(slot, {})) < len(deck.seats) - 1:
            return None
        key = (deck.place, slot)
        secrets = self.secrets_of(deck)
        if key not in self.hand and secrets is not None:
            self.hand[key] = own_card(play, slot, secrets)
        return self.hand.get(key)

    def notes(self) -> tuple[bytes, ...]:
        """Our own part of what the private notes must hold, but for the nonce."""
        secrets = [encode_secrets(id, kept) for id, kept in self.secrets.items()]
        entries = [signed.line for signed in self._entries.values()]
        votes = [signed.line for votes in self._votes.values() for signed in votes.values()]
        return (*secrets, *entries, *votes)

    def forget_before(self, deal: int) -> None:
        self.hand = {key: card for key, card in self.hand.items() if key[0].deal >= deal}
        self._entries = {key: kept for key, kept in self._entries.items() if key[0].deal >= deal}
        self._votes = {key: kept for key, kept in self._votes.items() if key[0].deal >= deal}
        self._heard = {line: of for line, of in self._heard.items() if of >= deal}
        self.secrets = {id: kept for id, kept in self.secrets.items() if id[0] >= deal}
