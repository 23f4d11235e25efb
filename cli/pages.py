"""The page that checks logs in a browser, and the same page with logs inside.

The one rule: nothing that this program has found out goes into it. The page is made from `web/verify`,
which shares no code with us, and whoever opens it hears its verdict, not ours.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from importlib.resources import files

PLACE = "<!--LOGS-->"
"""Where logs go; the page has it once."""


def verify_page() -> str:
    """The page without logs."""
    return files("cli").joinpath("page/verify.html").read_text("utf-8")


def page_with(logs: Iterable[tuple[str, bytes]]) -> str:
    """The page with these logs, each a name and its bytes, in a block of data that no browser runs."""
    inside = json.dumps(
        [{"name": name, "base64": base64.b64encode(data).decode()} for name, data in logs]
    ).replace("<", "\\u003c")
    block = f'<script id="logs-inside" type="application/octet-stream">{inside}</script>'
    return verify_page().replace(PLACE, block)
