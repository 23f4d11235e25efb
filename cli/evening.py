"""An evening at a table, from meeting to the last signature: as host, as guest, as spectator.

The one rule: nothing is decided here; lobby and session decide, the front shows and asks.
"""

from __future__ import annotations

import errno
import getpass
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import trio

from cli import finding, own_hands, paths, settings, wording
from cli.acquaintances import Acquaintances
from cli.bot_manners import Follower
from cli.errors import CommandError, ExitCode, cannot_write
from cli.front import Front
from cli.own_key import find_or_make_identity
from p2pcards.engine import Game, Seat
from p2pcards.games import GAMES
from protocol.crypto.identity import Identity
from protocol.crypto.rng import system_rng
from protocol.net.addresses import Address, dial
from protocol.net.discovery import Discovery, TableAd, TableListing, open_discovery
from protocol.net.hosting import HostLobby
from protocol.net.joining import Begun, GuestLobby
from protocol.net.link import CloseReason, Link, LinkClosed
from protocol.net.listener import PortBusy
from protocol.net.lobby import (
    BadMessage,
    Hello,
    NotAsShown,
    Plan,
    RefusalReason,
    Room,
    WishKind,
    dialable_addresses,
)
from protocol.net.mesh import Mesh
from protocol.net.peer import Peer, adopt, open_peer
from protocol.net.returning import LeftTable, encode_table
from protocol.net.session import BotPlayer, Ending, NotOpened, Observer, Session, Silent
from protocol.net.storage import CannotStore, InUse, TableFiles
from protocol.table.setting import BadProposal, clean_name
from protocol.table.table import Table

BOT_NAMES: Final = ("Ainura", "Bek", "Chinara", "Dastan", "Erlan", "Feruza", "Gulnara", "Hamid")
HOSTED_BOT_THINKS_S: Final = 0.6
"""So that people can follow what the bots beside them do."""

AD_EVERY_S: Final = 0.5
OPENS_AGAIN_S: Final = 60.0
"""How long a guest who wants another match waits for the host to want one too."""

LAST_WORDS_S: Final = 6.0
"""How long the host's bots may take to leave when the host does."""


@dataclass(frozen=True, slots=True)
class Party:
    """Who we are this evening.

    Args:
        identity: Our key.
        name: What we are called.
        level: The bot that plays for us; None for a person.
        think_s: How long that bot takes.
        is_ready_at_once: A person who has said on the command line that no question is needed.
        log: Where the log goes; None for the usual place.
        peers: The file of known peers; None for a bot.
    """

    identity: Identity
    name: str
    level: str | None
    think_s: float
    is_ready_at_once: bool
    log: Path | None
    peers: Path | None

    @property
    def is_person(self) -> bool:
        return self.level is None


def own_name(given: str | None) -> str:
    """The name to sit down with: as given, the setting, or the system's name of the user."""
    if given is None:
        given = settings.load().name or None
    if given is None:
        try:
            given = getpass.getuser()
        except (OSError, KeyError):
            given = "player"
    return clean_name(given)


def person(name: str | None, *, is_ready_at_once: bool, log: Path | None) -> Party:
    """The party of the person at this computer."""
    return Party(
        identity=find_or_make_identity()[0],
        name=own_name(name),
        level=None,
        think_s=0.0,
        is_ready_at_once=is_ready_at_once,
        log=log,
        peers=paths.known_peers_file(),
    )


def robot(name: str, level: str, *, think_s: float, log: Path | None) -> Party:
    """A party without a person, with a key for this evening only."""
    return Party(
        identity=Identity.generate(system_rng),
        name=clean_name(name),
        level=level,
        think_s=think_s,
        is_ready_at_once=True,
        log=log,
        peers=None,
    )


# --- at the table ---------------------------------------------------------------------------------


def open_files(party: Party, game: str, proposal: bytes, *, is_watching: bool) -> TableFiles:
    """The log and the notes of a table that begins; raises CommandError."""
    table8 = hashlib.blake2b(proposal, digest_size=4).hexdigest()
    stem = f"{game}-{date.today().isoformat()}-{table8}"
    log = party.log
    if log is None:
        log = paths.logs_dir() / f"{stem}.log"
        if log.exists():  # another seat of the same table plays on this computer
            log = log.with_name(f"{stem}-{party.identity.public.hex()[:8]}.log")
    notes = paths.notes_dir() / f"{stem}-{party.identity.public.hex()[:8]}.notes"
    try:
        if party.log is None:
            log.parent.mkdir(parents=True, exist_ok=True)
        if not is_watching:
            paths.make_private(notes.parent)
    except OSError as error:
        raise cannot_write(error.filename or notes, error) from None
    try:
        return TableFiles(log, None if is_watching else notes)
    except FileExistsError as error:
        raise wording.log_exists(Path(error.filename)) from None
    except CannotStore as error:
        raise wording.cannot_store(error) from None


