"""`p2pcards report LOG`: writes a page with logs inside, which checks them and tells the match."""

from __future__ import annotations

import argparse
from pathlib import Path

from cli.errors import CommandError, ExitCode, cannot_write
from cli.files.logs import read_log
from cli.output import Output
from cli.pages import page_with
from cli.words.en.commands import report as said

SIZE_LIMIT = 1 << 26
"""What a browser on a phone still opens: some thousand deals."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("logs", type=Path, nargs="+", metavar="LOG", help="log files")
    parser.add_argument(
        "--html", type=Path, required=True, metavar="FILE", help="where the page goes; overwritten"
    )


def run(args: argparse.Namespace) -> int:
    if any(_is_same(log, args.html) for log in args.logs):
        raise CommandError(said.is_one_of_the_logs(str(args.html)))
    logs = [(log.name, read_log(log)) for log in args.logs]
    if sum(len(data) for _, data in logs) > SIZE_LIMIT:
        raise CommandError(said.too_large(SIZE_LIMIT))
    try:
        args.html.write_text(page_with(logs), "utf-8", newline="\n")
    except OSError as error:
        raise cannot_write(args.html, error) from None
    Output().say(said.written_with_logs(str(args.html)))
    return ExitCode.OK


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
