"""Any game: seats with their points and what they did last, the story, the hand.

The one rule: it uses only what every game promises (`p2pcards.engine.Game`).
"""

from __future__ import annotations

from cli.screen.drawing.spans import Text
from cli.screen.drawing.text import sentence, span
from cli.screen.drawing.view import Middle, Plate
from cli.screen.games.own_hand import OwnHand
from cli.screen.games.scene import Moment, Scene
from cli.table.story.known import Known
from p2pcards.engine import AwaitDecisions, Done, Seat
from p2pcards.seats import clockwise


class GenericScreen(OwnHand):
    """A game without a screen module of its own."""

    trick_pauses = 1.0

    def scene(self, known: Known, moment: Moment) -> Scene:
        facts, state = known.facts, moment.state
        if state is None:
            return Scene("preparing", plates=plates_without_deal(known))
        game = self.game
        points = game.standings(state)
        plates = [
            plate(
                known,
                moment,
                seat,
                figures=(str(points[seat]),),
                act=known.acts[seat],
                cards=len(game.hand_slots(state, seat)),
            )
            for seat in others(known)
        ]
        waiting = game.waiting(state)
        phase = "over" if isinstance(waiting, Done) else "play"
        if not isinstance(waiting, AwaitDecisions | Done):
            phase = "opening"
        pot = game.public(state).get("pot")
        stake = (span(f"pot  {pot}"),) if isinstance(pot, int) else ()
        me = () if facts.seat is None else (str(points[facts.seat]),)
        return Scene(
            phase,
            tuple(plates),
            Middle(left=stake, short=stake),
            me=me,
            is_narrow=game.pack.suit_first,
        )

    def last_trick(self, known: Known) -> tuple[Text, ...]:
        return (sentence("This game keeps no last trick."),)


# --- shared by the games' own screens ------------------------------------------------------------------

MOST_BACKS = 6


def others(known: Known, *, is_rightwards: bool = False) -> tuple[Seat, ...]:
    """The other seats as they sit: next to us left-most, or right-most where play runs rightwards.

    A spectator sees all seats.
    """
    seats = range(len(known.facts.names))
    own = known.facts.seat
    ring = tuple(seats) if own is None else clockwise(seats, own + 1)[:-1]
    return ring[::-1] if is_rightwards else ring


def plate(
    known: Known,
    moment: Moment,
    seat: Seat,
    *,
    figures: tuple[str, ...],
    act: str = "",
    corner: str = "",
    cards: int = 0,
    is_dim: bool = False,
) -> Plate:
    """A seat's plate with its closed cards; who is waited for has the clock."""
    # Where several decide independently the plates say who has; ▸ is for one seat's turn.
    is_turn = moment.waiting_for == (seat,)
    return Plate(
        seat,
        known.facts.names[seat],
        corner=corner,
        clock=moment.clock if is_turn else "",
        is_turn=is_turn,
        is_dim=is_dim,
        figures=figures,
        act=sentence(act),
        hand=(None,) * min(cards, MOST_BACKS),
    )


def plates_without_deal(known: Known) -> tuple[Plate, ...]:
    """Seats before anything has been dealt."""
    return tuple(Plate(seat, known.facts.names[seat]) for seat in others(known))
