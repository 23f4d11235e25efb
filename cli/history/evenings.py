"""One evening read out of one log.

The one rule: of a log the first line and the signed results are read and nothing else, line by line,
so that a hundred logs take no longer than their bytes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final

from cli.errors import CommandError
from cli.files.logs import open_log
from cli.history.evening import Evening
from cli.words.en.history import no_evening
from p2pcards.engine import AnyGame, BadOptions
from p2pcards.games import GAMES
from protocol.wire.codec import LINE_LIMIT, BadLine, decode_line
from protocol.wire.entries import Proposal, Result

_RESULT: Final = b'{"e":{"t":"result",'
_DAY: Final = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")


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
    return CommandError(no_evening(str(file)))


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
