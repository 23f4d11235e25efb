"""An imagined deal played to its end, bids and tricks, by players that all think alike.

The one rule: it is the engine's game in small, fast enough to be played thousands of times. Where
chips are divided among many it is only nearly the engine's: odd chips are left out, the re-deal after
an azi is worth its share of the pot, and `payout = fraction` is taken for `matched`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from p2pcards.chips import Layer
from p2pcards.engine import Seat
from p2pcards.games.azi.betting.spots import FOLD, STAY, Position
from p2pcards.games.azi.codes import TRUMPS, WORTH, beats, chances, code_of, worth_of
from p2pcards.games.azi.state import MOST_BIDS, TRICKS_TO_WIN, AziState, Phase
from p2pcards.games.azi.worlds import World
from p2pcards.seats import clockwise

RAISE_FROM, RAISE_STEP = 520, 70
"""Of 1000 pots, how many a hand must win to raise: with no bid before it, and more for each bid."""
DISTRUST = 90
"""How many thousandths of its chances a hand loses to each bid of the others."""
OWN_MOOD = 30


@dataclass(frozen=True, slots=True)
class Start:
    """Where all playouts of one decision begin; the fields are those of `AziState`, or follow from them.

    Args:
        me: The seat whose chips are counted.
        own: Its chips before the decision.
    """

    me: Seat
    own: int
    order: tuple[Seat, ...]
    stacks: tuple[int, ...]
    paid: tuple[int, ...]
    ante: int
    bids: tuple[int, ...]
    level: int
    high: Seat | None
    is_blind_level: bool
    no_lead: tuple[Seat, ...]
    pending: tuple[Seat, ...]
    is_bidding: bool
    carried: tuple[Layer, ...]
    min_bid: int
    max_bid: int
    best: int
    led: int
    owner: Seat
    won: tuple[int, ...]


def start_of(state: AziState, me: Seat) -> Start:
    """The beginning of playouts from a state in which cards have been dealt."""
    best = led = -1
    owner = me
    if state.plays:
        assert state.turn_up is not None
        codes = [code_of(play.card, state.turn_up) for play in state.plays]
        best, led, owner = codes[0], codes[0] >> 4, state.plays[0].seat
        for code, play in zip(codes, state.plays, strict=True):
            if beats(code, best):
                best, owner = code, play.seat
    assert state.opener_from is not None
    return Start(
        me=me,
        own=state.stacks[me],
        order=clockwise(state.survivors, state.opener_from),
        stacks=state.stacks,
        paid=state.payments,
        ante=state.ante_paid,
        bids=state.bids,
        level=state.level,
        high=state.high,
        is_blind_level=state.is_blind_level,
        no_lead=state.no_lead,
        pending=state.pending,
        is_bidding=state.phase is not Phase.TRICKS,
        carried=state.carried,
        min_bid=state.options.min_bid,
        max_bid=state.options.max_bid,
        best=best,
        led=led,
        owner=owner,
        won=tuple([state.tricks_of(seat) for seat in range(len(state.stacks))]),
    )


class Playout:
    """One imagined deal under way; it changes as it is played."""

    def __init__(self, start: Start, world: World) -> None:
        self.start = start
        self.hands = [list(hand) for hand in world.hands]
        self.moods = world.moods
        self.in_play = list(start.order)
        self.stacks, self.paid = list(start.stacks), list(start.paid)
        self.bids = list(start.bids)
        self.level, self.high = start.level, start.high
        self.is_blind_level = start.is_blind_level
        self.no_lead = list(start.no_lead)
        self.pending = list(start.pending)
        self.carried = sum(layer.amount for layer in start.carried)
        self.won = list(start.won)
        self.best, self.led, self.owner = start.best, start.led, start.owner

    def copy(self) -> Playout:
        """The same deal, to be gone on with in another way."""
        new = Playout.__new__(Playout)
        new.__dict__.update(self.__dict__)
        new.hands = [list(hand) for hand in self.hands]
        for name in ("in_play", "stacks", "paid", "bids", "no_lead", "pending", "won"):
            setattr(new, name, list(getattr(self, name)))
        return new

    # --- bidding ----------------------------------------------------------------------------------

    def owed(self, seat: Seat) -> int:
        return self.level + self.start.ante - self.paid[seat]

    def fold(self, seat: Seat) -> None:
        self.in_play.remove(seat)
        self.pending.remove(seat)

    def call(self, seat: Seat) -> None:
        """Pay what is owed, or all there is; where nobody has bet that sets the level."""
        owed = self.owed(seat) if self.level else self.start.min_bid
        if self.stacks[seat] < owed:
            self.no_lead.append(seat)
        self._pay(seat, min(owed, self.stacks[seat]))
        self.level = max(self.level, self.paid[seat] - self.start.ante)
        self.pending.remove(seat)

    def raise_by(self, seat: Seat, amount: int, is_blind: bool = False) -> None:
        """Pay what is owed and `amount` on top, and ask all others."""
        self._pay(seat, self.owed(seat) + amount)
        self.level += amount
        self.high = seat
        self.bids[seat] += 1
        self.is_blind_level = is_blind
        place = self.in_play.index(seat)
        self.pending = self.in_play[place + 1 :] + self.in_play[:place]
        self.no_lead += [other for other in self.pending if not self.stacks[other]]

    def _pay(self, seat: Seat, chips: int) -> None:
        self.stacks[seat] -= chips
        self.paid[seat] += chips

    def asked(self) -> Seat | None:
        """Whose bid is next; None when bidding is over."""
        while self.pending and len(self.in_play) > 1:
            seat = self.pending[0]
            if self.stacks[seat] and (self.owed(seat) > 0 or self._has_rival(seat)):
                return seat
            self.pending.pop(0)
        return None

    def _bid(self) -> None:
        """The rest of the bidding."""
        while (seat := self.asked()) is not None:
            self.decide(seat)

    def position(self, seat: Seat) -> Position:
        """Where the seat stands that is asked."""
        stack, owed = self.stacks[seat], self.owed(seat)
        can_stay = bool(self.level) or stack < self.start.min_bid
        least, most = self.steps(seat)
        pot = sum(self.paid) + self.carried
        return Position(
            pot=pot,
            base=pot - sum(max(paid - self.start.ante, 0) for paid in self.paid),
            paid=self.paid[seat] - self.start.ante,
            can_stay=can_stay,
            price=min(owed if self.level else least, stack) if can_stay else 0,
            least=least,
            most=most,
            bids=sum(self.bids),
            own_bids=self.bids[seat],
            seats=len(self.start.order),
            rivals=len(self.in_play) - 1,
            behind=len(self.pending) - 1,
        )

    def steps(self, seat: Seat) -> tuple[int, int]:
        """Smallest and largest bet or raise; 0 for the largest where there is none."""
        least = max(self.start.min_bid, self.level) if self.is_blind_level else self.start.min_bid
        most = min(max(self.start.max_bid, least), self.stacks[seat] - self.owed(seat))
        can_raise = most >= least and self.bids[seat] < MOST_BIDS and self._has_rival(seat)
        return least, most if can_raise else 0

    def go(self, seat: Seat, way: int, amounts: Mapping[int, int]) -> None:
        """Bid in one of the ways of `spots`."""
        if way == FOLD:
            self.fold(seat)
        elif way == STAY:
            self.call(seat)
        else:
            self.raise_by(seat, amounts[way])

    def _has_rival(self, seat: Seat) -> bool:
        stacks = self.stacks
        return any(stacks[other] for other in self.in_play if other != seat)

    def decide(self, seat: Seat) -> None:
        """The next bid, by an imagined player: it thinks of its chances, and what the pot gives for them."""
        start, stack = self.start, self.stacks[seat]
        owed = self.owed(seat)
        made = sum(self.bids)
        # Who has yet to answer may still fold, and counts for half a rival.
        waiting = sum(other != seat for other in self.pending)
        rivals = len(self.in_play) - 1 - waiting // 2
        row = chances()[max(rivals, 1) - 1]
        chance = row[worth_of(self.hands[seat])] + (
            OWN_MOOD if seat == start.me else self.moods[seat]
        )
        chance -= chance * DISTRUST * min(made - self.bids[seat], 5) // 1000
        least, most = self.steps(seat)
        pot = sum(self.paid) + self.carried
        if most and chance >= RAISE_FROM + RAISE_STEP * made:
            self.raise_by(seat, min(most, max(least, pot * (chance - 400) // 1000)))
            return
        price = min(owed if self.level else least, stack)
        if chance * (pot + price) < 1000 * price:
            self.fold(seat)
        elif self.level or not most:
            self.call(seat)
        else:
            self.raise_by(seat, least)

    # --- tricks -----------------------------------------------------------------------------------

    def play(self, seat: Seat, code: int) -> None:
        """One card of the running trick; the last of it decides who has it."""
        self.hands[seat].remove(code)
        if self.best < 0:
            self.best, self.led, self.owner = code, code >> 4, seat
        elif beats(code, self.best):
            self.best, self.owner = code, seat
        self.pending.remove(seat)
        if not self.pending:
            self.won[self.owner] += 1
            self._lead(self.owner)

    def play_without(self, seat: Seat, code: int) -> None:
        """Discard a card, and begin the tricks with all seats; whoever holds most leads, as if it had bid."""
        self.hands[seat].remove(code)
        self._lead(max(self.in_play, key=lambda other: worth_of(self.hands[other])))

    def _lead(self, seat: Seat) -> None:
        self.best = -1
        place = self.in_play.index(seat)
        self.pending = self.in_play[place:] + self.in_play[:place]

    def choice(self, seat: Seat) -> int:
        """The card an imagined player plays."""
        is_last = len(self.pending) == 1
        return choice(self.hands[seat], self.best, self.led, is_last=is_last)

    # --- the end ------------------------------------------------------------------------------------

    def to_end(self) -> int:
        """Chips that the seat gains from the decision on."""
        if self.start.is_bidding:
            self._bid()
            if len(self.in_play) > 1:
                self._lead(self.first_leader())
        self.play_tricks()
        return self.ended(self.takers())

    def play_out(self) -> None:
        """All the tricks, bidding being over."""
        self._lead(self.first_leader())
        self.play_tricks()

    def play_tricks(self) -> None:
        """The tricks that are left, as far as they matter."""
        if len(self.in_play) == 1:
            return
        hands, won = self.hands, self.won
        best, led, owner, turn = self.best, self.led, self.owner, self.pending
        while hands[turn[0]] and won[owner] < TRICKS_TO_WIN:
            last = turn[-1]
            for seat in turn:
                hand = hands[seat]
                code = hand[0] if len(hand) == 1 else choice(hand, best, led, is_last=seat == last)
                hand.remove(code)
                if best < 0:
                    best, led, owner = code, code >> 4, seat
                elif code > best if code >> 4 == best >> 4 else code >= TRUMPS:
                    best, owner = code, seat
            won[owner] += 1
            best = -1
            place = self.in_play.index(owner)
            turn = self.in_play[place:] + self.in_play[:place]
        self.owner = owner

    def takers(self) -> tuple[Seat, ...]:
        """Who wins; or who plays on after an azi."""
        if len(self.in_play) == 1:
            return tuple(self.in_play)
        if self.won[self.owner] == TRICKS_TO_WIN:
            return (self.owner,)
        return tuple(seat for seat in self.in_play if self.won[seat])

    def ended(self, takers: tuple[Seat, ...]) -> int:
        """Chips that the seat has gained when these have won, or play on."""
        if len(takers) == 1:
            return self._settled(takers[0])
        start = self.start
        share = self._won_by(start.me) // len(takers) if start.me in takers else 0
        return self.stacks[start.me] + share - start.own

    def first_leader(self) -> Seat:
        """Who leads the first trick."""
        if self.high is not None and self.high in self.in_play:
            return self.high
        return next((seat for seat in self.in_play if seat not in self.no_lead), self.in_play[0])

    def _settled(self, winner: Seat) -> int:
        start, me = self.start, self.start.me
        if winner == me:
            back = self._won_by(me)
        elif me in self.in_play:
            # What a shorter winner cannot win goes back to those who put it there.
            back = max(0, self.paid[me] - self.paid[winner])
        else:
            back = 0
        return self.stacks[me] + back - start.own

    def _won_by(self, winner: Seat) -> int:
        """What the seat gets if it wins."""
        most = self.paid[winner]
        is_highest = all(self.paid[seat] <= most for seat in self.in_play)
        carried = sum(
            layer.amount
            for layer in self.start.carried
            if winner in layer.claimants
            or not any(seat in layer.claimants for seat in self.in_play)
        )
        if is_highest:
            return carried + sum(self.paid)
        return carried + sum(min(paid, most) for paid in self.paid)


def choice(hand: Sequence[int], best: int, led: int, *, is_last: bool) -> int:
    """The card an imagined player plays, where `best` leads a trick of the class `led`; none if below 0."""
    if best < 0:
        return max(hand, key=_VALUE.__getitem__)
    winning = follow = [code for code in hand if code >> 4 == led]
    if follow:
        winning = [code for code in follow if code > best] if best >> 4 == led else []
    elif follow := [code for code in hand if code >= TRUMPS]:
        winning = [code for code in follow if code > best] if best >= TRUMPS else follow
    if not winning:
        return min(follow or hand)
    return min(winning) if is_last else max(winning)


_VALUE = tuple(16 * TRUMPS * worth + code for code, worth in enumerate(WORTH))
"""How codes are ordered by who leads."""
