"""Whole deals: the engine alone, and Azi with six seats over the whole protocol, then its audit."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from cli.benchmarks.timing import LAP, MULT, Cost, Meter, measured, spent_s
from cli.bots.simulation import Match, make_world
from cli.games import usual_seats
from p2pcards.engine import Action, AnyGame, AnyView
from p2pcards.games import GAMES
from p2pcards.practice import play_deal
from protocol.audit import audit
from protocol.crypto.identity import SIGNATURE_SIZE
from protocol.crypto.rng import SeededRng, permutation
from protocol.table.world import World
from protocol.wire.codec import decode_line

DEAL_SEATS = 6
SLICE_S = 0.03
"""A long work is measured in slices of about so much, each beside its own units."""


@dataclass(frozen=True, slots=True)
class EngineCost:
    """Deals of one game by the engine alone: in a second of now, and in a thousand laps."""

    deals_per_s: float
    deals_per_1000_laps: float


@dataclass(frozen=True, slots=True)
class DealCost:
    """Azi over the whole protocol; everything but the last two is for one seat and one deal.

    Args:
        cpu: Processor time, bots and all proofs made and checked.
        raw_bytes: Of the log, its entries in binary (MessagePack) with their signatures.
        log_bytes: Of the log as it stands in the file.
        deals: How many deals were played to measure it.
        audit_times: How many times faster one audit is than the match was for all its seats.
    """

    cpu: Cost
    raw_bytes: float
    log_bytes: float
    deals: int
    audit_times: float


def measure_engine(game: AnyGame, seconds: float) -> EngineCost:
    """Deals on one core, with players that do not think: they stay in, and do as their own program
    would when their time is up.
    """
    seats = usual_seats(game)
    options = game.options({"stack": 1_000_000} if "stack" in game.option_names else {})
    order = tuple(range(seats))
    rng = SeededRng(b"p2pcards bench engine")
    cards = game.pack.cards
    decks = [tuple(cards[i] for i in permutation(rng, len(cards))) for _ in range(64)]
    shuffled = itertools.cycle(decks)
    fresh = state = game.new_match(options, seats)

    def play() -> None:
        nonlocal state
        for _ in decks:
            if not game.seats_of_next_deal(state, frozenset(order)):
                state = fresh
            state = play_deal(game, state, shuffled, _trivial(game), order)

    play()  # Tables that are made once are no part of a deal.
    meter, deals = Meter(LAP), 0
    while meter.cost.ms < seconds * 1000:
        meter.measure(play)
        deals += len(decks)
    return EngineCost(1000 * deals / meter.cost.ms, 1000 * deals / meter.cost.units)


def _trivial(game: AnyGame) -> Callable[[AnyView], Action]:
    def choose(view: AnyView) -> Action:
        action = game.default_action(view)
        # Who only folds or passes ends every deal before a card.
        if game.format_action(action) in ("fold", "pass"):
            return game.legal_actions(view)[1]
        return action

    return choose


def measure_deal(deals: int) -> DealCost:
    """Azi with six seats; its stacks are large enough for everybody to stay in."""
    game = GAMES["azi"]
    options = game.options({"stack": 100_000})
    match = Match(game, options, DEAL_SEATS, deals, "normal", "p2pcards bench")
    meter = Meter(MULT)
    world = meter.measure(lambda: make_world(match, lambda *_: None))
    meter.measure(world.start)
    while meter.measure(lambda: _go_on(world)):
        pass
    lines = world.tables[0].referee.lines
    log = b"".join(line + b"\n" for line in lines)
    report, auditing = measured(MULT, lambda: audit(log))
    assert report.ok, report.problem
    played = report.counts.deals * DEAL_SEATS
    raw = sum(len(msgspec.msgpack.encode(decode_line(line)[0].entry)) for line in lines)
    return DealCost(
        cpu=Cost(meter.cost.ms / played, meter.cost.units / played),
        raw_bytes=(raw + SIGNATURE_SIZE * len(lines)) / played,
        log_bytes=len(log) / played,
        deals=report.counts.deals,
        audit_times=meter.cost.units / auditing.units,
    )


def _go_on(world: World) -> bool:
    """Let the tables play for a slice of time; whether anything is left to happen."""
    until = spent_s() + SLICE_S
    while spent_s() < until:
        if not world.step():
            return False
    return True
