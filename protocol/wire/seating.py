"""The first word on a link between peers of a table: which table the sender is at (SPEC §7.8).

A link proves a key, and a key may sit at another table by now, or at none.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from protocol.faults import Code
from protocol.wire.codec import BadLine


class At(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="at", tag_field="m"):
    """'I am at this table'; `table` is its mark, which its host has drawn at random."""

    table: Annotated[bytes, Meta(min_length=32, max_length=32)]


_decoder = msgspec.json.Decoder(At)


def encode_at(table: bytes) -> bytes:
    return msgspec.json.encode(At(table))


def decode_at(payload: bytes) -> bytes:
    """The table that the sender is at; raises BadLine where it says something else."""
    try:
        table: bytes = _decoder.decode(payload).table
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise BadLine(Code.NO_TABLE_NAMED, str(error)) from None
    if encode_at(table) != payload:
        raise BadLine(Code.ANOTHER_ENCODING)
    return table
