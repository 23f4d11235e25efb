"""Changes a line of JSON value by value, which bytes alone hardly ever hit.

The one rule: the same seed makes the same change, so that a run can be repeated.
"""

from __future__ import annotations

import base64
import json
import random
from typing import Any, Final

NUMBERS: Final = (
    0,
    -1,
    1,
    7,
    15,
    16,
    255,
    2**31,
    2**53 - 1,
    2**53,
    -(2**53),
    2**63,
    2**64,
    10**30,
    0.5,
)
TEXTS: Final = (
    "", "azi", "hazari", "lukfu", "play", "prepare", "ahead", "open", "p2pcards/1", "leave",
    "A\n✓ all is verified", "\x1b[2J", "\u202e", "\u3164", "é", "x" * 33, "10H", "fold", "call", "bet 10",
    "play 0", "discard 2", "192.168.1.4:1", "fe80::1%eth0", "[::1]:99999", "2026-13-01",
)  # fmt: skip


def change_json(data: bytes, most_bytes: int, seed: int) -> bytes | None:
    """The data with one value of one of its lines changed; None where no line is JSON."""
    rng = random.Random(seed)
    lines = data.split(b"\n")
    index = rng.randrange(len(lines))
    guest, text = (b" ", lines[index][1:]) if lines[index][:1] == b" " else (b"", lines[index])
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        value = _changed(value, rng)
    try:
        dumped = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        lines[index] = guest + dumped.encode()
    except (ValueError, RecursionError):
        return None
    return b"\n".join(lines)[:most_bytes]


def _changed(value: Any, rng: random.Random) -> Any:
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        match rng.randrange(12):
            case 0:
                return {k: v for k, v in value.items() if k != key}
            case 1:
                return {**value, rng.choice(TEXTS): _any(rng)}
            case 2:
                return dict(sorted(value.items(), key=lambda _: rng.random()))
            case _:
                return {**value, key: _changed(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        match rng.randrange(8):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value, value[at]]
            case 2:
                return value * rng.choice((2, 3, 20))
            case 3:
                return sorted(value, key=lambda _: rng.random())
            case _:
                return [*value[:at], _changed(value[at], rng), *value[at + 1 :]]
    if isinstance(value, str) and rng.random() < 0.7:
        return _changed_text(value, rng)
    if isinstance(value, int) and rng.random() < 0.6:
        return value + rng.choice((-1, 1, 2, 10, -10))
    return _any(rng)


def _changed_text(text: str, rng: random.Random) -> str:
    try:
        data = bytearray(base64.b64decode(text, validate=True))
    except ValueError:
        data = bytearray()
    if len(data) > 15 and rng.random() < 0.7:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        size = rng.choice((0, 0, 0, -1, 1, 32, -32))
        data = data[:size] if size < 0 else data + bytes(size)
        return base64.b64encode(data).decode()
    at = rng.randrange(len(text) + 1)
    other = rng.choice((rng.choice(TEXTS), chr(rng.choice((*range(256), *range(0x300, 0x3000))))))
    return text[:at] + other + text[at + rng.choice((0, 1)) :]


def _any(rng: random.Random) -> Any:
    return rng.choice(
        (
            rng.choice(NUMBERS),
            rng.choice(TEXTS),
            None,
            True,
            [],
            {},
            [0, 0],
            [3, 1],
            {"a": 1},
            "AAAA",
        )
    )
