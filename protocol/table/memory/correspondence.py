"""Whom we are linked to, what has come from them before, and what they have been asked.

The one rule: nothing here says what an entry is worth. It spares checking a line twice, passing it
on to those who have it, and asking anybody again and again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from p2pcards.engine import Seat
from protocol.log.rounds import Place
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Vote

SEEN_LIMIT = 4096
"""Lines whose signature need not be checked again when they come a second time."""

TOLD_LINES = 1024
"""Lines of the log that are told at a time to who asks for it; then it must ask for more."""

MORE_MS = 500
"""How long we wait before we ask for more: as often as we are answered for sure (SPEC §7.10)."""

PAUSES_LIMIT = 8
"""How often in a deal a seat may change its mind about a pause (SPEC §7.8)."""

UNOPENED_LIMIT = 32
"""Lines kept per sender while our own opening is not complete and they cannot be verified yet."""


class Correspondence:
    """Links, marks of lines, questions; the only thing here that changes."""

    def __init__(self) -> None:
        self.linked: frozenset[Seat] = frozenset()
        self._pauses_heard: dict[Seat, int] = {}
        self.pausing: frozenset[Seat] = frozenset()
        """Other seats that say that they agree to a pause."""
        self.seen: dict[bytes, None] = {}
        self.unopened: list[tuple[Seat, bytes]] = []
        self._links_of: dict[Seat, frozenset[Seat]] = {}
        self._due: tuple[Place, ...] = ()
        self._asked: dict[Seat, int | None] = {}
        self._compared: set[Seat] = set()
        self._more: dict[Seat, tuple[int, int]] = {}

    # --- links -------------------------------------------------------------------------------------

    def set_linked(self, seats: frozenset[Seat]) -> frozenset[Seat]:
        """From now on we have links to these; returns those that are new."""
        new = seats - self.linked
        self.linked = seats
        for seat in self._links_of.keys() - seats:
            del self._links_of[seat]
        self.pausing &= seats  # who comes again says it again
        self._asked = {seat: at_ms for seat, at_ms in self._asked.items() if seat in seats}
        self._compared &= seats
        self._more = {seat: more for seat, more in self._more.items() if seat in seats}
        return new

    def hear_links(self, seat: Seat, seats: Iterable[Seat]) -> None:
        """The seat says to whom it has links."""
        self._links_of[seat] = frozenset(seats)

    def hear_pause(self, seat: Seat, *, wants: bool) -> None:
        """The seat says whether it agrees to a pause; whoever cannot make up their mind is not heard on."""
        heard = self._pauses_heard.get(seat, 0)
        if heard < PAUSES_LIMIT and wants != (seat in self.pausing):
            self._pauses_heard[seat] = heard + 1
            self.pausing = self.pausing | {seat} if wants else self.pausing - {seat}

    def forget_pauses(self) -> None:
        """A deal is over: who agrees to a pause may change their mind as often again."""
        self._pauses_heard.clear()

    def lacking(self, sender: Seat, signed: SignedEntry) -> tuple[Seat, ...]:
        """To whom an entry must be passed on: to those who have no link to its author.

        A vote goes to all, so that its author has but one.
        """
        author = signed.entry.seat
        is_vote = isinstance(signed.entry, Vote)
        return tuple(
            seat
            for seat in sorted(self.linked)
            if seat not in (sender, author)
            and (is_vote or author not in self._links_of.get(seat, frozenset({author})))
        )

    # --- lines -------------------------------------------------------------------------------------

    def is_new(self, line: bytes) -> bool:
        return _mark(line) not in self.seen

    def remember(self, line: bytes) -> None:
        """The line has been verified."""
        self.seen[_mark(line)] = None
        while len(self.seen) > SEEN_LIMIT:
            del self.seen[next(iter(self.seen))]

    def put_off(self, sender: Seat, line: bytes) -> None:
        """Keep a line that cannot be verified before the table is open, if its sender has room left."""
        if sum(by == sender for by, _ in self.unopened) < UNOPENED_LIMIT:
            self.unopened.append((sender, line))

    def take_put_off(self) -> list[tuple[Seat, bytes]]:
        """The lines put off, with their senders; they are kept no longer."""
        lines, self.unopened = self.unopened, []
        return lines

    # --- questions ---------------------------------------------------------------------------------

    def go_on_to(self, due: tuple[Place, ...]) -> None:
        """Whoever has been asked may be asked again when other rounds are due."""
        if due != self._due:
            self._due = due
            self._asked.clear()
            self._compared.clear()

    def ask_later(self, seat: Seat, at_ms: int) -> None:
        """Ask the seat what we miss, once, unless that comes by itself before then."""
        if seat in self.linked:
            self._asked.setdefault(seat, at_ms)

    def to_ask(self, now_ms: int) -> tuple[Seat, ...]:
        """Those whom to ask now; they count as asked."""
        seats = [
            seat for seat, at_ms in self._asked.items() if at_ms is not None and now_ms >= at_ms
        ]
        self._asked |= dict.fromkeys(seats)
        return tuple(seats)

    def hear_more(self, seat: Seat, lines: int, at_ms: int) -> None:
        """The seat has more of the log than the lines it has told us: ask from there, later."""
        if seat in self.linked:
            self._more.setdefault(seat, (at_ms, lines))

    def more_to_ask(self, now_ms: int) -> tuple[tuple[Seat, int], ...]:
        """Whom to ask for more now, and from which line on; they count as asked."""
        due = [(seat, lines) for seat, (at_ms, lines) in self._more.items() if now_ms >= at_ms]
        for seat, _ in due:
            del self._more[seat]
        return tuple(due)

    def to_compare(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Those of the seats whose log has not been compared with ours yet; they count as asked."""
        found = sorted((set(seats) & self.linked) - self._compared)
        self._compared |= set(found)
        return tuple(found)

    def compare_again(self) -> None:
        """Our log is another now."""
        self._compared.clear()

    def moments_ms(self) -> list[int]:
        """When somebody is to be asked."""
        asked = [at_ms for at_ms in self._asked.values() if at_ms is not None]
        return asked + [at_ms for at_ms, _ in self._more.values()]


def _mark(line: bytes) -> bytes:
    return hashlib.blake2b(line, digest_size=16).digest()
