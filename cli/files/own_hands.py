"""Which cards our own seat was dealt: a small private file for each table, for its replay.

The one rule: it is a note and no proof. Cards that were never shown are in no log, so nobody can
check what stands here; where the log shows a card, the log is right. (A table's secrets are kept
elsewhere, and only until they are not needed any more.)
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

from cli import paths
from cli.errors import cannot_read
from cli.evening.conduct.observers import PassingOn
from cli.files.table_files import seat_stem
from cli.table.hand import hand_of
from p2pcards.cards import Card, Pack
from p2pcards.engine import AnyGame, Slot
from protocol.net.conduct.roles import Look, Observer
from protocol.net.files.private_files import open_private, read_private

Hands: TypeAlias = Mapping[tuple[int, int], Mapping[Slot, Card]]
"""For each deal and deck, the cards by slot."""

MOST_BYTES: Final = 1 << 20


def file_of(proposal: bytes, own_key: bytes) -> Path:
    """Where the hands of a seat lie; `proposal` is the first line of the table's log."""
    return paths.hands_dir() / f"{seat_stem(proposal, own_key)}.hands"


class HandsKeeper(PassingOn):
    """An observer that notes the cards of our seat when they come.

    Args:
        inner: Who is told all the same.
        game: The game.
        file: Where they go.
    """

    def __init__(self, inner: Observer, game: AnyGame, file: Path) -> None:
        super().__init__(inner)
        self._pack = game.pack
        self._file = file
        self._noted: set[tuple[tuple[int, int], Slot]] = set()

    def looked(self, look: Look) -> None:
        if look.view is not None:
            of = hand_of(look.view.state)
            new = {s: card for s, card in look.view.hand.items() if (of, s) not in self._noted}
            if new:
                self._noted |= {(of, slot) for slot in new}
                with suppress(OSError):  # the replay then shows less; nothing else depends on it
                    self._write(of, new)
        self._inner.looked(look)

    def _write(self, of: tuple[int, int], cards: Mapping[Slot, Card]) -> None:
        paths.make_private(self._file.parent)
        texts = {str(slot): self._pack.text(card) for slot, card in sorted(cards.items())}
        line = json.dumps({"deal": of[0], "deck": of[1], "cards": texts})
        descriptor = open_private(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        with open(descriptor, "a", encoding="utf-8") as file:
            file.write(line + "\n")


def read_hands(file: Path, pack: Pack) -> Hands:
    """What was noted; a file that is not there is empty. Raises CommandError."""
    return hands_in(read_notes(file), pack)


def read_notes(file: Path) -> bytes:
    """The content of such a file; empty where there is none. Raises CommandError."""
    try:
        return read_private(file, MOST_BYTES)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise cannot_read(file, error) from None


def hands_in(content: bytes, pack: Pack) -> Hands:
    """What the content of such a file notes; lines that cannot be read are passed over."""
    hands: dict[tuple[int, int], dict[Slot, Card]] = {}
    for of, cards in notes_in(content, pack):
        hands.setdefault(of, {}).update(cards)
    return hands


def notes_in(content: bytes, pack: Pack) -> Iterator[tuple[tuple[int, int], dict[Slot, Card]]]:
    """Line by line in the order in which cards came: of which deal and deck, and the cards."""
    for line in content.splitlines():
        with suppress(ValueError, KeyError, TypeError, AttributeError, RecursionError):
            note = json.loads(line)
            cards = {int(slot): pack.card(text) for slot, text in note["cards"].items()}
            yield (int(note["deal"]), int(note["deck"])), cards
