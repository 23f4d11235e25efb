"""`p2pcards doctor`: why tables or peers are not seen, in sentences."""

from __future__ import annotations

import argparse
import ipaddress
from typing import Any

import trio

from cli.arguments import add_json
from cli.errors import ExitCode
from cli.output import Output
from protocol.net.addresses import Interface
from protocol.net.doctor import LISTEN_S, Diagnosis, MulticastFacts, examine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    output = Output(args.json)
    output.note(f"Listening for {LISTEN_S:.0f} seconds.")
    found = trio.run(examine)
    good, bad = good_news(found), bad_news(found)
    output.give(
        {
            "format": "p2pcards-doctor/1",
            "interfaces": [_interface(each) for each in found.interfaces],
            "multicast": [_multicast(each) for each in found.multicast],
            "others": list(found.others),
            "can_listen_for_multicast": found.can_listen_for_multicast,
            "port": found.port,
            "is_port_free": found.is_port_free,
            "problems": bad,
        }
    )
    for line in good:
        output.say(f"good: {line}", hang=6)
    for line in bad:
        output.say(f"BAD:  {line}", hang=6)
    if not found.others:
        output.say(
            "note: No other machine was heard. Perhaps none is there; or the access point keeps"
            " its guests apart (client isolation), or the other machine's firewall is closed.",
            hang=6,
        )
    output.say(
        f"note: Tables are found by UDP port 5353 and joined by TCP port {found.port}; both must"
        " pass the firewalls. Without discovery, 'p2pcards join HOST:PORT' still works.",
        hang=6,
    )
    return ExitCode.NETWORK if bad else ExitCode.OK


def good_news(found: Diagnosis) -> list[str]:
    """What works, in sentences."""
    lines = ["The cryptographic library passes its test."]
    for each in found.interfaces:
        if not _is_loopback(each):
            lines.append(f"Others can reach this machine as {each.host} ({each.name}).")
    lines += [
        f"Discovery works through {_name(facts)}: a question sent there comes back."
        for facts in found.multicast
        if facts.hears_itself
    ]
    if found.others:
        lines.append(f"Other machines are heard: {', '.join(found.others)}.")
    if found.is_port_free:
        lines.append(f"TCP port {found.port} is free for a table.")
    return lines


def bad_news(found: Diagnosis) -> list[str]:
    """What hinders, and what to do about it, in sentences."""
    lines: list[str] = []
    if all(_is_loopback(each) for each in found.interfaces):
        lines.append("This machine is on no network; only programs on it can meet. Connect it.")
    if found.interfaces and not found.can_listen_for_multicast:
        lines.append(
            "Another program holds UDP port 5353 for itself, so announcements are not heard."
            " Stop it, or join by address."
        )
    for facts in found.multicast:
        if facts.error is not None:
            lines.append(f"Nothing can be announced through {_name(facts)}: {facts.error}.")
        elif found.can_listen_for_multicast and not facts.hears_itself:
            lines.append(
                f"What is announced through {_name(facts)} is lost on the way back: a firewall on"
                " this machine drops UDP port 5353. Open it, or join by address."
            )
    if not found.is_port_free:
        lines.append(
            f"TCP port {found.port} is taken: a table is open here already, or another program"
            " holds the port. 'p2pcards host' takes another one then, and says which."
        )
    return lines


def _is_loopback(interface: Interface) -> bool:
    return ipaddress.ip_address(interface.ip).is_loopback


def _name(facts: MulticastFacts) -> str:
    return f"{facts.interface.name} ({facts.interface.ip})"


def _interface(interface: Interface) -> dict[str, Any]:
    return {"name": interface.name, "address": interface.host}


def _multicast(facts: MulticastFacts) -> dict[str, Any]:
    return {
        "interface": _interface(facts.interface),
        "error": facts.error,
        "hears_itself": facts.hears_itself,
    }
