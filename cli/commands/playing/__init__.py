"""Sitting down at a table, looking on, or having one played."""
