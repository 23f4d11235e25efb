"""Our audit and the second verifier (`web/verify`) side by side.

`python -m tests.verifier.second LOGS MUTANTS [SEED]` makes so many fresh logs of all games and options, and so
many mutants of them, and tells where the two differ. What one says of a log goes to the other unread.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from cli.bots.forgeries import PHASES, Planned, kinds_of
from cli.bots.scribe import Scribe
from cli.bots.simulation import Match
from cli.games import find_game, read_options
from protocol.audit import audit
from protocol.crypto.identity import Identity
from protocol.wire.codec import signed_bytes

ROOT = Path(__file__).parents[2]
VERIFIER = ROOT / "web" / "verify"

OPENING = ("nonce-commit", "nonce-open", "agree")
"""Where a fault leaves a log that nothing more can be tried with."""

CHOICES: dict[str, tuple[tuple[int, ...], dict[str, tuple[str, ...]]]] = {
    "azi": (
        (2, 3, 4, 5, 6),
        {
            "cards": ("3", "4"),
            "blind": ("off", "open", "chain"),
            "payout": ("matched", "fraction"),
            "stack": ("20", "60", "200"),
        },
    ),
    "hazari": ((4,), {"target": ("100", "400", "1000")}),
    "lukfu": (
        (3,),
        {
            "ones_set_beats_2_to_8": ("true", "false"),
            "passed_master_limit": ("all_leads", "opening_lead_only"),
            "own_discards_count_as_seen": ("true", "false"),
        },
    ),
}


def why_not() -> str | None:
    """Why the second verifier cannot run here, or None."""
    if shutil.which("node") is None:
        return "node is not installed"
    if not (VERIFIER / "node_modules" / "@noble").is_dir():
        return "its packages are not installed: npm ci in web/verify"
    return None


@dataclass(frozen=True, slots=True)
class Finding:
    """What a verifier says of a log, as far as both must agree."""

    verdict: str
    entry: int | None
    seat: int | None
    code: str | None
    complete_to: int
    standings: tuple[int, ...]
    outs: tuple[tuple[Any, ...], ...]


def ours(data: bytes) -> Finding:
    """What our audit says."""
    report = audit(data)
    problem = report.problem
    return Finding(
        str(report.verdict),
        problem.entry if problem else None,
        problem.seat if problem else None,
        str(problem.reason.code) if problem else None,
        report.complete_to,
        tuple(report.standings),
        tuple((o.deal, o.entry, o.seat, str(o.cause), str(o.reason.code)) for o in report.outs),
    )


class Second:
    """The second verifier as one process that reads log after log: a new one for each would spend most of
    its time on beginning."""

    def __enter__(self) -> Second:
        self._folder = tempfile.TemporaryDirectory()
        self._node = subprocess.Popen(
            ["node", str(VERIFIER / "cli.mjs"), "-"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
        )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        self._node.communicate()
        self._folder.cleanup()

    def finds(self, data: bytes) -> Finding:
        """What it says of a log."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        path = Path(self._folder.name, "one.log")
        path.write_bytes(data)
        self._node.stdin.write(f"{path}\n")
        self._node.stdin.flush()
        return _finding(json.loads(self._node.stdout.readline()))


def _finding(said: dict[str, Any]) -> Finding:
    outs = tuple((o["deal"], o["entry"], o["seat"], o["cause"], o["code"]) for o in said["outs"])
    return Finding(
        said["verdict"],
        said["entry"],
        said["seat"],
        said["code"],
        said["complete_to"],
        tuple(said["standings"]),
        outs,
    )


# --- logs -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """A fresh log with the keys of its seats."""

    about: str
    lines: tuple[bytes, ...]
    keys: tuple[Identity, ...]
    table: bytes

    @property
    def data(self) -> bytes:
        return b"".join(line + b"\n" for line in self.lines)


def play(seed: str) -> Played:
    """A match of one or two deals; game, seats, options and what goes wrong are drawn by the seed.

    One hand writes it, so that seats can also fail, and nothing is verified before the two do it.
    """
    dice = random.Random(seed)
    name = dice.choice(tuple(CHOICES))
    seats, choices = CHOICES[name]
    words = [f"{key}={dice.choice(values)}" for key, values in choices.items()]
    game, n = find_game(name), dice.choice(seats)
    match = Match(game, read_options(game, words), n, dice.randint(1, 2), "easy", seed)
    faults = [_fault(n, dice) for _ in range(dice.choice((0, 0, 1, 2, 3)))]
    scribe = Scribe(match, faults)
    lines = scribe.write()
    setting = scribe.referee.setting
    happened = [str(fault) for fault in faults if fault not in scribe.open_faults]
    about = f"{seed}: {name}, {n} seats, {' '.join(words + happened)}"
    table = bytes(32) if setting is None else setting.table
    return Played(about, tuple(bytes(line) for line in lines), tuple(scribe.identities), table)


