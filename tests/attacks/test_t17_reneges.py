"""T17: a seat does not follow suit though it could, or claims of its hand what is not so.

In Azi a claim is proved at once; what Hazari and Luk Fu settle later has files of its own.
"""

from __future__ import annotations

import pytest

from p2pcards.games import GAMES
from protocol.faults import Code
from protocol.table.rooms import speaking
from protocol.wire.entries import AnyEntry, Decision
from tests.attacks.cheats import (
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
RENEGE_SEED = 12
"""A seed whose deals give the cheat a card of the led suit and one that it would rather play."""


def renege(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
    """A card that the cheat may not play now, rightly opened, with bytes in place of a proof."""
    view = self.view()
    if first_play(self, entry) is None or view is None or self.play is None:
        return None
    if not view.state.plays or self.play.deck is None:
        return None
    legal = {AZI.format_action(action) for action in AZI.legal_actions(view)}
    secrets = secrets_of(self, self.play.deck)
    for slot, card in view.hand.items():
        text = f"play {slot}"
        claim = AZI.claim(self.play.game_state, self.seat, AZI.parse_action(text), ((slot, card),))
        if text in legal or claim is None:
            continue
        opened = speaking._opened(self.play, self.seat, secrets, (slot,), self._own._rng)
        where = speaking._where(self.play.round, self.seat)
        names, shares, proof = opened
        size = 80 * len(claim.slots) * len(claim.suits)
        return Decision(
            **where, act=text, cards=names, shares=shares, proof=proof, claim=b"\1" * size
        )
    return None


@pytest.mark.heavy
def test_a_seat_that_does_not_follow_suit_cannot_prove_that_it_holds_none() -> None:
    check_caught(play_with_cheat(renege, seed=RENEGE_SEED), Code.ACTION_REFUSED)


@pytest.mark.heavy
def test_nor_can_it_leave_the_claim_out() -> None:
    def silent_about_it(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        twisted = renege(self, entry)
        return None if twisted is None else change_of(twisted, claim=b"")

    check_caught(play_with_cheat(silent_about_it, seed=RENEGE_SEED), Code.ACTION_REFUSED)


@pytest.mark.heavy
@pytest.mark.parametrize("change", [flipped, lambda claim: claim[:-1], lambda claim: b""])
def test_a_true_claim_with_a_spoilt_proof_is_refused_too(change: object) -> None:
    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        play = first_play(self, entry)
        return change_of(play, claim=change) if play is not None and play.claim else None

    check_caught(play_with_cheat(twist, seed=RENEGE_SEED, deals=4), Code.ACTION_REFUSED)
