"""The words that can be typed at a table, besides the moves of its game.

The one rule: only records; what is done, the table in lines does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from cli.lines.spoken import SIGNS, WORDS
from cli.lines.talking import TALK_WORDS
from cli.lines.typed import Word

if TYPE_CHECKING:
    from cli.lines.table import LineTable

TableWord: TypeAlias = "Word[LineTable]"


def _plays(table: LineTable) -> bool:
    return table.plays


TABLE_WORDS: Final[tuple[TableWord, ...]] = (
    Word(
        ("another",),
        lambda table, _: table.want_another(),
        "another asks for another match at this table, when one is over.",
        when=lambda table: table.is_over,
    ),
    Word(
        ("advice", "h"),
        lambda table, _: table.ask_for_advice(),
        "advice says what a good player would do now, why, and how sure that is.",
        when=_plays,
    ),
    Word(
        ("why",),
        lambda table, rest: table.say_why(rest),
        "why CARD says which rule forbids it; order tells the order of the cards, sort sorts your hand.",
        when=_plays,
    ),
    Word(("order",), lambda table, _: table.say_order(), when=_plays),
    Word(("sort",), lambda table, _: table.sort(), when=_plays),
    Word(("hand",), lambda table, _: table.say_hand(), is_offered=False),
    Word(
        ("table",),
        lambda table, _: table.say_table(),
        "hand, table, proofs, options tell how things stand: table what is trump, led and in the pot.",
    ),
    Word(
        ("last",),
        lambda table, _: table.say_last_trick(),
        "last tells the last trick, again the last sentences, deal 3 that deal from its beginning.",
    ),
    Word(("again",), lambda table, _: table.say_again()),
    Word(("deal",), lambda table, rest: table.say_deal(rest)),
    *TALK_WORDS,
    Word(
        ("words",),
        lambda table, _: table.name_cards(WORDS),
        "words and signs say how cards are named.",
    ),
    Word(("signs",), lambda table, _: table.name_cards(SIGNS), is_offered=False),
    Word(
        ("absent",),
        lambda table, _: table.ask_about_absence(),
        "absent votes on those the table waits for. leave leaves the table.",
        when=_plays,
    ),
    Word(
        ("pause",),
        lambda table, _: table.want_pause(),
        "pause asks for a pause after this deal, or agrees to one; again takes that back.",
        when=_plays,
    ),
    Word(
        ("back",),
        lambda table, _: table.come_back(),
        "back ends a pause for you; the table goes on when all are back.",
        when=_plays,
    ),
    Word(("proofs",), lambda table, _: table.say_proofs()),
    Word(("options",), lambda table, _: table.say_options()),
    Word(("help", "?"), lambda table, _: table.say_help()),
    Word(("leave", "quit"), lambda table, _: table.ask_to_leave()),
    Word(
        ("yes", "y", "no", "n"),
        lambda table, _: table.say_that_nothing_was_asked(),
        when=_plays,
        is_offered=False,
    ),
)
