"""Whatever is shown and however large the terminal is: no error, no row too long, nothing lost."""

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth

from cli.cells import clean, cut
from cli.screen.drawing.draw import draw
from cli.screen.drawing.laid_over import FaultView, PagesView
from cli.screen.drawing.text import sentence, span, width, wrap
from cli.screen.drawing.view import (
    Ask,
    Bar,
    Column,
    Hand,
    HandCard,
    Middle,
    MyLine,
    Offer,
    Plate,
    Played,
    Result,
    TableView,
    Told,
)
from cli.screen.lobby.view import LobbyRow, LobbyView, SeatedView, SeatRow
from cli.screen.look import Depth, Look, Theme
from cli.screen.replay.view import MessageView, ReplayView, Step
from cli.screen.screen_view import Size
from cli.table.faces import Face
from cli.table.story.lines import Said
from cli.words.phrase import Mark
from tests.ui.azi_table import bidding, example_8, payout, six_on_stage, trick_2
from tests.ui.fixed_views import (
    fault,
    hazari_arranging,
    hazari_trick,
    lobby,
    lukfu_follow,
    lukfu_lead,
    proofs,
    replay,
)

WORDS = st.text(
    st.sampled_from("Ab ♥10♠✓…?·₥§中文é\u0301\u200b\u202e\ufe0f🂡🙂-x") | st.characters(),
    max_size=40,
).map(clean)
LONG = st.one_of(WORDS, st.just("a very long sentence that goes on and on " * 4))
TEXTS = LONG.map(sentence)
MARKS = st.sampled_from(Mark)
SIZES = st.builds(Size, st.integers(1, 200), st.integers(1, 60))
LARGE = st.builds(Size, st.integers(40, 200), st.integers(12, 60))
QUICK = settings(
    deadline=None,
    max_examples=80,
    # A view of this size takes minutes to shrink; the failing example says enough.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
LOOKS = st.builds(
    Look,
    st.booleans(),
    st.booleans(),
    st.sampled_from(Depth),
    st.sampled_from(Theme),
)
FACES = st.one_of(
    st.none(),
    st.builds(Face, st.sampled_from(["6", "10", "A"]), st.sampled_from("♠♥♦♣")),
    st.builds(Face, st.sampled_from("159"), st.sampled_from("¢§₥₮"), st.just(True)),
)
FEW_TEXTS = st.lists(TEXTS, max_size=6).map(tuple)
PLAYED = st.builds(
    Played,
    st.lists(FACES, min_size=1, max_size=9).map(tuple),
    st.integers(0, 8),
    st.none() | MARKS,
    LONG,
    st.booleans(),
)
PLATES = st.builds(
    Plate,
    st.integers(0, 7),
    WORDS,
    WORDS,
    st.sampled_from(["", "0:24"]),
    st.booleans(),
    st.booleans(),
    st.lists(WORDS, max_size=4).map(tuple),
    TEXTS,
    st.lists(FACES, max_size=13).map(tuple),
    LONG,
    st.none() | PLAYED,
)
HAND_CARDS = st.builds(
    HandCard,
    st.integers(0, 51),
    FACES,
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["", "1", "1 top", "old", "13"]),
    st.booleans(),
)
HANDS = st.builds(
    Hand,
    st.lists(HAND_CARDS, max_size=13).map(tuple),
    st.booleans(),
    FEW_TEXTS,
)
OFFERS = st.lists(
    st.builds(Offer, st.sampled_from(["", "f", "Enter"]), WORDS, st.booleans(), st.booleans()),
    max_size=8,
).map(tuple)
ASKS = st.builds(Ask, TEXTS, WORDS, st.none() | LONG, st.booleans(), TEXTS)
STORIES = st.lists(
    st.builds(Told, TEXTS, st.booleans(), st.booleans(), TEXTS) | st.builds(Said, WORDS, LONG),
    max_size=30,
).map(tuple)
MIDDLES = st.builds(
    Middle,
    FEW_TEXTS,
    FEW_TEXTS,
    FEW_TEXTS,
    st.none() | FACES,
    st.none() | PLAYED | st.just(Played((), 3, note="you play")),
    FEW_TEXTS,
    FEW_TEXTS,
)
COLUMNS = (Column("paid", 9), Column("amount", 6, is_right=True), Column("who", 30, is_minor=True))
RESULTS = st.builds(
    Result,
    LONG,
    st.just(COLUMNS),
    st.lists(st.tuples(WORDS, WORDS, LONG), max_size=6).map(tuple),
)
PAGES = st.builds(PagesView, WORDS, FEW_TEXTS, st.integers(-3, 99), WORDS)
OVERLAYS = st.one_of(
    st.none(),
    PAGES,
    st.builds(FaultView, WORDS, FEW_TEXTS),
    st.just(proofs()),
)
BARS = st.builds(Bar, WORDS, LONG, WORDS, TEXTS)
TABLES = st.builds(
    TableView,
    BARS,
    st.lists(PLATES, max_size=7).map(tuple),
    MIDDLES,
    st.none() | RESULTS,
    st.sampled_from([None, hazari_arranging().arranging]),
    STORIES,
    st.builds(MyLine, st.lists(WORDS, max_size=5).map(tuple), LONG, st.booleans(), st.booleans()),
    HANDS,
    OFFERS,
    OFFERS,
    ASKS,
    OFFERS,
    st.lists(st.tuples(WORDS, TEXTS), max_size=5).map(tuple),
    FEW_TEXTS,
    OVERLAYS,
    st.booleans(),
)
LOBBIES = st.builds(
    LobbyView,
    LONG,
    st.lists(
        st.builds(LobbyRow, WORDS, WORDS, WORDS, LONG, WORDS, MARKS, WORDS, WORDS, st.booleans()),
        max_size=40,
    ).map(tuple),
    st.none() | st.integers(0, 39),
    LONG,
    LONG,
    LONG,
    st.lists(st.tuples(WORDS, TEXTS), max_size=9).map(tuple),
    FEW_TEXTS,
    OFFERS,
    ASKS,
    OFFERS,
    st.none() | PAGES,
)
SEATED = st.builds(
    SeatedView,
    BARS,
    st.lists(
        st.builds(
            SeatRow,
            st.integers(1, 8),
            WORDS,
            st.booleans(),
            st.booleans(),
            LONG,
            st.none() | MARKS,
            LONG,
            WORDS,
        ),
        max_size=8,
    ).map(tuple),
    LONG,
    st.lists(st.tuples(WORDS, TEXTS), max_size=6).map(tuple),
    FEW_TEXTS,
    STORIES,
    OFFERS,
    ASKS,
    OFFERS,
    st.none() | PAGES,
)
REPLAYS = st.builds(
    ReplayView,
    BARS,
    st.lists(PLATES, max_size=7).map(tuple),
    MIDDLES,
    TEXTS,
    LONG,
    TEXTS,
    st.lists(st.builds(Step, st.integers(1, 999), TEXTS, TEXTS), max_size=40).map(tuple),
    st.integers(0, 60),
    WORDS,
    WORDS,
    OFFERS,
    OFFERS,
    ASKS,
    st.none() | PAGES,
)
MESSAGES = st.builds(MessageView, LONG, FEW_TEXTS, OFFERS, ASKS, OFFERS)
REAL = st.sampled_from(
    [
        bidding().screen(),
        trick_2().screen(),
        payout().screen(),
        six_on_stage().screen(),
        example_8().screen(),
        hazari_arranging(),
        hazari_trick(),
        lukfu_lead(),
        lukfu_follow(),
        lobby(),
        replay(),
        MessageView("connecting", (sentence("Trying 192.168.1.7."),)),
        TableView(Bar("Azi", "t", "p", ()), overlay=fault()),
    ]
)


