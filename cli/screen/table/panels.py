"""Panels over the table: proofs, last trick, options, keys, faults.

The one rule: they are made from what has been told and from the table's facts alone.
"""

from __future__ import annotations

from typing import Final, assert_never

from cli.cells import pad
from cli.screen.drawing.laid_over import FaultView, Overlay, PagesView, ProofsView, ShufflerRow
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import mark, sentence, span
from cli.screen.games import screen_of
from cli.screen.table.earlier import deal_page
from cli.screen.table.keys_page import keys_page
from cli.screen.table.reading import rules_view
from cli.screen.table.table_keys import keys_of
from cli.screen.table.talk_panel import people_page, talk_page
from cli.table.choosing import Choosing, Panel, Situation
from cli.table.story.known import FaultKnown, Known, Making
from cli.words.en import telling
from cli.words.en.grammar import ordinal
from cli.words.phrase import Mark
from p2pcards.engine import Cause, Seat, State

EXPLAINED: Final = (
    "Each seat shuffles the closed deck in turn. One honest shuffle hides the order from everybody,"
    " and yours is one of them. No card opens without your part."
)
EXPLAINED_TO_A_SPECTATOR: Final = (
    "Each seat shuffles the closed deck in turn. One honest shuffle hides the order from everybody."
    " No card opens without every seat's part."
)


def overlay_of(
    known: Known, choosing: Choosing, situation: Situation, state: State | None, now_ms: int
) -> Overlay | None:
    """What is open over the table."""
    match choosing.panel:
        case Panel.NONE:
            return None
        case Panel.KEYS:
            return keys_page(keys_of(known.facts.game), choosing.scroll)
        case Panel.PROOFS:
            return proofs_view(known, state, now_ms)
        case Panel.LAST:
            lines = screen_of(known.facts.game).last_trick(known)
            return PagesView("last trick", lines, choosing.scroll)
        case Panel.RULES:
            return rules_view(known.facts.game, choosing)
        case Panel.OPTIONS:
            return PagesView("this table", _options(known), choosing.scroll)
        case Panel.FAULT:
            fault = known.faults[-1] if known.faults else None
            return None if fault is None else fault_view(fault)
        case Panel.EVIDENCE:
            return PagesView("evidence", _evidence(known), choosing.scroll)
        case Panel.TALK:
            return talk_page(situation.talk, choosing.scroll)
        case Panel.PEOPLE:
            return people_page(situation.people, choosing.scroll)
        case Panel.DEALS:
            return deal_page(known, choosing.deals_back, choosing.scroll)
        case _:
            assert_never(choosing.panel)


def _options(known: Known) -> tuple[Text, ...]:
    facts = known.facts
    no_clock = "no clock" if facts.is_alone else "no clock: seats vote by hand"
    clock = f"{facts.deadline_s} s a turn" if facts.deadline_s else no_clock
    deals = str(facts.deals) if facts.deals else "as many as the match takes"
    rows = [("game", facts.game.title), ("clock", clock), ("deals", deals)]
    rows += [(name.replace("_", " "), str(value)) for name, value in facts.options.items()]
    rows += [("seats", ", ".join(facts.names))]
    return tuple((*span(pad(label, 12), Role.DIM), *span(text)) for label, text in rows)


# --- faults ------------------------------------------------------------------------------------------------


def fault_view(fault: FaultKnown) -> FaultView:
    """A fault in its frame: what was refused, then what follows."""
    return FaultView("fault", tuple(map(sentence, fault.sentences)))


def _evidence(known: Known) -> tuple[Text, ...]:
    if not known.faults:
        return (sentence("Nothing has been refused in this match."),)
    lines: list[Text] = []
    for fault in known.faults:
        name = known.facts.name(fault.seat)
        what = "is refused" if fault.cause is Cause.CAUGHT else "is out"
        lines.append(span(f"Deal {fault.deal}: {name} {what}", Role.BAD))
        lines.append(sentence(fault.reason))
        lines.append(())
    lines.append(sentence("Anyone with the log file can check this: p2pcards audit LOG"))
    return tuple(lines)


# --- proofs ------------------------------------------------------------------------------------------------


def proofs_view(known: Known, state: State | None, now_ms: int) -> ProofsView:
    """The deck being made, who has done what for it, and what has been checked of this deal."""
    making = known.next_making or known.played
    facts = known.facts
    corner = title = ""
    rows: tuple[ShufflerRow, ...] = ()
    if making is not None:
        what = "is ready" if making.is_ready else "is being prepared"
        if making is known.played:
            what = "was made by all"
        title = f"proofs · deal {making.deal} {what}"
        corner = f"attempt {making.attempt + 1}"
        if not making.is_ready:
            corner = f"{corner}, {max(0, now_ms - making.since_ms) / 1000:.1f} s"
        rows = tuple(_row(known, making, seat, now_ms) for seat in making.seats)
    explained = EXPLAINED if facts.seat is not None else EXPLAINED_TO_A_SPECTATOR
    deal = f"deal {known.deal} so far" if known.deal else ""
    return ProofsView(
        title or "proofs",
        corner,
        rows,
        (sentence(explained),),
        deal,
        _facts(known, state) if known.deal else (),
    )


