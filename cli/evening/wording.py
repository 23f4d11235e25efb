"""What the program says to people while they meet and play.

The one rule: whole, calm sentences in the present tense: what happened, who, what now. No praise,
and no blame before proof. Cards stay in braces; `cli.output` draws them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, assert_never

import msgspec

from cli import paths
from cli.errors import CommandError, ExitCode, NothingSeen, TableNotOpened, cannot_write, reason_of
from cli.evening.conduct.listed import Obstacle
from cli.names import told_apart
from cli.words.en import telling
from cli.words.en.faults import reason
from p2pcards.games import GAMES
from protocol.crypto.identity import fingerprint
from protocol.faults import Code, Reason
from protocol.net.conduct.roles import Ending, NotOpened
from protocol.net.files.storage import CannotStore, DiskFull
from protocol.net.finding.addresses import Address, DialFailed, elsewhere, is_loopback
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.finding.listings import PROTOCOL_LABEL, TXT_VERSION, TableListing
from protocol.net.links.listener import PortBusy
from protocol.net.lobby import RefusalReason, Room, SeatInfo
from protocol.net.lookalikes import look_alike
from protocol.report import Report


def seconds(limit_ms: int) -> str:
    return telling.counted(max(1, round(limit_ms / 1000)), "second")


# --- the table ------------------------------------------------------------------------------------


def link_lost(name: str, *, is_only: bool) -> str:
    if is_only:
        return f"The link to {name} is gone; it is dialled again."
    return f"The link to {name} is gone; the others pass on what comes, and it is dialled again."


def link_back(name: str) -> str:
    return f"The link to {name} is back."


def leaves(name: str) -> str:
    """A seat has signed that it leaves, and nothing is due of it yet."""
    return f"{name} leaves the table; nobody has to wait for that."


def ended(ending: Ending) -> str:
    match ending:
        case Ending.OVER:
            return "All have signed the result of the match."
        case Ending.LEFT:
            return "You have left the table; the others know and go on."
        case Ending.LOOKED_ON:
            return "You watch this table no longer; it goes on."
        case Ending.LEFT_UNHEARD:
            return "You have left; nobody confirmed it in time, so the others may wait a little."
        case Ending.REMOVED:
            return "The others have gone on without you, and the table is closed for this seat."
        case Ending.ALONE:
            return "Nobody else has been reachable for five minutes. This seat stops waiting."
        case _:
            assert_never(ending)


NO_OTHER_MATCH: Final = "The host has not opened another match within five minutes."
LEFT_BEFORE_OPENING: Final = "You have left before the table opened; nothing was at stake."


NOBODY_ANSWERS_YET: Final = (
    "None of the others is there yet. The match goes on when enough are back, whoever is first;"
    " if you leave now, your seat stays yours for a day."
)
ALL_ARE_ELSEWHERE: Final = "None of the others is at that table any more."


def waits_for_host(host: str) -> str:
    """What a guest reads who wants another match."""
    return f"You want another match. It begins when {host}, whose table it is, wants one too."


def waits_for_guests(seats: Sequence[SeatInfo]) -> str:
    """What a host reads who wants another match; empty where nobody but bots was there."""
    names = [seat.name for seat in seats if not seat.bot]
    if not names:
        return ""
    comes = "comes" if len(names) == 1 else "come"
    return f"You want another match. {telling.listed(names)} {comes} back with r."


def going_back(host: str | None) -> str:
    """Our seat at a table is still taken; `host` is None where the table is our own."""
    where = "your table" if host is None else f"{host}'s table"
    return f"Your seat at {where} is still yours: going back to it."


def seat_in_use(notes: Path) -> CommandError:
    return CommandError(f"Another program of yours plays at this table already ({notes}).")


def log_of_another_table(log: Path, notes: Path) -> CommandError:
    return CommandError(
        f"{log} is not the log of the table you left, so you cannot go back to it."
        f" Remove {notes} to play elsewhere."
    )


def last_words(ending: Ending, log: Path, *, has_left: bool, deals: int) -> tuple[str, ...]:
    """How the table ended, and where its log is: the path is a line of its own, to be copied.

    Args:
        ending: How it ended for us.
        log: The log's file.
        has_left: Whether our player asked to leave.
        deals: Deals whose result is in the log.
    """
    is_over = ending is Ending.OVER
    how = "You have left, and that ends the match." if is_over and has_left else ended(ending)
    if not deals:
        where = "No deal was settled; what was signed is in this log:"
    elif ending is Ending.LOOKED_ON:
        where = "The log ends where you went, while that of the players goes on:"
    elif is_over:
        where = "The log can be checked with p2pcards audit:"
    else:
        where = "The log ends where this seat left, while that of the others goes on:"
    return (how, where, paths.shown(log))


def audited(report: Report, entries: int) -> str:
    """What reading the whole log once more has found."""
    if not report.ok:
        return "✗ the audit refuses this log; p2pcards audit says why."
    return f"✓ audited: {telling.counted(report.complete_to, 'deal')}, {entries} entries."


# --- the lobby ------------------------------------------------------------------------------------


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


def names_apart(room: Room) -> Room:
    """The room as it is told: no two who sit there are called the same."""
    names = told_apart(seat.name for seat in room.seats)
    seats = tuple(
        msgspec.structs.replace(seat, name=name)
        for seat, name in zip(room.seats, names, strict=True)
    )
    return msgspec.structs.replace(room, seats=seats)


def room_changes(before: Room | None, after: Room) -> tuple[str, ...]:
    """What is new in the room, each in a sentence; players of one name are told apart."""
    told: list[str] = []
    written = {seat.key: seat.name for seat in after.seats}
    before, after = None if before is None else names_apart(before), names_apart(after)
    old = {} if before is None else {seat.key: seat for seat in before.seats}
    new = {seat.key: seat for seat in after.seats}
    for key, seat in new.items():
        if key in old and old[key].name != seat.name:
            told.append(f"{old[key].name} is called {seat.name} from now on.")
        if key not in old:
            told.append(f"{seat.name} sits down{' (a bot)' if seat.bot else ''}.")
            told += [
                f"{seat.name} is not {other.name}: the two names only look alike."
                for other in new.values()
                if written[other.key] != written[key]
                and look_alike(written[other.key], written[key])
            ]
        if seat.ready and not (key in old and old[key].ready):
            told.append(f"{seat.name} is ready.")
        if key in old and old[key].ready and not seat.ready:
            told.append(f"{seat.name} is not ready any more.")
    told += [f"{seat.name} gets up." for key, seat in old.items() if key not in new]
    hosted = [seat.name for key, seat in new.items() if seat.hosted and seat.bot and key not in old]
    if hosted:
        does, whose = ("runs", "its hand") if len(hosted) == 1 else ("run", "their hands")
        told.append(
            f"{telling.listed(hosted)} {does} on {after.seats[0].name}'s computer, which could see {whose}."
        )
    counts_now = after.starts_in_ms is not None
    counted = before is not None and before.starts_in_ms is not None
    if counts_now and not counted and not all(seat.ready for seat in after.seats):
        assert after.starts_in_ms is not None
        told.append(
            f"Enough are ready: in {seconds(after.starts_in_ms)} the table starts with those who are."
        )
    if counted and not counts_now and not after.playing:
        told.append("The countdown stops: not enough are ready.")
    return tuple(told)


def lobby_refusal(reason: RefusalReason) -> CommandError:
    match reason:
        case "full":
            text = "All seats of this table are taken. 'p2pcards watch' follows it without a seat."
        case "playing":
            text = (
                "This table is playing already. 'p2pcards watch' follows it without a seat;"
                " a new table can be opened with 'p2pcards host'."
            )
        case "not ready":
            text = "The table has started without you, for you were not ready in time."
        case "over":
            text = "The match at this table is over. Its host may open another one."
        case "crowded":
            text = "The host has too many visitors just now. Try again in a moment."
        case _:
            assert_never(reason)
    return CommandError(text, ExitCode.NETWORK)


def connecting(target: str | None, host: str | None) -> str:
    """Whom we are trying to reach."""
    if host is not None:
        return f"Dialling {host}'s table."
    if target is None:
        return "Looking for a table on this network."
    return f"Looking for {target}."


def bots_come(bots: int) -> str:
    """What is done before a table against bots opens."""
    do = "bot sits" if bots == 1 else "bots sit"
    number = telling.in_words(bots).capitalize()
    return f"{number} {do} down. Each has a key of its own, and shuffles with you; the first deck is made now."


def new_peer(name: str, words: Sequence[str]) -> str:
    return f"{name} is new to you. {compare(words)}"


def compare(words: Sequence[str]) -> str:
    return f"Compare by voice, both must read the same: {' '.join(words)}."


def words_match(names: Sequence[str]) -> str:
    """What was compared by voice with these players is the same."""
    return f"You and {telling.listed(names)} have the same words: nobody sits between you."


def words_differ(names: Sequence[str]) -> str:
    """It is not, with one of them at least."""
    whose = telling.listed(f"{name}'s" for name in names)
    return (
        f"Your words and {whose} differ: somebody may sit between you. You got up,"
        " and nothing was signed."
    )


def changed_key(name: str, last_met: str) -> str:
    return (
        f"{name}'s key is not the one of {last_met}. It may be a new computer, or somebody else:"
        f" ask {name} before you play."
    )


# --- errors ---------------------------------------------------------------------------------------


def host_lost(host: str) -> TableNotOpened:
    """The link to the host's lobby has ended by no will of the host."""
    text = f"The link to {host} was lost. Nothing was at stake yet."
    return TableNotOpened(text, ExitCode.NETWORK)


