from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any, cast

import pytest
import trio
import trio.testing

from cli.lines.spoken import card_in_words, line_of
from cli.lines.table import LineTable
from cli.output import draw_cards
from cli.settings import Settings
from cli.table.actions_in_words import choices, forbidden_cards
from cli.table.advice import advise
from cli.table.conversation import Conversation
from cli.table.games import moves_of
from p2pcards.engine import AnyView, Game, Opened
from p2pcards.games import GAMES
from p2pcards.practice import play_deal
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng, below, permutation
from protocol.faults import Code, Reason
from protocol.log.rounds import Place
from protocol.net.conduct.roles import Look
from protocol.net.session import Session
from protocol.table.judge.opening import propose
from protocol.table.notices import DealSettled, Happened, StakesPaid, Suspended
from protocol.table.table import Table
from tests.cli.screen.azi_table import AziTable

AZI, HAZARI, LUKFU = GAMES["azi"], GAMES["hazari"], GAMES["lukfu"]
NAMES = ("Sanjar", "Bek", "Ainura")
FOUR = (*NAMES, "Daniyar")


def moment(
    *verbs: str, is_bound: bool = False, has_bid: bool = False, most_chips: int = 10_000
) -> AnyView:
    """The first decision of seat 0, in matches of bots, that offers all these verbs."""
    bot = AZI.bot("normal")
    for seed in range(300):
        rng = SeededRng(str(seed).encode())
        seen: list[AnyView] = []

        def choose(view: AnyView, rng: SeededRng = rng, seen: list[AnyView] = seen) -> Any:
            seen.append(view)
            return bot(view, lambda n: below(rng, n))

        state = AZI.new_match(AZI.options({}), 3)
        for _ in range(3):
            deck = [AZI.pack.cards[i] for i in permutation(rng, len(AZI.pack.cards))]
            state = play_deal(AZI, state, repeat(deck), choose, permutation(rng, 3))
        for view in seen:
            offered = {choice.verb for choice in choices(AZI, view)}
            bound = bool(forbidden_cards(AZI, view))
            is_poor = AZI.standings(view.state)[0] <= most_chips
            if has_bid and not (view.state.bids and view.state.bids[0]):
                continue
            if view.seat == 0 and is_poor and offered.issuperset(verbs) and bound >= is_bound:
                return view
    raise AssertionError("no such moment")


@dataclass
class FakeTable:
    accused: frozenset[int] = frozenset()


@dataclass
class FakeSession:
    """Remembers what it was told to do."""

    done: list[str] = field(default_factory=list)
    table: FakeTable = field(default_factory=FakeTable)

    def say(self, text: str) -> None:
        self.done.append(f"say {text}")

    def leave(self) -> None:
        self.done.append("leave")

    def declare_absent(self) -> None:
        self.done.append("absent")


@dataclass
class Seated:
    """A line table with what it has said since it was last asked."""

    table: LineTable
    session: FakeSession
    lines: list[str]

    def read(self) -> list[str]:
        said, self.lines[:] = list(self.lines), []
        return [draw_cards(line) for line in said]

    def take(self, words: str) -> list[str]:
        self.table.take(words)
        return self.read()


def _now_ms() -> int:
    try:
        return round(trio.current_time() * 1000)
    except RuntimeError:  # outside of trio no time goes
        return 0


def seated(
    *,
    seat: int | None = 0,
    is_person: bool = True,
    game: Game[Any] = AZI,
    names: Sequence[str] = NAMES,
    conversation: Conversation | None = None,
    **settings: Any,
) -> Seated:
    identities = [Identity.from_seed(bytes([90 + i]) * 32) for i, _ in enumerate(names)]
    named = [(name, one.public) for name, one in zip(names, identities, strict=True)]
    line = propose(identities[0], game, {}, named, 30, 5).line
    identity = None if seat is None else identities[seat]
    lines: list[str] = []
    screen = LineTable(
        Table(identity, line, seat, SeededRng(b"x")),
        lines.append,
        Settings(**settings),
        now_ms=_now_ms,
        is_person=is_person,
        on_first_link=lambda seat, words: lines.append(f"first link: {NAMES[seat]} {words}"),
        conversation=conversation or Conversation(),
    )
    session = FakeSession()
    screen.sit_down(cast(Session, session))
    return Seated(screen, session, lines)


