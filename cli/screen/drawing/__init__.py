"""From a view to rows of text: the parts of a screen, and what they are drawn with.

The one rule: pure; the same view gives the same rows.
"""
