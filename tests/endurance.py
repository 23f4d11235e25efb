"""A table that lasts: `python -m tests.endurance DEALS` plays so many by programs of their own, over real links.

The one rule: nothing is light and nothing is virtual. Each seat is a program that the player could have
started, with every proof, its log and its notes on the disk; from outside it is only looked at what it holds.
"""

from __future__ import annotations

import argparse
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from protocol.audit import audit

SEATS = 3
SETTLED_IN = 10
"""After so many deals a program holds what it needs; against that its end is held."""

SPAN = 10
"""Deals over which is looked: between two rounds a program holds more or less by chance."""

MOST_GROWTH = 1.3
LOOK_EVERY_S = 0.2
HERE = "127.0.0.1"
DEAL = re.compile(rb'"deal":(\d+)')


@dataclass(frozen=True, slots=True)
class Look:
    """What a seat's program held at a moment: memory in kB, and open descriptors."""

    deal: int
    seat: int
    rss: int
    descriptors: int


class Seat:
    """One program."""

    def __init__(self, home: Path, words: str) -> None:
        home.mkdir()
        self.log = home / "log"
        self._said = home / "said"
        with self._said.open("wb") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "p2pcards", *words.split(), "--log", str(self.log)],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                env={**os.environ, "P2PCARDS_HOME": str(home)},
            )

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def said(self) -> str:
        return self._said.read_text("utf-8", "replace")

    @property
    def deal(self) -> int:
        """The deal under way, as the last lines of its log tell; 0 before the first."""
        if not self.log.exists():
            return 0
        with self.log.open("rb") as log:
            log.seek(max(0, self.log.stat().st_size - 65_536))
            found = DEAL.findall(log.read())
        return int(found[-1]) if found else 0

    def look(self, number: int, deal: int) -> Look | None:
        """None where it has just ended."""
        folder = Path("/proc") / str(self._process.pid)
        try:
            status = (folder / "status").read_text()
            descriptors = len(list((folder / "fd").iterdir()))
        except OSError:
            return None
        rss = re.search(r"VmRSS:\s+(\d+)", status)
        return None if rss is None else Look(deal, number, int(rss[1]), descriptors)

    def end(self) -> int:
        """Its exit code; it is stopped where it still runs."""
        if self.is_running:
            self._process.terminate()
        return self._process.wait()


def free_port() -> int:
    with socket.socket() as one:
        one.bind((HERE, 0))
        return int(one.getsockname()[1])


def wait_for_door(host: Seat, port: int) -> None:
    while True:
        try:
            socket.create_connection((HERE, port)).close()
            return
        except OSError:
            assert host.is_running, host.said
            time.sleep(LOOK_EVERY_S)


def play(folder: Path, deals: int) -> Iterator[Look]:
    """Let a match of so many deals be played; what its seats hold meanwhile.

    Without a clock, for on a busy machine nobody is to be voted out; with stacks that last.
    """
    port = free_port()
    table = f"--seats {SEATS} --deals {deals} --deadline 0 --option stack=1000000 --listen {port}"
    host = Seat(
        folder / "0",
        f"bot azi --host {table} --no-mdns --interface {HERE} --level easy --name Host",
    )
    wait_for_door(host, port)
    seats = [host]
    for guest in range(1, SEATS):
        words = f"bot azi {HERE}:{port} --level easy --name Guest{guest}"
        seats.append(Seat(folder / str(guest), words))
    try:
        while any(seat.is_running for seat in seats):
            deal = host.deal
            is_whole = all(seat.is_running for seat in seats)
            assert is_whole or deal >= deals, [seat.said[-2000:] for seat in seats]
            looks = (seat.look(number, deal) for number, seat in enumerate(seats))
            yield from (look for look in looks if look is not None)
            time.sleep(LOOK_EVERY_S)
    finally:
        codes = [seat.end() for seat in seats]
    logs = [seat.log.read_bytes() for seat in seats]
    said = [seat.said[-2000:] for seat in seats]
    assert codes == [0] * SEATS, said
    assert len(set(logs)) == 1, said
    report = audit(logs[0])
    assert report.problem is None, report.problem
    assert not report.outs, report.outs
    assert report.complete_to >= deals, report.complete_to


@dataclass(frozen=True, slots=True)
class Row:
    """What the seats held over some deals: the middle of the looks at each, of the worst seat."""

    deal: int
    rss: float
    descriptors: float

    def told(self) -> str:
        return f"{self.deal:6,}  {self.rss / 1024:8.1f}  {self.descriptors:11.0f}"


def row(looks: Sequence[Look], deal: int) -> Row:
    """Of the deals from this one on, as far as `SPAN` reaches."""
    near = [look for look in looks if deal <= look.deal < deal + SPAN]
    seats = [[look for look in near if look.seat == seat] for seat in range(SEATS)]
    return Row(
        deal,
        max(median(look.rss for look in seat) for seat in seats),
        max(median(look.descriptors for look in seat) for seat in seats),
    )


def growth(looks: Sequence[Look]) -> tuple[float, float]:
    """By how much memory and descriptors have grown from the first deals that count to the last."""
    first = row(looks, SETTLED_IN + 1)
    last = row(looks, max(look.deal for look in looks) - SPAN + 1)
    return last.rss / first.rss, last.descriptors / first.descriptors


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.endurance", description=__doc__)
    parser.add_argument("deals", type=int, help="at least 30")
    deals = parser.parse_args().deals
    if deals < SETTLED_IN + 2 * SPAN:
        parser.error("too few deals to compare the first with the last")
    looks: list[Look] = []
    begun = time.monotonic()
    print("  deal  RSS in MB  descriptors (the worst of the seats)")
    due = [SETTLED_IN + 1, *range(100, deals, 100)]
    with tempfile.TemporaryDirectory() as folder:
        for look in play(Path(folder), deals):
            looks.append(look)
            if due and look.deal >= due[0] + SPAN:
                minutes = (time.monotonic() - begun) / 60
                print(f"{row(looks, due.pop(0)).told()}  after {minutes:.0f} minutes", flush=True)
        size = (Path(folder) / "0" / "log").stat().st_size
    print(row(looks, deals - SPAN + 1).told())
    memory, descriptors = growth(looks)
    print(
        f"{deals} deals, the same log of {size / 2**20:.1f} MB at all {SEATS} seats, verified: "
        f"memory {memory:.2f} times, descriptors {descriptors:.2f} times those after {SETTLED_IN} deals"
    )
    return 0 if max(memory, descriptors) <= MOST_GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
