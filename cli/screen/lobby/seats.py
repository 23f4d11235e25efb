"""The seats of a table that has not started, as they are shown, and what has to be known of them.

The one rule: pure. How well a key is known is said in the same words beside the name and beneath.
"""

from __future__ import annotations

from typing import Final

from cli.cells import clean
from cli.evening.comparing import Comparing
from cli.evening.conduct import room as rooms
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import sentence, span
from cli.screen.lobby.entry import day
from cli.screen.lobby.view import SeatRow
from cli.words.en import evening as evening_words
from cli.words.phrase import Mark
from protocol.net.lobby import Room, SeatInfo

SAME: Final = "both must read the same:"


def name_here(room: Room, seat: SeatInfo) -> str:
    """What a player is called here, where another may have the same name."""
    seats = rooms.names_apart(room).seats
    return clean(next((one.name for one in seats if one.key == seat.key), seat.name))


def seat_rows(room: Room, comparing: Comparing, own_key: bytes) -> tuple[SeatRow, ...]:
    """All seats, the free ones last."""
    rows = [
        SeatRow(
            number=number,
            name=name_here(room, seat),
            is_ready=seat.ready,
            kind=_kind(seat, own_key),
            mark=_shown_mark(seat, comparing),
            known=_known(seat, comparing),
        )
        for number, seat in enumerate(room.seats, start=1)
    ]
    free = range(len(rows) + 1, room.most + 1)
    return (*rows, *(SeatRow(number, "", is_free=True) for number in free))


def _kind(seat: SeatInfo, own_key: bytes) -> str:
    if seat.key == own_key:
        return "you"
    if seat.hosted:
        return "bot of the host"
    return "bot" if seat.bot else ""


def _shown_mark(seat: SeatInfo, comparing: Comparing) -> Mark | None:
    mark = comparing.mark(seat)
    is_agreed = mark is Mark.CLAIMED and comparing.has_agreed(seat)
    return Mark.CHECKED if is_agreed else mark


def _known(seat: SeatInfo, comparing: Comparing) -> str:
    """How well the seat's key is known, in words."""
    match comparing.mark(seat):
        case None:
            return ""
        case Mark.CHECKED:
            return "met before"
        case Mark.REFUSED:
            return "changed key"
        case _:
            return "words match" if comparing.has_agreed(seat) else "new to you"


def notices(room: Room, comparing: Comparing) -> tuple[Text, ...]:
    """Whose key has changed, and the words that are to be compared."""
    told: list[Text] = []
    for seat in comparing.strangers(room):
        words = comparing.words(seat)
        if comparing.mark(seat) is Mark.REFUSED:
            last = day(comparing.changed(seat))
            told.append(sentence(evening_words.changed_key(clean(seat.name), last), Role.BAD))
        if words is not None:
            # The words have a row of their own, so that they are never broken.
            told.append(sentence(f"Compare with {name_here(room, seat)} by voice, {SAME}"))
            told.append(span(f"  {' '.join(words)}.", Role.HEADING))
    return tuple(told)
