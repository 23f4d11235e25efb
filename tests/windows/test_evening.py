"""Windows' own Python plays: alone, and with a program of this system on the network.

`make windows` runs these. Where Wine carries multicast, the tables are found by it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.windows import machine

LIMIT_S = 240.0
"""For anything that ends by itself: Wine starts slowly, and the machine may be busy."""

Start = Callable[..., machine.Program]


@pytest.fixture(scope="session")
def windows() -> Iterator[machine.Windows]:
    if "P2PCARDS_TEST_WINDOWS" not in os.environ:
        pytest.skip("`make windows` runs this")
    it = machine.Windows(machine.prepare())
    # Wine's own services end with the last of its programs, and take long to start.
    keeper = it.start("-c", "import sys; print('here', flush=True); sys.stdin.read()")
    until(lambda: "here" in keeper.said, keeper)
    yield it
    keeper.process.stdin.close()
    keeper.end(LIMIT_S)
    keeper.close()


@pytest.fixture
def start(windows: machine.Windows, tmp_path: Path) -> Iterator[Start]:
    """`start(is_windows, name, "host azi")`: a program with a home of its own; killed at the end."""
    started = []

    def start_it(is_windows: bool, name: str, words: str) -> machine.Program:
        begin = windows.start if is_windows else machine.start_here
        program = begin("-m", "p2pcards", *words.split(), home=tmp_path / name)
        started.append(program)
        return program

    yield start_it
    for program in started:
        program.close()


def until(is_so: Callable[[], bool], *programs: machine.Program) -> None:
    end = time.monotonic() + LIMIT_S
    while not is_so():
        told = "\n---\n".join(one.said for one in programs)
        assert time.monotonic() < end, told
        assert all(one.process.poll() is None for one in programs) or is_so(), told
        time.sleep(0.05)


def play_to_the_end(*people: machine.Program) -> None:
    """Each person takes the first of what they may do, whenever they are asked."""
    answered = [one.said.count("Your turn") - 1 for one in people]  # what was asked last still is
    end = time.monotonic() + LIMIT_S
    while any(one.process.poll() is None for one in people):
        assert time.monotonic() < end, "\n---\n".join(one.said for one in people)
        for n, one in enumerate(people):
            if one.process.poll() is None and one.said.count("Your turn") > answered[n]:
                answered[n] = one.said.count("Your turn")
                one.type(
                    one.said.rpartition("You may: ")[2].split(",")[0].split("(")[0].strip(". ")
                )
        time.sleep(0.05)
    for one in people:
        assert one.end(LIMIT_S) == 0, one.said


def test_a_seed_gives_the_same_log_there_and_here_and_each_verifies_it(
    start: Start, tmp_path: Path
) -> None:
    logs = [tmp_path / "there.log", tmp_path / "here.log"]
    for is_windows, log in zip((True, False), logs, strict=True):
        words = f"simulate azi --seats 3 --deals 2 --seed windows --log {log}"
        made = start(is_windows, "a", words)
        assert made.end(LIMIT_S) == 0, made.said
    assert logs[0].read_bytes() == logs[1].read_bytes()
    for is_windows in (True, False):
        told = start(is_windows, "a", f"audit {logs[0]}")
        assert told.end(LIMIT_S) == 0, told.said
        assert "everything in it is verified" in told.said
    told = start(True, "a", f"replay {logs[0]} --text")
    assert told.end(LIMIT_S) == 0, told.said
    assert "The match is over after 2 deals" in told.said


def test_an_altered_log_is_refused_there_too(start: Start, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    made = start(False, "a", f"simulate azi --seats 3 --deals 1 --seed windows --log {log}")
    assert made.end(LIMIT_S) == 0, made.said
    data = bytearray(log.read_bytes())
    at = data.rindex(b'"sig":"') + 7
    data[at] = ord("A") if data[at] != ord("A") else ord("B")
    log.write_bytes(data)
    assert start(True, "a", f"audit {log}").end(LIMIT_S) == 3


def test_the_demo_runs(start: Start) -> None:
    told = start(True, "a", "demo")
    assert told.end(LIMIT_S) == 0, told.said
    assert "same log, byte for byte" in told.said


def test_doctor_finds_its_links_and_that_it_hears_itself(start: Start) -> None:
    told = start(True, "a", "doctor")
    assert told.end(LIMIT_S) == 0, told.said
    assert "Discovery works through" in told.said
    assert "{" not in told.said  # a link is called as people know it


RULE = r"""
import sys, winreg
place = r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy\FirewallRules"
key = winreg.CreateKey(winreg.HKEY_LOCAL_MACHINE, place)
rule = "v2.30|Action=Block|Active=TRUE|Dir=In|Protocol=6|Profile=Private|App=%s|Name=python.exe|"
if sys.argv[1] == "write":
    winreg.SetValueEx(key, "p2pcards-test", 0, winreg.REG_SZ, rule % sys.executable)
