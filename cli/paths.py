"""Where things lie on the disk: settings, logs, keys.

The one rule: every path that the program chooses by itself comes from here. `P2PCARDS_HOME`, where
it is set, holds all of them; else the XDG folders do.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from cli.errors import CommandError

HOME_VARIABLE = "P2PCARDS_HOME"


def _folder(kind: str) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(home) / kind
    from platformdirs import PlatformDirs  # not needed for --help

    named = os.environ.get(f"XDG_{kind.upper()}_HOME", "").strip()
    found = None
    if Path(named).is_absolute() or _has_home():
        with suppress(RuntimeError):  # it finds no home
            found = getattr(PlatformDirs("p2pcards", appauthor=False), f"user_{kind}_path")
    if found is None or not found.is_absolute():
        raise CommandError(
            "You have no home folder to keep your key, settings and logs in. Set HOME to its whole path,"
            f" or {HOME_VARIABLE} to a folder of your own."
        )
    return Path(found)


def _has_home() -> bool:
    """Whether the user has a home folder whose place does not depend on where the program was started."""
    name = "USERPROFILE" if sys.platform == "win32" else "HOME"
    return Path(os.environ.get(name, os.path.expanduser("~"))).is_absolute()


def shown(path: Path) -> str:
    """A path as people read and type it: short, with `~` for their home folder.

    But whole on Windows, whose shells know no `~`.
    """
    if sys.platform != "win32":
        with suppress(ValueError, RuntimeError):
            return f"~/{path.relative_to(Path.home())}"
    return str(path)


def make_private(folder: Path) -> None:
    """Make a folder, and the program's own folder above it, that nobody else may look into.

    Raises OSError.
    """
    for one in (folder.parent, folder):
        one.mkdir(mode=0o700, parents=True, exist_ok=True)
        if one.stat().st_mode & 0o077:  # an earlier version left it open to others
            one.chmod(0o700)


def key_file() -> Path:
    """The player's own key; nobody else may read it."""
    return _folder("config") / "key"


def config_file() -> Path:
    """The player's settings."""
    return _folder("config") / "config.toml"


def logs_dir() -> Path:
    """Public logs of the tables played at."""
    return _folder("data") / "logs"


def known_peers_file() -> Path:
    """Keys met before."""
    return _folder("state") / "known-peers"


def joined_addresses_file() -> Path:
    """Addresses at which tables were joined."""
    return _folder("state") / "addresses"


def notes_dir() -> Path:
    """Private notes of tables under way: the deals' secrets, kept until a deal is over."""
    return _folder("state") / "notes"


def hands_dir() -> Path:
    """Which cards our own seats were dealt, table by table, for their replays."""
    return _folder("state") / "hands"


def marks_dir() -> Path:
    """How far logs have been verified, for `audit --continue`."""
    return _folder("state") / "audited"


def crash_file() -> Path:
    """The last unexpected error's traceback."""
    return _folder("state") / "crash.txt"
