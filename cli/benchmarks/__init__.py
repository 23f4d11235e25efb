"""What `p2pcards bench` measures. The one rule: it measures the code that plays, never a copy of it."""
