"""What can be played from a hand of Luk Fu, best first, and what could beat it.

The one rule: what is legal comes from the engine; only the order is ours. What may
beat a play is said from the cards that this seat cannot account for, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from typing import Final

from cli.table.faces import face, short_play
from cli.table.moves import Closed, Play
from cli.words.en.games import lukfu_moves as said
from cli.words.phrase import Phrase, Together, phrase
from p2pcards.cards import Card
from p2pcards.engine import Rule, Slot, View
from p2pcards.games.lukfu.actions import Beat, Discard, Lead
from p2pcards.games.lukfu.bot import safety, unseen
from p2pcards.games.lukfu.combinations import (
    NINE,
    ONE,
    PACK,
    Combination,
    Kind,
    beaters,
    combination_of,
    combinations_in,
    old_cards,
)
from p2pcards.games.lukfu.legal import fu_of, held_cards, legal_actions, seen_by
from p2pcards.games.lukfu.legal import why_not as reason_against
from p2pcards.games.lukfu.state import LukfuState, Phase

LEAD: Final = "lead"
BEAT: Final = "beat"
FACE_DOWN: Final = "discard"
MOST_NAMED: Final = 3
"""So many plays are named in a sentence; of more it says how many."""


def why_not_play(
    view: View[LukfuState], plays: Collection[Play], slots: Iterable[Slot]
) -> Rule | None:
    """The rule against playing exactly these cards, which would be done as the legal `plays` are."""
    together = tuple(sorted(slots))
    if view.state.phase is Phase.LEAD:
        return reason_against(view, Lead(together))
    is_away = any(play.verb == FACE_DOWN for play in plays)
    return reason_against(view, Discard(together) if is_away else Beat(together))


def plays_of(view: View[LukfuState]) -> tuple[Play, ...]:
    """The legal plays of the seat, best first.

    A lead: what is likely to win most. What beats: the weakest that does, as the clock would. Face
    down: cards that can best be spared.
    """
    leads, others, away = [], [], []
    for action in legal_actions(view):
        match action:
            case Lead(slots):
                leads.append(Play(action, LEAD, slots))
            case Beat(slots):
                others.append(Play(action, BEAT, slots))
            case Discard(slots):
                away.append(slots)
            case _:
                pass
    if leads:
        worth = {play: _worth(view, play.slots) for play in leads}
        return tuple(sorted(leads, key=lambda play: -worth[play]))
    if away:
        spared = _by_use(view)
        chosen = combinations(spared, len(away[0]))
        return tuple(_face_down(tuple(sorted(slots))) for slots in chosen)
    return tuple(others)


def _face_down(slots: tuple[Slot, ...]) -> Play:
    return Play(Discard(slots), FACE_DOWN, slots)


def _worth(view: View[LukfuState], slots: tuple[Slot, ...]) -> int:
    """About how many hundredths of a fu a lead is good for, with the Old cards that stay."""
    hand = held_cards(view)
    made = combination_of(hand[slot] for slot in slots)
    assert made is not None
    rest = [card for slot, card in hand.items() if slot not in slots]
    kept = len(old_cards(rest, (*seen_by(view), *made.cards)))
    # Who wins leads again, which is worth about a fu more.
    return safety(made, unseen(view), view.state) * (made.size + 1) + 100 * kept


def _by_use(view: View[LukfuState]) -> list[Slot]:
    """The hand, those cards first that can best be spared: not Old, in no set or run, low."""
    hand = held_cards(view)
    old = old_cards(hand.values(), seen_by(view))
    together = {
        card
        for made in combinations_in(hand.values())
        if made.kind is not Kind.SINGLE
        for card in made.cards
    }
    return sorted(
        hand, key=lambda slot: (hand[slot] in old, hand[slot] in together, hand[slot].rank, slot)
    )


# --- in words ------------------------------------------------------------------------------------


def cards_in_words(cards: Iterable[Card]) -> str:
    """Cards played together: `§234`."""
    return short_play([face(PACK, card) for card in cards])


def call_in_words(view: View[LukfuState]) -> str:
    """What the hand is good for, before anybody is the caller."""
    return said.calling(fu_of(view), is_master=view.seat == view.state.master)


def due_in_words(view: View[LukfuState]) -> str | Phrase:
    """What is to be done, while nothing is taken up."""
    state = view.state
    if state.phase is Phase.LEAD:
        return said.LEAD
    best = state.best_combination
    if beaters(held_cards(view).values(), best, state.options.ones_set_beats_2_to_8):
        return ""
    return said.cannot_beat(Together(PACK, tuple(best.cards)))


def why_not_face_down(view: View[LukfuState], plays: Collection[Play]) -> Closed | None:
    """Why no cards may go face down, with all plays that beat; None where they may."""
    beating = [play for play in plays if play.verb == BEAT]
    if not beating:
        return None
    hand, best = held_cards(view), view.state.best_combination
    names = [cards_in_words(hand[slot] for slot in play.slots) for play in beating]
    told = names if len(names) <= MOST_NAMED else names[: MOST_NAMED - 1]
    rule = reason_against(view, Discard(tuple(sorted(hand))[: best.size]))
    assert rule is not None
    what = cards_in_words(best.cards)
    words = said.face_down_must_wait(told, len(names) - len(told), what)
    return Closed(phrase(words), rule)


def what_beats(view: View[LukfuState], cards: Collection[Card]) -> str:
    """What could still beat these cards, from all that this seat cannot account for."""
    made = combination_of(cards)
    assert made is not None
    state = view.state
    found = beaters(unseen(view), made, state.options.ones_set_beats_2_to_8)
    name = cards_in_words(made.cards)
    if not found:
        return said.nothing_beats(name)
    match made.kind:
        case Kind.SINGLE:
            by = said.a_higher(_glyph(made.top))
        case Kind.SET:
            by = _by_set(made)
        case Kind.RUN:
            by = _by_run(made, found)
    return said.can_be_beaten(name, by)


def _by_set(made: Combination) -> str:
    is_by_nines = made.top.rank in (ONE, NINE - 1)
    return said.nines(made.size) if is_by_nines else said.of_higher_rank(made.size)


def _by_run(made: Combination, found: Iterable[Combination]) -> str:
    suits = {_glyph(beater.top): beater.top.suit for beater in found}
    own = _glyph(made.top)
    above = [glyph for glyph, suit in sorted(suits.items(), key=lambda item: item[1])]
    above = [glyph for glyph in above if glyph != own]
    return said.runs(made.size, own, above, in_own=own in suits)


def _glyph(card: Card) -> str:
    return face(PACK, card).suit


def legal_play(plays: Iterable[Play], taken: Collection[Slot]) -> Play | None:
    """The play of exactly these cards."""
    wanted = tuple(sorted(taken))
    return next((play for play in plays if play.slots == wanted), None)


def named(hand: Mapping[Slot, Card], slots: Iterable[Slot]) -> str:
    """Cards of the hand in few columns."""
    return cards_in_words(hand[slot] for slot in slots if slot in hand)
