"""The lobby and the seats before a start, without a network: what is seen and what keys ask for."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import pytest
import trio
import trio.testing

from cli.evening.acquaintances import Acquaintances
from cli.paths import known_peers_file
from cli.screen.drawing.draw import draw
from cli.screen.drawing.text import plain
from cli.screen.intents import Click, Paste
from cli.screen.lobby.app import LobbyScreen
from cli.screen.lobby.entry import Entry, day
from cli.screen.lobby.seated import SeatedScreen
from cli.screen.lobby.wishes import Create, Go, Quit, Sit
from cli.screen.look import Look
from cli.screen.screen_view import Size
from cli.table.conversation import Conversation
from cli.words.phrase import Mark
from p2pcards.games import GAMES
from protocol.crypto.identity import Identity, key_words
from protocol.net.files.known_peers import KnownPeers
from protocol.net.finding.addresses import Address
from protocol.net.finding.listings import PROTOCOL_LABEL, TXT_VERSION, TableListing
from protocol.net.links.handshake import handshake
from protocol.net.lobby import Room, SeatInfo

KEYS = [Identity.from_seed(bytes([seat]) * 32).public for seat in range(1, 9)]
NAMES = ["Gulnara", "Rafiq", "Erlan", "Timur"]


def listing(seat: int, name: str | None = None, **more: Any) -> TableListing:
    values: dict[str, Any] = {
        "peer": KEYS[seat],
        "nick": name or NAMES[seat],
        "version": TXT_VERSION,
        "protocol": PROTOCOL_LABEL,
        "game": "azi",
        "seats": "1/4",
        "flags": "open",
        "addresses": (Address("10.0.0.1", 27365),),
    }
    return TableListing(**{**values, **more})


def room(*seats: tuple[str, int, bool], **more: Any) -> Room:
    values: dict[str, Any] = {
        "game": "azi",
        "options": dict(GAMES["azi"].options({})),
        "least": 2,
        "most": 4,
        "deadline": 30,
        "deals": 0,
        "playing": False,
        "seats": tuple(
            SeatInfo(KEYS[at], name, bot=False, hosted=False, ready=ready, addresses=())
            for name, at, ready in seats
        ),
        "starts_in_ms": None,
    }
    return Room(**{**values, **more})


def text(screen: Any, now_ms: int = 0, size: Size | None = None) -> str:
    drawn = draw(screen.view(now_ms), size or Size(80, 24), Look())
    return "\n".join(plain(row).rstrip() for row in drawn.rows)


class Lobby:
    def __init__(self, *entries: Entry, **more: Any):
        self.wanted: list[Any] = []
        self.screen = LobbyScreen("Sanjar", KEYS[7], self.wanted.append, deadline_s=60, **more)
        self.update(*entries)

    def update(self, *entries: Entry) -> None:
        self.screen.update({entry.listing.fingerprint: entry for entry in entries})

    def press(self, *keys: Any) -> Lobby:
        for key in keys:
            self.screen.press(key, 0)
        return self

    @property
    def chosen(self) -> str:
        rows = text(self.screen).splitlines()
        return next((row for row in rows if "▸" in row), "")


def entry(seat: int, mark: Mark = Mark.CHECKED, **more: Any) -> Entry:
    return Entry(listing(seat), mark, **more)


def test_an_empty_network_says_so_and_offers_what_can_be_done():
    lobby = Lobby()
    assert "No table is seen yet." in text(lobby.screen)
    assert " c create a table   @ by address" in text(lobby.screen)
    assert "There is no table to sit down at." in text(lobby.press("enter").screen)
    assert lobby.wanted == []


def test_enter_sits_down_e_watches_and_q_quits():
    lobby = Lobby(entry(0), entry(1)).press("down", "enter", "e", "up", "enter", "q")
    assert lobby.wanted == [
        Sit(listing(1), is_watching=False),
        Sit(listing(1), is_watching=True),
        Sit(listing(0), is_watching=False),
        Quit(),
    ]


def test_who_came_to_watch_watches_with_enter():
    lobby = Lobby(entry(1), is_watching=True)
    assert "Enter watch" in text(lobby.screen)
    assert "sit down" not in text(lobby.screen)
    assert lobby.press("enter").wanted == [Sit(listing(1), is_watching=True)]


@pytest.mark.parametrize("other", [{"version": 2}, {"protocol": "p2pcards/999"}])
def test_a_table_of_another_version_is_shown_as_such_and_nobody_goes_there(other: dict[str, Any]):
    lobby = Lobby(Entry(listing(0, **other), Mark.CLAIMED))
    assert "another version" in lobby.chosen
    shown = text(lobby.screen)
    assert "Gulnara's table speaks another version of p2pcards" in shown
    assert "sit down" not in shown
    assert "is new to you" not in shown
    assert "speaks another version" in text(lobby.press("enter").screen)
    assert "speaks another version" in text(lobby.press("e").screen)
    assert lobby.wanted == []


def test_a_table_that_answers_in_another_versions_words_is_of_another_version():
    lobby = Lobby(Entry(listing(0), Mark.CHECKED, is_foreign=True))
    assert "another version" in lobby.chosen
    assert lobby.press("enter", "e").wanted == []


def test_a_table_under_our_own_key_is_named_so_and_can_only_be_watched():
    lobby = Lobby(Entry(listing(7, "Sanjar"), Mark.CHECKED, is_own=True))
    assert "your own key" in lobby.chosen
    assert "open under your own key, on another computer (10.0.0.1:27365)" in " ".join(
        text(lobby.screen).split()
    )
    assert "That is your own key." in text(lobby.press("w").screen)
    assert "open under your own key. e watches it." in text(lobby.press("enter").screen)
    assert lobby.press("e").wanted == [Sit(listing(7, "Sanjar"), is_watching=True)]


def test_new_tables_never_move_the_cursor_from_its_table():
    lobby = Lobby(entry(0), entry(1)).press("down")
    assert "Rafiq" in lobby.chosen
    lobby.update(entry(2), entry(0), entry(3), entry(1))
    assert "Rafiq" in lobby.chosen
    lobby.update(entry(3), entry(1))
    assert "Rafiq" in lobby.chosen
    lobby.update(entry(3))
    assert "Timur" in lobby.chosen


def test_a_double_click_sits_down():
    click = Click(f"table:{listing(1).fingerprint}")
    assert Lobby(entry(0), entry(1)).press(click).wanted == []
    assert Lobby(entry(0), entry(1)).press(click, click).wanted == [Sit(listing(1), False)]


def test_a_changed_key_warns_and_is_asked_about_once():
    lobby = Lobby(entry(2, Mark.REFUSED, namesake_met="2021-05-11"))
    assert "key has changed" in text(lobby.screen)
    assert "Erlan's key is not the one of 11 May 2021." in text(lobby.screen)
    lobby.press("enter")
    assert lobby.wanted == []
    assert "Sit down all the same?" in text(lobby.screen)
    assert lobby.press("x", "q").wanted == [Quit()]
    assert lobby.press("enter", "enter").wanted[-1] == Sit(listing(2), False)


def test_a_new_key_asks_to_compare_words_and_w_says_why_it_is_marked():
    lobby = Lobby(entry(1, Mark.CLAIMED))
    assert "Rafiq is new to you: at the table, compare by voice the words" in text(lobby.screen)
    assert "This key is new to you; it says its name is Rafiq." in text(lobby.press("w").screen)


def test_of_two_tables_of_one_name_the_same_is_said_once():
    lobby = Lobby(entry(1, Mark.CLAIMED), Entry(listing(1, peer=KEYS[2]), Mark.CLAIMED))
    assert text(lobby.screen).count("Rafiq is new to you") == 1


def test_what_there_is_to_say_of_the_chosen_table_comes_first():
    lobby = Lobby(entry(1, Mark.CLAIMED), entry(2, Mark.CLAIMED)).press("end")
    first = next(row for row in text(lobby.screen).splitlines() if "is new to you" in row)
    assert lobby.screen.entry is not None
    assert lobby.screen.entry.listing.nick in first


def test_a_table_without_an_answer_stays_and_says_for_how_long():
    lobby = Lobby(entry(3, seen_ms=0))
    assert "silent" not in text(lobby.screen, 11_999)
    assert "silent" in text(lobby.screen, 12_000)
    assert "Timur has not answered for 12 s; after 60 s the table leaves the list." in text(
        lobby.screen, 12_000
    )


def test_the_chosen_table_shows_its_seats_rules_and_ready_marks():
    shown = room(("Gulnara", 0, True), ("Bek", 1, False), starts_in_ms=14_000)
    seen = text(Lobby(entry(0, room=shown, ping_ms=3)).screen)
    assert "1 Gulnara   2 Bek   3 free   4 free" in seen
    assert "30 s a turn" in seen
    assert "Gulnara ✓   Bek ·   starts in 0:14 with those who are" in seen
    assert "2/4" in seen
    assert "3 ms" in seen


def test_the_chosen_table_says_how_many_deals_it_plays():
    for deals, words in ((0, "as many deals as the match takes"), (3, "3 deals")):
        shown = room(("Gulnara", 0, True), deals=deals)
        assert f"30 s a turn · {words}" in text(Lobby(entry(0, room=shown)).screen)


@pytest.mark.parametrize(
    ("taken", "why"),
    [
        (entry(0, room=room(("Gulnara", 0, True), playing=True), is_answering=True), "is playing."),
        (Entry(listing(0, flags="playing"), Mark.CHECKED), "is playing."),
        (entry(0, room=room(("Gulnara", 0, True), most=1), is_answering=True), "are taken."),
    ],
)
def test_where_no_seat_can_be_had_none_is_offered(taken, why):
    lobby = Lobby(taken)
    assert "sit down" not in text(lobby.screen)
    assert "e watch" in text(lobby.screen)
    assert why in text(lobby.press("enter").screen)
    assert lobby.wanted == []
    assert lobby.press("e").wanted == [Sit(taken.listing, is_watching=True)]


def test_that_there_is_no_table_is_not_said_beneath_one():
    lobby = Lobby().press("enter")
    assert "There is no table to sit down at." in text(lobby.screen)
    lobby.update(entry(0))
    assert "There is no table" not in text(lobby.screen)


def test_an_address_is_typed_with_any_letters():
    lobby = Lobby(entry(0)).press("@", *"quest.local:27365", "enter")
    assert lobby.wanted == [Go("quest.local:27365")]
    assert Lobby(entry(0)).press("@", *"ab", "backspace", "escape", "q").wanted == [Quit()]


def test_addresses_joined_before_come_by_the_arrows_the_latest_first():
    joined = ["a.home", "b.home:1"]
    lobby = Lobby(entry(0), joined=lambda: joined).press("@")
    assert "↑↓ joined before" in text(lobby.screen)
    assert lobby.press("up", "enter").wanted == [Go("a.home")]
    assert lobby.press("@", "up", "up", "up", "enter").wanted[1:] == [Go("b.home:1")]
    assert lobby.press("@", "up", "down", "enter").wanted[2:] == []
    assert "joined before" not in text(Lobby(entry(0)).press("@").screen)


def test_a_table_is_created_with_its_options():
    lobby = Lobby().press("c", "down", "left", "down", "right", "right")
    lobby.press("down", "left", "down", *"124", "backspace", "left", "down", "right")
    lobby.press("down", *"25", "enter", "enter")
    (wish,) = lobby.wanted
    assert wish == Create("azi", {"ante": "25"}, 3, 2, "easy", 90, 11)


def test_beneath_the_form_stand_only_keys_that_do_something_there():
    lobby = Lobby().press("c")
    assert "deals       as many as the match takes" in text(lobby.screen)
    assert "? keys" not in text(lobby.screen)
    assert "? keys" in text(lobby.press("escape").screen)


def test_what_an_option_does_not_take_is_said_and_nothing_is_opened():
    lobby = Lobby().press("c", *["down"] * 6, *"9999", "enter")
    assert "must be from 1 to 1000, not 9999" in text(lobby.screen)
    assert lobby.press("enter").wanted == []
    assert lobby.press("escape", "escape", "q").wanted == [Quit()]


@pytest.mark.parametrize(
    ("iso", "words"),
    [("2021-05-03", "3 May 2021"), (f"{date.today().year}-12-31", "31 December"), ("", "")],
)
def test_days_are_written_as_people_write_them(iso, words):
    assert day(iso) == words


def test_names_from_the_network_cannot_steer_the_terminal():
    lobby = Lobby(Entry(listing(0, "Bek\x1b[2J\u202e"), Mark.CLAIMED))
    assert "\x1b" not in text(lobby.screen)
    assert "\u202e" not in text(lobby.screen)


RANDOM_KEYS = [
    *"abcdefghijklmnopqrstuvwxyz0123456789?@+-!ä♠",
    *("enter", "escape", "backspace", "space", "tab", "s-tab", "left", "right", "up", "down"),
    *("home", "end", "pageup", "pagedown", "c-c", "c-l", "c-u", "f1", "delete"),
    *(Click("key:Enter"), Click("key:c"), Click("table:x"), Click(""), Click("seat:1")),
]


@pytest.mark.slow
def test_two_thousand_random_keys_in_the_lobby_raise_nothing():
    chance = random.Random(8)
    entries = [entry(0), entry(1, Mark.CLAIMED), entry(2, Mark.REFUSED), entry(3)]
    entries[0].room = room(("Gulnara", 0, True))
    clicks = [Click(f"table:{one.listing.fingerprint}") for one in entries]
    lobby = Lobby(*entries)
    for number in range(2000):
        lobby.press(chance.choice([*RANDOM_KEYS, *clicks]))
        text(lobby.screen, number * 50, chance.choice([Size(80, 24), Size(60, 20), Size(9, 3)]))
        if chance.random() < 0.02:
            lobby.update(*chance.sample(entries, chance.randrange(5)))
    for wish in lobby.wanted:
        if isinstance(wish, Create):
            game = GAMES[wish.game]
            game.options(wish.options)
            assert game.least_seats <= wish.seats <= game.most_seats
            assert 0 <= wish.bots < wish.seats
            assert 0 <= wish.deals <= 999


# --- seated ------------------------------------------------------------------------------------------


class Seat:
    def __init__(self, **more: Any):
        self.ready: list[bool] = []
        self.left = 0
        self.distrusted: list[str] = []
        self.talked: list[str] = []
        self.conversation = Conversation()
        self.screen = SeatedScreen(
            KEYS[7],
            Acquaintances(known_peers_file()),
            set_ready=self.ready.append,
            leave=self._leave,
            distrust=self.distrusted.append,
            conversation=self.conversation,
            talk=self.talked.append,
            **more,
        )

    def _leave(self) -> None:
        self.left += 1

    def press(self, *keys: Any) -> Seat:
        for key in keys:
            self.screen.press(key, 0)
        return self


ME = ("Sanjar", 7, False)
WORDS = ("castle", "pencil", "kettle")


def test_the_seats_are_shown_with_ready_marks_and_how_well_their_keys_are_known():
    seat = Seat()
    seat.screen.show(room(("Rafiq", 1, True), ME))
    seen = text(seat.screen)
    assert "1 Rafiq          ✓ ready      ? new to you" in seen
    assert " ".join(key_words(KEYS[1])) not in seen, "these words prove nothing"
    assert "2 Sanjar         · not ready" in seen
    assert "3 free" in seen


def test_two_of_one_name_are_told_apart():
    seat = Seat()
    seat.screen.show(room(("Bek", 1, True), ("Bek", 2, True), ME))
    seat.screen.link_up(KEYS[2], WORDS)
    seen = text(seat.screen)
    assert "1 Bek            ✓ ready" in seen
    assert "2 Bek 2          ✓ ready" in seen
    assert "Bek 2 sits down." in seen
    assert "Compare with Bek 2 by voice" in " ".join(seen.split())


def test_the_words_to_compare_are_the_links_and_never_the_keys():
    seat = Seat()
    seat.screen.show(room(("Rafiq", 1, True), ("Erlan", 2, True), ME))
    assert "Compare" not in text(seat.screen), "there is no link yet"
    assert "words match" not in text(seat.screen)
    seat.screen.link_up(KEYS[1], WORDS)
    rows = [row.strip() for row in text(seat.screen).splitlines()]
    at = rows.index("Compare with Rafiq by voice, both must read the same:")
    assert rows[at + 1] == "castle pencil kettle."
    assert "Compare with Erlan" not in text(seat.screen)


def test_a_new_link_has_new_words_which_are_compared_again():
    seat = Seat()
    seat.screen.show(room(("Rafiq", 1, True), ME))
    seat.screen.link_up(KEYS[1], WORDS)
    seat.press("y")
    seat.screen.link_up(KEYS[1], ("raven", "tulip", "ford"))
    assert "raven tulip ford" in " ".join(text(seat.screen).split())


async def test_both_ends_of_a_link_are_shown_the_same_three_words():
    identities = [Identity.from_seed(bytes([seat]) * 32) for seat in (1, 2)]
    streams = trio.testing.memory_stream_pair()
    seen: list[str] = []

    async def side(at: int) -> None:
        link = await handshake(
            streams[at], identities[at], is_initiator=at == 0, expected_peer=None
        )
        seat = Seat()
        seat.screen.show(room(("Rafiq", KEYS.index(link.peer), True), ME))
        seat.screen.link_up(link.peer, link.words)
        said = " ".join(text(seat.screen).split()).partition("both must read the same: ")[2]
        seen.append(said.partition(".")[0])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(side, 0)
        nursery.start_soon(side, 1)
    assert seen[0] == seen[1]
    assert len(seen[0].split()) == 3


def test_while_the_host_shows_no_table_it_is_said_what_is_waited_for():
    seen = " ".join(text(Seat().screen).split())
    assert "The host has not opened a table yet; after a match it must want another too." in seen


def test_nobody_is_ready_without_having_said_so():
    seat = Seat()
    seat.screen.show(room(("Rafiq", 1, True), ME))
    assert seat.ready == []
    assert seat.press("r").ready == [True]
    seat.screen.show(room(("Rafiq", 1, True), ("Sanjar", 7, True)))
    assert seat.press("r").ready == [True, False]


def test_words_that_match_are_not_asked_for_again_and_others_mean_getting_up():
    seat = Seat()
    seat.screen.show(room(("Rafiq", 1, True), ME))
    seat.screen.link_up(KEYS[1], WORDS)
    assert "Compare" in text(seat.screen)
    assert "Compare" not in text(seat.press("y").screen)
    other = Seat()
    other.screen.show(room(("Rafiq", 1, True), ME))
    other.screen.link_up(KEYS[1], WORDS)
    other.press("n")
    assert other.distrusted == [
        "Your words and Rafiq's differ: somebody may sit between you. You got up,"
        " and nothing was signed."
    ]


def test_that_words_match_is_seen_beside_the_name_and_said():
    seat = Seat()
    seat.screen.show(room(("Rafiq", 1, True), ("Erlan", 2, True), ME))
    seat.screen.link_up(KEYS[1], WORDS)
    seat.screen.link_up(KEYS[2], ("raven", "tulip", "ford"))
    assert "y Rafiq's words match" in text(seat.screen)
    seen = text(seat.press("y").screen)
    assert "1 Rafiq          ✓ ready      ✓ words match" in seen
    assert "You and Rafiq have the same words" in seen
    assert "2 Erlan          ✓ ready      ? new to you" in seen, "one after the other"
    assert "y Erlan's words match" in seen


def test_a_host_who_is_ready_while_seats_are_free_is_asked_whether_to_start_without_more():
    seat = Seat(set_bots=lambda _: None)
    seat.screen.show(room(ME, ("Rafiq", 1, True)))
    assert "Only 2 of 4 seats are taken. Start without more?" in text(seat.press("r").screen)
    assert seat.press("escape").ready == []
    assert seat.press("r", "enter").ready == [True]
    full = Seat(set_bots=lambda _: None)
    full.screen.show(room(ME, ("Rafiq", 1, True), most=2))
    assert full.press("r").ready == [True]
    guest = Seat()
    guest.screen.show(room(("Rafiq", 1, True), ME))
    assert guest.press("r").ready == [True]


def test_a_known_player_needs_no_comparison_and_a_changed_key_is_bad():
    known = KnownPeers(known_peers_file())
    known.meet(KEYS[1], "Rafiq", "2021-05-11")
    seat = Seat()
    seat.screen.show(room(("Rafiq", 1, True), ("Rafiq", 2, True), ME))
    seen = text(seat.screen)
    assert "1 Rafiq          ✓ ready      ✓ met before" in seen
    assert "2 Rafiq 2        ✓ ready      ✗ changed key" in seen
    assert "Rafiq's key is not the one of 11 May 2021." in seen


def test_beside_a_changed_key_one_is_asked_before_sitting_down():
    seat, answers = Seat(), []
    seat.screen.show(room(("Rafiq", 1, True)))
    seat.screen.ask("", lambda: answers.append(True))
    assert "Sit down all the same?" in text(seat.screen)
    assert seat.press("enter").left == 0
    assert answers == [True]
    seat.screen.ask("", lambda: answers.append(True))
    assert seat.press("x").left == 1
    assert answers == [True]


@pytest.mark.parametrize("key", ["q", "escape", "c-c"])
def test_getting_up_is_one_key(key):
    assert Seat().press(key).left == 1


@pytest.mark.slow
def test_two_thousand_random_keys_at_the_seats_raise_nothing():
    chance = random.Random(9)
    steps: list[int] = []
    seat = Seat(set_bots=steps.append)
    for _ in range(2000):
        seat.press(chance.choice(RANDOM_KEYS))
        text(seat.screen, 0, chance.choice([Size(80, 24), Size(60, 20), Size(1, 1)]))
        if chance.random() < 0.05:
            left_ms = chance.choice([None, 14_000])
            seat.screen.show(room(("Rafiq", 1, True), ME, starts_in_ms=left_ms))


def test_a_table_of_ones_own_is_closed_only_when_asked():
    for key in ("escape", "q", "c-c"):
        seat = Seat(set_bots=lambda _: None)
        seat.screen.show(room(("Sanjar", 7, False)))
        seat.press(key)
        assert seat.left == 0
        assert "Close your table? All who sit here get up." in text(seat.screen)
        assert "Enter close the table   Esc keep it open" in text(seat.screen)
        seat.press("escape")
        assert (seat.left, "Close your table" in text(seat.screen)) == (0, False)
        seat.press(key, "enter")
        assert seat.left == 1
    guest = Seat()
    guest.screen.show(room(("Gulnara", 0, False), ("Sanjar", 7, False)))
    assert guest.press("escape").left == 1


def test_a_table_that_is_too_small_says_who_is_missing_and_not_who_is_ready():
    seat = Seat(set_bots=lambda _: None)
    seat.screen.show(room(("Sanjar", 7, False)))
    assert "1 seated, 1 more needed" in text(seat.screen).splitlines()[0]
    seat.screen.show(room(("Sanjar", 7, False), ("Gulnara", 0, True)))
    assert "1 of 2 ready" in text(seat.screen).splitlines()[0]


# --- talk before the start ---------------------------------------------------------------------------


def sitting() -> Seat:
    """Our seat, beside the host's."""
    here = Seat()
    here.screen.show(room(("Gulnara", 0, True), ME))
    return here


