"""T21: a burst of connections, at a real program that may open few files."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

resource = pytest.importorskip("resource")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts what is in /proc"),
]

REPOSITORY = Path(__file__).parents[2]
FILES = 512
AT_REST = 40
"""Far more than a host with two guests has open; the 16 handshakes come on top."""


class Program:
    def __init__(self, folder: Path, name: str, words: str) -> None:
        self.output = folder / f"{name}.out"
        with self.output.open("wb") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "p2pcards", *words.split(), "--name", name],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                cwd=folder,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES)),
                env={
                    **os.environ,
                    "PYTHONPATH": str(REPOSITORY),
                    "PYTHONUTF8": "1",
                    "P2PCARDS_HOME": str(folder / name),
                },
            )

    @property
    def said(self) -> str:
        return self.output.read_text("utf-8", "replace")

    @property
    def files(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def wait_for(self, is_true: Callable[[Program], bool]) -> None:
        end = time.monotonic() + 60
        while not is_true(self):
            assert self.process.poll() is None, self.said
            assert time.monotonic() < end, self.said
            time.sleep(0.02)


@pytest.fixture
def many_files() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] < 4096:
        pytest.skip("this system gives a test too few files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("many_files")
def test_a_burst_costs_a_table_no_more_than_its_handshakes_and_it_goes_on(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with ExitStack() as stack:

        def start(name: str, words: str) -> Program:
            program = Program(tmp_path, name, words)
            stack.callback(program.process.wait)
            stack.callback(program.process.kill)  # called before the other one
            return program

        host = start(
            "One",
            f"bot azi --host --seats 3 --deals 2 --deadline 9 --no-mdns --listen {port}"
            f" --log {tmp_path / 'log'}",
        )
        host.wait_for(lambda it: "This table's key" in it.said)
        start("Two", f"bot azi 127.0.0.1:{port}")
        host.wait_for(lambda it: "Two sits down" in it.said)
        for size in (400, 1500):
            burst = stack.enter_context(ExitStack())
            for _ in range(size):
                sock = burst.enter_context(socket.socket())
                sock.setblocking(False)
                with suppress(BlockingIOError):
                    sock.connect(("127.0.0.1", port))
            end = time.monotonic() + 2
            while time.monotonic() < end:
                assert host.process.poll() is None, host.said
                assert host.files < AT_REST + 16
        # The 1,500 still hold what they have when an honest newcomer comes.
        start("Three", f"bot azi 127.0.0.1:{port}")
        assert host.process.wait(90) == 0, host.said
        assert "The match is over after 2 deals" in host.said
        assert "Traceback" not in host.said
        assert "Errno" not in host.said