def host_gone(code: Code, host: str) -> CommandError:
    match code:
        case Code.PEER_LEFT:
            text = f"{host} has closed the table before it started."
        case Code.NOT_ADMITTED:
            text = f"{host} does not take this link; there may be no place left."
        case Code.MISBEHAVED | Code.LINK_GARBLED:
            text = f"The link to {host} broke: what came was not understood."
        case Code.DUPLICATE_LINK:
            text = (
                f"Another program with your key has come to {host}'s table, so this one has gone."
            )
        case Code.LINK_SILENT:
            text = f"{host} has not answered for some time. Nothing was at stake yet."
        case _:
            text = f"The link to {host} is lost. Nothing was at stake yet."
    return CommandError(text, ExitCode.NETWORK, Reason(code))


def not_reached(whom: str, failed: DialFailed) -> CommandError:
    faults = {fault for _, fault in failed.attempts}
    if faults == {Code.OURSELVES}:
        return CommandError(
            f"Your own key answers at {whom}. {ONE_KEY}", ExitCode.NETWORK, failed.reason
        )
    if Code.OTHER_VERSION in faults:
        return CommandError(
            f"{whom} speaks another version of p2pcards, while this one speaks {PROTOCOL_LABEL}."
            f" {UPDATE}",
            ExitCode.NETWORK,
            failed.reason,
        )
    return CommandError(
        f"{whom} cannot be reached ({reason(failed.reason)})."
        " 'p2pcards doctor' looks for the reason.",
        ExitCode.NETWORK,
        failed.reason,
    )


