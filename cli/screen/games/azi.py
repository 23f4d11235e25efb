"""Azi on the screen: bids and stacks on the plates, the pot's layers, trump, the trick, the payout.

The one rule: every number is the engine's; nothing is counted twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cli import wording
from cli.screen.games.generic import others, plate, plates_without_deal, with_act
from cli.screen.games.scene import Moment, Scene
from cli.screen.known import Known, say, signed_by
from cli.screen.text import face, faces, joined, sentence, span
from cli.screen.view import (
    Column,
    Face,
    Mark,
    Middle,
    Plate,
    Played,
    Result,
    Role,
    Shown,
    StoryLine,
    Text,
    Told,
)
from cli.screen.words import you
from p2pcards.cards import Card
from p2pcards.chips import Layer
from p2pcards.engine import Acted, Cause, DeckReady, Event, Opened, Out, Seat, Slot
from p2pcards.games.azi.actions import (
    AllIn,
    Bet,
    BlindBet,
    BuyIn,
    Call,
    Discard,
    Fold,
    NoBlind,
    Play,
    RaiseBy,
    StayOut,
)
from p2pcards.games.azi.change import change
from p2pcards.games.azi.settling import pot_layers
from p2pcards.games.azi.state import (
    MOST_BIDS,
    PACK,
    SIX,
    SUIT_NAMES,
    TRICKS_TO_WIN,
    AziState,
    Phase,
)
from p2pcards.games.azi.state import Played as Card_
from p2pcards.seats import clockwise
from p2pcards.tricks import trick_winner
from protocol.table.notices import Happened

GLYPHS: Final = {"H": "♥", "D": "♦", "S": "♠"}

_PHASES: Final[Mapping[Phase, str]] = {
    Phase.IDLE: "over",
    Phase.DECK: "shuffling",
    Phase.COIN: "who opens",
    Phase.BLIND: "blind bets",
    Phase.OPENING: "dealing",
    Phase.DISCARD: "discard one of four",
    Phase.BIDDING: "bidding",
    Phase.BUY_IN: "azi, buying in",
}


@dataclass(frozen=True, slots=True)
class Lacking:
    """A claim of the running trick: the seat has nothing of these suits left."""

    seat: Seat
    suits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrickTold:
    """Notes of this screen: where the running trick begins in the story, and its claims."""

    begins: int
    lacking: tuple[Lacking, ...] = ()


class AziScreen:
    """Azi on the screen."""

    trick_pauses = 1.0

    # --- the story -------------------------------------------------------------------------------

    def happened(self, known: Known, notice: Happened) -> Known:
        before, event, after = notice.before, notice.event, notice.after
        if isinstance(event, DeckReady) and before.decks <= 1:
            start = tuple(
                stack + paid for stack, paid in zip(after.stacks, after.payments, strict=True)
            )
            known = replace(known, start=start)
        told = [
            you(text) for text in known.facts.game.story(before, event, after, known.facts.namer)
        ]
        follows: list[str] = []
        number = len(after.trick_winners)
        if number > len(before.trick_winners):
            at = next(place for place, text in enumerate(told) if f"rick {number}" in text)
            told, follows = told[:at], told[at:]
        known = _acted(known, before, event)
        match event:
            case Acted(seat, Play(), ((_, card),)):
                known = _played(known, before, seat, card, told)
            case Acted(seat, action):
                if seat == known.facts.seat and isinstance(action, Call):
                    told[0] = told[0].replace("call", f"call {before.owed(seat)}", 1)
                known = _bid(known, told)
            case Opened():
                known = say(known, f"{told[0].rstrip('.')}  ✓", *told[1:])
            case DeckReady():
                known = _tell(known, told, [text.replace("the ante of ", "") for text in told])
            case _:
                known = say(known, *told)
        if follows:
            known = _trick_over(known, before, after, follows)
        return known

    def settled(self, known: Known, standings: tuple[int, ...]) -> tuple[str, ...]:
        state: AziState = known.state
        carried = sum(layer.amount for layer in state.carried) if state else 0
        total = sum(standings) + carried
        pot = " with the pot" if carried else ""
        return (f"{signed_by(known)}  ✓   Stacks{pot} add up to {total}  ✓",)

    def next_deal(self, known: Known, deal: int) -> tuple[str, ...]:
        ready = f"The deck of deal {deal} is ready  ✓"
        state: AziState = known.state
        if state is None or state.settlement is None or (opener := _next_opener(state)) is None:
            return (ready,)
        name = known.facts.namer(opener)
        return (you(f"{ready}   {name} sits left of the winner and opens."),)

    # --- the table -------------------------------------------------------------------------------

    def scene(self, known: Known, moment: Moment) -> Scene:
        state: AziState | None = moment.state
        if state is None or not state.deal:
            return Scene("preparing", plates=plates_without_deal(known))
        own = known.facts.seat
        is_over = state.phase is Phase.IDLE
        plates = tuple(_plate(known, moment, state, seat) for seat in others(known))
        return Scene(
            _phase(state),
            plates,
            _middle(known, moment, state),
            result=_result(known, state) if is_over or state.phase is Phase.BUY_IN else None,
            facts=_facts(known, state),
            me=() if own is None else _figures(known, state, own, is_own=True),
            due="choose" if state.phase is Phase.DISCARD else "your turn",
            has_hand=not is_over and state.phase is not Phase.BUY_IN,
            is_hand_gone=own is not None and own in state.folded and not is_over,
            labels=_labels(state, moment.hand),
        )

    def last_trick(self, known: Known) -> tuple[Text, ...]:
        state: AziState | None = known.state
        trick = state.last_trick if state is not None else ()
        if state is None or not trick:
            return (sentence("No trick has been finished in this deal."),)
        number = len(state.trick_winners)
        lines = [
            joined(
                (span(_capital(known.facts.name(card.seat)).ljust(13)), faces((_face(card.card),))),
                "",
            )
            for card in trick
        ]
        taker = _capital(known.facts.name(state.trick_winners[-1]))
        took = "take" if taker == "You" else "takes"
        return (*lines, (), sentence(f"{taker} {took} trick {number}."))


# --- words ---------------------------------------------------------------------------------------------


def _acted(known: Known, before: AziState, event: Event) -> Known:
    match event:
        case Acted(seat, action):
            act = _act(before, action)
            return known if act is None else with_act(known, seat, act)
        case Out(seat, cause):
            words = {
                Cause.SILENT: "silent, out",
                Cause.LEFT: "has left",
                Cause.CAUGHT: "refused, out",
            }
            return with_act(known, seat, words[cause])
        case _:
            return known


def _act(before: AziState, action: object) -> str | None:
    """What a plate says of it; None leaves what it says."""
    match action:
        case Bet(amount):
            return f"bet {amount}"
        case RaiseBy(amount):
            return f"raised by {amount}"
        case Call():
            return "called"
        case Fold():
            return "folded"
        case AllIn():
            return ""  # the corner says it
        case BlindBet(amount):
            return f"blind {amount}"
        case NoBlind():
            return "not blind" if not before.level else "no double"
        case Discard():
            return "has discarded"
        case BuyIn():
            return f"bought in {before.price}"
        case StayOut():
            return "stays out"
        case _:
            return None


def _tell(known: Known, told: Sequence[str], short: Sequence[str]) -> Known:
    lines = tuple(
        Told(sentence(text), short=sentence(less) if less != text else ())
        for text, less in zip(told, short, strict=True)
    )
    return replace(known, story=known.story + lines)


def _bid(known: Known, told: list[str]) -> Known:
    """A bid, with who leads where it was the last one."""
    if not told:
        return known
    first, *rest = told
    if rest and rest[-1].endswith(" leads trick 1.") and len(rest) == 1:
        first = f"{first} {rest.pop().replace(' trick 1.', '.')}"
    short = first.replace(" and cannot lead trick 1", "")
    line = Told(sentence(first), is_bid=True, short=sentence(short))
    return say(replace(known, story=(*known.story, line)), *rest)


def _played(known: Known, before: AziState, seat: Seat, card: Card, told: list[str]) -> Known:
    notes = known.notes
    if not before.plays:
        notes = (TrickTold(len(known.story)),)
    text = told[0].rstrip(".")
    led, trump = before.led_suit, before.trump
    is_proved = seat in known.claimed
    if led is not None and trump is not None and card.suit != led:
        suits = (led,) if card.suit == trump else tuple(dict.fromkeys((led, trump)))
        trick = notes[-1] if notes else TrickTold(len(known.story))
        if is_proved:  # with the last card there is nothing to claim
            notes = (replace(trick, lacking=(*trick.lacking, Lacking(seat, suits))),)
        if card.suit != trump:
            text = text.replace("; ", ": ", 1)
    text = f"{text}  ✓ proved" if is_proved else f"{text}."
    line = Told(sentence(text), is_play=True)
    return replace(known, notes=notes, story=(*known.story, line))


def _trick_over(known: Known, before: AziState, after: AziState, rest: list[str]) -> Known:
    """The running trick's sentences make room for one that tells it all."""
    facts = known.facts
    trick: TrickTold = known.notes[-1] if known.notes else TrickTold(len(known.story))
    talk = tuple(line for line in known.story[trick.begins :] if not _is_play(line))
    plays = after.last_trick
    # The engine clears the table at once; people want to see the trick whole for a moment.
    whole = change(before, plays=plays, hands=after.hands, pending=())
    known = replace(known, story=known.story[: trick.begins] + talk, notes=(), finished=whole)
    number = len(after.trick_winners)
    cards = ", ".join(f"{facts.name(play.seat)} {{{PACK.text(play.card)}}}" for play in plays)
    winner = after.trick_winners[-1]
    is_last = after.tricks_of(winner) == TRICKS_TO_WIN
    summary = f"Trick {number}: {cards}."
    if is_last:
        takes = "You take it." if winner == facts.seat else f"{facts.names[winner]} takes it."
        summary = f"{summary} {takes}"
        rest = rest[1:]
    known = say(known, summary, *_proofs_told(known, trick.lacking))
    if is_last and (how := _how_paid(known, after)) is not None:
        rest = [how]
    known = say(known, *rest)
    if is_last:
        known = say(known, "Cards not played stay closed for good.")
    return known


