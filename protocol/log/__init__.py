"""The table's log: rounds of signed entries, chained by heads, the same bytes on every honest peer (SPEC §5)."""
