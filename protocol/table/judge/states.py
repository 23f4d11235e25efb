"""Where a table's main track stands. The one rule: values only; what follows from them is the referee's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.table.judge.between import Between
from protocol.table.judge.opening import Opening, OpeningFailed
from protocol.table.judge.play import Play
from protocol.table.judge.preparation import Preparation


@dataclass(frozen=True, slots=True)
class Preparing:
    """A deck is being made: for the deal to come, or, with `play`, to go on with one under way."""

    preparation: Preparation
    between: Between
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class Playing:
    play: Play
    between: Between


@dataclass(frozen=True, slots=True)
class Waiting:
    """There is no next deal without seats that are silent: they are waited for."""

    between: Between


@dataclass(frozen=True, slots=True)
class Over:
    between: Between


MainState: TypeAlias = Opening | OpeningFailed | Preparing | Playing | Waiting | Over
