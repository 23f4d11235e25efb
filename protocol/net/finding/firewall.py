"""Whether Windows' firewall was once told to refuse those who dial this program.

The one rule: it only reads what the system has written down. What a machine sends to itself passes
every firewall, so no trial could tell; other systems write nothing down that a program may read, and
there the answer is None, never a guess.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

KINDS: Final = ("Private", "Public", "Domain")
"""Windows' kinds of networks, each with a firewall of its own to be on or off."""

_POLICY: Final = r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy"
_PLACES: Final = {
    "Private": "StandardProfile",
    "Public": "PublicProfile",
    "Domain": "DomainProfile",
}


@dataclass(frozen=True, slots=True)
class FirewallFacts:
    """What is written down about this program."""

    program: str
    """The file of the running program, as the firewall knows it."""
    refused_on: tuple[str, ...]
    """Kinds of networks on which whoever dials it is refused; empty where nothing refuses."""


def refused_on(rules: Iterable[str], program: str, guarded: Collection[str]) -> tuple[str, ...]:
    """The kinds of networks on which a rule refuses those who dial the program.

    Args:
        rules: As Windows writes them down (MS-GPFAS 2.2.2.19): `v2.30|Action=Block|Dir=In|…`.
        program: The file of the program.
        guarded: Kinds of networks whose firewall is on.
    """
    refused: set[str] = set()
    for rule in rules:
        fields = [field.partition("=")[::2] for field in rule.split("|")]
        named = dict(fields)
        if (
            named.get("Action") == "Block"
            and named.get("Active") == "TRUE"
            and named.get("Dir") == "In"
            and "LPort" not in named  # about single ports, which a table need not have
            and named.get("App", "").casefold() == program.casefold()
        ):
            refused |= {value for name, value in fields if name == "Profile"} or set(KINDS)
    return tuple(kind for kind in KINDS if kind in refused and kind in guarded)


def look() -> FirewallFacts | None:
    """What Windows has written down about this program; None on other systems."""
    if sys.platform != "win32":
        return None
    else:  # noqa: RET505 - so that each system's own branch is all that is checked for it
        import winreg

        rules: list[str] = []
        with (
            suppress(OSError),  # none are written down
            winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, rf"{_POLICY}\FirewallRules") as key,
        ):
            count = winreg.QueryInfoKey(key)[1]
            rules = [str(winreg.EnumValue(key, n)[1]) for n in range(count)]
        guarded = []
        for kind, place in _PLACES.items():
            is_on = 1  # as Windows comes
            with (
                suppress(OSError),
                winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, rf"{_POLICY}\{place}") as key,
            ):
                is_on = winreg.QueryValueEx(key, "EnableFirewall")[0]
            if is_on:
                guarded.append(kind)
        program = _running_file()
        expanded = (winreg.ExpandEnvironmentStrings(rule) for rule in rules)
        return FirewallFacts(program, refused_on(expanded, program, guarded))


if sys.platform == "win32":

    def _running_file() -> str:
        """Not `sys.executable`, which in an environment is a small program that starts the real one."""
        import ctypes

        room = ctypes.create_unicode_buffer(32_768)
        ctypes.windll.kernel32.GetModuleFileNameW(None, room, len(room))
        return room.value
