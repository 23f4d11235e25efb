"""The rounds of PLAY judged: what each entry is worth, and the deal after it (SPEC §6.3, §6.4).

The one rule: a round that is closed always leads on. What is wrong in it puts its author out of the
deal, and the deal goes on with the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, cast

from p2pcards.cards import Card
from p2pcards.engine import (
    Acted,
    AwaitDecisions,
    AwaitOpening,
    Cause,
    CoinTossed,
    DeckReady,
    Done,
    Event,
    IllegalAction,
    Opened,
    Out,
    Rule,
    Seat,
    Shown,
    Slot,
)
from protocol.crypto import coin
from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import Point
from protocol.crypto.transcript import Context
from protocol.faults import Code, Reason
from protocol.log.rounds import ClosedRound, is_in_time
from protocol.table.judge.judging import Fault, check_back, entries_of, faults_of
from protocol.table.judge.play import DealOver, Outcome, Play, StakesFailed, state_digest
from protocol.table.judge.preparation import ReadyDeck
from protocol.table.notices import (
    CardsVerified,
    ClaimVerified,
    Happened,
    Notice,
    SharesVerified,
)
from protocol.wire.codec import BadLine
from protocol.wire.digests import digest
from protocol.wire.entries import (
    CoinOpening,
    Decision,
    Entry,
    Leave,
    Result,
    Shares,
    Show,
    Stake,
)


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


def without_seats(play: Play, faults: tuple[Fault, ...]) -> tuple[Play, tuple[Notice, ...]]:
    """The deal after seats were put out by something other than a round of it."""
    return _put_out(play, faults)


def close(play: Play, closed: ClosedRound) -> tuple[Outcome, tuple[Notice, ...]]:
    """The deal after its due round, and what was checked and happened in it."""
    after = replace(play, head=closed.next_head(), number=play.number + 1)
    faults = faults_of(closed)
    entries = entries_of(closed)
    return JUDGES[closed.round.kind](play, after, entries, faults)


def _apply(play: Play, event: Event) -> tuple[Play, tuple[Notice, ...]]:
    before = play.game_state
    after = play.setting.game.apply(before, event)
    return replace(play, game_state=after), (Happened(before, event, after),)


def _put_out(play: Play, faults: tuple[Fault, ...]) -> tuple[Play, tuple[Notice, ...]]:
    """Take seats out, all at once; nothing more happens to a deal that is settled."""
    notices: tuple[Notice, ...] = ()
    first: dict[Seat, Fault] = {}
    for fault in sorted(faults, key=lambda fault: fault.seat):
        if fault.seat in play.live:
            first.setdefault(fault.seat, fault)
    gone = tuple(first.values())
    if gone:
        play = replace(play, out=play.out.union(first), faults=(*play.faults, *gone))
        if not isinstance(play.setting.game.waiting(play.game_state), Done):
            event = Out(tuple([(fault.seat, fault.cause) for fault in gone]))
            play, notices = _apply(play, event)
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
        gone = tuple([(seat, Cause.SILENT) for seat in asked if seat not in play.live])
        if not gone:
            return play, notices
        play, happened = _apply(play, Out(gone))
        notices += happened


def _stakes(
    _play: Play, after: Play, _: Mapping[Seat, Entry], faults: tuple[Fault, ...]
) -> tuple[Outcome, tuple[Notice, ...]]:
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
            found.append(Fault(seat, Cause.CAUGHT, Reason(Code.COIN_REFUSED, because=error.reason)))
        else:
            opened.append((seat, opening.entropy))
    if found:
        return _put_out(after, tuple(found))
    order = coin.coin_order(opened, deck.coin_head, deck.seats)
    return _apply(after, CoinTossed(order))


def coin_context(play: Play, seat: Seat) -> Context:
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
            points = play.setting.proofs.decode_shares(given.shares, len(due))
            context = play.setting.context(play.place, play.deck.seats, seat, play.head)
            play.setting.proofs.verify_shares(
                context, play.deck.publics[seat], due, points, given.proof
            )
        except ProofRefused as error:
            found.append(
                Fault(seat, Cause.CAUGHT, Reason(Code.SHARES_REFUSED, because=error.reason))
            )
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
        decision = cast(Decision, entry)
        try:
            if decision.gone:
                found += [
                    Fault(gone, Cause.LEFT, Reason(Code.LEFT)) for gone in _gone(play, decision)
                ]
                continue
            after, told = _act(play, after, seat, decision)
        except IllegalAction as error:
            reason = Reason(Code.ACTION_REFUSED, (error.action,))
            found.append(Fault(seat, Cause.CAUGHT, reason, error.rule))
        except ProofRefused as error:
            reason = Reason(Code.ACTION_REFUSED, (decision.act,), error.reason)
            found.append(Fault(seat, Cause.CAUGHT, reason))
        else:
            notices += told
    after, happened = _put_out(after, tuple(found))
    return after, (*notices, *happened)


def _gone(play: Play, entry: Decision) -> tuple[Seat, ...]:
    """The seats whose leaves an entry hands on; raises ProofRefused where it holds anything else.

    Whoever has seen that another seat has left says so before it decides: so nobody folds for one
    that is not there any more, and who has left wins nothing by it (SPEC §6.3).
    """
    if entry.act or entry.cards or entry.shares or entry.proof or entry.claim:
        raise ProofRefused(Code.ACTION_BESIDE_LEAVES)
    seats: list[Seat] = []
    for text in entry.gone:
        try:
            leave = play.setting.verified(text.encode()).entry
        except BadLine as error:
            raise ProofRefused(Code.NOT_A_LEAVE, because=error.reason) from None
        if not isinstance(leave, Leave) or not is_in_time(leave, play.place):
            raise ProofRefused(Code.LEAVE_NOT_IN_TIME)
        if leave.seat not in play.live or leave.seat in play.round.speakers:
            raise ProofRefused(Code.LEAVE_NOT_DUE, leave.seat)
        seats.append(leave.seat)
    if seats != sorted(set(seats)):
        raise ProofRefused(Code.LEAVES_OUT_OF_SEAT_ORDER)
    return tuple(seats)


def _act(play: Play, after: Play, seat: Seat, entry: Decision) -> tuple[Play, tuple[Notice, ...]]:
    """Judge and apply one action. Raises ProofRefused or IllegalAction where it is refused."""
    game = play.setting.game
    try:
        action = game.parse_action(entry.act)
    except ValueError:
        raise ProofRefused(Code.NOT_AN_ACTION) from None
    slots = game.shows(play.game_state, seat, action)
    if not set(slots) <= set(game.closed_slots(play.game_state, seat)):
        raise IllegalAction(seat, entry.act, Rule("spec", "6.3", "card_not_in_hand"))
    notices: list[Notice] = []
    cards = _shown_cards(play, seat, slots, entry.cards, entry.shares, entry.proof)
    if slots:
        notices.append(CardsVerified(seat, slots))
    claim = game.claim(play.game_state, seat, action, cards)
    if claim is None:
        if entry.claim:
            raise ProofRefused(Code.CLAIM_NOT_DUE)
    else:
        assert play.deck is not None
        context = play.setting.context(play.place, play.deck.seats, seat, play.head)
        play.setting.proofs.verify_suits(
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
        raise ProofRefused(Code.NUMBER_OF_CARDS, len(names), len(slots))
    if not slots:
        if encoded or proof:
            raise ProofRefused(Code.SHARES_NOT_DUE)
        return ()
    assert play.deck is not None
    masked = play.masked(slots)
    points = play.setting.proofs.decode_shares(encoded, len(masked))
    context = play.setting.context(play.place, play.deck.seats, seat, play.head)
    play.setting.proofs.verify_shares(context, play.deck.publics[seat], masked, points, proof)
    cards = tuple(
        (slot, play.open_card(slot, point)) for slot, point in zip(slots, points, strict=True)
    )
    pack = play.setting.game.pack
    for (_, card), name in zip(cards, names, strict=True):
        if pack.text(card) != name:
            raise ProofRefused(Code.ANOTHER_CARD, pack.text(card), name[:4])
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
            found.append(
                Fault(seat, Cause.CAUGHT, Reason(Code.CLOSING_REFUSED, because=error.reason))
            )
            continue
        after, happened = _apply(after, Shown(seat, cards))
        after = replace(after, cards={**after.cards, **dict(cards)})
        notices += [CardsVerified(seat, slots), *happened]
    after, happened = _put_out(after, tuple(found))
    return after, (*notices, *happened)


def _result(
    play: Play, after: Play, entries: Mapping[Seat, Entry], faults: tuple[Fault, ...]
) -> tuple[Outcome, tuple[Notice, ...]]:
    """The result follows from the log; a wrong signature is a fault, and the right result stands."""
    setting = play.setting
    right = (state_digest(setting, play.game_state), setting.game.standings(play.game_state))
    convicted = setting.game.reneges(play.game_state)
    found = [Fault(seat, Cause.CAUGHT, Reason(Code.RENEGE), rule) for seat, rule in convicted]
    found += faults
    signers: list[Seat] = []
    agreeing: list[Seat] = []
    back: set[Seat] = set()
    for seat, entry in entries.items():
        result = cast(Result, entry)
        try:
            if (result.digest, result.standings) != right:
                raise ProofRefused(Code.ANOTHER_RESULT)
            check_back(result.back, play.away)
        except ProofRefused as error:
            found.append(Fault(seat, Cause.CAUGHT, error.reason))
        else:
            signers.append(seat)
            agreeing += [seat] if result.pause else []
            back |= set(result.back)
    once: dict[Seat, Fault] = {}
    for fault in found:  # of what a seat has done in one round, the first of this list is told
        once.setdefault(fault.seat, fault)
    over = DealOver(
        play.game_state,
        (*play.faults, *(once[seat] for seat in sorted(once))),
        tuple(signers),
        frozenset(back),
        tuple(agreeing) if agreeing == signers and len(signers) > 1 else (),
        after.head,
    )
    return over, ()


JUDGES: Final[
    Mapping[
        type[Entry],
        Callable[
            [Play, Play, Mapping[Seat, Entry], tuple[Fault, ...]],
            tuple[Outcome, tuple[Notice, ...]],
        ],
    ]
] = {
    Stake: _stakes,
    CoinOpening: _coin,
    Shares: _opening,
    Decision: _decisions,
    Show: _show,
    Result: _result,
}
"""What comes of a round of PLAY, by the kind of entry."""
