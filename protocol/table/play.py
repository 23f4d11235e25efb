"""PLAY: a deal from the stakes to the signed result, as a pure machine over closed rounds (SPEC §6.3).

The one rule: the game's engine says what it waits for, and that alone decides which round is due.
Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, assert_never, cast

import msgspec

from p2pcards.cards import Card
from p2pcards.engine import (
    Acted,
    AwaitCoin,
    AwaitDecisions,
    AwaitDeck,
    AwaitOpening,
    AwaitShow,
    Cause,
    CoinTossed,
    DeckReady,
    Done,
    Event,
    IllegalAction,
    Opened,
    Out,
    Seat,
    Shown,
    Slot,
)
from protocol.crypto import coin, masking, shares, suits
from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import Point
from protocol.log.rounds import ClosedRound, Place, Round
from protocol.table.judging import Fault, entries_of, faults_of
from protocol.table.notices import (
    CardsVerified,
    ClaimVerified,
    Happened,
    Notice,
    SharesVerified,
)
from protocol.table.preparation import ReadyDeck
from protocol.table.setting import Setting
from protocol.wire.digests import digest
from protocol.wire.entries import (
    CoinOpening,
    Decision,
    Entry,
    Result,
    Shares,
    Show,
    Stake,
)


@dataclass(frozen=True, slots=True)
class Play:
    """A deal under way.

    Args:
        game_state: The engine's public state.
        seats: All that are at the table: they witness the deal and sign its result, dealt in or not.
        dealt: Those of them that are dealt in and pay the stakes.
        out: Those of `seats` that are out by now.
        deck: The deck in use; None while a new one must be made.
        shares: Verified decryption shares, by slot and seat.
        cards: Cards that all can see, by slot.
        faults: Everything that put a seat out of this deal so far.
    """

    setting: Setting
    deal: int
    attempt: int
    number: int
    head: bytes
    game_state: Any
    seats: tuple[Seat, ...]
    dealt: tuple[Seat, ...]
    deck: ReadyDeck | None
    staked: bool = False
    out: frozenset[Seat] = frozenset()
    shares: Mapping[Slot, Mapping[Seat, Point]] = field(default_factory=dict)
    cards: Mapping[Slot, Card] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()

    @property
    def place(self) -> Place:
        return Place(self.deal, "play", self.attempt, self.number)

    @property
    def live(self) -> tuple[Seat, ...]:
        """Seats that are still there as peers, dealt in or not, folded or not."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    @property
    def deck_seats(self) -> tuple[Seat, ...] | None:
        """The seats among which a new deck must be made before the deal goes on; None if none is needed."""
        waiting = self.setting.game.waiting(self.game_state) if self.staked else None
        return waiting.seats if isinstance(waiting, AwaitDeck) else None

    @property
    def round(self) -> Round:
        """The round that is due; not to be asked while a deck must be made."""
        kind, speakers = self._step()
        return Round(self.place, self.head, kind, speakers, self.live)

    def _step(self) -> tuple[type[Entry], tuple[Seat, ...]]:
        if not self.staked:
            return Stake, self.dealt
        waiting = self.setting.game.waiting(self.game_state)
        match waiting:
            case AwaitCoin(seats):
                return CoinOpening, seats
            case AwaitOpening(seats):
                return Shares, seats
            case AwaitDecisions(seats):
                return Decision, seats
            case AwaitShow(slots):
                return Show, tuple(seat for seat, _ in slots)
            case Done():
                return Result, self.live
            case AwaitDeck():
                raise AssertionError("a deck must be made before the next round")
            case _:
                assert_never(waiting)

    def shares_due(self, seat: Seat) -> tuple[tuple[Slot, masking.Ciphertext], ...]:
        """The masked cards of which `seat` owes its share in the opening now due, by slot."""
        assert self.deck is not None
        waiting = self.setting.game.waiting(self.game_state)
        assert isinstance(waiting, AwaitOpening)
        slots = sorted(
            [slot for slot, owner in waiting.dealt if owner != seat] + list(waiting.shown)
        )
        return self.masked(slots)

    def slots_to_show(self, seat: Seat) -> tuple[Slot, ...]:
        """What the closing check asks of `seat`."""
        waiting = self.setting.game.waiting(self.game_state)
        assert isinstance(waiting, AwaitShow)
        return dict(waiting.slots)[seat]

    def masked(
        self, slots: list[Slot] | tuple[Slot, ...]
    ) -> tuple[tuple[Slot, masking.Ciphertext], ...]:
        assert self.deck is not None
        return tuple((slot, self.deck.cards[slot]) for slot in slots)

    def hidden(self, slots: tuple[Slot, ...]) -> tuple[suits.HiddenCard, ...]:
        """What all others see of these cards of one hand: masked, with all shares but the owner's taken off."""
        assert self.deck is not None
        return tuple(
            suits.hidden_card(slot, self.deck.cards[slot], list(self.shares[slot].values()))
            for slot in slots
        )

    def open_card(self, slot: Slot, *own_share: Point) -> Card:
        """The card in `slot`, given its owner's share, or with all shares in where it has no owner.

        Raises:
            ProofRefused: What comes out is no card of the pack.
        """
        assert self.deck is not None
        cards = [(card.suit, card.rank) for card in self.setting.game.pack.cards]
        given = [*self.shares[slot].values(), *own_share]
        return Card(*masking.unmask(self.deck.cards[slot], given, cards))


