"""The player `hard`: it imagines the hidden cards again and again, and plays each way to its end.

The one rule: an imagined deal agrees with everything that the seat has seen. Nobody has ever put
cards face down with a play in hand that beats, so what others could not do tells what they lack.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from p2pcards.engine import Roll, Seat, Slot, View
from p2pcards.games.lukfu.actions import Action, Beat, Declare, Discard, Lead, Pass, SayPlay
from p2pcards.games.lukfu.combinations import LONG, NINE, PACK, Kind, combination_of, old_cards
from p2pcards.games.lukfu.legal import fu_of, held_cards, legal_actions, seen_by
from p2pcards.games.lukfu.masks import (
    Mask,
    Play,
    beating,
    can_beat,
    free_in,
    grouped_in,
    many_in,
    mask_of,
    number_of,
    numbers_of,
    old_in,
    play_of,
)
from p2pcards.games.lukfu.options import PassedMasterLimit
from p2pcards.games.lukfu.settling import payments
from p2pcards.games.lukfu.state import (
    EVERYONE,
    FU_TO_WIN,
    SEATS,
    Claim,
    ClaimKind,
    LukfuState,
    Phase,
    after,
)
from p2pcards.reckoning import Advice, CannotFail, Reckoning, advice_of, dice_of, reckoned

PLAYOUTS = 2000
"""Imagined games for one decision, all its choices together: half a second at most on one core."""
LEAST_WORLDS, MOST_WORLDS = 8, 120
"""Of imagined deals for one decision: with few choices they, not the playouts, take the time."""
SWAPS = 120
"""How often cards are exchanged to make an imagined deal agree with what the others could not do."""
PLAYING_ON = 1
"""Points by which playing on must promise more than declaring: imagined players see all hands, their
seat's own future self among them, and so promise too much."""
CALL_FROM = 55
"""What a hand must promise, in tenths of a fu, for an imagined player to say play."""


@dataclass(frozen=True, slots=True)
class World:
    """One way in which the hidden cards may lie: a card number for each slot not seen by the seat."""

    cards: dict[Slot, int]


def hard(view: View[LukfuState], roll: Roll) -> Action:
    """The choice with the best outcome over many imagined deals."""
    return reckon(view, roll).best


def advise(view: View[LukfuState], roll: Roll) -> Advice[Action]:
    """What `hard` would do, and why."""
    choices = worth_trying(view)
    if choices == [Declare()] and len(legal_actions(view)) > 1:
        return Advice(Declare(), CannotFail(), 100)
    return advice_of(reckon(view, roll))


