"""A log that something on its way has changed is said to be that, never that somebody cheated."""

from __future__ import annotations

import base64
import bz2
import gzip
import json
import lzma
import quopri
import textwrap
import zipfile
from io import BytesIO

import pytest

from cli.files.transport import HEAD, Damage, damage_of
from cli.words.en.transport import DAMAGES


def _zip(data):
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("friday.log", data)
    return packed.getvalue()


def _wrapped(data, width):
    lines = [part for line in data.decode().splitlines() for part in textwrap.wrap(line, width)]
    return ("\n".join(lines) + "\n").encode()


def _laid_out(data):
    entries = (json.loads(line) for line in data.splitlines())
    return "\n".join(json.dumps(entry, indent=2) for entry in entries).encode()


MAIL = b"From: Bek\nTo: Ainura\nSubject: friday\n\n"
WAYS = {
    "nothing": (Damage.EMPTY, lambda data: b""),
    "blank": (Damage.EMPTY, lambda data: b"\r\n \n"),
    "zeros": (Damage.ZEROS, lambda data: bytes(len(data))),
    "gzip": (Damage.PACKED, gzip.compress),
    "zip": (Damage.PACKED, _zip),
    "bz2": (Damage.PACKED, bz2.compress),
    "xz": (Damage.PACKED, lzma.compress),
    "UTF-16": (Damage.UTF_16, lambda data: data.decode().encode("utf-16")),
    "UTF-16 without mark": (Damage.UTF_16, lambda data: data.decode().encode("utf-16-le")),
    "big-endian": (Damage.UTF_16, lambda data: data.decode().encode("utf-16-be")),
    "BOM": (Damage.BYTE_ORDER_MARK, lambda data: b"\xef\xbb\xbf" + data),
    "BOM and CR LF": (
        Damage.BYTE_ORDER_MARK,
        lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
    ),
    "CR LF": (Damage.LINE_ENDS, lambda data: data.replace(b"\n", b"\r\n")),
    "CR": (Damage.LINE_ENDS, lambda data: data.replace(b"\n", b"\r")),
    "web page": (Damage.PAGE, lambda data: b"\n<!DOCTYPE html><html><pre>" + data + b"</pre>"),
    "escaped": (Damage.PAGE, lambda data: data.replace(b'"', b"&quot;")),
    "base64": (Damage.BASE64, base64.encodebytes),
    "base64 in one line": (Damage.BASE64, base64.b64encode),
    "mail": (Damage.MAIL, lambda data: MAIL + data),
    "mail with CR LF": (Damage.MAIL, lambda data: (MAIL + data).replace(b"\n", b"\r\n")),
    "quoted": (Damage.QUOTED, lambda data: b"> " + data.replace(b"\n", b"\n> ")),
    "quoted-printable": (Damage.QUOTED_PRINTABLE, quopri.encodestring),
    "indented": (Damage.SPACES, lambda data: b" " + data.replace(b"\n", b"\n ")),
    "spaces behind": (Damage.SPACES, lambda data: data.replace(b"\n", b" \n")),
    "an empty line after each": (Damage.SPACES, lambda data: data.replace(b"\n", b"\n\n")),
    "broken at 76": (Damage.BROKEN_LINES, lambda data: _wrapped(data, 76)),
    "book's marks": (Damage.TYPOGRAPHY, lambda data: data.replace(b'"', "“".encode())),
    "laid out": (Damage.LAID_OUT, _laid_out),
    "cut in line 1": (Damage.CUT_SHORT, lambda data: data[:200]),
    "of a later version": (
        Damage.OTHER_VERSION,
        lambda data: data.replace(b'"p2pcards/1"', b'"p2pcards/2"', 1),
    ),
    "something else": (Damage.NO_LOG, lambda data: b"%PDF-1.7\n..."),
    "other JSON": (Damage.NO_LOG, lambda data: b'{"error": "not found"}\n'),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_happens_to_files_on_their_way_is_recognised(good_log, way):
    damage, change = WAYS[way]
    assert damage_of(change(good_log.read_bytes())[:HEAD]) is damage


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("command", ["audit", "replay", "fairness"])
def test_it_is_told_in_one_sentence_with_a_way_out_and_is_no_cheating(
    run, good_log, tmp_path, way, command
):
    damage, change = WAYS[way]
    path = tmp_path / "friday.log"
    path.write_bytes(change(good_log.read_bytes()))
    ended = run(command, path)
    assert ended.code == 1
    what, way_out = DAMAGES[damage]
    assert f"{path} {what}." in ended.err
    assert way_out in ended.err
    assert "FAILED" not in ended.out + ended.err


def test_beside_a_good_copy_a_damaged_one_hides_no_tampering(run, good_log, bad_log, tmp_path):
    (tmp_path / "mailed.log").write_bytes(good_log.read_bytes().replace(b"\n", b"\r\n"))
    assert run("audit", good_log, tmp_path / "mailed.log").code == 1
    assert run("audit", bad_log, tmp_path / "mailed.log").code == 3


def test_the_document_for_programs_calls_it_unreadable(run, tmp_path):
    (tmp_path / "a.log").write_bytes(b"")
    (told,) = run("audit", tmp_path / "a.log", "--json").document["logs"]
    assert told["verdict"] == "unreadable"
    assert "is empty" in told["reason"]


def test_a_change_in_one_place_is_left_to_the_audit(good_log):
    data = good_log.read_bytes()
    lines = data.splitlines(keepends=True)
    for altered in (
        data,
        data[:-1],
        data[: len(data) // 2],
        data.replace(b"\n", b"\r\n", 1),
        data[:300] + b"\n" + data[300:],
        data.replace(b'"', b"", 1),
        b" " + data,
        data + b"\0",
        data.replace(b"\n", b"\n\n", 1),
        data.replace(b"\n", b" \n", 1),
        b"".join(lines[1:]),
        b"x" + b"".join(lines[1:]),
    ):
        assert damage_of(altered[:HEAD]) is None


def test_real_tampering_is_still_refused(run, bad_log):
    assert run("audit", bad_log).code == 3


def test_every_damage_has_its_words():
    assert set(DAMAGES) == set(Damage)
    assert {damage for damage, _ in WAYS.values()} == set(Damage)
