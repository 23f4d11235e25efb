"""What a seat can do wrong in `simulate --fault SEAT:PHASE:KIND`, and how each such entry is made.

The one rule: a kind that is a code of SPEC §8.1 makes an entry that is refused with just that code,
so that whoever writes a verifier can see it find what it should.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import msgspec

from cli.bots.scribe import Fault, Instead, Scribe, leave_at, left, tag_of, two_versions
from cli.errors import CommandError, ExitCode
from p2pcards.engine import Acted, IllegalAction, Seat
from protocol.crypto.group import Q
from protocol.log.rounds import Round, Spoke
from protocol.table.judge.play import Play
from protocol.table.judge.states import Playing
from protocol.table.rooms import speaking
from protocol.wire.entries import AnyEntry, Decision, Proposal, Refusal, Result
from protocol.wire.quoting import quoted

SILENT: Final = "silent"
LEFT: Final = "left"
TWO_VERSIONS: Final = "two_versions"
GONE: Final = "gone"
ILLEGAL: Final = "action_refused"
RENEGE: Final = "renege"

LOW_ORDER = bytes(32)
"""A point of order 4: on the curve, and outside the group."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """A seat's honest entry in a round that is due."""

    scribe: Scribe
    round: Round
    entry: AnyEntry

    @property
    def seat(self) -> Seat:
        return self.entry.seat

    @property
    def play(self) -> Play:
        state = self.scribe.referee.state
        assert isinstance(state, Playing)
        return state.play

    def leave_of(self, seat: Seat) -> bytes:
        return leave_at(self.scribe, self.round, seat).line

    def others(self) -> list[Seat]:
        """Seats of the deal that are not asked in this round."""
        return [seat for seat in self.play.live if seat not in self.round.speakers]


Forger: TypeAlias = Callable[[Occasion], AnyEntry | None]
"""The wrong entry; None if this is no occasion for it."""


def _changed(entry: AnyEntry, **fields: Any) -> AnyEntry:
    return msgspec.structs.replace(entry, **fields)


def _bytes_of(field: str, change: Callable[[bytes], bytes]) -> Forger:
    """A forger that changes a field of bytes, where it is not empty."""

    def forge(at: Occasion) -> AnyEntry | None:
        value = getattr(at.entry, field)
        return _changed(at.entry, **{field: change(value)}) if value else None

    return forge


def _flipped(data: bytes) -> bytes:
    """The lowest bit of the last number changed: it stays a number below q."""
    at = len(data) - 32
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def _cut(data: bytes) -> bytes:
    return data[:-1]


def _last_zero(data: bytes) -> bytes:
    return data[:-32] + bytes(32)


def _last_too_large(data: bytes) -> bytes:
    number = int.from_bytes(data[-32:], "little") + Q
    return data[:-32] + number.to_bytes(32, "little")


def _first_low(data: bytes) -> bytes:
    return LOW_ORDER + data[32:]


def _proofs(field: str, wrong: str) -> dict[str, Forger]:
    """What can be wrong with a proof that ends with a scalar."""
    return {
        wrong: _bytes_of(field, _flipped),
        "proof_length": _bytes_of(field, _cut),
        "scalar_not_reduced": _bytes_of(field, _last_too_large),
        "zero_scalar": _bytes_of(field, _last_zero),
    }


def _another_name(at: Occasion) -> AnyEntry | None:
    cards = getattr(at.entry, "cards", ())
    if not cards:
        return None
    pack = at.play.setting.game.pack
    names = [pack.text(card) for card in pack.cards]
    other = names[(names.index(cards[0]) + 1) % len(names)]
    return _changed(at.entry, cards=(other, *cards[1:]))


def _one_name_more(at: Occasion) -> AnyEntry | None:
    cards = getattr(at.entry, "cards", ())
    return _changed(at.entry, cards=(*cards, cards[0])) if cards else None


# --- actions -------------------------------------------------------------------------------------

ILLEGAL_TEXTS: Final[Mapping[str, tuple[str, ...]]] = {
    "azi": ("stay-out", "fold"),
    "hazari": ("declare 0 1 2 | 3 4 5 | 6 7 8 | 9 10 11 12",),
    "lukfu": ("pass", "discard 1"),
}
"""Texts that are actions of the game; one of them is always illegal where another action is due."""


def _bare(at: Occasion, text: str) -> AnyEntry:
    return _changed(at.entry, act=text, cards=(), shares=b"", proof=b"", claim=b"")


