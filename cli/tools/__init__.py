"""What is made from the program itself: its manual page, its completion, its demonstration,
and itself once more.

The one rule: all of it follows from what the commands say of themselves.
"""
