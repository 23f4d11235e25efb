"""Which names are good, for everybody and for ever (SPEC §6.1); `tests/vectors/names` has more."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol.faults import Code
from protocol.wire.name_characters import NAME_CHARACTERS, NONSPACING_MARKS
from protocol.wire.names import BadName, check_name, clean_name

DRAW_NOTHING = [
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x303F, 0x3164, 0xFFA0, 0xFFFC, 0xFFFD),
    *(0x16FE4, 0x1D159),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
    *range(0xE0000, 0xE1000),
]


def codes(ranges: str) -> set[int]:
    pairs = ((one.split("-") * 2)[:2] for one in ranges.split())
    return {code for first, last in pairs for code in range(int(first, 16), int(last, 16) + 1)}


def is_good(text: str) -> bool:
    try:
        check_name(text)
    except BadName:
        return False
    return True


@pytest.mark.parametrize(
    ("given_name", "clean"),
    [
        ("Alice", "Alice"),
        ("  Anna  Maria ", "Anna Maria"),
        ("Anna\u00a0\tMaria\n", "Anna Maria"),
        ("Боб", "Боб"),
        ("রহিম", "রহিম"),
        ("a\x1b[31mb", "a[31mb"),
        ("\u202eevil\u202c", "evil"),
        ("zero\u200bwidth", "zerowidth"),
        ("e\u0301", "é"),
        ("\x00\x07", "?"),
        ("\u3164\u2800", "?"),
        ("A\u034fn\ufe0fn", "Ann"),
        ("x" + "\u0323" * 20, "x" + "\u0323" * 4),
        ("\u0301a \u0301b", "a b"),
        ("\ud800\ue000\U000e01ef", "?"),
        ("", "?"),
        ("x" * 100, "x" * 32),
    ],
)
def test_names_are_made_safe_to_show(given_name: str, clean: str) -> None:
    assert clean_name(given_name) == clean


MIXED = st.text(st.one_of(st.characters(), st.sampled_from(" \u0301\u0323\u034f\u1160\u09bee")))


@example("e\u200b\u0301")  # the accent meets its letter only when the character between has gone
@example("\u09c7" + "\u0323" * 5 + "\u09be")  # so do two letters, but for the marks between them
@given(MIXED)
def test_whatever_is_made_a_name_is_one_and_its_own_clean_form(text: str) -> None:
    name = clean_name(text)
    check_name(name)
    assert clean_name(name) == name


@given(MIXED)
def test_a_good_name_stays_as_it_is(text: str) -> None:
    assert (clean_name(text) == text) == is_good(text)


@pytest.mark.heavy
@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="needs that very Unicode")
def test_the_table_is_unicode_14_without_what_draws_nothing() -> None:
    category = {code: unicodedata.category(chr(code)) for code in range(0x110000)}
    good = {code for code, kind in category.items() if kind[0] in "LMNPS"} - set(DRAW_NOTHING)
    assert codes(NAME_CHARACTERS) == good | {0x20}
    marks = {code for code in good if category[code] in ("Mn", "Me")}
    assert codes(NONSPACING_MARKS) == marks


def test_the_composed_form_of_a_character_of_names_consists_of_such_characters() -> None:
    good = codes(NAME_CHARACTERS)
    for code in good:
        assert good.issuperset(map(ord, unicodedata.normalize("NFC", chr(code))))


def test_no_character_of_names_is_unassigned_on_any_machine() -> None:
    assert not [code for code in codes(NAME_CHARACTERS) if unicodedata.category(chr(code)) == "Cn"]


@pytest.mark.parametrize("text", ["", "x" * 33])
def test_a_name_has_a_character_and_at_most_32(text: str) -> None:
    with pytest.raises(BadName, match=Code.NAME_LENGTH):
        check_name(text)
