"""The tables of the list, in their order, and the one that is chosen.

The one rule: the order never changes but at its end, and the cursor stays on its table whatever
comes or goes above it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cli.cells import clean
from cli.evening.conduct.listed import Obstacle
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import sentence
from cli.screen.lobby.entry import Entry, day, hindrance, short_options
from cli.screen.lobby.view import LobbyRow
from cli.words.phrase import Mark
from p2pcards.games import GAMES
from protocol.crypto.identity import key_words

GONE_AFTER_MS: Final = 60_000
"""A table that does not answer stays in the list, dim, for this long."""

SILENT_AFTER_MS: Final = 12_000


class Tables:
    """The tables by fingerprint, and the cursor."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        self._order: list[str] = []
        self._chosen = ""

    def update(self, entries: Mapping[str, Entry]) -> None:
        """The tables as they are now; new ones go to the end."""
        self._entries = dict(entries)
        self._order = [key for key in self._order if key in entries]
        self._order += [key for key in entries if key not in self._order]
        if self._chosen not in self._entries:
            self._chosen = self._order[0] if self._order else ""

    @property
    def chosen(self) -> Entry | None:
        """The table of the cursor."""
        return self._entries.get(self._chosen)

    @property
    def cursor(self) -> int | None:
        """The place of the cursor; None where there is no table."""
        return self._order.index(self._chosen) if self._order else None

    def choose(self, key: str) -> bool:
        """The cursor to this table; whether it was there already."""
        was_chosen, self._chosen = self._chosen == key, key
        return was_chosen

    def move(self, step: int) -> bool:
        """The cursor so many tables on, or as far as there are; whether it moved."""
        assert self._order
        before = self._order.index(self._chosen)
        at = min(max(before + step, 0), len(self._order) - 1)
        self._chosen = self._order[at]
        return at != before

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def __bool__(self) -> bool:
        return bool(self._order)

    # --- seen ------------------------------------------------------------------------------------------

    def rows(self, now_ms: int) -> tuple[LobbyRow, ...]:
        """Each as it is listed."""
        return tuple(_row(key, self._entries[key], now_ms) for key in self._order)

    def notices(self, now_ms: int) -> tuple[Text, ...]:
        """What has to be known of them, of the chosen one first: not all may find room."""
        keys = sorted(self._order, key=lambda key: key != self._chosen)
        told = [text for key in keys for text in _notices(self._entries[key], now_ms)]
        # Two tables of one name may need the same sentence; it is said once.
        return tuple(dict.fromkeys(told))


def _row(key: str, entry: Entry, now_ms: int) -> LobbyRow:
    listing, room = entry.listing, entry.room
    game = GAMES.get(listing.game)
    is_silent = now_ms - entry.seen_ms >= SILENT_AFTER_MS
    told = {Obstacle.VERSION: "another version", Obstacle.OWN_KEY: "your own key"}
    state = listing.state if room is None else short_options(room)
    ping = "" if entry.ping_ms is None else f"{entry.ping_ms} ms"
    is_changed = entry.mark is Mark.REFUSED
    return LobbyRow(
        key=key,
        game=listing.game if game is None else game.title,
        seats=listing.seats if room is None else f"{len(room.seats)}/{room.most}",
        options=state if entry.obstacle is None else told.get(entry.obstacle, state),
        host=clean(listing.nick),
        mark=entry.mark,
        key_words="key has changed" if is_changed else " ".join(key_words(listing.peer)),
        ping="silent" if is_silent else ping,
        is_dim=is_silent or not entry.is_listed,
    )


def _notices(entry: Entry, now_ms: int) -> list[Text]:
    told: list[Text] = []
    name = clean(entry.listing.nick)
    if entry.obstacle in (Obstacle.VERSION, Obstacle.OWN_KEY):
        told.append(sentence(clean(hindrance(entry)), Role.BAD))
    elif entry.mark is Mark.CLAIMED:
        new = f"{name} is new to you: at the table, compare by voice the words shown there."
        told.append(sentence(new))
    elif entry.mark is Mark.REFUSED:
        when = day(entry.namesake_met)
        changed = f"{name}'s key is not the one of {when}. Ask {name} why before you sit down."
        told.append(sentence(changed, Role.BAD))
    silent_s = (now_ms - entry.seen_ms) // 1000
    if silent_s * 1000 >= SILENT_AFTER_MS:
        silent = f"{name} has not answered for {silent_s} s; after 60 s the table leaves the list."
        told.append(sentence(silent))
    return told