def _fault(seats: int, dice: random.Random) -> Planned:
    phase = dice.choice([phase for phase in PHASES if phase not in OPENING])
    return Planned(dice.randrange(seats), phase, dice.choice(kinds_of(phase)))


# --- mutants ----------------------------------------------------------------------------------------

Mutation = Callable[[list[bytes], Played, random.Random], bytes]


def whole(lines: Iterable[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def flipped(lines: list[bytes], _: Played, dice: random.Random) -> bytes:
    data = bytearray(whole(lines))
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    return bytes(data)


def dropped(lines: list[bytes], _: Played, dice: random.Random) -> bytes:
    del lines[dice.randrange(len(lines))]
    return whole(lines)


def doubled(lines: list[bytes], _: Played, dice: random.Random) -> bytes:
    at = dice.randrange(len(lines))
    return whole([*lines[:at], lines[at], *lines[at:]])


def swapped(lines: list[bytes], _: Played, dice: random.Random) -> bytes:
    one = dice.randrange(len(lines))
    other = min(len(lines) - 1, one + dice.choice((1, 1, 1, 5, 20)))
    lines[one], lines[other] = lines[other], lines[one]
    return whole(lines)


def cut(lines: list[bytes], _: Played, dice: random.Random) -> bytes:
    if dice.random() < 0.5:
        return whole(lines[: dice.randrange(len(lines))])
    data = whole(lines)
    return data[: dice.randrange(len(data))]


def signed_anew(lines: list[bytes], played: Played, dice: random.Random) -> bytes:
    """One field of one entry is another, and its seat has signed that; nothing after it is made to fit."""
    at = _signed_line(lines, dice)
    lines[at] = sign_anew(lines[at], played, dice)
    return whole(lines)


def said_twice(lines: list[bytes], played: Played, dice: random.Random) -> bytes:
    """Two versions of one entry, in the order of a log."""
    at = _signed_line(lines, dice)
    lines[at : at + 1] = sorted([lines[at], sign_anew(lines[at], played, dice)])
    return whole(lines)


def signed_last(lines: list[bytes], played: Played, dice: random.Random) -> bytes:
    """A wrong entry, and the log ends with its round."""
    at = _signed_line(lines, dice)
    lines[at] = sign_anew(lines[at], played, dice)
    return whole(lines[: at + dice.randint(1, 4)])


def spelt_otherwise(lines: list[bytes], _: Played, dice: random.Random) -> bytes:
    """A line that JSON reads as the same, or that only some readers of JSON read."""
    at = dice.randrange(len(lines))
    found, instead = dice.choice(SPELLINGS)
    places = [match.span() for match in re.finditer(found, lines[at])]
    if places:
        start, end = dice.choice(places)
        lines[at] = lines[at][:start] + instead + lines[at][end:]
    return whole(lines)


SPELLINGS = tuple(
    (found, instead)
    for found, others in (
        (rb"^", (b" ", b"\xef\xbb\xbf", b"[" * 3000)),
        (rb"$", (b" ", b"\r", b"}", b"//", b"\0")),
        (rb"\}$", (b"", b",}")),
        (rb"(?<=[,:{])", (b" ", b"\t", b"\r", b",")),
        (
            rb"(?<=[a-z])",
            (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\0", b"\\u0000", b"\\ud800", b"\\x41"),
        ),
        (rb"a", (b"\\u0061",)),
        (rb"/", (b"\\/", b"_")),
        (rb"\+", (b"-",)),
        (rb"=", (b"", b"==", b"\\n")),
        (rb'"', (b"'", b"")),
        (
            rb"(?<=:)[0-9]+",
            (b"-0", b"0.0", b"1e0", b"1E400", b"01", b"1.5", b"NaN", b"18446744073709551616"),
        ),
        (rb"(?<=:)[0-9]+", (b"9007199254740993", b"true", b"null", b'"0"', b"[0]", b"{}")),
        (rb'(?<=:)"[^"]*"', (b"null", b"0", b"[]", b'""', b'"constructor"')),
        (rb'"e":', (b'"e":{},"e":',)),
        (rb'"seat":', (b'"seat":0,"seat":', b'"toString":0,"seat":', b'"__proto__":0,"seat":')),
        (rb'"head":', (b'"round":0,"head":', b'"constructor":null,"head":')),
        (rb'"sig":', (b'"extra":1,"sig":',)),
        (rb'"[a-z]+":', (b'"":',)),
        (rb'"[a-z]+":[0-9]+,', (b"",)),
        (rb'"t":"[a-z-]+"', (b'"t":"toString"', b'"t":"vote"', b'"t":"leave"')),
    )
    for instead in others
)
"""What is looked for in a line, and what stands there instead."""


def _signed_line(lines: list[bytes], dice: random.Random) -> int:
    """One behind the opening, as a rule."""
    return dice.randrange(min(13, len(lines) - 1), len(lines))


MUTATIONS: tuple[Mutation, ...] = (
    flipped, dropped, doubled, swapped, cut, signed_anew, said_twice, signed_last, spelt_otherwise,
)  # fmt: skip


def sign_anew(line: bytes, played: Played, dice: random.Random) -> bytes:
    entry = json.loads(line)["e"]
    names = [name for name in entry if name not in ("t", "chain", "seat")]
    own = [name for name in names if name not in ("deal", "attempt", "round", "head")]
    name = dice.choice(own if own and dice.random() < 0.8 else names)
    entry[name] = _other(entry[name], dice)
    body = json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode()
    signature = played.keys[entry["seat"]].sign(signed_bytes(played.table, body))
    return b'{"e":' + body + b',"sig":"' + base64.b64encode(signature) + b'"}'


def _other(value: Any, dice: random.Random) -> Any:
    match value:
        case int():
            return max(0, value + dice.choice((-1, 1, 7)))
        case list():
            changed = list(value)
            at = dice.randrange(len(changed) + 1)
            if at == len(changed) or dice.random() < 0.3:
                return changed[:-1] if changed else [0]
            changed[at] = _other(changed[at], dice)
            return changed
        case str() if len(value) >= 32 and " " not in value:
            data = bytearray(base64.b64decode(value))
            if dice.random() < 0.15:
                return base64.b64encode(bytes(data[:-1])).decode()
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
            return base64.b64encode(bytes(data)).decode()
        case _:
            return dice.choice(("fold", "call", "play 1", "pass", "10H", "C1", value + "0", ""))


def mutants(logs: Sequence[Played], seed: str) -> Iterator[tuple[str, bytes]]:
    """Endlessly: what was done, and the bytes."""
    dice = random.Random(f"mutants {seed}")
    number = 0
    while True:
        played, mutate = dice.choice(logs), MUTATIONS[number % len(MUTATIONS)]
        yield (
            f"{played.about}; {mutate.__name__} {number}",
            mutate(list(played.lines), played, dice),
        )
        number += 1


# --- both -------------------------------------------------------------------------------------------


def differences(
    logs: Iterable[tuple[str, bytes]], count: Counter[str]
) -> Iterator[tuple[str, bytes, Finding, Finding]]:
    """Where the two do not say the same; `count` learns the verdicts."""
    with Second() as verifier:
        for about, data in logs:
            first, second = ours(data), verifier.finds(data)
            count[first.verdict] += 1
            if astuple(first) != astuple(second):
                yield about, data, first, second


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", type=int)
    parser.add_argument("mutants", type=int)
    parser.add_argument("seed", nargs="?", default="0")
    parser.add_argument("--keep", type=Path, default=None, help="where logs that differ go")
    args = parser.parse_args()
    played = [play(f"{args.seed} {number}") for number in range(args.logs)]
    print(f"{len(played)} logs are played", flush=True)
    for name, logs in (
        ("logs", ((p.about, p.data) for p in played)),
        ("mutants", islice(mutants(played, args.seed), args.mutants)),
    ):
        count: Counter[str] = Counter()
        differ = 0
        for about, data, first, second in differences(logs, count):
            differ += 1
            print(f"{about}\n    ours   {first}\n    theirs {second}", flush=True)
            if args.keep is not None:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / f"{args.seed}-{name}-{differ}.log").write_bytes(data)
        print(f"{name}: {dict(count)}, {differ} differ", flush=True)


if __name__ == "__main__":
    main()
