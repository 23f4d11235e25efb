"""One vector: a text file of `key: value` lines, first the head, then fields in hex.

The one rule: a vector is complete. Whoever has SPEC and the file can do the computation and needs no
code of this project.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from protocol.crypto.transcript import Context

HERE = Path(__file__).parent
HEAD = ("expect", "spec", "comment", "provenance")


@dataclass(frozen=True, slots=True)
class Vector:
    """A case: `expect` is `ok` or the code of the refusal."""

    expect: str
    spec: str
    comment: str
    provenance: str
    fields: Mapping[str, bytes]

    def text(self) -> str:
        """The file."""
        head = [f"{key}: {getattr(self, key)}" for key in HEAD]
        return "\n".join([*head, *(f"{key}: {v.hex()}" for key, v in self.fields.items()), ""])


def read_vector(path: Path) -> Vector:
    """The vector in a file."""
    pairs = [line.split(": ", 1) if ": " in line else [line[:-1], ""] for line in lines(path)]
    found = {pair[0]: pair[1] for pair in pairs}
    assert len(found) == len(pairs), f"{path}: a key occurs twice"
    assert tuple(found)[: len(HEAD)] == HEAD, f"{path}: head"
    return Vector(
        **{key: found.pop(key) for key in HEAD},
        fields={key: bytes.fromhex(value) for key, value in found.items()},
    )


def lines(path: Path) -> list[str]:
    """The lines of a file that ends with a newline."""
    text = path.read_text(encoding="utf-8")
    assert text.endswith("\n")
    return text[:-1].split("\n")


def context_fields(context: Context) -> dict[str, bytes]:
    """The context, field by field as it is framed."""
    return {
        "context.table": context.table,
        "context.game": context.game.encode(),
        "context.pack": context.pack.encode(),
        "context.deal": context.deal.to_bytes(8, "little"),
        "context.attempt": context.attempt.to_bytes(8, "little"),
        "context.seats": bytes(context.seats),
        "context.chain": context.chain.encode(),
        "context.seat": bytes([context.seat]),
        "context.head": context.head,
    }


def context_of(fields: Mapping[str, bytes]) -> Context:
    """The context that `context_fields` wrote."""
    return Context(
        table=fields["context.table"],
        game=fields["context.game"].decode(),
        pack=fields["context.pack"].decode(),
        deal=int.from_bytes(fields["context.deal"], "little"),
        attempt=int.from_bytes(fields["context.attempt"], "little"),
        seats=tuple(fields["context.seats"]),
        chain=fields["context.chain"].decode(),
        seat=fields["context.seat"][0],
        head=fields["context.head"],
    )


def listed(fields: Mapping[str, bytes], name: str) -> list[bytes]:
    """The values of `name.0`, `name.1` and so on."""
    found = []
    while (key := f"{name}.{len(found)}") in fields:
        found.append(fields[key])
    return found
