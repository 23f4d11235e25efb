"""`python -m cli.pictures FOLDER` draws the pictures anew (`make pictures`)."""

from __future__ import annotations

import sys
from pathlib import Path

from cli.pictures.scenes import pictures
from cli.pictures.svg import svg_of

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for picture in pictures():
        path = folder / f"{picture.name}.svg"
        path.write_text(svg_of(picture.drawn, picture.title), "utf-8")
        print(path)