def _row(known: Known, making: Making, seat: Seat, now_ms: int) -> ShufflerRow:
    name = known.facts.name(seat)
    return ShufflerRow(
        name,
        _done(seat in making.committed),
        _done(seat in making.keyed),
        _shuffle(making, seat, now_ms),
        _checked(known, making, seat),
        _done(making.is_ready),
    )


def _done(is_done: bool) -> Text:
    return mark(Mark.CHECKED if is_done else Mark.NOT_DUE)


def _shuffle(making: Making, seat: Seat, now_ms: int) -> Text:
    if seat in making.shuffled:
        return mark(Mark.CHECKED, ordinal(making.shuffled.index(seat) + 1))
    is_next = len(making.keyed) == len(making.seats) and (
        making.seats[len(making.shuffled)] == seat
        if len(making.shuffled) < len(making.seats)
        else False
    )
    if not is_next:
        return mark(Mark.NOT_DUE)
    since = max(0, now_ms - (making.shuffled_ms or making.since_ms)) / 1000
    return mark(Mark.CHECKING, f"since {since:.1f} s")


def _checked(known: Known, making: Making, seat: Seat) -> Text:
    if seat == known.facts.seat:
        return span("your own")
    if seat in making.verified:
        return mark(Mark.CHECKED, "proof holds")
    if seat in making.shuffled:
        return mark(Mark.CHECKING, "no proof yet")
    return mark(Mark.NOT_DUE)


def _facts(known: Known, state: State | None) -> tuple[tuple[str, Text], ...]:
    facts, played = known.facts, known.played
    rows: list[tuple[str, Text]] = []
    if played is not None:
        count = len(played.seats)
        rows.append(
            (telling.counted(count, "shuffle"), mark(Mark.CHECKED, _whose_shuffles(known, played)))
        )
    if known.share_messages:
        others = known.share_messages - (facts.seat is not None)
        words = f"{telling.counted(max(0, others), 'message')} of shares checked by you"
        rows.append(("cards dealt", mark(Mark.CHECKED, words)))
    shown = _shown(state)
    if shown:
        words = "each is the card that was dealt" if shown > 1 else "the card that was dealt"
        rows.append((f"{telling.counted(shown, 'card')} shown", mark(Mark.CHECKED, words)))
    if known.claims:
        marks = " ".join(Mark.CHECKED.value for _ in range(min(known.claims, 9)))
        rows.append((telling.counted(known.claims, "claim"), sentence(f"{marks} proved at once")))
    rows.append(("the log", mark(Mark.CHECKED, f"every entry signed; {_same(known)}")))
    if known.refused:
        rows.append(("refused", mark(Mark.REFUSED, telling.counted(known.refused, "message"))))
    return tuple(rows)


def _same(known: Known) -> str:
    seats = len(known.facts.names)
    count = "both" if seats == 2 else "all 3" if seats == 3 else f"all {telling.in_words(seats)}"
    return f"the same at {count} seats"


def _whose_shuffles(known: Known, making: Making) -> str:
    count = len(making.seats)
    if known.facts.seat not in making.seats:
        return f"{telling.in_words(count)} checked by you"
    return f"yours, and {telling.in_words(count - 1)} checked by you"


def _shown(state: State | None) -> int:
    return len(getattr(state, "opened", ()))


def panel_lines(known: Known, watchers: int, state: State | None) -> tuple[Text, ...]:
    """The proofs in the panel of a large screen."""
    facts = known.facts
    lines: list[tuple[str, Text]] = []
    played = known.played
    if known.deal:
        label = f"deal {known.deal}"
        if played is not None:
            count = len(played.seats)
            checked = count - (facts.seat in played.seats)
            words = f"{telling.counted(count, 'shuffle')}, {checked} checked by you"
            lines.append((label, mark(Mark.CHECKED, words)))
            label = ""
        if shown := _shown(state):
            lines.append((label, mark(Mark.CHECKED, f"{telling.counted(shown, 'card')} shown")))
            label = ""
        if known.claims:
            lines.append(
                (label, mark(Mark.CHECKED, f"{telling.counted(known.claims, 'claim')} proved"))
            )
    making = known.next_making
    if making is not None and making is not played:
        lines.append((f"deal {making.deal}", _progress(known, making)))
    lines.append(("log", mark(Mark.CHECKED, _same(known))))
    if known.refused:
        lines.append(
            ("", mark(Mark.REFUSED, f"{telling.counted(known.refused, 'message')} refused"))
        )
    texts = [(*span(label.ljust(8)), *text) for label, text in lines]
    if watchers:
        texts.append(span(f"watching: {watchers}"))
    return tuple(texts)


def _progress(known: Known, making: Making) -> Text:
    seats = len(making.seats)
    if making.is_ready:
        return mark(Mark.CHECKED, "the deck is ready")
    if len(making.keyed) < seats:
        return mark(Mark.CHECKING, f"keys, {len(making.committed)} of {seats} committed")
    done = len(making.shuffled)
    if done < seats:
        shuffles = known.facts.shuffles(making.seats[done])
        return mark(Mark.CHECKING, f"{shuffles}, {ordinal(done + 1)} of {seats}")
    return mark(Mark.CHECKING, "proofs are checked")
