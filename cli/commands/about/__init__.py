"""The rules of a game, the player's own settings and keys, and this machine."""
