"""Mental poker for a table of peers: proofs, signed log, table machine, audit and network."""

DIST = "p2pcards"
"""Name of the distribution; `cli` checks it, since `protocol` is a name other projects use too."""
