"""What our own logs tell of past evenings: who played, how it ended, and how the cards fell.

The one rule: nothing here is a verification. Our own program verified a log when it wrote it, and the
audit does so again; these are only its figures.
"""
