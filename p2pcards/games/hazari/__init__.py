"""Hazari: thirteen cards in four groups, declared at once, opened one by one, to a thousand."""

from p2pcards.games.hazari.game import GAME

__all__ = ["GAME"]
