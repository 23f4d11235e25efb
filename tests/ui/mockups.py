"""The mock-ups as files, and screens compared with them."""

import os
from pathlib import Path

from wcwidth import wcswidth

from cli.screen.drawing.draw import draw
from cli.screen.look import Look
from cli.screen.screen_view import Size

PLAIN = Look()
SCREENS = Path(__file__).parent / "screens"


def rows(view, columns, height, look=PLAIN):
    """The screen's rows as text, each exactly as wide as the screen."""
    drawn = draw(view, Size(columns, height), look)
    texts = ["".join(span.text for span in row) for row in drawn.rows]
    assert len(texts) == height
    assert [wcswidth(text) for text in texts] == [columns] * height
    return [text.rstrip() for text in texts]


def mockup(name):
    """Rows of a mock-up, trailing blanks cut."""
    return (SCREENS / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def golden(name, texts):
    """Compare with a kept screen; UPDATE_SCREENS=1 keeps this one instead."""
    path = SCREENS / "golden" / f"{name}.txt"
    if os.environ.get("UPDATE_SCREENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines() == texts
