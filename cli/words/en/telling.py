"""Lists and numbers in English, as plain text. The one rule: it knows no game, and no card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_words(n: int) -> str:
    """A small number as a word, another in digits."""
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else str(n)


def counted(n: int, thing: str) -> str:
    """`1 deal`, `3 deals`: for what has no other plural."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def times(n: int) -> str:
    """How often: `never`, `once`, `3 times`."""
    return {0: "never", 1: "once"}.get(n, f"{n} times")


def listed(words: Iterable[str]) -> str:
    """`Ainura, Bek and Chinara`; empty if there are none."""
    *most, last = tuple(words) or ("",)
    return f"{', '.join(most)} and {last}" if most else last


def scored(names: Iterable[str], standings: Sequence[int]) -> str:
    """`Ainura 230, Bek 170`: each player with the chips or points."""
    return ", ".join(f"{name} {number}" for name, number in zip(names, standings, strict=True))


def in_words_of(some: int, all_: int) -> str:
    """How many of all: `both`, `all three`, `one of three`."""
    if some == all_:
        return "both" if all_ == 2 else f"all {in_words(all_)}"
    return f"{in_words(some)} of {in_words(all_)}"
