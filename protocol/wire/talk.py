"""What peers at a table say to each other besides entries: hints, never evidence (SPEC §7.8).

Nothing here is signed or logged, so nothing here may decide anything.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from protocol.faults import Code
from protocol.wire.codec import LINE_LIMIT, BadLine
from protocol.wire.entries import SeatNumber
from protocol.wire.quoting import decoding_fault


class Catchup(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="catchup", tag_field="m"
):
    """'I hold this many lines of the log; send me what follows, and what you hold of the open rounds.'"""

    lines: Annotated[int, Meta(ge=0, le=100_000_000)]


class More(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="more", tag_field="m"):
    """'I have told you the log up to this many lines, and there are more'; who wants them asks again."""

    lines: Annotated[int, Meta(ge=0, le=100_000_000)]


class Links(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="links", tag_field="m"):
    """'I have links to these seats'; entries of the others must be passed on to me."""

    seats: Annotated[tuple[SeatNumber, ...], Meta(max_length=8)]
    """Ascending, each once."""


Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
"""A line of chat."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="say", tag_field="m"):
    """Chat of a seat."""

    text: Line


class Aside(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="aside", tag_field="m"):
    """Chat of a spectator, to a seat. `spread`: that seat tells it to the other spectators."""

    name: Name
    text: Line
    spread: bool


class Passed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="passed", tag_field="m"):
    """What the spectator with this key has said, from a seat to another spectator."""

    key: Annotated[bytes, Meta(min_length=32, max_length=32)]
    name: Name
    text: Line


class Pause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pause", tag_field="m"):
    """'I agree to a pause after this deal', or not any more: a state, told as often as it is wished."""

    wants: bool


Talk: TypeAlias = Catchup | More | Links | Say | Aside | Passed | Pause

_decoder = msgspec.json.Decoder(Talk)


def encode_talk(talk: Talk) -> bytes:
    return msgspec.json.encode(talk)


def is_talk(payload: bytes) -> bool:
    return payload.startswith(b'{"m":')


def decode_talk(payload: bytes) -> Talk:
    """The message; raises BadLine."""
    if len(payload) > LINE_LIMIT:
        raise BadLine(Code.MESSAGE_TOO_LONG)
    try:
        talk: Talk = _decoder.decode(payload)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise BadLine(Code.NOT_A_MESSAGE, decoding_fault(error)) from None
    if encode_talk(talk) != payload:
        raise BadLine(Code.ANOTHER_ENCODING)
    if isinstance(talk, Links) and list(talk.seats) != sorted(set(talk.seats)):
        raise BadLine(Code.SEATS_NOT_IN_ORDER)
    return talk
