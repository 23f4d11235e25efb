"""Past evenings in English, line by line.

The one rule: pure; a figure is told with what chance gives beside it, and never called proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final

from cli.cells import pad
from cli.fairness.figures import Figure
from cli.history import figures
from cli.history.evening import Evening
from cli.history.figures import Tally
from cli.history.outcomes import Summary
from cli.names import told_apart
from cli.words.en.telling import counted, listed, times
from p2pcards.games import GAMES
from protocol.crypto.identity import fingerprint

RARE: Final = 0.05
"""What fair play shows more rarely than that is called rare."""

LEAST_DEALS: Final = 20
"""Of fewer deals nothing is said about luck: their scatter is not known well enough."""

MOST_FRIENDS: Final = 20

NO_PROOF: Final = (
    "These figures are what your logs say; 'p2pcards audit' verifies them, and what the shuffles"
    " gave is chance."
)
NO_NOTES: Final = "Your own cards are known only of tables that you have played at with this key on this computer."
NOTHING_TO_PLAY_AGAIN: Final = (
    "There is no deal to play again: of none is your hand known and the result signed."
)
CANNOT_ASK: Final = (
    "Logs are deleted only after a question, and here nobody can be asked. Start it on a terminal."
)


def lines(
    evenings: Sequence[Evening],
    friends: Mapping[bytes, str],
    hands: Sequence[Figure],
    again: Mapping[str, Summary],
) -> Iterator[str]:
    """All of it; what there is nothing to say of is left out."""
    yield from _table(evenings, friends)
    played = figures.by_game(evenings)
    if not played:
        yield ""
        yield "You have played none of these deals with the key that is yours now."
        return
    yield ""
    yield from (f"{GAMES[game].title}: {_tallied(game, tally)}" for game, tally in played.items())
    options = figures.by_option(evenings)
    if options:
        yield ""
        yield "With other options than the usual:"
        for (game, option, value), tally in options.items():
            what = f"{GAMES[game].title}, {option.replace('_', ' ')} {_value(value)}"
            yield f"  {what}: {_tallied(game, tally)}"
    yield from _of_friends(evenings, friends)
    yield ""
    yield "Are you unlucky? Your cards beside what chance gives:"
    yield from (f"  {of_hands(one)}" for one in hands)
    if not hands:
        yield f"  {NO_NOTES}"
    for game, one in again.items():
        yield from (f"  {line}" for line in _of_bot(game, one))
    yield ""
    yield NO_PROOF


def _value(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _table(evenings: Sequence[Evening], friends: Mapping[bytes, str]) -> Iterator[str]:
    yield f"{pad('day', 12)}{pad('game', 8)}{'deals':>5}  {pad('you', 17)}with"
    for one in evenings:
        if one.seat is None:
            own = "watched"
        elif not one.deals:
            own = "no result"
        else:
            place = f"{one.place(one.seat)} of {len(one.keys)}"
            own = f"{one.won(one.seat):+} {one.game.unit}, {place}"
        names = told_apart(one.names)
        others = [
            name if key in friends or one.seat is None else f"({name})"
            for seat, (key, name) in enumerate(zip(one.keys, names, strict=True))
            if seat != one.seat
        ]
        yield (
            f"{pad(one.day, 12)}{pad(one.game.title, 8)}{one.deals:>5}"
            f"  {pad(own, 21)}{', '.join(others)}"
        )


def _tallied(game: str, tally: Tally) -> str:
    return (
        f"{counted(tally.evenings, 'evening')}, {counted(tally.deals, 'deal')},"
        f" {tally.won:+} {GAMES[game].unit} in all, {tally.per_deal:+.1f} a deal,"
        f" first {times(tally.firsts)}."
    )


def _of_friends(evenings: Sequence[Evening], friends: Mapping[bytes, str]) -> Iterator[str]:
    met = figures.by_friend(evenings, friends)
    if not met:
        return
    yield ""
    yield "With friends (in brackets above: bots, and whoever is no known player):"
    for key in list(met)[:MOST_FRIENDS]:
        one = met[key]
        yield (
            f"  {friends[key]} ({fingerprint(key)}): {counted(one.evenings, 'evening')},"
            f" {counted(one.deals, 'deal')}; above you {times(one.above)}, below {times(one.below)}."
        )
    if len(met) > MOST_FRIENDS:
        yield f"  and {len(met) - MOST_FRIENDS} more, all of them with --json"


def of_hands(one: Figure) -> str:
    """The hands one held beside what chance gives."""
    what = (
        f"{GAMES[one.game].title}, {one.measure}: {one.observed} of {counted(one.cards, 'card')},"
        f" where chance gives {one.expected:.1f} on average."
    )
    if one.chance is None:
        return f"{what} That is too few cards to say more."
    side = "more" if one.observed > one.expected else "fewer"
    share = 100 * one.chance
    how_many = f"{share:.0f}" if share >= 10 else f"{share:.2g}"
    often = f"So far off, or farther, lie {how_many} of 100 fair players."
    if one.chance >= RARE:
        return f"{what} {often} That is nothing unusual."
    return f"{what} {often} You got {side} than most."


def _of_bot(game: str, one: Summary) -> Iterator[str]:
    unit = GAMES[game].unit
    worth = f"{one.cards_worth:+.1f}{_margin(one.cards_margin)}"
    yield (
        f"{GAMES[game].title}, {counted(one.deals, 'deal')} played again: with your cards the hard bot"
        f" comes {worth} {unit} a deal from the mean of all seats. {_verdict(one)}"
    )
    lead = f"{abs(one.lead):.1f}{_margin(one.lead_margin)}"
    side = "more" if one.lead > 0 else "less"
    yield (
        f"It wins {one.bot_won:+.1f} a deal, and you have won {one.won:+.1f}:"
        f" {lead} {side} than you, against bots in place of the others."
    )


def _margin(margin: float | None) -> str:
    return "" if margin is None else f" ± {margin:.1f}"


def _verdict(one: Summary) -> str:
    is_early = one.deals < LEAST_DEALS or one.cards_margin is None
    if is_early or abs(one.cards_worth) <= (one.cards_margin or 0):
        return "Neither luck nor its want can be seen in so many deals."
    return "Your cards were good." if one.cards_worth > 0 else "Your cards were bad."


def no_evening(file: str) -> str:
    """A log that cannot be read as one."""
    return f"{file} tells of no evening; 'p2pcards audit' says what is wrong with it."


# --- keeping --------------------------------------------------------------------------------------


def exported(logs: int, target: str) -> str:
    """What has been packed, and what has not."""
    return f"{counted(logs, 'log')} packed into {target}; the notes of your own cards stay here."


def there_already(target: str) -> str:
    return f"{target} is there already. Give another name."


def nothing_to_delete(day: date) -> str:
    """No evening is that old."""
    return f"There is no log of an evening before {day.isoformat()} that could be deleted."


def before_deleting(evenings: Sequence[Evening], size: int) -> str:
    """What would be deleted."""
    days = sorted({one.day for one in evenings})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    games = listed(sorted({one.game.title for one in evenings}))
    return (
        f"{counted(len(evenings), 'log')} of {when} ({games}, {size / 1e6:.1f} MB) would be deleted, with"
        " the notes of your own cards. They cannot be brought back; --export packs them first."
    )


TYPE_YES_TO_DELETE: Final = "Type yes to delete them; anything else keeps them."
NOTHING_DELETED: Final = "Nothing is deleted."


def deleted(logs: int) -> str:
    return f"{counted(logs, 'log')} deleted."


def no_day(text: str) -> str:
    return f"{text!r} is no day such as 2026-11-30"


# --- how far it is ---------------------------------------------------------------------------------


def reading(name: str) -> str:
    return f"reading  {name}"


def playing_again(name: str) -> str:
    return f"deals played again  {name}"
