"""Whether one name could be read as another: by a skeleton of each, as UTS #39 makes it.

The one rule: this only warns people. Its tables get newer with a library, so nothing that two peers
must agree on may hang on it.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Final

_NOT_DRAWN_ALONE: Final = frozenset(
    map(chr, (*range(0x1F1E6, 0x1F200), *range(0x1F3FB, 0x1F400), 0x20E3))
)
"""Flags' letters, tones of skin, the key around a digit: terminals show them or not."""


def look_alike(one: str, other: str) -> bool:
    """Whether a person might take one name for the other; case does not count."""
    return not _skeletons(one).isdisjoint(_skeletons(other))


@lru_cache(maxsize=4096)
def _skeletons(name: str) -> frozenset[str]:
    """What the name looks like as it is written, and in small letters.

    Both, for `AIice` is written like `Alice`, but `ALICE` only reads the same.
    """
    return frozenset(_skeleton(each).casefold() for each in (name, name.casefold()))


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    for _ in range(2):  # what stands for a character may be taken apart again
        bare = (c for c in unicodedata.normalize("NFKD", text) if not _is_small(c))
        text = "".join(prototypes.get(c, c) for c in bare)
    return text


def _is_small(character: str) -> bool:
    """Whether it is drawn on another character, and easily overlooked or not drawn at all.

    Accents, strokes and the points of Hebrew and Arabic; not the vowels of Indian scripts, which
    make other names.
    """
    place = unicodedata.combining(character)
    return place == 1 or 10 <= place <= 36 or place >= 200 or character in _NOT_DRAWN_ALONE


@cache
def _prototypes() -> dict[str, str]:
    """Of each character that looks like another one, the one that stands for all of its looks."""
    # Read only now: most commands compare no names, and it takes 50 ms.
    from confusable_homoglyphs.confusables import confusables_data as alike

    found: dict[str, str] = {}
    for text, others in alike.items():
        # Unicode's list is of pairs, each with the one that stands for all; the library has them
        # both ways round. So what stands for several has several, and each of these has one.
        if len(others) == 1:
            other = others[0]["c"]
            back = len(alike.get(other, ()))
            if back > 1 or (back == 1 and other < text):
                found[_bare(text)] = _bare(other)
    return found


def _bare(text: str) -> str:
    return text.replace("\u200e", "")  # around letters that are written from right to left
