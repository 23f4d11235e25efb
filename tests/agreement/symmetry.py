"""Which states are one and the same but for names: honest seats, and the liar's two versions, are alike.

The one rule: of the states that a renaming makes of each other only one is looked at, and it stands for all.
"""

from __future__ import annotations

from itertools import permutations

from tests.agreement.rule import NOBODY, VERSIONS, Facts, Key, Place, Seat


class Renaming:
    """One way to call honest seats and versions otherwise.

    Args:
        facts: Whose keys are renamed.
        seats: For each seat its other name.
        versions: For each version its other name.
    """

    def __init__(self, facts: Facts, seats: tuple[int, ...], versions: tuple[int, ...]) -> None:
        self.seats = seats
        self._versions = versions
        self._bits = [(bit, facts.bits[self._key(key)]) for key, bit in facts.bits.items()]

    def _seat(self, seat: int) -> int:
        return seat if seat == NOBODY else self.seats[seat]

    def _branch(self, branch: int) -> int:
        return self._versions[branch] if branch in VERSIONS else branch

    def _key(self, key: Key) -> Key:
        match key:
            case ("version", int(branch)):
                return "version", self._branch(branch)
            case ("vote", int(branch), ballot, int(seat), int(absent)):
                return "vote", self._branch(branch), ballot, self._seat(seat), self._seat(absent)
            case (kind, int(branch), int(seat)):
                return kind, self._branch(branch), self._seat(seat)
        raise AssertionError(key)

    def of(self, seat: Seat) -> Seat:
        """What a seat is, in the other names."""
        known = sum(new for old, new in self._bits if seat.known & old)
        branch, is_behind, absent = seat.place
        if branch is not None:
            branch = self._branch(branch)
        return Seat(known, Place(branch, is_behind, self._seat(absent)))


def renamings(facts: Facts) -> list[Renaming]:
    """All that leave the world as it is; the first changes nothing."""
    inside = facts.seats[:-1]
    outside = tuple(seat for seat in facts.honest if seat not in inside)
    return [
        Renaming(facts, (*one, *other, facts.liar), versions)
        for one in permutations(inside)
        for other in permutations(outside)
        for versions in permutations(VERSIONS)
    ]
