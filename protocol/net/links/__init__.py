"""Authenticated links: the handshake, frames, one link, the mesh of all (SPEC §7.2 to §7.4)."""
