"""What has been told of a table, as one value, and how it grows with each notice.

The one rule: no surface is known here, so that every front shows the same story.
"""
