"""The situations of those mock-ups that no game script makes, as fixed views."""

from cli.screen.drawing.laid_over import FaultView, ProofsView, ShufflerRow
from cli.screen.drawing.spans import Role, Span
from cli.screen.drawing.text import faces, joined, mark, sentence, span
from cli.screen.drawing.view import (
    Arranging,
    Ask,
    Bar,
    Group,
    Hand,
    HandCard,
    Middle,
    MyLine,
    Offer,
    Plate,
    Played,
    TableView,
    Told,
)
from cli.screen.lobby.view import LobbyRow, LobbyView
from cli.screen.replay.view import ReplayView, Step
from cli.screen.table.in_force import last_row
from cli.table.choosing import Choosing, Situation
from cli.table.faces import Face
from cli.words.phrase import Mark
from p2pcards.games.azi import GAME
from tests.ui.azi_table import NAMES

KEYS = last_row(Choosing(), Situation(GAME))


def card(text):
    """`Q♥`, `§5`; `▒▒` is a closed one."""
    if text == "▒▒":
        return None
    if text[0] in "¢§₥₮":
        return Face(text[1:], text[0], is_suit_first=True)
    return Face(text[:-1], text[-1])


def cards(text):
    return tuple(card(word) for word in text.split())


def told(*sentences):
    return tuple(Told(sentence(text)) for text in sentences)


# --- lobby -----------------------------------------------------------------------------------------

OK, NEW, CHANGED = Mark.CHECKED, Mark.CLAIMED, Mark.REFUSED


def lobby():
    listed = (
        ("Azi", "4/6", "ante 10, 3 cards", "Gulnara", OK, "cedar moth basil", "3 ms"),
        ("Hazari", "2/4", "to 1000", "Rafiq", NEW, "raven tulip ford", "5 ms"),
        ("Luk Fu", "3/3", "6 deals, deal 2 on", "Mei", OK, "wolf jade pine", "4 ms"),
        ("Azi", "2/6", "4 cards, blind chain", "Timur", OK, "plum heron rust", "silent"),
        ("Azi", "3/4", "ante 5, 3 cards", "Erlan", CHANGED, "key has changed", "6 ms"),
    )
    tables = tuple(
        LobbyRow(str(number), *row, is_dim=row[-1] == "silent") for number, row in enumerate(listed)
    )
    rules = "ante 10 · bids 10 to 100, 3 a deal · azi: trick-takers go on free"
    details = (
        ("seats", "1 Gulnara   2 Bek   3 Ainura   4 bot, level 2   5 free   6 free"),
        ("rules", rules),
        ("clock", "30 s a turn, then fold; a silent seat can be voted out of the deal"),
        ("bots", "1, run by Gulnara: that computer could see the bot's hand"),
        ("ready", "Gulnara ✓   Bek ✓   Ainura ·   starts in 0:14 with those who are"),
    )
    notices = (
        "Rafiq is new to you: compare the key words by voice before the first deal.",
        "Erlan's key is not the one of 11 May. Ask Erlan why before you sit down.",
        "Timur has not answered for 12 s; after 60 s the table leaves the list.",
    )
    return LobbyView(
        me="you: Sanjar · otter lily amber",
        tables=tables,
        cursor=0,
        note="Tables come and go by themselves.",
        title="Azi at Gulnara's table",
        corner="known since 3 May, met 14 times",
        details=tuple((label, sentence(text)) for label, text in details),
        notices=tuple(map(sentence, notices)),
        offers=(
            Offer("Enter", "sit down"),
            Offer("e", "watch"),
            Offer("c", "create a table"),
            Offer("@", "by address"),
        ),
        keys=(
            Offer("?", "keys"),
            Offer("↑↓", "choose"),
            Offer("w", "why is it marked"),
            Offer("o", "options"),
            Offer("q", "quit"),
        ),
    )


# --- panels ----------------------------------------------------------------------------------------


