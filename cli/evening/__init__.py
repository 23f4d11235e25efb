"""An evening with the others: hosting, visiting, coming back, one match after the other.

The one rule: it says what happens next and asks a front to show it; it draws and reads nothing.
"""
