"""Azi: three tricks, three suits, and a pot that stays on the table until somebody takes two."""

from p2pcards.games.azi.game import GAME

__all__ = ["GAME"]