def _is_play(line: StoryLine) -> bool:
    return isinstance(line, Told) and line.is_play


def _proofs_told(known: Known, lacking: Sequence[Lacking]) -> list[str]:
    """`Ainura and Bek had no heart left  ✓ ✓ proved`."""
    told = []
    for suits in dict.fromkeys(claim.suits for claim in lacking):
        seats = [claim.seat for claim in lacking if claim.suits == suits]
        who = wording.listed(_capital(known.facts.name(seat)) for seat in seats[:1])
        who = wording.listed([who, *(known.facts.name(seat) for seat in seats[1:])])
        what = " and ".join(f"no {_suit(suit)}" for suit in suits)
        told.append(f"{who} had {what} left  {' '.join('✓' for _ in seats)} proved")
    return told


def _how_paid(known: Known, after: AziState) -> str | None:
    """Why a short winner gets what it gets, where one sentence says it all."""
    settlement = after.settlement
    if settlement is None or len(settlement.layers) < 2 or after.is_redeal:
        return None
    facts, winner = known.facts, settlement.winner
    if settlement.received[winner] == sum(settlement.received):
        return None
    paid = settlement.payments[winner]
    claimants = settlement.layers[0].claimants
    folded = [
        seat for seat, chips in enumerate(settlement.payments) if chips and seat not in claimants
    ]
    if any(settlement.payments[seat] < paid for seat in claimants) or len(folded) > 1:
        return None
    if any(settlement.payments[seat] > paid for seat in folded):
        return None
    extra = "".join(
        f", with {'your' if seat == facts.seat else facts.names[seat] + chr(39) + 's'}"
        f" {settlement.payments[seat]}"
        for seat in folded
    )
    name = facts.namer(winner)
    return you(f"{name} paid {paid} and gets {paid} from each{extra}. The rest goes back.")


