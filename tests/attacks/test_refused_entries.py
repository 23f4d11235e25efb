"""Every kind of entry that a seat can get wrong is refused by all, and the log says whose it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from protocol.wire.entries import AnyEntry
from tests.attacks.cheats import check_caught, flipped, play_with_cheat, with_field

pytestmark = pytest.mark.slow

Twist = Callable[[Any, AnyEntry], AnyEntry | None]


@pytest.mark.parametrize(
    ("twist", "reason"),
    [
        (with_field("deck", deck=flipped), "refused"),
        (with_field("deck", deck=lambda deck: deck[:-64]), "deck refused"),
        (with_field("proof", proof=flipped), "shuffle refused"),
        (with_field("accept", digest=flipped), "accepted another deck"),
    ],
)
def test_a_wrong_deck_or_proof_of_it_is_refused_and_its_author_named(
    twist: Twist, reason: str
) -> None:
    check_caught(play_with_cheat(twist), reason)


@pytest.mark.parametrize(
    ("twist", "reason"),
    [
        (with_field("commit", commitment=flipped), "not the one committed to"),
        (with_field("key", nonce=flipped), "not the one committed to"),
        (with_field("key", proof=flipped), "key refused"),
        (with_field("coin", entropy=flipped), "coin refused"),
        (with_field("coin", nonce=flipped), "coin refused"),
        (with_field("shares", shares=flipped), "shares refused"),
        (with_field("shares", proof=flipped), "shares refused"),
        (with_field("act", act="raise 100000"), "action refused"),
        (with_field("act", act="no such thing"), "action refused"),
        (with_field("act", act="fold", cards=("6H",)), "names 1 cards where it shows 0"),
        (with_field("act", act="fold", claim=b"x"), "a claim where none is due"),
        (with_field("act", act="fold", shares=b"x" * 32), "shares where none are due"),
        (with_field("act", act="fold", proof=b"x"), "shares where none are due"),
        (with_field("result", digest=flipped), "signed another result"),
        (with_field("result", standings=(800, 0, 0, 0)), "signed another result"),
        (with_field("result", back=(0,)), "calls a seat back that was not away"),
        (with_field("result", back=(9,)), "calls a seat back that was not away"),
    ],
)
def test_a_wrong_entry_is_refused_and_its_author_named(
    light: None, twist: Twist, reason: str
) -> None:
    check_caught(play_with_cheat(twist), reason)
