"""The costly proofs of a table as one value, which is handed to whoever makes or judges them.

The one rule: `REAL` is what every table, spectator and auditor has unless it is told otherwise; only a
simulation, whose tables may believe each other, hands in a lighter kind.
"""

from __future__ import annotations

from typing import Final

from protocol.crypto import identity, keys, masking, shares, shuffle_proof, suits
from protocol.crypto import shuffle as shuffles


class Proofs:
    """What is proved and checked, each as the function of that name in its module does it."""

    prepare_shuffle = staticmethod(shuffles.prepare_shuffle)
    shuffle = staticmethod(shuffles.shuffle)
    prove_shuffle = staticmethod(shuffle_proof.prove_shuffle)
    refused_shuffles = staticmethod(shuffle_proof.refused_shuffles)
    verify_key = staticmethod(keys.verify_key)
    decode_deck = staticmethod(masking.decode_deck)
    unmask = staticmethod(masking.unmask)
    decode_shares = staticmethod(shares.decode_shares)
    verify_shares = staticmethod(shares.verify_shares)
    verify_suits = staticmethod(suits.verify_suits)
    verify_signature = staticmethod(identity.verify_signature)


REAL: Final = Proofs()
