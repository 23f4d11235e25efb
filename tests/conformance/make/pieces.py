"""A log of the corpus as pieces of others, and what is right about it.

The one rule: what a log is said to prove is worked out from its bytes, and held against what its
recipe expects; neither is taken from the other.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cli.commands.logs.audit import EXIT_CODES
from protocol.audit import audit
from protocol.faults import Reason


@dataclass(frozen=True, slots=True)
class Case:
    """One log of the corpus.

    Args:
        name: Its name in the index.
        about: What it is, in a few words.
        data: Its bytes.
        of: Another log from which it differs in few lines; empty for one that has a file of its own.
        expect: The code that its recipe leads to: of a line that does not fit, or of the last seat
            that is out, at its deepest; empty where the recipe says nothing.
        rounds: Whether heads and states stand beside it.
    """

    name: str
    about: str
    data: bytes
    of: str = ""
    expect: str = ""
    rounds: bool = False


def codes(reason: Reason | None) -> list[str]:
    """A reason's code, and those of what it was found by."""
    found: list[str] = []
    while reason is not None:
        found.append(str(reason.code))
        reason = reason.because
    return found


def findings(data: bytes) -> dict[str, Any]:
    """What an audit must find in these bytes."""
    report = audit(data)
    problem = report.problem
    return {
        "verdict": str(report.verdict),
        "exit": int(EXIT_CODES[report.verdict]),
        "complete_to": report.complete_to,
        "is_over": report.is_over,
        "standings": list(report.standings),
        "problem": None
        if problem is None
        else {"entry": problem.entry, "seat": problem.seat, "codes": codes(problem.reason)},
        "outs": [
            {
                "deal": out.deal,
                "entry": out.entry,
                "seat": out.seat,
                "cause": str(out.cause),
                "codes": codes(out.reason),
                "rule": None if out.rule is None else out.rule.number,
            }
            for out in report.outs
        ],
    }


def all_codes(found: Mapping[str, Any]) -> set[str]:
    """Every code in what was found."""
    lists = [found["problem"]["codes"]] if found["problem"] else []
    lists += [out["codes"] for out in found["outs"]]
    return {code for each in lists for code in each}


def lines_of(data: bytes) -> list[bytes]:
    """The lines with their newlines; the last may have none."""
    parts = data.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def pieces_of(data: bytes, base_name: str, base: Sequence[bytes]) -> list[dict[str, Any]]:
    """The pieces that make up `data`: lines of another log, and what stands between them."""
    places = {line: number for number, line in enumerate(base, start=1)}
    found: list[dict[str, Any]] = []
    for line in lines_of(data):
        number = places.get(line)
        last = found[-1] if found else {}
        if number is not None and last.get("lines", [0, 0])[1] == number - 1 and "of" in last:
            last["lines"][1] = number
        elif number is not None:
            found.append({"of": base_name, "lines": [number, number]})
        else:
            text = _text(line)
            if text is None:
                found.append({"base64": base64.b64encode(line).decode()})
            elif "text" in last:
                last["text"] += text
            else:
                found.append({"text": text})
    return found


def _text(line: bytes) -> str | None:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return None


def joined(
    pieces: Sequence[Mapping[str, Any]], logs: Mapping[str, bytes], files: Mapping[str, bytes]
) -> bytes:
    """The bytes that pieces make up: all that a reader of the index has to do."""
    data = b""
    for piece in pieces:
        match piece:
            case {"file": name}:
                data += files[name]
            case {"of": name, "lines": [first, last]}:
                data += b"".join(lines_of(logs[name])[first - 1 : last])
            case {"text": text}:
                data += text.encode()
            case {"base64": text}:
                data += base64.b64decode(text)
            case _:
                raise ValueError(f"no piece: {piece}")
    return data


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
