"""Luk Fu: twelve money cards each, tricks of one to nine cards, and six fu to win."""

from p2pcards.games.lukfu.game import GAME

__all__ = ["GAME"]
