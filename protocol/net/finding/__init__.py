"""Where others are: addresses, listings on the local network, what stands in the way (SPEC §7.6)."""
