"""Luk Fu on the full screen.

The one rule: only what is drawn and pressed; what may be done is `cli.table.games`.
"""
