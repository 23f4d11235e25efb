"""A log watched on the full screen.

The one rule: what is shown of a step never depends on the way to it.
"""
