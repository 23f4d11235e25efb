"""What operating systems do differently about files and ports, each difference in one place.

The one rule: nothing here decides anything. Those who use it are the same on every system.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import socket

if sys.platform == "win32":
    AS_IT_IS: Final = os.O_BINARY
    """Open flags: bytes stay what they are."""
    AT_ONCE: Final = os.O_BINARY
    """Open flags: a pipe in a file's place does not keep us waiting, nor become our terminal."""
    NO_LINK: Final = 0
    """Open flags: a link is not followed. Windows lets only administrators make one."""
    READER_GONE: Final = (errno.EPIPE, errno.EINVAL)
    """What writing into a pipe fails with when nobody reads it any more."""
    PORT_TAKEN: Final = (errno.EADDRINUSE, errno.EACCES)
    """What claiming a port fails with that another has. Windows keeps none from its users by its
    number: it denies those that another program or the system itself has set aside."""
else:
    AS_IT_IS: Final = 0
    AT_ONCE: Final = os.O_NONBLOCK | os.O_NOCTTY
    NO_LINK: Final = os.O_NOFOLLOW
    READER_GONE: Final = (errno.EPIPE,)
    PORT_TAKEN: Final = (errno.EADDRINUSE,)


def is_ours(status: os.stat_result) -> bool:
    """Whether the file belongs to us.

    Windows tells no owner here: there a file in our own profile is ours by where it lies.
    """
    if sys.platform != "win32":
        return status.st_uid == os.geteuid()
    else:  # noqa: RET505 - so that each system's own branch is all that is checked for it
        return True


def permissions(status: os.stat_result) -> int:
    """The permission bits.

    Those that Windows tells are made up. There the profile's folder keeps others out, and its files
    inherit that: they count as the owner's alone.
    """
    return 0o600 if sys.platform == "win32" else stat.S_IMODE(status.st_mode)


def lock(descriptor: int) -> bool:
    """Lock the open file for as long as it is open; False where another program has done so."""
    # Read only now: most commands lock nothing.
    from filelock import lock_descriptor

    return lock_descriptor(descriptor, blocking=False)


def claim_port(sock: socket.socket) -> None:
    """Before it is bound: its port shall be ours alone, and ours again right after a restart."""
    import socket

    if sys.platform == "win32":  # there REUSEADDR would let another program take the port over
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def sync_folder(folder: Path) -> None:
    """Have a new name in the folder on the disk. Windows writes it by itself, and opens no folders."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
