"""Records of levels won in a playlist, and the measures that count deaths and hints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any

from engine.game.play import Measure

NO_SETTINGS: Mapping[str, object] = MappingProxyType({})
"""An empty set of generator settings."""
DEATHS = Measure("deaths", "death", "deaths")
HINTS = Measure("hints", "hint", "hints")


@dataclass(frozen=True, slots=True)
class LevelWin:
    """The record of a win in a playlist.

    Attributes:
        grade, seed: The grade and the seed of a level generated from a seed; 0 for a level in a
            pack.
        index: The index of the level in its sorted list; None if the level is past the end of the
            list or in a pack.
        deaths: The number of deaths before the first win. In a pack, it is the number of deaths in
            the attempt with the best win, and ``hints``, ``medals`` and ``seconds`` describe the
            same attempt.
        count: The length of the best win, in the game's measure.
        optimum: The shortest possible length; None if it is not proven, or if all wins have the
            same length.
        solution_shown: True if the player had seen the solution before the win.
        hints: The number of hints requested before the first win. Each degree of a hint counts as
            one.
        medals: The titles that the first win earned.
        seconds: The duration of the attempt with the first win, in seconds, not counting pauses.
        view: The side from which the player saw the board, if only part of it was visible; empty if
            all of it was visible.
        board: The digest of the board, for a level in a pack; empty for a level generated from a
            seed.
        won: The time of the win, for a level in a pack; None for a level generated from a seed.
        extra: The unknown keys in the file, which are preserved.
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

    def is_better_than(self, other: LevelWin) -> bool:
        """Return whether this win is better than ``other``.

        A win by a player who had not seen the solution is better than one by a player who had. If
        this decides nothing, the shorter win is better.
        """
        return (self.solution_shown, self.count) < (other.solution_shown, other.count)
