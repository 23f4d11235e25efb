"""What a player keeps on disk for a table: its log, its private notes, the key, the cards of a hand.

The one rule: what is private is readable by its owner alone, and a file is never half written.
"""
