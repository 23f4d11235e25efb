"""Every kind of entry that a seat can get wrong is refused by all, and the log says whose it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from p2pcards.cards import Card
from p2pcards.games import GAMES
from protocol.table import speaking
from protocol.wire.entries import AnyEntry, Decision
from tests.attacks.cheats import Cheat, check_caught, flipped, play_with_cheat, tag_of, with_field

AZI = GAMES["azi"]
RENEGE_SEED = 12
"""A seed whose deals give the cheat a card of the led suit and one that it would rather play."""


@pytest.mark.parametrize(
    ("twist", "reason"),
    [
        (with_field("commit", commitment=flipped), "not the one committed to"),
        (with_field("key", nonce=flipped), "not the one committed to"),
        (with_field("key", proof=flipped), "key refused"),
        (with_field("deck", deck=flipped), "refused"),
        (with_field("deck", deck=lambda deck: deck[:-64]), "deck refused"),
        (with_field("proof", proof=flipped), "shuffle refused"),
        (with_field("accept", digest=flipped), "accepted another deck"),
        (with_field("coin", entropy=flipped), "not the one committed to"),
        (with_field("shares", shares=flipped), "shares refused"),
        (with_field("shares", proof=flipped), "shares refused"),
        (with_field("act", act="raise 100000"), "action refused"),
        (with_field("act", act="no such thing"), "action refused"),
        (with_field("act", act="fold", cards=("6H",)), "names 1 cards where it shows 0"),
        (with_field("act", act="fold", claim=b"x"), "a claim where none is due"),
        (with_field("act", act="fold", shares=b"x" * 32), "shares where none are due"),
        (with_field("result", digest=flipped), "signed another result"),
        (with_field("result", standings=(800, 0, 0, 0)), "signed another result"),
    ],
)
def test_a_wrong_entry_is_refused_and_its_author_named(
    twist: Callable[[Any, AnyEntry], AnyEntry | None], reason: str
) -> None:
    check_caught(play_with_cheat(twist), reason)


def first_play(self: Cheat, entry: AnyEntry) -> Decision | None:
    is_play = isinstance(entry, Decision) and entry.act.startswith("play ")
    return entry if is_play and isinstance(entry, Decision) else None


def change_of(entry: AnyEntry, **changes: Any) -> AnyEntry:
    twisted = with_field(tag_of(entry), **changes)(None, entry)  # type: ignore[arg-type]
    assert twisted is not None
    return twisted


def test_t14_a_card_other_than_the_one_dealt_is_recomputed_and_refused() -> None:
    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        play = first_play(self, entry)
        if play is None:
            return None
        better = "AD" if play.cards != ("AD",) else "AH"
        return change_of(play, cards=(better,))

    check_caught(play_with_cheat(twist), "and calls it")


def test_t14_a_card_opened_with_a_share_of_another_slot_is_refused() -> None:
    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        play = first_play(self, entry)
        view = self.view()
        if play is None or view is None or len(view.hand) < 2 or self.play is None:
            return None
        slot = int(play.act.split()[1])
        other = next(held for held in view.hand if held != slot)
        deck = self.play.deck
        assert deck is not None
        secrets = self._secrets_of(deck.place)
        _, shares, proof = speaking._opened(self.play, self._me, secrets, (other,), self._rng)
        name = AZI.pack.text(view.hand[other])
        return change_of(play, cards=(name,), shares=shares, proof=proof)

    check_caught(play_with_cheat(twist), "action refused")


def test_t17_a_seat_that_does_not_follow_suit_cannot_prove_that_it_holds_none() -> None:
    """A renege in Azi is a forged claim, refused at once."""

    def twist(self: Cheat, entry: AnyEntry) -> AnyEntry | None:
        play = first_play(self, entry)
        view = self.view()
        if play is None or view is None or self.play is None or not view.state.plays:
            return None
        legal = {AZI.format_action(action) for action in AZI.legal_actions(view)}
        held = {f"play {slot}": (slot, card) for slot, card in view.hand.items()}
        for text, (slot, card) in held.items():
            if text not in legal:
                return self._forged(text, slot, card)
        return None

    def forged(self: Cheat, text: str, slot: int, card: Card) -> AnyEntry | None:
        assert self.play is not None
        assert self.play.deck is not None
        secrets = self._secrets_of(self.play.deck.place)
        names, shares, proof = speaking._opened(self.play, self._me, secrets, (slot,), self._rng)
        action = AZI.parse_action(text)
        claim = AZI.claim(self.play.game_state, self._me, action, ((slot, card),))
        if claim is None:
            return None
        size = 80 * len(claim.slots) * len(claim.suits)
        where = speaking._where(self.play.round, self._me)
        return Decision(
            **where, act=text, cards=names, shares=shares, proof=proof, claim=b"\1" * size
        )

    Cheat._forged = forged  # type: ignore[attr-defined]
    check_caught(play_with_cheat(twist, seed=RENEGE_SEED), "action refused")
