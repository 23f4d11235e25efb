"""The story of a table while it is played: its notices as sentences for people.

The one rule: all at the table read the same story, one event one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from cli import wording, words
from cli.words.en import telling
from p2pcards.engine import Acted, Cause, Game, Seat
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
    PreparationBegins,
    RolledBack,
    SeatOut,
    SharesVerified,
    Shuffled,
    ShufflesVerified,
    StakesPaid,
    Suspended,
    TableOpened,
    WaitingFor,
)


class Teller:
    """Makes sentences of a table's notices, one event one line.

    Args:
        game: The game.
        names: Players, in seat order; our own seat is called by its name too, so that all at the
            table read the same story.
    """

    def __init__(self, game: Game[Any], names: Sequence[str]) -> None:
        self._game = game
        self._names = tuple(names)
        self._proved: set[Seat] = set()
        self._shuffles: dict[int, int] = {}
        self._rests_at: object = None

    def tell(self, notice: Notice) -> tuple[str, ...]:
        """What people should read of it; often nothing."""
        names = self._names
        match notice:
            case TableOpened():
                all_ = telling.in_words_of(len(names), len(names)).capitalize()
                return (f"{all_} have signed the table.",)
            case PreparationBegins(deal, attempt, seats, ahead=False):
                anew = "anew " if attempt else ""
                who = telling.listed(names[seat] for seat in seats)
                return (f"The deck of deal {deal} is made {anew}by {who}.",)
            case ShufflesVerified(deal, seats):
                self._shuffles[deal] = len(seats)
                return ()
            case DeckReadied(deal, seats):
                shuffles = self._shuffles.pop(deal, len(seats))
                proved = f"{telling.in_words(shuffles)} shuffles, all proved"
                return (f"The deck of deal {deal} is ready: {proved}.",)
            case ClaimVerified(seat, _):
                self._proved.add(seat)
                return ()
            case Happened(before, event, after):
                story = words.story(self._game, before, event, after, names)
                if isinstance(event, Acted) and event.seat in self._proved:
                    self._proved.clear()
                    return (_with_mark(story[0], "proved"), *story[1:]) if story else ()
                return story
            case SeatOut(_, _, seat, cause, reason, rule):
                return (_seat_out(names[seat], cause, words.reason(reason, rule)),)
            case DealSettled(deal, standings, signers):
                by = telling.in_words_of(len(signers), len(names))
                signed = f"The result of deal {deal} is signed by {by}"
                return (f"{signed}: {telling.scored(names, standings)}.",)
            case WaitingFor(_, seats):
                return (wording.waits_for([names[seat] for seat in seats]),)
            case MatchOver():
                return (wording.match_over(names, notice),)
            case Suspended(place, missing):
                if self._rests_at == place:
                    return ()
                self._rests_at = place
                silent = telling.listed(names[seat] for seat in missing)
                verb = "is" if len(missing) == 1 else "are"
                return (f"{silent} {verb} silent and too few are left to decide. The table rests.",)
            case RolledBack(_, seat):
                return (
                    f"{names[seat]} has signed two different things for one moment; both are in the log.",
                    f"The table goes back to that moment and on without {names[seat]}.",
                )
            case PreparationBegins() | KeysCommitted() | KeysVerified() | Shuffled():
                return ()
            case StakesPaid() | SharesVerified() | CardsVerified():
                return ()
            case _:
                assert_never(notice)


def _with_mark(sentence: str, mark: str) -> str:
    return f"{sentence.removesuffix('.')}: {mark}."


def _seat_out(name: str, cause: Cause, reason: str) -> str:
    match cause:
        case Cause.SILENT:
            return f"{name} has been silent too long; the others have signed that."
        case Cause.LEFT:
            return f"{name} has left the table."
        case Cause.CAUGHT:
            return f"What {name} sent is refused: {reason}. The evidence is in the log."
        case _:
            assert_never(cause)
