"""For authors of generators in plain Python: random draws, and the log of what they led to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.jit.marks import Longs
from engine.staging.generation import NOTHING, Plane, Recipe, Stage, Timeline
from engine.values.ranges import Range
from engine.values.rng import RandomNumbers


class Draws(RandomNumbers):
    """The random numbers of one stage of a recipe.

    Stages are numbered from 0.
    """

    def __init__(self, recipe: Recipe, stage: Stage, number: int) -> None:
        named = recipe.stream(stage.name)
        super().__init__(named.seed, named.attempt, number, named.reroll)

    def within(self, wanted: Range) -> int:
        """A number in a range, whose ends must be set."""
        assert wanted.low is not None
        assert wanted.high is not None
        return wanted.low + self.below(wanted.high - wanted.low + 1)


def stage_draws(recipe: Recipe, stages: Sequence[Stage]) -> Iterator[tuple[int, Stage, Draws]]:
    """The stages with their numbers and their random draws, in order."""
    for number, stage in enumerate(stages):
        yield number, stage, Draws(recipe, stage, number)


class Logbook:
    """A layout that is changed cell by cell, with every change kept as an event.

    ``start`` is the layout before the first event, shape (planes, cells).
    """

    def __init__(self, start: Longs) -> None:
        self._start = start
        self._log: list[tuple[int, ...]] = []
        self.layout = start.copy()

    def put(
        self,
        stage: int,
        cell: int,
        value: int,
        *,
        plane: int = 0,
        weight: int = NOTHING,
        draw: int = NOTHING,
    ) -> None:
        """Changes one cell.

        The cell was chosen, or given, with ``weight``; ``draw`` is the random number that decided.
        """
        old = int(self.layout[plane, cell])
        self._log.append((stage, plane, cell, old, value, weight, draw))
        self.layout[plane, cell] = value

    def timeline(self, stages: tuple[Stage, ...], planes: tuple[Plane, ...], cols: int) -> Timeline:
        """All that was put, as a candidate has it."""
        log = np.array(self._log, np.int64).reshape(-1, 7)
        return Timeline(stages, planes, cols, self._start, log)
