"""The pictures of the documents are what the program shows today: `make pictures` draws them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.pictures.scenes import SIZE, pictures
from cli.pictures.svg import svg_of

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "pictures"


@pytest.mark.slow
def test_the_pictures_are_drawn_from_the_program_as_it_is():
    drawn = {f"{one.name}.svg": svg_of(one.drawn, one.title) for one in pictures()}
    kept = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.svg")}
    assert sorted(drawn) == sorted(kept)
    for name, text in drawn.items():
        assert text == kept[name], f"{name} is not what the program shows; run: make pictures"


def test_every_picture_is_shown_in_a_document_and_every_one_shown_is_there():
    kept = {path.name for path in FOLDER.glob("*.svg")}
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    texts = "".join(path.read_text("utf-8") for path in documents)
    shown = {name.split(")")[0] for name in texts.split("pictures/")[1:]}
    assert {name for name in shown if name.endswith(".svg")} == kept


def test_pictures_are_small_enough_to_load_at_once():
    for path in FOLDER.glob("*.svg"):
        assert path.stat().st_size < 20_000, path
        assert SIZE == (80, 24)
