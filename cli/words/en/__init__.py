"""English. The one rule: every word that the games' facts and rules are told with stands in here, and
a test holds that none is missing.
"""
