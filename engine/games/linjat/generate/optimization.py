"""One run of the optimizer: goes on in slices, tells how far it is, can be saved and resumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.generate import pools
from engine.games.linjat.generate.bench import Bench
from engine.games.linjat.generate.candidates import first_candidate
from engine.games.linjat.generate.family import Family
from engine.games.linjat.generate.judging import REASONS
from engine.games.linjat.generate.optimizing import open_pool, optimize
from engine.games.linjat.generate.parameters import STAGE_NAMES, place_of
from engine.games.linjat.generate.pools import Pool, new_pool
from engine.games.linjat.generate.stages import MUTATIONS_STAGE
from engine.games.linjat.generate.workplace import bench_of, board_of, site_of
from engine.generate.generation import Recipe
from engine.generate.improving import Growth
from engine.generate.recent import GOALS, course_of
from engine.generate.staging import Site
from engine.values.budget import Control
from engine.values.rng import open_stream

_ROOM = 1_024
"""Entries that a history has room for at first."""


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

    @property
    def rejections(self) -> Mapping[str, int]:
        """Offspring that were not kept, by reason in words."""
        others = self.iterations - self.kept - self.unsolved - self.unproven
        return {
            "not solved by deduction": self.unsolved,
            "not unique": self.unproven,
            "not good enough": others,
        }


class Optimization:
    """An :class:`engine.generate.improving.Improvement` of the first puzzle of a recipe.

    Attributes:
        recipe: of the first puzzle, the weights and what to accept by.
        growth: every new best puzzle; of those within one call of :meth:`advance` only the last.
    """

    def __init__(
        self, recipe: Recipe, site: Site, bench: Bench, pool: Pool, growth: Sequence[Growth] = ()
    ) -> None:
        self.recipe = recipe
        self.growth = list(growth)
        self._best: tuple[int, LinjatBoard] | None = None
        self._site, self._bench, self._pool = site, bench, pool
        self._note_growth()

    @classmethod
    def of(cls, recipe: Recipe, way: int = 0) -> Optimization | None:
        """The optimisation at its beginning; None if the attempt does not lead to a puzzle.

        Args:
            recipe: what decides the first puzzle, and what is sought.
            way: its number from 0; every way has a stream of random numbers of its own.

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
        if way:
            # As of a stage that no generator has: one of its stages on for every way.
            stream = recipe.stream(STAGE_NAMES[MUTATIONS_STAGE])
            stage = way * len(STAGE_NAMES) + MUTATIONS_STAGE
            open_stream(site.stream, stream.seed, stream.attempt, stage, stream.reroll)
        return cls(recipe, site, bench, pool)

    def advance(self, iterations: int, control: Control | None = None) -> None:
        """Goes on by so many iterations, unless stopped.

        Args:
            iterations: how many.
            control: to stop it; its progress counts iterations.
        """
        control = control or Control()
        until = self.iterations + iterations
        while True:
            optimize(self._site, self._bench, self._pool, control.cells, until)
            if control.cancelled or self.iterations == until:
                break
            self._make_room()
        self._note_growth()

    def _note_growth(self) -> None:
        """Notes the best puzzle, if there is a new one."""
        standing = self._pool.standing[-1]
        made = int(self._pool.history[standing[pools.ENTRY], pools.MADE_AT])
        growth = made, int(standing[pools.SCORE]), int(self._pool.state[pools.FAULT] < 0)
        if not self.growth or growth != self.growth[-1]:
            self.growth.append(growth)

    def _make_room(self) -> None:
        """Doubles the room for the history."""
        pool = self._pool
        self._pool = pool._replace(
            history=np.concatenate([pool.history, np.zeros_like(pool.history)]),
            words=np.concatenate([pool.words, np.zeros_like(pool.words)]),
        )

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return int(self._pool.state[pools.ITERATION])

    @property
    def rank(self) -> tuple[bool, int]:
        """How good the best puzzle is: whether it would be accepted, then its score."""
        return int(self._pool.state[pools.FAULT]) < 0, int(self._pool.standing[-1, pools.SCORE])

    @property
    def progress(self) -> Progress:
        """How far it is."""
        state, standing = self._pool.state, self._pool.standing
        fault = int(state[pools.FAULT])
        return Progress(
            iterations=int(state[pools.ITERATION]),
            unsolved=int(state[pools.UNSOLVED]),
            unproven=int(state[pools.UNPROVEN]),
            solved=int(state[pools.SOLVED]),
            kept=int(state[pools.KEPT]),
            scores=tuple(int(standing[slot, pools.SCORE]) for slot in self._members),
            best=int(standing[-1, pools.SCORE]),
            fault=REASONS[fault] if fault >= 0 else None,
        )

    @property
    def best(self) -> LinjatBoard:
        """The best puzzle so far, the same object until there is a better one."""
        entry = int(self._pool.standing[-1, pools.ENTRY])
        if self._best is None or self._best[0] != entry:
            self._best = entry, board_of(self.recipe, self._pool.cells[-1])
        return self._best[1]

    @property
    def pool(self) -> tuple[LinjatBoard, ...]:
        """The puzzles that are mutated, best first."""
        return tuple(board_of(self.recipe, self._pool.cells[slot]) for slot in self._members)

    @property
    def _members(self) -> list[int]:
        """The slots of the puzzles that are mutated, best first."""
        standing = self._pool.standing[:-2]
        slots = np.flatnonzero(standing[:, pools.ENTRY] != pools.NOBODY).tolist()
        return sorted(slots, key=lambda slot: -int(standing[slot, pools.SCORE]))

    @property
    def family(self) -> Family:
        """All that was kept so far; a copy, so it stays as it is when this goes on."""
        pool = self._pool
        entries = int(pool.state[pools.ENTRIES])
        best = int(pool.standing[-1, pools.ENTRY])
        history, words = pool.history[:entries].copy(), pool.words[:entries].copy()
        return Family(self.recipe, history, words, best)

    def saved(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on another time, as arrays; see :meth:`resumed`."""
        arrays = {name: array.copy() for name, array in self._pool._asdict().items()}
        growth = np.array(self.growth, np.int64)
        return arrays | {"stream": self._site.stream.copy(), "growth": growth}

    @classmethod
    def resumed(cls, recipe: Recipe, arrays: Mapping[str, NDArray[Any]]) -> Optimization:
        """The optimisation of a recipe where :meth:`saved` left it.

        Raises:
            EngineError: the arrays are not those of such a recipe.
        """
        site = site_of(recipe)
        room = len(arrays.get("history", ()))
        pool = new_pool(recipe.parameters.integer("pool"), site.rows * site.cols, room)
        growth = np.zeros((len(arrays.get("growth", ())), 3), np.int64)
        wanted = pool._asdict() | {"stream": site.stream, "growth": growth}
        for name, array in wanted.items():
            found = arrays.get(name)
            if found is None or (found.shape, found.dtype) != (array.shape, array.dtype):
                raise EngineError(f"not saved by an optimisation of this recipe: {name}")
            array[...] = found
        points = [(made, score, fits) for made, score, fits in growth.tolist()]
        return cls(recipe, site, bench_of(site), pool, points)

    @staticmethod
    def course(recipe: Recipe) -> bytes:
        """What decides the course of an optimisation, but for its way."""
        return course_of(recipe, site_of(recipe), map(place_of, GOALS))
