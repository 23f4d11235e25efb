"""T23: all seats but one put their cards, keys, shuffles and logs together. The last hand stays hidden.

What people tell each other, and whose screen they look at, no program can prevent: that is outside.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from p2pcards.engine import Seat, Slot
from p2pcards.games import GAMES
from protocol.audit import Auditor
from protocol.crypto import masking
from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import Point
from protocol.table.judge.play import Play
from protocol.table.judge.preparation import ReadyDeck
from protocol.table.judge.states import Playing
from tests.attacks.cheats import secrets_of
from tests.simulation.light import handed
from tests.simulation.weather import Weather, log_of, table_of_bots

SEATS = 4
VICTIM: Seat = 1
COLLUDERS = [seat for seat in range(SEATS) if seat != VICTIM]


class Stopped(Exception):
    """The hands are dealt and nobody has played; the world stands still."""


def dealt(seed: int) -> tuple[Weather, Play, ReadyDeck]:
    world = table_of_bots(seats=SEATS, deals=1, seed=seed)

    def stop() -> None:
        state = world.tables[0].referee.state
        if isinstance(state, Playing) and state.play.shares:
            raise Stopped

    world.on_step = stop
    with pytest.raises(Stopped):
        world.run()
    play = world.tables[0].play
    assert play is not None
    assert play.deck is not None
    return world, play, play.deck


def hand_of_the_victim(play: Play) -> tuple[Slot, ...]:
    slots = play.setting.game.closed_slots(play.game_state, VICTIM)
    assert len(slots) == 3
    return slots


def own_shares(world: Weather, deck: ReadyDeck, slot: Slot) -> dict[Seat, Point]:
    """Every seat's share of a slot, made with its secret key."""
    return {
        seat: secrets_of(world.tables[seat], deck).key.secret * deck.cards[slot].c1
        for seat in range(SEATS)
    }


@pytest.mark.heavy
@pytest.mark.parametrize("seed", [1, 2])
def test_all_keys_but_one_open_no_card_of_the_last_hand_and_with_it_they_do(seed: int) -> None:
    world, play, deck = dealt(seed)
    pack = [(card.suit, card.rank) for card in play.setting.game.pack.cards]
    for slot in hand_of_the_victim(play):
        shares = own_shares(world, deck, slot)
        pooled = [shares[seat] for seat in COLLUDERS]
        with pytest.raises(ProofRefused):
            masking.unmask(deck.cards[slot], pooled, pack)
        assert masking.unmask(deck.cards[slot], [*pooled, shares[VICTIM]], pack) in pack


@pytest.mark.heavy
def test_what_is_left_of_a_hidden_card_fits_every_card_of_the_pack_alike() -> None:
    """For each card there is a share with which it would be this one; no public value is that share."""
    world, play, deck = dealt(1)
    pack = [(card.suit, card.rank) for card in play.setting.game.pack.cards]
    slot = hand_of_the_victim(play)[0]
    shares = own_shares(world, deck, slot)
    rest = deck.cards[slot].c2
    for seat in COLLUDERS:
        rest = rest - shares[seat]
    wanted = {(rest - masking.card_point(*card)).encoded for card in pack}
    assert len(wanted) == len(pack)
    assert shares[VICTIM].encoded in wanted
    public = {key.encoded for key in deck.publics.values()}
    for index, card in enumerate(deck.cards):
        public |= {card.c1.encoded, card.c2.encoded}
        public |= {share.encoded for share in play.shares.get(index, {}).values()}
        for seat in COLLUDERS:
            secret = secrets_of(world.tables[seat], deck).key.secret
            public |= {(secret * card.c1).encoded, (secret * deck.publics[VICTIM]).encoded}
    assert not wanted & public


@pytest.mark.heavy
def test_no_seat_knows_a_card_of_another_hand() -> None:
    world, play, _ = dealt(1)
    for seat in COLLUDERS:
        view = world.tables[seat].view()
        assert view is not None
        assert not set(view.hand) & set(hand_of_the_victim(play))
        assert not set(play.cards) & set(hand_of_the_victim(play))


def after_each_round(data: bytes) -> Iterator[Play]:
    auditor = Auditor(data, proofs=handed())
    while not auditor.is_at_end:
        auditor.step()
        if isinstance(auditor.referee.state, Playing):
            yield auditor.referee.state.play


@pytest.mark.heavy
@pytest.mark.parametrize("game", ["azi", "hazari", "lukfu"])
def test_the_whole_log_never_holds_all_shares_of_a_card_before_its_owner_shows_it(
    light: None, game: str
) -> None:
    """So a card that is folded, discarded or left over stays hidden for ever, from everybody."""
    seats = {"azi": 4, "hazari": 4, "lukfu": 3}[game]
    world = table_of_bots(seats=seats, deals=1, seed=3, game_name=game)
    world.run()
    never_shown = 0
    for play in after_each_round(log_of(world.tables[0])):
        if play.deck is None:
            continue
        closed = [slot for slot in range(len(play.deck.cards)) if slot not in play.cards]
        never_shown = len(closed)
        for slot in closed:
            assert len(play.shares.get(slot, {})) < len(play.deck.seats)
    assert never_shown or game != "azi"


@pytest.mark.heavy
def test_a_seat_shares_only_what_is_dealt_to_others_or_shown_to_all() -> None:
    """Nobody can ask for more: what is due follows from the game, and nothing else is given."""
    _, play, deck = dealt(1)
    given = {slot: set(by_seat) for slot, by_seat in play.shares.items()}
    for seat in range(SEATS):
        for slot in GAMES["azi"].closed_slots(play.game_state, seat):
            assert given[slot] == set(deck.seats) - {seat}
    hands = [s for seat in range(SEATS) for s in GAMES["azi"].closed_slots(play.game_state, seat)]
    assert set(given) - set(hands) == set(play.cards), "only the card that is turned up for all"