def proofs():
    done, none = mark(OK), mark(Mark.NOT_DUE)
    rows = (
        ("you", mark(OK, "1st"), span("your own")),
        ("Ainura", mark(OK, "2nd"), mark(OK, "38 ms")),
        ("Bek", mark(OK, "3rd"), mark(Mark.CHECKING, "checking")),
        ("Gulnara", mark(Mark.CHECKING, "since 0.4 s"), none),
        ("Timur", none, none),
    )
    facts = (
        ("5 shuffles", "✓ yours, and four checked by you"),
        ("15 cards dealt, 1 turned up", "✓ 4 messages of shares checked by you"),
        ("7 cards shown", "✓ each is the card that was dealt"),
        ("2 claims: no heart left", "✓ ✓ proved at once"),
        ("the log", "✓ every entry signed; the same at all five seats"),
    )
    return ProofsView(
        title="proofs · deal 8 is being prepared",
        corner="attempt 1, 1.2 s",
        seats=tuple(
            ShufflerRow(name, done, done, shuffle, checked, none) for name, shuffle, checked in rows
        ),
        explained=(
            sentence(
                "Each seat shuffles the closed deck in turn. One honest shuffle hides the order"
                " from everybody, and yours is one of them. No card opens without your part."
            ),
        ),
        facts_title="deal 7 so far",
        facts=tuple((label, sentence(text)) for label, text in facts),
    )


def fault():
    return FaultView(
        "fault",
        (
            sentence(
                "Erlan's card was refused. Erlan threw 8♥ on a spade and claimed to hold"
                " no spade and no trump; the proof does not hold."
            ),
            sentence(
                "Erlan is out of this deal and barred from this table. Erlan's 52 stay in the pot."
                " Nobody else loses a chip. Entry 214 shows it to anyone."
            ),
        ),
    )


# --- replay ----------------------------------------------------------------------------------------


def replay(cursor=27):
    plates = (
        Plate(
            0,
            "Ainura",
            figures=("200", "in 60"),
            act=span("called"),
            hand=cards("6♠ ▒▒"),
        ),
        Plate(
            1,
            "Bek",
            corner="all-in",
            figures=("0  ", "in 40"),
            act=span("1 trick"),
            hand=cards("▒▒"),
            played=Played(cards("K♠"), 1, OK, "best", is_best=True),
        ),
        Plate(
            2,
            "Gulnara",
            figures=("445", "in 60"),
            act=span("raised by 30"),
            hand=cards("9♠ ▒▒"),
        ),
        Plate(
            3,
            "Timur",
            figures=("175", "in 10"),
            act=span("folded"),
            hand=cards("▒▒ ▒▒ ▒▒"),
        ),
    )
    signed = "✓ share  ✓ signed"
    told_ = {
        22: ("Gulnara leads K♥", signed),
        23: ("Sanjar follows with Q♥", signed),
        24: ("Ainura trumps with 8♦", f"{signed}  ✓ no ♥ left, proved"),
        25: ("Bek trumps with J♦", f"{signed}  ✓ no ♥ left, proved"),
        26: ("Bek takes trick 1", "✓ follows from 22–25"),
        27: ("Bek leads K♠", signed),
        28: ("Gulnara follows with 9♠", signed),
        29: ("Sanjar follows with 7♠", signed),
    }
    steps = tuple(
        Step(number, sentence(words), sentence(checks))
        for number, (words, checks) in (
            (number, told_.get(number, (f"step {number}", ""))) for number in range(1, 35)
        )
    )
    return ReplayView(
        bar=Bar(
            "replay",
            "kitchen-0611.log",
            "deal 7 of 9 · step 27 of 34",
            mark(OK, "214 of 214 checked"),
        ),
        plates=plates,
        middle=Middle(short=(span("pot  230 = 170 + 60"), sentence("trump ♦"), sentence("led ♠"))),
        own_line=joined((span("Sanjar  250  in 60"), faces(cards("7♠ ▒▒"))), "  "),
        eyes="eyes: all, as known today",
        eyes_note=span("▒▒ was never opened; no log knows it"),
        steps=steps,
        cursor=cursor - 1,
        speed="stopped, speed 1",
        deal="deal 7",
        keys=(
            Offer("←→", "step"),
            Offer("PgUp PgDn", "trick"),
            Offer("[ ]", "deal"),
            Offer("2 7 Enter", "jump"),
            Offer("Space", "run"),
            Offer("+ -", "speed"),
        ),
        more_keys=(
            Offer("e", f"eyes: all, Sanjar, {', '.join(NAMES[:4])}"),
            Offer("Enter", "this entry in words"),
        ),
    )


# --- Hazari ------------------------------------------------------------------------------------------


def hand(words, taken="", cursor="", labels=()):
    return tuple(
        HandCard(
            slot,
            card(word),
            is_taken=word in taken.split(),
            has_cursor=word == cursor,
            label=labels[slot] if labels else "",
        )
        for slot, word in enumerate(words.split())
    )


