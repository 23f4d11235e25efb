"""A table with one liar, in a storm: everything that a seat can do with its own key and its own links.

The liar runs an honest table for itself, and what that wants to send is held back, sent late, sent
to some, or sent in a second version; and from time to time it says something out of nothing: a
leave, a vote, a refusal, an old word again, another version of one.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace

import msgspec

from p2pcards.engine import Cause, Seat
from protocol.audit import Auditor, problem_of
from protocol.crypto.proofs import REAL
from protocol.log.rounds import BadRound
from protocol.report import Problem
from protocol.table.effects import Effect
from protocol.table.notices import DealSettled, Notice, SeatOut
from protocol.wire.codec import SignedEntry, sign_entry
from protocol.wire.entries import AnyEntry, Decision, Leave, Refusal, Result, Vote
from protocol.wire.talk import Catchup, Links, encode_talk
from tests.simulation.faults import Faults, Vices
from tests.simulation.light import LIGHT, handed, light_proofs
from tests.simulation.swarm import (
    DRAW,
    Dice,
    Storm,
    draw_table,
    draw_weather,
    printing,
    storm_of,
)
from tests.simulation.weather import entry_of, log_of

LINGER_STEPS = 500
"""How long the world goes on when all honest seats have come to the end of the match."""

PROGRESS_EVERY = 500
"""Tables."""

LIES_LIMIT = 40
"""A liar that never stops would only be thrown out by its links (SPEC §7.10)."""


def draw_vices(dice: Dice) -> Vices:
    return Vices(
        hold=dice.choice((0.0, 0.02, 0.1, 0.3)),
        delay=dice.choice((0.0, 0.05, 0.3)),
        double=dice.choice((0.0, 0.02, 0.1)),
        word=dice.choice((0.0, 0.005, 0.03)),
    )


class Byzantine(Storm):
    """`Storm` with a liar among the seats."""

    liar: Seat
    vices: Vices
    lies: Dice

    def prepare(self, faults: Faults, dice: Dice) -> None:
        super().prepare(faults, dice)
        assert faults.liar is not None
        self.liar, self.vices = faults.liar, faults.vices
        self.lies = Dice(f"lies {faults.seed}")
        self.honest.discard(self.liar)
        self._held: list[tuple[Seat, bytes]] = []
        self._sent: list[SignedEntry] = []
        self._lie_count = 0
        self._idle = 0

    # --- what the liar does ------------------------------------------------------------------------

    def send(self, sender: Seat, to: Seat, payload: bytes) -> None:
        if sender != self.liar:
            super().send(sender, to, payload)
            return
        signed, dice, vices = entry_of(payload), self.lies, self.vices
        if signed is None or signed.entry.seat != self.liar:
            if dice.random() >= vices.hold / 2:
                super().send(sender, to, payload)
            return
        self._sent.append(signed)
        if dice.random() < vices.hold:
            self._held.append((to, payload))
            return
        if dice.random() < vices.double and self._may_lie():
            other = self._other_version(signed.entry)
            if other is not None:
                self._held.append((to, payload))
                payload = self._sign(other).line
        super().send(sender, to, payload)

    def step(self) -> bool:
        if self.steps < self.faults.steps:
            self._lie()
        if all(self.tables[seat].is_over for seat in self.honest):
            self._idle += 1  # the liar's own table may never come to an end
        return self._idle < LINGER_STEPS and super().step()

    def _do(self, seat: Seat, effects: list[Effect]) -> None:
        try:
            super()._do(seat, effects)
        except Exception:
            if seat != self.liar:
                raise
            self.kill(seat)  # it has lied itself into a corner

    def _lie(self) -> None:
        dice = self.lies
        if self._held and dice.random() < 0.05:
            to, payload = self._held.pop(dice.randrange(len(self._held)))
            if dice.random() < 0.7:
                Storm.send(self, self.liar, to, payload)
        if dice.random() < self.vices.word and self._may_lie():
            line = self._word()
            if line is not None:
                others = [seat for seat in range(len(self.tables)) if seat != self.liar]
                for to in dice.sample(others, dice.randint(1, len(others))):
                    Storm.send(self, self.liar, to, line)

    def _may_lie(self) -> bool:
        self._lie_count += 1
        return self._lie_count <= LIES_LIMIT

    def _sign(self, entry: AnyEntry) -> SignedEntry:
        table = self.tables[self.liar]
        assert table._identity is not None
        return sign_entry(entry, table.referee.table_of(entry.chain), table._identity)

    def _word(self) -> bytes | None:
        """Something out of nothing."""
        dice = self.lies
        known = [signed for signed in self._sent if signed.entry.chain != "open"]
        if not known:
            return None
        near = dice.choice(known[-12:] if dice.random() < 0.7 else known).entry
        where = {
            name: getattr(near, name) for name in ("chain", "deal", "attempt", "round", "head")
        }
        seats = [seat for seat in range(len(self.tables)) if seat != self.liar]
        match dice.randrange(6):
            case 0:
                return self._sign(Leave(seat=self.liar, **where)).line
            case 1:
                absent = tuple(sorted(dice.sample(seats, dice.randint(0, len(seats) - 1))))
                vote = Vote(seat=self.liar, **where, ballot=dice.randint(1, 3), absent=absent)
                return self._sign(vote).line
            case 2:
                return self._sign(Refusal(seat=self.liar, **where)).line
            case 3:
                other = self._other_version(near)
                return None if other is None else self._sign(other).line
            case 4:
                return encode_talk(Catchup(dice.randint(0, 200)))
            case _:
                return encode_talk(
                    Links(tuple(sorted(dice.sample(seats, dice.randint(0, len(seats))))))
                )

    def _other_version(self, entry: AnyEntry) -> AnyEntry | None:
        match entry:
            case Decision() if entry.act not in ("fold", "pass", ""):
                return msgspec.structs.replace(
                    entry, act="fold", cards=(), shares=b"", proof=b"", claim=b""
                )
            case Result() if self.lies.random() < 0.5:
                return msgspec.structs.replace(entry, back=tuple(range(len(self.tables)))[:1])
            case Vote():
                return msgspec.structs.replace(entry, absent=entry.absent[:-1])
            case _:
                pass
        for name in (
            "digest",
            "commitment",
            "table",
            "nonce",
            "proof",
            "entropy",
            "deck",
            "shares",
        ):
            value = getattr(entry, name, b"")
            if value:
                changed = bytes([value[0] ^ 1]) + value[1:]
                return msgspec.structs.replace(entry, **{name: changed})
        return None

    # --- what must hold all the same -----------------------------------------------------------

    def _check_word(self, payload: bytes) -> None:
        signed = entry_of(payload)
        if signed is not None and signed.entry.seat != self.liar:
            super()._check_word(payload)

    def _check_notice(self, seat: Seat, notice: Notice) -> None:
        if isinstance(notice, SeatOut) and notice.cause is Cause.CAUGHT:
            assert notice.seat == self.liar, f"seat {seat}: {notice}"

    def _check_log(self, seat: Seat, table: object) -> None:
        """Which lines stand for good is compared at the end: a seat may be voted out for a while."""

    def check(self) -> None:
        refusals = self.refusals
        self.refusals = [each for each in refusals if self.liar not in (each[0], each[1].seat)]
        super().check()


@dataclass(frozen=True, slots=True)
class Told:
    """What one log shows to the audit."""

    seat: Seat
    results: dict[int, tuple[int, ...]]
    outs: dict[int, frozenset[Seat]]
    caught: frozenset[Seat]
    problem: Problem | None


def told_by(seat: Seat, log: bytes) -> Told:
    results: dict[int, tuple[int, ...]] = {}
    problem = None
    auditor = Auditor(log, proofs=handed())
    try:
        for notices in auditor.to_end():
            for notice in notices:
                if isinstance(notice, DealSettled):
                    results[notice.deal] = notice.standings
    except BadRound as error:
        problem = problem_of(error)
    outs: dict[int, frozenset[Seat]] = {}
    for out in auditor.report.outs:
        outs[out.deal] = outs.get(out.deal, frozenset()) | {out.seat}
    caught = frozenset(out.seat for out in auditor.report.outs if out.cause is Cause.CAUGHT)
    return Told(seat, results, outs, caught, problem)


def draw_byzantine(seed: int, game: str, most_deals: int) -> tuple[Faults, Dice]:
    """What goes wrong at the table of this seed, and the dice for what goes wrong when."""
    dice = Dice(f"byzantine {seed}")
    faults = draw_table(game, seed, dice, most_deals, range(3, 7))
    faults = replace(faults, liar=dice.randrange(faults.seats), vices=draw_vices(dice))
    faults = replace(draw_weather(faults, dice), kills=0)
    if dice.random() < 0.3:
        faults = replace(
            faults,
            returns=True,
            crash_chance=dice.choice((0.002, 0.005, 0.02)),
            return_chance=dice.choice((0.02, 0.2)),
        )
    return faults, dice


def run_byzantine(seed: int, game_name: str = "azi", most_deals: int = 3) -> Byzantine:
    """One table with a liar, from one seed; checked while it runs and at its end."""
    faults, dice = draw_byzantine(seed, game_name, most_deals)
    with printing(faults):
        world = storm_of(faults, dice, Byzantine)
        world.run()
        check_byzantine(world)
    return world


def check_byzantine(world: Byzantine) -> None:
    """No two results, nobody honest caught, one verdict, no hang."""
    honest = sorted(world.honest)
    told = [told_by(seat, log_of(world.tables[seat])) for seat in honest]
    if any(world.tables[seat].referee.setting is None for seat in honest):
        # The liar has spoilt the opening, or kept silent in it: there is no table, for anybody.
        assert not any(each.results for each in told), told
        assert all(each.problem is not None and _is_liars(world, each.problem) for each in told), (
            told
        )
        return
    for each in told:
        assert each.caught <= {world.liar}, each
        assert each.problem is None or each.problem.is_cut, each
    for one in told:
        for other in told:
            for deal in one.results.keys() & other.results.keys():
                out = any(
                    one.seat in other.outs.get(d, ()) or other.seat in one.outs.get(d, ())
                    for d in range(1, deal + 1)
                )
                same = one.results[deal] == other.results[deal]
                assert same or out, f"deal {deal}: {one} {other}"
    if world._is_stuck_for_good():
        return
    assert all(world.tables[seat].is_over for seat in honest), world.where()


def _is_liars(world: Byzantine, problem: Problem) -> bool:
    return problem.is_cut or problem.seat == world.liar


def main() -> None:
    """`python -m tests.simulation.byzantine FIRST COUNT [--real]`: tables by seed, what breaks is printed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--real", action="store_true", help="with real proofs")
    parser.add_argument("--game", choices=sorted(DRAW))
    args = parser.parse_args()
    failed: list[str] = []
    for seed in range(args.first, args.first + args.count):
        if (done := seed - args.first) and done % PROGRESS_EVERY == 0:
            print(f"{done} tables, {len(failed)} broken", file=sys.stderr, flush=True)
        game = args.game or sorted(DRAW)[seed % len(DRAW)]
        with light_proofs(REAL if args.real else LIGHT):
            try:
                run_byzantine(seed, game)
            except Exception as error:
                failed.append(f"{seed} {game}")
                notes = "; ".join(getattr(error, "__notes__", ()))
                print(f"{seed} {game}: {type(error).__name__}: {str(error)[:300]}", flush=True)
                print(f"  {notes}", flush=True)
                if args.count == 1:
                    raise
    print(f"{args.count} tables from seed {args.first}, {len(failed)} broken: {failed}", flush=True)


if __name__ == "__main__":
    main()
