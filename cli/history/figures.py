"""Statistics over evenings: by game, by option and by friend.

The one rule: an evening counts where our seat has played a deal; who is a friend, a list of known keys
says, since bots have a key for one evening only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from cli.history.evening import Evening

Group = TypeVar("Group")

OptionValue: TypeAlias = int | str | tuple[int, ...]
"""The value of a table's option, as a key to look things up by."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What some evenings come to for us.

    Args:
        evenings, deals: How many.
        won: Chips or points, the evenings added up.
        firsts: In how many nobody stood above us.
    """

    evenings: int
    deals: int
    won: int
    firsts: int

    @property
    def per_deal(self) -> float:
        """What a deal brought on average."""
        return self.won / self.deals if self.deals else 0.0


@dataclass(frozen=True, slots=True)
class WithFriend:
    """Our evenings with one player.

    Args:
        evenings, deals: How many.
        above, below: In how many they stood above us at the end, or below.
    """

    evenings: int
    deals: int
    above: int
    below: int


def _tally(evenings: Iterable[Evening]) -> Tally:
    played = list(evenings)
    seats = [(one, one.seat) for one in played if one.seat is not None]
    return Tally(
        len(played),
        sum(one.deals for one in played),
        sum(one.won(seat) for one, seat in seats),
        sum(one.place(seat) == 1 for one, seat in seats),
    )


def _grouped(pairs: Iterable[tuple[Group, Evening]]) -> dict[Group, list[Evening]]:
    groups: dict[Group, list[Evening]] = {}
    for group, one in pairs:
        groups.setdefault(group, []).append(one)
    return groups


def played(evenings: Iterable[Evening]) -> tuple[Evening, ...]:
    """Those that count."""
    return tuple(one for one in evenings if one.is_played)


def by_game(evenings: Iterable[Evening]) -> dict[str, Tally]:
    """By the game's name."""
    groups = _grouped((one.game.name, one) for one in played(evenings))
    return {game: _tally(groups[game]) for game in sorted(groups)}


def by_option(evenings: Iterable[Evening]) -> dict[tuple[str, str, OptionValue], Tally]:
    """By game, option and value, of the options that are not the usual ones."""
    groups = _grouped(
        ((one.game.name, option, _hashable(value)), one)
        for one in played(evenings)
        for option, value in one.options.items()
        if value != one.game.options({}).get(option)
    )
    return {group: _tally(groups[group]) for group in sorted(groups, key=str)}


def _hashable(value: int | str | list[int]) -> OptionValue:
    return tuple(value) if isinstance(value, list) else value


def by_friend(evenings: Iterable[Evening], friends: Mapping[bytes, str]) -> dict[bytes, WithFriend]:
    """By key, of those whom we know; who was met most often first."""
    met = _grouped(
        (key, one)
        for one in played(evenings)
        for seat, key in enumerate(one.keys)
        if seat != one.seat and key in friends
    )
    most_first = sorted(met, key=lambda key: (-len(met[key]), friends[key]))
    return {key: _with_friend(met[key], key) for key in most_first}


def _with_friend(evenings: Iterable[Evening], key: bytes) -> WithFriend:
    both = [
        (one, one.standings[one.keys.index(key)], one.standings[one.seat])
        for one in evenings
        if one.seat is not None
    ]
    return WithFriend(
        len(both),
        sum(one.deals for one, _, _ in both),
        sum(theirs > ours for _, theirs, ours in both),
        sum(theirs < ours for _, theirs, ours in both),
    )
