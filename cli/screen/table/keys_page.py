"""The page of keys, that `?` lays over any screen.

The one rule: what stands on it comes from the records of the keys.
"""

from __future__ import annotations

from typing import Final

from cli.cells import pad
from cli.screen.app_keys import APP_KEYS
from cli.screen.binding import KeyRows, help_of
from cli.screen.drawing.laid_over import PagesView
from cli.screen.drawing.spans import Role
from cli.screen.drawing.text import span

WIDTH: Final = 24


def keys_page(rows: KeyRows, scroll: int) -> PagesView:
    """Keys on the left, what they do beside them."""
    rows = (*rows, *help_of(APP_KEYS))
    lines = tuple((*span(pad(keys, WIDTH), Role.KEY), *span(what)) for keys, what in rows)
    return PagesView("keys", lines, scroll, hang=WIDTH)