@dataclass(frozen=True, slots=True)
class StakesFailed:
    """Not all paid: no chips move, and the deal is prepared anew among the others."""

    faults: tuple[Fault, ...]
    head: bytes
    number: int


@dataclass(frozen=True, slots=True)
class DealOver:
    """The result stands. `faults` are all of the deal's; `back` are silent seats that are heard again."""

    game_state: Any
    faults: tuple[Fault, ...]
    signers: tuple[Seat, ...]
    back: frozenset[Seat]
    head: bytes


Outcome: TypeAlias = Play | StakesFailed | DealOver


def begin(
    setting: Setting,
    deal: int,
    attempt: int,
    number: int,
    game_state: Any,
    seats: tuple[Seat, ...],
    dealt: tuple[Seat, ...],
    deck: ReadyDeck | None,
    prepared_head: bytes,
    result_head: bytes,
) -> Play:
    """The deal before its stakes: binds the deck's chain and the last result.

    Args:
        attempt: How often the table was rolled back before.
        number: Number of the first round: 0, or more where stakes had failed before.
        game_state: The engine's state after the last deal.
        deck: The deck; None where a single seat collects what is carried.
    """
    where = f"{deal} {attempt} {number}".encode()
    head = digest("play", setting.table, where, prepared_head, result_head)
    return Play(setting, deal, attempt, number, head, game_state, seats, dealt, deck)


def open_unasked(play: Play) -> Play:
    """The deal of a single seat that is not there to be asked for its stake."""
    game = play.setting.game
    return replace(play, staked=True, game_state=game.open_deal(play.game_state, play.dealt))


def with_deck(play: Play, deck: ReadyDeck) -> tuple[Play, tuple[Notice, ...]]:
    """The deal going on with a deck made anew among the remaining seats."""
    fresh = replace(
        play,
        deck=deck,
        shares={},
        cards={},
        head=digest("deck", play.head, deck.head),
    )
    return _apply(fresh, DeckReady())


def without_seats(
    play: Play, faults: tuple[Fault, ...], head: bytes
) -> tuple[Play, tuple[Notice, ...]]:
    """The deal after an attempt at a new deck failed by these faults."""
    return _put_out(replace(play, head=digest("deck", play.head, head)), faults)


def state_digest(setting: Setting, game_state: Any) -> bytes:
    """Digest of the whole public state, signed at the end of each deal (SPEC §6.3)."""
    public = msgspec.json.encode(setting.game.public(game_state), order="sorted")
    return digest("state", setting.table, public)


def close(play: Play, closed: ClosedRound) -> tuple[Outcome, tuple[Notice, ...]]:
    """The deal after its due round, and what was checked and happened in it."""
    after = replace(play, head=closed.next_head(), number=play.number + 1)
    faults = faults_of(closed)
    entries = entries_of(closed)
    kind = play.round.kind
    if kind is Stake:
        return _stakes(after, faults)
    if kind is Result:
        return _result(play, after, entries, faults), ()
    if kind is CoinOpening:
        return _coin(play, after, entries, faults)
    if kind is Shares:
        return _opening(play, after, entries, faults)
    if kind is Show:
        return _show(play, after, entries, faults)
    return _decisions(play, after, entries, faults)


def _apply(play: Play, event: Event) -> tuple[Play, tuple[Notice, ...]]:
    before = play.game_state
    after = play.setting.game.apply(before, event)
    return replace(play, game_state=after), (Happened(before, event, after),)


