"""What a seat at a table knows. The one rule: nothing here decides."""
