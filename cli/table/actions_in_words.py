"""Typed words to actions and back: a verb and its number or cards, for any game.

The one rule: nothing here knows a game. Verbs and numbers are those of the game's own actions; the
only thing added is that a slot of one's own hand is said by the name of the card in it, and that
cards which lie together may be named in any order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cli.words.en import typed
from cli.words.phrase import Drawn, Part, in_braces
from p2pcards.cards import Card, Pack
from p2pcards.engine import Acted, Action, AnyGame, AnyView, Rule, Slot

_GLYPHS = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "¢": "C", "§": "S", "₥": "M", "₮": "T"}
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One verb that may be said now.

    Args:
        verb: The word.
        first: The action, or the first of those that it may be.
        cards: Cards it may be said with, in the order of the hand.
        least, most: Amounts it may be said with; None where it takes none.
        cost: Chips it takes at once; None where it depends on the amount, or nothing is known.
    """

    verb: str
    first: Action
    cards: tuple[Card, ...] = ()
    least: int | None = None
    most: int | None = None
    cost: int | None = None


@dataclass(eq=False)
class NotUnderstood(Exception):
    """The words are no action; `sentence` says why."""

    sentence: Part

    def __str__(self) -> str:
        return in_braces(self.sentence)


def slot_of(action: Action) -> Slot | None:
    """The slot that an action names; None for any other action (all games call that field `slot`)."""
    slot: Slot | None = getattr(action, "slot", None)
    return slot


def slots_of(action: Action) -> tuple[Slot, ...]:
    """The slots that an action names together, be it one or several."""
    slot = slot_of(action)
    slots: tuple[Slot, ...] = getattr(action, "slots", ()) if slot is None else (slot,)
    return slots


def names_slots(action: Action) -> bool:
    """Whether the numbers of an action are slots (games call such fields `slot`, `slots`, `groups`)."""
    return any(hasattr(action, field) for field in ("slot", "slots", "groups"))


def choices(game: AnyGame, view: AnyView) -> tuple[Choice, ...]:
    """What may be said now, by verb, in the game's order."""
    grouped: dict[str, list[Action]] = {}
    for action in game.legal_actions(view):
        verb = game.format_action(action).partition(" ")[0]
        grouped.setdefault(verb, []).append(action)
    return tuple(_choice(game, view, verb, actions) for verb, actions in grouped.items())


def _choice(game: AnyGame, view: AnyView, verb: str, actions: list[Action]) -> Choice:
    slots = [slot for action in actions if (slot := slot_of(action)) is not None]
    if slots:
        held = [slot for slot in view.hand if slot in slots]
        return Choice(verb, actions[0], cards=tuple(view.hand[slot] for slot in held))
    if names_slots(actions[0]):
        return Choice(verb, actions[0])
    numbers = [number for action in actions if (number := _number(game, action)) is not None]
    if numbers:
        return Choice(verb, actions[0], least=min(numbers), most=max(numbers))
    return Choice(verb, actions[0], cost=cost_of(game, view, actions[0]))


def _number(game: AnyGame, action: Action) -> int | None:
    digits = game.format_action(action).partition(" ")[2]
    return int(digits) if digits.isdecimal() else None


def cost_of(game: AnyGame, view: AnyView, action: Action) -> int | None:
    """Chips that a legal action takes from its player; None for one that plays cards.

    Found by trying it on the engine, which knows the price of everything.
    """
    if names_slots(action):
        return None
    before = game.standings(view.state)[view.seat]
    shown = game.shows(view.state, view.seat, action)
    cards = tuple((shown_slot, view.hand[shown_slot]) for shown_slot in shown)
    after = game.apply(view.state, Acted(view.seat, action, cards))
    # What comes back at once, such as a pot that is won by it, is no negative price.
    return max(0, before - game.standings(after)[view.seat])


def say_action(game: AnyGame, view: AnyView, action: Action) -> str:
    """The action as one would type it: `raise 30`, `play 7s`, `lead s2 s3 s4`."""
    text = game.format_action(action)
    if not names_slots(action):
        return text
    verb, *words = text.split(" ")
    if any(word.isdecimal() and int(word) not in view.hand for word in words):
        return verb
    said = (say_card(game.pack, view.hand[int(w)]) if w.isdecimal() else w for w in words)
    return " ".join((verb, *said))


def say_card(pack: Pack, card: Card) -> str:
    """A card as one would type it: `7s`."""
    return pack.text(card).lower()


def say_choices(game: AnyGame, offered: Iterable[Choice]) -> str:
    """All that may be said now, on one line: `fold, call (50), raise 10 to 100`."""
    return ", ".join(_say_choice(game.pack, choice) for choice in offered)


def _say_choice(pack: Pack, choice: Choice) -> str:
    if choice.cards:
        return f"{choice.verb} {' or '.join(say_card(pack, card) for card in choice.cards)}"
    if choice.least is None:
        return f"{choice.verb} ({choice.cost})" if choice.cost else choice.verb
    if choice.least == choice.most:
        return f"{choice.verb} {choice.least}"
    return f"{choice.verb} {choice.least} to {choice.most}"