def open_files_again(left: LeftTable, table: Table) -> TableFiles:
    """The files of a table to which we go back, read into it; raises CommandError."""
    try:
        files = TableFiles(left.log, left.notes, goes_on=True)
    except InUse:
        raise wording.seat_in_use(left.notes) from None
    except CannotStore as error:
        raise wording.cannot_store(error) from None
    try:
        table.restore(files.log_lines, files.note_lines, left.away_ms)
    except ValueError:
        files.close(forget_notes=False)
        raise wording.log_of_another_table(left.log, left.notes) from None
    files.settled = max(0, table.referee.settled - 1)  # the last result is told again
    return files


def check_log(log: Path | None) -> None:
    """Refuse, before anybody has met, a log that could not be kept; raises CommandError."""
    if log is None:
        return
    if not log.parent.is_dir():
        raise cannot_write(log, OSError(errno.ENOENT, ""))
    try:
        if log.stat().st_size:
            raise wording.log_exists(log)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise cannot_write(log, error) from None


async def play(
    front: Front,
    party: Party,
    mesh: Mesh,
    begun: Begun,
    on_session: Callable[[Session], None] = lambda _: None,
    *,
    port: int | None = None,
    target: str | None = None,
    left: LeftTable | None = None,
) -> ExitCode:
    """From the table's first line to its end for us; raises CommandError.

    Args:
        front, party, mesh, begun: Who plays where.
        on_session: Called with the session before it runs.
        port: Where we listen, to go back to the table after a crash; None where nobody can.
        target: What our player has called the table.
        left: The table as we had left it, if we come back.
    """
    seats = begun.seats
    identity = party.identity if begun.seat is not None else None
    table = Table(identity, begun.proposal, begun.seat, system_rng)
    proposal = table.referee.proposal.proposal
    game = GAMES[proposal.game]
    acquaintances = Acquaintances(party.peers)
    acquaintances.meet(seats, party.identity.public)

    def on_first_link(seat: Seat, words: tuple[str, ...]) -> None:
        if acquaintances.is_new(seats[seat].key):
            front.say(wording.new_peer(seats[seat].name, words))

    files = (
        open_files(party, game.name, begun.proposal, is_watching=begun.seat is None)
        if left is None
        else open_files_again(left, table)
    )
    if left is None and port is not None and begun.seat is not None and party.is_person:
        files.keep_first(encode_table(begun, port, files.log_path, target or ""))
    screen = front.open_table(table, is_person=party.is_person, on_first_link=on_first_link)
    player = None
    if begun.seat is not None:
        player = screen if party.level is None else _bot(game, party.level, party.think_s)
    observer: Observer = screen
    if begun.seat is not None and party.is_person:
        own_cards = own_hands.file_of(begun.proposal, party.identity.public)
        observer = own_hands.HandsKeeper(screen, game, own_cards)
    elif begun.seat is not None:
        observer = Follower(screen)
    session = Session(table, mesh, observer=observer, player=player, files=files)
    if isinstance(observer, Follower):
        observer.session = session
    screen.sit_down(session)
    on_session(session)
    try:
        ending = await session.run()
    except NotOpened as error:
        files.log_path.unlink(missing_ok=True)  # an opening that failed is nothing to keep
        if session.is_leaving:
            front.say(wording.LEFT_BEFORE_OPENING)
            return ExitCode.OK
        raise wording.not_opened(error, [seat.name for seat in seats]) from None
    except CannotStore as error:
        raise wording.cannot_store(error) from None
    words = wording.last_words(
        ending, files.log_path, has_left=session.is_leaving, deals=files.settled
    )
    await front.end_table(ending, words, files.log_path)
    is_lost = ending in (Ending.REMOVED, Ending.ALONE)
    return ExitCode.NETWORK if is_lost else ExitCode.OK


def _bot(game: Game[object], level: str, think_s: float) -> BotPlayer:
    return BotPlayer(game.bot(level), system_rng, think_s)


# --- hosting --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hosting:
    """How a table is offered.

    Args:
        plan: The table.
        bots: How many of its seats bots of this process take, at which level.
        port: See `open_peer`.
        is_local: Seen by nobody outside this process: alone against bots.
        is_announced: Whether it is listed on the network.
        interfaces: Addresses or names of the interfaces to keep to.
    """

    plan: Plan
    bots: int
    bot_level: str
    port: int | None
    is_local: bool
    is_announced: bool
    interfaces: Sequence[str] = ()


