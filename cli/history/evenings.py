"""One evening out of one log: what was played with whom, and how it stood at the end.

The one rule: of a log the first line and the signed results are read and nothing else, line by line,
so that a hundred logs take no longer than their bytes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from cli.errors import CommandError
from cli.files.logs import open_log
from p2pcards.engine import AnyGame, BadOptions, Seat, TableOptions
from p2pcards.games import GAMES
from protocol.wire.codec import LINE_LIMIT, BadLine, decode_line
from protocol.wire.entries import Proposal, Result

_RESULT: Final = b'{"e":{"t":"result",'
_DAY: Final = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")


@dataclass(frozen=True, slots=True)
class Evening:
    """A table, as one log tells of it.

    Args:
        file: The log.
        day: When it was played, as an ISO day: from the file's name, else when it was written last.
        proposal: The log's first line, without the newline.
        game: What was played.
        options: All options of the table.
        keys, names: The players, in seat order.
        seat: Ours; None where our key has none.
        start: Chips or points of each seat before the first deal.
        results: The same after each deal whose result is signed, with its number, in order.
    """

    file: Path
    day: str
    proposal: bytes
    game: AnyGame
    options: TableOptions
    keys: tuple[bytes, ...]
    names: tuple[str, ...]
    seat: Seat | None
    start: tuple[int, ...]
    results: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def deals(self) -> int:
        """How many deals are settled."""
        return self.results[-1][0] if self.results else 0

    @property
    def standings(self) -> tuple[int, ...]:
        """Chips or points of each seat after the last of them."""
        return self.results[-1][1] if self.results else self.start

    @property
    def is_played(self) -> bool:
        """Whether we have played at least one deal of it."""
        return self.seat is not None and self.deals > 0

    def won(self, seat: Seat) -> int:
        """What the seat has won or lost from the first deal to the last result."""
        return self.standings[seat] - self.start[seat]

    def place(self, seat: Seat) -> int:
        """Its place at the end, from 1; who stands alike shares the better one."""
        return 1 + sum(other > self.standings[seat] for other in self.standings)


def read_evening(file: Path, own_key: bytes | None) -> Evening:
    """The evening that a log tells of; raises CommandError where it is no log of a game we know."""
    with open_log(file) as log:
        written = date.fromtimestamp(file.stat().st_mtime)
        first = log.readline(LINE_LIMIT + 1).rstrip(b"\n")
        proposal, game = _proposal(first, file)
        results = _results(log, len(proposal.seats))
    keys = tuple(record.key for record in proposal.seats)
    day = _DAY.search(file.name)
    try:
        start = game.standings(game.new_match(game.options(proposal.options), len(keys)))
    except BadOptions:
        raise _no_evening(file) from None
    return Evening(
        file=file,
        day=day[0] if day else written.isoformat(),
        proposal=first,
        game=game,
        options=proposal.options,
        keys=keys,
        names=tuple(record.name for record in proposal.seats),
        seat=keys.index(own_key) if own_key in keys else None,
        start=start,
        results=results,
    )


def _proposal(line: bytes, file: Path) -> tuple[Proposal, AnyGame]:
    with suppress(BadLine):
        entry = decode_line(line)[0].entry
        if isinstance(entry, Proposal) and entry.game in GAMES:
            game = GAMES[entry.game]
            if game.least_seats <= len(entry.seats) <= game.most_seats:
                return entry, game
    raise _no_evening(file)


def _no_evening(file: Path) -> CommandError:
    return CommandError(f"{file} tells of no evening; 'p2pcards audit' says what is wrong with it.")


def _results(lines: Iterable[bytes], seats: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """What stood after each deal, as most of its signers say."""
    said: dict[int, Counter[tuple[int, ...]]] = {}
    for line in lines:
        if not line.startswith(_RESULT) or not line.endswith(b"\n"):
            continue
        with suppress(BadLine):
            entry = decode_line(line[:-1])[0].entry
            if isinstance(entry, Result) and len(entry.standings) == seats:
                said.setdefault(entry.deal, Counter())[entry.standings] += 1
    return tuple((deal, said[deal].most_common(1)[0][0]) for deal in sorted(said))


def of_different_tables(evenings: Iterable[Evening]) -> tuple[Evening, ...]:
    """Each table once, by its fullest log; the earliest day first."""
    best: dict[bytes, Evening] = {}
    for one in evenings:
        known = best.get(one.proposal)
        if known is None or (known.seat is not None, known.deals) < (
            one.seat is not None,
            one.deals,
        ):
            best[one.proposal] = one
    return tuple(sorted(best.values(), key=lambda one: (one.day, one.file.name)))
