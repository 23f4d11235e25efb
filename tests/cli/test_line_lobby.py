from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import trio

from cli.errors import ExitCode
from cli.evening.acquaintances import Acquaintances
from cli.lines.front import LineFront
from cli.lines.lobby import LineLobby
from cli.settings import Settings
from cli.table.conversation import Conversation
from p2pcards.games import GAMES
from protocol.net.files.known_peers import KnownPeers
from protocol.net.lobby import Gathering, Plan, SeatInfo

AZI = GAMES["azi"]


def seat(number: int, name: str, *, ready: bool = False, bot: bool = False) -> SeatInfo:
    return SeatInfo(
        key=bytes([number]) * 32, name=name, bot=bot, hosted=bot, ready=ready, addresses=()
    )


ROOM = Gathering(Plan(AZI, AZI.options({}), 4, 30, 10), seat(0, "Gulnara")).room(0)


BOTH = msgspec.structs.replace(ROOM, seats=(*ROOM.seats, seat(1, "Bek")))
OWN_KEY = bytes([0]) * 32
WORDS = ("raven", "tulip", "ford")


class Here:
    PEERS: Path | None = None

    def __init__(self, **more: bool) -> None:
        self.lines: list[str] = []
        self.done: list[str] = []
        self.conversation = Conversation()
        self.lobby = LineLobby(
            OWN_KEY,
            Acquaintances(self.PEERS),
            say=self.lines.append,
            set_ready=lambda is_ready: self.done.append("ready" if is_ready else "unready"),
            leave=lambda: self.done.append("leave"),
            distrust=self._distrust,
            conversation=self.conversation,
            talk=lambda text: self.done.append(f"say {text}"),
            **more,
        )

    def _distrust(self, words: str) -> None:
        self.lines.append(words)
        self.done.append("distrust")

    def take(self, words: str) -> list[str]:
        self.lobby.take(words)
        return self.read()

    def read(self) -> list[str]:
        said, self.lines[:] = list(self.lines), []
        return said


def test_who_comes_gets_ready_and_goes_is_told_once() -> None:
    here = Here()
    here.lobby.show(ROOM)
    assert here.read() == [
        "Azi at Gulnara's table: 1 of 4 seats, 30 s a turn, 10 deals.",
        "Options: ante 10, min bid 10, max bid 100, stack 200, cards 3, blind off, payout matched.",
        "Gulnara sits down.",
    ]
    bek = msgspec.structs.replace(ROOM, seats=(*ROOM.seats, seat(1, "Bek")))
    here.lobby.show(bek)
    assert here.read() == ["Bek sits down."]
    ready = (seat(0, "Gulnara", ready=True), seat(1, "Bek"), seat(2, "Ann", ready=True, bot=True))
    counting = msgspec.structs.replace(ROOM, seats=ready, starts_in_ms=20_000)
    here.lobby.show(counting)
    assert here.read() == [
        "Gulnara is ready.",
        "Ann sits down (a bot).",
        "Ann is ready.",
        "Ann runs on Gulnara's computer, which could see its hand.",
        "Enough are ready: in 20 seconds the table starts with those who are.",
    ]
    here.lobby.show(msgspec.structs.replace(counting, starts_in_ms=15_000))
    assert here.read() == []
    here.lobby.show(ROOM)
    assert here.read() == [
        "Gulnara is not ready any more.",
        "Bek gets up.",
        "Ann gets up.",
        "The countdown stops: not enough are ready.",
    ]


def test_a_name_that_only_looks_like_anothers_is_told() -> None:
    here = Here()
    here.lobby.show(BOTH)
    here.read()
    here.lobby.show(msgspec.structs.replace(BOTH, seats=(*BOTH.seats, seat(2, "Bеk"))))
    assert here.read() == [
        "Bеk 2 sits down.",
        "Bеk 2 is not Bek: the two names only look alike.",
    ]


