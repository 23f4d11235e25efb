"""Hazari: what may be done in it, and how its cards are laid out for that, whatever shows it."""
