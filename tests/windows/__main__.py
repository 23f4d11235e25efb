"""`make windows`: the portable part of the suite by Windows' own Python, and a LAN evening with it.

The one rule: where Wine is missing it says so, and that is no failure.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

from tests.windows import machine

PORTABLE = (
    "tests/p2pcards",
    "tests/playthroughs",
    "tests/properties",
    "tests/vectors",
    "tests/protocol",
    "tests/cli",
    "tests/ui",
    "tests/fuzz",
)
"""Not those of the sources themselves (`meta`), which are the same on every system, nor `lan`; and
`simulation`, `attacks` and `agreement` are of tables without a system."""


def main() -> int:
    if not machine.is_there():
        print(machine.MISSING)
        return 0
    windows = machine.Windows(machine.prepare())
    evening = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-m", "", "tests/windows"],
        env=os.environ | {"P2PCARDS_TEST_WINDOWS": "1"}, check=False,
    )  # fmt: skip
    suite = windows.start("-m", "pytest", "-q", "-rs", "-n", "0", *(sys.argv[1:] or PORTABLE))
    code = suite.end(limit_s=3600)
    print(suite.said)
    if not re.search(r"^\d+ (passed|failed)", suite.said, re.MULTILINE):
        # Wine ends a program with 0 that has called what it lacks.
        print("The suite broke off on Windows: the last lines above say where.")
        code = code or 1
    return evening.returncode or code


if __name__ == "__main__":
    sys.exit(main())
