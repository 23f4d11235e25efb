"""The table: a machine without I/O that judges rounds, holds a seat, and says what to send (SPEC §6)."""
