"""A table told in lines: each fact once, and again for whoever asks.

The one rule: what is told follows from the notices alone; nothing in here knows whose turn it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from cli import words
from cli.lines import answers
from cli.lines.spoken import line_of
from cli.lines.story import Story
from cli.table.conversation import Line
from cli.words.en import situations, talking
from cli.words.narrator import DETAILS, Narrator
from cli.words.phrase import Part, Phrase, phrase
from p2pcards.engine import AnyGame, Opened, Seat, State, TableOptions
from protocol.faults import Reason
from protocol.net.conduct.roles import Look
from protocol.report import Counts
from protocol.table.notices import DealSettled, Happened, Notice, PreparationBegins, StakesPaid

TOLD_AGAIN: Final = 8
"""So many of the last sentences are told once more at a time."""


class Teller:
    """What has been told of one table, and how it stands by that.

    Args:
        game: What is played.
        names: Of all seats.
        own: The seat that is told of as `you`; None for a bot's and a spectator's.
        options: As agreed.
        naming: How cards are named, one of `spoken.NAMINGS`.
        show: Shows a line.
    """

    def __init__(
        self,
        game: AnyGame,
        names: Sequence[str],
        own: Seat | None,
        options: TableOptions,
        *,
        naming: str,
        show: Callable[[str], None],
    ) -> None:
        self.naming = naming
        self.voice = words.voice_of(game, names, own)
        self.state: State | None = None
        """The newest that has been told; None before the first deal."""
        self._game = game
        self._names = names
        self._show = show
        self._narrator = Narrator(game, len(names))
        self._last_line = ""
        self._story = Story()
        self._counts = Counts()
        self._turned_up = 0
        """Cards that the rules showed to all, and no seat played."""
        self._standings = game.standings(game.new_match(options, len(names)))
        self._refusals: dict[Seat, int] = {}

    def say(self, part: Part) -> None:
        """A line, at once."""
        self._last_line = line_of(part, self.naming)
        self._show(self._last_line)

    def say_all(self, parts: Iterable[Part]) -> None:
        """A line each."""
        for part in parts:
            self.say(part)

    def has_just_said(self, part: Part) -> bool:
        """Whether this was the last line."""
        return self._last_line == line_of(part, self.naming)

    # --- told ------------------------------------------------------------------------------------------

    def told(self, notice: Notice) -> None:
        """What the notice says, in sentences."""
        self._counts.add(notice)
        match notice:
            case Happened(event=event, after=after):
                self.state = after
                if isinstance(event, Opened):
                    self._turned_up += len(event.cards)
            case PreparationBegins(deal, ahead=False) | StakesPaid(deal):
                self._story.begin(deal)
            case DealSettled():
                self._standings = notice.standings
            case _:
                pass
        for fact in self._narrator.tell(notice):
            if not isinstance(fact, DETAILS):
                sentence = words.tell(self._game.name, fact, self.voice).long.ended
                self._story.add(sentence)
                self.say(sentence)

    def heard(self, line: Line) -> None:
        """Somebody talks."""
        said = phrase(talking.says(line.name, line.text, is_watching=line.is_watching))
        self._story.add(said)
        self.say(said)

    def refused(self, seat: Seat, reason: Reason) -> None:
        """Something was refused before it could be an entry; of each seat it is told once."""
        self._refusals[seat] = self._refusals.get(seat, 0) + 1
        if self._refusals[seat] == 1:
            self.say(f"Something from {self._names[seat]} is refused: {words.reason(reason)}.")

    # --- asked -----------------------------------------------------------------------------------------

    def last(self) -> Iterator[Part]:
        """The last sentences once more."""
        yield from self._story.last(TOLD_AGAIN)

    def deal(self, number: str) -> Iterator[Part]:
        """A deal from its beginning, while the next one goes on."""
        lines = self._story.of(int(number)) if number.isascii() and number.isdecimal() else ()
        yield from lines
        if not lines:
            kept = self._story.deals
            these = f": {kept[0]} to {kept[-1]}" if kept else "; none has begun"
            yield f"Type deal and the number of one that was told here{these}."

    def last_trick(self) -> Iterator[Phrase]:
        """The trick before this one."""
        yield from situations.last_trick(self._game, self.state, self.voice)

    def table(self, look: Look | None) -> Iterator[Phrase]:
        """How the table stands."""
        view = None if look is None else look.view
        state = self.state if view is None else view.state
        standings = self._standings if state is None else self._game.standings(state)
        yield from answers.of_table(self._game, self.voice, state, standings, look)

    def proofs(self) -> str:
        """What has been checked here."""
        return answers.of_proofs(self._counts, self._turned_up, sum(self._refusals.values()))