def find_card(game: AnyGame, view: AnyView, word: str) -> Slot:
    """The slot of our hand that holds the card written `word`, in any case, with letter or glyph.

    Raises:
        NotUnderstood: It is no card, or not one of ours.
    """
    text = word.translate(_GLYPHS).upper()
    try:
        card = game.pack.card(text)
    except KeyError:
        raise NotUnderstood(typed.no_card(word)) from None
    for slot, held in view.hand.items():
        if held == card and slot in game.hand_slots(view.state, view.seat):
            return slot
    raise NotUnderstood(typed.not_held(Drawn(game.pack, card)))


def read_action(game: AnyGame, view: AnyView, words: str) -> Action:
    """The action that the words name, legal or not.

    Args:
        game: The game.
        view: What our seat knows.
        words: As typed: a verb and perhaps an amount or a card; a card alone where only one verb
            takes cards now.

    Raises:
        NotUnderstood: They name none.
    """
    parts = words.lower().split()
    if not parts:
        raise NotUnderstood(typed.SAY_SOMETHING)
    if len(parts) == 1 and (verb := _only_card_verb(game, view)) is not None:
        try:
            return _card_action(game, view, verb, parts[0])
        except NotUnderstood:
            if _is_card(game, parts[0]):
                raise
    # Verbs of two words may be typed with a blank: `all in` for `all-in`.
    for joined in (parts, ["-".join(parts)], ["-".join(parts[:2]), *parts[2:]]):
        action = _action(game, view, joined)
        if action is not None:
            return action
    raise NotUnderstood(typed.nothing_here(words.strip()))


def _action(game: AnyGame, view: AnyView, parts: list[str]) -> Action | None:
    match parts:
        case [verb] if (action := _parsed(game, verb)) is not None:
            return action
        case [verb, number] if number.isascii() and number.isdecimal():
            action = _parsed(game, f"{verb} {int(number)}")
            if action is not None and slot_of(action) is not None:
                raise NotUnderstood(typed.say_card(_example(game, view, verb)))
            return action
        case [verb, word] if _takes_card(game, verb):
            return _card_action(game, view, verb, word)
        case [verb, *words] if (example := _with_cards(game, view, verb)) is not None:
            slots = [_slots(game, view, group) for group in " ".join(words).split("|")]
            action = _parsed(game, " ".join((verb, " | ".join(slots))))
            if action is None:
                raise NotUnderstood(typed.say_cards(say_action(game, view, example)))
            return action
        case _:
            return None


def _with_cards(game: AnyGame, view: AnyView, verb: str) -> Action | None:
    """The first legal action with this verb, if it names cards."""
    for action in game.legal_actions(view):
        if game.format_action(action).partition(" ")[0] == verb:
            return action if names_slots(action) else None
    return None


def _slots(game: AnyGame, view: AnyView, cards: str) -> str:
    """The slots of cards that lie together, as all games write them: ascending."""
    return " ".join(map(str, sorted(find_card(game, view, word) for word in cards.split())))


def _example(game: AnyGame, view: AnyView, verb: str) -> str:
    card = next(iter(view.hand.values()), game.pack.cards[0])
    return f"{verb} {say_card(game.pack, card)}"


def _card_action(game: AnyGame, view: AnyView, verb: str, word: str) -> Action:
    action = _parsed(game, f"{verb} {find_card(game, view, word)}")
    assert action is not None
    return action


def _takes_card(game: AnyGame, verb: str) -> bool:
    action = _parsed(game, f"{verb} 0")
    return action is not None and slot_of(action) is not None


def _only_card_verb(game: AnyGame, view: AnyView) -> str | None:
    verbs = [choice.verb for choice in choices(game, view) if choice.cards]
    return verbs[0] if len(verbs) == 1 else None


def _is_card(game: AnyGame, word: str) -> bool:
    try:
        game.pack.card(word.translate(_GLYPHS).upper())
    except KeyError:
        return False
    return True


def _parsed(game: AnyGame, text: str) -> Action | None:
    try:
        action: Action = game.parse_action(text)
    except ValueError:
        return None
    return action


def actions_of_cards(game: AnyGame, view: AnyView, verb: str) -> dict[Slot, Action]:
    """What the verb is with each card of our hand, allowed or not."""
    slots = game.hand_slots(view.state, view.seat)
    return {slot: game.parse_action(f"{verb} {slot}") for slot in slots}


def forbidden_cards(game: AnyGame, view: AnyView) -> tuple[tuple[Card, Rule], ...]:
    """The cards of our hand that must wait, each with the rule, where only cards can be chosen now."""
    verb = _only_card_verb(game, view)
    if verb is None:
        return ()
    found = []
    for slot, action in actions_of_cards(game, view, verb).items():
        reason = game.why_not(view, action)
        if reason is not None and slot in view.hand:
            found.append((view.hand[slot], reason))
    return tuple(found)
