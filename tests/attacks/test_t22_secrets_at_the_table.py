"""T22 at the table: nothing that is sent, told, logged or printed holds a secret, and none outlives its use."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import protocol.table.memory.own as own_module
from p2pcards.engine import Seat
from protocol.audit import audit
from protocol.crypto.rng import Rng
from protocol.net.files.storage import TableFiles
from protocol.table.effects import Effect, Keep
from protocol.table.memory.secrets import DeckSecrets, draw_secrets
from protocol.table.notices import MatchOver, StakesPaid
from tests.attacks.test_t22_secrets_shown import traces
from tests.simulation.weather import Weather, log_of, table_of_bots

SEATS = 3
DEALS = 3


class Watched(Weather):
    """Remembers everything that the tables wanted done, and every secret that was drawn."""

    def __init__(self, *args: Any) -> None:
        self.effects: dict[Seat, list[Effect]] = {seat: [] for seat in range(SEATS)}
        super().__init__(*args)

    def _note(self, seat: Seat, effect: Effect) -> None:
        self.effects[seat].append(effect)
        super()._note(seat, effect)


class Played:
    """A whole match, with all the secrets that were drawn for it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.drawn: list[DeckSecrets] = []

        def draw(rng: Rng) -> DeckSecrets:
            secrets = draw_secrets(rng)
            self.drawn.append(secrets)
            return secrets

        patch.setattr(own_module, "draw_secrets", draw)
        world = table_of_bots(seats=SEATS, deals=DEALS, seed=1, world_type=Watched)
        assert isinstance(world, Watched)
        self.world = world

    def run(self) -> Played:
        self.world.run()
        assert len(self.drawn) >= SEATS * DEALS
        return self

    def secrets(self) -> Iterator[bytes]:
        """What never leaves its owner: keys, the seeds of shuffles, identities. (Coins are opened in time.)"""
        for drawn in self.drawn:
            yield drawn.key.encode_secret()
            yield drawn.shuffle_seed
        for table in self.world.tables:
            assert table._identity is not None
            yield table._identity.seed

    def assert_hidden_in(self, shown: str) -> None:
        for secret in self.secrets():
            for trace in (*traces(secret), base64.b64encode(secret).decode()):
                assert trace not in shown


@pytest.fixture
def played(light: None, monkeypatch: pytest.MonkeyPatch) -> Played:
    return Played(monkeypatch)


@pytest.mark.heavy
def test_these_traces_would_be_found(played: Played) -> None:
    """The private notes do hold the secrets: what the tests below look for can be seen."""
    played.run()
    kept = [e.line for e in played.world.effects[0] if isinstance(e, Keep)]
    with pytest.raises(AssertionError):
        played.assert_hidden_in(b"\n".join(kept).decode())


@pytest.mark.heavy
def test_nothing_that_is_sent_stored_or_told_holds_a_secret(played: Played) -> None:
    played.run()
    for seat in range(SEATS):
        effects = [e for e in played.world.effects[seat] if not isinstance(e, Keep)]
        played.assert_hidden_in("\n".join(map(repr, effects)))
    data = log_of(played.world.tables[0])
    played.assert_hidden_in(data.decode())
    played.assert_hidden_in(repr(audit(data)))


def parts(value: Any, seen: set[int], depth: int = 0) -> Iterator[Any]:
    """All objects of ours that can be reached from a value."""
    if id(value) in seen or depth > 40 or isinstance(value, (str, bytes, int, float, type)):
        return
    seen.add(id(value))
    yield value
    inner: list[Any] = []
    if isinstance(value, dict):
        inner = [*value.keys(), *value.values()]
    elif isinstance(value, (list, tuple, set, frozenset)):
        inner = list(value)
    elif type(value).__module__.startswith(("protocol", "p2pcards")):
        names = [n for c in type(value).__mro__ for n in getattr(c, "__slots__", ())]
        inner = [getattr(value, n) for n in names if isinstance(n, str) and hasattr(value, n)]
        inner += list(vars(value).values()) if hasattr(value, "__dict__") else []
    for each in inner:
        yield from parts(each, seen, depth + 1)


@pytest.mark.heavy
def test_no_repr_of_anything_in_a_table_shows_a_secret(played: Played) -> None:
    """In mid-deal, when the table holds as many as it ever does: whatever a debugger or an error prints."""
    looked: list[int] = []

    def look(seat: Seat, notice: object) -> None:
        if isinstance(notice, StakesPaid) and seat == 0 and notice.deal == 2:
            for table in played.world.tables:
                found = [
                    value
                    for value in parts(table, set())
                    if type(value).__module__.startswith(("protocol", "p2pcards"))
                ]
                looked.append(len(found))
                assert any(isinstance(value, DeckSecrets) for value in found)
                for value in found:
                    played.assert_hidden_in(f"{value!r} {value}"[:20_000])

    played.world.on_notice = look
    played.run()
    assert len(looked) == SEATS
    assert min(looked) > 50


@pytest.mark.heavy
def test_secrets_of_settled_decks_are_forgotten(played: Played) -> None:
    """When the stakes of a deal are paid, nothing before it can be taken back, or needs a key any more."""
    counts: list[int] = []

    def look() -> None:
        for table in played.world.tables:
            play = table.play
            if play is None or not play.staked:
                continue
            deals = [deal for deal, _ in table._own.secrets]
            assert all(deal >= play.deal for deal in deals)
            assert all(place.deal >= play.deal for place, _ in table._own.hand)
            counts.append(len(deals))

    played.world.on_step = look
    played.run()
    assert max(counts) <= 2, "those of the deal that is played and of the next"


@pytest.mark.heavy
def test_what_a_shuffle_was_worked_out_from_is_dropped_with_its_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All but its seed, which is kept as long as the key, for a crash in between."""
    played = Played(monkeypatch)  # with real shuffles
    played.run()
    finished = [drawn for drawn in played.drawn if drawn.prepared is not None]
    assert finished
    for drawn in finished:
        assert drawn.prepared is not None
        assert drawn.prepared._secrets is None
        assert drawn.witness is None or drawn.witness._secrets is None


@pytest.mark.heavy
def test_the_log_on_disk_holds_no_secret_and_the_notes_are_private_and_go_with_the_match(
    played: Played, tmp_path: Path
) -> None:
    files = TableFiles(tmp_path / "a.log", tmp_path / "a.notes")
    over_before_notes_went = False
    played.run()
    for effect in played.world.effects[0]:
        files.carry_out([effect])
        over_before_notes_went |= getattr(effect, "notice", None).__class__ is MatchOver
    assert over_before_notes_went
    assert (tmp_path / "a.notes").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "a.log").read_bytes() == log_of(played.world.tables[0])
    files.close(forget_notes=True)
    assert [path.name for path in tmp_path.iterdir()] == ["a.log"]
    played.assert_hidden_in((tmp_path / "a.log").read_text())