# --- plates ----------------------------------------------------------------------------------------------


def _phase(state: AziState) -> str:
    if state.phase is Phase.TRICKS:
        return f"trick {len(state.trick_winners) + 1}"
    return _PHASES[state.phase]


def _figures(known: Known, state: AziState, seat: Seat, *, is_own: bool = False) -> tuple[str, ...]:
    stack = str(state.stacks[seat])
    stack = stack if is_own else stack.ljust(3)
    if state.phase is Phase.IDLE:
        if not known.start:
            return (stack,)
        return (stack, f"{state.stacks[seat] - known.start[seat]:+d}")
    paid = state.payments[seat] if state.payments else 0
    figures = (stack, f"in {paid}")
    if is_own and state.phase is Phase.BIDDING:
        return (*figures, f"{state.bids[seat]} of {MOST_BIDS} bids")
    return figures


def _plate(known: Known, moment: Moment, state: AziState, seat: Seat) -> Plate:
    is_in = seat in state.survivors
    is_over = state.phase is Phase.IDLE
    is_dealt = seat in state.participants or is_over
    made = plate(
        known,
        moment,
        seat,
        figures=_figures(known, state, seat),
        act=_last_act(known, state, seat) if is_dealt else "not dealt in",
        corner=_corner(state, seat),
        is_dim=not is_over and not is_in,
    )
    if state.phase is Phase.TRICKS:
        return _in_trick(made, moment, state, seat)
    if is_over or not is_in or not state.hands:
        return made
    note = ""
    if state.phase is Phase.BIDDING and state.bids[seat]:
        note = f"{state.bids[seat]} of {MOST_BIDS} bids"
    return replace(made, hand=_held(moment, state, seat), note=note)


