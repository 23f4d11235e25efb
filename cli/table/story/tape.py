"""A log as a strip of steps: each sentence with what was checked for it and the table as it stood.

The one rule: a step is made once, while the log is verified, and never changes. So going back and
forth cannot show anything else than going straight there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cli.table.story import known as known_
from cli.table.story.following import after
from cli.table.story.known import Known, facts_of
from cli.words.facts import Check
from cli.words.phrase import Phrase
from cli.words.retelling import Told, retell
from p2pcards.cards import Card
from p2pcards.engine import Acted, Opened, Shown, Slot, State
from p2pcards.games import GAMES
from protocol.audit import Auditor, problem_of
from protocol.crypto.rng import Rng, system_rng
from protocol.log.rounds import BadRound
from protocol.report import Problem
from protocol.table.notices import Happened, Notice


@dataclass(frozen=True, slots=True)
class Frame:
    """One step.

    Args:
        entry: Number of its first entry in the log.
        deal: The deal; 0 before the first.
        number: Its number in the deal, from 1.
        text: The sentence, without its stop.
        verified: What was checked for it.
        known: The table after it.
        is_finished_trick: The step completes a trick, which is shown whole.
    """

    entry: int
    deal: int
    number: int
    text: Phrase
    verified: tuple[Check, ...]
    known: Known
    is_finished_trick: bool = False

    @property
    def state(self) -> State | None:
        """The state to show; None while the deck of this deal is made: the last is over."""
        if self.known.deal != self.deal:
            return None
        return self.known.finished if self.is_finished_trick else self.known.state


@dataclass(slots=True)
class Tape:
    """The steps so far; grows while the log is verified.

    Args:
        entries: Lines in the log.
        checked: How many of them have been verified.
        keys: The seats' keys.
        frames: The steps.
        bounds: Of each deal, the first and the last of its steps.
        cards: Of each deal, every card that the log opens at any time.
        dealt_at: Of each deal, the first step at which hands are known to their owners.
        problem: Why the log does not stand from some entry on, or where it breaks off.
        is_complete: All of it has been read.
    """

    entries: int
    checked: int = 0
    keys: tuple[bytes, ...] = ()
    frames: list[Frame] = field(default_factory=list)
    bounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    cards: dict[int, dict[Slot, Card]] = field(default_factory=dict)
    dealt_at: dict[int, int] = field(default_factory=dict)
    problem: Problem | None = None
    is_complete: bool = False

    @property
    def deals(self) -> tuple[int, ...]:
        """The deals there are steps of, in order; 0 is the table's opening."""
        return tuple(self.bounds)

    def add(self, frame: Frame) -> None:
        """One more step."""
        at = len(self.frames)
        self.frames.append(frame)
        self.bounds[frame.deal] = (self.bounds.get(frame.deal, (at, at))[0], at)

    def is_dealt(self, at: int) -> bool:
        """Whether hands are known to their owners at this step."""
        deal = self.frames[at].known.deal
        return at >= self.dealt_at.get(deal, len(self.frames))

    def cards_of(self, deal: int) -> Mapping[Slot, Card]:
        return self.cards.get(deal, {})


class _Listening(Auditor):
    """An auditor that remembers what its steps told, those without a sentence too."""

    def __init__(self, data: bytes, rng: Rng) -> None:
        super().__init__(data, rng)
        self.told: list[Notice] = []
        self.rounds = 0

    def step(self) -> tuple[Notice, ...]:
        notices = super().step()
        self.told += notices
        self.rounds += 1
        return notices


def record(data: bytes, tape: Tape, rng: Rng = system_rng) -> Iterator[None]:
    """Verify the log `data` round by round, and add its steps to `tape`; yields after each.

    Never raises for what is in the log: what is wrong with it is the tape's `problem`.
    """
    try:
        auditor = _Listening(data, rng)
        yield from _frames(auditor, tape)
    except BadRound as error:
        tape.problem = problem_of(error)
    tape.is_complete = True


def _frames(auditor: _Listening, tape: Tape) -> Iterator[None]:
    proposal = auditor.referee.proposal.proposal
    facts = facts_of(
        GAMES[proposal.game],
        auditor.report.names,
        None,
        options=proposal.options,
        deadline_s=proposal.deadline,
        deals=proposal.deals,
    )
    known = known_.begin(facts)
    numbers: dict[int, int] = {}
    batch: list[Told] = []
    seen: list[Notice] = []
    rounds = 0

    def close() -> None:
        """Add the sentences of the round just verified."""
        nonlocal known, batch
        for notice in seen:
            known = after(known, notice)
            _note_cards(tape, known, notice)
            if isinstance(notice, Happened) and isinstance(notice.event, Opened):
                tape.dealt_at.setdefault(known.deal, len(tape.frames))
        for place, told in enumerate(batch):
            number = numbers[told.deal] = numbers.get(told.deal, 0) + 1
            is_last = place == len(batch) - 1
            tape.add(
                Frame(
                    told.entry,
                    told.deal,
                    number,
                    told.text,
                    told.verified,
                    known,
                    is_finished_trick=known.finished is not None and not is_last,
                )
            )
        batch = []

    tape.keys = tuple(auditor.referee.keys)
    try:
        for told in retell(auditor):
            if auditor.rounds > rounds:
                close()
                seen, auditor.told = auditor.told, []
                rounds = auditor.rounds
            batch.append(told)
            tape.checked = auditor.index
            yield
    finally:  # what is good before the log breaks off is shown too
        close()
        tape.checked = auditor.index


def _note_cards(tape: Tape, known: Known, notice: Notice) -> None:
    if isinstance(notice, Happened) and isinstance(notice.event, Acted | Opened | Shown):
        tape.cards.setdefault(known.deal, {}).update(notice.event.cards)
