"""T11: different signed versions to different peers. All end with both, before another card opens."""

from __future__ import annotations

import pytest

from protocol.faults import Code
from protocol.table.notices import RolledBack
from protocol.table.table import Table
from protocol.wire.codec import SignedEntry, decode_line, sign_entry
from protocol.wire.entries import AnyEntry, Decision, Result, Stake
from tests.attacks.cheats import (
    CHEAT,
    SEATS,
    Cheat,
    Equivocator,
    check_caught,
    flipped,
    play_with_cheat,
    with_field,
)
from tests.simulation.weather import table_of_bots

pytestmark = [pytest.mark.usefixtures("light"), pytest.mark.slow]


@pytest.mark.parametrize(
    "twist",
    [
        with_field("commit", commitment=flipped),
        with_field("key", nonce=flipped),
        with_field("accept", digest=flipped),
        with_field("shares", proof=flipped),
        with_field("result", digest=flipped),
    ],
    ids=["commit", "key", "accept", "shares", "result"],
)
def test_two_versions_of_an_entry_are_evidence_against_their_author(twist: object) -> None:
    world = play_with_cheat(twist, Equivocator)  # type: ignore[arg-type]
    report = check_caught(world, Code.TWO_VERSIONS)
    assert report.complete_to >= 2


class Patient(Cheat):
    """Gives everybody one version, and keeps the other until the deal goes badly."""

    hidden: SignedEntry

    def commit_crime(self, entry: AnyEntry, twisted: AnyEntry) -> SignedEntry:
        assert self._identity is not None
        table = self.referee.table_of(entry.chain)
        self.hidden = sign_entry(twisted, table, self._identity)
        return Table._sign_and_send(self, entry)


def test_a_second_version_that_turns_up_late_takes_back_what_followed_but_no_stakes(
    light: None,
) -> None:
    """What a coalition can still do (docs/attacks.md), and its price: the deal and the seat."""

    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        if not isinstance(entry, Decision) or entry.act == "fold" or entry.cards:
            return None
        return with_field("act", act="fold")(self, entry)

    cheat_type = type("OneCheat", (Patient,), {"twist": twist})
    world = table_of_bots(seats=SEATS, deals=2, seed=11, table_types={CHEAT: cheat_type})
    world.honest.discard(CHEAT)
    cheat = world.tables[CHEAT]
    assert isinstance(cheat, Patient)
    before: list[bytes] = []
    gone_on = 0

    def turn_up() -> None:
        nonlocal gone_on
        play = world.tables[0].play
        if before or play is None or not cheat.has_cheated:
            return
        gone_on = play.number - cheat.hidden.entry.round
        if gone_on >= 3:
            before.extend(world.tables[0].referee.lines)
            for seat in (0, 1, 3):
                world.send(CHEAT, seat, cheat.hidden.line)

    world.on_step = turn_up
    world.run()
    assert before
    assert gone_on >= 3
    check_caught(world, Code.TWO_VERSIONS)
    after = world.tables[0].referee.lines
    same = next(i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
    kinds = [decode_line(line)[0].entry for line in after[:same]]
    assert sum(isinstance(entry, Stake) for entry in kinds) == SEATS, "the stakes stand"
    assert not any(isinstance(entry, Result) for entry in kinds)
    rolled = [n.place for n in world.notices[0] if isinstance(n, RolledBack)]
    assert [(place.deal, place.number) for place in rolled] == [(cheat.hidden.entry.deal, 0)]


@pytest.mark.parametrize("seed", range(11, 17))
def test_two_different_actions_are_rolled_back_to_where_they_were_signed(seed: int) -> None:
    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        if not isinstance(entry, Decision) or entry.act == "fold" or entry.cards:
            return None
        return with_field("act", act="fold")(self, entry)

    world = play_with_cheat(twist, Equivocator, seed=seed)
    check_caught(world, Code.TWO_VERSIONS)
    rolled = [n for n in world.notices[0] + world.notices[1] if isinstance(n, RolledBack)]
    assert rolled
    assert {notice.seat for notice in rolled} == {CHEAT}
