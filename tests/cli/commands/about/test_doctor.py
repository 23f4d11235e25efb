from __future__ import annotations

from dataclasses import replace

import pytest

from cli.commands.about import doctor
from cli.files.own_key import find_or_make_identity
from protocol.net.finding.addresses import Address, Interface
from protocol.net.finding.doctor import Diagnosis, MulticastFacts
from protocol.net.finding.firewall import FirewallFacts

HOME = Interface("wlan0", "192.168.1.5", 24, 2)
LOOPBACK = Interface("lo", "127.0.0.1", 8, 1)
HEALTHY = Diagnosis(
    interfaces=(HOME,),
    down=(),
    multicast=(MulticastFacts(HOME, None, can_listen=True, hears_itself=True),),
    others=("192.168.1.9",),
    port=27365,
    is_port_free=True,
    table_here=None,
    own_key_at=(),
    firewall=None,
)
PYTHON = r"C:\Python313\python.exe"


def with_multicast(error, *, can_listen):
    return replace(HEALTHY, multicast=(MulticastFacts(HOME, error, can_listen, False),))


SICK = {
    "on no network": replace(HEALTHY, interfaces=(LOOPBACK,), multicast=()),
    "holds UDP port 5353": with_multicast(None, can_listen=False),
    "Nothing can be announced through wlan0": with_multicast(
        "Network is unreachable", can_listen=True
    ),
    "a firewall on this machine": with_multicast(None, can_listen=True),
    "TCP port 27365 is taken by another program": replace(HEALTHY, is_port_free=False),
    "Your own key answers on another computer too, at 10.9.0.2:27365.": replace(
        HEALTHY, own_key_at=(Address("10.9.0.2", 27365),)
    ),
    "refuse whoever dials C:\\Python313\\python.exe, on networks of this kind: private and public.": (
        replace(HEALTHY, firewall=FirewallFacts(PYTHON, ("Private", "Public")))
    ),
}


@pytest.fixture
def examined(monkeypatch):
    """Put a diagnosis in the place of a real one."""

    def put(found):
        async def examine(own_key):
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


def test_a_link_that_is_down_does_not_count_and_is_no_way_to_this_machine(run, examined):
    examined(replace(HEALTHY, down=(Interface("eth0", "10.1.1.1", 24, 3, is_up=False),)))
    ended = run("doctor")
    assert ended.code == 0
    assert "eth0 (10.1.1.1) does not count: its link is down." in ended.out
    assert "as 10.1.1.1" not in ended.out
    assert run("doctor", "--json").document["down"] == [{"name": "eth0", "address": "10.1.1.1"}]


def test_a_table_that_is_open_here_is_no_trouble(run, examined):
    own = find_or_make_identity()[0].public
    examined(replace(HEALTHY, is_port_free=False, table_here=own))
    ended = run("doctor")
    assert ended.code == 0
    assert "Your own table is open here, on TCP port 27365." in ended.out
    examined(replace(HEALTHY, is_port_free=False, table_here=bytes(32)))
    assert "A table is open here" in run("doctor").out
    assert run("doctor", "--json").document["table_here"] == "00" * 32


def test_a_link_local_way_is_told_with_its_link_and_what_that_means(run, examined):
    far = Interface("wlan0", "fe80::5", 64, 2)
    examined(replace(HEALTHY, interfaces=(far,)))
    out = " ".join(run("doctor").out.split())
    assert f"Others can reach this machine as {far.host} (wlan0)." in out
    assert "Others may leave it out" in out


def test_without_a_network_that_alone_is_told(run, examined):
    facts = (MulticastFacts(LOOPBACK, "Network is unreachable", True, False),)
    examined(replace(HEALTHY, interfaces=(LOOPBACK,), multicast=facts, others=()))
    bad = [line for line in run("doctor").out.splitlines() if line.startswith("BAD:")]
    assert len(bad) == 1
    assert "on no network" in bad[0]


def test_where_nobody_is_heard_it_says_what_may_be_the_reason(run, examined):
    examined(replace(HEALTHY, others=()))
    ended = run("doctor")
    assert ended.code == 0
    assert "client isolation" in ended.out


def test_json_has_all_facts(run, examined):
    examined(SICK["TCP port 27365 is taken by another program"])
    ended = run("doctor", "--json")
    told = ended.document
    assert told["format"] == "p2pcards-doctor/1"
    assert told["interfaces"] == [{"name": "wlan0", "address": "192.168.1.5"}]
    assert told["down"] == told["own_key_at"] == []
    assert told["table_here"] is None
    assert told["multicast"][0]["hears_itself"] is True
    assert told["multicast"][0]["can_listen"] is True
    assert told["is_port_free"] is False
    assert len(told["problems"]) == 1


def test_a_firewall_that_refuses_nothing_is_no_trouble(run, examined):
    examined(replace(HEALTHY, firewall=FirewallFacts(PYTHON, ())))
    assert run("doctor").code == 0
