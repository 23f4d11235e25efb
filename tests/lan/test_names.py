"""Which table is meant, and which cannot be joined: real programs that list themselves and each other."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.lan

MakeLan = Callable[..., Any]

OF_ANOTHER_VERSION = """
from protocol.crypto import transcript
transcript.PROTOCOL = b"p2pcards/999"
from cli.main import main
raise SystemExit(main())
"""


def listed(lan: Any, host: int) -> dict[str, Any]:
    """What `tables` tells on one host, by the addresses' first part."""
    code, said = lan.run(host, "tables --seconds 4 --json")
    assert code == 0, said
    (document,) = (line for line in said.splitlines() if line.startswith("{"))
    tables = json.loads(document)["tables"]
    return {one["addresses"][0].partition(":")[0]: one for one in tables}


def test_every_table_is_joined_by_the_word_that_is_told_for_it(make_lan: MakeLan) -> None:
    lan = make_lan(5)
    names = {1: "A.B.", 2: "Bek", 3: "bek"}
    hosts = [
        lan.start(number, f"bot azi --host --name {name} --seats 2 --deals 1 --deadline 9")
        for number, name in names.items()
    ]
    for host in hosts:
        host.wait_for("This table's key")
    code, said = lan.run(4, "join Bek --yes")
    assert code == 2, said
    seen = listed(lan, 4)
    assert seen["10.9.0.1"]["join"] == "A.B."
    for address in ("10.9.0.2", "10.9.0.3"):
        assert seen[address]["join"] == seen[address]["fingerprint"]
        assert seen[address]["fingerprint"] in said
    for number, host in enumerate(hosts, start=1):
        word = seen[f"10.9.0.{number}"]["join"]
        guest = lan.start(5, f"bot azi {word} --name Guest")
        assert guest.wait() == 0, guest.said
        assert host.wait() == 0, host.said
        assert "Guest sits down" in host.said


@pytest.mark.parametrize("lines", ["--lines", ""])
def test_on_a_terminal_the_player_is_asked_which_of_two_tables_of_one_name(
    make_lan: MakeLan, lines: str
) -> None:
    lan = make_lan(3)
    for number in (1, 2):
        host = lan.start(number, "bot azi --host --name Bek --seats 3 --deals 1")
        host.wait_for("This table's key")
    player = lan.on_terminal(3, f"join Bek --name Me {lines}")
    player.wait_for("Several tables are meant. Which of them?")
    player.wait_for("1  Bek (")
    player.wait_for("2  Bek (")
    player.type("2\r" if lines else "2")
    player.wait_for("Me sits down.")


def test_our_own_key_on_another_machine_is_named_so(make_lan: MakeLan) -> None:
    lan = make_lan(3)
    code, said = lan.run(1, "key --new")
    assert code == 0, said
    shutil.copytree(lan.folder / "home1", lan.folder / "home2")
    host = lan.start(1, "host azi --lines --name Bek --seats 2", is_person=True)
    host.wait_for("This table's key")
    code, said = lan.run(2, "tables --seconds 4")
    assert "under your own key" in said
    assert listed(lan, 2)["10.9.0.1"]["obstacle"] == "own key"
    code, said = lan.run(2, "join Bek --yes")
    assert code == 4, said
    assert "Bek's table is open under your own key, on another computer (10.9.0.1:" in said
    code, said = lan.run(2, "join 10.9.0.1 --yes")
    assert code == 4, said
    assert "Your own key answers at 10.9.0.1." in said
    code, said = lan.run(1, "join Bek --yes")
    assert code == 4, said
    assert "under your own key, on this one" in said
    assert listed(lan, 3)["10.9.0.1"]["obstacle"] is None
    code, said = lan.run(2, "doctor")
    assert code == 4, said
    assert "Your own key answers on another computer too, at 10.9.0.1:27365." in said
    code, said = lan.run(1, "doctor")
    assert code == 0, said
    assert "Your own table is open here, on TCP port 27365." in said


def test_a_table_of_another_version_is_listed_as_such_and_not_joined(make_lan: MakeLan) -> None:
    lan = make_lan(2)
    host = lan.start(1, "bot azi --host --name Bek --seats 2", code=OF_ANOTHER_VERSION)
    host.wait_for("This table's key")
    code, said = lan.run(2, "tables --seconds 4")
    assert "another version of p2pcards: p2pcards/999" in said, host.said
    assert listed(lan, 2)["10.9.0.1"]["obstacle"] == "version"
    for word in ("Bek", "10.9.0.1", ""):
        code, said = lan.run(2, f"join {word} --yes")
        assert code == 4, said
        assert "speaks another version of p2pcards" in said