async def host(front: Front, party: Party, hosting: Hosting) -> ExitCode:
    """Open a table, wait for guests, play; raises CommandError."""
    lobby: HostLobby | None = None

    async def greet(_: Mesh, link: Link) -> None:
        assert lobby is not None
        await lobby.greet(link)

    def admits(key: bytes) -> bool:
        return lobby is not None and lobby.admits(key)

    hosted = _HostedBots([name for name in BOT_NAMES if name != party.name], hosting)
    async with AsyncExitStack() as stack:
        try:
            peer = await stack.enter_async_context(
                open_peer(
                    party.identity,
                    allow=admits,
                    greet=greet,
                    port=hosting.port,
                    is_local=hosting.is_local,
                )
            )
        except PortBusy as error:
            raise wording.port_busy(error) from None
        except OSError as error:
            raise wording.no_network(error) from None
        screen = front.open_lobby(
            party.identity.public,
            set_ready=lambda is_ready: lobby.set_ready(is_ready) if lobby is not None else None,
            set_bots=lambda step: set_bots(step),
            is_quiet=hosting.is_local,
        )

        def on_room(room: Room) -> None:
            screen.show(room)
            if party.is_ready_at_once and len(room.seats) == room.most and not room.playing:
                host_seat = room.seats[0]
                if not host_seat.ready and lobby is not None:
                    lobby.set_ready(True)

        lobby = HostLobby(
            hosting.plan,
            party.identity,
            party.name,
            peer.addresses,
            peer.mesh,
            is_bot=not party.is_person,
            hosted=hosted.keys,
            on_room=on_room,
            on_link=lambda link: screen.link_up(link.peer, link.words),
        )
        nursery = await stack.enter_async_context(trio.open_nursery())

        def set_bots(step: int) -> None:
            if step < 0:
                hosted.dismiss()
                return
            has_room = lobby is not None and len(lobby.room.seats) < hosting.plan.most
            if has_room and (one := hosted.hire(hosting.plan.most - 1)) is not None:
                nursery.start_soon(hosted.play, one, peer.port, hosting.is_local)

        for _ in range(hosting.bots):
            set_bots(1)
        if hosting.is_announced:
            discovery = await stack.enter_async_context(
                open_discovery(party.identity.public, only=hosting.interfaces)
            )
            nursery.start_soon(_advertise, discovery, peer, party, lobby)
            if discovery.fault is not None:
                front.say(f"The table is not announced on the network ({discovery.fault}).")
        if not hosting.is_local:
            on_room(lobby.room)
            where = wording.address_line(peer.addresses[:3])
            front.say(wording.own_key(party.identity.public))
            front.say(f"Others join with: p2pcards join, or by address: p2pcards join {where}")
            if not party.is_ready_at_once:
                front.prompt("Type ready when all are there whom you wait for.")
        try:
            signed, seats = await lobby.wait_start()
        except BadProposal as error:
            raise CommandError(f"This table cannot be opened: {error}.", ExitCode.USAGE) from None
        is_shared = any(not seat.hosted for seat in seats[1:])
        code = await play(
            front,
            party,
            peer.mesh,
            Begun(signed.line, seats, 0),
            on_session=lobby.set_session,
            port=peer.port if is_shared else None,
        )
        await hosted.leave()
        nursery.cancel_scope.cancel()
    return code


