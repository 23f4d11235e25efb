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
from cli.words.en.commands import doctor as said
from protocol.net.finding.addresses import Interface
from protocol.net.finding.doctor import LISTEN_S, Diagnosis, MulticastFacts, examine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    output = Output(args.json)
    output.note(said.listening(LISTEN_S))
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
        output.say(f"note: {said.link_is_down(each)}", hang=6)
    if any(each.is_link_local_v6 for each in found.interfaces):
        output.say(f"note: {finding_words.LINK_LOCAL}", hang=6)
    if not found.others:
        output.say(f"note: {said.NOBODY_HEARD}", hang=6)
    output.say(f"note: {said.ports(found.port)}", hang=6)
    return ExitCode.NETWORK if bad else ExitCode.OK


def good_news(found: Diagnosis, own_key: bytes | None) -> list[str]:
    """What works, in sentences."""
    lines = [said.LIBRARY_WORKS]
    lines += [said.reached_as(each) for each in found.interfaces if not _is_loopback(each)]
    lines += [said.discovery_works(one.interface) for one in found.multicast if one.hears_itself]
    if found.others:
        lines.append(said.others_heard(found.others))
    if found.is_port_free:
        lines.append(said.port_free(found.port))
    elif found.table_here is not None:
        lines.append(said.table_here(found.port, is_own=found.table_here == own_key))
    return lines


def bad_news(found: Diagnosis) -> list[str]:
    """What hinders, and what to do about it, in sentences."""
    lines: list[str] = []
    if all(_is_loopback(each) for each in found.interfaces):
        lines.append(said.ON_NO_NETWORK)
    deaf = [facts.interface for facts in found.multicast if not facts.can_listen]
    if deaf:
        lines.append(said.deaf(deaf))
    for facts in found.multicast:
        if _is_loopback(facts.interface):
            continue  # for want of a network, which has been said
        if facts.error is not None:
            lines.append(said.cannot_announce(facts.interface, facts.error))
        elif facts.can_listen and not facts.hears_itself:
            lines.append(said.lost_on_way_back(facts.interface))
    if not found.is_port_free and found.table_here is None:
        lines.append(said.port_taken(found.port))
    if found.firewall is not None and found.firewall.refused_on:
        kinds = [kind.lower() for kind in found.firewall.refused_on]
        lines.append(said.firewall_refuses(found.firewall.program, kinds))
    if found.own_key_at:
        lines.append(said.own_key_elsewhere(found.own_key_at))
    return lines


def _is_loopback(interface: Interface) -> bool:
    return ipaddress.ip_address(interface.ip).is_loopback


def _interface(interface: Interface) -> dict[str, Any]:
    return {"name": interface.name, "address": interface.host}


def _multicast(facts: MulticastFacts) -> dict[str, Any]:
    return {
        "interface": _interface(facts.interface),
        "error": facts.error,
        "can_listen": facts.can_listen,
        "hears_itself": facts.hears_itself,
    }
