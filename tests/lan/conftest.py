"""A local network of namespaces on one bridge, each host with real programs of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pexpect
import pyte
import pytest

REPOSITORY = Path(__file__).parents[2]
DONE_S = 150.0


def _ip(words: str) -> None:
    subprocess.run(["ip", *words.split()], check=True, capture_output=True, text=True)


@dataclass
class Program:
    """A `p2pcards` that runs on one host."""

    process: subprocess.Popen[bytes]
    output: Path

    @property
    def said(self) -> str:
        return self.output.read_text("utf-8", "replace")

    def wait_for(self, words: str, limit_s: float = 90.0, *, times: int = 1) -> None:
        """Until it has said this so often; fails where it ends or takes too long."""
        end = time.monotonic() + limit_s
        while self.said.count(words) < times:
            assert self.process.poll() is None, f"ended before {words!r}:\n{self.said}"
            assert time.monotonic() < end, f"never said {words!r}:\n{self.said}"
            time.sleep(0.02)

    def wait(self, limit_s: float = DONE_S) -> int:
        """Its exit code."""
        try:
            return self.process.wait(limit_s)
        except subprocess.TimeoutExpired:
            pytest.fail(f"still running after {limit_s} s:\n{self.said}")

    def type(self, words: str) -> None:
        """Type a line; the program was started for a person."""
        assert self.process.stdin is not None
        self.process.stdin.write(words.encode() + b"\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        """Pulled out of the wall: no goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()


class Terminal:
    """A program on a terminal, which can be read as a person would, and typed at."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        rows, columns = 30, 110
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)
        self._child = pexpect.spawn(
            command[0],
            command[1:],
            env=environment,
            dimensions=(rows, columns),
            encoding="utf-8",
            codec_errors="replace",
        )

    @property
    def text(self) -> str:
        return "\n".join(row.rstrip() for row in self._screen.display)

    def wait_for(self, words: str, limit_s: float = 60.0) -> None:
        """Until this can be read on it."""
        end = time.monotonic() + limit_s
        while words not in self.text:
            assert time.monotonic() < end, f"never showed {words!r}:\n{self.text}"
            try:
                self._stream.feed(self._child.read_nonblocking(65536, timeout=0.1))
            except pexpect.TIMEOUT:
                pass
            except pexpect.EOF:
                pytest.fail(f"ended before {words!r}:\n{self.text}")

    def type(self, words: str) -> None:
        self._child.send(words)

    def close(self) -> None:
        self._child.close(force=True)


class Lan:
    """Hosts 1 to n, with 10.9.0.N unless they are IPv6 only."""

    def __init__(self, folder: Path, tag: str, hosts: int, *, has_ipv4: bool) -> None:
        self.folder = folder
        self.hosts = hosts
        self._tag = tag
        self._programs: list[Program] = []
        self._terminals: list[Terminal] = []
        self._switch = f"{tag}sw"
        _ip(f"netns add {self._switch}")
        _ip(f"-n {self._switch} link set lo up")
        _ip(f"-n {self._switch} link add br0 type bridge mcast_snooping 0")
        _ip(f"-n {self._switch} link set br0 up")
        for host in range(1, hosts + 1):
            name = self.host(host)
            _ip(f"netns add {name}")
            _ip(f"link add e0 netns {name} type veth peer name p{host} netns {self._switch}")
            _ip(f"-n {self._switch} link set p{host} master br0 up")
            _ip(f"-n {name} link set lo up")
            self.sysctl(host, "net.ipv6.conf.e0.accept_dad=0")
            if has_ipv4:
                _ip(f"-n {name} addr add 10.9.0.{host}/24 dev e0")
            _ip(f"-n {name} link set e0 up")

    def host(self, number: int) -> str:
        return f"{self._tag}h{number}"

    def ip(self, host: int, words: str) -> None:
        """`ip WORDS` on one host."""
        _ip(f"-n {self.host(host)} {words}")

    def sysctl(self, host: int, setting: str) -> None:
        name, _, value = setting.partition("=")
        path = "/proc/sys/" + name.replace(".", "/")
        subprocess.run(
            ["ip", "netns", "exec", self.host(host), "sh", "-c", f"echo {value} > {path}"],
            check=True,
        )

    def _environment(self, host: int) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": str(REPOSITORY),
            "PYTHONUTF8": "1",
            "P2PCARDS_HOME": str(self.folder / f"home{host}"),
        }

    def start(
        self, host: int, words: str, *, is_person: bool = False, code: str | None = None
    ) -> Program:
        """`p2pcards WORDS` on one host, or Python code in its place; `is_person` if somebody may type there."""
        output = self.folder / f"out{len(self._programs)}"
        program = ["-m", "p2pcards"] if code is None else ["-c", code]
        program_words = [sys.executable, *program, *words.split()]
        with output.open("wb") as file:
            process = subprocess.Popen(
                ["ip", "netns", "exec", self.host(host), *program_words],
                stdin=subprocess.PIPE if is_person else subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env=self._environment(host),
            )
        started = Program(process, output)
        self._programs.append(started)
        return started

    def on_terminal(self, host: int, words: str) -> Terminal:
        """`p2pcards WORDS` on one host, on a terminal of its own."""
        terminal = Terminal(
            [
                "ip",
                "netns",
                "exec",
                self.host(host),
                sys.executable,
                "-m",
                "p2pcards",
                *words.split(),
            ],
            {**self._environment(host), "TERM": "xterm", "LC_ALL": "C.UTF-8"},
        )
        self._terminals.append(terminal)
        return terminal

    def run(self, host: int, words: str, limit_s: float = 60.0) -> tuple[int, str]:
        """The same to its end: exit code, and what it said."""
        program = self.start(host, words)
        return program.wait(limit_s), program.said

    def log(self, host: int) -> Path:
        return self.folder / f"{host}.log"

    def close(self) -> None:
        for terminal in self._terminals:
            terminal.close()
        for program in self._programs:
            if program.process.poll() is None:
                program.kill()
            if program.process.stdin is not None:
                program.process.stdin.close()
        for name in [*(self.host(n) for n in range(1, self.hosts + 1)), self._switch]:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


MakeLan = Callable[..., Lan]


@pytest.fixture
def make_lan(tmp_path: Path) -> Iterator[MakeLan]:
    """`make_lan(hosts)`: a network, taken down at the end. Skips where that is not allowed."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("network namespaces need root and iproute2")
    made: list[Lan] = []

    def make(hosts: int, *, has_ipv4: bool = True) -> Lan:
        tag = f"c{os.getpid() % 100000}x{len(made)}"
        try:
            lan = Lan(tmp_path, tag, hosts, has_ipv4=has_ipv4)
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no network namespaces here: {error.stderr}")
        made.append(lan)
        return lan

    yield make
    for lan in made:
        lan.close()
