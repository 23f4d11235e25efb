"""The player's own key, with sentences for everything that can be wrong with its file."""

from __future__ import annotations

from cli.errors import CommandError, cannot_read, cannot_write
from cli.paths import key_file
from protocol.crypto.identity import Identity
from protocol.net.keyfile import (
    KeyFileBad,
    KeyFileOpen,
    load_identity,
    load_or_create_identity,
)


def find_identity() -> Identity | None:
    """The key, or None where none has been made; raises CommandError."""
    path = key_file()
    try:
        return load_identity(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise cannot_read(path, error) from None
    except (KeyFileOpen, KeyFileBad) as error:
        raise _refused(error) from None


def find_or_make_identity() -> tuple[Identity, bool]:
    """The key, made now where there is none, and whether it is new; raises CommandError."""
    path = key_file()
    try:
        return load_or_create_identity(path)
    except OSError as error:
        raise cannot_write(path, error) from None
    except (KeyFileOpen, KeyFileBad) as error:
        raise _refused(error) from None


def _refused(error: KeyFileOpen | KeyFileBad) -> CommandError:
    if isinstance(error, KeyFileOpen):
        return CommandError(
            f"The key in {error.path} is not used: others may read it (mode {error.mode:o})."
            f" If nobody has, make it private with 'chmod 600 {error.path}';"
            " else move it away, and a new key is made."
        )
    return CommandError(
        f"{error.path} holds no key. Move it away, and a new key is made when one is needed."
    )
