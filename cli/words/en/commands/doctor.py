"""Why tables or peers are not seen, in English. The one rule: what hinders comes with what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cli.words.en.finding import ONE_KEY, address_line
from cli.words.en.telling import listed
from protocol.net.finding.addresses import Address, Interface

LIBRARY_WORKS: Final = "The cryptographic library passes its test."
ON_NO_NETWORK: Final = "This machine is on no network; only programs on it can meet. Connect it."
NOBODY_HEARD: Final = (
    "No other machine was heard. Perhaps none is there; or the access point keeps its guests apart"
    " (client isolation), or the other machine's firewall is closed."
)


def listening(seconds: float) -> str:
    return f"Listening for {seconds:.0f} seconds."


def ports(port: int) -> str:
    return (
        f"Tables are found by UDP port 5353 and joined by TCP port {port}; both must pass the"
        " firewalls. Without discovery, 'p2pcards join HOST:PORT' still works."
    )


# --- what works ------------------------------------------------------------------------------------


def reached_as(interface: Interface) -> str:
    return f"Others can reach this machine as {interface.host} ({interface.name})."


def discovery_works(interface: Interface) -> str:
    return f"Discovery works through {_called(interface)}: a question sent there comes back."


def others_heard(others: Iterable[str]) -> str:
    return f"Other machines are heard: {', '.join(others)}."


def port_free(port: int) -> str:
    return f"TCP port {port} is free for a table."


def table_here(port: int, *, is_own: bool) -> str:
    whose = "Your own table" if is_own else "A table"
    return f"{whose} is open here, on TCP port {port}."


# --- what hinders ----------------------------------------------------------------------------------


def link_is_down(interface: Interface) -> str:
    return f"{_called(interface)} does not count: its link is down."


def deaf(interfaces: Iterable[Interface]) -> str:
    through = listed(map(_called, interfaces))
    return (
        f"Another program holds UDP port 5353 for itself, so nothing is heard through {through}."
        " Stop it, or join by address."
    )


def cannot_announce(interface: Interface, why: str) -> str:
    return f"Nothing can be announced through {_called(interface)}: {why}."


def lost_on_way_back(interface: Interface) -> str:
    return (
        f"What is announced through {_called(interface)} is lost on the way back: a firewall on"
        " this machine drops UDP port 5353. Open it, or join by address."
    )


def port_taken(port: int) -> str:
    return (
        f"TCP port {port} is taken by another program. 'p2pcards host' takes another port then, and"
        " says which; a firewall may have to let that one pass too."
    )


def firewall_refuses(program: str, kinds: Iterable[str]) -> str:
    """Windows' own, on networks of these kinds."""
    return (
        f"Windows' firewall was told to refuse whoever dials {program}, on networks"
        f" of this kind: {listed(kinds)}. So nobody can join a table of yours there. Windows Security,"
        " Firewall & network protection, Allow an app through firewall, Change settings: tick"
        " Private beside that program."
    )


def own_key_elsewhere(where: Sequence[Address]) -> str:
    return f"Your own key answers on another computer too, at {address_line(where)}. {ONE_KEY}"


def _called(interface: Interface) -> str:
    return f"{interface.name} ({interface.ip})"
