"""Judging what was said about hidden cards, once they are open (SPEC §9.3).

The one rule: a claim is judged from the cards and the state alone, so that every peer and every
auditor comes to the same verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import assert_never

from p2pcards.cards import Card
from p2pcards.engine import ClaimCount, Seat, Slot
from p2pcards.games.lukfu.combinations import (
    PACK,
    beaters,
    combination_of,
    free_singles,
)
from p2pcards.games.lukfu.options import Options
from p2pcards.games.lukfu.state import Claim, ClaimKind, LukfuState


def must_beat(hand: Collection[Card], best: Collection[Card], options: Options) -> str | None:
    """Why cards may not go face down: the rule, with the first play that beats `best` (lukfu 9)."""
    combination = combination_of(best)
    assert combination is not None
    found = beaters(hand, combination, options.ones_set_beats_2_to_8)
    return f"lukfu 9: {braced(found[0].cards)} beats {braced(best)}" if found else None


def bound_single(card: Card, hand: Collection[Card], seen: Iterable[Card]) -> str | None:
    """Why a seat that is not the caller may not lead this card alone (lukfu 18)."""
    free = free_singles(hand, seen)
    if card in free:
        return None
    example = braced([min(free)])
    return f"lukfu 18: {braced([card])} may not be led alone from a hand with {example}"


def refutation(state: LukfuState, claim: Claim) -> str | None:
    """The rule that the seat has broken, all its cards being open; None where the claim is true."""
    cards = dict(state.opened)
    hand = [cards[slot] for slot in claim.held]
    match claim.kind:
        case ClaimKind.CANNOT_BEAT:
            broken = must_beat(hand, claim.best, state.options)
        case ClaimKind.SINGLE_LEAD:
            seen = [card for _, card in state.opened[: claim.seen]]
            seen += own_discards(state, claim, cards)
            (slot,) = claim.slots
            broken = bound_single(cards[slot], hand, seen)
        case _:
            assert_never(claim.kind)
    return broken and f"{broken}, in trick {claim.trick}"


def own_discards(state: LukfuState, claim: Claim, cards: Mapping[Slot, Card]) -> list[Card]:
    """What the seat had put face down before, where that may make its cards Old (lukfu 15)."""
    if not state.options.own_discards_count_as_seen:
        return []
    return [
        cards[slot]
        for other in state.claims
        if other.seat == claim.seat
        and other.kind is ClaimKind.CANNOT_BEAT
        and other.trick < claim.trick
        for slot in other.slots
    ]


def refuted(state: LukfuState) -> tuple[int, ...]:
    """Each seat's first false claim, as places in `claims`; seats that have not opened are left out."""
    found: dict[Seat, int] = {}
    for place, claim in enumerate(state.claims):
        has_opened = claim.seat not in state.offenders
        if has_opened and claim.seat not in found and refutation(state, claim):
            found[claim.seat] = place
    return tuple(found.values())


def reneges(state: LukfuState) -> tuple[tuple[Seat, str], ...]:
    """The seats convicted, each with the rule that it broke."""
    verdicts = []
    for claim in (state.claims[place] for place in state.refuted):
        rule = refutation(state, claim)
        assert rule is not None
        verdicts.append((claim.seat, rule))
    return tuple(sorted(verdicts))


def claim_count(state: LukfuState) -> ClaimCount:
    """The deal's claims; one is judged as soon as the hand that it was made with lies open."""
    opened = {slot for slot, _ in state.opened}
    judged = [refutation(state, claim) for claim in state.claims if opened.issuperset(claim.held)]
    refuted = sum(broken is not None for broken in judged)
    return ClaimCount(len(state.claims), len(judged) - refuted, refuted)


def braced(cards: Iterable[Card]) -> str:
    """Cards as the screen draws them, one after another: `{S5} {S6} {S7}`."""
    return " ".join(f"{{{PACK.text(card)}}}" for card in sorted(cards))
