"""What stops an evening, as the error that a command ends with: a sentence, an exit code, a fault.

The one rule: which code it ends with is said here, and the sentence in `cli.words`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cli.errors import CommandError, ExitCode, NothingSeen, TableNotOpened, cannot_write, reason_of
from cli.evening.conduct.listed import Obstacle
from cli.words.en import evening as evening_words
from cli.words.en import finding as finding_words
from cli.words.en import lobby as lobby_words
from protocol.faults import Code, Reason
from protocol.net.conduct.roles import NotOpened
from protocol.net.files.storage import CannotStore, DiskFull
from protocol.net.finding.addresses import DialFailed
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.finding.listings import TableListing
from protocol.net.links.listener import PortBusy
from protocol.net.lobby import NotAsShown, RefusalReason
from protocol.table.judge.setting import BadProposal

# --- finding a table ------------------------------------------------------------------------------


def no_address(text: str) -> CommandError:
    return CommandError(finding_words.no_address(text), ExitCode.USAGE)


def not_reached(whom: str, failed: DialFailed) -> CommandError:
    told = finding_words.not_reached(whom, failed.reason, {fault for _, fault in failed.attempts})
    return CommandError(told, ExitCode.NETWORK, failed.reason)


def no_table_found(wanted: str | None, waited_s: float, fault: Reason | None) -> NothingSeen:
    return NothingSeen(
        finding_words.no_table_found(wanted, waited_s, fault), ExitCode.NETWORK, fault
    )


def offering(nothing: NothingSeen, joined: Sequence[str]) -> NothingSeen:
    """No table is seen, with the addresses at which tables were joined before."""
    if not joined:
        return nothing
    told = f"{nothing.sentence} {finding_words.addresses_used(joined)}"
    return NothingSeen(told, nothing.code, nothing.why)


def several_tables(listings: Sequence[TableListing]) -> CommandError:
    return CommandError(finding_words.several_tables(listings), ExitCode.USAGE)


def cannot_join(hindered: Sequence[tuple[TableListing, Obstacle]]) -> CommandError:
    """These are the tables that were meant, and nobody can sit down at any of them."""
    return CommandError(finding_words.cannot_join(hindered, own_interfaces()), ExitCode.NETWORK)


# --- opening and joining one ----------------------------------------------------------------------


def port_busy(error: PortBusy) -> CommandError:
    told = finding_words.port_busy(error.port, is_forbidden=error.is_forbidden)
    return CommandError(told, ExitCode.NETWORK, error.reason)


def no_network(error: OSError) -> CommandError:
    return CommandError(finding_words.no_network(reason_of(error)), ExitCode.NETWORK)


def table_refused(error: BadProposal) -> CommandError:
    return CommandError(lobby_words.table_refused(error.reason), ExitCode.USAGE)


def lobby_refusal(reason: RefusalReason) -> CommandError:
    return CommandError(lobby_words.refusal(reason), ExitCode.NETWORK)


def host_lost(host: str) -> TableNotOpened:
    """The link to the host's lobby has ended by no will of the host."""
    return TableNotOpened(lobby_words.host_lost(host), ExitCode.NETWORK)


def host_gone(code: Code, host: str) -> CommandError:
    return CommandError(lobby_words.host_gone(code, host), ExitCode.NETWORK, Reason(code))


def another_table_started(host: str, error: NotAsShown) -> CommandError:
    told = lobby_words.another_table_started(host, error.reason)
    return CommandError(told, ExitCode.VERIFICATION)


def not_opened(error: NotOpened, names: Sequence[str]) -> TableNotOpened:
    told = lobby_words.not_opened([names[seat] for seat in error.missing])
    return TableNotOpened(told, ExitCode.NETWORK, error.reason)


# --- files ----------------------------------------------------------------------------------------


def seat_in_use(notes: Path) -> CommandError:
    return CommandError(evening_words.seat_in_use(str(notes)))


def log_of_another_table(log: Path, notes: Path) -> CommandError:
    return CommandError(evening_words.log_of_another_table(str(log), str(notes)))


def log_exists(path: Path) -> CommandError:
    return CommandError(evening_words.log_exists(str(path)))


def cannot_store(error: CannotStore) -> CommandError:
    if isinstance(error, DiskFull):
        return CommandError(evening_words.no_room_left(str(error.path)), why=error.reason)
    refused = cannot_write(error.path, OSError(error.errno, ""))
    return CommandError(refused.sentence, why=error.reason)
