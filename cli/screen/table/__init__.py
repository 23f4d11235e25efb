"""A table on the full screen: what is known of it, what its keys do, and the view made of both.

The one rule: what may be done and what it costs is asked of `cli.table`.
"""
