"""The front without a full screen: one event is one line, and typed words act.

The one rule: lines are only ever added, and nothing is decided here.
"""
