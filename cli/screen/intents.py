"""What a key may want of the table, and how keys and clicks are named.

The one rule: values only; nothing in here is done until somebody takes an intent and does it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from cli.cells import clean
from cli.table.conversation import Person
from p2pcards.engine import Action


@dataclass(frozen=True, slots=True)
class Decide:
    """Do this."""

    action: Action


@dataclass(frozen=True, slots=True)
class Advise:
    """Say what a good player would do now."""


@dataclass(frozen=True, slots=True)
class Say:
    """Say this to all."""

    text: str


@dataclass(frozen=True, slots=True)
class Mute:
    """Hear this player's talk no more, or again."""

    person: Person


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table. `at_once`: by a second Ctrl-C."""

    at_once: bool = False


@dataclass(frozen=True, slots=True)
class DeclareAbsent:
    """Vote absent those that the table waits for."""


@dataclass(frozen=True, slots=True)
class KeepWaiting:
    """Do not ask about them again for a while."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Do not show the finished trick or the result any longer."""


@dataclass(frozen=True, slots=True)
class WantPause:
    """Agree to a pause after this deal, or not any more."""

    wants: bool


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Be back from a pause."""


@dataclass(frozen=True, slots=True)
class Replay:
    """Watch the table's log."""


@dataclass(frozen=True, slots=True)
class Again:
    """Another match at the same table."""


Intent: TypeAlias = (
    Decide
    | Advise
    | Say
    | Mute
    | Leave
    | DeclareAbsent
    | KeepWaiting
    | GoOn
    | WantPause
    | ComeBack
    | Again
    | Replay
)


@dataclass(frozen=True, slots=True)
class Click:
    """A mouse button on something; `is_why` for the right one."""

    target: str
    is_why: bool = False


@dataclass(frozen=True, slots=True)
class Paste:
    """Text put in by the terminal at once: it goes into a text field, or nowhere."""

    text: str

    def fitted(self, field: str, limit: int) -> tuple[str, bool]:
        """The field with it at its end, on one line; and whether it had to be cut."""
        whole = field + clean(self.text)
        return whole[:limit], len(whole) > limit


Key: TypeAlias = str | Click | Paste
"""A printable character, or a name: `enter`, `escape`, `left`, `pageup`, `tab`, `s-tab`, `c-c` …"""

NO_FIELD: Final = "A paste goes only where text is typed; nothing was done."


NOTHING_TYPED: Final = "Nothing is typed yet."
"""The answer to a key that would take back what was typed."""


def cut_at(limit: int) -> str:
    """What is said of text that a field does not take whole."""
    return f"Cut: no more than {limit} characters fit."


ARROWS: Final[Mapping[str, str]] = {
    "backspace": "escape",
    "f1": "?",
    "wheel-up": "up",
    "wheel-down": "down",
}
"""Keys that mean the same as another, wherever no text is typed."""
