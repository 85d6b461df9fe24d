"""Wins of levels of a playlist, and the measures of their lapses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any

from engine.game.play import Measure

NO_SETTINGS: Mapping[str, object] = MappingProxyType({})
"""No settings of a generator."""
DEATHS = Measure("deaths", "death", "deaths")
HINTS = Measure("hints", "hint", "hints")


@dataclass(frozen=True, slots=True)
class Played:
    """A level of a playlist that was won.

    Attributes:
        grade, seed: of the level, if it was made of a seed.
        index: its index in the sorted list, from 0; None for one past the end, and in a pack.
        deaths: before it was won first; in a pack those of the visit that won it best, and so are
            hints, medals and seconds.
        count: how long the best win was, by the game's measure.
        optimum: the least there is; None where that is not proven, or all wins are alike.
        solution_shown: whether the player had looked at the solution before.
        hints: asked for before it was won first, each degree counted.
        medals: titles of what the first win has earned.
        seconds: of the visit that won it first, pauses left out.
        view: the side from which the board was seen in part on that visit; empty if it was seen
            whole.
        board: in a pack, the digest of its board; empty for a level made of a seed.
        won: in a pack, the time of the win; None for a level made of a seed.
        extra: unknown keys of its file, kept.
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
    board: str = ""
    won: datetime | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def beats(self, other: Played) -> bool:
        """Whether it is the better win: without a look at the solution, then the shorter one."""
        return (self.solution_shown, self.count) < (other.solution_shown, other.count)
