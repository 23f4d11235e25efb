"""What a seat at a table can do and what it costs, for every front: lines, the full screen, others.

The one rule: no surface and no machine. What is here is asked by all fronts, so that no two of them
can say different things; none of it draws, reads a key, or knows a clock, a socket or a file.
"""
