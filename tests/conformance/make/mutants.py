"""Logs that were altered: by whoever holds the file, or signed anew by a seat that cheats."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from cli.bots.forgeries import SILENT, TWO_VERSIONS
from cli.bots.scribe import Scribe, tag_of
from protocol.wire.codec import NO_TABLE, decode_line, sign_entry
from protocol.wire.entries import AnyEntry, Leave, Proposal, SeatRecord, Stake, Vote
from tests.conformance.make.matches import scribe_of
from tests.conformance.make.pieces import Case

WHOLE, WHOLE_DATA = scribe_of("azi", 2, 1, "2")
LINES = [line + b"\n" for line in WHOLE_DATA.split(b"\n")[:-1]]
ENTRIES = [decode_line(line[:-1])[0].entry for line in LINES]
FIRST = {tag_of(entry): number for number, entry in reversed(list(enumerate(ENTRIES)))}
"""Offset of the first line of each kind."""


def of_whole(name: str, about: str, lines: list[bytes], expect: str = "") -> Case:
    return Case(f"altered-{name}", about, b"".join(lines), "azi-2", expect)


def replaced(index: int, *lines: bytes, drop: int = 1) -> list[bytes]:
    return [*LINES[:index], *lines, *LINES[index + drop :]]


def changed(entry: AnyEntry, **fields: Any) -> AnyEntry:
    return msgspec.structs.replace(entry, **fields)


def signed(scribe: Scribe, entry: AnyEntry) -> bytes:
    return scribe.sign(entry).line + b"\n"


def flipped(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


# --- by whoever holds the file -------------------------------------------------------------------


def moved() -> Iterator[Case]:
    """Lines lost, doubled, exchanged."""
    for kind, index in FIRST.items():
        yield of_whole(f"lost-{kind}", f"the first `{kind}` is gone", replaced(index))
        yield of_whole(
            f"doubled-{kind}",
            f"the first `{kind}` twice",
            replaced(index, LINES[index], LINES[index]),
        )
        if index + 1 < len(LINES):
            two = (LINES[index + 1], LINES[index])
            yield of_whole(
                f"exchanged-{kind}",
                f"the first `{kind}` and the line after it exchanged",
                replaced(index, *two, drop=2),
            )


def touched() -> Iterator[Case]:
    """A line that is no longer what its author signed."""
    for kind, index in FIRST.items():
        head = ENTRIES[index].head
        old, new = base64.b64encode(head), base64.b64encode(flipped(head))
        line = LINES[index].replace(old, new)
        expect = "proposal_out_of_place" if kind == "propose" else "not_signed"
        yield of_whole(
            f"head-{kind}", f"the first `{kind}` names another head", replaced(index, line), expect
        )
    act = FIRST["act"]
    line = LINES[act]
    start = line.index(b'"sig":"') + 7
    signature = base64.b64decode(line[start:-3])

    def with_signature(data: bytes) -> bytes:
        return line[:start] + base64.b64encode(data) + line[-3:]

    other = with_signature(flipped(signature))
    yield of_whole("signature", "a bit of R is flipped", replaced(act, other), "not_signed")
    s = int.from_bytes(signature[32:], "little") + 2**252 + 27742317777372353535851937790883648493
    unreduced = with_signature(signature[:32] + s.to_bytes(32, "little"))
    yield of_whole("signature-not-reduced", "S + q", replaced(act, unreduced), "not_signed")
    short = with_signature(signature[:-1])
    yield of_whole("signature-short", "63 bytes", replaced(act, short), "not_an_entry")
    yield of_whole(
        "of-no-seat",
        "the entry names seat 9",
        replaced(
            act,
            line.replace(b'"seat":', b'"seat":9', 1).replace(
                b"9" + str(ENTRIES[act].seat).encode() + b",", b"9,", 1
            ),
        ),
        "no_such_seat",
    )
    for name, about, text, expect in (
        ("blank", "a blank after a colon", line.replace(b'":', b'": ', 1), "another_encoding"),
        ("number", "a number as 1.0", line.replace(b'"deal":1', b'"deal":1.0'), "not_an_entry"),
        (
            "order",
            "two members exchanged",
            line.replace(b'"chain":"play","deal":1', b'"deal":1,"chain":"play"'),
            "another_encoding",
        ),
        (
            "escape",
            "a letter escaped",
            line.replace(b'"act":"b', b'"act":"\\u0062'),
            "another_encoding",
        ),
        ("member", "one member more", line.replace(b'"deal":1', b'"deal":1,"x":1'), "not_an_entry"),
        (
            "twice",
            "one member twice",
            line.replace(b'"deal":1', b'"deal":1,"deal":1'),
            "another_encoding",
        ),
        ("without", "one member less", line.replace(b'"deal":1,', b""), "not_an_entry"),
        (
            "null",
            "`null` in place of a number",
            line.replace(b'"deal":1', b'"deal":null'),
            "not_an_entry",
        ),
        ("chain", "a chain that there is not", line.replace(b'"play"', b'"game"'), "not_an_entry"),
        (
            "utf8",
            "bytes that are no UTF-8",
            line.replace(b'"act":"', b'"act":"\xff'),
            "not_an_entry",
        ),
        (
            "empty-member",
            "an empty member that is left out",
            line.replace(b'},"sig"', b',"cards":[]},"sig"'),
            "another_encoding",
        ),
        (
            "return",
            "the line ends with a carriage return",
            line.replace(b"\n", b"\r\n"),
            "another_encoding",
        ),
        ("empty", "an empty line", b"\n", "not_an_entry"),
        ("long", "65,537 bytes", b"x" * 65537 + b"\n", "line_too_long"),
    ):
        assert text != line
        yield of_whole(f"line-{name}", f"an `act`: {about}", replaced(act, text), expect)


def cut() -> Iterator[Case]:
    """Logs that end too early, or within a line, or have more than they should."""
    for kind, index in FIRST.items():
        yield of_whole(f"cut-after-{kind}", f"ends after its first `{kind}`", LINES[: index + 1])
    last = len(LINES) - 1
    yield of_whole("cut-before-end", "ends before its last line", LINES[:last], "cut_before_result")
    yield of_whole(
        "cut-in-line", "ends within its last line", [*LINES[:last], LINES[last][:40]], "cut_line"
    )
    yield of_whole(
        "no-newline", "lacks only its last newline", [*LINES[:last], LINES[last][:-1]], "cut_line"
    )
    yield of_whole("longer", "its last line once more", [*LINES, LINES[last]], "after_the_end")
    yield of_whole(
        "noise-after", "a line of noise after its end", [*LINES, b"noise\n"], "after_the_end"
    )
    yield of_whole("part-after", "part of a line after its end", [*LINES, b'{"e":'], "cut_line")
    _, two = scribe_of("azi", 2, 2, "2")
    lines = [line + b"\n" for line in two.split(b"\n")[:-1]]
    kinds = [tag_of(decode_line(line[:-1])[0].entry) for line in lines]
    ends = [number for number, kind in enumerate(kinds) if kind == "result"][:2]
    after = ends[-1] + 1
    stakes = [number for number, kind in enumerate(kinds) if kind == "stake"][2:]
    noise = [*lines[:after], b"noise\n"]
    for name, about, data, expect in (
        ("result", "right after the first result", lines[:after], ""),
        ("noise", "a line of noise right after the first result", noise, "not_an_entry"),
        ("deck", "within the preparation of the second deal", lines[: after + 5], ""),
        ("stake", "after one of two stakes of the second deal", lines[: stakes[0] + 1], ""),
        ("stakes", "after the stakes of the second deal", lines[: stakes[1] + 1], "cut_in_deal"),
        (
            "in-deck",
            "within a line of the second preparation",
            [*lines[:after], lines[after][:9]],
            "cut_line",
        ),
    ):
        yield Case(
            f"altered-two-{name}", f"two deals, ends {about}", b"".join(data), "azi-2-two", expect
        )


def no_logs() -> Iterator[Case]:
    """Files that are none."""
    for name, about, data, expect in (
        ("empty", "an empty file", b"", "empty_log"),
        ("newline", "one newline", b"\n", "not_an_entry"),
        ("unfinished", "no newline", LINES[0][:-1], "empty_log"),
        ("bytes", "all bytes from 0 to 255", bytes(range(256)) + b"\n", "not_an_entry"),
        ("page", "a page of HTML", b"<!doctype html>\n<script>alert(1)</script>\n", "not_an_entry"),
        ("brackets", "10,000 brackets", b"[" * 10000 + b"\n", "not_an_entry"),
        ("without-proposal", "the proposal is gone", b"".join(LINES[1:]), "no_proposal"),
        (
            "later-version",
            "of a later version",
            WHOLE_DATA.replace(b"p2pcards/1", b"p2pcards/2", 1),
            "not_an_entry",
        ),
    ):
        yield Case(f"no-log-{name}", about, data, "azi-2", expect)


# --- signed anew by a seat -----------------------------------------------------------------------


def proposals() -> Iterator[Case]:
    """First lines that nobody should agree to, well signed."""
    first = ENTRIES[0]
    assert isinstance(first, Proposal)
    one, two = first.seats
    options = dict(first.options)
    backwards = dict(sorted(options.items(), reverse=True))
    fewer = {name: value for name, value in options.items() if name != "ante"}
    changes: tuple[tuple[str, str, dict[str, Any], str], ...] = (
        ("game", "a game that there is not", {"game": "whist"}, "unknown_game"),
        ("option", "an option out of range", {"options": {**options, "ante": 0}}, "option_refused"),
        (
            "option-kind",
            "an option of another type",
            {"options": {**options, "cards": "3"}},
            "options_not_in_form",
        ),
        (
            "option-more",
            "an option that there is not",
            {"options": {**options, "x": 1}},
            "option_refused",
        ),
        ("option-less", "an option left out", {"options": fewer}, "options_not_in_form"),
        ("option-order", "options in another order", {"options": backwards}, "options_not_in_form"),
        (
            "seats",
            "seven seats",
            {"seats": tuple(SeatRecord(f"P{n}", WHOLE.identities[0].public) for n in range(7))},
            "number_of_seats",
        ),
        (
            "key-twice",
            "one key for both seats",
            {"seats": (one, changed_seat(two, key=one.key))},
            "key_sits_twice",
        ),
        (
            "name-blank",
            "a name with two blanks",
            {"seats": (one, changed_seat(two, name="a  b"))},
            "name_blank",
        ),
        (
            "name-character",
            "a name with a line separator",
            {"seats": (one, changed_seat(two, name="a\u2028b"))},
            "name_character",
        ),
        (
            "name-marks",
            "a name of a mark",
            {"seats": (one, changed_seat(two, name="\u0301a"))},
            "name_marks",
        ),
        (
            "name-form",
            "a name not in NFC",
            {"seats": (one, changed_seat(two, name="e\u0301"))},
            "name_form",
        ),
        (
            "key",
            "a key that is no point",
            {"seats": (one, changed_seat(two, key=bytes(32)))},
            "not_a_point",
        ),
        ("place", "not at its place", {"round": 1}, "proposal_out_of_place"),
        ("head", "after a head", {"head": b"\1" * 32}, "proposal_out_of_place"),
    )
    for name, about, fields, expect in changes:
        line = sign_entry(changed(first, **fields), NO_TABLE, WHOLE.identities[0]).line + b"\n"
        yield of_whole(
            f"proposal-{name}", f"the proposal: {about}, well signed", replaced(0, line), expect
        )
    line = sign_entry(first, NO_TABLE, WHOLE.identities[1]).line + b"\n"
    yield of_whole(
        "proposal-of-another", "the proposal signed by seat 1", replaced(0, line), "not_signed"
    )


def changed_seat(record: SeatRecord, **fields: Any) -> SeatRecord:
    return msgspec.structs.replace(record, **fields)


def places() -> Iterator[Case]:
    """Entries for elsewhere, well signed by their author."""
    for kind in ("agree", "commit", "deck", "stake", "shares", "act", "result"):
        index = FIRST[kind]
        entry = ENTRIES[index]
        for field, value, expect in (
            ("deal", entry.deal + 1, "out_of_place"),
            ("attempt", entry.attempt + 1, "out_of_place"),
            ("round", entry.round + 1, "out_of_place"),
            ("head", flipped(entry.head), "another_head"),
        ):
            line = signed(WHOLE, changed(entry, **{field: value}))
            yield of_whole(
                f"signed-{kind}-{field}",
                f"the first `{kind}`, signed anew with another {field}",
                replaced(index, line),
                expect,
            )
        where = {name: getattr(entry, name) for name in Stake.__struct_fields__}
        kind_of_other = Stake if kind != "stake" else Leave
        if kind != "stake":
            line = signed(WHOLE, kind_of_other(**where))
            yield of_whole(
                f"signed-{kind}-kind",
                f"a `stake` in place of the first `{kind}`",
                replaced(index, line),
                "another_kind",
            )
    act = FIRST["act"]
    entry = ENTRIES[act]
    other = 1 - entry.seat
    line = signed(WHOLE, changed(entry, seat=other))
    yield of_whole(
        "signed-not-asked",
        "an `act` of the seat that is not asked",
        replaced(act, line, drop=1),
        "not_a_speaker",
    )
    where = {name: getattr(ENTRIES[1], name) for name in Stake.__struct_fields__}
    yield of_whole(
        "signed-leave-in-opening",
        "a `leave` in the opening",
        replaced(1, signed(WHOLE, Leave(**where))),
        "another_kind",
    )


def votes() -> Iterator[Case]:
    """Votes that do not count, well signed; each must be refused."""
    name = "faults-proof-wrong-and-silent"
    scribe, data = scribe_of(
        "azi", 3, 1, "0", ((1, "proof", "shuffle_proof"), (2, "proof", SILENT))
    )
    lines = [line + b"\n" for line in data.split(b"\n")[:-1]]
    entries = [decode_line(line[:-1])[0].entry for line in lines]
    at = next(number for number, entry in enumerate(entries) if isinstance(entry, Vote))
    one, two = entries[at], entries[at + 1]

    def case(what: str, about: str, *instead: AnyEntry, expect: str, drop: int = 2) -> Case:
        new = [signed(scribe, entry) for entry in instead]
        text = b"".join([*lines[:at], *new, *lines[at + drop :]])
        return Case(f"altered-vote-{what}", f"votes: {about}", text, name, expect)

    yield case("exchanged", "not in seat order", two, one, expect="vote_out_of_seat_order")
    yield case("doubled", "one twice", one, one, two, expect="vote_out_of_seat_order")
    yield case(
        "of-absent",
        "of the seat that they name",
        one,
        changed(one, seat=2),
        expect="vote_of_absent",
    )
    yield case(
        "head",
        "after another head",
        one,
        changed(two, head=flipped(two.head)),
        expect="vote_after_another_head",
    )
    yield case(
        "empty", "with an empty list", one, changed(two, absent=()), expect="vote_cannot_stand"
    )
    yield case(
        "order", "a list not in order", changed(one, absent=(2, 1)), expect="vote_cannot_stand"
    )
    yield case(
        "nobody",
        "a list with a seat that is none",
        changed(one, absent=(2, 9)),
        expect="vote_cannot_stand",
    )
    yield case("differ", "two lists", one, changed(two, absent=(0, 2)), expect="votes_differ")
    yield case("ballots", "two ballots", one, changed(two, ballot=2), expect="votes_differ")
    yield case(
        "too-few", "one voter of three alone", changed(one, absent=(1, 2)), expect="out_of_place"
    )
    yield case("lost", "one is gone: no majority", one, expect="", drop=2)
    _, deck = scribe_of("azi", 3, 1, "0")
    whole = [line + b"\n" for line in deck.split(b"\n")[:-1]]
    at_deck = next(n for n, line in enumerate(whole) if b'{"t":"deck"' in line)
    place = decode_line(whole[at_deck][:-1])[0].entry
    good, _ = scribe_of("azi", 3, 1, "0")
    where = {field: getattr(place, field) for field in Stake.__struct_fields__}
    no_speaker = [
        signed(good, Vote(**{**where, "seat": seat}, ballot=1, absent=(2,))) for seat in (0, 1)
    ]
    yield Case(
        "altered-vote-no-speaker",
        "votes: against a seat that owes nothing in the round",
        b"".join([*whole[:at_deck], *no_speaker, *whole[at_deck:]]),
        "azi-3",
        "vote_cannot_stand",
    )


def evidence() -> Iterator[Case]:
    """Evidence that stands where it must not."""
    name = "fault-shares-two-versions"
    scribe, data = scribe_of("azi", 2, 1, "2", ((1, "shares", TWO_VERSIONS),))
    lines = [line + b"\n" for line in data.split(b"\n")[:-1]]
    entries = [decode_line(line[:-1])[0].entry for line in lines]
    at = 1 + max(number for number, entry in enumerate(entries) if isinstance(entry, Stake))
    first, second = lines[at : at + 2]

    def case(what: str, about: str, new: list[bytes], expect: str) -> Case:
        return Case(f"altered-evidence-{what}", f"evidence: {about}", b"".join(new), name, expect)

    before, after = lines[:at], lines[at + 2 :]
    yield case(
        "exchanged", "the greater line first", [*before, second, first, *after], "out_of_place"
    )
    yield case("half", "only one of its lines", [*before, first, *after], "out_of_place")
    yield case(
        "twice", "twice", [*before, first, second, first, second, *after], "evidence_without_effect"
    )
    start = second.index(b'"sig":"') + 7
    forged = second[:start] + base64.b64encode(bytes(64)) + second[-3:]
    yield case(
        "unsigned",
        "a line of it not signed",
        [*before, *sorted((first, forged)), *after],
        "not_signed",
    )
    table = scribe.referee.setting
    assert table is not None
    stakes = [number for number, entry in enumerate(entries) if isinstance(entry, Stake)]
    stake = entries[stakes[0]]
    old = sign_entry(
        changed(stake, head=flipped(stake.head)), table.table, scribe.identities[stake.seat]
    ).line
    where = {field: getattr(stake, field) for field in Stake.__struct_fields__}
    leave = sign_entry(
        Leave(**{**where, "head": flipped(stake.head)}), table.table, scribe.identities[stake.seat]
    ).line
    pair = sorted((old + b"\n", leave + b"\n"))
    yield case(
        "of-both",
        "against the other seat too: nobody is left, and the match is over",
        [*before, *pair, *lines[at:]],
        "after_the_end",
    )


RECIPES: tuple[Callable[[], Iterator[Case]], ...] = (
    moved,
    touched,
    cut,
    no_logs,
    proposals,
    places,
    votes,
    evidence,
)


def all_mutants() -> Iterator[Case]:
    for recipe in RECIPES:
        yield from recipe()
