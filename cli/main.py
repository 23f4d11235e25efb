"""The entry point: finds the command, runs it, and turns however it ends into an exit code.

The one rule: nothing is imported here that `--version` and `--help` do not need.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys

from cli import __version__, errors
from cli.output import OutputFailed, plain, write_line, writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import NoReturn

    from _typeshed import SupportsWrite

    from protocol.faults import Reason

COMMANDS_OF = {
    "playing": {
        "demo": "peers find each other on this machine, play three deals and audit the log",
        "play": "play alone against bots, over the whole protocol, without a network",
        "tour": "see one deal with all cards open, told step by step",
        "host": "open a table on the local network",
        "join": "sit down at a table of the local network",
        "tables": "list the tables of the local network",
        "watch": "follow a table without a seat, verifying it live",
        "bot": "fill a seat without a person",
        "simulate": "let bots play a match over the whole protocol and write its log",
    },
    "logs": {
        "audit": "verify log files, trusting nobody",
        "evenings": "list your past evenings with statistics, and see whether you are unlucky",
        "fairness": "set the cards of many deals beside what a fair deck gives",
        "replay": "tell a recorded match again, with what was verified",
        "report": "write a page with logs inside that checks them and tells the match, in any browser",
        "verify-page": "write the page that checks logs in any browser, without this program",
    },
    "about": {
        "rules": "print the rules of a game",
        "config": "show or change your settings",
        "key": "show your own key, or make one",
        "peers": "list the keys you have met",
        "doctor": "find out why tables or peers are not seen",
        "bench": "measure the proofs, the engine and a whole deal on this machine",
    },
}
"""Every command with its line of help, by the folder of `cli.commands` that its module is in."""

COMMANDS = {name: line for group in COMMANDS_OF.values() for name, line in group.items()}

FIRST_STEPS = """\
first steps:
  p2pcards tour azi     see one deal with all cards open, told step by step
  p2pcards play azi     play alone against bots; 'p2pcards rules azi' tells the rules
  p2pcards host azi     open a table on the local network
  p2pcards join         sit down at one
'p2pcards COMMAND --help' tells about one command."""

WITHOUT_PROOFS = frozenset({"config", "report", "rules", "tour", "verify-page"})
"""Commands that make and check no proofs, and so run on any PyNaCl."""


def module_of(command: str) -> str:
    """The module that a command is in: called as it is, with `_` for `-`."""
    folder = next(folder for folder, names in COMMANDS_OF.items() if command in names)
    return f"cli.commands.{folder}.{command.replace('-', '_')}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that `argv` (default: the command line) names; the exit code."""
    try:
        code = _run(sys.argv[1:] if argv is None else list(argv))
        _flush()
    except SystemExit as ended:  # argparse, after help or a usage error
        return _flushed(ended.code if isinstance(ended.code, int) else errors.ExitCode.USAGE)
    except BaseException as error:
        return _ended_by(error)
    return code


def _run(words: list[str]) -> int:
    name = words[0] if words and words[0] in COMMANDS else None
    if not words:
        make_parser().print_help(sys.stderr)
        return errors.ExitCode.USAGE
    if name is None:
        make_parser().parse_args(words)  # which ends in help, the version or a usage error
        raise AssertionError("argparse lets no other command pass")
    if name not in WITHOUT_PROOFS:
        from cli.library import check_library

        check_library()
    module = importlib.import_module(module_of(name))
    args = make_parser(name, module).parse_args(words)
    try:
        code: int = module.run(args)
    except errors.CommandError as error:
        if error.why is not None and getattr(args, "json", False):
            _give_error(error.why, error.code)
        raise
    return code


def _give_error(why: Reason, code: int) -> None:
    """What ended the command, for programs."""
    from cli.output import Output
    from cli.words.document import reason_document

    document = {"format": "p2pcards-error/1", "fault": reason_document(why), "exit_code": code}
    Output(json=True).give(document)


def make_parser(
    name: str | None = None, module: ModuleType | None = None
) -> argparse.ArgumentParser:
    """The parser, with the arguments of one command only."""
    parser = _Parser(
        prog="p2pcards",
        description="Card games over a local network without a server: shuffled together, proved, signed, audited.",
        epilog=FIRST_STEPS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"p2pcards {__version__}")
    commands = parser.add_subparsers(
        title="commands",
        dest="command",
        metavar="COMMAND",
        required=True,
        parser_class=_CommandParser,
    )
    for each, line in COMMANDS.items():
        command = commands.add_parser(
            each, help=line, description=line[0].upper() + line[1:] + ".", allow_abbrev=False
        )
        if each == name and module is not None:
            module.add_arguments(command)
    return parser


class _Parser(argparse.ArgumentParser):
    """A parser whose words fail where they cannot be written, as everybody's do."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        stream = sys.stderr if file is None else file
        if message and stream is not None:
            with writing():
                stream.write(message)

    def error(self, message: str) -> NoReturn:
        super().error(plain(message))


class _CommandParser(_Parser):
    """The parser of one command: what it does not know, it refuses with its own usage."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return known, unknown


def _flushed(code: int) -> int:
    """The code of a command that is over, unless its last words could not be written."""
    try:
        _flush()
    except OSError as error:
        return _ended_by(error)
    return code


def _flush() -> None:
    with writing():
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()


def _ended_by(error: BaseException) -> int:
    """Say in one sentence what ended the command; the exit code."""
    error = _unwrapped(error)
    if isinstance(error, errors.CommandError):
        return _say(error.sentence, error.code)
    if isinstance(error, KeyboardInterrupt):
        return _say("Stopped.", errors.INTERRUPTED)
    if isinstance(error, OutputFailed):
        _drop_output()
        if error.is_reader_gone:
            return errors.BROKEN_PIPE
        return _say(f"The output failed: {errors.reason_of(error)}.", errors.ExitCode.FAILURE)
    if isinstance(error, OSError) and error.filename is not None:
        return _say(f"{error.filename} failed: {errors.reason_of(error)}.", errors.ExitCode.FAILURE)
    kept = _keep_traceback(error)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return _say(
        f"p2pcards met an error it did not expect ({what}); {kept}.", errors.ExitCode.FAILURE
    )


def _unwrapped(error: BaseException) -> BaseException:
    """The one error inside the groups that nurseries wrap around it."""
    inside: Sequence[BaseException] = getattr(error, "exceptions", ())
    return _unwrapped(inside[0]) if len(inside) == 1 else error


def _say(sentence: str, code: int) -> int:
    try:
        write_line(sys.stderr, sentence)
    except OSError:
        _drop_output()
    return code


def _drop_output() -> None:
    """Point a broken output to nowhere, so that the interpreter does not fail on it again when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _keep_traceback(error: BaseException) -> str:
    """Write the traceback where a bug report can find it; what became of it, as part of a sentence."""
    import traceback

    from cli.paths import crash_file
    from protocol.net.files.private_files import replace_private

    try:
        path = crash_file()
        told = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        replace_private(path, told.encode("utf-8", "backslashreplace"))
    except OSError as failed:
        return f"its traceback could not be written ({errors.reason_of(failed)})"
    return f"its traceback is in {path}"