def reckon(view: View[LukfuState], roll: Roll) -> Reckoning[Action]:
    """The points that each choice wins in imagined deals."""
    # Of equal choices the first is taken: of discards that is the one that can best be spared.
    choices = worth_trying(view)
    if len(choices) == 1:
        return Reckoning(tuple(choices), ((0,),))
    count = min(max(LEAST_WORLDS, PLAYOUTS // len(choices)), MOST_WORLDS)
    imagination, dice = Imagination(view), dice_of(roll)

    def gains_of_next() -> list[float]:
        world = imagination.world(dice)
        return [outcome(view, world, choice) for choice in choices]

    sure = sure_way(view)
    favours = tuple([PLAYING_ON if choice == sure else 0 for choice in choices])
    return reckoned(choices, gains_of_next, count, favours)


def sure_way(view: View[LukfuState]) -> Action | None:
    """What keeps the six fu that a seat on lead has; None where it has fewer, or cannot lose them.

    Old cards that are led alone cannot be beaten, so the caller leads them and still has the fu in the
    end. Once seven are won nobody else can come to six,
    and without an Old card there is nothing to lose.
    """
    state = view.state
    if state.phase is not Phase.LEAD or fu_of(view) < FU_TO_WIN:
        return None
    hand = held_cards(view)
    old = old_cards(hand.values(), seen_by(view))
    if view.seat == state.caller and old:
        return Lead((next(slot for slot, card in sorted(hand.items()) if card in old),))
    return Declare() if old or state.fu[view.seat] == FU_TO_WIN else None


def worth_trying(view: View[LukfuState]) -> list[Action]:
    """The legal actions; of the many ways to put cards face down, a handful.

    Declaring is left out where it can wait, and all else where every card is Old: more cannot be won.
    """
    legal = legal_actions(view)
    if legal[-1] == Declare():
        held = held_cards(view).values()
        if len(old_cards(held, seen_by(view))) == len(held):
            return [Declare()]
        return list(legal if sure_way(view) == Declare() else legal[:-1])
    if not isinstance(legal[0], Discard):
        return list(legal)
    state = view.state
    slots = {card: slot for slot, card in held_cards(view).items()}
    hand = mask_of(slots)
    number_slot = dict(zip(numbers_of(hand), (slots[card] for card in sorted(slots)), strict=True))
    size = state.best_combination.size
    order = by_use(hand, mask_of(state.seen))
    chosen = [order[:size]]
    # Keep one of the cards that seem worth least, for one that seems worth a little more.
    for away, other in itertools.product(range(size), range(size, min(size + 2, len(order)))):
        chosen.append([*order[:away], *order[away + 1 : size], order[other]])
    ways = [Discard(tuple(sorted(number_slot[number] for number in way))) for way in chosen[:8]]
    return list(dict.fromkeys(ways))


def by_use(hand: Mask, seen: Mask) -> list[int]:
    """The cards of the hand, those first that can best be spared: no Old ones, no part of anything."""
    old, grouped = old_in(hand, seen), grouped_in(hand)
    plain = hand & ~old
    order: list[int] = []
    for cards in (plain & ~grouped, plain & grouped, old & ~grouped, old & grouped):
        if cards:
            order += sorted(numbers_of(cards), key=_RANK.__getitem__)
    return order


_RANK = tuple(number % NINE for number in range(len(PACK.cards)))
"""Of each card, from 0."""


class Imagination:
    """Deals that agree with what the seat has seen."""

    def __init__(self, view: View[LukfuState]) -> None:
        state = view.state
        self.state = state
        known = {slot: number_of(card) for slot, card in state.opened}
        known |= {slot: number_of(card) for slot, card in view.hand.items()}
        self.known = known
        self.hidden = [
            slot
            for seat in EVERYONE
            if seat != view.seat
            for slot in (*state.hands[seat], *state.face_down[seat])
        ]
        used = set(known.values())
        self.unseen = [number for number in range(len(PACK.cards)) if number not in used]
        checks = [_Check(state, claim, known) for claim in state.claims if claim.seat != view.seat]
        # Where nothing of the hand is hidden any more there is nothing left to imagine.
        self.claims = [check for check in checks if check.hidden]

    def world(self, roll: Roll) -> World:
        """The unseen cards in a random order, exchanged until no claim contradicts them."""
        numbers = list(self.unseen)
        for place in range(len(numbers) - 1, 0, -1):
            other = roll(place + 1)
            numbers[place], numbers[other] = numbers[other], numbers[place]
        cards = self.known | dict(zip(self.hidden, numbers, strict=True))
        wrong = self._contradictions(cards)
        for _ in range(SWAPS):
            if not wrong:
                break
            # A swap helps only if it touches a hand that somebody's claim contradicts.
            doubted = wrong[roll(len(wrong))].hidden
            one = doubted[roll(len(doubted))]
            two = self.hidden[roll(len(self.hidden))]
            cards[one], cards[two] = cards[two], cards[one]
            now = self._contradictions(cards)
            if len(now) > len(wrong):
                cards[one], cards[two] = cards[two], cards[one]
            else:
                wrong = now
        return World(cards)

    def _contradictions(self, cards: dict[Slot, int]) -> list[_Check]:
        return [check for check in self.claims if check.is_false(cards)]


class _Check:
    """A claim of somebody else, ready to be held against imagined cards."""

    def __init__(self, state: LukfuState, claim: Claim, known: Collection[Slot]) -> None:
        self.held, self.slots, self.kind = claim.held, claim.slots, claim.kind
        self.hidden = [slot for slot in claim.held if slot not in known]
        self.seen = mask_of(card for _, card in state.opened[: claim.seen])
        self.ones = state.options.ones_set_beats_2_to_8
        best = combination_of(claim.best)
        self.best = None if best is None else play_of(best)

    def is_false(self, cards: dict[Slot, int]) -> bool:
        hand = 0
        for slot in self.held:
            hand |= 1 << cards[slot]
        if self.kind is ClaimKind.CANNOT_BEAT:
            assert self.best is not None
            return can_beat(hand, self.best, self.ones)
        return not free_in(hand, self.seen) >> cards[self.slots[0]] & 1


# --- playing an imagined deal to its end ----------------------------------------------------------


class Playout:
    """An imagined deal under way; all hands are known to it, and it changes as it is played."""

    def __init__(self, view: View[LukfuState], world: World) -> None:
        state = view.state
        self.hands = [
            sum(1 << world.cards[slot] for slot in state.hands[seat]) for seat in EVERYONE
        ]
        self.seen = mask_of(state.seen)
        self.fu = list(state.fu)
        self.master = state.master
        self.caller = state.caller
        self.trick = state.trick
        self.limit = state.options.passed_master_limit
        self.ones = state.options.ones_set_beats_2_to_8

    def to_end(self, leader: Seat) -> tuple[int, ...]:
        """Points of each seat when all go on as the imagined players do."""
        assert self.caller is not None
        while any(self.hands):
            lead = self.lead_of(leader)
            if lead is None:
                fu = self.fu[leader] + old_in(self.hands[leader], self.seen).bit_count()
                return payments(leader, self.caller, fu)
            self.put(leader, lead)
            leader = self.follow(leader, lead, [after(leader), after(leader, 2)])
        for seat in (leader, *EVERYONE):
            if self.fu[seat] >= FU_TO_WIN:
                return payments(seat, self.caller, self.fu[seat])
        return (0,) * SEATS

    def put(self, seat: Seat, play: Play) -> None:
        self.hands[seat] ^= play[3]
        self.seen |= play[3]

    def follow(self, owner: Seat, best: Play, followers: Sequence[Seat]) -> Seat:
        """The rest of a trick; gives its winner."""
        for seat in followers:
            hand = self.hands[seat]
            found = beating(hand, best, self.ones)
            if found:
                # The more Old cards are kept the better; what is played makes no others Old.
                old = old_in(hand, self.seen)
                best = min(found, key=lambda play: ((old & play[3]).bit_count(), play[2]))
                owner = seat
                self.put(seat, best)
            else:
                for number in by_use(hand, self.seen)[: best[1]]:
                    self.hands[seat] ^= 1 << number
        self.fu[owner] += best[1]
        self.trick += 1
        return owner

    def lead_of(self, seat: Seat) -> Play | None:
        """What an imagined player leads; None where it declares."""
        hand = self.hands[seat]
        old = old_in(hand, self.seen)
        if self.fu[seat] + old.bit_count() >= FU_TO_WIN:
            if old and old != hand and seat == self.caller:
                number = old.bit_length() - 1
                return Kind.SINGLE, 1, number, 1 << number
            if old or self.fu[seat] == FU_TO_WIN:
                return None
        singles = hand if seat == self.caller else free_in(hand, self.seen)
        plays: list[Play] = [(Kind.SINGLE, 1, n, 1 << n) for n in numbers_of(singles)]
        many = many_in(hand)
        is_passed = seat == self.master != self.caller
        if is_passed and (self.trick == 1 or self.limit is PassedMasterLimit.ALL_LEADS):
            many = [play for play in many if play[1] < LONG]
        one, two = self.hands[after(seat)], self.hands[after(seat, 2)]

        def promise(play: Play) -> tuple[int, int]:
            spent, size = (old & play[3]).bit_count(), play[1]
            if can_beat(one, play, self.ones) or can_beat(two, play, self.ones):
                return -spent, -size
            return size - spent, size

        return max(plays + many, key=promise)


def outcome(view: View[LukfuState], world: World, action: Action) -> int:
    """The seat's points if it acts so in this world and the deal then goes on."""
    state = view.state
    seat = view.seat
    playout = Playout(view, world)
    match action:
        case Pass() | SayPlay():
            return _outcome_of_call(state, playout, seat, action)
        case Declare():
            assert state.caller is not None
            return payments(seat, state.caller, fu_of(view))[seat]
        case Lead(slots) | Beat(slots) | Discard(slots):
            cards = [view.hand[slot] for slot in slots]
            if isinstance(action, Discard):
                owner, best = _best(state)
                playout.hands[seat] ^= mask_of(cards)
            else:
                combination = combination_of(cards)
                assert combination is not None
                owner, best = seat, play_of(combination)
                playout.put(seat, best)
            due = [after(seat, place) for place in range(1, SEATS - len(state.plays))]
            return playout.to_end(playout.follow(owner, best, due))[seat]


def _best(state: LukfuState) -> tuple[Seat, Play]:
    assert state.best is not None
    return state.best.seat, play_of(state.best_combination)


def _outcome_of_call(state: LukfuState, playout: Playout, seat: Seat, action: Action) -> int:
    caller = seat if isinstance(action, SayPlay) else None
    left = [after(seat, place) for place in range(1, SEATS - len(state.passes))]
    for other in left:
        if caller is None and _promises(playout.hands[other]) >= CALL_FROM:
            caller = other
    if caller is None:
        return 0
    playout.caller = caller
    assert state.master is not None
    return playout.to_end(state.master)[seat]


def _promises(hand: Mask) -> int:
    """About how many tenths of a fu a hand is good for: its Old cards, and half of its best group."""
    best = max((play[1] for play in many_in(hand)), default=0)
    return 10 * old_in(hand, 0).bit_count() + 6 * best
