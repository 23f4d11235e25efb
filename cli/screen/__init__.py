"""The full screen: what is drawn, which keys act, and the loop beneath it."""
