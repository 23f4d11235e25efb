"""One good entry of every kind, for tests that change one thing about it."""

from __future__ import annotations

from typing import Any, get_args

from protocol.crypto.identity import Identity
from protocol.wire import entries
from protocol.wire.entries import AnyEntry

IDENTITIES = tuple(Identity.from_seed(bytes([20 + seat]) * 32) for seat in range(4))
KEYS = tuple(identity.public for identity in IDENTITIES)
TABLE = b"T" * 32
HEAD = b"h" * 32

SEATS = tuple(entries.SeatRecord(f"P{seat}", key) for seat, key in enumerate(KEYS))
FIELDS: dict[type[AnyEntry], dict[str, Any]] = {
    entries.Proposal: {
        "version": "p2pcards/1",
        "game": "azi",
        "options": {"ante": 5, "list": [1, 2], "mode": "shared"},
        "deadline": 30,
        "deals": 3,
        "seats": SEATS,
    },
    entries.NonceCommitment: {"commitment": b"c" * 32},
    entries.NonceOpening: {"nonce": b"n" * 32},
    entries.Agreement: {"table": TABLE},
    entries.KeyCommitment: {"commitment": b"c" * 32},
    entries.KeyOpening: {
        "public": b"p" * 32,
        "coin": b"c" * 32,
        "nonce": b"n" * 32,
        "proof": b"z" * 64,
    },
    entries.ShuffledDeck: {"deck": b"d" * 64},
    entries.ShuffleProof: {"proof": b"z" * 64},
    entries.Acceptance: {"digest": b"d" * 32},
    entries.Stake: {},
    entries.CoinOpening: {"entropy": b"e" * 32, "nonce": b"n" * 32},
    entries.Shares: {"shares": b"s" * 32, "proof": b"z" * 64},
    entries.Decision: {
        "act": "play 3",
        "cards": ("10H",),
        "shares": b"s" * 32,
        "proof": b"z" * 64,
        "claim": b"q" * 80,
        "gone": ("{}",),
    },
    entries.Show: {"cards": ("10H",), "shares": b"s" * 32, "proof": b"z" * 64},
    entries.Result: {"digest": b"d" * 32, "standings": (10, -10), "back": (1,)},
    entries.Refusal: {},
    entries.Here: {},
    entries.Leave: {},
    entries.Vote: {"ballot": 1, "absent": (2,)},
}
KINDS: tuple[type[AnyEntry], ...] = get_args(AnyEntry)


def sample(kind: type[AnyEntry], **changes: Any) -> AnyEntry:
    """A good entry of this kind by seat 1, with some of its fields changed."""
    where = {"seat": 1, "chain": "play", "deal": 2, "attempt": 0, "round": 7, "head": HEAD}
    return kind(**{**where, **FIELDS[kind], **changes})