def no_table_found(wanted: str | None, waited_s: float, fault: Reason | None) -> NothingSeen:
    what = "No table is" if wanted is None else f"No table called {wanted!r} is"
    why = "" if fault is None else f" Looking does not work here ({reason(fault)})."
    return NothingSeen(
        f"{what} seen on this network after {waited_s:.0f} s.{why} If you know where one is, use"
        " 'p2pcards join HOST:PORT'; 'p2pcards doctor' tells why nobody is seen.",
        ExitCode.NETWORK,
        fault,
    )


def offering(nothing: NothingSeen, joined: Sequence[str]) -> NothingSeen:
    """No table is seen, with the addresses at which tables were joined before."""
    if not joined:
        return nothing
    where = " or ".join(f"p2pcards join {address}" for address in joined[:3])
    return NothingSeen(
        f"{nothing.sentence} Tables that you have joined by address: {where}.",
        nothing.code,
        nothing.why,
    )


NONE_SEEN: Final = (
    "No table is seen on this network. Join one by an address that you have used before?"
)


def joined_before(address: str, host: str) -> str:
    """An address that was joined before, with whoever answered there."""
    return f"{address} ({host})" if host else address


def several_tables(listings: Sequence[TableListing]) -> CommandError:
    told = "; ".join(map(table_told, listings))
    return CommandError(
        f"Several tables are meant: {told}. Say which by its fingerprint:"
        f" p2pcards join {listings[0].fingerprint}.",
        ExitCode.USAGE,
    )


WHICH_TABLE: Final = "Several tables are meant. Which of them?"


def table_told(listing: TableListing) -> str:
    """A listing with what tells it from others of its name."""
    game = GAMES.get(listing.game)
    title = listing.game if game is None else game.title
    where = address_line(listing.addresses[:1]) or "no address"
    return f"{listing.nick} ({listing.fingerprint}), {title}, {listing.seats} seats, at {where}"


UPDATE: Final = "Both need the same: 'p2pcards --version' tells which this is; update the older."
ONE_KEY: Final = (
    "One key is one player. Whoever else plays at this computer sets P2PCARDS_HOME to a folder of"
    " their own; on another computer, move the key file away that 'p2pcards key' names."
)


