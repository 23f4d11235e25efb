"""Before there is a table: what host and guests say to each other, and when the table starts.

The one rule: the lobby decides nothing that a guest has to believe. The table begins with a
proposal that every seat checks against what it was shown, and signs or not. (SPEC §7.9)
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from p2pcards.engine import AnyGame, TableOptions
from protocol.faults import Code, CodedError
from protocol.net.finding.addresses import (
    Address,
    BadAddress,
    Interface,
    parse_address,
    through_own_links,
    usable,
)
from protocol.net.lookalikes import look_alike
from protocol.table.judge.opening import read_proposal
from protocol.table.judge.setting import BadProposal, check_proposal
from protocol.wire.codec import BadLine
from protocol.wire.entries import MOST_DEADLINE_S, VERSION, Options, Proposal, Version
from protocol.wire.names import BadName, check_name, clean_name
from protocol.wire.quoting import decoding_fault
from protocol.wire.talk import Line, Name

MESSAGE_LIMIT: Final = 16_384
"""Longest message in bytes; checked before anything is parsed."""

MOST_ADDRESSES: Final = 16
LOBBY_MARK: Final = b'{"l":'
"""How every message of the lobby begins; late ones are passed over at the table."""

COUNTDOWN_S: Final = 20.0
"""From the moment enough seats are ready to the start without those who are not."""

# --- messages ------------------------------------------------------------------------------------

TableMark: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Key: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Addresses: TypeAlias = Annotated[
    tuple[Annotated[str, Meta(min_length=1, max_length=80)], ...], Meta(max_length=MOST_ADDRESSES)
]


class _Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="l"):
    pass


class Hello(_Message, frozen=True, tag="hello"):
    """A guest's first message: what it is called and where it listens for the other guests."""

    version: Version
    name: Name
    bot: bool
    addresses: Addresses

    @classmethod
    def of(cls, name: str, *, is_bot: bool, addresses: tuple[str, ...] = ()) -> Hello:
        """Our own; without addresses for one who only looks."""
        return cls(VERSION, name, is_bot, addresses)


WishKind: TypeAlias = Literal["look", "sit", "ready", "watch"]


class Wish(_Message, frozen=True, tag="wish"):
    """What the guest wants now; repeated every few seconds, so that its silence means something."""

    wish: WishKind


class Say(_Message, frozen=True, tag="say"):
    """Chat of a guest."""

    text: Line


class SeatInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A taken seat. `bot`: no person sits there. `hosted`: it runs in the host's own process."""

    key: Key
    name: Name
    bot: bool
    hosted: bool
    ready: bool
    addresses: Addresses


class Room(_Message, frozen=True, tag="room"):
    """The host's table as it is now; repeated every few seconds."""

    game: Annotated[str, Meta(max_length=16)]
    options: Options
    least: Annotated[int, Meta(ge=1, le=8)]
    most: Annotated[int, Meta(ge=1, le=8)]
    deadline: Annotated[int, Meta(ge=0, le=MOST_DEADLINE_S)]
    deals: Annotated[int, Meta(ge=0, le=1_000_000)]
    playing: bool
    seats: Annotated[tuple[SeatInfo, ...], Meta(min_length=1, max_length=8)]
    starts_in_ms: Annotated[int, Meta(ge=0, le=600_000)] | None


RefusalReason: TypeAlias = Literal["full", "playing", "not ready", "crowded", "over"]


class Refused(_Message, frozen=True, tag="refused"):
    """The guest cannot have what it wished, or has lost its seat."""

    reason: RefusalReason


class Said(_Message, frozen=True, tag="said"):
    """Chat of somebody here, as the host tells it to the others."""

    key: Key
    name: Name
    text: Line


class Start(_Message, frozen=True, tag="start"):
    """The table begins with this line; the link carries the table's payloads from now on.

    `mark` tells this table from others, also from those with the same proposal.
    """

    proposal: Annotated[str, Meta(max_length=8192)]
    seats: Annotated[tuple[SeatInfo, ...], Meta(min_length=1, max_length=8)]
    mark: TableMark


FromGuest: TypeAlias = Hello | Wish | Say
FromHost: TypeAlias = Room | Refused | Said | Start

_from_guest = msgspec.json.Decoder(FromGuest)
_from_host = msgspec.json.Decoder(FromHost)


class BadMessage(CodedError):
    """What came is no message of the lobby, or not one that may come now."""


def encode_message(message: FromGuest | FromHost) -> bytes:
    return msgspec.json.encode(message)


def decode_from_guest(payload: bytes) -> FromGuest:
    """Raises BadMessage."""
    message: FromGuest = _decode(_from_guest, payload)
    return message


