"""What is said of tables that are looked for, dialled and opened, in English.

The one rule: what is said of a table that is listed is said of its listing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, assert_never

from cli.evening.conduct.listed import Obstacle
from cli.words.en.faults import reason
from cli.words.en.telling import listed
from p2pcards.games import GAMES
from protocol.faults import Code, Reason
from protocol.net.finding.addresses import Address, Interface, elsewhere, is_loopback
from protocol.net.finding.listings import PROTOCOL_LABEL, TXT_VERSION, TableListing


def connecting(target: str | None, host: str | None) -> str:
    """Whom we are trying to reach."""
    if host is not None:
        return f"Dialling {host}'s table."
    if target is None:
        return "Looking for a table on this network."
    return f"Looking for {target}."


NONE_SEEN: Final = (
    "No table is seen on this network. Join one by an address that you have used before?"
)


def joined_before(address: str, host: str) -> str:
    """An address that was joined before, with whoever answered there."""
    return f"{address} ({host})" if host else address


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


def hindrance(listing: TableListing, why: Obstacle, own: Sequence[Interface]) -> str:
    """Why nobody can sit down at a table, in a sentence; `own` are the interfaces of this machine."""
    whose = whose_table(listing.nick)
    match why:
        case Obstacle.VERSION:
            others = f"another version of p2pcards ({spoken(listing)})"
            return f"{whose} speaks {others}; this program speaks {PROTOCOL_LABEL}."
        case Obstacle.OWN_KEY:
            there = elsewhere(listing.addresses, own)
            where = f"on another computer ({address_line(there[:2])})" if there else "on this one"
            return f"{whose} is open under your own key, {where}."
        case Obstacle.PLAYING:
            return f"{whose} is playing already."
        case Obstacle.RESTING:
            return f"{listing.nick} waits at a table that rests, for those who have sat there."
        case _:
            assert_never(why)


def spoken(listing: TableListing) -> str:
    """What the table speaks, by its listing."""
    if listing.version == TXT_VERSION:
        return listing.protocol
    return f"{listing.protocol}, its listing {listing.version}"


NO_LOOPBACK: Final = (
    "Programs on this machine cannot reach each other, for its loopback network (127.0.0.1) is down."
    " Bring it up and try again."
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


def address_line(addresses: Sequence[Address | str]) -> str:
    return " or ".join(str(address) for address in addresses)


def no_address(text: str) -> str:
    return f"{text!r} is no address: HOST:PORT."


def not_reached(whom: str, tried: Reason, faults: Collection[Code]) -> str:
    """Nobody could be dialled who was meant; `faults` are those of all addresses."""
    if set(faults) == {Code.OURSELVES}:
        return f"Your own key answers at {whom}. {ONE_KEY}"
    if Code.OTHER_VERSION in faults:
        return (
            f"{whom} speaks another version of p2pcards, while this one speaks {PROTOCOL_LABEL}."
            f" {UPDATE}"
        )
    return f"{whom} cannot be reached ({reason(tried)}). 'p2pcards doctor' looks for the reason."


def whose_table(name: str) -> str:
    return f"{name}'s table"


def no_table_found(wanted: str | None, waited_s: float, fault: Reason | None) -> str:
    what = "No table is" if wanted is None else f"No table called {wanted!r} is"
    why = "" if fault is None else f" Looking does not work here ({reason(fault)})."
    return (
        f"{what} seen on this network after {waited_s:.0f} s.{why} If you know where one is, use"
        " 'p2pcards join HOST:PORT'; 'p2pcards doctor' tells why nobody is seen."
    )


def addresses_used(joined: Sequence[str]) -> str:
    """Where tables were joined before."""
    where = " or ".join(f"p2pcards join {address}" for address in joined[:3])
    return f"Tables that you have joined by address: {where}."


def several_tables(listings: Sequence[TableListing]) -> str:
    told = "; ".join(map(table_told, listings))
    return (
        f"Several tables are meant: {told}. Say which by its fingerprint:"
        f" p2pcards join {listings[0].fingerprint}."
    )


def cannot_join(hindered: Sequence[tuple[TableListing, Obstacle]], own: Sequence[Interface]) -> str:
    """These are the tables that were meant, and nobody can sit down at any of them."""
    told = dict.fromkeys(hindrance(listing, why, own) for listing, why in hindered)
    whys = {why for _, why in hindered}
    if Obstacle.VERSION in whys:
        told[UPDATE] = None
    if Obstacle.OWN_KEY in whys:
        told[ONE_KEY] = None
    if Obstacle.PLAYING in whys:
        told["'p2pcards watch' follows a table without a seat."] = None
    return " ".join(told)


def port_busy(port: int, *, is_forbidden: bool) -> str:
    if is_forbidden:
        return f"Port {port} is not allowed to you. Choose one above 1023."
    return f"Port {port} is in use. Choose another, or leave --listen out."


def no_network(why: str) -> str:
    """Nothing can be listened on; `why` is a clause."""
    return f"There is no network to listen on: {why}."


# --- the list of tables ----------------------------------------------------------------------------

LISTING_PROVES_NOTHING: Final = "A listing proves nothing; the key does."


def joined_by_fingerprint(names: Sequence[str]) -> str:
    """Tables whose names do not tell which is meant."""
    return f"By its fingerprint, and not by its name, is joined what is called {listed(names)}."


def how_to_sit_down(word: str) -> str:
    """`word` as a shell takes it."""
    return f"Sit down with a name, quoted, or a fingerprint: p2pcards join {word}"


def state_of(listing: TableListing, why: Obstacle | None) -> str:
    """What the table says of itself, and what would be in the way of joining it."""
    match why:
        case Obstacle.VERSION:
            return f"another version of p2pcards: {spoken(listing)}"
        case Obstacle.OWN_KEY:
            return f"{listing.state}, under your own key"
        case _:
            return listing.state
