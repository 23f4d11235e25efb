"""The lines of a story: sentences with what makes room for them, and talk.

The one rule: cards, names and marks stay values in them until a surface draws them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cli.words.phrase import Phrase


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the story.

    Args:
        text: The sentence.
        is_bid: Two short ones may share a row.
        is_play: It makes room for one on the whole trick once that is over.
        short: The same where `text` would need a second row; empty where there is no shorter one.
    """

    text: str | Phrase
    is_bid: bool = False
    is_play: bool = False
    short: str | Phrase = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A line of talk."""

    name: str
    words: str


StoryLine: TypeAlias = Sentence | Said