def look(view: AnyView | None, **changes: Any) -> Look:
    given: dict[str, Any] = {
        "view": view,
        "turn": None,
        "limit_ms": None,
        "waiting_for": (),
        "linked": frozenset({1, 2}),
        "is_over": False,
        "has_left": False,
        "next_tick_ms": None,
    }
    return Look(**{**given, **changes})


class Turn:
    """A decision under way."""

    def __init__(self, nursery: trio.Nursery, here: Seated, view: AnyView, limit_ms: int | None):
        self.action: Any = None
        self.scope = trio.CancelScope()

        async def decide() -> None:
            with self.scope:
                self.action = await here.table.decide(view, limit_ms)

        nursery.start_soon(decide)


def card_of(view: AnyView) -> str:
    return AZI.pack.text(next(iter(view.hand.values()))).lower()


async def test_the_turn_is_told_with_time_hand_and_choices(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    here, view = seated(), moment("call", "raise")
    limit_ms = round(trio.current_time() * 1000) + 27_000
    turn = Turn(nursery, here, view, limit_ms)
    await trio.testing.wait_all_tasks_blocked()
    (prompt,) = here.read()
    assert prompt.startswith("Your turn, 27 seconds, then fold. You hold ")
    assert "You may: fold, call (" in prompt
    await trio.sleep(16.9)
    assert here.read() == []
    await trio.sleep(0.2)
    assert here.read() == ["10 seconds left, then fold."]
    assert here.take("fold") == []
    await trio.testing.wait_all_tasks_blocked()
    assert AZI.format_action(turn.action) == "fold"


async def test_who_may_buy_in_is_not_told_the_cards_of_the_deal_that_is_over(
    nursery: trio.Nursery,
) -> None:
    here = seated()
    hands = ["JS QS KS", "AS 7H 10H", "6S AH 6H", "7S 8H KH"]
    table = AziTable(hands, "9D").opened().act("bet 10", "call", "call", "fold")
    table.act("play AS", "play 6S", "play 7S", "play 7H", "play AH", "play 8H")
    view = table.act("play 6H", "play KH", "play 10H").view()
    assert view.hand
    Turn(nursery, here, view, None)
    await trio.testing.wait_all_tasks_blocked()
    (prompt,) = here.read()
    assert prompt.startswith("Your turn. To play for the pot of ")
    assert " You may: stay-out, buy-in (" in prompt


async def test_what_must_wait_is_told_with_its_rule_and_refused(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    here, view = seated(), moment("play", is_bound=True)
    Turn(nursery, here, view, None)
    await trio.testing.wait_all_tasks_blocked()
    _, *waits = here.read()
    card = AZI.pack.text(forbidden_cards(AZI, view)[0][0]).lower()
    assert waits[0].startswith(f"Not {card}: ")
    assert "(Azi rule 6." in waits[0]
    clause = waits[0].partition(": ")[2]
    assert clause[0].islower(), "it follows a colon"
    reason = clause[0].upper() + clause[1:]
    assert here.take(f"play {card}") == [reason]
    assert here.take(f"why {card}") == [reason]
    assert here.take(f"why play {card}") == [reason]
    nursery.cancel_scope.cancel()


async def test_a_costly_bid_is_asked_about_once(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    here, view = seated(), moment("bet", most_chips=190)
    (bet,) = (choice for choice in choices(AZI, view) if choice.verb == "bet")
    stack = AZI.standings(view.state)[view.seat]
    assert bet.most is not None
    assert bet.most * 2 > stack
    turn = Turn(nursery, here, view, None)
    await trio.testing.wait_all_tasks_blocked()
    here.read()
    (asked,) = here.take(f"bet {bet.most}")
    assert "Type yes" in asked
    assert here.take("no") == ["Nothing is done."]
    assert here.take("yes") == ["Nothing has been asked."]
    here.take(f"bet {bet.most}")
    here.take("yes")
    await trio.testing.wait_all_tasks_blocked()
    assert AZI.format_action(turn.action) == f"bet {bet.most}"


async def test_folding_after_a_bid_of_ones_own_is_asked_about(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    here, view = seated(), moment("fold", has_bid=True)
    again = Turn(nursery, here, view, None)
    await trio.testing.wait_all_tasks_blocked()
    here.read()
    assert "You have bid" in here.take("fold")[0]
    here.take("y")
    await trio.testing.wait_all_tasks_blocked()
    assert AZI.format_action(again.action) == "fold"


async def test_a_question_dies_with_the_turn(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    here, view = seated(), moment("bet", most_chips=190)
    turn = Turn(nursery, here, view, round(trio.current_time() * 1000) + 5_000)
    await trio.testing.wait_all_tasks_blocked()
    here.take("bet 100")
    await trio.sleep(6)
    here.table.told(DealSettled(1, (190, 210, 200), (0, 1, 2)))
    late, then = here.read()[-2:]
    assert late == "Your time is up."
    assert then.startswith("The result of deal 1")
    turn.scope.cancel()
    await trio.testing.wait_all_tasks_blocked()
    assert here.take("yes") == ["Nothing has been asked."]
    assert here.take("call") == ["It is not your turn. Type help for what can be said."]


@pytest.mark.parametrize("words", ["dance", "raise", "play xx", "why", "say", "\x1b[31m", "''"])
async def test_odd_words_get_a_sentence_and_change_nothing(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock, words: str
) -> None:
    here, view = seated(), moment("call")
    turn = Turn(nursery, here, view, None)
    await trio.testing.wait_all_tasks_blocked()
    here.read()
    assert here.take(words)
    await trio.testing.wait_all_tasks_blocked()
    assert turn.action is None
    assert here.session.done == []
    nursery.cancel_scope.cancel()


async def test_the_examples_of_help_and_why_are_legal_at_this_moment(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    here, view = seated(), moment("call")
    Turn(nursery, here, view, None)
    await trio.testing.wait_all_tasks_blocked()
    here.read()
    examples = here.take("help")[0].partition("such as: ")[2].removesuffix(".").split(", ")
    examples.append(here.take("why")[0].rpartition(": why ")[2].removesuffix("."))
    assert len(examples) > 1
    for typed in examples:
        assert here.take(f"why {typed}") == ["That is allowed."]
    nursery.cancel_scope.cancel()


def test_leaving_in_a_deal_is_asked_about_with_its_price() -> None:
    here = seated()
    here.table.looked(look(moment("call")))
    here.read()
    (asked,) = here.take("leave")
    assert asked.endswith("The others play on. Type yes to leave.")
    here.take("no")
    assert here.session.done == []
    here.take("leave")
    here.take("yes")
    assert here.session.done == ["leave"]


def test_leaving_between_deals_is_asked_about_and_costs_nothing() -> None:
    here = seated()
    here.table.looked(look(None))
    assert here.take("leave") == [
        "Leave the table? Nothing of yours is at stake. Type yes to leave."
    ]
    here.take("yes")
    assert here.session.done == ["leave"]


def test_leaving_when_the_match_is_over_is_not_asked_about() -> None:
    here = seated()
    here.table.looked(look(None, is_over=True))
    assert here.take("leave") == []
    assert here.session.done == ["leave"]


def test_closed_input_leaves_a_persons_seat_and_says_so() -> None:
    here = seated()
    here.table.closed()
    assert here.session.done == ["leave"]
    assert "Standard input is closed" in here.read()[0]


@pytest.mark.parametrize(("seat", "is_person"), [(None, True), (1, False)])
def test_closed_input_means_nothing_where_nobody_plays(seat: int | None, is_person: bool) -> None:
    here = seated(seat=seat, is_person=is_person)
    here.table.closed()
    assert here.session.done == []


def test_a_spectator_can_ask_but_not_act() -> None:
    here = seated(seat=None)
    for words in ("fold", "absent", "why 7s"):
        (told,) = here.take(words)
        assert told == (
            "You watch: type table, last, again, deal, say, talk, mute, words, proofs, options, help or leave."
        )
    assert here.take("table") == ["Sanjar 200, Bek 200, Ainura 200."]
    here.take("leave")
    assert here.session.done == ["leave"]


def test_words_that_tell() -> None:
    here = seated()
    here.table.looked(look(moment("call"), waiting_for=(0, 1), linked=frozenset({2})))
    (dealt,) = here.read()
    assert dealt.startswith("You hold ")
    assert here.take("hand") == [dealt]
    told = here.take("table")
    assert "The table waits for you and Bek." in told
    assert "There is no link to Bek." in told
    assert here.take("proofs")[0].startswith("Checked here: 0 results")
    assert here.take("options")[0].startswith("Options: ante 10, ")
    assert len(here.take("help")) == 11
    assert here.take("order") == ["Low to high: 6 7 8 9 10 J Q K A."]
    assert here.take("say  salom, dostlar ") == ['You: "salom, dostlar"']
    assert here.session.done == ["say salom, dostlar"]


def test_what_happened_can_be_told_again() -> None:
    here = seated()
    here.table.told(DealSettled(1, (190, 210, 200), (0, 1, 2)))
    here.table.heard(2, "well played")
    told = here.read()
    assert told == [
        "The result of deal 1 is signed by all three: you 190, Bek 210, Ainura 200.",
        'Ainura: "well played"',
    ]
    assert here.take("again") == told


def test_an_earlier_deal_is_told_again_while_the_next_goes_on() -> None:
    here = seated()
    assert here.take("deal 1") == [
        "Type deal and the number of one that was told here; none has begun."
    ]
    for deal, stacks in ((1, (190, 210, 200)), (2, (180, 220, 200))):
        here.table.told(StakesPaid(deal, (0, 1, 2)))
        here.table.told(DealSettled(deal, stacks, (0, 1, 2)))
    _, second = here.read()
    (first,) = here.take("deal 1")
    assert first.startswith("The result of deal 1 ")
    assert here.take("deal 2") == [second]
    for wrong in ("deal", "deal 3", "deal x"):
        assert here.take(wrong) == ["Type deal and the number of one that was told here: 1 to 2."]


def test_who_is_muted_is_not_heard_and_is_heard_again() -> None:
    here = seated()
    assert here.take("mute bek") == ["You do not hear Bek talk any more; unmute undoes it."]
    here.table.heard(1, "spam")
    here.table.heard(2, "hello")
    assert here.read() == ['Ainura: "hello"']
    assert here.take("unmute B") == ["You hear Bek talk."]
    here.table.heard(1, "sorry")
    assert here.read() == ['Bek: "sorry"']
    assert here.take("mute Sanjar") == ["Type mute and one of: Bek, Ainura."]
    assert here.take("mute") == ["Type mute and one of: Bek, Ainura."]


def test_a_long_line_is_said_whole_in_several() -> None:
    here = seated()
    words = " ".join(f"word{number}" for number in range(60))
    said = here.take(f"say {words}")
    assert len(said) == 3
    assert " ".join(one.removeprefix('You: "').removesuffix('"') for one in said) == words
    assert [one.removeprefix("say ") for one in here.session.done] == [
        one.removeprefix('You: "').removesuffix('"') for one in said
    ]
    assert here.take("say " + "x" * 3000) == [
        "That is too long to be said at once. Nothing was said."
    ]


def test_the_last_trick_is_told_when_it_is_asked_for() -> None:
    here = seated()
    assert here.take("last") == ["No trick has been finished in this deal."]


def test_cards_are_named_in_words_where_that_is_wished() -> None:
    view = moment("call")
    here = seated(cards="words")
    here.table.looked(look(view))
    cards = [card_in_words(AZI.pack, card) for card in view.hand.values()]
    (dealt,) = here.read()
    assert sorted(dealt.removeprefix("You hold ").removesuffix(".").split(", ")) == sorted(cards)
    assert here.take("signs") == ["Cards are named in signs from now on."]
    assert " of " not in here.take("hand")[0]
    assert here.take("words") == ["Cards are named in words from now on."]
    assert here.take("hand") == [dealt]


@pytest.mark.heavy
@pytest.mark.parametrize(("game", "seats"), [(AZI, 4), (HAZARI, 4), (LUKFU, 3)])
def test_in_words_nothing_is_quoted_that_only_an_eye_can_read(game, seats) -> None:
    glyphs = set("♠♥♦♣¢§₥₮{}")
    for view in decisions(game, seats):
        here = seated(game=game, names=FOUR[:seats], seat=view.seat, cards="words")
        here.table.turn_comes(view, None)
        for line in (*here.read(), *here.take("order"), *here.take("why"), *here.take("zzz")):
            assert not glyphs & set(line), line


def test_advice_in_words_names_its_cards_in_words() -> None:
    view = next(
        view for view in decisions(LUKFU, 3) if moves_of(LUKFU).moves(view, is_turn=True).plays
    )
    advised = advise(LUKFU, view, is_laid=False)
    for part in (advised.sentence, *advised.details):
        assert not set("¢§₥₮{}") & set(line_of(part, "words"))


async def test_a_card_may_be_typed_in_words(nursery: trio.Nursery) -> None:
    here, view = seated(), moment("play", is_bound=True)
    turn = Turn(nursery, here, view, None)
    await trio.testing.wait_all_tasks_blocked()
    here.read()
    card, _ = forbidden_cards(AZI, view)[0]
    told = here.take(f"why {card_in_words(AZI.pack, card)}")
    assert told == here.take(f"why {AZI.pack.text(card).lower()}")
    allowed = next(one for one in choices(AZI, view) if one.verb == "play").cards[0]
    assert here.take(f"play {card_in_words(AZI.pack, allowed).capitalize()}") == []
    await trio.testing.wait_all_tasks_blocked()
    assert view.hand[turn.action.slot] == allowed


def test_our_own_seat_is_you() -> None:
    here = seated(names=("Bek", "Ainura", "Chinara"))
    here.table.told(DealSettled(1, (190, 210, 200), (0, 1)))
    here.table.take("say hello")
    assert here.read() == [
        "The result of deal 1 is signed by two of three: you 190, Ainura 210, Chinara 200.",
        'You: "hello"',
    ]


def test_a_card_that_is_turned_up_counts_as_shown() -> None:
    here = seated()
    asked = moment("bet").state
    here.table.told(Happened(asked, Opened(((9, AZI.pack.cards[0]),)), asked))
    here.read()
    assert "1 card shown" in here.take("proofs")[0]


async def test_cards_that_have_just_come_are_told_once(nursery: trio.Nursery) -> None:
    here, view = seated(), moment("bet")
    here.table.looked(look(view))
    (hand,) = here.read()
    assert hand.startswith("You hold ")
    Turn(nursery, here, view, None)
    await trio.testing.wait_all_tasks_blocked()
    (turn,) = here.read()
    assert "You hold" not in turn
    here.take("proofs")
    Turn(nursery, here, view, None)
    await trio.testing.wait_all_tasks_blocked()
    assert hand in here.read()[0]
    nursery.cancel_scope.cancel()


def test_two_players_of_one_name_are_told_apart() -> None:
    here = seated(names=("Bek", "Bek", "Ainura"))
    here.table.told(DealSettled(1, (190, 210, 200), (0, 1)))
    here.table.heard(1, "well played")
    assert here.read() == [
        "The result of deal 1 is signed by two of three: you 190, Bek 2 210, Ainura 200.",
        'Bek 2: "well played"',
    ]


def test_a_table_that_rests_says_so_once_for_each_moment() -> None:
    here = seated()
    place = Place(1, "play", 0, 3)
    for _ in range(3):
        here.table.told(Suspended(place, (1, 2)))
    (said,) = here.read()
    assert said.startswith("Too few are heard to go on without Bek and Ainura")


def test_links_are_told_when_they_change_and_words_when_they_are_new() -> None:
    here = seated()
    here.table.link_up(1, ("raven", "tulip", "ford"))
    here.table.link_down(1)
    here.table.link_up(1, ("other", "words", "now"))
    first, lost, back = here.read()
    assert first.startswith("first link: Bek")
    assert lost.startswith("The link to Bek is gone")
    assert back == "The link to Bek is back."
    here.table.looked(look(None, is_over=True))
    here.table.link_down(1)
    assert here.read() == []


def test_who_leaves_is_named_at_once_and_his_link_is_not_called_lost() -> None:
    here = seated()
    here.table.link_up(1, ("raven", "tulip", "ford"))
    here.read()
    for _ in range(2):
        here.table.looked(look(None, leaving=frozenset({1})))
    assert here.read() == ["Bek leaves the table; nobody has to wait for that."]
    here.table.link_down(1)
    assert here.read() == []


def test_of_a_flood_of_refused_payloads_one_line_is_shown() -> None:
    here = seated()
    for _ in range(20):
        here.table.refused(1, Reason(Code.LINE_TOO_LONG))
    assert here.read() == ["Something from Bek is refused: longer than any entry."]
    assert here.take("proofs")[0].endswith("Refused: 20.")


def decisions(game: Game[Any], seats: int) -> list[AnyView]:
    """What the seats saw when they had to decide, in a deal of a pack that was not shuffled."""
    seen: list[AnyView] = []

    def choose(view: AnyView) -> Any:
        seen.append(view)
        return game.default_action(view)

    state = game.new_match(game.options({}), seats)
    play_deal(game, state, repeat(game.pack.cards), choose, tuple(range(seats)))
    return seen


def arranging() -> AnyView:
    """Thirteen cards of Hazari, to be declared."""
    return next(view for view in decisions(HAZARI, 4) if view.seat == 0)


async def test_cards_that_lie_face_down_are_not_said_to_be_held(
    nursery: trio.Nursery, autojump_clock: trio.testing.MockClock
) -> None:
    view = next(
        view
        for view in decisions(LUKFU, 3)
        if 0 < len(LUKFU.hand_slots(view.state, view.seat)) < len(view.hand)
    )
    here = seated(seat=view.seat, game=LUKFU, names=NAMES[:3])
    held = {view.hand[slot] for slot in LUKFU.hand_slots(view.state, view.seat)}
    Turn(nursery, here, view, None)
    await trio.testing.wait_all_tasks_blocked()
    told = here.read()[0].partition("You hold ")[2].partition(".")[0].split()
    assert told == [draw_cards(f"{{{LUKFU.pack.text(card)}}}") for card in sorted(held)]


def test_at_two_seats_no_others_pass_on_what_comes() -> None:
    here = seated(names=NAMES[:2])
    here.table.link_down(1)
    assert here.read() == ["The link to Bek is gone; it is dialled again."]


async def test_advice_is_told_when_it_is_found_and_yes_takes_it(nursery: trio.Nursery) -> None:
    here, view = seated(), moment("bet")
    assert here.take("advice") == ["It is not your turn."]
    turn = Turn(nursery, here, view, None)
    await trio.testing.wait_all_tasks_blocked()
    here.read()
    assert here.take("advice") == []
    while not (told := here.read()):
        await trio.sleep(0.01)
    (sentence,) = told
    assert sentence.endswith("Type yes to do it.")
    here.take("yes")
    await trio.testing.wait_all_tasks_blocked()
    assert AZI.why_not(view, turn.action) is None


async def test_a_yes_that_is_asked_for_is_never_taken_for_the_advice(nursery: trio.Nursery) -> None:
    here, view = seated(), moment("bet")
    Turn(nursery, here, view, None)
    await trio.testing.wait_all_tasks_blocked()
    here.take("advice")
    here.take("leave")
    here.read()
    while not (told := here.read()):
        await trio.sleep(0.01)
    assert "Type yes" not in told[0]
    here.take("yes")
    assert here.session.done == ["leave"]
    nursery.cancel_scope.cancel()


def test_who_watches_talks_and_is_never_taken_for_a_seat() -> None:
    here = seated(seat=None)
    assert here.take("say hello") == ['You: "hello"']
    assert here.session.done == ["say hello"]
    here.table.overheard(b"w" * 32, "Bek", "salom")
    assert here.read() == ['Bek (watching): "salom"']


def test_the_talk_of_the_evening_is_one_and_who_is_muted_stays_so_in_the_next_match() -> None:
    conversation = Conversation()
    first = seated(conversation=conversation)
    first.table.heard(1, "good luck")
    first.take("mute ainura")
    second = seated(conversation=conversation)
    second.table.heard(2, "spam")
    assert second.read() == []
    assert second.take("talk") == ['Bek: "good luck"']
    assert second.take("unmute ainura") == ["You hear Ainura talk."]
    second.table.heard(2, "sorry")
    assert second.read() == ['Ainura: "sorry"']


async def test_after_the_match_one_talks_and_asks_for_another_or_goes(
    autojump_clock: trio.testing.MockClock,
) -> None:
    for word, wants in (("another", True), ("leave", False)):
        here = seated()
        wanted: list[bool] = []

        async def look(here: Seated = here, wanted: list[bool] = wanted) -> None:
            wanted.append(await here.table.wait_seen())

        with trio.fail_after(60):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(look)
                await trio.sleep(1)
                assert here.read() == [
                    "The match is over. Type another, table, last, again, deal, say, talk, mute, words,"
                    " proofs, options, help or leave."
                ]
                assert here.take("say well played") == ['You: "well played"']
                here.table.heard(1, "thanks")
                here.table.link_down(1)
                assert here.read() == ['Bek: "thanks"', "Bek has gone."]
                assert not here.table.has_stake
                here.take(word)
        assert wanted == [wants]
        assert here.session.done == ["say well played"]
