"""Pictures of the full screen for the README: real tables, drawn by the program itself.

The one rule: nothing here knows what a screen says. Tables are played, screens drawn, and whatever
comes out is the picture; from the same program come the same bytes.
"""
