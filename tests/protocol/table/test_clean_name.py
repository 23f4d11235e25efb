from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol.table.setting import clean_name


@pytest.mark.parametrize(
    ("given_name", "clean"),
    [
        ("Alice", "Alice"),
        ("  Anna  Maria ", "Anna Maria"),
        ("Боб", "Боб"),
        ("রহিম", "রহিম"),
        ("a\x1b[31mb", "a[31mb"),
        ("\u202eevil\u202c", "evil"),
        ("zero\u200bwidth", "zerowidth"),
        ("e\u0301", "é"),
        ("\x00\x07", "?"),
        ("", "?"),
        ("x" * 100, "x" * 32),
    ],
)
def test_names_are_made_safe_to_show(given_name: str, clean: str) -> None:
    assert clean_name(given_name) == clean


@example("e\u200b\u0301")  # the accent meets its letter only when the character between has gone
@given(st.text(max_size=300))
def test_a_clean_name_is_short_plain_and_its_own_clean_form(text: str) -> None:
    name = clean_name(text)
    assert 0 < len(name) <= 32
    assert not any(unicodedata.category(character)[0] == "C" for character in name)
    assert clean_name(name) == name
