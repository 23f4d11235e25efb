"""Statistics over the deals of many logs: whether the cards look like chance.

The one rule: statistics never pass for proof. That a deck was shuffled by all is proved by the
audit; here figures are only set beside what a fair deck gives on average.
"""
