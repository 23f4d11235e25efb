"""Talk and earlier deals laid over the table: read back, muted, and the game goes on beneath."""

from __future__ import annotations

import pytest

from tests.cli.screen.own_seat import OwnSeat, own_seat
from tests.ui.mockups import golden

pytestmark = [pytest.mark.usefixtures("light"), pytest.mark.heavy]

PLAYS = ("c", "n", "enter", "tab", "enter")
SIZES = ((40, 12), (60, 20), (80, 24), (120, 40), (200, 60))
LONG = (
    "I have never seen a hand like that in all the years that we have played here, and my"
    " grandfather, who taught me, has not either; he says hello to all of you, by the way."
)


def evening(deals: int = 3) -> OwnSeat:
    """It is our turn to open the bids of the first deal."""
    world = own_seat(3, "azi", deals=deals, deadline_s=0, seed=3)
    world.until(lambda _: "your turn" in world.me)
    return world


def talking() -> OwnSeat:
    """Much has been said, by a seat, by somebody who watches, and by us."""
    world = evening()
    for number in range(1, 41):
        world.screen.heard(1, f"line {number}")
    world.screen.heard(2, LONG)
    world.screen.overheard(b"w" * 32, "Wei", "I only watch")
    return world


def test_what_has_not_been_looked_at_is_in_the_bar_until_it_is():
    world = talking()
    bar = world.text().splitlines()[0]
    assert bar.endswith("l: 42 new  ✓ all checked here")
    world.press("l")
    assert "new" not in world.text().splitlines()[0]
    world.screen.heard(1, "and this is read as it comes")
    assert "new" not in world.text().splitlines()[0]
    world.press("escape")
    world.screen.heard(1, "and this is not")
    assert "l: 1 new" in world.text().splitlines()[0]


@pytest.mark.parametrize(("columns", "height"), SIZES)
def test_the_talk_as_it_is_drawn(columns: int, height: int):
    world = talking()
    world.press("l")
    newest = world.text(columns, height).splitlines()
    world.press("home")
    oldest = world.text(columns, height).splitlines()
    golden(f"talk-{columns}x{height}", [*newest, "", *oldest])
    if height > 12:
        whole = " ".join(" ".join(row.split("│")[0] for row in newest).split())
        assert LONG in whole, "a long line is broken, and never cut"
    assert "line 1 " in f"{' '.join(oldest)} "


def test_in_a_split_pane_every_row_of_a_long_line_is_reached():
    world = talking()
    world.press("l")
    seen = world.text(40, 12)
    for _ in range(6):
        world.screen.press("up", world.now_ms)
        seen += world.text(40, 12)
    assert all(word in seen for word in LONG.split())


def test_one_reads_back_and_on_by_pages_and_to_the_ends():
    world = talking()
    world.press("l", "pageup")
    assert "Wei (watching): I only watch" not in world.text()
    world.press("pagedown")
    assert "Wei (watching): I only watch" in world.text()
    world.press("home")
    assert "Bek: line 1\n" in world.text()
    world.press("end")
    assert "Wei (watching): I only watch" in world.text()


def test_on_our_turn_it_says_so_and_closing_it_is_to_play():
    world = talking()
    world.press("l")
    assert "your turn, Esc to play" in world.text()
    world.press("escape")
    assert "your turn, Esc to play" not in world.text()
    assert "f fold   c call 10" in world.text()


def test_one_talks_while_reading():
    world = talking()
    world.press("l", "t", *"hi", "space", *"all")
    assert "say  hi all" in world.text()
    world.press("enter")
    assert "You: hi all" in world.text()


def test_a_person_is_muted_and_heard_again_from_the_screen():
    world = talking()
    world.press("l", "m")
    people = [row.strip() for row in world.text().splitlines()[2:5]]
    assert people == ["1  Bek   heard", "2  Chinara   heard", "3  Wei (watching)   heard"]
    assert "Esc to the talk" in world.text()
    assert "Esc back" not in world.text(), "a key does one thing here"
    world.press("3")
    assert "You do not hear Wei talk any more; unmute undoes it." in world.text()
    assert "3  Wei (watching)   muted" in world.text()
    world.screen.overheard(b"w" * 32, "Wei", "spam")
    world.press("escape")
    assert "spam" not in world.text()
    world.press("m", "3")
    assert "You hear Wei talk." in world.text()
    world.screen.overheard(b"w" * 32, "Wei", "sorry")
    world.press("escape")
    assert "sorry" in world.text()


def test_earlier_deals_are_told_again_while_the_table_goes_on():
    world = evening()
    world.press("[")
    assert "── deal 1 ──" in world.text()
    world.press("escape")
    world.until(lambda text: "deal 3 of 3 · bidding" in text and "your turn" in world.me, *PLAYS)
    world.press("[")
    text = world.text()
    assert "── deal 2 ──" in text
    assert "your turn, Esc to play" in text
    world.press("[")
    assert "── deal 1 ──" in world.text()
    assert "Deal 1." in world.text()
    world.press("[")
    assert "That is the first deal that is kept." in world.text()
    world.press("]", "]")
    assert "── deal 3 ──" in world.text()
    world.press("]")
    assert "That is the deal under way." in world.text()
    world.press("escape")
    assert "your turn, Esc to play" not in world.text()
    assert "your turn" in world.me


@pytest.mark.parametrize(("columns", "height"), SIZES)
def test_an_earlier_deal_as_it_is_drawn(columns: int, height: int):
    world = evening()
    world.until(lambda text: "deal 2 of 3 · bidding" in text and "your turn" in world.me, *PLAYS)
    world.press("[")
    golden(f"deal-again-{columns}x{height}", world.text(columns, height).splitlines())