def test_a_guest_is_told_of_a_later_one_whose_name_is_known_with_another_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "peers"
    KnownPeers(path).meet(bytes([9]) * 32, "Chinara", "2026-11-30")
    monkeypatch.setattr(Here, "PEERS", path)
    here = Here()
    here.lobby.show(BOTH)
    here.read()
    here.lobby.show(msgspec.structs.replace(BOTH, seats=(*BOTH.seats, seat(2, "Сhinara"))))
    assert here.read() == [
        "Сhinara sits down.",
        "Сhinara's key is not the one of 2026-11-30. It may be a new computer, or somebody else:"
        " ask Сhinara before you play.",
    ]


def test_two_of_one_name_are_told_apart_and_a_new_name_is_told() -> None:
    here = Here()
    here.lobby.show(BOTH)
    here.read()
    here.lobby.show(msgspec.structs.replace(BOTH, seats=(*BOTH.seats, seat(2, "Bek"))))
    assert here.read() == ["Bek 2 sits down."]
    seats = (seat(0, "Gulnara"), seat(1, "Chinara", bot=True), seat(2, "Bek"))
    here.lobby.show(msgspec.structs.replace(BOTH, seats=seats))
    assert here.read() == [
        "Bek is called Chinara from now on.",
        "Bek 2 is called Bek from now on.",
    ]


@pytest.mark.parametrize(
    ("words", "done"),
    [
        ("ready", ["ready"]),
        ("R", ["ready"]),
        ("yes", ["ready"]),
        ("unready", ["unready"]),
        ("no", ["unready"]),
        ("leave", ["leave"]),
        ("quit now", ["leave"]),
        ("help", []),
        ("table", []),
        ("options", []),
        ("match", []),
        ("differ", []),
        ("raise 30", []),
    ],
)
def test_words(words: str, done: list[str]) -> None:
    here = Here()
    here.lobby.show(ROOM)
    here.read()
    here.lobby.take(words)
    assert here.done == done
    assert bool(here.read()) == (not done)


@pytest.mark.parametrize(("answer", "done"), [("yes", ["sat"]), ("why", ["leave"])])
def test_sitting_down_in_spite_of_a_worry_is_asked_once(answer: str, done: list[str]) -> None:
    here = Here()
    here.lobby.ask("Type yes to sit down all the same.", lambda: here.done.append("sat"))
    here.lobby.take(answer)
    assert here.done == done
    here.lobby.take("ready")
    assert here.done == [*done, "ready"]


def test_closed_input_gives_up_the_seat_but_not_the_watching() -> None:
    here = Here()
    here.lobby.closed()
    assert here.done == ["leave"]
    watching = Here(is_watching=True)
    watching.lobby.closed()
    assert watching.done == []


def test_a_table_that_fills_by_itself_is_quiet() -> None:
    here = Here(is_quiet=True)
    here.lobby.show(ROOM)
    assert here.read() == []


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Here:
    monkeypatch.setattr(Here, "PEERS", tmp_path / "known-peers")
    return Here()


def test_the_words_of_a_link_are_shown_as_soon_as_both_sit(here: Here) -> None:
    here.lobby.show(ROOM)
    here.lobby.link_up(bytes([1]) * 32, WORDS)
    here.read()
    here.lobby.show(BOTH)
    assert here.read() == [
        "Bek sits down.",
        "Bek is new to you. Compare by voice, both must read the same: raven tulip ford.",
        "Type match if they are the same, differ if not.",
    ]
    here.lobby.show(BOTH)
    assert here.read() == []


def test_words_that_match_are_not_asked_about_again(here: Here) -> None:
    here.lobby.show(ROOM)
    here.lobby.link_up(bytes([1]) * 32, WORDS)
    here.lobby.show(BOTH)
    here.read()
    here.lobby.take("match")
    assert here.read() == ["You and Bek have the same words: nobody sits between you."]
    assert here.lobby.agreed == {WORDS}
    here.lobby.show(BOTH)
    assert here.read() == []
    assert here.done == []


