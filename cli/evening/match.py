"""A match, from the table's first line to its end for us; and another one, where it is wanted.

The one rule: nothing is decided here. The session decides, the front shows and asks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from cli import paths
from cli.bots.manners import Follower, persons_of
from cli.errors import ExitCode
from cli.evening import failures
from cli.evening.acquaintances import Acquaintances
from cli.evening.front import Front
from cli.evening.party import Party
from cli.files import own_hands
from cli.files.table_files import open_files, take_up
from cli.history.after_match import last_moments
from cli.names import told_apart
from cli.words.en import evening as evening_words
from p2pcards.engine import Seat
from p2pcards.games import GAMES
from protocol.crypto.rng import system_rng
from protocol.net.attendance import Attendance
from protocol.net.conduct.roles import Ending, NotOpened, Observer, Role, Watcher, seated
from protocol.net.files.storage import CannotStore, TableFiles
from protocol.net.joining import Begun
from protocol.net.links.mesh import Mesh
from protocol.net.returning import LeftTable, encode_table
from protocol.net.session import Session
from protocol.table.judge.states import Over
from protocol.table.table import Table


@dataclass(frozen=True, slots=True)
class Return:
    """What is needed to take up a table that we had left: its files, and who is there."""

    left: LeftTable
    files: TableFiles
    attendance: Attendance


async def play(
    front: Front,
    party: Party,
    mesh: Mesh,
    begun: Begun,
    on_session: Callable[[Session], None] = lambda _: None,
    *,
    port: int | None = None,
    target: str | None = None,
    back: Return | None = None,
) -> ExitCode:
    """From the table's first line to its end for us; raises CommandError.

    Args:
        front, party, mesh, begun: Who plays where.
        on_session: Called with the session before it runs.
        port: Where we listen, to go back to the table after a crash; None where nobody can.
        target: What our player has called the table.
        back: The table as we had left it, if we come back; its files are closed at the end.
    """
    identity = party.identity if begun.seat is not None else None
    table = Table(identity, begun.proposal, begun.seat, system_rng)
    acquaintances = Acquaintances(party.peers)
    acquaintances.meet(begun.seats, party.identity.public)
    if back is None:
        files = _begin_files(party, begun, table, port, target)
    else:
        files = back.files
        take_up(table, back.left, files)
    front.last = begun
    may_return = port is not None and _can_go_back(party, begun)
    session = _sit_down(
        front, party, mesh, begun, table, files, acquaintances, back, may_return=may_return
    )
    on_session(session)

    async def until_seen(ending: Ending) -> None:
        how, where = evening_words.last_words(
            ending, has_left=session.is_leaving, deals=files.settled
        )
        won: tuple[str, ...] = ()
        if isinstance(table.referee.state, Over) and party.is_person:
            lost = table.referee.state.between.lost()
            won = last_moments(files.log_path, party.identity.public, lost)
        told = (how, *won, where, paths.shown(files.log_path))
        await front.end_table(ending, told, files.log_path)

    try:
        ending = await session.run(partial(until_seen, Ending.OVER))
    except NotOpened as error:
        files.log_path.unlink(missing_ok=True)  # an opening that failed is nothing to keep
        if session.is_leaving:
            front.say(evening_words.LEFT_BEFORE_OPENING)
            return ExitCode.OK
        raise failures.not_opened(error, told_apart(seat.name for seat in begun.seats)) from None
    except CannotStore as error:
        raise failures.cannot_store(error) from None
    if ending is not Ending.OVER:
        await until_seen(ending)
    is_lost = ending in (Ending.REMOVED, Ending.ALONE)
    return ExitCode.NETWORK if is_lost else ExitCode.OK


def _begin_files(
    party: Party, begun: Begun, table: Table, port: int | None, target: str | None
) -> TableFiles:
    """Files for a table that begins, with what a person needs to go back to it."""
    game = table.referee.proposal.proposal.game
    files = open_files(party, game, begun)
    if port is not None and _can_go_back(party, begun):
        files.keep_first(encode_table(begun, port, files.log_path, target or ""))
    return files


def _can_go_back(party: Party, begun: Begun) -> bool:
    """Whether our key is one that outlives this evening, with a seat."""
    return begun.seat is not None and party.is_person


def _sit_down(
    front: Front,
    party: Party,
    mesh: Mesh,
    begun: Begun,
    table: Table,
    files: TableFiles,
    acquaintances: Acquaintances,
    back: Return | None,
    *,
    may_return: bool,
) -> Session:
    """The session of our seat, shown by the front, and who decides in it: person, bot or nobody."""
    game = GAMES[table.referee.proposal.proposal.game]

    names = told_apart(seat.name for seat in begun.seats)

    def on_first_link(seat: Seat, words: tuple[str, ...]) -> None:
        if acquaintances.is_new(begun.seats[seat].key):
            front.say(evening_words.new_peer(names[seat], words))

    screen = front.open_table(table, is_person=party.is_person, on_first_link=on_first_link)
    role: Role = Watcher(party.name)
    observer: Observer = screen
    if begun.seat is not None and party.is_person:
        own_cards = own_hands.file_of(begun.proposal, party.identity.public)
        role, observer = seated(begun.seat, screen), own_hands.HandsKeeper(screen, game, own_cards)
    elif begun.seat is not None:
        bot = party.bot(game)
        role, observer = seated(begun.seat, bot), Follower(screen, persons_of(begun))
    attendance = Attendance(mesh, begun.mark) if back is None else back.attendance
    session = Session(
        table,
        attendance,
        role=role,
        observer=observer,
        files=files,
        may_return=may_return,
    )
    if isinstance(observer, Follower):
        observer.session = session
    screen.sit_down(session)
    return session


async def matches(
    front: Front,
    party: Party,
    first: Callable[[Party], Awaitable[ExitCode]],
    again: Callable[[Party], Awaitable[ExitCode]],
) -> ExitCode:
    """One match, and as many more as the player wants."""
    front.last = None
    code = await first(party)
    while front.wants_again:
        front.wants_again = False
        code = await again(party)
    return code
