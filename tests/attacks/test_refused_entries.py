"""Every kind of entry that a seat can get wrong is refused by all, and the log says whose it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from protocol.faults import Code
from protocol.wire.entries import AnyEntry
from tests.attacks.cheats import check_caught, flipped, play_with_cheat, with_field

pytestmark = pytest.mark.slow

Twist = Callable[[Any, AnyEntry], AnyEntry | None]


@pytest.mark.parametrize(
    ("twist", "reason"),
    [
        (
            with_field("deck", deck=lambda deck: bytes(32) + deck[32:]),
            f"{Code.DECK_REFUSED}: {Code.NOT_A_POINT}",
        ),
        (with_field("deck", deck=lambda deck: deck[:-64]), Code.DECK_REFUSED),
        (with_field("proof", proof=flipped), Code.SHUFFLE_REFUSED),
        (with_field("accept", digest=flipped), Code.ANOTHER_DECK),
    ],
)
def test_a_wrong_deck_or_proof_of_it_is_refused_and_its_author_named(
    twist: Twist, reason: str
) -> None:
    check_caught(play_with_cheat(twist), reason)


@pytest.mark.parametrize(
    ("twist", "reason"),
    [
        (with_field("commit", commitment=flipped), Code.KEY_NOT_COMMITTED),
        (with_field("key", nonce=flipped), Code.KEY_NOT_COMMITTED),
        (with_field("key", proof=flipped), Code.KEY_REFUSED),
        (with_field("coin", entropy=flipped), Code.COIN_REFUSED),
        (with_field("coin", nonce=flipped), Code.COIN_REFUSED),
        (with_field("shares", shares=flipped), Code.SHARES_REFUSED),
        (with_field("shares", proof=flipped), Code.SHARES_REFUSED),
        (with_field("act", act="raise 100000"), Code.ACTION_REFUSED),
        (with_field("act", act="no such thing"), Code.NOT_AN_ACTION),
        (with_field("act", act="fold", cards=("6H",)), f"{Code.NUMBER_OF_CARDS} 1 0"),
        (with_field("act", act="fold", claim=b"x"), Code.CLAIM_NOT_DUE),
        (with_field("act", act="fold", shares=b"x" * 32), Code.SHARES_NOT_DUE),
        (with_field("act", act="fold", proof=b"x"), Code.SHARES_NOT_DUE),
        (with_field("result", digest=flipped), Code.ANOTHER_RESULT),
        (with_field("result", standings=(800, 0, 0, 0)), Code.ANOTHER_RESULT),
        (with_field("result", back=(0,)), Code.BACK_NOT_AWAY),
        (with_field("result", back=(9,)), Code.BACK_NOT_AWAY),
    ],
)
def test_a_wrong_entry_is_refused_and_its_author_named(
    light: None, twist: Twist, reason: str
) -> None:
    check_caught(play_with_cheat(twist), reason)
