"""`p2pcards verify-page`: writes the page that checks logs in any browser, without this program."""

from __future__ import annotations

import argparse
from pathlib import Path

from cli.errors import ExitCode, cannot_write
from cli.output import Output
from cli.pages import verify_page
from cli.words.en.commands import report as said


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("p2pcards-verify.html"),
        metavar="FILE",
        help="where it goes (p2pcards-verify.html); overwritten",
    )


def run(args: argparse.Namespace) -> int:
    try:
        args.out.write_text(verify_page(), "utf-8", newline="\n")
    except OSError as error:
        raise cannot_write(args.out, error) from None
    Output().say(said.written(str(args.out)))
    return ExitCode.OK
