"""What all at a table agreed on before the first deal: who plays what, under which table id (SPEC §6.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pcards.engine import AnyGame, BadOptions, TableOptions
from p2pcards.games import GAMES
from protocol.crypto.errors import ProofRefused
from protocol.crypto.identity import check_identity_key
from protocol.crypto.proofs import REAL, Proofs
from protocol.crypto.transcript import Context
from protocol.faults import Code, CodedError
from protocol.log.rounds import Place
from protocol.wire.codec import SignedEntry, verify_line
from protocol.wire.digests import digest
from protocol.wire.entries import Proposal
from protocol.wire.names import BadName, check_name

PROGRAM_LIMIT_S = 10
"""Longest time for a step that needs no person: a program answers such a step by itself."""


class BadProposal(CodedError):
    """A proposal that nobody should agree to."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The agreed table. Everything that a proof or signature is bound to comes from here.

    Args:
        table: The table id, 32 bytes.
        game: The game's rules.
        options: The game's options, complete.
        names: Players' names in seat order.
        keys: Identity keys in seat order.
        deadline_ms: Time for a person's decision; 0 = none.
        deals: Number of deals after which the match ends when the game allows; 0 = no end.
        head: Head of the log after the opening.
        proofs: What makes and checks the proofs here.
    """

    table: bytes
    game: AnyGame
    options: TableOptions
    names: tuple[str, ...]
    keys: tuple[bytes, ...]
    deadline_ms: int
    deals: int
    head: bytes
    proofs: Proofs = field(default=REAL, repr=False)

    @property
    def program_deadline_ms(self) -> int:
        return min(self.deadline_ms, PROGRAM_LIMIT_S * 1000)

    def verified(self, line: bytes) -> SignedEntry:
        """The entry in a line of this table, its signature checked. Raises BadLine."""
        return verify_line(line, self.table, self.keys, self.proofs.verify_signature)

    def context(self, place: Place, seats: tuple[int, ...], seat: int, head: bytes) -> Context:
        """What a proof made by `seat` at `place` after `head` is bound to."""
        return Context(
            table=self.table,
            game=self.game.name,
            pack=self.game.pack.id,
            deal=place.deal,
            attempt=place.attempt,
            seats=seats,
            chain=place.chain,
            seat=seat,
            head=head,
        )


def proposal_id(body: bytes) -> bytes:
    """Stands for the table id while the nonces are being exchanged."""
    return digest("proposal", body)


def table_id(proposal: bytes, nonces: tuple[bytes, ...]) -> bytes:
    """The table id: hash of the proposal's id and everybody's nonce, so that nobody alone chose it."""
    return digest("table", proposal, *nonces)


def commit_nonce(proposal: bytes, seat: int, nonce: bytes) -> bytes:
    return digest("nonce", proposal, bytes([seat]), nonce)


def check_proposal(proposal: Proposal) -> tuple[AnyGame, TableOptions]:
    """The game and its options, if the proposal is one to agree to.

    Raises:
        BadProposal: Unknown game or options, wrong number of seats, a name or key that is not one,
            the same key twice, or values that are not in their one form.
    """
    game = GAMES.get(proposal.game)
    if game is None:
        raise BadProposal(Code.UNKNOWN_GAME, proposal.game)
    try:
        options = game.options(proposal.options)
    except BadOptions as error:
        values = [value for value in error.values if isinstance(value, int | str)]  # never cards
        raise BadProposal(
            Code.OPTION_REFUSED, game.name, error.option, error.key, *values
        ) from None
    if dict(options) != proposal.options or list(proposal.options) != sorted(proposal.options):
        raise BadProposal(Code.OPTIONS_NOT_IN_FORM)
    if not game.least_seats <= len(proposal.seats) <= game.most_seats:
        raise BadProposal(
            Code.NUMBER_OF_SEATS,
            game.name,
            game.least_seats,
            game.most_seats,
            len(proposal.seats),
        )
    keys = [record.key for record in proposal.seats]
    if len(set(keys)) != len(keys):
        raise BadProposal(Code.KEY_SITS_TWICE)
    for record in proposal.seats:
        try:
            check_name(record.name)
        except BadName as error:
            raise BadProposal(Code.NAME_REFUSED, record.name, because=error.reason) from None
        try:
            check_identity_key(record.key)
        except ProofRefused as error:
            raise BadProposal(Code.IDENTITY_REFUSED, record.name, because=error.reason) from None
    return game, options
