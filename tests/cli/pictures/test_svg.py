"""Every cell of a picture stands on its column, whatever font the reader has."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from cli.pictures import svg
from cli.pictures.svg import CELL, MARGIN, svg_of
from cli.screen.drawing.spans import Role, Span
from cli.screen.look import _ASCII
from cli.screen.screen_view import Drawn

NAME = "{http://www.w3.org/2000/svg}"


def parsed(*rows):
    return ElementTree.fromstring(svg_of(Drawn(tuple(rows)), "a <test> & more"))


def row(text, role=Role.TEXT):
    return (Span(role, text),)


def test_words_begin_at_their_column_and_are_as_long_as_their_columns():
    (first, second) = parsed(row("  one two   three")).iter(f"{NAME}text")
    assert first.text == "one two"
    assert first.get("x") == str(2 * CELL.columns)
    assert first.get("textLength") == str(7 * CELL.columns)
    assert second.text == "three"
    assert second.get("x") == str(12 * CELL.columns)


def test_a_rare_sign_is_made_narrower_rather_than_put_over_its_neighbour():
    (plain,) = parsed(row("§12")).iter(f"{NAME}text")
    (rare,) = parsed(row("₥12")).iter(f"{NAME}text")
    assert plain.get("lengthAdjust") is None
    assert rare.get("lengthAdjust") == "spacingAndGlyphs"


def test_rows_stand_below_one_another_and_the_picture_is_as_large_as_the_screen():
    root = parsed(row("ab"), row("cd"))
    above, below = root.iter(f"{NAME}text")
    assert int(below.get("y")) - int(above.get("y")) == CELL.rows
    assert root.get("width") == str(2 * CELL.columns + 2 * MARGIN)
    assert root.get("height") == str(2 * CELL.rows + 2 * MARGIN)


def test_what_is_no_letter_is_drawn_and_never_left_to_a_font():
    from_fonts = set("·…–—−×’‘“”¢§₥₮")
    assert set(_ASCII) - from_fonts == svg._DRAWN


def test_a_line_is_drawn_in_one_piece():
    (path,) = [one for one in parsed(row("────")).iter(f"{NAME}path") if one.get("class")]
    assert path.get("class") == "text l"
    assert path.get("d") == f"M0 9.5H{4 * CELL.columns}"


def test_pieces_of_a_frame_reach_the_sides_of_their_cells():
    (path,) = parsed(row("┬")).iter(f"{NAME}path")
    assert path.get("d") == "M0 9.5H9M4.5 9.5V20"
    (path,) = parsed(row("┗")).iter(f"{NAME}path")
    assert path.get("class") == "text h"
    assert path.get("d") == "M4.5 9.5H9M4.5 0V9.5"


def test_a_suit_is_a_shape_on_its_column_in_its_colour():
    root = parsed((Span(Role.TEXT, "10"), Span(Role.HEARTS, "♥")))
    (use,) = root.iter(f"{NAME}use")
    assert (use.get("class"), use.get("x")) == ("hearts", str(2 * CELL.columns))
    assert f'id="{use.get("href")[1:]}"' in svg_of(Drawn((row("♥"),)), "")
    assert ".hearts{color:#ff6258}" in root.find(f"{NAME}style").text


def test_closed_cards_are_one_block():
    (path,) = parsed(row("▒▒ ")).iter(f"{NAME}path")
    assert path.get("class") == "text b"
    assert path.get("d").startswith(f"M0 2h{2 * CELL.columns}v")


def test_a_reversed_row_is_filled_in_its_whole_width():
    root = parsed(row(" Azi ", Role.BAR))
    filled = [one for one in root.iter(f"{NAME}rect") if one.get("fill") == svg.BAR]
    assert [one.get("width") for one in filled] == [str(5 * CELL.columns)]


def test_what_looks_like_markup_is_only_text():
    root = parsed(row("<b> & c"))
    assert next(root.iter(f"{NAME}text")).text == "<b> & c"
    assert root.find(f"{NAME}title").text == "a <test> & more"


def test_the_picture_asks_for_nothing_from_elsewhere():
    text = svg_of(Drawn((row("♠ ✓ a"),)), "")
    assert re.findall(r'(?:href|src)="(?!#)', text) == []
    assert "url(" not in text
    assert "<script" not in text
