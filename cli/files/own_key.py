"""The player's own key, with sentences for everything that can be wrong with its file."""

from __future__ import annotations

from cli.errors import CommandError, cannot_read, cannot_write
from cli.paths import key_file
from cli.words.en.faults import reason
from protocol.crypto.identity import Identity
from protocol.net.files.keyfile import (
    KeyFileBad,
    load_identity,
    load_or_create_identity,
)
from protocol.net.files.private_files import NotPrivate


def find_identity() -> Identity | None:
    """The key, or None where none has been made; raises CommandError."""
    path = key_file()
    try:
        return load_identity(path)
    except FileNotFoundError:
        return None
    except (NotPrivate, KeyFileBad) as error:
        raise _refused(error) from None
    except OSError as error:
        raise cannot_read(path, error) from None


def own_public_key() -> bytes | None:
    """The public half, for who only looks around; None where there is no key that can be used."""
    try:
        identity = find_identity()
    except CommandError:
        return None
    return None if identity is None else identity.public


def find_or_make_identity() -> tuple[Identity, bool]:
    """The key, made now where there is none, and whether it is new; raises CommandError."""
    path = key_file()
    try:
        return load_or_create_identity(path)
    except (NotPrivate, KeyFileBad) as error:
        raise _refused(error) from None
    except OSError as error:
        raise cannot_write(path, error) from None


def _refused(error: NotPrivate | KeyFileBad) -> CommandError:
    if isinstance(error, NotPrivate):
        where = f"The key in {error.path} is not used: {reason(error.reason)}"
        if error.mode is None:
            what_now = "Move it away, and a new key is made when one is needed."
        else:
            what_now = (
                f"If nobody has, make it private with 'chmod 600 {error.path}';"
                " else move it away, and a new key is made."
            )
        return CommandError(f"{where}. {what_now}", why=error.reason)
    return CommandError(
        f"{error.path} holds no key. Move it away, and a new key is made when one is needed.",
        why=error.reason,
    )
