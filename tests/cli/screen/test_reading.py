"""The rules over the table: opened where they are needed, scrolled and searched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.screen.intents import Paste
from cli.screen.table.reading import LONGEST, is_heading, rules_lines, rules_view
from cli.table.choosing import Panel
from cli.table.games import moves_of
from p2pcards.games import GAMES
from p2pcards.games.azi import GAME
from tests.cli.screen.asked import ask, offers
from tests.cli.screen.azi_table import Hands, bidding_table, second_trick_table

LINES = rules_lines(GAME)


def opened(situation) -> Hands:
    chapter = moves_of(GAME).chapter(situation.view.state)
    return Hands(replace(situation, chapter=chapter)).press("R")


def top(hands: Hands) -> str:
    return LINES[hands.choosing.scroll]


def test_the_rules_open_at_the_chapter_of_the_moment():
    hands = opened(bidding_table().situation())
    assert hands.choosing.panel is Panel.RULES
    assert top(hands) == "BIDDING"


def test_on_a_card_that_must_wait_they_open_at_the_rule_that_says_so():
    hands = Hands(second_trick_table().situation())
    hands.press("home", "R")
    assert top(hands).startswith("You must follow the led suit if you can [6.2].")


@pytest.mark.parametrize("name", GAMES)
def test_every_chapter_that_a_moment_is_about_is_in_the_rules(name):
    game = GAMES[name]
    state = game.new_match(game.options({}), game.least_seats)
    headings = {line for line in rules_lines(game) if is_heading(line)}
    for phase in type(state.phase):
        assert moves_of(game).chapter(replace(state, phase=phase)) in headings | {""}
    assert moves_of(game).chapter(None) == ""


def test_a_search_stands_at_the_first_line_with_it_and_goes_on_with_n():
    hands = opened(bidding_table().situation()).press("/", *"all-in")
    assert ask(hands) == "search  all-in"
    assert "all-in" in top(hands)
    first = hands.choosing.scroll
    hands.press("enter", "n")
    assert "all-in" in top(hands)
    assert hands.choosing.scroll != first
    assert offers(hands) == "/ search   n next   Esc back   ↑↓ scroll"
    assert any(span.role == "turn" for span in rules_view(GAME, hands.choosing).lines[first])


def test_a_search_goes_round_the_end_and_says_what_is_not_there():
    hands = opened(second_trick_table().situation()).press("/", *"HEARTS", "enter")
    stood = {hands.press("n").choosing.scroll for _ in range(60)}
    assert stood == {n for n, line in enumerate(LINES) if "hearts" in line.casefold()}
    hands.press("/", *"joker", "enter")
    assert ask(hands) == "The rules have no 'joker'."


def test_what_is_searched_for_can_be_pasted_and_never_plays():
    hands = opened(bidding_table().situation()).press("/", Paste("f"), Paste("old\n"))
    assert hands.choosing.sought == "fold"
    hands.press(Paste("x" * 100))
    assert len(hands.choosing.sought) == LONGEST
    assert "Cut" in ask(hands)
    hands.press("escape", "escape")
    assert hands.choosing.panel is Panel.NONE
    assert not hands.wanted
