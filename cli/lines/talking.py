"""Talk in line mode: the words `say`, `talk`, `mute` and `unmute`, in the lobby and at the table alike.

The one rule: what is said and heard goes through the evening's one conversation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cli.lines.typed import Word
from cli.table.conversation import Conversation, Line
from cli.table.talk import lines_of
from cli.words.en import talking

TOLD_AGAIN: Final = 20


class LineTalk:
    """What is typed about talk.

    Args:
        conversation: The evening's.
        seated: The other players by key, as they are called now.
        show: Shows a line of talk, at the moment it is said.
        answer: Shows a sentence that was asked for.
        send: Says a line to the others.
    """

    def __init__(
        self,
        conversation: Conversation,
        *,
        seated: Callable[[], Mapping[bytes, str]],
        show: Callable[[Line], None],
        answer: Callable[[str], None],
        send: Callable[[str], None],
    ) -> None:
        self._conversation = conversation
        self._seated = seated
        self._show = show
        self._answer = answer
        self._send = send

    def hear(self, line: Line) -> None:
        """Somebody says something."""
        if self._conversation.hear(line):
            self._show(line)

    def say(self, text: str) -> None:
        """Say it to all."""
        if not text:
            self._answer(talking.SAY_WHAT)
            return
        lines = lines_of(text)
        if not lines:
            self._answer(talking.TOO_LONG)
        for one in lines:
            self._send(one)
            self._show(self._conversation.say(talking.YOU, one))

    def tell(self) -> None:
        """What was said last, in the whole evening."""
        lines = self._conversation.lines[-TOLD_AGAIN:]
        if not lines:
            self._answer(talking.NO_TALK_YET)
        for line in lines:
            self._answer(talking.says(line.name, line.text, is_watching=line.is_watching))
        self._conversation.read()

    def mute(self, verb: str, name: str) -> None:
        """`mute` or `unmute` whoever is called so."""
        seated = self._seated()
        person = self._conversation.person_named(name, seated)
        if person is None:
            names = [one.name for one in self._conversation.people(seated)]
            self._answer(talking.one_of(verb, names))
        elif verb == "mute":
            self._conversation.mute(person)
            self._answer(talking.muted(person.name))
        else:
            self._conversation.unmute(person)
            self._answer(talking.unmuted(person.name))


TALK_WORDS: Final[tuple[Word[Any], ...]] = (
    Word(
        ("say",),
        lambda here, rest: here.talk.say(rest),
        "say TEXT talks to all, talk tells what was said this evening,"
        " mute NAME hears somebody's talk no more, unmute NAME does.",
    ),
    Word(("talk",), lambda here, _: here.talk.tell()),
    Word(("mute",), lambda here, rest: here.talk.mute("mute", rest)),
    Word(("unmute",), lambda here, rest: here.talk.mute("unmute", rest), is_offered=False),
)
"""Of whatever has a `talk`: the lobby and the table."""
