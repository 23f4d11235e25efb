"""The proofs: keys, shuffles, shares and claims about hidden cards, and no word of any game (SPEC §3)."""
