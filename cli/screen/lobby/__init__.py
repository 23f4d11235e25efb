"""The list of tables, and a table that has not started, on the full screen.

The one rule: looking binds to nothing.
"""
