"""The replay: what is shown depends on the step and the eyes, never on the way there."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from cli.main import main
from cli.screen.drawing.draw import draw
from cli.screen.drawing.text import plain
from cli.screen.intents import Click
from cli.screen.look import Look
from cli.screen.replay.app import Own, ReplayScreen, checks, replay_view
from cli.screen.replay.keys import STEP_MS, Place, press, tick
from cli.screen.screen_view import Size
from cli.table.hand import hand_of
from cli.table.story.tape import Tape, record
from p2pcards.cards import Card
from p2pcards.games.azi import GAME

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path: Path = tmp_path_factory.mktemp("logs") / "match.log"
    words = ["simulate", "azi", "--seats", "4", "--deals", "3", "--seed", "x", "--log", str(path)]
    assert main(words) == 0
    return path.read_bytes()


def read(data: bytes) -> Tape:
    tape = Tape(data.count(b"\n"))
    for _ in record(data, tape):
        pass
    return tape


@pytest.fixture(scope="module")
def tape(log: bytes) -> Tape:
    return read(log)


def picture(place: Place, tape: Tape) -> str:
    drawn = draw(replay_view(place, tape, "match.log", Own(0)), Size(80, 24), Look())
    return "\n".join(plain(row) for row in drawn.rows)


def go(place: Place, tape: Tape, *keys: str) -> Place:
    for key in keys:
        found = press(place, key, tape, 0)
        assert found is not None
        place = found
    return place


def test_every_entry_is_checked_and_every_deal_is_there(tape):
    assert tape.is_complete
    assert tape.problem is None
    assert (tape.checked, tape.deals) == (tape.entries, (0, 1, 2, 3))
    for first, last in tape.bounds.values():
        assert [frame.number for frame in tape.frames[first : last + 1]] == list(
            range(1, last - first + 2)
        )


def test_a_step_back_after_a_step_on_is_the_identical_screen(tape):
    forward = [Place()]
    while forward[-1].at + 1 < len(tape.frames):
        forward.append(go(forward[-1], tape, "right"))
    pictures = [picture(place, tape) for place in forward]
    back = forward[-1]
    for at in reversed(range(len(forward) - 1)):
        back = go(back, tape, "left")
        assert picture(back, tape) == pictures[at]
    assert len(set(pictures)) == len(pictures)


def test_any_way_to_a_step_shows_the_same(tape):
    chance = random.Random(5)
    keys = ["left", "right", "pageup", "pagedown", "[", "]", "home", "end", "1", "7", "enter"]
    place = Place()
    for _ in range(300):
        place = go(place, tape, chance.choice(keys))
        if place.panel or place.typed or place.said:
            place = replace(place, panel="", typed="", said="")
        assert picture(place, tape) == picture(Place(at=place.at), tape)


def test_the_last_card_of_a_trick_shows_it_whole_and_page_down_goes_from_trick_to_trick(tape):
    place = go(Place(), tape, "]", "pagedown")
    frame = tape.frames[place.at]
    assert frame.is_finished_trick
    players = {play.seat for play in frame.state.plays}
    assert len(players) == len(frame.state.survivors)
    assert tape.frames[go(place, tape, "pagedown").at].is_finished_trick
    assert go(place, tape, "pagedown", "pageup") == place


def test_while_the_next_deck_is_made_nothing_of_the_last_deal_is_on_the_table(tape):
    for deal in (2, 3):
        first = picture(Place(at=tape.bounds[deal][0]), tape)
        table = first.partition("eyes:")[0]
        assert "trick" not in table
        assert "trump" not in table


def test_the_footer_names_the_keys_for_help_and_for_leaving(tape):
    last = picture(Place(), tape).splitlines()[-1]
    assert " ? keys   q quit   e through whose eyes" in last


def test_several_signatures_for_one_step_are_counted(any_tape):
    told = {plain(checks(frame)) for frame in any_tape.frames}
    assert not any("✓ signed  ✓ signed" in text for text in told)
    if any_tape.frames[0].known.facts.game.name == "hazari":
        assert "✓ 4 signatures  ✓ cards" in told


def test_a_number_jumps_within_the_deal(tape):
    place = go(Place(), tape, "]", "1", "2", "enter")
    assert (tape.frames[place.at].deal, tape.frames[place.at].number) == (1, 12)
    beyond = go(place, tape, "9", "9", "9", "enter")
    assert beyond.at == place.at
    assert "Deal 1 has steps 1 to" in beyond.said
    assert press(place, Click("step:3"), tape, 0).at == tape.bounds[1][0] + 2


def test_it_runs_by_the_clock_at_its_speed_and_stops_at_the_end(tape):
    place = press(Place(), "space", tape, 1000)
    assert tick(place, tape, 1000 + STEP_MS - 1) == place
    place = tick(place, tape, 1000 + STEP_MS)
    assert place.at == 1
    faster = press(press(place, "+", tape, 0), "+", tape, 0)
    now_ms = faster.next_ms
    for _ in range(len(tape.frames) + 5):
        faster = tick(faster, tape, now_ms)
        now_ms += STEP_MS
    assert faster.at == len(tape.frames) - 1
    assert not faster.is_running
    assert not press(place, "space", tape, 0).is_running
    assert not press(place, "right", tape, 0).is_running


def test_through_the_eyes_of_a_seat_the_others_cards_are_closed(tape):
    place = go(Place(), tape, "]", "]", "pagedown", "left")
    frame = tape.frames[place.at]
    opened = tape.cards_of(frame.known.deal)
    held = {seat: [slot for slot in frame.state.hands[seat] if slot in opened] for seat in range(4)}
    assert any(held.values())
    for eyes in range(4):
        view = replay_view(replace(place, eyes=eyes), tape, "match.log", Own(0))
        for plate in view.plates:
            assert not any(plate.hand), "no open card in another hand"
        own = plain(view.own_line)
        assert own.count("▒▒") == len(frame.state.hands[eyes]) - len(held[eyes])
    everything = replay_view(place, tape, "match.log", Own(0))
    shown = sum(card is not None for plate in everything.plates for card in plate.hand)
    assert shown == sum(len(slots) for seat, slots in held.items() if seat != 0)


def test_the_eyes_go_round_and_come_back_to_all(tape):
    place = Place()
    seen = []
    for _ in range(5):
        place = go(place, tape, "e")
        seen.append(place.eyes)
    assert seen == [0, 1, 2, 3, None]


def test_a_log_that_breaks_off_is_shown_up_to_there(log):
    lines = log.splitlines(keepends=True)
    cut = read(b"".join(lines[:45]))
    assert cut.problem is not None
    assert cut.frames
    assert "breaks off after 4" in picture(Place(at=len(cut.frames) - 1), cut)
    bad = [*lines[:40], lines[40].replace(b'"sig":"', b'"sig":"A'), *lines[41:]]
    broken = read(b"".join(bad))
    assert broken.problem is not None
    assert broken.problem.entry == 41
    assert "entry 41 refused" in picture(Place(at=len(broken.frames) - 1), broken)
    assert broken.frames[-1].entry <= 41


def test_a_deal_that_is_asked_for_is_announced_until_it_is_verified_and_then_shown(log):
    tape = Tape(log.count(b"\n"))
    screen = ReplayScreen(tape, "match.log", deal=2, leave=lambda: None)
    said = set()
    for _ in record(log, tape):
        screen.view(0)
        if tape.frames and 2 not in tape.deals:
            said.add(screen.place.said)
    assert said == {"Deal 2 comes as soon as all before it is verified; any key stays here."}
    assert (tape.frames[screen.place.at].deal, screen.place.said) == (2, "")


def test_a_deal_that_is_asked_for_in_vain_is_said_to_be_missing(log, tape):
    screen = ReplayScreen(tape, "match.log", deal=9, leave=lambda: None)
    screen.view(0)
    assert screen.place.said == "There is no deal 9 in this log; the last is 3."


@pytest.mark.parametrize("data", [b"", b"\n", b"nonsense\n", b"{}\n" * 3, bytes(range(256))])
def test_what_is_no_log_has_a_problem_and_no_steps(data):
    tape = read(data)
    assert tape.problem is not None
    assert not tape.frames
    screen = ReplayScreen(tape, "x", leave=lambda: None)
    draw(screen.view(0), Size(80, 24), Look())
    screen.press("right", 0)


@pytest.fixture(scope="module", params=["azi", "hazari", "lukfu"])
def any_tape(request, tmp_path_factory: pytest.TempPathFactory) -> Tape:
    path = tmp_path_factory.mktemp("logs") / "match.log"
    assert main(["simulate", request.param, "--deals", "2", "--seed", "y", "--log", str(path)]) == 0
    return read(path.read_bytes())


def test_two_thousand_random_keys_raise_nothing_and_q_leaves(any_tape):
    tape = any_tape
    chance = random.Random(6)
    left: list[bool] = []
    screen = ReplayScreen(tape, "x\x1b[2J", deal=2, leave=lambda: left.append(True))
    keys = [*"hjklgG0123456789[]+-=e?wq\x1b ", "left", "right", "up", "down", "home", "end"]
    keys += ["pageup", "pagedown", "space", "enter", "escape", "backspace", "tab", "c-c", "c-l"]
    clicks = [Click("step:5"), Click("step:999"), Click("key:e"), Click("seat:1"), Click("")]
    for now_ms in range(0, 2_000_000, 1000):
        size = Size(chance.choice([80, 120, 60, 40, 1]), chance.choice([24, 40, 20, 5, 1]))
        draw(screen.view(now_ms), size, Look())
        screen.press(chance.choice([*keys, *clicks]), now_ms)
    assert left


# --- our own cards, from a private note ------------------------------------------------------------------


@pytest.fixture
def folded(tape) -> tuple[Place, int, dict[int, Card]]:
    """A step of a deal in which some cards of seat 0 are never shown, and those cards' slots."""
    for at, frame in enumerate(tape.frames):
        held = () if frame.state is None else GAME.hand_slots(frame.state, 0)
        hidden = [slot for slot in held if slot not in tape.cards_of(frame.known.deal)]
        if hidden and tape.is_dealt(at):
            return Place(at=at), hand_of(frame.state), dict.fromkeys(hidden, GAME.pack.card("6H"))
    raise AssertionError("seat 0 has shown all its cards")


