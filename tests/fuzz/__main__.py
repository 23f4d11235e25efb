"""`python -m tests.fuzz [TARGET [RUNS]]`: try that many inputs, led by what code each of them reaches.

Without a target, all of them one after the other, a million inputs each.

What it finds goes to `found/TARGET` beside this file, where an ordinary test tries it for ever. The
inputs that reached something new stay in `.fuzz`, and the next run begins with them. Needs the extra
`fuzz`, and a platform for which Atheris has wheels: Linux on x86-64 (with CPython) at this time.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import atheris

with atheris.instrument_imports(
    include=["p2pcards", "protocol", "cli"], enable_loader_override=False
):
    from tests.fuzz.targets import HERE, TARGETS, Target

from tests.fuzz.mutator import change_json

MOST_MEMORY_MB: Final = 1024
"""Of the whole process, with Atheris and all that it remembers."""
MOST_SECONDS: Final = 20
"""For one input."""


def corpus_of(name: str, target: Target) -> Path:
    folder = Path(".fuzz") / name
    folder.mkdir(parents=True, exist_ok=True)
    for seed in target.seeds():
        (folder / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
    return folder


def try_all() -> int:
    """How many of the targets have let something out."""
    commands = [[sys.executable, "-m", "tests.fuzz", name] for name in TARGETS]
    return sum(subprocess.run(command, check=False).returncode != 0 for command in commands)


def try_one(name: str, runs: str = "1000000") -> None:
    """Does not return: the fuzzer ends the process."""
    target = TARGETS[name]

    def check(data: bytes) -> None:
        target.check(data)

    def mutate(data: bytes, most_bytes: int, seed: int) -> bytes:
        changed = change_json(data, most_bytes, seed) if target.is_json and seed % 2 else None
        return atheris.Mutate(data, most_bytes) if changed is None else changed

    found = HERE / "found" / name
    found.mkdir(parents=True, exist_ok=True)
    settings = {
        "runs": runs,
        "max_len": target.most_bytes,
        "rss_limit_mb": MOST_MEMORY_MB,
        "timeout": MOST_SECONDS,
        "artifact_prefix": f"{found}/",
        "print_final_stats": 1,
        "verbosity": 1,
    }
    options = [f"-{key}={value}" for key, value in settings.items()]
    atheris.Setup(
        [sys.argv[0], *options, str(corpus_of(name, target))],
        check,
        custom_mutator=mutate,
    )
    atheris.Fuzz()


os.nice(19)
if sys.argv[1:]:
    try_one(*sys.argv[1:])
else:
    sys.exit(try_all())
