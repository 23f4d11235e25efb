"""What is kept of entries that come too early is bounded for each author (SPEC §7.8)."""

from __future__ import annotations

from protocol.log.rounds import Place
from protocol.table.memory.early import BYTES_LIMIT, ENTRIES_LIMIT, Early
from protocol.wire.codec import SignedEntry
from tests.protocol.log.rounds_made import HEAD, PLACE, act


def big(seat: int, number: int) -> SignedEntry:
    return act(seat, f"{number}", proof=b"x" * 16384, claim=b"x" * 16384, round=number)


def test_an_entry_is_found_by_its_place_and_by_the_head_it_follows() -> None:
    early, entry = Early(), act(1)
    early.add(entry)
    assert early.at(PLACE) == early.after(HEAD) == (entry,)
    assert early.at(Place(2, "play", 0, 6)) == early.after(b"x" * 32) == ()


def test_no_author_is_kept_more_of_than_the_limit_and_none_is_pushed_out_by_another() -> None:
    early = Early()
    early.add(act(0))
    for number in range(ENTRIES_LIMIT + 50):
        early.add(act(1, round=number))
    assert len(early) == ENTRIES_LIMIT + 1
    early.add(act(2))
    assert len(early) == ENTRIES_LIMIT + 2
    assert early.at(Place(2, "play", 0, 49)) == ()
    assert early.at(Place(2, "play", 0, ENTRIES_LIMIT + 49)), "the newest are kept"


def test_long_entries_are_bounded_by_their_bytes() -> None:
    early = Early()
    for number in range(100):
        early.add(big(1, number))
    kept = early.after(HEAD)
    assert 10 < len(kept) < 100
    assert sum(len(each.line) for each in kept) <= BYTES_LIMIT


def test_the_same_entry_again_takes_no_room() -> None:
    early = Early()
    for _ in range(2 * ENTRIES_LIMIT):
        early.add(act(1))
    assert len(early) == 1


def test_what_belongs_to_other_deals_is_forgotten() -> None:
    early = Early()
    for deal in range(1, 6):
        early.add(act(1, deal=deal))
    early.forget(2, 3)
    assert sorted(each.entry.deal for each in early.after(HEAD)) == [2, 3]
