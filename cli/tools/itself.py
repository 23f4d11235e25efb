"""This program started once more, as a child of this one.

The one rule: what is started is what runs, wherever that was found. `python -m` alone looks into no
archive, and first into the folder where somebody happens to be.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

ITSELF: Final = (sys.executable, "-P", "-m", "p2pcards")
"""How it is called; words of a command go behind."""


def surroundings(home: Path) -> dict[str, str]:
    """The environment of such a child: with our own search path, and a data folder of its own."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONUTF8": "1",
        "P2PCARDS_HOME": str(home),
    }
