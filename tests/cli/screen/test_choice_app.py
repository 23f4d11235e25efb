"""One question with a few answers, on the screen."""

from __future__ import annotations

from cli.screen.choice_app import ChoiceScreen
from cli.screen.drawing.draw import draw
from cli.screen.drawing.text import plain
from cli.screen.look import Look
from cli.screen.screen_view import Size


class Choice:
    def __init__(self, *options: str) -> None:
        self.chosen: list[int] = []
        self.left = 0
        self.screen = ChoiceScreen(
            "Which of them?", options, choose=self.chosen.append, leave=self.leave
        )

    def leave(self) -> None:
        self.left += 1

    def press(self, *keys: str) -> Choice:
        for key in keys:
            self.screen.press(key, 0)
        return self


def test_question_and_answers_are_read_with_the_key_of_each():
    drawn = draw(Choice("Bek (aaaa)", "Bek (bbbb)").screen.view(0), Size(80, 24), Look())
    shown = "\n".join(plain(row) for row in drawn.rows)
    assert "Which of them?" in shown
    assert "1  Bek (aaaa)" in shown
    assert "2  Bek (bbbb)" in shown
    assert "1–2 choose" in shown


def test_a_digit_chooses_once():
    assert Choice("a", "b").press("0", "3", "x", "2", "1", "2").chosen == [1]


def test_enter_takes_the_marked_one_which_the_arrows_move():
    assert Choice("a", "b").press("enter").chosen == [0]
    assert Choice("a", "b").press("down", "enter", "enter").chosen == [1]
    assert Choice("a", "b").press("down", "down", "up", "up", "tab", "enter").chosen == [1]


def test_every_way_out_leaves():
    assert Choice("a", "b").press("q", "escape", "c-c").left == 3


def test_what_comes_from_others_draws_nothing_else():
    view = Choice("Bek\x1b[2J\nBek", "b").screen.view(0)
    assert all("\x1b" not in piece.text for line in view.lines for piece in line)