def _put_out(play: Play, faults: tuple[Fault, ...]) -> tuple[Play, tuple[Notice, ...]]:
    """Take seats out, in seat order; nothing more happens to a deal that was settled before.

    Where the first of several seats of one round ends the deal, the game hears of the others too:
    what they cost must not depend on who has the lower number.
    """
    notices: list[Notice] = []
    is_settled = isinstance(play.setting.game.waiting(play.game_state), Done)
    for fault in sorted(faults, key=lambda fault: fault.seat):
        if fault.seat in play.out or fault.seat not in play.seats:
            continue
        play = replace(play, out=play.out | {fault.seat}, faults=(*play.faults, fault))
        if not is_settled:
            play, happened = _apply(play, Out(fault.seat, fault.cause))
            notices += happened
    play, happened = _pass_over_absent(play)
    if play.deck_seats is not None:
        play = replace(play, deck=None)
    return play, (*notices, *happened)


def _pass_over_absent(play: Play) -> tuple[Play, tuple[Notice, ...]]:
    """Where the game asks a seat that is not there (a buy-in, say), its silence is the answer."""
    notices: tuple[Notice, ...] = ()
    while True:
        waiting = play.setting.game.waiting(play.game_state)
        asked = waiting.seats if isinstance(waiting, AwaitDecisions) else ()
        gone = [seat for seat in asked if seat not in play.live]
        if not gone:
            return play, notices
        play, happened = _apply(play, Out(gone[0], Cause.SILENT))
        notices += happened


def _stakes(after: Play, faults: tuple[Fault, ...]) -> tuple[Outcome, tuple[Notice, ...]]:
    if faults:
        return StakesFailed(faults, after.head, after.number), ()
    game = after.setting.game
    opened = replace(after, staked=True, game_state=game.open_deal(after.game_state, after.dealt))
    if opened.deck_seats is None:
        return opened, ()
    return _apply(opened, DeckReady())


def _coin(
    play: Play, after: Play, entries: Mapping[Seat, Entry], faults: tuple[Fault, ...]
) -> tuple[Outcome, tuple[Notice, ...]]:
    deck = play.deck
    assert deck is not None
    opened: list[tuple[Seat, bytes]] = []
    found = list(faults)
    for seat, entry in entries.items():
        opening = cast(CoinOpening, entry)
        try:
            coin.open_coin(
                coin_context(play, seat), deck.coins[seat], opening.entropy, opening.nonce
            )
        except ProofRefused as error:
            found.append(Fault(seat, Cause.CAUGHT, f"coin refused: {error}"))
        else:
            opened.append((seat, opening.entropy))
    if found:
        return _put_out(after, tuple(found))
    order = coin.coin_order(opened, deck.coin_head, deck.seats)
    return _apply(after, CoinTossed(order))


def coin_context(play: Play, seat: Seat) -> Any:
    """Context of the seat's coin commitment: that of its deck's first round."""
    deck = play.deck
    assert deck is not None
    first = replace(deck.place, number=0)
    return play.setting.context(first, deck.seats, seat, deck.origin)


def _opening(
    play: Play, after: Play, entries: Mapping[Seat, Entry], faults: tuple[Fault, ...]
) -> tuple[Outcome, tuple[Notice, ...]]:
    assert play.deck is not None
    collected: dict[Slot, dict[Seat, Point]] = {}
    found = list(faults)
    notices: list[Notice] = []
    for seat, entry in entries.items():
        given = cast(Shares, entry)
        due = play.shares_due(seat)
        try:
            points = shares.decode_shares(given.shares, len(due))
            context = play.setting.context(play.place, play.deck.seats, seat, play.head)
            shares.verify_shares(context, play.deck.publics[seat], due, points, given.proof)
        except ProofRefused as error:
            found.append(Fault(seat, Cause.CAUGHT, f"shares refused: {error}"))
            continue
        for (slot, _), point in zip(due, points, strict=True):
            collected.setdefault(slot, {})[seat] = point
        notices.append(SharesVerified(seat, tuple(slot for slot, _ in due)))
    if found:
        after, happened = _put_out(after, tuple(found))
        return after, (*notices, *happened)
    waiting = play.setting.game.waiting(play.game_state)
    assert isinstance(waiting, AwaitOpening)
    after = replace(after, shares={**play.shares, **collected})
    shown = tuple((slot, after.open_card(slot)) for slot in waiting.shown)
    after = replace(after, cards={**play.cards, **dict(shown)})
    after, happened = _apply(after, Opened(shown))
    return after, (*notices, *happened)


def _decisions(
    play: Play, after: Play, entries: Mapping[Seat, Entry], faults: tuple[Fault, ...]
) -> tuple[Outcome, tuple[Notice, ...]]:
    """Good actions first, in seat order, then the seats at fault: independent decisions do not wait for each other."""
    found = list(faults)
    notices: list[Notice] = []
    for seat, entry in entries.items():
        try:
            after, told = _act(play, after, seat, cast(Decision, entry))
        except (ProofRefused, IllegalAction, ValueError) as error:
            found.append(Fault(seat, Cause.CAUGHT, f"action refused: {error}"))
        else:
            notices += told
    after, happened = _put_out(after, tuple(found))
    return after, (*notices, *happened)


