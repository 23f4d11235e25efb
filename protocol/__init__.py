"""Mental poker for a table of peers: proofs, signed log, table machine, audit and network."""

DIST = "p2pcards"
"""Name of the distribution; `p2pcards.__main__` checks it, since others use the name `protocol` too."""
