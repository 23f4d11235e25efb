"""T11: different signed versions to different peers. All end with both, before another card opens."""

from __future__ import annotations

import pytest

from protocol.table.notices import RolledBack
from protocol.wire.entries import AnyEntry, Decision
from tests.attacks.cheats import (
    CHEAT,
    Cheat,
    Equivocator,
    check_caught,
    flipped,
    play_with_cheat,
    with_field,
)


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
    report = check_caught(world, "signed two versions of one entry")
    assert report.complete_to >= 2


@pytest.mark.parametrize("seed", range(11, 17))
def test_two_different_actions_are_rolled_back_to_where_they_were_signed(seed: int) -> None:
    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        if not isinstance(entry, Decision) or entry.act == "fold" or entry.cards:
            return None
        return with_field("act", act="fold")(self, entry)

    world = play_with_cheat(twist, Equivocator, seed=seed)
    check_caught(world, "signed two versions of one entry")
    rolled = [n for n in world.notices[0] + world.notices[1] if isinstance(n, RolledBack)]
    assert rolled
    assert {notice.seat for notice in rolled} == {CHEAT}
