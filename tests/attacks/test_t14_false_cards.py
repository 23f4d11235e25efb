"""T14: a card is shown that is not the one that was dealt: another name, another slot, another hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from p2pcards.games import GAMES
from protocol.faults import Code
from protocol.table.rooms import speaking
from protocol.wire.entries import AnyEntry
from tests.attacks.cheats import (
    CHEAT,
    SEATS,
    Cheat,
    change_of,
    check_caught,
    first_play,
    flipped,
    play_with_cheat,
    secrets_of,
)

pytestmark = pytest.mark.usefixtures("light")

AZI = GAMES["azi"]


@pytest.mark.heavy
def test_a_card_other_than_the_one_dealt_is_recomputed_and_refused() -> None:
    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        play = first_play(self, entry)
        if play is None:
            return None
        better = "AD" if play.cards != ("AD",) else "AH"
        return change_of(play, cards=(better,))

    check_caught(play_with_cheat(twist), Code.ANOTHER_CARD)


@pytest.mark.heavy
def test_a_card_opened_with_a_share_of_another_slot_is_refused() -> None:
    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        play = first_play(self, entry)
        view = self.view()
        if play is None or view is None or len(view.hand) < 2 or self.play is None:
            return None
        slot = int(play.act.split()[1])
        other = next(held for held in view.hand if held != slot)
        deck = self.play.deck
        assert deck is not None
        secrets = secrets_of(self, deck)
        _, shares, proof = speaking._opened(self.play, self.seat, secrets, (other,), self._own._rng)
        name = AZI.pack.text(view.hand[other])
        return change_of(play, cards=(name,), shares=shares, proof=proof)

    check_caught(play_with_cheat(twist), Code.ACTION_REFUSED)


@pytest.mark.heavy
@pytest.mark.parametrize(
    "whose", ["another's", "nobody's", "no slot of the deck", "its own, played"]
)
def test_a_card_that_is_not_in_its_hand_cannot_be_played(whose: str) -> None:
    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        play = first_play(self, entry)
        if play is None or self.play is None:
            return None
        state = self.play.game_state
        held = {s: AZI.closed_slots(state, s) for s in range(SEATS)}
        others = [slot for seat, slots in held.items() if seat != CHEAT for slot in slots]
        free = set(range(len(AZI.pack.cards))) - {s for slots in held.values() for s in slots}
        played = [slot for slot in self.play.cards if slot in free]
        slot = {
            "another's": others[0] if others else None,
            "nobody's": max(free),
            "no slot of the deck": 99,
            "its own, played": played[0] if played else None,
        }[whose]
        return None if slot is None else change_of(play, act=f"play {slot}")

    check_caught(play_with_cheat(twist), Code.ACTION_REFUSED)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"cards": ()}, f"{Code.NUMBER_OF_CARDS} 0 1"),
        ({"cards": lambda cards: (*cards, "6H")}, f"{Code.NUMBER_OF_CARDS} 2 1"),
        ({"cards": ("ZZ",)}, Code.ANOTHER_CARD),
        ({"shares": b""}, Code.ACTION_REFUSED),
        ({"shares": lambda shares: shares + shares}, Code.ACTION_REFUSED),
        ({"shares": flipped}, Code.ACTION_REFUSED),
        ({"proof": b""}, Code.ACTION_REFUSED),
        ({"proof": flipped}, Code.ACTION_REFUSED),
    ],
)
def test_a_card_opened_in_a_wrong_form_is_refused(
    changes: dict[str, Any | Callable[[Any], Any]], reason: str
) -> None:
    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        play = first_play(self, entry)
        return None if play is None else change_of(play, **changes)

    check_caught(play_with_cheat(twist), reason)
