from __future__ import annotations

from cli.lines.choice import LineChoice


def asked(*words: str) -> tuple[LineChoice, list[str], list[str]]:
    said: list[str] = []
    left: list[str] = []
    choice = LineChoice(
        "Which?", ["Bek here", "Bek there"], say=said.append, leave=lambda: left.append("left")
    )
    for word in words:
        choice.take(word)
    return choice, said, left


def test_the_answers_are_told_with_their_numbers():
    _, said, _ = asked()
    assert said == ["Which?", "1  Bek here", "2  Bek there", "Type its number, or leave."]


async def test_a_number_is_an_answer_and_nothing_else_is():
    choice, said, left = asked("0", "3", "Bek", "²", "9" * 5000, "2")
    assert await choice.wait() == 1
    assert said.count("Type a number from 1 to 2, or leave.") == 5
    assert not left


async def test_where_nothing_can_be_typed_any_more_there_is_no_answer():
    choice, _, _ = asked()
    choice.closed()
    assert await choice.wait() is None


def test_who_leaves_goes():
    assert asked("leave")[2] == ["left"]
    choice, _, left = asked()
    choice.leave()
    assert left == ["left"]
