"""The wins of levels of a list, and the measures of their lapses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.game.play import Measure

NO_SETTINGS: Mapping[str, object] = MappingProxyType({})
"""No settings of a generator."""
DEATHS = Measure("deaths", "death", "deaths")
HINTS = Measure("hints", "hint", "hints")


@dataclass(frozen=True, slots=True)
class Played:
    """A level of a list that was won.

    Attributes:
        grade, seed: which level it was.
        index: its index in the sorted list, from 0; None for one past the end.
        deaths: before it was won first.
        count: how long the best win was, by the game's measure.
        optimum: the least there is; None where that is not proven, or all wins are alike.
        solution_shown: whether the player had looked at the solution before.
        hints: asked for before it was won first, each degree counted.
        medals: titles of what the first win has earned.
        seconds: of the visit that won it first, pauses left out.
        view: the side from which the board was seen in part on that visit; empty if it was seen
            whole.
    """

    grade: int
    seed: int
    index: int | None
    deaths: int
    count: int
    optimum: int | None
    solution_shown: bool = False
    hints: int = 0
    medals: tuple[str, ...] = ()
    seconds: int = 0
    view: str = ""