def _held(moment: Moment, state: AziState, seat: Seat) -> tuple[Shown, ...]:
    return tuple(
        _face(moment.cards[slot]) if slot in moment.cards else None for slot in state.hands[seat]
    )


def _in_trick(made: Plate, moment: Moment, state: AziState, seat: Seat) -> Plate:
    is_known = bool(moment.cards)
    hand = _held(moment, state, seat)
    for order, play in enumerate(state.plays, start=1):
        if play.seat == seat:
            played = _as_played(state, order, play)
            return replace(made, played=played, hand=hand if is_known else ())
    if seat not in state.survivors:
        return replace(made, hand=hand if is_known else ())
    return replace(made, hand=hand, note="to follow" if state.plays else "")


def _as_played(state: AziState, order: int, play: Card_) -> Played:
    best = state.plays[
        trick_winner([card.card for card in state.plays], state.trump, state.strength)
    ]
    note = ""
    if play == best:
        note = "best"
    elif play.card.suit != state.led_suit and state.hands[play.seat]:
        note = f"no {_glyph(state.plays[0].card.suit)} left"
    return Played((_face(play.card),), order, Mark.CHECKED, note, is_best=play == best)


def _corner(state: AziState, seat: Seat) -> str:
    if state.phase is Phase.IDLE:
        if state.settlement is not None and seat == state.settlement.winner:
            return "won"
        return "opens" if seat == _next_opener(state) else ""
    if seat not in state.survivors:
        return ""
    if state.phase is Phase.BIDDING and seat == state.high:
        return "leads"
    if state.phase in (Phase.TRICKS, Phase.BIDDING) and not state.stacks[seat]:
        return "all-in"
    is_early = state.phase in (Phase.DISCARD, Phase.BLIND, Phase.OPENING)
    if seat == state.opener and (is_early or (state.phase is Phase.BIDDING and not state.level)):
        return "opens"
    return ""


def _next_opener(state: AziState) -> Seat | None:
    if state.opener_from is None:
        return None
    able = [seat for seat, stack in enumerate(state.stacks) if stack >= state.options.ante]
    return clockwise(able, state.opener_from)[0] if able else None


def _last_act(known: Known, state: AziState, seat: Seat) -> str:
    if state.phase is Phase.DISCARD and seat in state.pending:
        return "choosing"
    tricks = state.tricks_of(seat)
    if tricks:
        return "1 trick" if tricks == 1 else f"{tricks} tricks"
    return known.acts[seat]


# --- the middle -------------------------------------------------------------------------------------------


def _middle(known: Known, moment: Moment, state: AziState) -> Middle:
    stake = _stake(known, state)
    centre = _centre(known, moment, state)
    trump = state.turn_up
    led = state.led_suit
    right: tuple[Text, ...] = ()
    if trump is not None:
        right = (_with_suit("trump", trump.suit), span(SUIT_NAMES[trump.suit - 1]))
        if led is not None:
            right = (*right, _with_suit("led", led))
    amounts = " + ".join(str(layer.amount) for layer in _layers(state))
    pot = f"pot {state.pot}" + (f" = {amounts}" if " + " in amounts else "")
    own = _own(known, moment, state)
    due = span(f"{own.order} {own.note}", Role.TURN) if own is not None and not own.cards else ()
    if own is not None and own.cards:
        due = joined(
            (span(f"{own.order} {known.facts.name(known.facts.seat or 0)}"), faces(own.cards)), " "
        )
    return Middle(
        left=(span(f"pot  {state.pot}"), *_few(stake)),
        centre=centre,
        right=right,
        card=None if trump is None else _face(trump),
        own=own,
        short=(span(pot), *right[:1], *right[2:], due or joined(centre[:2], ", ")),
        felt=_felt(known, state, centre if own is None else ()) or (span(" "),),
    )


