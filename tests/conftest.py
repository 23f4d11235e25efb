"""How the suite runs: on all cores, in three tiers, the same every time.

The one rule: a tier is a mark at the test (`heavy`, `slow`, `lan`; none is quick), so that a test
is looked for where it stands and in no list.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.simulation.light import light_proofs

MOST_PROCESSES = 8

settings.register_profile("same", derandomize=True, database=None)
settings.load_profile("same")


@pytest.fixture
def light() -> Iterator[None]:
    """Proofs that cost nothing, where a test is about the machine and not about them."""
    with light_proofs():
        yield


def pytest_configure() -> None:
    """Under nohup, or in the background of a shell, signals are ignored: here, not by what is tested.

    What is ignored is inherited by every program that a test starts; what has a handler is not.
    """
    for name in ("SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """All cores for the suite and its folders; a file or a test alone is sooner done in this process."""
    if any(".py" in word for word in config.args):
        return 0
    return min(os.cpu_count() or 1, MOST_PROCESSES)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Who ran what matters is told what else there is."""
    if config.option.markexpr == "not slow and not lan" and not hasattr(config, "workerinput"):
        terminalreporter.write_line(
            "The long tests were left out: `make slow` runs them (twenty minutes on two cores),"
            " `make lan` those of a network of their own (as root)."
        )
