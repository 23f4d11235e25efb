"""The pages that the program writes hold logs, and no verdict of ours."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

from cli.pages import PLACE, verify_page
from tests import systems

INSIDE = re.compile(r'<script id="logs-inside" type="application/octet-stream">(.*?)</script>')


def test_verify_page_writes_the_page_of_the_wheel(run, tmp_path):
    path = tmp_path / "page.html"
    assert run("verify-page", "--out", path).code == 0
    assert path.read_bytes() == verify_page().encode()


def test_the_page_allows_no_connection_and_only_its_own_script(tmp_path):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', verify_page())
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy[1]
    assert "http" not in policy[1]


def test_a_report_is_the_page_with_the_logs_inside_byte_for_byte(run, tmp_path, good_log, cut_log):
    path = tmp_path / "evening.html"
    assert run("report", good_log, cut_log, "--html", path).code == 0
    text = path.read_text("utf-8")
    found = INSIDE.search(text)
    assert found is not None
    inside = json.loads(found[1])
    assert [log["name"] for log in inside] == [good_log.name, cut_log.name]
    assert base64.b64decode(inside[0]["base64"]) == good_log.read_bytes()
    assert text.replace(found[0], PLACE) == verify_page()


@systems.needs_paths_of_any_bytes
def test_a_hostile_name_of_a_file_stays_data(run, tmp_path, good_log):
    log = tmp_path / "<script>alert(1)<!--.log"
    log.write_bytes(good_log.read_bytes())
    path = tmp_path / "evening.html"
    assert run("report", log, "--html", path).code == 0
    found = INSIDE.search(path.read_text("utf-8"))
    assert found is not None
    assert "<" not in found[1]
    assert json.loads(found[1])[0]["name"] == log.name


def test_a_false_log_gets_a_page_too_for_the_page_judges_it(run, tmp_path, bad_log):
    path = tmp_path / "evening.html"
    ended = run("report", bad_log, "--html", path)
    assert ended.code == 0
    assert "verified" not in ended.out + ended.err


def test_a_report_never_goes_over_its_own_log(run, good_log: Path):
    before = good_log.read_bytes()
    ended = run("report", good_log, "--html", good_log)
    assert ended.code == 1
    assert "is one of the logs" in ended.err
    assert good_log.read_bytes() == before


def test_what_cannot_be_written_is_said(run, good_log, tmp_path):
    assert run("report", good_log, "--html", tmp_path / "no" / "page.html").code == 1
    assert run("verify-page", "--out", tmp_path).code == 1
