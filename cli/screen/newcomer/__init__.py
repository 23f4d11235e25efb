"""The first start: a name, and a deal with all cards open.

The one rule: nothing here is needed twice; who has answered is never asked again.
"""
