"""What bots are called, in a simulation and at a person's table alike."""

from __future__ import annotations

from typing import Final

BOT_NAMES: Final = ("Ainura", "Bek", "Chinara", "Dastan", "Erlan", "Feruza", "Gulnara", "Hamid")
"""In seat order; as many as the largest table has seats."""