def decode_hello(payload: bytes | None) -> Hello:
    """A guest's first message. Raises BadMessage."""
    message = None if payload is None else decode_from_guest(payload)
    if not isinstance(message, Hello):
        raise BadMessage(Code.NO_HELLO)
    return message


def decode_after_hello(payload: bytes) -> Wish | Say:
    """A later message of a guest. Raises BadMessage."""
    message = decode_from_guest(payload)
    if isinstance(message, Hello):
        raise BadMessage(Code.SECOND_HELLO)
    return message


def decode_from_host(payload: bytes) -> FromHost:
    """Raises BadMessage, also for a name that is not in the form in which names are shown."""
    message: FromHost = _decode(_from_host, payload)
    if isinstance(message, Room):
        _check_room(message)
    named = message.seats if isinstance(message, Room | Start) else ()
    for name in (message.name,) if isinstance(message, Said) else [seat.name for seat in named]:
        try:
            check_name(name)
        except BadName as error:
            raise BadMessage(Code.NAME_REFUSED, name, because=error.reason) from None
    return message


def _decode(decoder: msgspec.json.Decoder[Any], payload: bytes) -> Any:
    if len(payload) > MESSAGE_LIMIT:
        raise BadMessage(Code.MESSAGE_TOO_LONG)
    try:
        message = decoder.decode(payload)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise BadMessage(Code.NOT_A_MESSAGE, decoding_fault(error)) from None
    if encode_message(message) != payload:
        raise BadMessage(Code.ANOTHER_ENCODING)
    return message


def _check_room(room: Room) -> None:
    """What no table of ours is: such a room could never start, or would seat somebody twice."""
    if not room.least <= room.most:
        raise BadMessage(Code.LEAST_ABOVE_MOST)
    if len(room.seats) > room.most:
        raise BadMessage(Code.MORE_THAN_SEATS)
    if len({seat.key for seat in room.seats}) != len(room.seats):
        raise BadMessage(Code.KEY_SITS_TWICE)


