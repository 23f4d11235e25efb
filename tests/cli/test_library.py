from __future__ import annotations

import sys

import nacl
import pytest

from cli.errors import CommandError
from cli.library import check_library, version_numbers
from protocol.crypto import group
from protocol.crypto.errors import UnsafeLibrary
from protocol.faults import Code


def test_the_installed_library_passes():
    check_library()


def test_an_old_pynacl_is_refused_by_its_version(monkeypatch):
    monkeypatch.setattr(nacl, "__version__", "1.6.1")
    with pytest.raises(CommandError, match=r"needs PyNaCl 1\.6\.2 or newer; this is 1\.6\.1"):
        check_library()


def test_a_library_that_takes_points_outside_the_group_is_refused(monkeypatch):
    def fail():
        raise UnsafeLibrary(Code.LIBRARY_TAKES_BAD_POINTS)

    monkeypatch.setattr(group, "self_test", fail)
    with pytest.raises(CommandError, match="cannot be trusted with cards") as refused:
        check_library()
    assert "takes a point outside the group" in refused.value.sentence


@pytest.mark.parametrize("missing", ["nacl", "protocol.crypto.group"])
def test_a_missing_pynacl_is_named_and_one_of_another_python(monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(CommandError, match="PyNaCl cannot be loaded"):
        check_library()


def test_commands_that_prove_do_not_start_on_such_a_library(run, monkeypatch, good_log):
    monkeypatch.setattr(nacl, "__version__", "1.5.0")
    ended = run("audit", good_log)
    assert (ended.code, ended.out) == (1, "")
    assert run("rules", "azi").code == 0


def test_versions_are_compared_as_numbers():
    assert version_numbers("1.10.0") > version_numbers("1.6.2")
    assert version_numbers("1.6.2.post1") == (1, 6, 2)