def group(title, words, *lines):
    held = tuple(
        None if word == ".." else HandCard(50 + place, card(word))
        for place, word in enumerate(words.split())
    )
    return Group(title, held, tuple(map(span, lines)))


def hazari_arranging():
    return TableView(
        bar=Bar(
            "Hazari",
            "Uncle's table",
            "deal 5 · arranging",
            (Span(Role.DIM, "checked at the end: 2"),),
        ),
        plates=(
            Plate(0, "Habib", "leads", figures=("465",), act=span("up")),
            Plate(1, "Shirin", "dealer", figures=("275",), act=span("arranging")),
            Plate(2, "Karim", figures=("310",), act=span("up")),
        ),
        arranging=Arranging(
            (
                group("1", "A♥ K♥ Q♥", "Colour Run A-K-Q", "beats 99.7% 30 pt"),
                group("2", "Q♠ J♠ 10♠", "Colour Run Q-J-10", "beats 99.7% 30 pt"),
                group("3", "9♣ 8♣ ..", "one card short", "10 pt"),
                group("4: four cards", ".. .. .. ..", "counts best three"),
            ),
            sentence("order   1–2 ✓   2–3 ·   3–4 ·"),
            "8 placed, 5 loose",
            sorting="by rank",
        ),
        story=told(
            "Deal 5. Shirin deals, Habib leads the first trick.", "Karim is up.", "Habib is up."
        ),
        me=MyLine(("You · Nasrin", "390"), "arrange 1:12, then best first", is_turn=True),
        hand=Hand(
            hand("A♠ K♣ 7♠ 6♣ 4♥", "7♠", "7♠"),
            help=((), sentence("Tab 1 of 5: 9♣ 8♣ 7♠ = Run 9-8-7"), span("beats 97.6%  20 pt")),
        ),
        more=(
            Offer("1–4", "group"),
            Offer("0", "loose"),
            Offer("a", "arrange all"),
            Offer("x", "exchange"),
            Offer("=", "sort 1–3"),
            Offer("u", "undo"),
            Offer("", "up", is_open=False),
        ),
        offers=(Offer("Enter", "put 7♠ to group 3"), Offer("Tab", "another card for group 3")),
        ask=Ask(span("Not up yet: five cards are loose.")),
        keys=(
            KEYS[0],
            Offer("i", "order of hands"),
            *(offer for offer in KEYS[1:] if offer.key != "v"),
        ),
    )


def hazari_trick():
    shirin = Played(cards("A♦ K♦ Q♦"), 4, OK, is_best=True)
    return TableView(
        bar=Bar(
            "Hazari",
            "Uncle's table",
            "deal 5 · trick 1 of 4",
            (Span(Role.DIM, "checked at the end: 4"),),
        ),
        plates=(
            Plate(
                0,
                "Habib",
                "led",
                figures=("465", "+0"),
                act=span("Run Q-J-10"),
                played=Played(cards("Q♣ J♣ 10♥"), 1, OK),
            ),
            Plate(
                1,
                "Shirin",
                "dealer",
                figures=("275", "+105"),
                act=span("Colour Run A-K-Q"),
                played=shirin,
            ),
            Plate(
                2,
                "Karim",
                figures=("310", "+0"),
                act=span("Colour Run 5-4-3"),
                played=Played(cards("5♠ 4♠ 3♠"), 3, OK),
            ),
        ),
        middle=Middle(
            left=(span("trick 1   105 points"), span("to Shirin"), span("Shirin leads trick 2")),
            own=Played(cards("A♥ K♥ Q♥"), 2, OK, "equal, but Shirin's came later"),
        ),
        story=told(
            "All four are up. Every group was fixed before the first was shown  ✓",
            "Habib leads Q♣ J♣ 10♥, a Run. You show A♥ K♥ Q♥, a Colour Run.",
            "Karim shows 5♠ 4♠ 3♠, a lower one.",
            "Shirin shows A♦ K♦ Q♦. Of equals the last played wins.",
            "Shirin takes 105 points.",
        ),
        me=MyLine(("You · Nasrin", "390", "+0"), "trick 2 in 0:03   Space go on"),
        hand=Hand(
            groups=(
                ("2", cards("Q♠ J♠ 10♠")),
                ("3", cards("9♣ 8♣ 7♠")),
                ("4", cards("A♠ K♣ 6♣ 4♥")),
            )
        ),
    )


# --- Luk Fu ------------------------------------------------------------------------------------------

SEEN = "seen face up"


