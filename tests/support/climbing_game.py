"""The sample game with a generator that improves its levels, as slowly as a test wants."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
from sample_game import BOARDS, SAMPLE, SampleGenerator

from engine.errors import Cancelled
from engine.stages.candidate import Attempts
from engine.stages.lineage import LineageMember
from engine.values.budget import ProgressSnapshot
from engine.values.grid import replace_cell as replace_glyph
from engine.values.parameter_schema import Parameter, Schema

UNIT = "climbs"


def board_of(entry):
    """The dot walks to the right and down, an entry a cell."""
    board = BOARDS.create_blank(6, 6)
    tiles = replace_glyph(board.tiles, 4, 4, "g")
    row, col = divmod(entry % 15, 4)
    return replace(board, tiles=tiles, dots=replace_glyph(board.dots, row + 1, col + 1, "@"))


class Ascent:
    """The family of a number of climbs: a line, but that the fourth level leads nowhere."""

    def __init__(self, heights):
        rows = [(entry - 1, 10 * entry, height) for entry, height in enumerate(heights)]
        if len(rows) > 4:
            rows[3:5] = [(1, 30, 2), (2, 40, heights[4])]
        self.history = np.array(rows, np.int64)
        self.best = len(rows) - 1

    def make_members(self, entries):
        return tuple(self._relative(entry) for entry in entries)

    def _relative(self, entry):
        parent, iteration, score = self.history[entry].tolist()
        changes = (f"the dot makes step {entry}",) if entry else ()
        board = board_of(entry)
        return LineageMember(
            entry, None if entry == 0 else parent, iteration, score, board, changes
        )


class ClimbingGenerator(SampleGenerator):
    """Goes on for ``climbs`` steps; waits at step ``hold`` until asked to finish or to stop."""

    improves = True
    hold = None
    fault = None

    climbs = Parameter(UNIT, "integer", 6, 0, 50, "objects", "climbs", "Steps.")
    parameters = Schema((*SampleGenerator.parameters.parameters, climbs))

    def heights(self, recipe, done):
        steep = recipe.parameters.get_word("spread") == "even"
        return [step * step if steep else 5 * step for step in range(done + 1)]

    def snapshot(self, recipe, done, speed=0.0):
        of, heights = recipe.parameters.get_integer(UNIT), enumerate(self.heights(recipe, done))
        growth = tuple((step, height) for step, height in heights if step != 3)
        best = growth[-1][1]
        board = board_of(growth[-1][0])
        reasons = {"no higher": 2 * done}
        fault, bests, attempt = self.fault, (best,), recipe.attempt
        return ProgressSnapshot(
            done,
            of,
            UNIT,
            board,
            best,
            fault,
            3 * done,
            done,
            reasons,
            growth,
            bests,
            speed,
            attempt,
        )

    def try_candidates(self, recipe, count, control):
        of = recipe.parameters.get_integer(UNIT)
        done = 0
        while done < of and not control.is_finishing:
            if control.is_cancelled:
                raise Cancelled("stopped")
            if done == self.hold:
                time.sleep(0.002)
                continue
            done += 1
            control.snapshot = self.snapshot(recipe, done, 500.0)
        reached = recipe.parameters.with_value(UNIT, done)
        return Attempts(1, recipe.attempt, {}, reached)

    def build_candidate(self, recipe, control=None):
        climbs = recipe.parameters.get_integer(UNIT)
        made = super().build_candidate(recipe)
        return replace(
            made,
            board=board_of(climbs),
            snapshot=self.snapshot(recipe, climbs),
            lineage=Ascent(self.heights(recipe, climbs)),
        )


def climbing():
    """The sample game with that generator."""
    return replace(SAMPLE, generator=ClimbingGenerator())
