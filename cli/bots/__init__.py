"""Seats without a person: their manners and names, and whole matches of them.

The one rule: a bot knows what its seat knows, and nothing else.
"""