def _act(play: Play, after: Play, seat: Seat, entry: Decision) -> tuple[Play, tuple[Notice, ...]]:
    """Judge and apply one action. Raises ValueError, ProofRefused or IllegalAction where it is refused."""
    game = play.setting.game
    action = game.parse_action(entry.act)
    slots = game.shows(play.game_state, seat, action)
    if not set(slots) <= set(game.closed_slots(play.game_state, seat)):
        raise IllegalAction(seat, entry.act, "the card is not in this hand")
    notices: list[Notice] = []
    cards = _shown_cards(play, seat, slots, entry.cards, entry.shares, entry.proof)
    if slots:
        notices.append(CardsVerified(seat, slots))
    claim = game.claim(play.game_state, seat, action, cards)
    if claim is None:
        if entry.claim:
            raise ProofRefused("a claim where none is due")
    else:
        assert play.deck is not None
        context = play.setting.context(play.place, play.deck.seats, seat, play.head)
        suits.verify_suits(
            context, play.deck.publics[seat], play.hidden(claim.slots), claim.suits, entry.claim
        )
        notices.append(ClaimVerified(seat, claim.slots))
    after, happened = _apply(after, Acted(seat, action, cards))
    after = replace(after, cards={**after.cards, **dict(cards)})
    return after, (*notices, *happened)


def _shown_cards(
    play: Play,
    seat: Seat,
    slots: tuple[Slot, ...],
    names: tuple[str, ...],
    encoded: bytes,
    proof: bytes,
) -> tuple[tuple[Slot, Card], ...]:
    """The cards in `slots` of the seat's own hand, opened by its shares; raises ProofRefused."""
    if len(names) != len(slots):
        raise ProofRefused(f"names {len(names)} cards where it shows {len(slots)}")
    if not slots:
        if encoded or proof:
            raise ProofRefused("shares where none are due")
        return ()
    assert play.deck is not None
    masked = play.masked(slots)
    points = shares.decode_shares(encoded, len(masked))
    context = play.setting.context(play.place, play.deck.seats, seat, play.head)
    shares.verify_shares(context, play.deck.publics[seat], masked, points, proof)
    cards = tuple(
        (slot, play.open_card(slot, point)) for slot, point in zip(slots, points, strict=True)
    )
    pack = play.setting.game.pack
    for (_, card), name in zip(cards, names, strict=True):
        if pack.text(card) != name:
            raise ProofRefused(f"shows {pack.text(card)} and calls it {name[:4]}")
    return cards


def _show(
    play: Play, after: Play, entries: Mapping[Seat, Entry], faults: tuple[Fault, ...]
) -> tuple[Outcome, tuple[Notice, ...]]:
    found = list(faults)
    notices: list[Notice] = []
    for seat, entry in entries.items():
        show = cast(Show, entry)
        slots = play.slots_to_show(seat)
        try:
            cards = _shown_cards(play, seat, slots, show.cards, show.shares, show.proof)
        except ProofRefused as error:
            found.append(Fault(seat, Cause.CAUGHT, f"closing refused: {error}"))
            continue
        after, happened = _apply(after, Shown(seat, cards))
        after = replace(after, cards={**after.cards, **dict(cards)})
        notices += [CardsVerified(seat, slots), *happened]
    after, happened = _put_out(after, tuple(found))
    return after, (*notices, *happened)


def _result(
    play: Play, after: Play, entries: Mapping[Seat, Entry], faults: tuple[Fault, ...]
) -> DealOver:
    """The result follows from the log; a wrong signature is a fault, and the right result stands."""
    setting = play.setting
    right = (state_digest(setting, play.game_state), setting.game.standings(play.game_state))
    convicted = setting.game.reneges(play.game_state)
    found = [Fault(seat, Cause.CAUGHT, f"renege: {rule}") for seat, rule in convicted]
    found += faults
    signers: list[Seat] = []
    back: set[Seat] = set()
    for seat, entry in entries.items():
        result = cast(Result, entry)
        if (result.digest, result.standings) == right:
            signers.append(seat)
            back |= set(result.back)
        else:
            found.append(Fault(seat, Cause.CAUGHT, "signed another result"))
    return DealOver(
        play.game_state, (*play.faults, *found), tuple(signers), frozenset(back), after.head
    )
