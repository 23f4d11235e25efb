"""`change(state, field=value)`: the state with some fields replaced. Types are those of `replace`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace as change
else:
    from p2pcards.games.hazari.state import HazariState
    from p2pcards.records import replacer

    change = replacer(HazariState)

__all__ = ["change"]
