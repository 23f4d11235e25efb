"""The whole corpus: which files it has, and what stands in each.

The one rule: the same bytes each time, on every machine: all randomness is of fixed seeds, and the
archive has no times, owners or compression.
"""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from protocol.audit import Auditor
from protocol.table.notices import DealSettled
from protocol.wire.digests import digest
from tests.conformance.make import matches, mutants
from tests.conformance.make.pieces import Case, all_codes, findings, lines_of, pieces_of, sha256

HERE = Path(__file__).parents[1]
VECTORS = HERE.parent / "vectors"
FORMAT = "p2pcards-conformance/1"
ARCHIVE = "p2pcards-conformance-1"


def cases() -> Iterator[Case]:
    """All logs, those that others are made of first."""
    yield from matches.good()
    yield from matches.single_faults()
    yield from matches.several_faults()
    yield from matches.pauses()
    yield from mutants.all_mutants()


def check(case: Case, found: Mapping[str, Any]) -> None:
    """What was found is what the recipe leads to."""
    wanted = matches.LEADS_TO.get(case.expect, (case.expect,) if case.expect else ())
    codes = all_codes(found)
    assert not wanted or codes.intersection(wanted), f"{case.name}: {codes}, not {wanted}"
    if case.rounds:
        assert found["verdict"] == "ok", case.name


def corpus() -> dict[str, bytes]:
    """Every file of the corpus but README.md, by its path."""
    files: dict[str, bytes] = {}
    logs: dict[str, list[bytes]] = {}
    index: list[dict[str, Any]] = []
    for case in cases():
        found = findings(case.data)
        check(case, found)
        assert case.name not in logs, case.name
        logs[case.name] = lines_of(case.data)
        entry: dict[str, Any] = {"name": case.name, "about": case.about}
        if case.of:
            entry["pieces"] = pieces_of(case.data, case.of, logs[case.of])
        else:
            path = f"logs/{case.name}.log"
            files[path] = case.data
            entry["pieces"] = [{"file": path}]
        entry["sha256"] = sha256(case.data)
        if case.rounds:
            entry["rounds"] = f"rounds/{case.name}.json"
            files[entry["rounds"]] = encoded(rounds(case.data))
        index.append({**entry, **found})
    files["index.json"] = encoded({"format": FORMAT, "logs": index})
    return files


def encoded(document: Mapping[str, Any]) -> bytes:
    """JSON with one item of each list a line, so that a change shows where it is."""
    parts = []
    for key, value in document.items():
        if isinstance(value, list):
            items = ",\n".join(json.dumps(item, ensure_ascii=False) for item in value)
            parts.append(f"{json.dumps(key)}: [\n{items}\n]")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return ("{" + ",\n".join(parts) + "}\n").encode()


def rounds(data: bytes) -> dict[str, Any]:
    """The head after each round, and the public state after each deal."""
    auditor = Auditor(data)
    referee = auditor.referee
    heads: list[dict[str, Any]] = [{"entry": 1, "head": referee.proposal.id.hex()}]
    states: list[dict[str, Any]] = []
    for notices in auditor.to_end():
        closed = referee.steps[-1].closed
        place = closed.round.place
        heads.append(
            {
                "entry": auditor.index,
                "chain": place.chain,
                "deal": place.deal,
                "attempt": place.attempt,
                "round": place.number,
                "head": closed.next_head().hex(),
            }
        )
        for notice in notices:
            if isinstance(notice, DealSettled):
                between = referee.state.between  # type: ignore[union-attr]
                state = between.setting.game.public(between.game_state)
                states.append({"deal": notice.deal, "entry": auditor.index, "state": state})
    setting = referee.setting
    assert setting is not None
    for each in states:
        text = json.dumps(each["state"], sort_keys=True, separators=(",", ":")).encode()
        each["digest"] = digest("state", setting.table, text).hex()
    return {"table": setting.table.hex(), "rounds": heads, "states": states}


def archive(files: Mapping[str, bytes]) -> bytes:
    """The files as an uncompressed tar, the vectors among them."""
    all_files = {f"conformance/{path}": data for path, data in files.items()}
    for path in VECTORS.glob("*/*.txt"):
        all_files[f"vectors/{path.parent.name}/{path.name}"] = path.read_bytes()
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name in sorted(all_files):
            member = tarfile.TarInfo(f"{ARCHIVE}/{name}")
            member.size = len(all_files[name])
            member.mode = 0o644
            tar.addfile(member, io.BytesIO(all_files[name]))
    return buffer.getvalue()


def committed() -> dict[str, bytes]:
    """The corpus as it lies in the repository, README.md among it."""
    found = {
        "README.md": (HERE / "README.md").read_bytes(),
        "index.json": (HERE / "index.json").read_bytes(),
    }
    for folder, suffix in (("logs", "log"), ("rounds", "json")):
        for path in sorted((HERE / folder).glob(f"*.{suffix}")):
            found[f"{folder}/{path.name}"] = path.read_bytes()
    return found
