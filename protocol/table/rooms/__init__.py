"""The rooms of a table: each has one duty, and names what it wants done."""
