from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.net.names import MAX_NAME_BYTES, MAX_NAME_CHARACTERS, NAMELESS, clean_name


@pytest.mark.parametrize(
    ("given_name", "clean"),
    [
        ("Alice", "Alice"),
        ("  Anna  Maria ", "Anna Maria"),
        ("Боб", "Боб"),
        ("রহিম", "রহিম"),
        ("a\x1b[31mb", "a[31mb"),
        ("line\nbreak", "line break"),
        ("\u202eevil\u202c", "evil"),
        ("zero\u200bwidth", "zerowidth"),
        ("e\u0301", "é"),
        ("\x00\x07", NAMELESS),
        ("", NAMELESS),
        ("x" * 100, "x" * MAX_NAME_CHARACTERS),
    ],
)
def test_names_are_made_safe_to_show(given_name: str, clean: str) -> None:
    assert clean_name(given_name) == clean


@given(st.text(max_size=300))
def test_no_name_is_long_empty_or_carries_control_or_bidi_characters(text: str) -> None:
    name = clean_name(text)
    assert 0 < len(name) <= MAX_NAME_CHARACTERS
    assert len(name.encode()) <= MAX_NAME_BYTES
    assert not any(unicodedata.category(character)[0] == "C" for character in name)
    assert clean_name(name) == name