def own_line(place: Place, tape: Tape, own: Own) -> str:
    return plain(replay_view(place, tape, "match.log", own).own_line)


def test_own_cards_that_no_log_shows_come_from_the_note_and_are_marked(tape, folded):
    place, of, cards = folded
    bare = own_line(place, tape, Own(0))
    noted = own_line(place, tape, Own(0, {of: cards}))
    assert "▒▒" in bare
    assert noted == bare.replace("▒▒", "6♥") + "  note, not proved"
    assert own_line(replace(place, eyes=0), tape, Own(0, {of: cards})) == noted


def test_a_note_says_nothing_of_others_nothing_of_other_deals_and_nothing_against_the_log(
    tape, folded
):
    place, of, cards = folded
    bare = own_line(replace(place, eyes=1), tape, Own(0))
    assert own_line(replace(place, eyes=1), tape, Own(0, {of: cards})) == bare
    assert "note" not in own_line(place, tape, Own(0, {(of[0] + 1, of[1]): cards}))
    wrong = {slot: GAME.pack.card("6H") for slot in tape.cards_of(of[0])}
    assert own_line(place, tape, Own(0, {of: wrong})) == own_line(place, tape, Own(0))


def test_before_the_cards_are_dealt_nobody_knows_his_own(tape):
    place = go(Place(), tape, "]")
    frame = tape.frames[place.at]
    assert not tape.is_dealt(place.at)
    noted = dict.fromkeys(range(36), GAME.pack.card("6H"))
    own = Own(0, {hand_of(frame.state): noted})
    assert "♥" not in own_line(replace(place, eyes=0), tape, own)
