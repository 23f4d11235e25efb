"""What the pictures show: which table, which moment of it, which keys have been pressed.

The one rule: a moment is described, and the first that fits is taken; no card is put into a hand.
Only who sits in the lobby is made up, since a picture has no network; its screen is the real one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

from cli.bots.simulation import Match
from cli.evening.acquaintances import Acquaintances
from cli.pictures.svg import LOOK
from cli.pictures.tables import Moment, Wanted, find_moments
from cli.screen.drawing.draw import draw
from cli.screen.lobby.app import LobbyScreen
from cli.screen.lobby.entry import Entry
from cli.screen.lobby.seated import SeatedScreen
from cli.screen.replay.app import ReplayScreen
from cli.screen.replay.view import ReplayView
from cli.screen.screen_view import Drawn, ScreenView, Size
from cli.table.conversation import Conversation
from cli.table.story.tape import Tape, record
from cli.words.phrase import Mark
from p2pcards.games import GAMES
from p2pcards.games.azi.state import AziState
from p2pcards.games.lukfu.state import LukfuState
from p2pcards.games.lukfu.state import Phase as LukfuPhase
from protocol.crypto.identity import Identity
from protocol.crypto.rng import Rng, SeededRng
from protocol.net.files.known_peers import KnownPeer
from protocol.net.finding.listings import PROTOCOL_LABEL, TXT_VERSION, TableListing
from protocol.net.links.handshake import comparison_words
from protocol.net.lobby import Room, SeatInfo

SIZE: Final = Size(80, 24)
"""A terminal as it opens nearly everywhere."""


class Picture(NamedTuple):
    """A screen: the name of its file without the ending, and what it shows, in a sentence."""

    name: str
    title: str
    drawn: Drawn


def pictures() -> Iterator[Picture]:
    """All of them; the same on every machine and every day."""
    yield _picture("lobby", "The tables on the network, and what the chosen one plays", _lobby())
    yield _picture("seated", "Two friends compare three words before the first deal", _seated())
    yield from _azi()
    yield _picture("hazari", "Hazari: thirteen cards are put into four groups", _hazari())
    yield _picture("lukfu", "Luk Fu: Mei leads again after a lead that nobody could beat", _lukfu())


def _picture(name: str, title: str, view: ScreenView) -> Picture:
    return Picture(name, title, draw(view, SIZE, LOOK))


# --- tables --------------------------------------------------------------------------------------


def _azi() -> Iterator[Picture]:
    """One match: the next deck being shuffled, a trick, and the same deal in the replay."""
    names = ("Sanjar", "Ainura", "Bek", "Gulnara", "Timur")
    shuffling, trick, later = _moments(
        _match("azi", names, deals=12, deadline_s=30, stack=500),
        _sees_a_shuffle,
        _must_follow_suit,
        lambda moment, found: moment.known.deal > found[-1].known.deal,
    )
    yield _picture(
        "proofs", "The next deck is being shuffled, and every proof checked", shuffling.view("p")
    )
    yield _picture("azi", "Azi: a suit was led, and is to be followed", trick.view())
    deal = _replay(later.log, trick.known.deal)
    yield _picture("replay", "The same deal again, from the log alone", deal)


def _sees_a_shuffle(moment: Moment, _: Sequence[Moment]) -> bool:
    """In the midst of a deal, more than half have shuffled the next deck."""
    making = moment.known.next_making
    if making is None or moment.known.deal < 2:
        return False
    return len(making.seats) < 2 * len(making.shuffled) < 2 * len(making.seats)


def _must_follow_suit(moment: Moment, _: Sequence[Moment]) -> bool:
    """Two have played, one card must wait, and in this deal something was proved."""
    state = moment.known.state
    assert isinstance(state, AziState)
    is_late = len(state.plays) > 1 and moment.known.claims > 0
    return is_late and bool(moment.situation.moves.forbidden)


def _hazari() -> ScreenView:
    """Two groups are filled with the best that Tab offers, and the third is looked for."""
    match = _match("hazari", ("Nasrin", "Habib", "Shirin", "Karim"), deals=0, deadline_s=90)
    (arranging,) = _moments(match, lambda moment, _: moment.known.deal == 2)
    return arranging.view("tab", "enter", "tab", "enter", "tab")


def _lukfu() -> ScreenView:
    """The second lead, after one that both others could not beat."""
    match = _match("lukfu", ("Mei", "Kwan", "Siew"), deals=12, deadline_s=60)
    (leading,) = _moments(match, _leads_again)
    return leading.view("tab")


def _leads_again(moment: Moment, _: Sequence[Moment]) -> bool:
    state = moment.known.state
    assert isinstance(state, LukfuState)
    is_second = state.phase is LukfuPhase.LEAD and state.trick == 2
    return is_second and state.fu[0] > 2 and len(state.claims) == 2


def _match(
    game: str, names: tuple[str, ...], *, deals: int, deadline_s: int, **given: int
) -> Match:
    options = GAMES[game].options(given)
    return Match(
        GAMES[game],
        options,
        len(names),
        deals,
        level="normal",
        names=names,
        deadline_s=deadline_s,
    )


def _moments(match: Match, *wanted: Wanted) -> tuple[Moment, ...]:
    """The moments, from the first of a few matches that has them all; raises LookupError."""
    for seed in "123456789":
        with suppress(LookupError):
            return find_moments(replace(match, seed=seed), *wanted)
    raise LookupError(f"none of nine matches of {match.game.title} has these moments")


def _replay(log: tuple[bytes, ...], deal: int) -> ReplayView:
    """A deal in its second trick, seen by all eyes."""
    tape = Tape(len(log))
    data = b"".join(line + b"\n" for line in log)
    for _ in record(data, tape, _rng("audit")):
        pass
    screen = ReplayScreen(tape, "azi-friday.log", deal=deal, leave=lambda: None)
    screen.view(0)
    for key in ("pagedown", "right", "right", "right", "right"):
        screen.press(key, 0)
    return screen.view(0)


# --- before the table opens ----------------------------------------------------------------------


def _lobby() -> ScreenView:
    """Bek sees three tables: of Ainura, whom they have not met, of a friend, and one that is full."""
    rafiq = KnownPeer(_key("Rafiq"), "Rafiq", "2025-05-03", "2025-11-21", 14)
    mei = KnownPeer(_key("Mei"), "Mei", "2025-10-09", "2025-10-09", 1)
    screen = LobbyScreen("Bek", _key("Bek"), lambda _: None, deadline_s=60)
    screen.update(
        {
            entry.listing.nick: entry
            for entry in (
                _entry(_room("azi", 2, 60, "Ainura", deals=3), None, 3),
                _entry(_room("hazari", 4, 90, "Rafiq ✓", "Habib", target=500), rafiq, 5),
                _entry(_room("lukfu", 3, 60, "Mei ✓", "Kwan ✓", "Siew ✓", deals=6), mei, 4),
            )
        }
    )
    return screen.view(0)


def _seated() -> ScreenView:
    """Ainura hosts; Bek, new to her, has sat down, and the words are to be compared."""
    screen = SeatedScreen(
        _key("Ainura"),
        Acquaintances(None),
        set_ready=lambda _: None,
        set_bots=lambda _: None,
        leave=lambda: None,
        distrust=lambda _: None,
        conversation=Conversation(),
        talk=lambda _: None,
    )
    screen.show(_room("azi", 2, 60, "Ainura", deals=3))
    screen.show(_room("azi", 2, 60, "Ainura", "Bek ✓", deals=3))
    nonces = (_rng("nonce of Bek")(32), _rng("nonce of Ainura")(32))
    screen.link_up(_key("Bek"), comparison_words(_key("Bek"), _key("Ainura"), *nonces))
    return screen.view(0)


def _entry(room: Room, met: KnownPeer | None, ping_ms: int) -> Entry:
    host = room.seats[0]
    seats = f"{len(room.seats)}/{room.most}"
    listing = TableListing(
        host.key, host.name, TXT_VERSION, PROTOCOL_LABEL, room.game, seats, "open", ()
    )
    known = Mark.CLAIMED if met is None else Mark.CHECKED
    return Entry(listing, known, met=met, room=room, ping_ms=ping_ms, is_answering=True)


def _room(
    game: str, most: int, deadline_s: int, *seats: str, deals: int = 0, **options: int
) -> Room:
    """Seats by name; a tick makes one ready."""
    return Room(
        game=game,
        options=dict(GAMES[game].options(options)),
        least=GAMES[game].least_seats,
        most=most,
        deadline=deadline_s,
        deals=deals,
        playing=False,
        seats=tuple(_seat(*seat.split()) for seat in seats),
        starts_in_ms=None,
    )


def _seat(name: str, tick: str = "") -> SeatInfo:
    return SeatInfo(_key(name), name, bot=False, hosted=False, ready=bool(tick), addresses=())


def _key(name: str) -> bytes:
    return Identity.generate(_rng(name)).public


def _rng(purpose: str) -> Rng:
    return SeededRng(hashlib.sha512(f"p2pcards picture {purpose}".encode()).digest())
