"""The lists of keys in docs/playing.md are what the keys' own records say."""

from __future__ import annotations

from pathlib import Path

from cli.tools.key_lists import lists, written_anew

DOCUMENT = Path(__file__).parents[3] / "docs" / "playing.md"


def test_the_document_lists_the_keys_that_there_are():
    document = DOCUMENT.read_text(encoding="utf-8")
    assert written_anew(document) == document, "make keys"


def test_every_screen_has_keys_and_no_key_stands_twice_in_a_list():
    for title, rows in lists():
        names = [keys for keys, _ in rows]
        assert names, title
        assert len(set(names)) == len(names), title