def _illegal(at: Occasion) -> AnyEntry | None:
    game = at.play.setting.game
    for text in ILLEGAL_TEXTS[game.name]:
        try:
            game.apply(at.play.game_state, Acted(at.seat, game.parse_action(text), ()))
        except IllegalAction:
            return _bare(at, text)
    return None


def _no_action(at: Occasion) -> AnyEntry | None:
    assert isinstance(at.entry, Decision)
    return _bare(at, at.entry.act + " please")


def _claim_too_many(at: Occasion) -> AnyEntry | None:
    return None if getattr(at.entry, "claim", b"") else _changed(at.entry, claim=bytes(80))


def _shares_too_many(at: Occasion) -> AnyEntry | None:
    return None if getattr(at.entry, "cards", ()) else _changed(at.entry, shares=bytes(32))


def _renege(at: Occasion) -> AnyEntry | None:
    """What only the closing check finds: groups out of order, or a trick that could have been beaten."""
    assert isinstance(at.entry, Decision)
    verb, _, slots = at.entry.act.partition(" ")
    if verb == "declare" and " | " in slots:
        first, second, third, last = slots.split(" | ")
        return _bare(at, f"declare {third} | {second} | {first} | {last}")
    if verb == "beat":
        return _bare(at, f"discard {slots}")
    return None


# --- leaves handed on ----------------------------------------------------------------------------


def _handed(*lines: bytes, at: Occasion, act: str = "") -> AnyEntry:
    return _changed(_bare(at, act), gone=tuple(line.decode() for line in lines))


def _beside_leaves(at: Occasion) -> AnyEntry | None:
    assert isinstance(at.entry, Decision)
    if not at.others():
        return None
    return _changed(at.entry, gone=(at.leave_of(at.others()[0]).decode(),))


def _no_leave(at: Occasion) -> AnyEntry | None:
    return _handed(b"{}", at=at)


def _leave_too_late(at: Occasion) -> AnyEntry | None:
    if not at.others():
        return None
    leave = speaking.speak_leave(at.round, at.others()[0], at.round.place.number + 1)
    return _handed(at.scribe.sign(leave).line, at=at)


def _own_leave(at: Occasion) -> AnyEntry | None:
    return _handed(at.leave_of(at.seat), at=at)


def _leaves_out_of_order(at: Occasion) -> AnyEntry | None:
    if not at.others():
        return None
    line = at.leave_of(at.others()[0])
    return _handed(line, line, at=at)


# --- results -------------------------------------------------------------------------------------


def _other_standings(at: Occasion) -> AnyEntry | None:
    assert isinstance(at.entry, Result)
    first, *rest = at.entry.standings
    return _changed(at.entry, standings=(first + 1, *rest))


def _never_away(at: Occasion) -> AnyEntry | None:
    return _changed(at.entry, back=(at.seat,))


def _back_twice(at: Occasion) -> AnyEntry | None:
    away = sorted(at.play.away)
    return _changed(at.entry, back=(away[0], away[0])) if away else None


FORGERIES: Final[Mapping[str, Mapping[str, Forger]]] = {
    "nonce-commit": {},
    "nonce-open": {"nonce_not_committed": _bytes_of("nonce", _flipped)},
    "agree": {"another_table": _bytes_of("table", _flipped)},
    "commit": {},
    "key": {
        "not_a_point": _bytes_of("public", _first_low),
        "key_not_committed": _bytes_of("nonce", _flipped),
        **_proofs("proof", "key_proof"),
    },
    "deck": {
        "deck_length": _bytes_of("deck", _cut),
        "not_a_point": _bytes_of("deck", _first_low),
    },
    "proof": {
        "not_a_point": _bytes_of("proof", _first_low),
        **_proofs("proof", "shuffle_proof"),
    },
    "accept": {"another_deck": _bytes_of("digest", _flipped)},
    "stake": {},
    "coin": {"coin_not_committed": _bytes_of("entropy", _flipped)},
    "shares": {
        "number_of_points": _bytes_of("shares", lambda data: data[:-32]),
        "not_a_point": _bytes_of("shares", _first_low),
        **_proofs("proof", "shares_proof"),
    },
    "act": {
        "not_an_action": _no_action,
        ILLEGAL: _illegal,
        RENEGE: _renege,
        "another_card": _another_name,
        "number_of_cards": _one_name_more,
        "shares_not_due": _shares_too_many,
        "claim_not_due": _claim_too_many,
        "suits_proof": _bytes_of("claim", _flipped),
        "action_beside_leaves": _beside_leaves,
        "not_a_leave": _no_leave,
        "leave_not_in_time": _leave_too_late,
        "leave_not_due": _own_leave,
        "leaves_out_of_seat_order": _leaves_out_of_order,
        **_proofs("proof", "shares_proof"),
    },
    "show": {
        "another_card": _another_name,
        "number_of_cards": _one_name_more,
        **_proofs("proof", "shares_proof"),
    },
    "result": {
        "another_result": _other_standings,
        "back_not_away": _never_away,
        "back_not_in_order": _back_twice,
    },
    "here": {},
}
"""By phase, which is the kind of the entry that is due; each forger by the code that it leads to."""