def test_words_that_differ_give_the_seat_up_and_say_why(here: Here) -> None:
    here.lobby.show(ROOM)
    here.lobby.link_up(bytes([1]) * 32, WORDS)
    here.lobby.show(BOTH)
    here.read()
    here.lobby.take("differ")
    assert here.read() == [
        "Your words and Bek's differ: somebody may sit between you. You got up, and nothing was signed."
    ]
    assert here.done == ["distrust"]


def test_words_are_compared_before_one_sits_down_beside_a_changed_key(here: Here) -> None:
    assert here.PEERS is not None
    KnownPeers(here.PEERS).meet(bytes([2]) * 32, "Bek", "2026-01-02")
    here = Here()
    here.lobby.link_up(bytes([1]) * 32, WORDS)
    here.lobby.show(ROOM)
    here.read()
    here.lobby.show(BOTH)
    changed, compare, _ = here.read()[1:]
    assert changed.startswith("Bek's key is not the one of 2026-01-02.")
    assert compare == "Compare by voice, both must read the same: raven tulip ford."
    here.lobby.ask("Type yes to sit down all the same.", lambda: here.done.append("sat"))
    here.lobby.take("match")
    assert here.done == []
    here.lobby.take("yes")
    assert here.done == ["sat"]


def test_of_bots_known_keys_and_for_spectators_no_words_are_told(here: Here) -> None:
    assert here.PEERS is not None
    KnownPeers(here.PEERS).meet(bytes([1]) * 32, "Bek", "2026-01-02")
    here = Here()
    here.lobby.link_up(bytes([1]) * 32, WORDS)
    here.lobby.link_up(bytes([2]) * 32, WORDS)
    with_bot = msgspec.structs.replace(BOTH, seats=(*BOTH.seats, seat(2, "Ann", bot=True)))
    here.lobby.show(with_bot)
    assert not [line for line in here.read() if "raven" in line]
    here.PEERS.unlink()
    watching = Here(is_watching=True)
    watching.lobby.link_up(bytes([1]) * 32, WORDS)
    watching.lobby.show(BOTH)
    assert not [line for line in watching.read() if "raven" in line]


async def test_words_that_differ_end_the_evening_with_the_exit_code_of_the_full_screen() -> None:
    front = LineFront(Settings(), reads_words=False)

    async def evening() -> ExitCode:
        lobby = front.open_lobby(OWN_KEY, set_ready=lambda _: None, talk=lambda _: None)
        lobby.show(ROOM)
        lobby.link_up(bytes([1]) * 32, WORDS)
        lobby.show(BOTH)
        lobby.take("differ")
        await trio.sleep_forever()
        return ExitCode.OK

    assert await front.run(evening) == ExitCode.VERIFICATION


def test_who_sits_here_talks_and_hears_the_others() -> None:
    here = Here()
    assert here.take("say hello") == ["Whoever has no seat yet is not heard."]
    here.lobby.show(BOTH)
    here.read()
    assert here.take("say  salom, Bek ") == ['You: "salom, Bek"']
    here.lobby.said(bytes([1]) * 32, "Bek", "hello")
    here.lobby.said(bytes([9]) * 32, "Wei", "I watch")
    assert here.read() == ['Bek: "hello"', 'Wei (watching): "I watch"']
    assert here.take("talk") == ['You: "salom, Bek"', 'Bek: "hello"', 'Wei (watching): "I watch"']
    assert here.take("mute wei") == ["You do not hear Wei talk any more; unmute undoes it."]
    here.lobby.said(bytes([9]) * 32, "Wei", "spam")
    assert here.read() == []
    assert here.take("mute") == ["Type mute and one of: Bek, Wei."]
    assert here.done == ["say salom, Bek"]


def test_who_waits_to_watch_talks_too() -> None:
    here = Here(is_watching=True)
    here.lobby.show(BOTH)
    here.read()
    assert here.take("say hello") == ['You: "hello"']
