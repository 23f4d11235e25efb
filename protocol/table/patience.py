"""How long a missing seat is waited for (SPEC §6.5); alone here, since words tell it without a table."""

PATIENCE_S = 120
"""Time to see that a program has ended and to start it again."""