def _layers(state: AziState) -> tuple[Layer, ...]:
    """The layers of the pot once they matter: in the tricks, and after an azi."""
    if state.phase is Phase.TRICKS:
        return pot_layers(state)
    return state.carried if state.phase is Phase.BUY_IN else ()


def _stake(known: Known, state: AziState) -> list[tuple[int, str]]:
    """Each layer's amount and who can win it, where there are several."""
    layers = _layers(state)
    if len(layers) < 2:
        return []
    survivors = state.survivors
    return [(layer.amount, _claimants(known, layer.claimants, survivors)) for layer in layers]


def _claimants(known: Known, claimants: Iterable[Seat], among: Sequence[Seat]) -> str:
    """`all four`, `all but Bek`, or by name."""
    can = set(claimants)
    missing = [seat for seat in among if seat not in can]
    if not missing:
        return f"all {wording.number(len(among))}"
    if len(missing) == 1:
        return f"all but {known.facts.name(missing[0])}"
    return known.facts.namer.names(_as_seated(known, can))


def _as_seated(known: Known, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """From our left on, ourselves last."""
    return clockwise(seats, 0 if known.facts.seat is None else known.facts.seat + 1)


def _amount(amount: int, words: str) -> Text:
    return span(f"{amount:>3}  {words}".rstrip())


def _few(stake: Sequence[tuple[int, str]]) -> tuple[Text, ...]:
    """Two rows of layers; the upper ones together if there are more."""
    rows = list(stake)
    if len(rows) > 2:
        more = sum(amount for amount, _ in rows[1:])
        rows = [rows[0], (more, f"in {wording.number(len(rows) - 1)} more layers")]
    return tuple(_amount(amount, words) for amount, words in rows)


def _felt(known: Known, state: AziState, centre: Sequence[Text]) -> tuple[Text, ...]:
    lines = [] if state.phase is Phase.IDLE else [span(f"pot  {state.pot}")]
    layers = _layers(state)
    if len(layers) > 1:
        lines += [_amount(layer.amount, _felt_claimants(known, state, layer)) for layer in layers]
    if centre:
        lines += [(), *centre]
    if state.turn_up is not None:
        suit = state.turn_up.suit
        lines += [
            *([()] if lines else []),
            joined((_with_suit("trump", suit), span(SUIT_NAMES[suit - 1])), " "),
            joined((span("turned up"), faces((_face(state.turn_up),))), " "),
        ]
        if state.led_suit is not None:
            lines.append(_with_suit("led", state.led_suit))
    return tuple(lines)


def _felt_claimants(known: Known, state: AziState, layer: Layer) -> str:
    """Here is room to name those who cannot win it: who has folded first."""
    can = set(layer.claimants)
    missing = [seat for seat in state.participants if seat not in can]
    if not missing:
        return f"all {wording.number(len(can))}"
    if len(missing) <= 2:
        missing.sort(key=lambda seat: seat in state.survivors)
        return f"all but {known.facts.namer.names(missing)}"
    return known.facts.namer.names(_as_seated(known, can))


def _centre(known: Known, moment: Moment, state: AziState) -> tuple[Text, ...]:
    own = known.facts.seat
    top = Card(state.turn_up.suit, SIX) if state.turn_up is not None else None
    match state.phase:
        case Phase.BLIND:
            bid = (span(f"the blind bet is {state.level}"),) if state.level else ()
            return (span("nobody has seen a card yet"), *bid)
        case Phase.DISCARD if state.is_six_on_stage and top is not None:
            order = " ".join((*PACK.ranks[1:-1], PACK.ranks[0]))
            return (
                sentence(f"SIX ON STAGE: {{{PACK.text(top)}}} is the top card"),
                span(f"trumps  {order}"),
            )
        case Phase.BIDDING:
            lines = [span(f"the bid is {state.level}" if state.level else "nobody has bet yet")]
            if own is not None and own in state.survivors and state.owed(own) > 0:
                lines.append(
                    span(f"you owe {state.owed(own)}", Role.TURN if moment.is_turn else Role.TEXT)
                )
            if state.is_six_on_stage and top is not None:
                lines.append(sentence(f"six on stage: {{{PACK.text(top)}}} is the top card"))
            return tuple(lines)
        case _:
            return ()


def _own(known: Known, moment: Moment, state: AziState) -> Played | None:
    if state.phase is not Phase.TRICKS or known.facts.seat is None:
        return None
    for order, play in enumerate(state.plays, start=1):
        if play.seat == known.facts.seat:
            return _as_played(state, order, play)
    if moment.is_turn:
        return Played((), len(state.plays) + 1, note="you play")
    return None


# --- the end ------------------------------------------------------------------------------------------------


def _result(known: Known, state: AziState) -> Result | None:
    if state.phase is Phase.BUY_IN or (state.settlement is None and state.participants):
        return _azi_result(known, state)
    settlement = state.settlement
    if settlement is None:
        return None
    winner = known.facts.namer(settlement.winner)
    tricks = state.trick_winners.count(settlement.winner)
    how = "with two tricks" if tricks >= TRICKS_TO_WIN else "alone"
    rows = []
    below = 0
    for layer in settlement.layers:
        level = min((settlement.payments[seat] for seat in layer.claimants), default=0)
        paid = (
            "carried" if state.is_redeal else f"{below} to {level}" if below else f"up to {level}"
        )
        rows.append(
            (
                paid,
                str(layer.amount),
                _capital_names(known, layer.claimants),
                _goes_to(known, settlement.winner, layer),
            )
        )
        below = level
    return Result(you(f"{winner} wins deal {state.deal} {how}"), _COLUMNS, tuple(rows))


_COLUMNS: Final = (
    Column("paid", 9),
    Column("amount", 6, is_right=True),
    Column("could be won by", 30, is_minor=True),
    Column("goes to", 20),
)


def _capital_names(known: Known, seats: Iterable[Seat]) -> str:
    return known.facts.namer.names(_as_seated(known, seats))


def _goes_to(known: Known, winner: Seat, layer: Layer) -> str:
    if winner in layer.claimants or not layer.claimants:
        return f"{known.facts.name(winner)} {layer.amount}"
    each, odd = divmod(layer.amount, len(layer.claimants))
    return f"back, {each}{f' or {each + 1}' if odd else ''} to each"


def _azi_result(known: Known, state: AziState) -> Result:
    takers = sorted({seat for seat in state.trick_winners if seat not in state.out})
    who = wording.listed(known.facts.name(seat) for seat in takers)
    rows = tuple(
        ("carried", str(layer.amount), _capital_names(known, layer.claimants), "the re-deal")
        for layer in state.carried
    )
    have = "have a trick each" if len(takers) > 1 else "has the only trick still here"
    price = f"; to buy in costs {state.price}" if state.phase is Phase.BUY_IN else ""
    return Result(f"Azi: {who} {have}{price}", _COLUMNS, rows)


def _facts(known: Known, state: AziState) -> tuple[tuple[str, Text], ...]:
    """Tricks taken and the last one, beside the hand of a large screen."""
    if not state.trick_winners:
        return ()
    counts = {seat: state.tricks_of(seat) for seat in _as_seated(known, set(state.trick_winners))}
    tricks = "   ".join(f"{known.facts.name(seat)} {n}" for seat, n in counts.items() if n)
    last = joined(
        (
            faces(_face(play.card) for play in state.last_trick),
            span(f"to {known.facts.name(state.trick_winners[-1])}"),
        ),
        "  ",
    )
    return (("tricks", span(tricks)), ("last", last))


def _labels(state: AziState, hand: Mapping[Slot, Card]) -> dict[Slot, str]:
    """The six on stage is named; other cards have their numbers."""
    if not state.is_six_on_stage:
        return {}
    return {
        slot: "top" for slot, card in hand.items() if card.suit == state.trump and card.rank == SIX
    }


# --- glyphs -------------------------------------------------------------------------------------------------


def _face(card: Card) -> Face:
    return face(PACK, card)


def _glyph(suit: int) -> str:
    return GLYPHS[PACK.suits[suit - 1]]


def _with_suit(word: str, suit: int) -> Text:
    return sentence(f"{word} {_glyph(suit)}")


def _suit(suit: int) -> str:
    return SUIT_NAMES[suit - 1].removesuffix("s")


def _capital(name: str) -> str:
    return "You" if name == "you" else name