class _HostedBots:
    """The bots of the host's process: peers like all others, with keys and tables of their own."""

    def __init__(self, names: Sequence[str], hosting: Hosting) -> None:
        self._names = names
        self._level = hosting.bot_level
        self.keys: set[bytes] = set()
        """Of all that were ever hired."""
        self._waiting: dict[str, trio.CancelScope] = {}
        self._sessions: list[Session] = []
        self._running = 0
        self._changed = trio.Event()
        # One bot after the other: in Python their proofs would only take turns in more threads, and
        # each of those would have its turn before a key is answered.
        self._turns = trio.CapacityLimiter(1)

    def hire(self, most: int) -> Party | None:
        """One bot more, to be sent to `play`; None where there are `most`."""
        free = [name for name in self._names if name not in self._waiting]
        if not free or len(self._waiting) >= most:
            return None
        one = robot(free[0], self._level, think_s=HOSTED_BOT_THINKS_S, log=None)
        self.keys.add(one.identity.public)
        self._waiting[one.name] = trio.CancelScope()
        return one

    def dismiss(self) -> None:
        """One bot less; nothing happens where there is none, or the table has started."""
        if self._waiting and not self._running:
            _, scope = self._waiting.popitem()
            scope.cancel()

    async def play(self, party: Party, host_port: int, is_local: bool) -> None:
        if (scope := self._waiting.get(party.name)) is not None:
            with scope:
                await self._play(party, host_port, is_local)

    async def _play(self, party: Party, host_port: int, is_local: bool) -> None:
        try:
            async with guest_peer(party, is_local=is_local) as (peer, door):
                link = await dial([Address("127.0.0.1", host_port)], party.identity, None)
                lobby = GuestLobby(
                    link,
                    party.identity.public,
                    Hello("p2pcards/1", party.name, True, peer.addresses),
                    on_room=lambda _: None,
                    on_refused=lambda _: None,
                )
                lobby.wish("ready")
                begun = await lobby.run()
                assert begun.seat is not None
                _join_mesh(peer, door, link, begun)
                table = Table(party.identity, begun.proposal, begun.seat, system_rng)
                assert party.level is not None
                player = _bot(
                    GAMES[table.referee.proposal.proposal.game], party.level, party.think_s
                )
                follower = Follower(Silent())
                session = Session(
                    table,
                    peer.mesh,
                    observer=follower,
                    player=player,
                    files=None,
                    runner=partial(trio.to_thread.run_sync, limiter=self._turns),
                )
                follower.session = session
                self._sessions.append(session)
                self._running += 1
                try:
                    await session.run()
                finally:
                    self._running -= 1
                    self._changed.set()
                    self._changed = trio.Event()
        except* (LinkClosed, NotOpened):
            pass  # the host says what has happened to the table

    async def leave(self) -> None:
        """Let them leave the table properly."""
        for session in self._sessions:
            session.leave()
        with trio.move_on_after(LAST_WORDS_S):
            while self._running:
                await self._changed.wait()


async def _advertise(discovery: Discovery, peer: Peer, party: Party, lobby: HostLobby) -> None:
    told: TableAd | None = None
    while True:
        room = lobby.room
        ad = TableAd(
            peer=party.identity.public,
            nick=party.name,
            game=room.game,
            seats=f"{len(room.seats)}/{room.most}",
            flags=finding.PLAYING if room.playing else finding.OPEN,
            port=peer.port,
        )
        if ad != told:
            told = ad
            await discovery.advertise(ad)
        await trio.sleep(AD_EVERY_S)


# --- joining and watching -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Visit:
    """Where to go, and what for.

    Args:
        target: A table's name or fingerprint, an address, or None for the only table there is.
        is_watching: Without a seat.
        wait_s: How long to look for the table.
        interfaces: Addresses or names of the interfaces to keep to.
        listing: The table, where it has been seen already.
    """

    target: str | None
    is_watching: bool
    wait_s: float = finding.LOOK_S
    interfaces: Sequence[str] = ()
    listing: TableListing | None = None


async def visit(front: Front, party: Party, where: Visit) -> ExitCode:
    """Go to a table, sit down or watch, until the end; raises CommandError."""
    flags = (finding.OPEN, finding.PLAYING) if where.is_watching else (finding.OPEN,)
    async with AsyncExitStack() as stack:
        try:
            peer, door = await stack.enter_async_context(guest_peer(party, is_local=False))
        except OSError as error:
            raise wording.no_network(error) from None
        nick = None if where.listing is None else where.listing.nick
        front.connecting(wording.connecting(where.target, nick))
        if where.listing is not None:
            link = await finding.link_to_listed(party.identity, where.listing)
        else:
            link = await finding.link_to(
                party.identity,
                where.target,
                only=where.interfaces,
                flags=flags,
                wait_s=where.wait_s,
            )
        begun = await _in_lobby(front, party, peer, link, is_watching=where.is_watching)
        _join_mesh(peer, door, link, begun)
        return await play(
            front,
            party,
            peer.mesh,
            begun,
            on_session=door.open,
            port=peer.port,
            target=where.target,
        )


async def another_visit(front: Front, party: Party, where: Visit) -> ExitCode:
    """Another match at a table where one has ended, as soon as its host opens it again.

    Raises:
        CommandError: It has not been opened again for a while, or as `visit`.
    """
    until = trio.current_time() + OPENS_AGAIN_S
    while True:
        not_yet: BaseExceptionGroup[CommandError] | None = None
        try:
            return await visit(front, party, where)
        except* CommandError as errors:
            not_yet = errors
        is_closed = not_yet.split(_is_of_the_network)[1] is None
        if not is_closed or trio.current_time() >= until:
            raise not_yet
        await trio.sleep(1)


