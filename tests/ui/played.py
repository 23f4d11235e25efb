"""Real deals of any game, told to the screen of a seat or a spectator, one view an event."""

import random
from dataclasses import replace

from cli.screen.table.model import Now, table_view
from cli.table.choosing import Choosing, Situation, settle
from cli.table.games import moves_of
from cli.table.story.following import after
from cli.table.story.known import begin, facts_of
from p2pcards.engine import AwaitDecisions, View
from p2pcards.practice import play_deal
from protocol.table.notices import (
    DealSettled,
    DeckReadied,
    Happened,
    PreparationBegins,
    StakesPaid,
)

NAMES = ("Mei", "Kwan", "Siew", "Nasrin", "Timur", "Erlan")


def views(game, seats, own, seed, *, deals=1, level="normal", **options):
    """What is seen after each event of some deals, as (known, state, view)."""
    rng = random.Random(seed)
    facts = facts_of(game, NAMES[:seats], own, title="Old Street", deadline_s=60)
    known = begin(facts)
    state = game.new_match(game.options(options), seats)
    choosing = Choosing()
    everyone = tuple(range(seats))
    made = []
    choose = game.bot(level)
    for _ in range(deals):
        deck = list(game.pack.cards)
        rng.shuffle(deck)
        deal = known.deal + 1
        for notice in (
            PreparationBegins(deal, 0, everyone, False),
            DeckReadied(deal, everyone),
            StakesPaid(deal, everyone),
        ):
            known = after(known, notice)

        def tell(before, event, now, deck=deck):
            nonlocal known, choosing
            known = after(known, Happened(before, event, now))
            is_last = known.finished is not None
            for lingers in (False, True) if is_last else (False,):
                view, choosing = _seen(game, known, now, deck, own, choosing, lingers, rng)
                made.append((known, now, view))

        order = list(everyone)
        rng.shuffle(order)
        decks = _in_turn(deck, rng)
        state = play_deal(game, state, decks, lambda view: choose(view, rng.randrange), order, tell)
        known = after(known, DealSettled(deal, game.standings(state), everyone))
        known = after(known, PreparationBegins(deal + 1, 0, everyone, True))
        known = after(known, DeckReadied(deal + 1, everyone))
        view, choosing = _seen(game, known, state, deck, own, choosing, False, rng)
        made.append((known, state, view))
    return made


def _in_turn(deck, rng):
    """The deck, and shuffled anew whenever another is asked for: what lies in it is what is played with."""
    while True:
        yield deck
        rng.shuffle(deck)


def _seen(game, known, state, deck, own, choosing, lingers, rng):
    waiting = game.waiting(state)
    seats = waiting.seats if isinstance(waiting, AwaitDecisions) else ()
    view = None
    if own is not None:
        slots = {*game.hand_slots(state, own), *game.closed_slots(state, own)}
        view = View(state, own, {slot: deck[slot] for slot in sorted(slots)})
    is_turn = own in seats
    moves = moves_of(game).moves(view, is_turn=is_turn)
    situation = Situation(
        game,
        view,
        is_turn=is_turn,
        moves=moves,
        left="0:24" if is_turn else "",
        is_watching=own is None,
    )
    choosing = settle(choosing, situation)
    if is_turn and view is not None and choosing.held.order:
        action = rng.choice(game.legal_actions(view))
        slots = getattr(action, "slots", None)
        groups = getattr(action, "groups", None)
        held = choosing.held
        if slots:
            held = replace(held, taken=tuple(slots))
        if groups:
            held = replace(held, groups=(*groups[:2], groups[2][:2], ()), taken=groups[2][2:])
        choosing = replace(choosing, held=held)
    now = Now(waiting_for=seats, left_s=24, stays_s=2 if lingers else None)
    return table_view(known, now, choosing, situation), choosing
