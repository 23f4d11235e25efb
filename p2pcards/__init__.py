"""The deterministic engine: cards, chips, tricks, the games and their bots.

Pure: nothing in this package does I/O, reads a clock, draws randomness or knows cryptography.
"""
