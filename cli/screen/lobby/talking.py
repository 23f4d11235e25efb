"""Talk before a table has started: a line that is typed, and who is heard.

The one rule: what is said and muted goes through the evening's one conversation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cli.screen.binding import Binding, found, nothing_here, offers_of
from cli.screen.drawing.laid_over import PagesView
from cli.screen.drawing.spans import Role
from cli.screen.drawing.text import span
from cli.screen.drawing.view import Ask, Offer
from cli.screen.intents import Paste, cut_at
from cli.screen.table.talk_panel import chosen, people_page, talk_page, told_of
from cli.table.conversation import Conversation, Line
from cli.table.talk import LONGEST
from cli.words.en import talking


class SeatedTalk:
    """Talk at a table that has not started.

    Args:
        conversation: The evening's.
        send: Says a line to all here.
        show: Shows a line of talk at the moment it is said.
    """

    def __init__(
        self,
        conversation: Conversation,
        send: Callable[[str], None],
        show: Callable[[Line], None],
    ) -> None:
        self.is_typing = False
        self.others: Mapping[bytes, str] = {}
        """Who else has a seat here."""
        self._conversation = conversation
        self._send = send
        self._show = show
        self._draft = ""
        self._said = ""
        """What the last key of the draft was answered with."""

    def hear(self, key: bytes, name: str, text: str) -> None:
        """Somebody here says something; who has no seat watches."""
        called = self.others.get(key)
        line = Line(key, called or name, text, is_watching=called is None)
        if self._conversation.hear(line):
            self._show(line)

    def begin(self) -> None:
        """Type a line."""
        self.is_typing = True

    def read(self) -> None:
        """Our player looks at the talk."""
        self._conversation.read()

    def mute(self, digit: str) -> str:
        """Hear whoever stands beside the digit no more, or again; what is said of it."""
        person = chosen(self._conversation.people(self.others), digit)
        if person is None:
            return talking.NOBODY_TO_MUTE
        self._conversation.change(person)
        return told_of(person)

    # --- a line that is typed --------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """A key goes into the draft."""
        self._said = ""
        char = " " if key == "space" else key
        binding = found(TYPING, self, key)
        if binding is not None:
            binding.does(self, key)
        elif len(char) != 1:
            self._said = nothing_here(key, self.offers)
        elif len(self._draft) >= LONGEST:
            self._said = cut_at(LONGEST)
        else:
            self._draft += char

    def paste(self, paste: Paste) -> None:
        """Put it at the end of the draft."""
        self._draft, is_cut = paste.fitted(self._draft, LONGEST)
        self._said = cut_at(LONGEST) if is_cut else ""

    def say(self) -> None:
        """Say what is typed."""
        text, self._draft, self.is_typing = self._draft.strip(), "", False
        if text:
            self._send(text)
            self._show(self._conversation.say(talking.YOU, text))

    def stop_typing(self) -> None:
        """The draft is kept."""
        self.is_typing = False

    def rub_out(self, count: int) -> None:
        """Take so many characters from the end of the draft."""
        self._draft = self._draft[: max(0, len(self._draft) - count)]

    # --- seen ------------------------------------------------------------------------------------------

    @property
    def unread(self) -> str:
        """That there is talk which has not been looked at; empty without any."""
        return talking.unread(self._conversation.unread)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """While a line is typed."""
        return offers_of(TYPING, self)

    @property
    def ask(self) -> Ask:
        """The line that is typed."""
        after = span(self._said, Role.OPEN)
        return Ask(span("say  ", Role.TALK), typed=self._draft, after=after)

    def talk_page(self, first: int) -> PagesView:
        """The talk of the evening."""
        return talk_page(self._conversation.lines, first)

    def people_page(self, first: int) -> PagesView:
        """Who is heard."""
        return people_page(self._conversation.people(self.others), first)


TYPING: Final[tuple[Binding[SeatedTalk, None], ...]] = (
    Binding(("enter",), lambda talk, _: talk.say(), now="say it to all"),
    Binding(("escape", "c-c"), lambda talk, _: talk.stop_typing(), now="back", shown="Esc"),
    Binding(("backspace",), lambda talk, _: talk.rub_out(1)),
    Binding(("c-u",), lambda talk, _: talk.rub_out(LONGEST)),
)
