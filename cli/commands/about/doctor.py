"""`p2pcards doctor`: why tables or peers are not seen, in sentences."""

from __future__ import annotations

import argparse
import ipaddress
from typing import Any

import trio

from cli.arguments import add_json
from cli.errors import ExitCode
from cli.files.own_key import own_public_key
from cli.output import Output
from cli.words.en import finding as finding_words
from cli.words.en import telling
from protocol.net.finding.addresses import Interface
from protocol.net.finding.doctor import LISTEN_S, Diagnosis, MulticastFacts, examine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    output = Output(args.json)
    output.note(f"Listening for {LISTEN_S:.0f} seconds.")
    own_key = own_public_key()
    found = trio.run(examine, own_key)
    good, bad = good_news(found, own_key), bad_news(found)
    output.give(
        {
            "format": "p2pcards-doctor/1",
            "interfaces": [_interface(each) for each in found.interfaces],
            "down": [_interface(each) for each in found.down],
            "multicast": [_multicast(each) for each in found.multicast],
            "others": list(found.others),
            "port": found.port,
            "is_port_free": found.is_port_free,
            "table_here": None if found.table_here is None else found.table_here.hex(),
            "own_key_at": [str(address) for address in found.own_key_at],
            "firewall_refuses_on": None
            if found.firewall is None
            else [kind.lower() for kind in found.firewall.refused_on],
            "problems": bad,
        }
    )
    for line in good:
        output.say(f"good: {line}", hang=6)
    for line in bad:
        output.say(f"BAD:  {line}", hang=6)
    for each in found.down:
        output.say(f"note: {_called(each)} does not count: its link is down.", hang=6)
    if any(each.is_link_local_v6 for each in found.interfaces):
        output.say(f"note: {finding_words.LINK_LOCAL}", hang=6)
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


def good_news(found: Diagnosis, own_key: bytes | None) -> list[str]:
    """What works, in sentences."""
    lines = ["The cryptographic library passes its test."]
    for each in found.interfaces:
        if not _is_loopback(each):
            lines.append(f"Others can reach this machine as {each.host} ({each.name}).")
    lines += [
        f"Discovery works through {_called(facts.interface)}: a question sent there comes back."
        for facts in found.multicast
        if facts.hears_itself
    ]
    if found.others:
        lines.append(f"Other machines are heard: {', '.join(found.others)}.")
    if found.is_port_free:
        lines.append(f"TCP port {found.port} is free for a table.")
    elif found.table_here is not None:
        whose = "Your own table" if found.table_here == own_key else "A table"
        lines.append(f"{whose} is open here, on TCP port {found.port}.")
    return lines


def bad_news(found: Diagnosis) -> list[str]:
    """What hinders, and what to do about it, in sentences."""
    lines: list[str] = []
    if all(_is_loopback(each) for each in found.interfaces):
        lines.append("This machine is on no network; only programs on it can meet. Connect it.")
    deaf = [_called(facts.interface) for facts in found.multicast if not facts.can_listen]
    if deaf:
        lines.append(
            f"Another program holds UDP port 5353 for itself, so nothing is heard through"
            f" {telling.listed(deaf)}. Stop it, or join by address."
        )
    for facts in found.multicast:
        if _is_loopback(facts.interface):
            continue  # for want of a network, which has been said
        if facts.error is not None:
            name = _called(facts.interface)
            lines.append(f"Nothing can be announced through {name}: {facts.error}.")
        elif facts.can_listen and not facts.hears_itself:
            lines.append(
                f"What is announced through {_called(facts.interface)} is lost on the way back: a firewall on"
                " this machine drops UDP port 5353. Open it, or join by address."
            )
    if not found.is_port_free and found.table_here is None:
        lines.append(
            f"TCP port {found.port} is taken by another program. 'p2pcards host' takes another port"
            " then, and says which; a firewall may have to let that one pass too."
        )
    if found.firewall is not None and found.firewall.refused_on:
        kinds = telling.listed([kind.lower() for kind in found.firewall.refused_on])
        lines.append(
            f"Windows' firewall was told to refuse whoever dials {found.firewall.program}, on networks"
            f" of this kind: {kinds}. So nobody can join a table of yours there. Windows Security,"
            " Firewall & network protection, Allow an app through firewall, Change settings: tick"
            " Private beside that program."
        )
    if found.own_key_at:
        where = finding_words.address_line(found.own_key_at)
        lines.append(
            f"Your own key answers on another computer too, at {where}. {finding_words.ONE_KEY}"
        )
    return lines


def _is_loopback(interface: Interface) -> bool:
    return ipaddress.ip_address(interface.ip).is_loopback


def _called(interface: Interface) -> str:
    return f"{interface.name} ({interface.ip})"


def _interface(interface: Interface) -> dict[str, Any]:
    return {"name": interface.name, "address": interface.host}


def _multicast(facts: MulticastFacts) -> dict[str, Any]:
    return {
        "interface": _interface(facts.interface),
        "error": facts.error,
        "can_listen": facts.can_listen,
        "hears_itself": facts.hears_itself,
    }