def test_who_sits_talks_and_hears_the_others():
    here = sitting()
    here.press("t", *"hi", "space", *"all", "enter")
    assert here.talked == ["hi all"]
    here.screen.said(KEYS[0], "Gulnara", "salom")
    here.screen.said(KEYS[5], "Wei", "I watch")
    seen = text(here.screen)
    assert 'You: "hi all"' in seen
    assert 'Gulnara: "salom"' in seen
    assert 'Wei (watching): "I watch"' in seen


def test_a_draft_is_kept_and_a_paste_goes_into_it_alone():
    here = sitting()
    here.press(Paste("nowhere"))
    assert "A paste goes only where text is typed" in text(here.screen)
    here.press("t", *"half", "space", Paste("pasted"), "escape")
    assert here.talked == []
    here.press("t")
    assert "say  half pasted" in text(here.screen)
    here.press("enter")
    assert here.talked == ["half pasted"]


def test_unread_talk_is_marked_read_back_and_its_speaker_muted():
    here = sitting()
    here.screen.said(KEYS[5], "Wei", "I watch")
    assert "l: 1 new" in text(here.screen)
    here.press("l")
    assert "new" not in text(here.screen).splitlines()[0]
    assert "Wei (watching): I watch" in text(here.screen)
    here.press("m", "2")
    assert "You do not hear Wei talk any more" in text(here.screen)
    here.screen.said(KEYS[5], "Wei", "spam")
    here.press("escape")
    assert "spam" not in text(here.screen)
    here.press("escape")
    assert "spam" not in text(here.screen)


def test_who_has_no_seat_yet_is_not_offered_to_talk():
    here = Seat()
    assert "t talk" not in text(here.screen)
    assert "t talk" in text(sitting().screen)
