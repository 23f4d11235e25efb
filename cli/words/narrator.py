"""What there is to tell of a table: its notices as facts, in the order in which they come.

The one rule: one event is told once. Whoever is out of a deal that is played is told by the game,
with what it costs; the table tells it only where the game does not.
"""

from __future__ import annotations

from typing import assert_never

from cli.words import facts as said
from p2pcards.engine import Acted, AnyGame, Cause, Out, Seat
from p2pcards.facts import OutOfDeal
from protocol.table.notices import (
    CardsVerified,
    ClaimVerified,
    DealSettled,
    DeckReadied,
    Happened,
    KeysCommitted,
    KeysVerified,
    MatchOver,
    Notice,
    PauseEnded,
    PreparationBegins,
    RolledBack,
    SeatOut,
    SharesVerified,
    Shuffled,
    ShufflesVerified,
    StakesPaid,
    Suspended,
    TableOpened,
    TablePaused,
    WaitingFor,
)

DETAILS = (said.KeysShown, said.HasShuffled, said.ShufflesProved)
"""Steps of making a deck, for whoever looks at each of them."""


class Narrator:
    """Makes facts of notices.

    Args:
        game: The game.
        seats: How many sit at the table.
    """

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._game = game
        self._seats = seats
        self._proved: set[Seat] = set()
        self._shuffles: dict[int, int] = {}
        self._rests_at: object = None
        self._gone: set[Seat] = set()

    def tell(self, notice: Notice) -> tuple[object, ...]:
        """The facts of one notice; often none."""
        match notice:
            case TableOpened():
                return (said.TableSigned(self._seats),)
            case PreparationBegins(deal, attempt, seats, ahead=False):
                return (said.DeckBegun(deal, seats, is_again=bool(attempt)),)
            case KeysVerified():
                return (said.KeysShown(),)
            case Shuffled(_, seat):
                return (said.HasShuffled(seat),)
            case ShufflesVerified(deal, seats):
                self._shuffles[deal] = len(seats)
                return (said.ShufflesProved(),)
            case DeckReadied(deal, seats):
                return (said.DeckReady(deal, self._shuffles.pop(deal, len(seats))),)
            case ClaimVerified(seat, _):
                self._proved.add(seat)
                return ()
            case Happened():
                return self._happened(notice)
            case SeatOut():
                return self._seat_out(notice)
            case DealSettled(deal, standings, signers):
                self._gone.clear()
                return (said.ResultSigned(deal, standings, len(signers)),)
            case WaitingFor(_, seats):
                return (said.DealNeeds(seats),)
            case TablePaused(deal, seats):
                return (said.Paused(deal, seats),)
            case PauseEnded(deal):
                return (said.PauseOver(deal),)
            case MatchOver(deals, standings, lost):
                return (said.MatchEnded(deals, standings, tuple(lost)),)
            case Suspended(place, missing):
                if self._rests_at == place:
                    return ()
                self._rests_at = place
                return (said.TableRests(missing),)
            case RolledBack(_, seat):
                return (said.TwoVersions(seat), said.GoesBack(seat))
            case PreparationBegins() | KeysCommitted():
                return ()
            case StakesPaid() | SharesVerified() | CardsVerified():
                return ()
            case _:
                assert_never(notice)

    def _happened(self, notice: Happened) -> tuple[object, ...]:
        facts = self._game.facts(notice.before, notice.event, notice.after)
        match notice.event:
            case Acted(seat) if facts and seat in self._proved:
                self._proved.clear()
                return (said.Proved(facts[0]), *facts[1:])
            case Out(causes):
                self._gone |= {seat for seat, _ in causes}
                # Of who is caught more is told than the game knows.
                return tuple(fact for fact in facts if not _is_caught(fact))
            case _:
                return facts

    def _seat_out(self, notice: SeatOut) -> tuple[object, ...]:
        seat = notice.seat
        if notice.cause is Cause.CAUGHT:
            return (said.Refused(seat, notice.reason, notice.rule),)
        if seat in self._gone:
            return ()
        return (said.NotDealtIn(seat, notice.deal, notice.cause),)


def _is_caught(fact: object) -> bool:
    return isinstance(fact, OutOfDeal) and fact.cause is Cause.CAUGHT
