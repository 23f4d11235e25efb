"""Bytes on the wire and in the log: entries, their one encoding, their signatures (SPEC §4)."""