AHEAD: Final = "ahead."
"""Before a phase of a preparation: of the deck that is made ahead, while a deal is played."""


def kinds_of(phase: str) -> tuple[str, ...]:
    """All kinds of fault in a phase of `PHASES`."""
    forged = FORGERIES[phase.removeprefix(AHEAD)]
    if phase in ("nonce-commit", "nonce-open", "agree"):
        return (SILENT, TWO_VERSIONS, *forged) if phase == "nonce-commit" else (SILENT, *forged)
    handed_on = (GONE,) if phase == "act" else ()
    return (SILENT, LEFT, TWO_VERSIONS, *handed_on, *forged)


PHASES_AHEAD: Final = tuple(AHEAD + phase for phase in ("commit", "key", "deck", "proof", "accept"))
PHASES: Final = (*FORGERIES, *PHASES_AHEAD)


@dataclass(frozen=True, slots=True)
class Planned(Fault):
    """A fault as it is asked for.

    Args:
        seat: Who commits it.
        phase: The kind of the seat's entry at which it does: of `PHASES`.
        kind: What it does: of `kinds_of(phase)`.
    """

    seat: Seat
    phase: str
    kind: str

    def __str__(self) -> str:
        return f"{self.seat}:{self.phase}:{self.kind}"

    def instead(self, scribe: Scribe, round: Round, entry: AnyEntry) -> Instead | None:
        chain = AHEAD if round.place.chain == "ahead" else ""
        if chain + tag_of(entry) != self.phase:
            return None
        match self.kind:
            case kind if kind == SILENT:
                return Instead(None)
            case kind if kind == LEFT:
                return left(scribe, round, self.seat)
            case kind if kind == TWO_VERSIONS:
                return two_versions(scribe, round, entry, _second(entry))
            case kind if kind == GONE:
                return _handing_on(Occasion(scribe, round, entry))
            case _:
                forge = FORGERIES[self.phase.removeprefix(AHEAD)][self.kind]
                forged = forge(Occasion(scribe, round, entry))
                return None if forged is None else Instead(Spoke(scribe.sign(forged)))


def _second(entry: AnyEntry) -> AnyEntry:
    """Another entry for the same place, after the same head."""
    for field in ("commitment", "nonce", "deck", "proof", "digest", "entropy"):
        value = getattr(entry, field, b"")
        if value:
            return _changed(entry, **{field: _flipped(value)})
    if isinstance(entry, Decision):
        return _changed(entry, act=entry.act + " please")
    assert not isinstance(entry, Proposal)
    where = {name: getattr(entry, name) for name in Refusal.__struct_fields__}
    return Refusal(**where)


def _handing_on(at: Occasion) -> Instead | None:
    """Not a fault of this seat: it hands on, as it must, the leave of the first that is not asked."""
    others = at.others()
    if not others:
        return None
    return Instead(Spoke(at.scribe.sign(_handed(at.leave_of(others[0]), at=at))))


def read_fault(text: str, seats: int) -> Planned:
    """A fault as it is written on the command line.

    Raises:
        CommandError: It is none; says what can stand there.
    """
    parts = text.split(":")
    if len(parts) != 3:
        raise CommandError(
            f"{quoted(text)} is no fault. Write SEAT:PHASE:KIND, such as 1:act:silent.",
            ExitCode.USAGE,
        )
    number, phase, kind = parts
    if number not in map(str, range(seats)):
        raise CommandError(
            f"{quoted(number)} is no seat of this table: 0 to {seats - 1}.", ExitCode.USAGE
        )
    if phase not in PHASES:
        raise CommandError(
            f"{quoted(phase)} is no phase. There are: {', '.join(PHASES)}.", ExitCode.USAGE
        )
    if kind not in kinds_of(phase):
        can_be = ", ".join(kinds_of(phase))
        raise CommandError(
            f"{quoted(kind)} cannot happen at {phase}. What can: {can_be}.", ExitCode.USAGE
        )
    return Planned(int(number), phase, kind)
