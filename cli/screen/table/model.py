"""The table's view: what has been told, what is known just now and what the player is doing, joined.

The one rule: pure, and the same for the same arguments. What depends on the game comes from its
screen module; rows 22 to 24 come from `lines`, which knows what the keys would do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from cli.screen.drawing.spans import Role, Span, Text
from cli.screen.drawing.text import mark, sentence, span
from cli.screen.drawing.view import Bar, Hand, HandCard, MyLine, Plate, TableView, Told
from cli.screen.games import screen_of
from cli.screen.games.scene import Moment, Scene
from cli.screen.table.lines import lines_of
from cli.screen.table.panels import overlay_of, panel_lines
from cli.table.choosing import Choosing, Situation
from cli.table.faces import face
from cli.table.moves import HandUse
from cli.table.story.known import Facts, Known, Making
from cli.table.story.lines import Said, Sentence, StoryLine
from cli.words.en import talking, telling
from cli.words.en.grammar import ordinal
from cli.words.phrase import Mark
from p2pcards.engine import AwaitDecisions, Done, Seat, Slot, State

HURRY_S = 10
"""From here on my line is bold."""


@dataclass(frozen=True, slots=True)
class Now:
    """The table just now, beside what has been told of it.

    Args:
        now_ms: The program's clock.
        state: The state to show; None: the newest known.
        waiting_for: Seats that the table waits for.
        left_s: Seconds the seat that is waited for has; None without a clock.
        next_deal_s: Seconds until the result goes; None while nothing is lingering.
        stays_s: Seconds that the trick just finished stays on the table; None where none does.
        away: Seats that are missed: there is no link to them.
        silent: Of seats that keep the table waiting for too long, for how many seconds.
        checking: Proofs that have been waited for long enough to say so.
        watchers: Spectators.
        is_out: Our seat is out of this deal.
        is_asleep: We have lost all links.
        is_leaving: Our player leaves.
        is_closed: The table is closed for our seat.
    """

    now_ms: int = 0
    state: State | None = None
    waiting_for: tuple[Seat, ...] = ()
    left_s: int | None = None
    next_deal_s: int | None = None
    stays_s: int | None = None
    away: tuple[Seat, ...] = ()
    silent: Mapping[Seat, int] = field(default_factory=dict)
    checking: int = 0
    watchers: int = 0
    is_out: bool = False
    is_asleep: bool = False
    is_leaving: bool = False
    is_closed: bool = False


@lru_cache(maxsize=2048)
def _drawn(line: Sentence) -> Told:
    short = sentence(line.short) if line.short else ()
    return Told(sentence(line.text), line.is_bid, line.is_play, short)


def drawn_story(lines: Iterable[StoryLine]) -> tuple[Told | Said, ...]:
    """A story as it is drawn; each of its sentences is made into text once."""
    return tuple(line if isinstance(line, Said) else _drawn(line) for line in lines)


def clock(seconds: int | None) -> str:
    """`0:24`; empty without a clock."""
    return "" if seconds is None else f"{max(0, seconds) // 60}:{max(0, seconds) % 60:02}"


def _decided(facts: Facts, state: State | None, now: Now) -> frozenset[Seat]:
    """Of several who decide at the same time, those whom the table waits for no longer."""
    match None if state is None else facts.game.waiting(state):
        case AwaitDecisions(seats) if len(seats) > 1 and now.waiting_for:
            return frozenset(seats).difference(now.waiting_for)
        case _:
            return frozenset()


def table_view(known: Known, now: Now, choosing: Choosing, situation: Situation) -> TableView:
    """What the player, or a spectator, sees of the table."""
    facts = known.facts
    state = now.state if now.state is not None else known.state
    is_lingering = now.stays_s is not None
    if is_lingering and known.finished is not None:
        state = known.finished
    others = tuple(seat for seat in now.waiting_for if seat != facts.seat)
    is_between = state is None or isinstance(facts.game.waiting(state), Done)
    moment = Moment(
        state,
        situation.hand,
        is_turn=situation.is_turn,
        waiting_for=() if is_lingering or is_between else others,
        decided=frozenset() if is_lingering or is_between else _decided(facts, state, now),
        choosing=choosing,
        situation=situation,
        clock=clock(now.left_s),
    )
    scene = screen_of(facts.game).scene(known, moment)
    lines = lines_of(choosing, situation)
    return TableView(
        bar=_bar(known, now, scene, state, situation.unread),
        plates=tuple(_heard(plate, now) for plate in scene.plates),
        middle=scene.middle,
        result=scene.result,
        arranging=scene.arranging,
        story=drawn_story(known.story),
        story_back=choosing.story_back,
        me=_my_line(known, now, scene, situation),
        hand=_hand(scene, choosing, situation, is_out=now.is_out),
        more=lines.more,
        offers=lines.offers,
        ask=lines.ask,
        keys=lines.keys,
        facts=scene.facts,
        proofs=panel_lines(known, now.watchers, state),
        overlay=overlay_of(known, choosing, situation, state, now.now_ms),
        is_asleep=now.is_asleep,
    )


def _heard(plate: Plate, now: Now) -> Plate:
    """Whether we hear of the seat, where we do not."""
    if plate.seat in now.silent:
        return replace(plate, clock=f"silent {clock(now.silent[plate.seat])}")
    if plate.seat in now.away and not plate.clock:
        return replace(plate, corner="no link")
    return plate


def _bar(known: Known, now: Now, scene: Scene, state: State | None, unread: int) -> Bar:
    facts = known.facts
    deal, phase = known.deal, scene.phase
    if state is None or not deal:
        deal, phase = known.settled + 1, "preparing"
    deals = facts.deals or scene.deals
    of = f" of {deals}" if deals else ""
    return Bar(
        facts.game.title,
        facts.title,
        f"deal {deal}{of} · {phase}",
        (*span(talking.unread(unread), Role.TALK), *_trust(known, now, scene)),
    )


def _trust(known: Known, now: Now, scene: Scene) -> Text:
    faults = sum(1 for fault in known.faults if fault.deal >= known.deal) + known.refused
    if faults:
        return mark(Mark.REFUSED, f"{faults} refused")
    if now.checking:
        return mark(Mark.CHECKING, f"{now.checking} being checked")
    if scene.open_claims:
        return (Span(Role.DIM, f"checked at the end: {scene.open_claims}"),)
    return mark(Mark.CHECKED, "all checked here")


# --- my line ---------------------------------------------------------------------------------------------


def _my_line(known: Known, now: Now, scene: Scene, situation: Situation) -> MyLine:
    facts = known.facts
    if facts.seat is None:
        due = _elsewhere(known, now, scene)
        what = "you check everything" if due else "you hold no key, and check everything"
        return MyLine((f"watching; {what}",), due)
    left = (f"You · {facts.names[facts.seat]}", *scene.me)
    if not situation.is_turn:
        return MyLine(left, _elsewhere(known, now, scene))
    clock = situation.left
    if clock and (then := situation.moves.default_words):
        clock = f"{clock}, then {then}"
    due, asks = (between.join(filter(None, (scene.due, clock))) for between in (" ", ": "))
    hurried = now.left_s is not None and now.left_s < HURRY_S
    return MyLine(left, due, is_turn=True, is_hurried=hurried, asks=asks)


def _elsewhere(known: Known, now: Now, scene: Scene) -> str:
    """What the table does while our player has nothing to decide."""
    facts = known.facts
    if known.is_over:
        return "the match is over"
    if now.is_closed:
        return "the table is closed for you"
    if now.is_leaving:
        return "leaving"
    if now.is_asleep:
        return f"no link to {facts.names[now.away[0]]}" if len(now.away) == 1 else "link lost"
    if known.missing:
        return "the table rests"
    if now.stays_s is not None:
        comes = f"{scene.comes} in {clock(now.stays_s)}" if scene.comes else ""
        return f"{comes}   Space go on".strip()
    if now.next_deal_s is not None:
        return f"next deal {clock(now.next_deal_s)}   Space go on"
    making = _unfinished(known)
    if making is not None:
        return _making(known, making)
    waited = [seat for seat in now.waiting_for if seat != facts.seat]
    if now.is_out:
        return "out of this deal"
    if len(waited) == 1 and scene.phase != "over":
        name = facts.names[waited[0]]
        return " ".join(part for part in (f"{name}'s turn", clock(now.left_s)) if part)
    if waited:
        names = telling.listed(facts.names[seat] for seat in waited[:3])
        return f"waiting for {names}"
    return ""


def _unfinished(known: Known) -> Making | None:
    """The deck that the table waits for: that of this deal, or between deals that of the next."""
    is_between = known.deal == known.settled
    making = known.making_of(known.deal + 1 if is_between else known.deal)
    return None if making is None or making.is_ready else making


def _making(known: Known, making: Making) -> str:
    facts, seats = known.facts, len(making.seats)
    start = f"deal {making.deal} …"
    if len(making.keyed) < seats:
        return f"{start} keys"
    done = len(making.shuffled)
    if done < seats:
        return f"{start} {facts.shuffles(making.seats[done])}, {ordinal(done + 1)} of {seats}"
    return f"{start} proofs are checked"


# --- the hand ----------------------------------------------------------------------------------------------


def _hand(scene: Scene, choosing: Choosing, situation: Situation, *, is_out: bool) -> Hand:
    if not scene.has_hand or scene.groups:
        return Hand(help=scene.help, groups=scene.groups)
    cards, moves = situation.hand, situation.moves
    slots: tuple[Slot, ...] = choosing.held.order
    if situation.view is not None and not slots:
        slots = tuple(situation.game.hand_slots(situation.view.state, situation.view.seat))
    pack = situation.game.pack
    chosen = None if moves.use is HandUse.NONE else choosing.at_cursor
    made = []
    for number, slot in enumerate((s for s in slots if s not in scene.placed), start=1):
        words = (str(number) if scene.has_numbers else "", scene.labels.get(slot, ""))
        made.append(
            HandCard(
                slot,
                face(pack, cards[slot]) if slot in cards else None,
                is_taken=slot in choosing.held.taken,
                has_cursor=slot == chosen,
                is_allowed=slot not in moves.forbidden and slot not in scene.blocked,
                label=" ".join(word for word in words if word),
                is_gone=scene.is_hand_gone or is_out,
            )
        )
    return Hand(tuple(made), scene.is_narrow, scene.help)
