"""What is said of a table that has not started, in English.

The one rule: one function a change of the room (`cli.evening.conduct.room`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from cli.evening.conduct.room import (
    BotsHosted,
    Called,
    CountsDown,
    CountStops,
    GotUp,
    IsReady,
    LooksAlike,
    NotReady,
    RoomChange,
    SatDown,
)
from cli.words.en import telling
from cli.words.en.evening import seconds
from cli.words.en.faults import reason as reason_of
from protocol.crypto.identity import fingerprint
from protocol.faults import Code, Reason
from protocol.net.lobby import RefusalReason, Room, SeatInfo


def own_key(key: bytes) -> str:
    """By its fingerprint, with which others can name the table; words are told of links alone."""
    return f"This table's key, for friends to compare: {fingerprint(key)}."


def room_heading(room: Room, title: str) -> str:
    """The table in one line."""
    host = room.seats[0].name
    clock = f"{room.deadline} s a turn" if room.deadline else "no clock"
    deals = telling.counted(room.deals, "deal") if room.deals else "no fixed end"
    return f"{title} at {host}'s table: {len(room.seats)} of {room.most} seats, {clock}, {deals}."


def deals_of(room: Room) -> str:
    """How many deals the table plays."""
    return telling.counted(room.deals, "deal") if room.deals else "as many deals as the match takes"


def room_options(room: Room) -> str:
    told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in room.options.items())
    return f"Options: {told}."


def seat_line(place: int, seat: SeatInfo) -> str:
    kind = " (a bot)" if seat.bot else ""
    return f"Seat {place}: {seat.name}{kind}, {'ready' if seat.ready else 'not ready'}."


def bots_come(bots: int) -> str:
    """What is done before a table against bots opens."""
    do = "bot sits" if bots == 1 else "bots sit"
    number = telling.in_words(bots).capitalize()
    return f"{number} {do} down. Each has a key of its own, and shuffles with you; the first deck is made now."


BOTS_CANNOT_COME: Final = (
    "Bots of this computer cannot come: its loopback network (127.0.0.1) is down."
)


def room_change(change: RoomChange) -> str:
    """What is new in the room, in a sentence."""
    match change:
        case Called(before, after):
            return f"{before} is called {after} from now on."
        case SatDown(name, is_bot):
            return f"{name} sits down (a bot)." if is_bot else f"{name} sits down."
        case LooksAlike(name, other):
            return f"{name} is not {other}: the two names only look alike."
        case IsReady(name):
            return f"{name} is ready."
        case NotReady(name):
            return f"{name} is not ready any more."
        case GotUp(name):
            return f"{name} gets up."
        case BotsHosted((name,), host):
            return f"{name} runs on {host}'s computer, which could see its hand."
        case BotsHosted(names, host):
            return f"{telling.listed(names)} run on {host}'s computer, which could see their hands."
        case CountsDown(left_ms):
            return f"Enough are ready: in {seconds(left_ms)} the table starts with those who are."
        case CountStops():
            return "The countdown stops: not enough are ready."
        case _:
            assert_never(change)


def refusal(reason: RefusalReason) -> str:
    """Why the host does not let us sit there."""
    match reason:
        case "full":
            return "All seats of this table are taken. 'p2pcards watch' follows it without a seat."
        case "playing":
            return (
                "This table is playing already. 'p2pcards watch' follows it without a seat;"
                " a new table can be opened with 'p2pcards host'."
            )
        case "not ready":
            return "The table has started without you, for you were not ready in time."
        case "over":
            return "The match at this table is over. Its host may open another one."
        case "crowded":
            return "The host has too many visitors just now. Try again in a moment."
        case _:
            assert_never(reason)


def host_lost(host: str) -> str:
    """The link to the host's lobby has ended by no will of the host."""
    return f"The link to {host} was lost. Nothing was at stake yet."


def host_gone(code: Code, host: str) -> str:
    """The link to the host's lobby has ended, and the fault that ended it."""
    match code:
        case Code.PEER_LEFT:
            return f"{host} has closed the table before it started."
        case Code.NOT_ADMITTED:
            return f"{host} does not take this link; there may be no place left."
        case Code.MISBEHAVED | Code.LINK_GARBLED:
            return f"The link to {host} broke: what came was not understood."
        case Code.DUPLICATE_LINK:
            return (
                f"Another program with your key has come to {host}'s table, so this one has gone."
            )
        case Code.LINK_SILENT:
            return f"{host} has not answered for some time. Nothing was at stake yet."
        case _:
            return f"The link to {host} is lost. Nothing was at stake yet."


def another_table_started(host: str, why: Reason) -> str:
    """What the host wants signed is not what it has shown."""
    return (
        f"{host} started another table than the one shown ({reason_of(why)})."
        " This seat has signed nothing."
    )


def table_refused(why: Reason) -> str:
    """A table of ours that no game allows."""
    return f"This table cannot be opened: {reason_of(why)}."


def not_opened(silent: Sequence[str]) -> str:
    """The table has not opened; `silent` are those from whom nothing came."""
    if not silent:
        return "The table did not open: somebody left or did not sign. Nothing was at stake."
    who = telling.listed(silent)
    return f"The table did not open: nothing came from {who}. Nothing was at stake."


def not_announced(why: Reason) -> str:
    return f"The table is not announced on the network ({reason_of(why)})."


TYPE_READY_AS_HOST: Final = "Type ready when all are there whom you wait for."
TYPE_READY: Final = "Type ready when you are, or leave."
TYPE_YES_TO_SIT: Final = "Type yes to sit down all the same."