def _is_of_the_network(error: BaseException) -> bool:
    return isinstance(error, CommandError) and error.code == ExitCode.NETWORK


async def matches(
    front: Front,
    party: Party,
    first: Callable[[Party], Awaitable[ExitCode]],
    again: Callable[[Party], Awaitable[ExitCode]],
) -> ExitCode:
    """One match, and as many more as the player wants."""
    code = await first(party)
    for number in count(2):
        if not front.wants_again:
            break
        front.wants_again = False
        log = party.log
        if log is not None:  # each match has a log of its own
            log = log.with_name(f"{log.stem}-{number}{log.suffix}")
        code = await again(replace(party, log=log))
    return code


class Door:
    """Whose links a guest's peer takes: at first nobody's, then those of `keys`, and once it plays,
    of those who come to watch."""

    def __init__(self) -> None:
        self.keys: set[bytes] = set()
        self._session: Session | None = None

    def open(self, session: Session) -> None:
        """The table's session, which knows who may watch."""
        self._session = session

    def admits(self, key: bytes) -> bool:
        return key in self.keys or (self._session is not None and self._session.admits(key))


@asynccontextmanager
async def guest_peer(
    party: Party, *, is_local: bool, port: int = 0
) -> AsyncIterator[tuple[Peer, Door]]:
    """A peer that takes the links its door admits.

    Args:
        party: Who we are.
        is_local: As `open_peer`.
        port: Where to listen, if it can be had; else on any other.
    """
    door = Door()
    async with AsyncExitStack() as stack:
        try:
            opened = open_peer(
                party.identity, allow=door.admits, greet=adopt, port=port, is_local=is_local
            )
            peer = await stack.enter_async_context(opened)
        except PortBusy:
            opened = open_peer(party.identity, allow=door.admits, greet=adopt, is_local=is_local)
            peer = await stack.enter_async_context(opened)
        yield peer, door


def _join_mesh(peer: Peer, door: Door, link: Link, begun: Begun) -> None:
    """Go on from the host's link alone to links with all seats, without a seat too."""
    door.keys |= {seat.key for seat in begun.seats}
    peer.mesh.adopt(link)
    peer.mesh.set_peers(
        {seat.key: dialable_addresses(seat.addresses, peer.interfaces) for seat in begun.seats}
    )


async def _in_lobby(
    front: Front, party: Party, peer: Peer, link: Link, *, is_watching: bool
) -> Begun:
    """Be the host's guest until the table starts; raises CommandError."""
    acquaintances = Acquaintances(party.peers)
    refused: list[RefusalReason] = []
    host_name = "the host"
    seated_wish: WishKind = "ready" if party.is_ready_at_once else "sit"
    scope = trio.CancelScope()

    def sit() -> None:
        lobby.wish("watch" if is_watching else seated_wish)
        if seated_wish == "sit" and not is_watching:
            front.prompt("Type ready when you are, or leave.")

    def on_room(room: Room) -> None:
        nonlocal host_name
        is_first, host_name = host_name == "the host", room.seats[0].name
        screen.show(room)
        if not is_first:
            return
        worries = () if is_watching else acquaintances.worries(room.seats, party.identity.public)
        for worry in worries:
            front.say(worry)
        if worries and not party.is_ready_at_once:
            screen.ask("Type yes to sit down all the same.", sit)
        else:
            sit()

    def on_refused(reason: RefusalReason) -> None:
        refused.append(reason)
        scope.cancel()

    lobby = GuestLobby(
        link,
        party.identity.public,
        Hello("p2pcards/1", party.name, not party.is_person, peer.addresses),
        on_room=on_room,
        on_refused=on_refused,
    )
    screen = front.open_lobby(
        party.identity.public,
        set_ready=lambda is_ready: lobby.wish("ready" if is_ready else "sit"),
        is_watching=is_watching,
    )
    screen.link_up(link.peer, link.words)
    try:
        with scope:
            return await lobby.run()
    except LinkClosed as closed:
        if refused:
            raise wording.lobby_refusal(refused[0]) from None
        raise wording.host_gone(closed.reason, host_name) from None
    except BadMessage:
        raise wording.host_gone(CloseReason.GARBLED, host_name) from None
    except NotAsShown as error:
        raise CommandError(
            f"{host_name} started another table than the one shown ({error})."
            " This seat has signed nothing.",
            ExitCode.VERIFICATION,
        ) from None
    finally:
        if refused or scope.cancelled_caught:
            await link.close()
    raise wording.lobby_refusal(refused[0])
