"""The files of a table that we play at or watch: what they are called, and how they are opened.

The one rule: nothing is written over. Where a name is taken the next one is, with a number, and a
table that we come back to goes on in the files it had.
"""

from __future__ import annotations

import errno
import hashlib
import stat
from collections.abc import Iterator
from datetime import date
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryFile

from cli import paths
from cli.errors import cannot_read, cannot_write
from cli.evening import failures
from cli.evening.party import Party
from protocol.net.files.private_files import NotPrivate
from protocol.net.files.storage import CannotStore, InUse, TableFiles
from protocol.net.joining import Begun
from protocol.net.returning import NOTES_SUFFIX, LeftTable
from protocol.table.table import Table


def table_stem(proposal: bytes) -> str:
    """What tells the files of one table from those of another; `proposal` is its log's first line."""
    return hashlib.blake2b(proposal, digest_size=4).hexdigest()


def seat_stem(proposal: bytes, own_key: bytes) -> str:
    """The same for one seat's files, since several seats of a table may be played on one computer."""
    return f"{table_stem(proposal)}-{own_key.hex()[:8]}"


def open_files(party: Party, game: str, begun: Begun) -> TableFiles:
    """The log and the notes of a table that begins; raises CommandError."""
    proposal, is_watching = begun.proposal, begun.seat is None
    game_and_day = f"{game}-{date.today().isoformat()}"
    seat_name = f"{game_and_day}-{seat_stem(proposal, party.identity.public)}"
    log = party.log
    if log is not None:
        log = next(path for path in _numbered(log) if not _is_taken(path))
    else:
        # Another seat of the same table may play on this computer, and a table may be watched twice.
        names = chain(
            (f"{game_and_day}-{table_stem(proposal)}", seat_name),
            (f"{seat_name}-{number}" for number in count(2)),
        )
        logs = (paths.logs_dir() / f"{name}.log" for name in names)
        log = next(log for log in logs if not log.exists())
    # Of an earlier table with the very same proposal the notes may still be wanted.
    notes_name = f"{game_and_day}-{begun.mark.hex()[:8]}-{party.identity.public.hex()[:8]}"
    notes = paths.notes_dir() / f"{notes_name}{NOTES_SUFFIX}"
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
        raise failures.log_exists(Path(error.filename)) from None
    except CannotStore as error:
        raise failures.cannot_store(error) from None


def _numbered(log: Path) -> Iterator[Path]:
    """The name, and with numbers after it: `friday.log`, `friday-2.log` and so on."""
    yield log
    yield from (log.with_name(f"{log.stem}-{number}{log.suffix}") for number in count(2))


def _is_taken(log: Path) -> bool:
    """Whether the file holds something; what is no file is found out when it is opened."""
    try:
        return stat.S_ISREG(log.stat().st_mode) and log.stat().st_size > 0
    except OSError:
        return False


def open_files_again(left: LeftTable) -> TableFiles:
    """The files of a table to which we go back; raises CommandError."""
    try:
        return TableFiles(left.log, left.notes, goes_on=True)
    except InUse:
        raise failures.seat_in_use(left.notes) from None
    except NotPrivate as error:
        raise cannot_read(left.notes, error) from None
    except CannotStore as error:
        raise failures.cannot_store(error) from None


def take_up(table: Table, left: LeftTable, files: TableFiles) -> None:
    """Read them into the table; raises CommandError, and then they are closed."""
    try:
        table.restore(files.take_log_lines(), files.note_lines, left.away_ms)
    except ValueError:
        files.close(forget_notes=False)
        raise failures.log_of_another_table(left.log, left.notes) from None
    files.settled = max(0, table.referee.settled - 1)  # the last result is told again


def check_files(log: Path | None, *, is_watching: bool = False) -> None:
    """Refuse, before anybody has met, files that could not be kept; raises CommandError."""
    if log is None:
        _try_folder(paths.logs_dir())
    else:
        _check_log(log)
    if not is_watching:
        _try_folder(paths.notes_dir(), is_private=True)


def _check_log(log: Path) -> None:
    if not log.parent.is_dir():
        raise cannot_write(log, OSError(errno.ENOENT, ""))
    try:
        log.stat()
        with log.open("ab"):
            pass
    except FileNotFoundError:
        _try_folder(log.parent)
    except OSError as error:
        raise cannot_write(log, error) from None


def _try_folder(folder: Path, *, is_private: bool = False) -> None:
    """Make sure that a file can be made there, by making one that has no name."""
    try:
        if is_private:
            paths.make_private(folder)
        else:
            folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise cannot_write(folder, error) from None
