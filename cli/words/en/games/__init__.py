"""What is said of each game, in English. The one rule: one function a fact, a rule, or a question."""
