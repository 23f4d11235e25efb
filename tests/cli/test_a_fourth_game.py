"""A fourth game takes one file, and this is one: the game, and all of the program playing it.

High Card: two to four players pay a chip and get two cards; each plays one of them in turn, then all
show the other, and the highest card played takes the pot.

Run as a program, this file is `p2pcards` with the game in it.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from cli import words
from cli.benchmarks.bots import compare
from cli.benchmarks.matches import measure_engine
from cli.main import main
from cli.screen.games import screen_of
from cli.screen.games.generic import GenericScreen
from cli.screen.look import Look
from cli.screen.table.table_keys import keys_of
from cli.table.games import moves_of
from cli.words.en.grammar import Voice
from cli.words.phrase import in_braces
from cli.words.told import Book, Told, told
from p2pcards import engine
from p2pcards.cards import Card, Pack
from p2pcards.engine import (
    LEVELS,
    NO_CLAIMS,
    Acted,
    Action,
    AnyView,
    AwaitCoin,
    AwaitDecisions,
    AwaitDeck,
    AwaitOpening,
    AwaitShow,
    BadOptions,
    ClaimCount,
    CoinTossed,
    DeckReady,
    Done,
    Event,
    Game,
    IllegalAction,
    Opened,
    Out,
    Roll,
    Rule,
    Seat,
    Shown,
    Slot,
    SuitClaim,
    Waiting,
)
from p2pcards.facts import Played, TookPot
from p2pcards.games import REGISTRY, register
from p2pcards.practice import play_deal
from p2pcards.reckoning import Advice, OnlyChoice
from tests.playthroughs.recorded import play_again, record
from tests.ui.mockups import rows
from tests.ui.played import views

# --- the game --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class State(engine.State):
    """A match between two events; `due` are the seats still to act, in order."""

    chips: tuple[int, ...]
    deal: int = 0
    phase: str = "idle"
    pot: int = 0
    due: tuple[Seat, ...] = ()
    out: tuple[Seat, ...] = ()
    hands: tuple[tuple[Slot, ...], ...] = ()
    played: tuple[tuple[Seat, Card], ...] = ()
    opened: tuple[tuple[Slot, Card], ...] = ()


@dataclass(frozen=True)
class Play(Action):
    """Play the card in this slot."""

    slot: Slot


@dataclass(frozen=True)
class BothShown:
    """A seat has opened the card that it kept: the one fact that no other game has."""

    seat: Seat


@dataclass(frozen=True)
class HigherWins:
    """Advice: the higher card wins more often."""


class HighCard:
    """The whole game; see `p2pcards.engine.Game` for what each method promises."""

    name = "highcard"
    title = "High Card"
    unit = "chips"
    pack = Pack("highcard12", "HS", ("9", "10", "J", "Q", "K", "A"))
    least_seats, most_seats = 2, 4
    option_names = ("chips",)
    exploiters = ()

    def options(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        for name in given:
            if name != "chips":
                raise BadOptions(name, "no_such_option", (self.title, "chips"))
        chips = str(given.get("chips", 5))
        if not chips.isdecimal() or not 1 <= int(chips) <= 100:
            raise BadOptions("chips", "in_range", (1, 100, chips))
        return {"chips": int(chips)}

    def new_match(self, options: Mapping[str, Any], seats: int) -> State:
        return State((options["chips"],) * seats)

    def seats_of_next_deal(self, state: State, present: frozenset[Seat]) -> tuple[Seat, ...]:
        able = tuple(seat for seat in sorted(present) if state.chips[seat])
        return able if len(able) > 1 else ()

    def open_deal(self, state: State, seats: tuple[Seat, ...]) -> State:
        chips = tuple(own - (seat in seats) for seat, own in enumerate(state.chips))
        return State(chips, state.deal + 1, "deck", len(seats), seats)

    def waiting(self, state: State) -> Waiting:
        match state.phase:
            case "deck":
                return AwaitDeck(state.due)
            case "coin":
                return AwaitCoin(state.due)
            case "dealing":
                dealt = ((2 * at + n, seat) for at, seat in enumerate(state.due) for n in (0, 1))
                return AwaitOpening(state.due, tuple(dealt), ())
            case "playing":
                return AwaitDecisions(state.due[:1])
            case "showing":
                return AwaitShow(tuple((seat, state.hands[seat]) for seat in state.due))
            case _:
                return Done()

    def apply(self, state: State, event: Event) -> State:
        match event:
            case DeckReady():
                return replace(state, phase="coin")
            case CoinTossed(order):
                return replace(state, phase="dealing", due=order)
            case Opened():
                hands = [()] * len(state.chips)
                for at, seat in enumerate(state.due):
                    hands[seat] = (2 * at, 2 * at + 1)
                return replace(state, phase="playing", hands=tuple(hands))
            case Acted(seat, action, cards):
                if rule := self._refusal(state, seat, action):
                    raise IllegalAction(seat, self.format_action(action), rule)
                ((slot, card),) = cards
                state = replace(
                    state,
                    due=state.due[1:],
                    played=(*state.played, (seat, card)),
                    opened=(*state.opened, *cards),
                    hands=self._without(state, seat, slot),
                )
            case Shown(seat, cards):
                due = tuple(other for other in state.due if other != seat)
                state = replace(state, due=due, opened=(*state.opened, *cards))
            case Out():
                if state.phase == "idle":
                    return state
                # Where all go at once the last of them stays, to take the pot.
                rest = set(self._left(state)).difference(event.seats)
                gone = event.seats if rest else event.seats[:-1]
                due = tuple(other for other in state.due if other not in gone)
                state = replace(state, due=due, out=(*state.out, *gone))
                if len(self._left(state)) == 1:
                    return self._pay(state)
                if state.phase not in ("playing", "showing"):
                    return state
        if state.due:
            return state
        if state.phase == "playing":
            return replace(state, phase="showing", due=tuple(seat for seat, _ in self._good(state)))
        return self._pay(state)

    def _refusal(self, state: State, seat: Seat, action: Play) -> Rule | None:
        if state.phase != "playing" or state.due[0] != seat:
            return Rule(self.name, "1", "not_its_turn")
        is_held = action.slot in state.hands[seat]
        return None if is_held else Rule(self.name, "2", "one_of_two", (action.slot,))

    def _without(self, state: State, seat: Seat, slot: Slot) -> tuple[tuple[Slot, ...], ...]:
        kept = tuple(other for other in state.hands[seat] if other != slot)
        return (*state.hands[:seat], kept, *state.hands[seat + 1 :])

    def _left(self, state: State) -> tuple[Seat, ...]:
        """Seats that can still win."""
        seats = {*state.due, *(seat for seat, _ in state.played)}
        return tuple(sorted(seats.difference(state.out)))

    def _good(self, state: State) -> tuple[tuple[Seat, Card], ...]:
        return tuple((seat, card) for seat, card in state.played if seat not in state.out)

    def _pay(self, state: State) -> State:
        """The highest card wins, of equals the first played; the last seat left wins without one."""
        left = self._left(state)
        winner = left[0] if len(left) == 1 else self._winner(state)
        chips = tuple(own + (seat == winner) * state.pot for seat, own in enumerate(state.chips))
        return replace(state, phase="idle", pot=0, due=(), chips=chips)

    def _winner(self, state: State) -> Seat:
        return max(self._good(state), key=lambda play: play[1].rank)[0]

    def legal_actions(self, view: AnyView) -> tuple[Play, ...]:
        hand = view.state.hands[view.seat] if view.state.phase == "playing" else ()
        return tuple(Play(slot) for slot in hand if view.state.due[0] == view.seat)

    def why_not(self, view: AnyView, action: Play) -> Rule | None:
        return self._refusal(view.state, view.seat, action)

    def default_action(self, view: AnyView) -> Play:
        return self.legal_actions(view)[0]

    def _highest(self, view: AnyView) -> Play:
        return max(self.legal_actions(view), key=lambda play: view.hand[play.slot].rank)

    def shows(self, state: State, seat: Seat, action: Play) -> tuple[Slot, ...]:
        return (action.slot,)

    def claim(
        self, state: State, seat: Seat, action: Play, cards: tuple[tuple[Slot, Card], ...]
    ) -> SuitClaim | None:
        return None

    def format_action(self, action: Play) -> str:
        return f"play {action.slot}"

    def parse_action(self, text: str) -> Play:
        if not re.fullmatch(r"play (0|[1-9][0-9]?)", text):
            raise ValueError(text)
        return Play(int(text.removeprefix("play ")))

    def public(self, state: State) -> dict[str, Any]:
        cards = [[slot, self.pack.text(card)] for slot, card in state.opened]
        played = [[seat, self.pack.text(card)] for seat, card in state.played]
        hands = [list(hand) for hand in state.hands]
        lists = {"chips": list(state.chips), "due": list(state.due), "out": list(state.out)}
        numbers = {"deal": state.deal, "phase": state.phase, "pot": state.pot}
        return {**numbers, **lists, "hands": hands, "played": played, "opened": cards}

    def standings(self, state: State) -> tuple[int, ...]:
        return state.chips

    def may_end(self, state: State) -> bool:
        return True

    def hand_slots(self, state: State, seat: Seat) -> tuple[Slot, ...]:
        opened = dict(state.opened)
        hand = state.hands[seat] if state.hands else ()
        return tuple(slot for slot in hand if slot not in opened)

    def closed_slots(self, state: State, seat: Seat) -> tuple[Slot, ...]:
        return self.hand_slots(state, seat)

    def reneges(self, state: State) -> tuple[tuple[Seat, Rule], ...]:
        return ()

    def claim_count(self, state: State) -> ClaimCount:
        return NO_CLAIMS

    def facts(
        self, before: State, event: Event, after: State
    ) -> tuple[Played | TookPot | BothShown, ...]:
        told: list[Played | TookPot | BothShown] = []
        if isinstance(event, Acted):
            told.append(Played(event.seat, (event.cards[0][1],)))
        if isinstance(event, Shown):
            told.append(BothShown(event.seat))
        if before.phase != "idle" and after.phase == "idle":
            gains = [now - then for now, then in zip(after.chips, before.chips, strict=True)]
            told.append(TookPot(gains.index(max(gains)), before.pot))
        return tuple(told)

    def advise(self, view: AnyView, roll: Roll) -> Advice:
        return Advice(self._highest(view), OnlyChoice(), 100, (HigherWins(),))

    def bot(self, level: str) -> Callable[[AnyView, Roll], Play]:
        def any_card(view: AnyView, roll: Roll) -> Play:
            return self.legal_actions(view)[roll(2)]

        bots = dict.fromkeys(LEVELS, lambda view, roll: self._highest(view))
        return {**bots, "random": any_card}[level]


GAME: Game[State] = HighCard()

WORDS = Book(
    rules={"one_of_two": lambda slot: f"play one of your two cards, not slot {slot}"},
    options={"chips": "what each seat starts with, 1 to 100 (5)"},
    page="HIGH CARD\n\nThe highest card played takes the pot. chips: what each starts with.\n",
)
"""Only for what other games have no words for; with none at all the game is played too."""


@WORDS.tells(HigherWins)
def _higher_wins(fact: HigherWins, voice: Voice) -> Told:
    return told("The higher card wins more often")


@WORDS.tells(BothShown)
def _both_shown(fact: BothShown, voice: Voice) -> Told:
    return told(voice.does(fact.seat, "shows", "show"), " the other card")


if __name__ == "__main__":
    register(GAME)
    words.bring(GAME.name, WORDS)
    sys.exit(main())


# --- all of the program plays it -------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _there_are_four_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, GAME.name, GAME)
    monkeypatch.setitem(words.BOOKS, GAME.name, WORDS)


def test_the_engine_plays_it_and_no_chip_is_lost() -> None:
    rng, state, deals = random.Random(1), GAME.new_match(GAME.options({}), 4), 0
    choose = GAME.bot("random")
    while GAME.seats_of_next_deal(state, frozenset(range(4))):
        deck, order = rng.sample(GAME.pack.cards, 12), rng.sample(range(4), 4)
        state = play_deal(
            GAME, state, repeat(deck), lambda view: choose(view, rng.randrange), order
        )
        deals += 1
        assert sum(state.chips) == 20
    assert deals > 5


@pytest.mark.heavy
def test_it_is_simulated_audited_replayed_and_explained(run: Any, tmp_path: Path) -> None:
    """The protocol, its log, the audit and the story of a replay."""
    log = tmp_path / "highcard.log"
    words = ("--seats", "3", "--deals", "3", "--seed", "fourth", "--option", "chips=9")
    assert run("simulate", "highcard", *words, "--log", log).code == 0
    audited = run("audit", log, "--json").document["logs"][0]
    assert (audited["verdict"], audited["game"], audited["complete_to"]) == ("ok", "highcard", 3)
    assert sum(audited["standings"]) == 27
    assert audited["verified"]["cards"] == 18
    replayed = run("replay", log, "--text")
    assert replayed.code == 0
    assert len(re.findall(r"\w+ plays \S+\.", replayed.out)) == 9
    assert replayed.out.count("takes the pot of 3") == 3
    rules = run("rules", "highcard")
    assert "takes the pot" in rules.out
    assert "chips" in rules.out
    assert "no such option" in run("simulate", "highcard", "--option", "x=1", "--log", log).err


def test_its_own_facts_and_rules_are_told_in_the_words_it_brings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    voice = words.voice_of(GAME, ("Ainura", "Bek"), own=1)
    rule = Rule(GAME.name, "2", "one_of_two", (7,))
    assert (
        in_braces(words.tell(GAME.name, BothShown(0), voice).long) == "Ainura shows the other card"
    )
    assert in_braces(words.tell(GAME.name, BothShown(1), voice).long) == "You show the other card"
    assert in_braces(words.sentence(rule)) == (
        "Play one of your two cards, not slot 7 (High Card rule 2)."
    )
    monkeypatch.delitem(words.BOOKS, GAME.name)
    assert in_braces(words.tell(GAME.name, Played(1, ()), voice).long) == "You play "
    assert in_braces(words.tell(GAME.name, BothShown(0), voice).long) == "BothShown(seat=0)"
    assert in_braces(words.clause(rule)) == "one_of_two"
    assert words.rules_page(GAME) == "High Card\n"
    assert words.option_help(GAME) == {"chips": ""}


def test_its_bots_are_measured(run: Any) -> None:
    found = compare(GAME, "normal", "random", 20)
    assert found.difference > 0
    assert measure_engine(GAME, 0.01).deals_per_s > 0
    told = run("bench", "--bots", "highcard", "--deals", "2", "--json").document
    assert {comparison["unit"] for comparison in told["comparisons"]} == {"chips"}


def test_a_deal_of_it_can_be_recorded_and_played_again() -> None:
    head = 'game: highcard\noptions: {"chips": 9}\nseats: 3\ndeals: 2\nseed: 4\nbots: easy\n'
    text = record(f"{head}out: 2 5 1 left\n")
    assert "> out 1 left" in text
    assert play_again(text) == text


@pytest.mark.parametrize("own", [0, None])
def test_the_full_screen_shows_it_without_knowing_it(own: Seat | None) -> None:
    assert isinstance(screen_of(GAME), GenericScreen)
    seen = views(GAME, 3, own, seed=2, deals=2, level="easy")
    screens = ["\n".join(rows(view, 80, 24, Look())) for _, _, view in seen]
    assert any("play" in screen for screen in screens)
    assert any("takes the pot" in screen for screen in screens)
    assert any("your turn" in screen for screen in screens) is (own is not None)


def test_on_the_full_screen_it_has_the_moves_and_the_prices_of_any_game() -> None:
    asked: list[AnyView] = []

    def decide(view: AnyView) -> Any:
        asked.append(view)
        return GAME.default_action(view)

    play_deal(GAME, GAME.new_match(GAME.options({}), 2), repeat(GAME.pack.cards), decide, [0, 1])
    view, screen = asked[0], screen_of(GAME)
    can = moves_of(screen.game)
    moves = can.moves(view, is_turn=True)
    assert moves.card_verb == "play"
    assert moves.default == GAME.default_action(view)
    assert not moves.moves
    assert not moves.forbidden
    assert can.moves(view, is_turn=False).card_verb is None
    assert can.question(view, moves.default) is None
    assert can.leave_price(view) == "Leaving now puts you out of this deal."
    assert can.price_of_being_out(view.state, 0, "your") == "no points are lost"
    assert can.order_of_cards == "Low to high: 9 10 J Q K A."
    assert not any("blind" in does for _, does in keys_of(GAME))


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """`p2pcards play highcard --lines`, against two bots."""
    words = ["play", "highcard", "--bots", "2", "--deals", "2", "--lines"]
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-m", "tests.cli.test_a_fourth_game", *words],
        cwd=root,
        env={**os.environ, "P2PCARDS_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as child:
        yield child
        child.kill()


@pytest.mark.slow
def test_a_person_plays_it_by_typing(alone: subprocess.Popen[str]) -> None:
    assert alone.stdin is not None
    assert alone.stdout is not None
    told, first = [], ""
    for line in alone.stdout:
        told.append(line)
        if found := re.search(r"You may: (play \w+)", line):
            first = found[1]
            alone.stdin.write("advice\n")
        elif "Type yes to do it." in line:
            # The advice is the game's own; then the first of the two cards is played.
            alone.stdin.write(f"no\n{first}\n")
        alone.stdin.flush()
    assert alone.wait(20) == 0, "".join(told)
    story = "".join(told)
    assert story.count("Your turn") == 2
    assert story.count("The higher card wins more often.") == 2
    assert story.count("takes the pot of 3") + story.count("take the pot of 3") == 2
