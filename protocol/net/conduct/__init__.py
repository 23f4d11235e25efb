"""How a seat conducts itself at a table on the network: rules alone, without a network (SPEC §7.10)."""
