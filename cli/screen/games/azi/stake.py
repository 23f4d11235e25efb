"""What is at stake in Azi: the pot with its layers, trump, and what is due.

The one rule: every number is the engine's; nothing is counted twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import faces, joined, sentence, span
from cli.screen.drawing.view import Middle, Played
from cli.screen.games.azi.cards import as_played, as_seated, face_of, with_suit
from cli.screen.games.scene import Moment
from cli.table.story.known import Known
from cli.words.en import telling
from cli.words.en.games.azi import SUITS
from p2pcards.cards import Card
from p2pcards.chips import Layer
from p2pcards.engine import Seat
from p2pcards.games.azi.settling import pot_layers
from p2pcards.games.azi.state import PACK, SIX, AziState, Phase


def middle_of(known: Known, moment: Moment, state: AziState) -> Middle:
    """What lies between seats and story."""
    stake = _stake(known, state)
    centre = _centre(known, moment, state)
    trump = state.turn_up
    led = state.led_suit
    is_six_on_top = state.phase is Phase.TRICKS and state.is_six_on_stage
    right: tuple[Text, ...] = ()
    if trump is not None:
        name = span(SUITS[trump.suit])
        if is_six_on_top:
            name = sentence(f"{{{PACK.text(Card(trump.suit, SIX))}}} is top")
        right = (with_suit("trump", trump.suit), name)
        if led is not None:
            right = (*right, with_suit("led", led))
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
        card=None if trump is None else face_of(trump),
        own=own,
        short=(
            span(pot),
            *right[:1],
            *_short_of_top(state),
            *right[2:],
            due or joined(centre[:2], ", "),
        ),
        felt=_felt(known, state, centre if own is None else ()),
    )


def _short_of_top(state: AziState) -> tuple[Text, ...]:
    """The six on stage, once it may be forgotten: while the cards are put away it is said in full."""
    if state.turn_up is None or not state.is_six_on_stage or state.phase is Phase.DISCARD:
        return ()
    return (sentence(f"{{{PACK.text(Card(state.turn_up.suit, SIX))}}} is top"),)


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
        return f"all {telling.in_words(len(among))}"
    if len(missing) == 1:
        return f"all but {known.facts.name(missing[0])}"
    return known.facts.listed(as_seated(known, can))


def _amount(amount: int, words: str) -> Text:
    return span(f"{amount:>3}  {words}".rstrip())


def _few(stake: Sequence[tuple[int, str]]) -> tuple[Text, ...]:
    """Two rows of layers; the upper ones together if there are more."""
    rows = list(stake)
    if len(rows) > 2:
        more = sum(amount for amount, _ in rows[1:])
        rows = [rows[0], (more, f"in {telling.in_words(len(rows) - 1)} more layers")]
    return tuple(_amount(amount, words) for amount, words in rows)


def _felt(known: Known, state: AziState, centre: Sequence[Text]) -> tuple[Text, ...]:
    lines = [] if state.phase is Phase.IDLE else [span(f"pot  {state.pot}")]
    layers = _layers(state)
    if len(layers) > 1:
        lines += [_amount(layer.amount, _felt_claimants(known, state, layer)) for layer in layers]
    if centre:
        lines += [(), *centre]
    return tuple(lines)


def _felt_claimants(known: Known, state: AziState, layer: Layer) -> str:
    """Here is room to name those who cannot win it: who has folded first."""
    can = set(layer.claimants)
    missing = [seat for seat in state.participants if seat not in can]
    if not missing:
        return f"all {telling.in_words(len(can))}"
    if len(missing) <= 2:
        missing.sort(key=lambda seat: seat in state.survivors)
        return f"all but {known.facts.listed(missing)}"
    return known.facts.listed(as_seated(known, can))


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
            return as_played(state, order, play)
    if moment.is_turn:
        return Played((), len(state.plays) + 1, note="you play")
    return None