# --- the plan, and who gathers for it ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """The table that a host offers.

    Args:
        game: The game.
        options: Its options, complete.
        most: Seats at the table.
        deadline_s: Seconds for a person's decision; 0 = none.
        deals: Deals to play; 0 = open end.
        countdown_s: See COUNTDOWN_S.
    """

    game: AnyGame
    options: TableOptions
    most: int
    deadline_s: int
    deals: int
    countdown_s: float = COUNTDOWN_S

    @property
    def least(self) -> int:
        return min(self.game.least_seats, self.most)


class SeatRefused(CodedError):
    """The seat wished for cannot be had; `answer` is what its guest is told."""

    def __init__(self, answer: RefusalReason) -> None:
        super().__init__(Code.WISH_REFUSED, answer)
        self.answer: RefusalReason = answer


class Gathering:
    """Who sits at the table to come, and when it starts. Pure: told the moment, does no I/O.

    A bot of the host gives way to a guest of its name, and takes the next of `bot_names` (SPEC §7.9).

    It starts at once when the least number is there and all are ready; and a while after the host
    and enough others are ready, without those who are not. So no guest can hold up a start.
    """

    def __init__(self, plan: Plan, host: SeatInfo, bot_names: Sequence[str] = ()) -> None:
        self.plan = plan
        self._bot_names = bot_names
        self.seats: tuple[SeatInfo, ...] = (host,)
        self.due_s: float | None = None
        """When the countdown ends; None while there is none."""
        self.has_started = False

    def sit(self, seat: SeatInfo, now_s: float) -> None:
        """Take a free seat; nothing happens where the key has one. Raises SeatRefused."""
        if self.has_started:
            raise SeatRefused("playing")
        if self._find(seat.key) is not None:
            return
        if len(self.seats) >= self.plan.most:
            raise SeatRefused("full")
        self.seats = self._with_bots_named((*self.seats, seat))
        self._consider(now_s)

    def stand(self, key: bytes, now_s: float) -> None:
        """Give up a seat; the host keeps its own."""
        if not self.has_started and key != self.seats[0].key:
            self.seats = tuple(seat for seat in self.seats if seat.key != key)
            self._consider(now_s)

    def set_ready(self, key: bytes, is_ready: bool, now_s: float) -> None:
        if not self.has_started:
            self.seats = tuple(
                _with_ready(seat, is_ready) if seat.key == key else seat for seat in self.seats
            )
            self._consider(now_s)

    def start_if_due(self, now_s: float) -> bool:
        """Whether the table starts now; then `seats` are those it starts with, and stay so."""
        if self.has_started:
            return False
        enough = len(self.seats) >= self.plan.least
        if enough and all(seat.ready for seat in self.seats):
            self.has_started = True
        elif self.due_s is not None and now_s >= self.due_s:
            self.seats = tuple(seat for seat in self.seats if seat.ready)
            self.has_started = True
        if self.has_started:
            self.due_s = None
        return self.has_started

    def room(self, now_s: float) -> Room:
        """The table as told to guests."""
        plan = self.plan
        left_ms = None if self.due_s is None else max(0, round((self.due_s - now_s) * 1000))
        return Room(
            game=plan.game.name,
            options=dict(plan.options),
            least=plan.least,
            most=plan.most,
            deadline=plan.deadline_s,
            deals=plan.deals,
            playing=self.has_started,
            seats=self.seats,
            starts_in_ms=left_ms,
        )

    def _with_bots_named(self, seats: tuple[SeatInfo, ...]) -> tuple[SeatInfo, ...]:
        """The same seats, with no bot of the host called as somebody else is."""
        there = [seat.name for seat in seats]
        taken = [seat.name for seat in seats if not seat.hosted]
        named: list[SeatInfo] = []
        for seat in seats:
            if seat.hosted and _is_like_one_of(taken, seat.name):
                used = [*there, *taken]
                free = (name for name in self._bot_names if not _is_like_one_of(used, name))
                seat = msgspec.structs.replace(seat, name=next(free, seat.name))
            taken.append(seat.name)
            named.append(seat)
        return tuple(named)

    def _consider(self, now_s: float) -> None:
        ready = sum(seat.ready for seat in self.seats)
        if ready < self.plan.least or not self.seats[0].ready:
            self.due_s = None
        elif self.due_s is None:
            self.due_s = now_s + self.plan.countdown_s

    def _find(self, key: bytes) -> SeatInfo | None:
        return next((seat for seat in self.seats if seat.key == key), None)


def _is_like_one_of(names: Sequence[str], name: str) -> bool:
    return any(look_alike(name, other) for other in names)


def _with_ready(seat: SeatInfo, is_ready: bool) -> SeatInfo:
    return msgspec.structs.replace(seat, ready=is_ready)


# --- what a guest checks -------------------------------------------------------------------------


class NotAsShown(CodedError):
    """The host starts another table than the one it showed; there is nothing to agree to."""


def check_start(start: Start, room: Room | None, host: bytes) -> Proposal:
    """The proposal that a start brings, if it is the table that was shown.

    Args:
        start: What the host sent.
        room: The last room it showed before.
        host: The key that the host's link has proved.

    Raises:
        NotAsShown: It is not, or it is nothing to agree to.
    """
    try:
        proposal = read_proposal(start.proposal.encode()).entry
    except BadLine as error:
        raise NotAsShown(error.reason) from None
    assert isinstance(proposal, Proposal)
    try:
        check_proposal(proposal)
    except BadProposal as error:
        raise NotAsShown(error.reason) from None
    if room is None:
        raise NotAsShown(Code.NO_TABLE_SHOWN)
    shown = (room.game, dict(sorted(room.options.items())), room.deadline, room.deals)
    if shown != (proposal.game, proposal.options, proposal.deadline, proposal.deals):
        raise NotAsShown(Code.ANOTHER_PLAN)
    seats = [(seat.name, seat.key) for seat in start.seats]
    if seats != [(record.name, record.key) for record in proposal.seats]:
        raise NotAsShown(Code.OTHER_SEATS)
    if proposal.seats[0].key != host:
        raise NotAsShown(Code.NOT_THE_HOST)
    return proposal


# --- addresses -----------------------------------------------------------------------------------


def told_addresses(interfaces: tuple[Interface, ...], port: int) -> tuple[str, ...]:
    """Our addresses for other peers: without scopes, which mean something on this machine only.

    Those of links that are down come last: they may be up when one is dialled.
    """
    if_all_were_up = usable(replace(each, is_up=True) for each in interfaces)
    ordered = sorted(if_all_were_up, key=lambda each: each not in interfaces)
    told = (str(Address(interface.ip, port)) for interface in ordered)
    return tuple(dict.fromkeys(told))[:MOST_ADDRESSES]


def dialable_addresses(
    told: tuple[str, ...], interfaces: tuple[Interface, ...]
) -> tuple[Address, ...]:
    """What a peer told of itself as addresses to dial from here; what is no address is left out.

    A link-local one is dialled through each of our own networks that has such addresses.
    """
    found: list[Address] = []
    for text in told:
        with suppress(BadAddress):
            found += through_own_links(parse_address(text), interfaces)
    return tuple(found)


def guest_seat(key: bytes, hello: Hello, *, is_hosted: bool) -> SeatInfo:
    """A guest's seat, not ready yet; its name as a proposal would write it."""
    return SeatInfo(
        key=key,
        name=clean_name(hello.name),
        bot=hello.bot,
        hosted=is_hosted,
        ready=False,
        addresses=hello.addresses,
    )
