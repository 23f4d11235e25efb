"""The files of a player and a seat, and what systems do differently about them (SPEC §7.7, §7.10)."""
