"""Whether the installed PyNaCl can be trusted with card points.

The one rule: no command that makes or checks proofs starts before this has passed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cli.errors import CommandError

OLDEST_PYNACL = (1, 6, 2)
"""Built on a libsodium that refuses points outside the group (CVE-2025-69277)."""


_WHY: Final[Mapping[str, str]] = {
    "library_without_group": "built without the edwards25519 group",
    "library_takes_bad_points": "takes a point outside the group for valid",
    "library_multiplies_bad_points": "multiplies a point outside the group",
    "library_multiplies_wrongly": "multiplies wrongly",
}
"""What is wrong with it. Here and not in `cli.words`, which cannot be loaded without that library."""


def check_library() -> None:
    """Raises CommandError where PyNaCl is missing, old, or behaves wrongly."""
    from protocol.crypto.errors import UnsafeLibrary

    try:
        import nacl
    except ImportError as error:
        raise _not_loaded(error) from None
    wanted = ".".join(map(str, OLDEST_PYNACL))
    if version_numbers(nacl.__version__) < OLDEST_PYNACL:
        raise CommandError(
            f"p2pcards needs PyNaCl {wanted} or newer; this is {nacl.__version__}."
            " Older ones can let a marked card pass."
        )
    try:
        from protocol.crypto.group import self_test  # which needs a libsodium with the group

        self_test()
    except ImportError as error:  # its part in machine code is of another Python
        raise _not_loaded(error) from None
    except UnsafeLibrary as error:
        raise CommandError(
            f"The installed libsodium cannot be trusted with cards ({_WHY[error.code]})."
            f" Install PyNaCl {wanted} or newer from PyPI."
        ) from None


def _not_loaded(error: ImportError) -> CommandError:
    return CommandError(
        f"PyNaCl cannot be loaded ({error}). Install p2pcards with pip, which brings the one for this"
        " Python; one file that holds all of it fits the Python that it was made with."
    )


def version_numbers(text: str) -> tuple[int, ...]:
    """The leading numbers of a version: (1, 6, 2) for `1.6.2.post1`."""
    numbers: list[int] = []
    for part in text.split("."):
        if not part.isdigit():
            break
        numbers.append(int(part))
    return tuple(numbers)
