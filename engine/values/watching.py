"""What a long generation shows of itself while it runs, for any game.

A generator that goes on improving a board publishes a :class:`Sight` on its control a few times a
second. Each is immutable and replaces the one before, so any thread can read it at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.values.level import Board


@dataclass(frozen=True, slots=True)
class Sight:
    """How far the improving of one first board has come, and what came of it so far.

    Attributes:
        done: steps done, of each way.
        of: steps to be done.
        unit: what is counted, such as ``iterations``: the key of the parameter that sets ``of``.
        board: the best board so far, the same object until there is a better one.
        best: its score.
        fault: why it would not be accepted, in a few words; None if it would be.
        tried: boards made, all ways together.
        kept: how many of them were kept.
        rejections: how many were not, by reason in words; with those kept they make ``tried``.
        growth: the step at which a best board was made and its score, in order of steps. Of
            several within the same moment only the last is told.
        bests: the best score of every independent way, in order; one where there is one.
        speed: boards made a second since this go began; 0 while that cannot be said.
        attempt: which candidate of the seed is being improved.
    """

    done: int
    of: int
    unit: str
    board: Board
    best: int
    fault: str | None
    tried: int
    kept: int
    rejections: Mapping[str, int]
    growth: tuple[tuple[int, int], ...]
    bests: tuple[int, ...]
    speed: float
    attempt: int

    @property
    def acceptance(self) -> float:
        """The share of the boards made that were kept, 0 to 1."""
        return self.kept / self.tried if self.tried else 0.0
