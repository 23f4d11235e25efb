"""Lines to entries and back: one encoding per value, and the signature over the exact bytes (SPEC §4.2).

The one rule: nothing is re-encoded to verify a signature; a line that would encode differently is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from protocol.crypto.errors import ProofRefused
from protocol.crypto.identity import Identity, verify_signature
from protocol.crypto.transcript import HASH_SIZE, PROTOCOL
from protocol.faults import Code, CodedError
from protocol.wire.digests import digest
from protocol.wire.entries import AnyEntry
from protocol.wire.quoting import decoding_fault

LINE_LIMIT = 65_536
"""Longest line in bytes; checked before anything is parsed. The longest honest one is under 8 kB."""

NO_TABLE = bytes(HASH_SIZE)
"""Stands for the table id while there is none: in the proposal's own signature."""


class _Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    e: msgspec.Raw
    sig: Annotated[bytes, Meta(min_length=64, max_length=64)]


class BadLine(CodedError):
    """A line that is no entry: not one of ours, damaged, not in its one encoding, or wrongly signed."""


@dataclass(frozen=True, slots=True)
class SignedEntry:
    """An entry as it stands in the log.

    Args:
        entry: What it says.
        line: The exact bytes, without the newline.
        id: Digest of the signed body; two entries with one id are the same entry.
    """

    entry: AnyEntry
    line: bytes
    id: bytes


_body_decoder = msgspec.json.Decoder(AnyEntry)
_envelope_decoder = msgspec.json.Decoder(_Envelope)
_encode = msgspec.json.Encoder(order=None).encode


def signed_bytes(table: bytes, body: bytes) -> bytes:
    """What a seat signs: version and purpose, the table id, the exact bytes of the entry."""
    return PROTOCOL + b" entry\0" + table + body


def sign_entry(entry: AnyEntry, table: bytes, identity: Identity) -> SignedEntry:
    """The entry signed for the log of `table` (32 bytes)."""
    body = _encode(entry)
    line = _encode(_Envelope(msgspec.Raw(body), identity.sign(signed_bytes(table, body))))
    return SignedEntry(entry, line, digest("entry", body))


def decode_line(line: bytes) -> tuple[SignedEntry, bytes, bytes]:
    """The entry in `line`, its body bytes and its signature, not yet verified. Raises BadLine."""
    if len(line) > LINE_LIMIT:
        raise BadLine(Code.LINE_TOO_LONG)
    try:
        envelope = _envelope_decoder.decode(line)
        body = bytes(envelope.e)
        entry: AnyEntry = _body_decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise BadLine(Code.NOT_AN_ENTRY, decoding_fault(error)) from None
    if _encode(entry) != body or _encode(_Envelope(msgspec.Raw(body), envelope.sig)) != line:
        raise BadLine(Code.ANOTHER_ENCODING)
    return SignedEntry(entry, line, digest("entry", body)), body, envelope.sig


Verify: TypeAlias = Callable[[bytes, bytes, bytes], None]
"""Checks a signature, as `verify_signature` does."""


def verify_line(
    line: bytes, table: bytes, keys: tuple[bytes, ...], verify: Verify = verify_signature
) -> SignedEntry:
    """The entry in `line`, its signature checked against the key of the seat that it names.

    Args:
        line: One log line without its newline.
        table: The table id (32 bytes).
        keys: Identity keys of the seats, in seat order.
        verify: What checks the signature.

    Raises:
        BadLine: For anything that cannot stand in the log of this table.
    """
    signed, body, signature = decode_line(line)
    check_signature(signed, body, signature, table, keys, verify)
    return signed


def check_signature(
    signed: SignedEntry,
    body: bytes,
    signature: bytes,
    table: bytes,
    keys: tuple[bytes, ...],
    verify: Verify,
) -> None:
    """The second half of `verify_line`, for a line that has been decoded. Raises BadLine."""
    if signed.entry.seat >= len(keys):
        raise BadLine(Code.NO_SUCH_SEAT, signed.entry.seat)
    try:
        verify(keys[signed.entry.seat], signed_bytes(table, body), signature)
    except ProofRefused:
        raise BadLine(Code.NOT_SIGNED, signed.entry.seat) from None
