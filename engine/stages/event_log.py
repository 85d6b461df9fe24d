"""Random numbers and an event log for generators that are written in plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.jit.decorators import Longs
from engine.stages.candidate import NOTHING, Plane, Recipe, Stage, Timeline
from engine.values.ranges import Range
from engine.values.rng import RandomNumbers


class StageRandom(RandomNumbers):
    """The random numbers that one stage of a recipe draws. ``number`` is the stage's index."""

    def __init__(self, recipe: Recipe, stage: Stage, number: int) -> None:
        named = recipe.get_stream(stage.name)
        super().__init__(named.seed, named.attempt, number, named.reroll)

    def draw_within(self, wanted: Range) -> int:
        """Return a random number within a range, which must have both a low and a high end."""
        assert wanted.low is not None
        assert wanted.high is not None
        return wanted.low + self.draw_below(wanted.high - wanted.low + 1)


def iterate_stages(
    recipe: Recipe, stages: Sequence[Stage]
) -> Iterator[tuple[int, Stage, StageRandom]]:
    """Yield the index of each stage, the stage, and its random numbers, in order."""
    for number, stage in enumerate(stages):
        yield number, stage, StageRandom(recipe, stage, number)


class EventLog:
    """A layout that records every change to a cell as an event.

    ``start`` is the layout before the first event, an array of shape (planes, cells).
    """

    def __init__(self, start: Longs) -> None:
        self._start = start
        self._log: list[tuple[int, ...]] = []
        self.layout = start.copy()

    def set_cell(
        self,
        stage: int,
        cell: int,
        value: int,
        *,
        plane: int = 0,
        weight: int = NOTHING,
        draw: int = NOTHING,
    ) -> None:
        """Change one cell and record the event.

        Args:
            stage: The number of the stage.
            cell: The number of the cell.
            value: The new value of the cell.
            plane: The number of the plane in the layout.
            weight: The weight with which the cell was chosen, or the weight that it gets.
            draw: The random number that determined the change.
        """
        old = int(self.layout[plane, cell])
        self._log.append((stage, plane, cell, old, value, weight, draw))
        self.layout[plane, cell] = value

    def build_timeline(
        self, stages: tuple[Stage, ...], planes: tuple[Plane, ...], cols: int
    ) -> Timeline:
        """Return a timeline that contains all recorded events."""
        log = np.array(self._log, np.int64).reshape(-1, 7)
        return Timeline(stages, planes, cols, self._start, log)
