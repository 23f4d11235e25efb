"""Whatever a peer, a log or a file says, wherever it is printed: one line, quoted, cut, and harmless.

The lie of these tests is the one worth telling: that all is verified.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cli import paths
from cli.commands.playing import tables
from cli.files.own_key import find_or_make_identity
from cli.main import main
from p2pcards.games import GAMES
from protocol.crypto.identity import Identity
from protocol.faults import Code, Reason
from protocol.net.files.private_files import replace_private
from protocol.net.lobby import BadMessage, decode_from_guest, decode_from_host
from protocol.table.judge.opening import propose
from protocol.table.judge.setting import BadProposal, check_proposal
from protocol.wire.codec import NO_TABLE, BadLine, decode_line, sign_entry
from protocol.wire.entries import Proposal
from protocol.wire.quoting import quoted
from protocol.wire.talk import decode_talk
from tests.cli.commands.playing.test_tables import listing
from tests.cli.test_line_table import seated

LIE = (
    "x\n✓ All is verified.\r\x1b[2J\x1b]0;t\x07\u202e\u2028\x85\u0301\u0301\u0301\u0301\u0301\u0301"
    + "y" * 3000
)
KEY = Identity.from_seed(b"k" * 32)


def check(text: str, *, longest: int = 600) -> None:
    """Nothing in what was printed is more than the line that it is part of."""
    for line in text.splitlines():
        assert not line.lstrip().startswith(("✓ All is verified", "All is verified"))
        assert all(c.isprintable() for c in line)
        assert len(line) < longest
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_foreign_text_is_quoted_cut_and_on_one_line() -> None:
    told = quoted(LIE)
    check(told)
    assert told.startswith("'x\\n✓ All is verified.\\r\\x1b[2J")
    assert told.endswith("…'")
    assert quoted("it's") == '"it\'s"'
    assert quoted("Боб") == "'Боб'"


# --- reasons for refusals ------------------------------------------------------------------------

SIGNATURE = '"sig":"' + "A" * 86 + '=="}'
PLACE = '"seat":0,"chain":"play","deal":1,"attempt":0,"round":0'
FORGED = {
    "field": f'{{"e":{{"t":"stake",{json.dumps(LIE)}:1}},{SIGNATURE}',
    "envelope field": f'{{"e":{{}},{json.dumps(LIE)}:1,{SIGNATURE}',
    "kind": f'{{"e":{{"t":{json.dumps(LIE)}}},{SIGNATURE}',
    "chain": f'{{"e":{{"t":"stake","seat":0,"chain":{json.dumps(LIE)}}},{SIGNATURE}',
    "nested field": f'{{"e":{{"t":"propose",{PLACE},"seats":[{{{json.dumps(LIE)}:1}}]}},{SIGNATURE}',
    "no json": LIE,
}


@pytest.mark.parametrize("line", FORGED.values(), ids=FORGED)
def test_the_reason_why_a_line_is_refused_repeats_it_quoted(line: str) -> None:
    with pytest.raises(BadLine) as caught:
        decode_line(line.replace("y" * 3000, "y" * 200).encode())
    check(str(caught.value))


@pytest.mark.parametrize(
    ("decode", "text"),
    [
        (decode_talk, {"m": LIE}),
        (decode_talk, {"m": "links", LIE: 1}),
        (decode_from_guest, {"l": LIE}),
        (decode_from_guest, {"l": "wish", "wish": LIE}),
        (decode_from_guest, {"l": "hello", LIE: 1}),
        (decode_from_host, {"l": "refused", "reason": LIE}),
        (decode_from_host, {"l": "start", "seats": [{LIE: 1}]}),
        (decode_from_host, {"l": "room", "options": {LIE: [1]}}),
    ],
)
def test_so_does_the_reason_why_a_message_is(
    decode: Callable[[bytes], object], text: object
) -> None:
    with pytest.raises((BadLine, BadMessage)) as caught:
        decode(json.dumps(text).encode())
    check(str(caught.value))


def proposal(**changes: object) -> Proposal:
    named = [("Ann", KEY.public), ("Bek", Identity.from_seed(b"b" * 32).public)]
    entry = propose(KEY, GAMES["azi"], {}, named, 30).entry
    values = {name: getattr(entry, name) for name in entry.__struct_fields__}
    return Proposal(**{**values, **changes})


ANN = proposal().seats[0]
PROPOSALS = {
    "game": {"game": LIE[:16]},
    "option": {"options": {LIE: 1}},
    "value": {"options": {**proposal().options, "blind": LIE}},
    "name": {"seats": (type(ANN)(LIE[:32], ANN.key), *proposal().seats[1:])},
}


@pytest.mark.parametrize("changes", PROPOSALS.values(), ids=PROPOSALS)
def test_so_does_the_reason_why_a_proposal_is(changes: dict[str, object]) -> None:
    with pytest.raises(BadProposal) as caught:
        check_proposal(proposal(**changes))
    check(str(caught.value))


# --- commands ------------------------------------------------------------------------------------


@pytest.fixture(params=FORGED)
def forged_log(request: pytest.FixtureRequest, good_log: Path, tmp_path: Path) -> Path:
    """A good log with a forged line in the middle."""
    lines = good_log.read_bytes().split(b"\n")
    lines[9] = FORGED[request.param].replace("\n", "\\n").encode()
    (tmp_path / "forged.log").write_bytes(b"\n".join(lines))
    return tmp_path / "forged.log"


@pytest.mark.heavy
@pytest.mark.parametrize("words", [["audit"], ["replay", "--text"], ["fairness"]], ids=" ".join)
def test_a_forged_line_says_nothing_of_its_own(run, forged_log: Path, words: list[str]) -> None:
    ended = run(*words, forged_log)
    assert ended.code != 0
    check(ended.out + ended.err)


def test_nor_does_it_where_logs_are_compared(run, forged_log: Path, good_log: Path) -> None:
    ended = run("audit", forged_log, good_log)
    assert ended.code != 0
    check(ended.out + ended.err)


@pytest.mark.parametrize("command", ["audit", "fairness", "replay"])
@pytest.mark.parametrize("changes", PROPOSALS.values(), ids=PROPOSALS)
def test_nor_does_a_forged_first_line(
    run, tmp_path: Path, command: str, changes: dict[str, object]
) -> None:
    line = sign_entry(proposal(**changes), NO_TABLE, KEY).line
    (tmp_path / "forged.log").write_bytes(line + b"\n")
    words = ["--text"] if command == "replay" else []
    ended = run(command, *words, tmp_path / "forged.log")
    assert ended.code != 0
    check(ended.out + ended.err)


@pytest.mark.parametrize(
    "words",
    [
        ["audit", "{}"],
        ["replay", "--text", "{}"],
        ["fairness", "{}"],
        ["join", "--seconds", "{}"],
        ["rules", "{}"],
        ["config", "{}"],
        ["config", "theme", "{}"],
        ["play", "azi", "--option", "{}=1"],
        ["play", "azi", "--name", "{}"],
        ["{}"],
        ["key", "{}"],
    ],
    ids=lambda words: words[0],
)
def test_what_was_typed_is_repeated_on_one_line(capsys, words: list[str]) -> None:
    text = LIE[:200].replace("\x00", "")
    assert main([word.replace("{}", text) for word in words]) != 0
    out, err = capsys.readouterr()
    assert "\n✓" not in out + err
    check(out + err, longest=1500)


@pytest.mark.parametrize(
    "content",
    [f"{json.dumps(LIE)} = 1", f"name = {json.dumps(LIE)}", LIE, "x = '''\n✓ All is verified.\n"],
)
def test_so_is_what_stands_in_the_settings(run, content: str) -> None:
    paths.config_file().parent.mkdir(parents=True)
    replace_private(paths.config_file(), content.encode())
    ended = run("config")
    assert ended.code != 0
    check(ended.out + ended.err)


def test_so_is_what_stands_among_known_players(run) -> None:
    record = {
        "key": "a" * 64,
        "nick": LIE[:150],
        "first": "2026-11-30",
        "last": "2026-11-30",
        "times": 1,
    }
    replace_private(paths.known_peers_file(), json.dumps(record).encode() + b"\n")
    ended = run("peers")
    assert ended.code == 0
    check(ended.out)


def test_so_is_what_tables_say_of_themselves(run, monkeypatch: pytest.MonkeyPatch) -> None:
    find_or_make_identity()
    shown = listing(0, LIE[:60])

    async def look(seconds: object, only: object) -> object:
        return (shown,), None

    monkeypatch.setattr(tables, "_look", look)
    check(run("tables").out)


# --- lines of a table ----------------------------------------------------------------------------


def test_so_is_what_is_said_at_a_table(capsys) -> None:
    from cli.console import say

    here = seated()
    here.table.heard(1, LIE[:200])
    here.table.refused(1, Reason(Code.NOT_AN_ENTRY, (LIE,)))
    for line in here.read():
        say(line)
    check(capsys.readouterr().out)
