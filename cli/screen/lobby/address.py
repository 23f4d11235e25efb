"""The field for an address: whatever answers there is joined.

The one rule: pure; the addresses joined before are handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from cli.screen.binding import Binding, found, nothing_here, offers_of
from cli.screen.drawing.spans import Role
from cli.screen.drawing.text import span
from cli.screen.drawing.view import Ask, Offer
from cli.screen.intents import NOTHING_TYPED, Paste, cut_at
from cli.screen.lobby.wishes import Go

LONGEST: Final = 80


@dataclass(frozen=True, slots=True)
class AddressField:
    """What has been typed.

    Args:
        joined: The addresses joined before, the latest first.
        text: The address as far as it is typed.
        place: Which of those joined before it is; -1: none was asked for.
        said: What the last key was answered with.
    """

    joined: Sequence[str] = ()
    text: str = ""
    place: int = -1
    said: str = ""

    @property
    def offers(self) -> tuple[Offer, ...]:
        return offers_of(KEYS, self)

    @property
    def ask(self) -> Ask:
        hint = () if self.text else span("  host, or host:port")
        after = span(self.said, Role.OPEN) if self.said else hint
        return Ask(span("join "), typed=self.text, after=after)


Pressed: TypeAlias = AddressField | Go | None
"""The field goes on, this address is joined, or the field is closed."""


def press_address(field: AddressField, key: str) -> Pressed:
    """What comes of a key."""
    field = replace(field, said="")
    binding = found(KEYS, field, key)
    if binding is not None:
        return binding.does(field, key)
    if len(key) != 1:
        return replace(field, said=nothing_here(key, field.offers))
    if len(field.text) >= LONGEST:
        return replace(field, said=cut_at(LONGEST))
    return replace(field, text=field.text + key)


def paste_address(field: AddressField, paste: Paste) -> AddressField:
    """The field with a paste at its end."""
    text, is_cut = paste.fitted(field.text, LONGEST)
    return replace(field, text=text, said=cut_at(LONGEST) if is_cut else "")


def _join(field: AddressField, _: str) -> Pressed:
    return Go(field.text) if field.text else replace(field, said="Type where: host, or host:port.")


def _left(field: AddressField, text: str) -> Pressed:
    """What is left of what was typed."""
    return replace(field, text=text, said="" if field.text else NOTHING_TYPED)


def _joined_before(field: AddressField, key: str) -> Pressed:
    step = 1 if key == "up" else -1
    place = min(max(field.place + step, -1), len(field.joined) - 1)
    if place == field.place:
        said = "That is the oldest of them." if step > 0 else "↑ brings the latest of them."
        return replace(field, said=said)
    return replace(field, place=place, text="" if place < 0 else field.joined[place])


KEYS: Final[tuple[Binding[AddressField, Pressed], ...]] = (
    Binding(("enter",), _join, help="join what answers there", now="join"),
    Binding(
        ("up", "down"),
        _joined_before,
        help="the addresses joined before, the latest first",
        name="↑↓",
        when=lambda field: bool(field.joined),
        now="joined before",
        shown="↑↓",
    ),
    Binding(("escape", "c-c"), lambda *_: None, help="back", now="back", shown="Esc"),
    Binding(("backspace",), lambda field, _: _left(field, field.text[:-1])),
    Binding(("c-u",), lambda field, _: _left(field, "")),
)
