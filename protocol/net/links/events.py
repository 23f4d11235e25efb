"""What a mesh tells of its links. The one rule: values, which know nothing of streams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.faults import Code


@dataclass(frozen=True, slots=True)
class LinkUp:
    """There is a link to the peer from now on; it has missed whatever was sent before."""

    peer: bytes
    words: tuple[str, ...]
    handshake_hash: bytes


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The link announced by the peer's last LinkUp has ended."""

    peer: bytes
    reason: Code


@dataclass(frozen=True, slots=True)
class Received:
    """One payload from the peer; those of one link come in the order of sending."""

    peer: bytes
    payload: bytes


MeshEvent: TypeAlias = LinkUp | LinkDown | Received
