"""A deck in the making, round by round: what ends it, and who is named (SPEC §6.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from p2pcards.engine import Cause
from p2pcards.games import GAMES
from protocol.crypto import shuffle_proof
from protocol.crypto.group import G
from protocol.crypto.identity import Identity
from protocol.crypto.keys import SeatKey
from protocol.crypto.rng import SeededRng
from protocol.faults import Code, Reason
from protocol.log.rounds import Absent, ClosedRound, Contribution, Left, Spoke, equivocation
from protocol.table.judge import preparation
from protocol.table.judge.preparation import Failed, Outcome, Preparation, ReadyDeck
from protocol.table.judge.setting import Setting
from protocol.table.memory.notes import encode_secrets, read_notes
from protocol.table.memory.secrets import DeckSecrets, draw_secrets
from protocol.table.rooms import speaking
from protocol.wire.codec import SignedEntry, sign_entry
from protocol.wire.entries import AnyEntry

AZI = GAMES["azi"]
SEATS = (0, 1)
IDENTITIES = [Identity.from_seed(bytes([90 + seat]) * 32) for seat in SEATS]
SETTING = Setting(
    table=b"T" * 32,
    game=AZI,
    options=AZI.options({}),
    names=("Ann", "Bek"),
    keys=tuple(identity.public for identity in IDENTITIES),
    deadline_ms=0,
    deals=1,
    head=b"h" * 32,
)
RNG = SeededRng(b"preparation")


def check(links: Sequence[preparation.Link]) -> Mapping[int, Reason]:
    return shuffle_proof.refused_shuffles(links, RNG)


def sign(entry: AnyEntry) -> SignedEntry:
    return sign_entry(entry, SETTING.table, IDENTITIES[entry.seat])


class Attempt:
    """An attempt among two seats with given secrets."""

    def __init__(self, *secrets: DeckSecrets) -> None:
        self.secrets = secrets or tuple(draw_secrets(RNG) for _ in SEATS)
        self.state: Outcome = preparation.begin(SETTING, 1, "prepare", 0, SEATS, SETTING.head)

    @property
    def due(self) -> Preparation:
        assert isinstance(self.state, Preparation)
        return self.state

    def honest(self, seat: int) -> SignedEntry:
        entry = speaking.speak_in_preparation(self.due, seat, self.secrets[seat], RNG)
        return sign(entry)

    def close(self, instead: dict[int, Contribution] | None = None) -> Outcome:
        given = dict(instead or {})
        for seat in self.due.round.speakers:
            if seat not in given:
                given[seat] = Spoke(self.honest(seat))
        closed = ClosedRound(self.due.round, given)
        self.state = preparation.close(self.due, closed, check)
        return self.state

    def go_on(self, rounds: int) -> Attempt:
        for _ in range(rounds):
            self.close()
        return self


COMMIT, KEY, FIRST_DECK, SECOND_DECK, PROOF, ACCEPT = range(6)


def failed(outcome: Outcome) -> list[tuple[int, Cause, Code]]:
    assert isinstance(outcome, Failed)
    return [(fault.seat, fault.cause, fault.reason.code) for fault in outcome.faults]


def test_when_all_do_as_they_should_the_deck_is_ready() -> None:
    outcome = Attempt().go_on(6).state
    assert isinstance(outcome, ReadyDeck)
    assert len(outcome.cards) == len(AZI.pack.cards)


@pytest.mark.parametrize("step", range(6))
@pytest.mark.parametrize("fate", ["absent", "left", "equivocated"])
def test_whoever_fails_any_round_ends_the_attempt_and_is_named(step: int, fate: str) -> None:
    attempt = Attempt().go_on(step)
    seat = attempt.due.round.speakers[-1]
    entry = attempt.honest(seat)
    field = msgspec.structs.fields(type(entry.entry))[-1].name
    value = getattr(entry.entry, field)
    other = sign(msgspec.structs.replace(entry.entry, **{field: value[:-1] + b"!"}))
    contribution: dict[str, Contribution] = {
        "absent": Absent(),
        "left": Left(entry),
        "equivocated": equivocation(entry, other),
    }
    cause = {"absent": Cause.SILENT, "left": Cause.LEFT, "equivocated": Cause.CAUGHT}[fate]
    faults = failed(attempt.close({seat: contribution[fate]}))
    assert [(each[0], each[1]) for each in faults] == [(seat, cause)]


@pytest.mark.parametrize(
    ("step", "field", "change", "reason"),
    [
        (KEY, "public", lambda old: bytes(32), Code.KEY_REFUSED),
        (KEY, "public", lambda old: bytes([1]) + bytes(31), Code.KEY_REFUSED),
        (KEY, "coin", lambda old: bytes(32), Code.KEY_REFUSED),
        (KEY, "nonce", lambda old: bytes(32), Code.KEY_REFUSED),
        (KEY, "proof", lambda old: old[:-1], Code.KEY_REFUSED),
        (KEY, "proof", lambda old: b"", Code.KEY_REFUSED),
        (SECOND_DECK, "deck", lambda old: b"", Code.DECK_REFUSED),
        (SECOND_DECK, "deck", lambda old: old + old[:64], Code.DECK_REFUSED),
        (SECOND_DECK, "deck", lambda old: old[:32] + bytes(32) + old[64:], Code.DECK_REFUSED),
        (PROOF, "proof", lambda old: b"", Code.SHUFFLE_REFUSED),
        (PROOF, "proof", lambda old: old[:-1], Code.SHUFFLE_REFUSED),
        (PROOF, "proof", lambda old: old[:-1] + bytes([old[-1] ^ 1]), Code.SHUFFLE_REFUSED),
        (ACCEPT, "digest", lambda old: bytes(32), Code.ANOTHER_DECK),
    ],
)
def test_a_wrong_entry_ends_the_attempt_and_names_its_author(
    step: int, field: str, change: Any, reason: Code
) -> None:
    attempt = Attempt().go_on(step)
    entry = attempt.honest(1).entry
    wrong = sign(msgspec.structs.replace(entry, **{field: change(getattr(entry, field))}))
    ((seat, cause, why),) = failed(attempt.close({1: Spoke(wrong)}))
    assert (seat, cause) == (1, Cause.CAUGHT)
    assert why is reason


@pytest.mark.parametrize(("step", "field"), [(KEY, "proof"), (PROOF, "proof"), (ACCEPT, "digest")])
def test_of_several_that_are_wrong_in_one_round_all_are_named(step: int, field: str) -> None:
    attempt = Attempt().go_on(step)
    wrong: dict[int, Contribution] = {}
    for seat in SEATS:
        entry = attempt.honest(seat).entry
        wrong[seat] = Spoke(sign(msgspec.structs.replace(entry, **{field: bytes(32)})))
    assert [seat for seat, _, _ in failed(attempt.close(wrong))] == [0, 1]


@pytest.mark.parametrize(
    ("step", "field", "code"),
    [
        (KEY, "proof", Code.KEY_REFUSED),
        (PROOF, "proof", Code.SHUFFLE_REFUSED),
        (ACCEPT, "digest", Code.ANOTHER_DECK),
    ],
)
@pytest.mark.parametrize("silent", SEATS)
def test_who_is_wrong_beside_a_silent_seat_is_named_all_the_same(
    step: int, field: str, code: Code, silent: int
) -> None:
    attempt = Attempt().go_on(step)
    entry = attempt.honest(1 - silent).entry
    wrong = Spoke(sign(msgspec.structs.replace(entry, **{field: bytes(32)})))
    faults = failed(attempt.close({silent: Absent(), 1 - silent: wrong}))
    assert (1 - silent, Cause.CAUGHT, code) in faults
    assert [(seat, cause) for seat, cause, _ in faults if seat == silent] == [
        (silent, Cause.SILENT)
    ]


def test_keys_that_cancel_each_other_end_the_attempt() -> None:
    """Only seats that are all in league can do this; the deck would lie open to everybody."""
    first, second = draw_secrets(RNG), draw_secrets(RNG)
    opposite = -first.key.secret
    second.key = SeatKey(opposite, opposite * G)
    attempt = Attempt(first, second).go_on(KEY)
    ((seat, cause, why),) = failed(attempt.close())
    assert (seat, cause) == (1, Cause.CAUGHT)
    assert why is Code.JOINT_KEY_REFUSED


def test_a_shuffle_sent_before_a_crash_is_proved_after_it_from_the_notes() -> None:
    attempt = Attempt().go_on(PROOF)
    id = (1, attempt.due.origin)
    notes = read_notes([encode_secrets(id, attempt.secrets[0])])
    attempt.secrets = (notes.secrets[id], attempt.secrets[1])
    outcome = attempt.go_on(2).state
    assert isinstance(outcome, ReadyDeck)
