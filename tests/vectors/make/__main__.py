"""Write all vectors that have a recipe: `python -m tests.vectors.make`, from the project's root."""

from __future__ import annotations

from tests.vectors.format import HERE
from tests.vectors.make.recipes import RECIPES

for name, make in RECIPES.items():
    path = HERE / f"{name}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(make(name).text(), encoding="utf-8")
