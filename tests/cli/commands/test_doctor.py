from __future__ import annotations

from dataclasses import replace

import pytest

from cli.commands import doctor
from protocol.net.addresses import Interface
from protocol.net.doctor import Diagnosis, MulticastFacts

HOME = Interface("wlan0", "192.168.1.5", 24, 2)
LOOPBACK = Interface("lo", "127.0.0.1", 8, 1)
HEALTHY = Diagnosis(
    interfaces=(HOME,),
    multicast=(MulticastFacts(HOME, None, True),),
    others=("192.168.1.9",),
    can_listen_for_multicast=True,
    port=27365,
    is_port_free=True,
)

SICK = {
    "on no network": replace(HEALTHY, interfaces=(LOOPBACK,), multicast=()),
    "holds UDP port 5353": replace(HEALTHY, can_listen_for_multicast=False),
    "Nothing can be announced through wlan0": replace(
        HEALTHY, multicast=(MulticastFacts(HOME, "Network is unreachable", False),)
    ),
    "a firewall on this machine": replace(HEALTHY, multicast=(MulticastFacts(HOME, None, False),)),
    "TCP port 27365 is taken": replace(HEALTHY, is_port_free=False),
}


@pytest.fixture
def examined(monkeypatch):
    """Put a diagnosis in the place of a real one."""

    def put(found):
        async def examine():
            return found

        monkeypatch.setattr(doctor, "examine", examine)

    return put


def test_a_healthy_machine_has_no_bad_news(run, examined):
    examined(HEALTHY)
    ended = run("doctor")
    assert ended.code == 0
    assert "BAD" not in ended.out
    assert "Others can reach this machine as 192.168.1.5 (wlan0)." in ended.out
    assert "192.168.1.9" in ended.out
    assert "p2pcards join HOST:PORT" in ended.out


@pytest.mark.parametrize("sentence", SICK)
def test_each_trouble_has_its_sentence_and_the_code_4(run, examined, sentence):
    examined(SICK[sentence])
    ended = run("doctor")
    assert ended.code == 4
    (bad,) = [line for line in ended.out.splitlines() if line.startswith("BAD:")]
    assert sentence in bad


def test_where_nobody_is_heard_it_says_what_may_be_the_reason(run, examined):
    examined(replace(HEALTHY, others=()))
    ended = run("doctor")
    assert ended.code == 0
    assert "client isolation" in ended.out


def test_json_has_all_facts(run, examined):
    examined(SICK["TCP port 27365 is taken"])
    ended = run("doctor", "--json")
    told = ended.document
    assert told["format"] == "p2pcards-doctor/1"
    assert told["interfaces"] == [{"name": "wlan0", "address": "192.168.1.5"}]
    assert told["multicast"][0]["hears_itself"] is True
    assert told["is_port_free"] is False
    assert len(told["problems"]) == 1
