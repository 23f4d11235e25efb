"""The network: authenticated links, their mesh, discovery, the lobby, a seat in play (SPEC §7)."""
