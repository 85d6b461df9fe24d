"""One run of the optimizer: goes on in slices, tells how far it is, can be saved and resumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Longs
from engine.budget import Control
from engine.errors import EngineError
from engine.games.linjat import optimizing as kernels
from engine.games.linjat.bench import Bench
from engine.games.linjat.board import LinjatBoard
from engine.games.linjat.candidates import first_candidate
from engine.games.linjat.codes import DOT
from engine.games.linjat.judging import REASONS
from engine.games.linjat.optimizing import Pool, new_pool, open_pool, optimize, replay
from engine.games.linjat.stages import CELLS
from engine.games.linjat.workplace import bench_of, board_of, site_of, sketch_of
from engine.generation import LOG_COLUMNS, Recipe
from engine.staging import NOTED, Site

_LAYER, _CELL, _OLD, _NEW = (LOG_COLUMNS.index(name) for name in ("layer", "cell", "old", "new"))
_ROOM = 1_024
"""Entries that a history has room for at first."""
_LOG_ROOM = 4_096
"""Events that the making of one puzzle takes at the most, but for very large boards."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an optimisation is.

    Attributes:
        iterations: mutations tried.
        unsolved: offspring that deduction does not solve.
        unproven: offspring good enough to be kept, but with another solution.
        solved: offspring that deduction solves.
        kept: offspring kept, to be mutated or as the best.
        scores: scores of the puzzles that are mutated, best first.
        best: score of the best puzzle, one that would be accepted if there has been any.
        fault: why that one would be rejected; None if it would be accepted.
    """

    iterations: int
    unsolved: int
    unproven: int
    solved: int
    kept: int
    scores: tuple[int, ...]
    best: int
    fault: str | None


@dataclass(frozen=True, slots=True)
class Ancestor:
    """A puzzle on the way from the first one to the best.

    Attributes:
        entry: its number in the history.
        parent: that of the puzzle it is a mutation of; None for the first puzzle.
        iteration: the iteration that made it.
        score: its score.
        board: the puzzle.
        log: the events of its making, as a site logs them; none for the first puzzle.
    """

    entry: int
    parent: int | None
    iteration: int
    score: int
    board: LinjatBoard
    log: Longs


class Optimization:
    """The optimisation of the first puzzle of a recipe.

    Its course depends on the recipe alone, however it is sliced; after k iterations the best
    puzzle is that of the recipe with ``iterations`` k. Several workers go different ways by
    re-rolling the stage of mutations.
    """

    def __init__(self, recipe: Recipe, site: Site, bench: Bench, pool: Pool) -> None:
        self.recipe = recipe
        self._site, self._bench, self._pool = site, bench, pool

    @classmethod
    def of(cls, recipe: Recipe) -> Optimization | None:
        """The optimisation at its beginning; None if the attempt does not lead to a puzzle.

        Raises:
            ParameterError: the locked cells are on a board of another size.
        """
        site = site_of(recipe)
        bench = bench_of(site)
        seed, attempt = recipe.seed, recipe.attempt
        if first_candidate(site, bench, bench.quiet, seed, attempt, 1) != attempt:
            return None
        pool = new_pool(recipe.parameters.integer("pool"), site.rows * site.cols, _ROOM)
        open_pool(site, bench, pool, seed, attempt)
        return cls(recipe, site, bench, pool)

    def advance(self, iterations: int, control: Control | None = None) -> None:
        """Goes on by so many iterations, unless stopped.

        Args:
            iterations: how many.
            control: to stop it; its progress counts iterations.
        """
        control = control or Control()
        until = self.progress.iterations + iterations
        while True:
            optimize(self._site, self._bench, self._pool, control.cells, until)
            if control.cancelled or self.progress.iterations == until:
                return
            self._make_room()

    def _make_room(self) -> None:
        """Doubles the room for the history."""
        pool = self._pool
        self._pool = pool._replace(
            history=np.concatenate([pool.history, np.zeros_like(pool.history)]),
            words=np.concatenate([pool.words, np.zeros_like(pool.words)]),
        )

    @property
    def progress(self) -> Progress:
        """How far it is."""
        state, standing = self._pool.state, self._pool.standing
        fault = int(state[kernels.FAULT])
        members = standing[: state[kernels.MEMBERS], kernels.SCORE]
        return Progress(
            iterations=int(state[kernels.ITERATION]),
            unsolved=int(state[kernels.UNSOLVED]),
            unproven=int(state[kernels.UNPROVEN]),
            solved=int(state[kernels.SOLVED]),
            kept=int(state[kernels.KEPT]),
            scores=tuple(members.tolist()),
            best=int(standing[-1, kernels.SCORE]),
            fault=REASONS[fault] if fault >= 0 else None,
        )

    @property
    def best(self) -> LinjatBoard:
        """The best puzzle so far."""
        return self._board(self._pool.cells[-1])

    @property
    def pool(self) -> tuple[LinjatBoard, ...]:
        """The puzzles that are mutated, best first."""
        members = self._pool.state[kernels.MEMBERS]
        return tuple(self._board(cells) for cells in self._pool.cells[:members])

    def _board(self, cells: Longs) -> LinjatBoard:
        return board_of(cells, self._site.cols, sketch_of(self.recipe))

    def ancestry(self) -> tuple[Ancestor, ...]:
        """The way from the first puzzle to the best, every step made once more."""
        history = self._pool.history
        line = [int(self._pool.standing[-1, kernels.ENTRY])]
        while history[line[-1], kernels.PARENT] >= 0:
            line.append(int(history[line[-1], kernels.PARENT]))
        line.reverse()
        site = site_of(self.recipe, _LOG_ROOM * (1 + self._site.rows * self._site.cols // 128))
        bench = bench_of(site)
        first_candidate(site, bench, bench.quiet, self.recipe.seed, self.recipe.attempt, 1)
        lines = np.zeros(self._pool.lines.shape[1], np.uint64)
        ancestors = [self._ancestor(line[0], None, site, site.log[:0])]
        for entry, parent in zip(line[1:], line, strict=False):
            cells = site.layout[CELLS].copy()
            replay(site, bench, cells, lines, self._pool.words[entry])
            log = condensed(site.log[: int(site.scratch[NOTED])])
            ancestors.append(self._ancestor(entry, parent, site, log))
        return tuple(ancestors)

    def _ancestor(self, entry: int, parent: int | None, site: Site, log: Longs) -> Ancestor:
        _, iteration, score = self._pool.history[entry].tolist()
        return Ancestor(entry, parent, iteration, score, self._board(site.layout[CELLS]), log)

    def saved(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on another time, as arrays; see :meth:`resumed`."""
        arrays = {name: array.copy() for name, array in self._pool._asdict().items()}
        return arrays | {"stream": self._site.stream.copy()}

    @classmethod
    def resumed(cls, recipe: Recipe, arrays: Mapping[str, NDArray[Any]]) -> Optimization:
        """The optimisation of a recipe where :meth:`saved` left it.

        Raises:
            EngineError: the arrays are not those of such a recipe.
        """
        site = site_of(recipe)
        room = len(arrays.get("history", ()))
        pool = new_pool(recipe.parameters.integer("pool"), site.rows * site.cols, room)
        wanted = pool._asdict() | {"stream": site.stream}
        for name, array in wanted.items():
            found = arrays.get(name)
            if found is None or (found.shape, found.dtype) != (array.shape, array.dtype):
                raise EngineError(f"not saved by an optimisation of this recipe: {name}")
            array[...] = found
        return cls(recipe, site, bench_of(site), pool)


def condensed(log: Longs) -> Longs:
    """The events of a mutation without those of dots that are taken away and put back.

    Args:
        log: all events of the mutation.

    Returns:
        Dots that go, changes of numbers, dots that come, each in the order of the log.
    """
    log = log[log[:, _LAYER] == CELLS]
    goes, comes = log[:, _OLD] == DOT, log[:, _NEW] == DOT
    back = np.isin(log[:, _CELL], log[goes, _CELL]) & np.isin(log[:, _CELL], log[comes, _CELL])
    return np.concatenate([log[goes & ~back], log[~goes & ~comes], log[comes & ~back]])
