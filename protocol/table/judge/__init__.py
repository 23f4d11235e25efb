"""What follows from signed lines alone: where a table stands, and who is at fault (SPEC §5, §6)."""