else:
    winreg.DeleteValue(key, "p2pcards-test")
"""


def test_doctor_shows_that_the_firewall_was_told_to_refuse(
    start: Start, windows: machine.Windows
) -> None:
    def do(what: str) -> None:
        program = windows.start("-c", RULE, what)
        assert program.end(LIMIT_S) == 0, program.said
        program.close()

    do("write")
    try:
        told = start(True, "a", "doctor")
        assert told.end(LIMIT_S) == 4, told.said
    finally:
        do("take back")
    assert "Windows' firewall was told to refuse whoever dials" in " ".join(told.said.split())


def test_a_person_plays_in_lines_against_bots(start: Start) -> None:
    person = start(True, "a", "play azi --lines --bots 2 --deals 1")
    play_to_the_end(person)
    assert "The match is over" in person.said


@pytest.mark.parametrize("is_host_on_windows", [True, False])
def test_people_of_both_systems_meet_by_multicast_and_hold_one_log(
    start: Start, tmp_path: Path, is_host_on_windows: bool
) -> None:
    logs = [tmp_path / "host.log", tmp_path / "guest.log"]
    words = "host azi --lines --yes --name Wanda --seats 2 --deals 1 --log "
    host = start(is_host_on_windows, "a", words + str(logs[0]))
    until(lambda: "This table's key" in host.said, host)
    guest = start(
        not is_host_on_windows, "b", f"join Wanda --lines --yes --name Leo --log {logs[1]}"
    )
    until(lambda: "You hold" in host.said and "You hold" in guest.said, host, guest)
    play_to_the_end(host, guest)
    assert logs[0].read_bytes() == logs[1].read_bytes()


def test_a_guest_on_windows_joins_by_address(start: Start, tmp_path: Path) -> None:
    logs = [tmp_path / "host.log", tmp_path / "guest.log"]
    words = f"bot azi --host --seats 2 --deals 1 --no-mdns --listen 27411 --log {logs[0]}"
    host = start(False, "a", words)
    until(lambda: "This table's key" in host.said, host)
    guest = start(True, "b", f"bot azi 127.0.0.1:27411 --no-mdns --log {logs[1]}")
    assert [one.end(LIMIT_S) for one in (host, guest)] == [0, 0], host.said + guest.said
    assert logs[0].read_bytes() == logs[1].read_bytes()


@pytest.mark.parametrize("is_killed_on_windows", [True, False])
def test_who_is_killed_comes_back_to_the_table_with_the_same_cards(
    start: Start, tmp_path: Path, is_killed_on_windows: bool
) -> None:
    logs = [tmp_path / "host.log", tmp_path / "guest.log"]
    words = "host azi --lines --yes --name Wanda --seats 2 --deals 1 --log "
    host = start(not is_killed_on_windows, "a", words + str(logs[0]))
    until(lambda: "This table's key" in host.said, host)
    join = f"join Wanda --lines --yes --name Leo --log {logs[1]}"
    guest = start(is_killed_on_windows, "b", join)
    until(lambda: "You hold" in host.said and "You hold" in guest.said, host, guest)
    held = guest.said.rpartition("You hold ")[2].splitlines()[0]
    guest.kill()
    guest = start(is_killed_on_windows, "b", join)
    until(lambda: "You hold" in guest.said, host, guest)
    assert guest.said.rpartition("You hold ")[2].splitlines()[0] == held
    play_to_the_end(host, guest)
    assert logs[0].read_bytes() == logs[1].read_bytes()
