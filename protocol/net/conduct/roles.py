"""Who is at a table, what they see of it, and how it ends for them.

The one rule: what host, guest and watcher do differently is said here, once, by their types.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, Protocol, TypeAlias

from p2pcards.engine import Action, AnyView, Seat
from protocol.faults import Code, CodedError, Reason
from protocol.log.rounds import Place
from protocol.table.notices import Notice

OPENING_LIMIT_S: Final = 30.0
HOSTS_OPENING_LIMIT_S: Final = 20.0
"""How long the table's opening may take. Nobody can be voted out of it, so somebody must give up: the
host first, so that its lobby is open again when the others come back to it."""

HOST_SEAT: Final[Seat] = 0


class Ending(StrEnum):
    """How a session came to its end."""

    OVER = "over"
    """The match is over."""
    LEFT = "left"
    """Left, and the others know."""
    LOOKED_ON = "looked_on"
    """Watched no longer."""
    LEFT_UNHEARD = "left_unheard"
    """Left, and nobody confirmed it in time."""
    REMOVED = "removed"
    """The others go on without this seat."""
    ALONE = "alone"
    """Nobody else can be reached any more."""
    PAUSED = "paused"
    """Gone in a pause: the seat stays taken."""


class NotOpened(CodedError):
    """The table did not open: nothing was at stake yet.

    Args:
        missing: Seats that had not spoken when patience ended; empty where one was caught instead.
    """

    def __init__(self, missing: tuple[Seat, ...]) -> None:
        super().__init__(Code.OPENING_GIVEN_UP, *missing)
        self.missing = missing


@dataclass(frozen=True, slots=True)
class Look:
    """The table as it stands between two steps, safe to keep.

    Args:
        view: What our seat knows of the deal under way.
        turn: Where our player must decide; None if it need not.
        limit_ms: When our own program decides for it, on trio's clock; None without a clock.
        waiting_for: Seats that the table waits for.
        awaited_limit_ms: When their programs decide for them, on trio's clock; None without a clock.
        linked: Seats to which there is a link.
        leaving: Other seats that have said that they leave; the log shows it at their next turn.
        opens_until_ms: When the opening is given up, on trio's clock; None once the table is open.
        pausing: Seats that agree to a pause after this deal, as far as they have said so; ours too.
        is_paused: All have agreed to a pause, and it is not over yet.
    """

    view: AnyView | None
    turn: Place | None
    limit_ms: int | None
    waiting_for: tuple[Seat, ...]
    linked: frozenset[Seat]
    is_over: bool
    has_left: bool
    next_tick_ms: int | None
    awaited_limit_ms: int | None = None
    leaving: frozenset[Seat] = frozenset()
    opens_until_ms: int | None = None
    pausing: frozenset[Seat] = frozenset()
    is_paused: bool = False


class Player(Protocol):
    """Whoever decides for a seat."""

    async def decide(self, view: AnyView, limit_ms: int | None) -> Action:
        """A legal action; cancelled when it is no longer wanted.

        Args:
            view: What the seat knows.
            limit_ms: When the program will decide instead, on trio's clock; None = never.
        """
        ...


class Observer(Protocol):
    """Whoever shows what happens. All calls are made between two steps and must return at once.

    `heard` is talk of a seat, `overheard` that of a spectator, who has a key and calls itself so.
    """

    def told(self, notice: Notice) -> None: ...
    def heard(self, seat: Seat, text: str) -> None: ...
    def overheard(self, key: bytes, name: str, text: str) -> None: ...
    def refused(self, seat: Seat, reason: Reason) -> None: ...
    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None: ...
    def link_down(self, seat: Seat) -> None: ...
    def looked(self, look: Look) -> None: ...


class Silent:
    """An observer that shows nothing; the base of those that show something."""

    def told(self, notice: Notice) -> None: ...
    def heard(self, seat: Seat, text: str) -> None: ...
    def overheard(self, key: bytes, name: str, text: str) -> None: ...
    def refused(self, seat: Seat, reason: Reason) -> None: ...
    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None: ...
    def link_down(self, seat: Seat) -> None: ...
    def looked(self, look: Look) -> None: ...


@dataclass(frozen=True, slots=True)
class Host:
    """Who offered the table. Its lobby is where the others come back to, so it gives up first."""

    player: Player
    opening_limit_s: ClassVar[float] = HOSTS_OPENING_LIMIT_S

    def missing_without(self, gone: Seat, waiting_for: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Whom the opening misses when a seat has gone."""
        return (gone,)


@dataclass(frozen=True, slots=True)
class Guest:
    """Who came to it. When the host goes, it is because the host misses somebody else."""

    player: Player
    opening_limit_s: ClassVar[float] = OPENING_LIMIT_S

    def missing_without(self, gone: Seat, waiting_for: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Whom the opening misses when a seat has gone."""
        return waiting_for if gone == HOST_SEAT and waiting_for else (gone,)


@dataclass(frozen=True, slots=True)
class Watcher:
    """Who has no seat: nobody waits for it, and of its leaving nobody has to know.

    Args:
        name: Under which it talks.
    """

    name: str
    opening_limit_s: ClassVar[float] = OPENING_LIMIT_S


Seated: TypeAlias = Host | Guest
Role: TypeAlias = Seated | Watcher


def seated(seat: Seat, player: Player) -> Seated:
    """The role of whoever sits there."""
    return Host(player) if seat == HOST_SEAT else Guest(player)
