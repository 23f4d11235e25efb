"""What deals that were played again came to, and all of them together. The one rule: values alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cli.estimate import mean_and_margin


@dataclass(frozen=True, slots=True)
class Outcome:
    """One stretch, as it was and as it might have been.

    Args:
        deals: How many deals it has.
        won: What we have won.
        bot_won: What the hard bot won in our place.
        cards_worth: How much that is above the mean of all seats: what the cards were worth to it.
    """

    deals: int
    won: int
    bot_won: int
    cards_worth: float


@dataclass(frozen=True, slots=True)
class Summary:
    """All outcomes of a game; figures for a deal, margins of 95 % (None: too few for one).

    Args:
        deals: How many deals were played again.
        won, bot_won: What we have won in a deal, and what the hard bot would have.
        lead, lead_margin: How much more that is than ours.
        cards_worth, cards_margin: What our cards were worth to the bot, beyond what chance gives.
    """

    deals: int
    won: float
    bot_won: float
    lead: float
    lead_margin: float | None
    cards_worth: float
    cards_margin: float | None


def summary(outcomes: Sequence[Outcome]) -> Summary:
    """What they come to for a deal; of one outcome at least."""
    deals = sum(one.deals for one in outcomes)
    per_stretch = len(outcomes) / deals
    lead, lead_margin = mean_and_margin([one.bot_won - one.won for one in outcomes])
    worth, worth_margin = mean_and_margin([one.cards_worth for one in outcomes])
    return Summary(
        deals=deals,
        won=sum(one.won for one in outcomes) / deals,
        bot_won=sum(one.bot_won for one in outcomes) / deals,
        lead=lead * per_stretch,
        lead_margin=None if lead_margin is None else lead_margin * per_stretch,
        cards_worth=worth * per_stretch,
        cards_margin=None if worth_margin is None else worth_margin * per_stretch,
    )
