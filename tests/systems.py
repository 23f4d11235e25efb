"""What some systems have not, as marks for the tests that need it: each skip says in a sentence why.

The one rule: a mark names what is missing, never merely the system; the promise that the test holds
is then either kept there by other means or told in docs/platforms.md.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import psutil
import pytest

_WINDOWS = sys.platform == "win32"


def open_files() -> int:
    """How many files and the like this program holds open; Windows opens some by itself, and tells 0."""
    return 0 if _WINDOWS else int(psutil.Process().num_fds())


needs_modes = pytest.mark.skipif(
    _WINDOWS, reason="Windows has no such permission bits: the profile's folder keeps others out"
)
needs_named_pipes = pytest.mark.skipif(_WINDOWS, reason="Windows has no pipes among its files")
needs_links = pytest.mark.skipif(_WINDOWS, reason="on Windows only administrators make links")
needs_unlinking_of_open_files = pytest.mark.skipif(
    _WINDOWS, reason="Windows lets nobody remove a file that somebody has open"
)
needs_paths_of_any_bytes = pytest.mark.skipif(_WINDOWS, reason="paths are text on Windows")


needs_signals = pytest.mark.skipif(
    _WINDOWS, reason="Windows has no such signals to end a program by"
)
needs_streams_closed_from_the_start = pytest.mark.skipif(
    _WINDOWS, reason="on Windows nothing starts a program with its streams closed"
)
needs_folders_of_xdg = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has folders by XDG; others have their own"
)
needs_a_tilde = pytest.mark.skipif(_WINDOWS, reason="Windows' shells know no ~")
needs_a_terminal_of_bytes = pytest.mark.skipif(
    _WINDOWS, reason="Windows' console gives keys, not bytes that mean them"
)
needs_a_full_disk = pytest.mark.skipif(
    # Wine shows the one of the system below, and takes what is written there.
    _WINDOWS or not Path("/dev/full").exists(),
    reason="the system has no /dev/full",
)
needs_bash = pytest.mark.skipif(
    _WINDOWS or shutil.which("bash") is None, reason="there is no bash here"
)
needs_locales = pytest.mark.skipif(_WINDOWS, reason="Windows' console takes any text")
