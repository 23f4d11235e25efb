"""Every single lie: at a table of three one seat departs from the protocol in one entry, in every way.

The liar's n-th entry is, for each of the two others, sent, kept back for good, sent late, replaced by
a second version, or followed by one later; that for every entry of a match of two deals, and with
links that are slow in every combination. Two lies at once are the swarm's (`byzantine`).
"""

from __future__ import annotations

import argparse
import heapq
import itertools
from collections.abc import Iterator

from p2pcards.engine import Seat
from protocol.log.rounds import place_of
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Vote
from tests.simulation.byzantine import Byzantine, check_byzantine
from tests.simulation.faults import Faults, Lie
from tests.simulation.light import light_proofs
from tests.simulation.swarm import STORM_STEPS, Dice, Storm, printing, storm_of
from tests.simulation.weather import entry_of

SEATS = 3
LIAR: Seat = 2
OTHERS: tuple[Seat, ...] = (0, 1)
WAYS = ("sent", "held", "late", "doubled", "both")
LATE_MS = 12_000
"""Later than the programs' deadline, earlier than a person's."""

SLOW_MS = 40
LINKS = tuple(itertools.permutations(range(SEATS), 2))

Ways = tuple[str, str]


def lies() -> Iterator[Ways]:
    """What the two others get, but for the honest way."""
    return (ways for ways in itertools.product(WAYS, repeat=2) if ways != ("sent", "sent"))


class OneDeviation(Byzantine):
    """The liar lies in one of its entries, and only there."""

    lie: Lie

    def prepare(self, faults: Faults, dice: Dice) -> None:
        super().prepare(faults, dice)
        assert faults.lie is not None
        self.lie = faults.lie
        self._numbers: dict[bytes, int] = {}

    def number_of(self, signed: SignedEntry) -> int:
        return self._numbers.setdefault(signed.id, len(self._numbers))

    @property
    def entry_count(self) -> int:
        """How many entries the liar has signed."""
        return len(self._numbers)

    def send(self, sender: Seat, to: Seat, payload: bytes) -> None:
        signed = entry_of(payload)
        is_own = sender == LIAR and signed is not None and signed.entry.seat == LIAR
        if not is_own or signed is None or isinstance(signed.entry, Vote):
            self._put(sender, to, payload)
            return
        if self.number_of(signed) != self.lie.number:
            self._put(sender, to, payload)
            return
        way = self.lie.ways[OTHERS.index(to)]
        if way in ("sent", "both"):
            self._put(sender, to, payload)
        if way == "late":
            self._put(sender, to, payload, LATE_MS)
        if way in ("doubled", "both"):
            other = self._other_version(signed.entry)
            if other is not None:
                assert place_of(other) == place_of(signed.entry)
                self._put(sender, to, self._sign(other).line, LATE_MS if way == "both" else 0)

    def _put(self, sender: Seat, to: Seat, payload: bytes, later_ms: int = 0) -> None:
        if sender in self.dead:
            return
        delay = (SLOW_MS if (sender, to) in self.lie.slow else 1) + later_ms
        moment = self.now_ms + delay
        if not later_ms:  # a link is a stream
            moment = max(moment, self._arrival.get((sender, to), 0))
            self._arrival[sender, to] = moment
        heapq.heappush(self._events, (moment, next(self._serial), sender, to, payload))

    def step(self) -> bool:
        if all(self.tables[seat].is_over for seat in self.honest):
            self._idle += 1
        goes_on = self._idle < 100 and not self._is_stuck_for_good() and super(Storm, self).step()
        self.check()
        return goes_on


def run_one(game: str, number: int, ways: Ways, slow: frozenset[tuple[Seat, Seat]]) -> OneDeviation:
    """One match with one lie; checked at its end as every table with a liar."""
    lie = Lie(number, ways, tuple(sorted(slow)))
    options = (("stack", 200),) if game == "azi" else ()
    faults = Faults(5, game, SEATS, options, 2, STORM_STEPS, liar=LIAR, lie=lie)
    with printing(faults):
        world = storm_of(faults, Dice(0), OneDeviation)
        world.run()
        check_byzantine(world)
    return world


def slow_links(patterns: int) -> list[frozenset[tuple[Seat, Seat]]]:
    """The first so many of the 64 ways in which links can be slow, spread over all of them."""
    every = [
        frozenset(link for link, is_slow in zip(LINKS, bits, strict=True) if is_slow)
        for bits in itertools.product((False, True), repeat=len(LINKS))
    ]
    return every[:: max(1, len(every) // patterns)][:patterns]


def main() -> None:
    """`python -m tests.simulation.one_deviation GAME PATTERNS`: all lies, with so many patterns of slow links."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=("azi", "lukfu"))
    parser.add_argument("patterns", type=int)
    args = parser.parse_args()
    tried, broken = 0, 0
    with light_proofs():
        entries = run_one(args.game, -1, ("sent", "sent"), frozenset()).entry_count
        for slow, number, ways in itertools.product(
            slow_links(args.patterns), range(entries), lies()
        ):
            tried += 1
            try:
                run_one(args.game, number, ways, slow)
            except AssertionError as error:
                broken += 1
                print(number, ways, sorted(slow), str(error)[:300], flush=True)
    print(f"{args.game}: {entries} entries, {tried} matches, {broken} broken", flush=True)


if __name__ == "__main__":
    main()
