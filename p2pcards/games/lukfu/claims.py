"""Judging what was said about hidden cards, once they are open (SPEC §9.3).

The one rule: a claim is judged from the cards and the state alone, so that every peer and every
auditor comes to the same verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from p2pcards.cards import Card
from p2pcards.engine import ClaimCount, Rule, Seat, Slot, Value
from p2pcards.games.lukfu.combinations import (
    beaters,
    combination_of,
    free_singles,
)
from p2pcards.games.lukfu.options import Options
from p2pcards.games.lukfu.state import Claim, ClaimKind, LukfuState


def rule(number: str, key: str, *values: Value) -> Rule:
    """A rule of Luk Fu."""
    return Rule("lukfu", number, key, values)


def must_beat(hand: Collection[Card], best: Collection[Card], options: Options) -> Rule | None:
    """Why cards may not go face down: the rule, with the first play that beats `best` (lukfu 9)."""
    combination = combination_of(best)
    assert combination is not None
    found = beaters(hand, combination, options.ones_set_beats_2_to_8)
    return rule("9", "must_beat", in_order(found[0].cards), in_order(best)) if found else None


def bound_single(card: Card, hand: Collection[Card], seen: Iterable[Card]) -> Rule | None:
    """Why a seat that is not the caller may not lead this card alone (lukfu 18)."""
    free = free_singles(hand, seen)
    if card in free:
        return None
    return rule("18", "bound_single", card, min(free))


def refutation(state: LukfuState, claim: Claim) -> Rule | None:
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
    if broken is None:
        return None
    return replace(broken, key=f"{broken.key}_in_trick", values=(*broken.values, claim.trick))


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


def reneges(state: LukfuState) -> tuple[tuple[Seat, Rule], ...]:
    """The seats convicted, each with the rule that it broke."""
    verdicts = []
    for claim in (state.claims[place] for place in state.refuted):
        broken = refutation(state, claim)
        assert broken is not None
        verdicts.append((claim.seat, broken))
    return tuple(sorted(verdicts, key=lambda verdict: verdict[0]))


def claim_count(state: LukfuState) -> ClaimCount:
    """The deal's claims; one is judged as soon as the hand that it was made with lies open."""
    opened = {slot for slot, _ in state.opened}
    judged = [refutation(state, claim) for claim in state.claims if opened.issuperset(claim.held)]
    refuted = sum(broken is not None for broken in judged)
    return ClaimCount(len(state.claims), len(judged) - refuted, refuted)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as they are shown together, in canonical order."""
    return tuple(sorted(cards))
