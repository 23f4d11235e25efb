"""How `hard` bets: where a seat stands in few words, a table of odds for it, and how that was found."""