def lukfu_lead():
    back = sentence("▒▒ ▒▒ ▒▒  ? could not beat ₥345")
    return TableView(
        bar=Bar(
            "Luk Fu",
            "Old Street",
            "deal 2 of 6 · trick 2",
            (Span(Role.DIM, "checked at the end: 2"),),
        ),
        plates=(
            Plate(1, "Siew", figures=("-2", "0 fu", "9 cards"), act=back),
            Plate(2, "Kwan", "next", figures=("-2", "0 fu", "9 cards"), act=back),
        ),
        middle=Middle(
            left=(
                span("goal  6 fu"),
                span("you   3 won + 3 Old = 6"),
                span("      worth +2 / -1 / -1"),
            ),
            right=(
                span(SEEN),
                sentence("₮ none         ₥ 3 4 5"),
                sentence("§ none         ¢ none"),
            ),
        ),
        story=told(
            "Deal 2. Mei is Master and says play: Mei is the caller.",
            "Mei leads ₥3 ₥4 ₥5.",
            "Kwan cannot beat it: three face down  ? to be shown at the end",
            "Siew cannot beat it: three face down  ? to be shown at the end",
            "Mei takes the trick: 3 fu.",
        ),
        me=MyLine(
            ("You · Mei", "+4", "3 fu", "Master and caller"),
            "your lead 0:41, then ¢2",
            is_turn=True,
        ),
        hand=Hand(
            hand(
                "¢2 §2 §3 §4 ₥1 ₥9 ₮1 ₮5 ₮9",
                "§2 §3 §4",
                "§4",
                ("", "", "", "", "", "old", "old", "", "old"),
            ),
            is_narrow=True,
            help=(
                sentence("run §234, 3 cards"),
                span("if it wins: 6 + 3 Old = 9"),
                span("play 1 of 10"),
            ),
        ),
        offers=(
            Offer("Enter", "lead §234"),
            Offer("Tab", "next play"),
            Offer("d", "declare 6 fu"),
        ),
        ask=Ask(sentence("§234 can be beaten by any run of 3 in ₥ or ₮, or a higher one in §.")),
        keys=(
            Offer("C S M T", "then digits: take by name"),
            *KEYS[:3],
            KEYS[-1],
        ),
    )


def lukfu_follow():
    held = hand(
        "¢1 ¢9 §5 §6 §7 §8 §9 ₥7 ₮7",
        "§5 §6 §7",
        "§7",
        ("old", "old", "old", "old", "old", "old", "old", "", ""),
    )
    forbidden = {0, 1, 7, 8}
    held = tuple(
        HandCard(
            one.slot,
            one.face,
            is_taken=one.is_taken,
            has_cursor=one.has_cursor,
            is_allowed=one.slot not in forbidden,
            label=one.label,
        )
        for one in held
    )
    return TableView(
        bar=Bar(
            "Luk Fu",
            "Old Street",
            "deal 2 of 6 · trick 2",
            (Span(Role.DIM, "checked at the end: 2"),),
        ),
        plates=(
            Plate(
                0,
                "Mei",
                "led",
                figures=("+4", "3 fu", "6 cards"),
                act=span("Master and caller"),
                played=Played(cards("§2 §3 §4"), 1, OK, "best", is_best=True),
            ),
            Plate(
                1,
                "Siew",
                "to follow",
                figures=("-2", "0 fu", "9 cards"),
                act=sentence("▒▒ ▒▒ ▒▒  ? could not beat ₥345"),
            ),
        ),
        middle=Middle(
            left=(
                span("goal  6 fu"),
                span("you   0 won + 7 Old = 7"),
                span("      counts when you lead"),
            ),
            right=(
                span(SEEN),
                sentence("₮ none         ₥ 3 4 5"),
                sentence("§ 2 3 4        ¢ none"),
            ),
        ),
        me=MyLine(("You · Kwan", "-2", "0 fu"), "your turn 0:36, then §567", is_turn=True),
        hand=Hand(
            held,
            is_narrow=True,
            help=(
                sentence("run §567 beats §234"),
                span("if it wins: 3 + 4 Old = 7"),
                span("play 1 of 3"),
            ),
        ),
        offers=(
            Offer("Enter", "play §567"),
            Offer("Tab", "§678, §789"),
            Offer("", "face down", is_open=False),
        ),
        ask=Ask(
            sentence("Face down must wait: §567, §678 and §789 beat §234."), rule="Luk Fu rule 9"
        ),
    )
