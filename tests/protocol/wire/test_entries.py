"""Every bound of every field (SPEC §4.3): what is on it is an entry, what is beyond it is none."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.faults import Code
from protocol.wire import entries
from protocol.wire.codec import BadLine, decode_line, sign_entry
from protocol.wire.entries import AnyEntry, SeatRecord
from tests.protocol.wire.samples import IDENTITIES, KINDS, SEATS, TABLE, sample

HASH = ([b"x" * 32], [b"x" * 31, b"x" * 33, b"", "x" * 32, None])
PROOF = ([b"", b"x" * 16384], [b"x" * 16385, "*", None])
POINTS = ([b"", b"x" * 8192], [b"x" * 8193])
CARDS = ([(), ("10H",) * 16, ("",)], [("6H",) * 17, ("10HH!",), (6,), "6H"])
MOST = 2**53 - 1
TWO, EIGHT = SEATS[:2], SEATS * 2

PLACE: dict[str, tuple[list[Any], list[Any]]] = {
    "seat": ([0, 15], [-1, 16, 1.5, "1", True, None]),
    "chain": (["open", "prepare", "ahead", "play"], ["", "Play", "played", 1]),
    "deal": ([0, 1_000_000], [-1, 1_000_001, 2**70]),
    "attempt": ([0, 10_000], [-1, 10_001]),
    "round": ([0, 100_000], [-1, 100_001]),
    "head": HASH,
}
"""By field of every entry: values that are allowed, and values that are not."""

BOUNDS: dict[type[AnyEntry], dict[str, tuple[list[Any], list[Any]]]] = {
    entries.Proposal: {
        "version": (
            ["p2pcards/1"],
            ["p2pcards/2", "", "p2pcards/1\n", "p2pcards/11", " p2pcards/1"],
        ),
        "game": (["", "x" * 16], ["x" * 17]),
        "options": (
            [
                {},
                {"a": -MOST, "b": "x" * 64, "c": [1, MOST], "n" * 32: [0] * 16},
                {f"a{i:02}": 1 for i in range(32)},
            ],
            [
                {f"a{i:02}": 1 for i in range(33)},
                {"n" * 33: 1},
                {"": 1},
                {"a": [0] * 17},
                {"a": True},
                {"a": MOST + 1},
                {"a": [-MOST - 1]},
                {"a": "x" * 65},
                {"a": 1.5},
                {"a": None},
                {"a": ["x"]},
                {"a": True},
                [1],
            ],
        ),
        "deadline": ([0, 3600], [-1, 3601]),
        "deals": ([0, 1_000_000], [-1, 1_000_001]),
        "seats": (
            [TWO, EIGHT, (*TWO, SeatRecord("x" * 32, b"k" * 32))],
            [
                TWO[:1],
                (*EIGHT, TWO[0]),
                (*TWO, SeatRecord("", b"k" * 32)),
                (*TWO, SeatRecord("x" * 33, b"k" * 32)),
                (*TWO, SeatRecord("x", b"k" * 31)),
                (*TWO, {"name": "x", "key": b"k" * 32, "more": 1}),
            ],
        ),
    },
    entries.NonceCommitment: {"commitment": HASH},
    entries.NonceOpening: {"nonce": HASH},
    entries.Agreement: {"table": HASH},
    entries.KeyCommitment: {"commitment": HASH},
    entries.KeyOpening: {"public": HASH, "coin": HASH, "nonce": HASH, "proof": PROOF},
    entries.ShuffledDeck: {"deck": POINTS},
    entries.ShuffleProof: {"proof": PROOF},
    entries.Acceptance: {"digest": HASH},
    entries.Stake: {},
    entries.CoinOpening: {"entropy": HASH, "nonce": HASH},
    entries.Shares: {"shares": POINTS, "proof": PROOF},
    entries.Decision: {
        "act": (["", "x" * 128], ["x" * 129, 5, None]),
        "cards": CARDS,
        "shares": POINTS,
        "proof": PROOF,
        "claim": PROOF,
        "gone": ([(), ("x" * 512,) * 8], [("x",) * 9, ("x" * 513,), (5,)]),
    },
    entries.Show: {"cards": CARDS, "shares": POINTS, "proof": PROOF},
    entries.Result: {
        "digest": HASH,
        "standings": ([(), (-MOST, MOST) * 4], [(0,) * 9, (MOST + 1,), (-(2**200),), (0.5,)]),
        "back": ([(), (15,) * 8], [(0,) * 9, (16,), (-1,)]),
        "pause": ([False, True], [0, 1, None]),
    },
    entries.Refusal: {},
    entries.Here: {},
    entries.Leave: {},
    entries.Vote: {
        "ballot": ([1, 100], [0, 101]),
        "absent": ([(), (15,) * 8], [(0,) * 9, (16,), (-1,)]),
    },
}


def fields_of(kind: type[AnyEntry]) -> dict[str, tuple[list[Any], list[Any]]]:
    return {**PLACE, **BOUNDS[kind]}


CASES = [(kind, field) for kind in KINDS for field in fields_of(kind)]


def test_the_table_above_has_every_field_of_every_kind() -> None:
    assert set(BOUNDS) == set(KINDS)
    for kind in KINDS:
        assert set(kind.__struct_fields__) == set(fields_of(kind))


@pytest.mark.parametrize(("kind", "field"), CASES)
def test_on_the_bound_it_is_an_entry(kind: type[AnyEntry], field: str) -> None:
    for value in fields_of(kind)[field][0]:
        entry = sample(kind, **{field: value})
        line = sign_entry(entry, TABLE, IDENTITIES[1]).line
        assert decode_line(line)[0].entry == entry


@pytest.mark.parametrize(("kind", "field"), CASES)
def test_beyond_the_bound_it_is_none(kind: type[AnyEntry], field: str) -> None:
    for value in fields_of(kind)[field][1]:
        line = sign_entry(sample(kind, **{field: value}), TABLE, IDENTITIES[1]).line
        with pytest.raises(BadLine, match=Code.NOT_AN_ENTRY):
            decode_line(line)


def test_an_entry_with_all_its_fields_at_their_longest_fits_in_a_line() -> None:
    longest = sample(
        entries.Decision,
        cards=("10HH",) * 16,
        shares=b"x" * 8192,
        proof=b"x" * 16384,
        claim=b"x" * 16384,
        gone=("x" * 512,) * 8,
    )
    line = sign_entry(longest, TABLE, IDENTITIES[1]).line
    assert decode_line(line)[0].entry == longest
