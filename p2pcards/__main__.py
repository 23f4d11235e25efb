"""The command `p2pcards`, also as `python -m p2pcards`: the door.

The one rule: nothing of `cli` or `protocol` runs before this Python is known to be new enough for
them (any since 3.7 can read this file), and they to be ours. Their names are common, and in an
environment that is shared another project's package may stand in their place.
"""

from __future__ import annotations

import sys
from importlib import import_module

OURS = "p2pcards"
OLDEST_PYTHON = (3, 11)


def main() -> int:
    """Run the command; the exit code."""
    if sys.version_info < OLDEST_PYTHON:
        wanted, found = (".".join(map(str, v[:3])) for v in (OLDEST_PYTHON, sys.version_info))
        sys.stderr.write(f"p2pcards needs Python {wanted} or newer; this is {found}.\n")
        return 1
    for name in ("protocol", "cli"):
        stranger = _stranger(name)
        if stranger is not None:
            sys.stderr.write(
                f"Another package called '{name}' hides the one of p2pcards ({stranger}). Install"
                " p2pcards in an environment of its own, with pipx or in a fresh venv.\n"
            )
            return 1
    from cli.main import main as run

    return run()


def _stranger(name: str) -> str | None:
    """Where the package comes from if it is not ours, as far as it says; None where it is ours."""
    try:
        package = import_module(name)
    except Exception as error:  # a stranger's code may fail in any way
        return f"{type(error).__name__}: {error}"
    if getattr(package, "DIST", None) == OURS:
        return None
    return str(getattr(package, "__file__", None) or "a folder of that name")


if __name__ == "__main__":
    sys.exit(main())
