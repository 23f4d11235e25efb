"""What is made from the program itself: its manual page, its completion, its demonstration.

The one rule: all of it follows from what the commands say of themselves.
"""