def assert_whole(view, size, look):
    drawn = draw(view, size, look)
    assert len(drawn.rows) == size.rows
    for row in drawn.rows:
        text = "".join(piece.text for piece in row)
        assert wcswidth(text) == size.columns
        if look.is_ascii:
            assert text.isascii()
    if drawn.cursor is not None:
        row, column = drawn.cursor
        assert 0 <= row < size.rows
        assert 0 <= column < size.columns


@QUICK
@given(REAL, SIZES, LOOKS)
def test_real_screens_fit_every_size(view, size, look):
    assert_whole(view, size, look)


@pytest.mark.heavy
@QUICK
@given(TABLES, LARGE, LOOKS)
def test_tables_of_anything_fit_every_size(view, size, look):
    assert_whole(view, size, look)


@pytest.mark.heavy
@QUICK
@given(st.one_of(LOBBIES, SEATED, REPLAYS, MESSAGES), SIZES, LOOKS)
def test_other_screens_of_anything_fit_every_size(view, size, look):
    assert_whole(view, size, look)


@given(LONG, st.integers(0, 90))
def test_what_is_cut_is_never_wider_than_its_place(text, columns):
    assert width(cut(text, columns)) <= columns


@given(TEXTS, st.integers(2, 90), st.integers(0, 4))
def test_what_is_wrapped_keeps_its_words_and_fits(text, columns, hang):
    rows = wrap(text, columns, hang)
    assert all(width(row) <= columns for row in rows)
    before = "".join(piece.text for piece in text).replace(" ", "")
    after = "".join(piece.text for row in rows for piece in row).replace(" ", "")
    assert after == before


@given(st.text())
def test_what_peers_send_steers_no_terminal(text):
    cleaned = clean(text)
    assert cleaned == clean(cleaned)
    assert all(char >= " " and char not in "\x7f\ufe0f\u200d\u202e" for char in cleaned)


def test_below_the_smallest_size_one_sentence_says_what_is_due():
    screen = trick_2().screen(left="0:21")
    drawn = draw(screen, Size(39, 12), Look())
    text = "".join(piece.text for piece in drawn.rows[0])
    assert text.rstrip() == "40x12 needed, this is 39x12. Your turn…"
    assert all(not "".join(piece.text for piece in row).strip() for row in drawn.rows[1:])
    (row,) = draw(screen, Size(1, 1), Look()).rows
    assert row == span(" ")