def cannot_join(hindered: Sequence[tuple[TableListing, Obstacle]]) -> CommandError:
    """These are the tables that were meant, and nobody can sit down at any of them."""
    told = dict.fromkeys(hindrance(listing, why) for listing, why in hindered)
    whys = {why for _, why in hindered}
    if Obstacle.VERSION in whys:
        told[UPDATE] = None
    if Obstacle.OWN_KEY in whys:
        told[ONE_KEY] = None
    if Obstacle.PLAYING in whys:
        told["'p2pcards watch' follows a table without a seat."] = None
    return CommandError(" ".join(told), ExitCode.NETWORK)


def hindrance(listing: TableListing, why: Obstacle) -> str:
    """Why nobody can sit down at a table, in a sentence."""
    whose = f"{listing.nick}'s table"
    match why:
        case Obstacle.VERSION:
            others = f"another version of p2pcards ({spoken(listing)})"
            return f"{whose} speaks {others}; this program speaks {PROTOCOL_LABEL}."
        case Obstacle.OWN_KEY:
            there = elsewhere(listing.addresses, own_interfaces())
            where = f"on another computer ({address_line(there[:2])})" if there else "on this one"
            return f"{whose} is open under your own key, {where}."
        case Obstacle.PLAYING:
            return f"{whose} is playing already."
        case _:
            assert_never(why)


def spoken(listing: TableListing) -> str:
    """What the table speaks, by its listing."""
    if listing.version == TXT_VERSION:
        return listing.protocol
    return f"{listing.protocol}, its listing {listing.version}"


def port_busy(error: PortBusy) -> CommandError:
    if error.is_forbidden:
        return CommandError(
            f"Port {error.port} is not allowed to you. Choose one above 1023.",
            ExitCode.NETWORK,
            error.reason,
        )
    return CommandError(
        f"Port {error.port} is in use. Choose another, or leave --listen out.",
        ExitCode.NETWORK,
        error.reason,
    )


def no_network(error: OSError) -> CommandError:
    return CommandError(f"There is no network to listen on: {reason_of(error)}.", ExitCode.NETWORK)


NO_LOOPBACK: Final = (
    "Programs on this machine cannot reach each other, for its loopback network (127.0.0.1) is down."
    " Bring it up and try again."
)
BOTS_CANNOT_COME: Final = (
    "Bots of this computer cannot come: its loopback network (127.0.0.1) is down."
)
NOBODY_CAN_COME: Final = (
    "This machine is on no network, so nobody else can come to this table."
    " Connect it and open the table again."
)


LINK_LOCAL: Final = (
    "What follows the % is what this computer calls its link. Others may leave it out: all their links"
    " are tried."
)


def ways_to_come(ways: Sequence[Address], *, is_chosen: bool = False) -> tuple[str, ...]:
    """How others come to a table that is open at these addresses of ours; `is_chosen`: by the player."""
    if not ways:
        return (NOBODY_CAN_COME,)
    where = f"p2pcards join {address_line(ways)}"
    if all(is_loopback(way) for way in ways):
        why = "as --interface says" if is_chosen else "for it is on no network"
        return (f"Only programs on this machine can come, {why}: {where}",)
    told = f"Others join with: p2pcards join, or by address: {where}"
    return (told, LINK_LOCAL) if any("%" in way.host for way in ways) else (told,)


def cannot_store(error: CannotStore) -> CommandError:
    if isinstance(error, DiskFull):
        return CommandError(
            f"There is no room left for {error.path}. The seat has stopped, for nothing may happen"
            " unrecorded; what was stored before is unharmed.",
            why=error.reason,
        )
    refused = cannot_write(error.path, OSError(error.errno, ""))
    return CommandError(refused.sentence, why=error.reason)


BACK_TO_THE_SEATS: Final = "Back to the seats: whoever is there says anew who is ready."


def not_opened(error: NotOpened, names: Sequence[str]) -> TableNotOpened:
    if not error.missing:
        text = "The table did not open: somebody left or did not sign. Nothing was at stake."
    else:
        silent = telling.listed(names[seat] for seat in error.missing)
        text = f"The table did not open: nothing came from {silent}. Nothing was at stake."
    return TableNotOpened(text, ExitCode.NETWORK, error.reason)


def clock(deadline_s: int) -> str:
    """A table's clock: `60 s a turn`."""
    return f"{deadline_s} s a turn" if deadline_s else "no clock"


def log_exists(path: Path) -> CommandError:
    return CommandError(f"{path} holds something already. Give another name with --log.")


def address_line(addresses: Sequence[Address | str]) -> str:
    return " or ".join(str(address) for address in addresses)
