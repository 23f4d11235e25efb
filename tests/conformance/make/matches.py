"""The logs that are written by the scribe: good ones of every game and option, and faults of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from cli.bots.forgeries import GONE, LEFT, PHASES, RENEGE, SILENT, TWO_VERSIONS, Planned, kinds_of
from cli.bots.scribe import Scribe
from cli.bots.simulation import Match
from p2pcards.engine import Seat
from p2pcards.games import GAMES
from protocol.log.rounds import Round
from protocol.wire.entries import AnyEntry, Result
from tests.conformance.make.pieces import Case

Faults = tuple[tuple[int, str, str], ...]


@cache
def scribe_of(
    game: str, seats: int, deals: int, seed: str, faults: Faults = (), **options: Any
) -> tuple[Scribe, bytes]:
    """The scribe of a match, its log written."""
    rules = GAMES[game]
    match = Match(rules, rules.options(options), seats, deals, "easy", seed)
    scribe = Scribe(match, [Planned(*fault) for fault in faults])
    data = b"".join(line + b"\n" for line in scribe.write())
    assert not scribe.open_faults, f"no occasion: {scribe.open_faults}"
    return scribe, data


def log_of(
    game: str, seats: int, deals: int, seed: str, faults: Faults = (), **options: Any
) -> bytes:
    return scribe_of(game, seats, deals, seed, faults, **options)[1]


GOOD: tuple[tuple[str, str, tuple[str, int, int, str], dict[str, Any]], ...] = (
    ("azi-2", "one deal of two, the smallest whole log", ("azi", 2, 1, "2"), {}),
    ("azi-2-two", "two deals of two, the second deck made ahead", ("azi", 2, 2, "2"), {}),
    ("azi-3", "two deals of three", ("azi", 3, 2, "0"), {}),
    ("azi-4-buy-in", "an azi, a seat buys in, a re-deal", ("azi", 4, 1, "4"), {}),
    ("azi-4-stay-out", "an azi, a seat stays out, a re-deal", ("azi", 4, 1, "10"), {}),
    ("azi-5", "one deal of five", ("azi", 5, 1, "0"), {}),
    ("azi-6", "one deal of six", ("azi", 6, 1, "0"), {}),
    (
        "azi-3-blind-open",
        "a blind bet; the payout by fractions",
        ("azi", 3, 1, "2"),
        {"blind": "open", "payout": "fraction"},
    ),
    ("azi-3-blind-chain", "blind bets that may be doubled", ("azi", 3, 1, "0"), {"blind": "chain"}),
    ("azi-3-cards-4", "four cards, one is discarded", ("azi", 3, 1, "2"), {"cards": 4}),
    (
        "azi-2-stakes",
        "other chips; the match ends when one has too few",
        ("azi", 2, 5, "1"),
        {"ante": 5, "min_bid": 5, "max_bid": 20, "stack": 10},
    ),
    ("hazari-4", "one deal", ("hazari", 4, 1, "1"), {}),
    (
        "hazari-4-target",
        "the match is won by the first deal",
        ("hazari", 4, 5, "2"),
        {"target": 100},
    ),
    ("lukfu-3", "one deal, somebody declares", ("lukfu", 3, 1, "2"), {}),
    (
        "lukfu-3-options",
        "every option other than by default",
        ("lukfu", 3, 9, "2"),
        {
            "ones_set_beats_2_to_8": "true",
            "passed_master_limit": "opening_lead_only",
            "own_discards_count_as_seen": "true",
            "match_deals": 1,
        },
    ),
    ("lukfu-3-passes", "three passes, and so new decks within the deal", ("lukfu", 3, 1, "3"), {}),
)
"""Name, what it is, match, options."""

SEVERAL: tuple[tuple[str, str, tuple[str, int, int, str], Faults], ...] = (
    (
        "proof-wrong-and-silent",
        "a wrong shuffle proof beside a silent seat",
        ("azi", 3, 1, "0"),
        ((1, "proof", "shuffle_proof"), (2, "proof", SILENT)),
    ),
    (
        "proofs-wrong-and-left",
        "two wrong shuffle proofs beside a seat that leaves",
        ("azi", 3, 1, "0"),
        ((0, "proof", "proof_length"), (1, "proof", "shuffle_proof"), (2, "proof", LEFT)),
    ),
    (
        "keys-wrong",
        "two wrong keys",
        ("azi", 3, 1, "0"),
        ((1, "key", "key_proof"), (2, "key", "not_a_point")),
    ),
    (
        "coin-wrong-and-silent",
        "a wrong coin beside a silent seat",
        ("azi", 4, 1, "0"),
        ((0, "coin", "coin_not_committed"), (3, "coin", SILENT)),
    ),
    (
        "shares-wrong-and-silent",
        "wrong shares beside a silent seat",
        ("azi", 3, 1, "0"),
        ((0, "shares", "shares_proof"), (1, "shares", SILENT)),
    ),
    (
        "shares-all-wrong",
        "all four of Hazari are caught in the opening: nobody is left to sign the result",
        ("hazari", 4, 1, "1"),
        tuple((seat, "shares", "shares_proof") for seat in range(4)),
    ),
    (
        "arranging-three-fail",
        "silent, left and an illegal action in one round",
        ("hazari", 4, 1, "1"),
        ((1, "act", SILENT), (2, "act", LEFT), (3, "act", "not_an_action")),
    ),
    (
        "result-silent-and-wrong",
        "a result withheld, another wrong: the right one stands",
        ("azi", 3, 1, "0"),
        ((1, "result", SILENT), (2, "result", "another_result")),
    ),
    (
        "two-of-three-silent",
        "two of three are silent: the third may not decide, the log breaks off",
        ("azi", 3, 1, "0"),
        ((1, "key", SILENT), (2, "key", SILENT)),
    ),
    (
        "two-of-four-silent",
        "two of four are silent in Hazari: the others are no majority",
        ("hazari", 4, 1, "1"),
        ((1, "act", SILENT), (2, "act", SILENT)),
    ),
    (
        "silent-in-three-deals",
        "silent in three deals running, and so left",
        ("azi", 3, 6, "0"),
        ((2, "shares", SILENT), (2, "shares", SILENT), (2, "shares", SILENT)),
    ),
    (
        "silent-and-back",
        "silent in one deal, named in `back` by the next result, dealt in again",
        ("azi", 3, 3, "0"),
        ((1, "act", SILENT),),
    ),
    (
        "convicted-twice",
        "two seats sign two versions, one in the preparation, one in the deal",
        ("azi", 4, 1, "0"),
        ((1, "deck", TWO_VERSIONS), (2, "shares", TWO_VERSIONS)),
    ),
    (
        "result-twice-and-silent",
        "two results of one seat beside the silence of another",
        ("azi", 4, 1, "0"),
        ((1, "result", TWO_VERSIONS), (3, "result", SILENT)),
    ),
    (
        "waited-for-and-back",
        "a seat of Luk Fu is silent in the preparation, waited for, and there again",
        ("lukfu", 3, 1, "2"),
        ((1, "commit", SILENT),),
    ),
    (
        "waited-for-after-a-deck-ahead",
        "the table waits for a seat that was silent, and the deck made ahead with it is forgotten",
        ("lukfu", 3, 2, "2"),
        ((1, "show", SILENT),),
    ),
)

AZI_3, HAZARI_4 = ("azi", 3, 2, "0"), ("hazari", 4, 2, "1")
PAUSES: tuple[
    tuple[str, str, tuple[str, int, int, str], tuple[int, ...], frozenset[int], Faults], ...
] = (
    ("pause-azi-3", "a pause after the first deal", AZI_3, (0, 1, 2), frozenset({1}), ()),
    (
        "pause-hazari-4",
        "a pause in Hazari",
        HAZARI_4,
        (0, 1, 2, 3),
        frozenset({1}),
        (),
    ),
    ("pause-not-of-all", "two of three agree: no pause", AZI_3, (0, 2), frozenset({1}), ()),
    (
        "pause-after-the-last-deal",
        "all agree to a pause after the last deal: the match is over",
        AZI_3,
        (0, 1, 2),
        frozenset({2}),
        (),
    ),
    (
        "pause-stays-away",
        "one of three does not come back from a pause",
        AZI_3,
        (0, 1, 2),
        frozenset({1}),
        ((1, "here", SILENT),),
    ),
    (
        "pause-leaves",
        "one of three leaves in a pause",
        AZI_3,
        (0, 1, 2),
        frozenset({1}),
        ((1, "here", LEFT),),
    ),
    (
        "pause-two-versions",
        "two results of one seat: the others pause",
        AZI_3,
        (0, 1, 2),
        frozenset({1}),
        ((1, "result", TWO_VERSIONS),),
    ),
    (
        "pause-silent-in-the-result",
        "one of four is silent in the result: the others pause",
        ("azi", 4, 2, "0"),
        (0, 1, 2, 3),
        frozenset({1}),
        ((1, "result", SILENT),),
    ),
    (
        "pause-missing-from-hazari",
        "one of four does not come back from a pause of Hazari, and is waited for after it",
        HAZARI_4,
        (0, 1, 2, 3),
        frozenset({1}),
        ((1, "here", SILENT),),
    ),
)
"""Name, what it is, match, who agrees to a pause, after which deals, what goes wrong."""


class Pausing(Scribe):
    """Some agree to a pause at the end of some deals."""

    agreeing: tuple[int, ...] = ()
    deals: frozenset[int] = frozenset()

    def honest(self, round: Round, seat: Seat) -> AnyEntry:
        entry = super().honest(round, seat)
        if isinstance(entry, Result) and seat in self.agreeing and entry.deal in self.deals:
            fields = {name: getattr(entry, name) for name in entry.__struct_fields__}
            return Result(**{**fields, "pause": True})
        return entry


LEADS_TO = {
    SILENT: ("absent_by_all", "absent_by_one", "cut_before_result"),
    LEFT: ("left",),
    GONE: ("left",),
    TWO_VERSIONS: ("two_versions",),
}
"""The codes of the kinds that are none themselves; a code leads to itself."""

OTHER_TABLES: dict[str, tuple[str, int, int, str, Faults]] = {
    "show": ("lukfu", 3, 1, "2", ()),
    "here": ("lukfu", 3, 1, "2", ((1, "commit", SILENT),)),
}
"""Where a phase is that a deal of Azi for two has not, or a kind for which it has no occasion."""


def table_for(phase: str, kind: str) -> tuple[str, int, int, str, Faults]:
    """A small match in which seat 1 comes to this phase, and what must go wrong before."""
    if kind == RENEGE:
        return ("lukfu", 3, 1, "2", ())
    if kind == "back_not_in_order":
        return ("azi", 3, 2, "0", ((2, "act", SILENT),))
    if phase.startswith("ahead."):
        return ("azi", 2, 2, "2", ())
    return OTHER_TABLES.get(phase, ("azi", 2, 1, "2", ()))


def _base(game: str, seats: int, deals: int, seed: str) -> str:
    """The good log of the same match, whose beginning a log with faults shares; or none."""
    return next(
        (
            name
            for name, _, match, options in GOOD
            if match == (game, seats, deals, seed) and not options
        ),
        "",
    )


def good() -> Iterator[Case]:
    for name, about, match, options in GOOD:
        yield Case(name, about, log_of(*match, **options), rounds=True)


def single_faults() -> Iterator[Case]:
    """Seat 1 fails, in every phase and in every way."""
    for phase in PHASES:
        for kind in kinds_of(phase):
            game, seats, deals, seed, before = table_for(phase, kind)
            data = log_of(game, seats, deals, seed, (*before, (1, phase, kind)))
            yield Case(
                f"fault-{phase.replace('.', '-')}-{kind.replace('_', '-')}",
                f"{game}, {seats} seats: seat 1 at `{phase}`: {kind}",
                data,
                _base(game, seats, deals, seed),
                kind,
            )
    for phase, kind in (
        ("show", SILENT),
        ("show", "another_card"),
        ("act", RENEGE),
        ("act", "action_refused"),
    ):
        data = log_of("hazari", 4, 1, "1", ((1, phase, kind),))
        name = f"fault-hazari-{phase}-{kind.replace('_', '-')}"
        yield Case(name, f"hazari, 4 seats: seat 1 at `{phase}`: {kind}", data, "hazari-4", kind)


def pauses() -> Iterator[Case]:
    for name, about, (game, seats, deals, seed), agreeing, after, faults in PAUSES:
        rules = GAMES[game]
        match = Match(rules, rules.options({}), seats, deals, "easy", seed)
        scribe = Pausing(match, [Planned(*fault) for fault in faults])
        scribe.agreeing, scribe.deals = agreeing, after
        data = b"".join(line + b"\n" for line in scribe.write())
        assert not scribe.open_faults, f"no occasion: {scribe.open_faults}"
        expect = faults[0][2] if faults else ""
        of = "pause-hazari-4" if game == "hazari" and faults else _base(game, seats, deals, seed)
        yield Case(name, about, data, of, expect, rounds=not faults)


def several_faults() -> Iterator[Case]:
    for name, about, match, faults in SEVERAL:
        yield Case(f"faults-{name}", about, log_of(*match, faults), _base(*match), faults[0][2])
