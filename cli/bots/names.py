"""What bots are called: at a person's table by names that are no person's, in a simulation as people are.

The one rule: who reads the name of a table's bot anywhere, in list, table, log or replay, knows that it is one.
"""

from __future__ import annotations

from typing import Final

BOT_NAMES: Final = (
    *("Bot Onyx", "Bot Opal", "Bot Flint", "Bot Mica"),
    *("Bot Agate", "Bot Beryl", "Bot Slate", "Bot Topaz"),
)
"""Those at a person's table; as many as the largest table has seats."""

PLAYER_NAMES: Final = (
    *("Ainura", "Bek", "Chinara", "Dastan"),
    *("Erlan", "Feruza", "Gulnara", "Hamid"),
)
"""The seats of a match in which everybody is a bot, in seat order."""
