"""What a table that has not started says of itself: its rules and clock, its bots, how far it is.

The one rule: pure; the list of tables and the seats say it in the same words.
"""

from __future__ import annotations

from cli.cells import clean
from cli.screen.drawing.laid_over import PagesView
from cli.screen.drawing.spans import Text
from cli.screen.drawing.text import sentence
from cli.words.en import lobby as lobby_words
from p2pcards.engine import TableOptions
from protocol.net.lobby import Room


def clock(left_s: float) -> str:
    """`0:14`."""
    left = max(0, int(left_s + 0.999))
    return f"{left // 60}:{left % 60:02}"


def phase(room: Room) -> str:
    """How far the table is: first who is missing, then who is ready."""
    seated = len(room.seats)
    if seated < room.least:
        return f"{seated} seated, {room.least - seated} more needed"
    return f"{sum(seat.ready for seat in room.seats)} of {seated} ready"


def rules(room: Room) -> tuple[tuple[str, Text], ...]:
    """What is agreed on, each with its label."""
    told = " · ".join(f"{name.replace('_', ' ')} {value}" for name, value in room.options.items())
    turn = f"{room.deadline} s a turn" if room.deadline else "no clock"
    details = [
        ("rules", sentence(told)),
        ("clock", sentence(f"{turn} · {lobby_words.deals_of(room)}")),
    ]
    hosted = sum(seat.hosted for seat in room.seats)
    if hosted:
        host = clean(room.seats[0].name)
        hands = "the bot's hand" if hosted == 1 else "the bots' hands"
        bots = f"{hosted}, run by {host}: that computer could see {hands}"
        details.append(("bots", sentence(bots)))
    return tuple(details)


def options_page(options: TableOptions, scroll: int) -> PagesView:
    """The game's options, each on its line."""
    rows = (sentence(f"{name.replace('_', ' ')}   {value}") for name, value in options.items())
    return PagesView("options", tuple(rows) or (sentence("Not known yet."),), scroll)
