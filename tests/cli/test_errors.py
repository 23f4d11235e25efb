from __future__ import annotations

import errno
import os

from cli.errors import cannot_read, cannot_write, reason_of


def test_common_reasons_end_a_sentence():
    error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert cannot_write("x.log", error).sentence == "x.log cannot be written: the disk is full."
    error = FileNotFoundError(errno.ENOENT, "No such file or directory")
    assert "there is no such file" in cannot_read("x.log", error).sentence


def test_other_reasons_are_the_systems_own():
    assert reason_of(OSError(errno.EBUSY, "Device or resource busy")) == "device or resource busy"
    assert reason_of(OSError()) == "oserror"
