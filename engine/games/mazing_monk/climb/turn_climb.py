"""The climb: swap cells, prove the fewest turns, and keep levels that are no easier than before.

The climb starts from a generated level, or from a random level that can be won. If it finds no
harder level for too long, it starts over. Each iteration has these steps:

    1. swap one or two pairs of cells in the current level
    2. reject the new level if soldiers reach the monk at the start
    3. reject it if a beam search finds a solution with fewer turns, or no solution
    4. prove in how few turns it can be won, or reject it if that takes too much effort
    5. make it the current level if it takes at least as many turns

The limits ``patience`` and ``effort`` grow with the square of the current level's turns, because
proving longer solutions optimal takes more states.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.games.mazing_monk.climb.climb_lineage import KEPT, ClimbLineage, Kept, build_climb_board
from engine.games.mazing_monk.climb.climb_starts import draw_random_tiles, generate_tiles
from engine.games.mazing_monk.climb.fewest_turns_prover import (
    FIXED,
    REASONS,
    UNSOLVED,
    OptimumProver,
)
from engine.games.mazing_monk.cube import cube_codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import ENTRANCE
from engine.games.mazing_monk.generation import generation_arrays
from engine.games.mazing_monk.generation.monk_fact_bounds import FactRanges
from engine.games.mazing_monk.generation.parameters import (
    CLIMB,
    RANDOM_START,
    STAGE_NAMES,
    STARTS,
    setting_index,
)
from engine.games.mazing_monk.search.compiled_level_facts import LevelSolver
from engine.jit.decorators import Longs
from engine.stages.candidate import NOTHING, Recipe
from engine.stages.improvement_base import (
    EXTENT_PARAMETERS,
    Improvement,
    ImprovementProgress,
    build_course_key,
)
from engine.stages.lineage import SCORE
from engine.values.budget import Control
from engine.values.rng import draw_below, open_stream

_FEW_TURNS = 15
"""Below this many turns, the limits ``patience`` and ``effort`` do not shrink further."""
_DOUBLE = 4
"""One change in this many, on average, swaps two pairs of cells instead of one."""

_ROOM = 256
"""The initial capacity of the array for kept levels."""
Swaps = tuple[int, ...]
"""The swapped cells in pairs: none, two or four cells."""

UNWINNABLE = "proven to have no win"
UNWON = ("no win found, not proven either way", UNWINNABLE, *REASONS)
"""The possible faults in a first level whose fewest turns are not proven: nothing is known about
wins, it is proven that there is no win, or the level is rejected for one of REASONS."""

TRIED, TURNS, SINCE, CURRENT, BEST, BEST_TURNS, FAULT, ENTRIES, REJECTED = range(9)
"""Indices in the climb's counts: the number of levels tried, the current level's turns (0 if
unknown), the number of states expanded since the turns last rose, the current level's entry, the
best level's entry, turns and fault (-1 if none), the number of levels kept, and, from REJECTED on,
the number of levels rejected for each reason.
"""
_COUNTS = REJECTED + len(REASONS)


class TurnClimb(Improvement):
    """A hill climb from level to level that maximizes the proven number of turns."""

    def __init__(self, recipe: Recipe, room: int = _ROOM) -> None:
        parameters = recipe.parameters
        super().__init__(recipe)
        self._random = parameters.get_word("start") == STARTS[RANDOM_START]
        self._patience, self._effort = map(parameters.get_integer, ("patience", "effort"))
        self._free = generation_arrays.list_free_cells(recipe)
        self._fact_ranges = FactRanges(recipe)
        self._faults = *UNWON, *self._fact_ranges.faults
        keys = self._fact_ranges.keys
        with_play = "thesis_moves" in keys
        self._level_solver = LevelSolver(with_play=with_play) if keys - {"turns"} else None
        self._prover = OptimumProver(parameters.get_integer("karma_needed"))
        self._stream = np.zeros(1, np.uint64)
        self._counts = np.zeros(_COUNTS, np.int64)
        self._kept: Kept = np.zeros(room, KEPT)

    @classmethod
    def from_recipe(cls, recipe: Recipe, island: int = 0) -> TurnClimb | None:
        """Start a recipe's climb, or the climb of one of its independent islands.

        Return None if the recipe's attempt yields no level to start from.
        """
        stream, name = np.zeros(1, np.uint64), recipe.get_stream(STAGE_NAMES[CLIMB])
        # Each island uses the stream of a different stage number, beyond those of real stages, so
        # that islands draw different random numbers.
        open_stream(stream, name.seed, name.attempt, island * len(STAGE_NAMES) + CLIMB, name.reroll)
        search = cls(recipe)
        start = draw_random_tiles(recipe, stream) if search._random else generate_tiles(recipe)
        if start is None:
            return None
        search._stream[:] = stream
        search._prove_start(start)
        return search

    def _prove_start(self, start: Longs) -> None:
        """Prove the fewest turns for the first level, and record it as the best level so far."""
        control, counts = Control(), self._counts
        turns, _ = self._prover.prove_optimum(start, 0, self._prover.max_states, control)
        counts[TURNS] = counts[BEST_TURNS] = max(turns, 0)
        if turns > 0:
            counts[FAULT] = self._find_fault(start, turns, control)
        else:
            counts[FAULT] = self._faults.index(self._explain_rejection(~turns))
        self._keep_level(start, -1, (), int(counts[TURNS]))
        self._record_growth()

    @property
    def progress(self) -> ImprovementProgress:
        """The numbers of levels tried, kept and rejected, and the best result so far."""
        counts, fault = self._counts, int(self._counts[FAULT])
        rejected = zip(REASONS, counts[REJECTED:].tolist(), strict=True)
        return ImprovementProgress(
            iterations=int(counts[TRIED]),
            kept=int(counts[ENTRIES]) - 1,
            rejections={reason: number for reason, number in rejected if number},
            best=int(counts[BEST_TURNS]),
            fault=self._faults[fault] if fault >= 0 else None,
        )

    @property
    def lineage(self) -> ClimbLineage:
        """All levels kept so far, each with its parent."""
        kept = self._kept[: self._counts[ENTRIES]].copy()
        return ClimbLineage(self.recipe, self._free, kept, self._best_entry)

    @property
    def _history(self) -> Longs:
        """The rows of the lineage's history."""
        return self._kept["made"]

    @property
    def _best_entry(self) -> int:
        return int(self._counts[BEST])

    def _make_best_board(self) -> MonkBoard:
        return build_climb_board(self.recipe, self._kept["cells"][self._best_entry])

    def advance(self, iterations: int, control: Control | None = None) -> None:
        """Try ``iterations`` more levels, or fewer if ``control`` is cancelled."""
        control = control or Control()
        for _ in range(iterations):
            # After a cancellation in the middle of a level, restore the random stream, so that the
            # resumed climb tries the same level again.
            stream = self._stream[0]
            if control.is_cancelled or not self._try_level(control):
                self._stream[0] = stream
                return
            control.shared_cells[1] = self._counts[TRIED]

    def _try_level(self, control: Control) -> bool:
        """Try one level; return False if the climb was cancelled before deciding on it."""
        counts, least = self._counts, int(self._counts[TURNS])
        anew = self._random and not least
        swaps: Swaps = ()
        if anew:
            cells = draw_random_tiles(self.recipe, self._stream)
        else:
            cells = self._kept["cells"][counts[CURRENT]].astype(np.int64)
            swaps = self._swap_cells(cells)
        if not swaps and not anew:
            turns, expanded = ~FIXED, 1
        else:
            most = min(self._effort * max(_FEW_TURNS, least) ** 2, self._prover.max_states)
            turns, expanded = self._prover.prove_optimum(cells, least, most, control)
        fault = None
        # Checking the constraints is slow, so do it only for levels that could become the best one.
        if turns > 0 and (turns > counts[BEST_TURNS] or counts[FAULT] >= 0):
            fault = self._find_fault(cells, turns, control)
        if control.is_cancelled:
            return False
        counts[TRIED] += 1
        counts[SINCE] += expanded
        if turns < 0:
            counts[REJECTED + ~turns] += 1
        else:
            self._continue_from(cells, swaps, turns, fault)
        if counts[SINCE] > self._patience * max(int(counts[TURNS]), _FEW_TURNS) ** 2:
            self._restart_climb()
        return True

    def _keep_level(self, cells: Longs, parent: int, swaps: Swaps, turns: int) -> int:
        """Add a level to the kept levels, and return its entry."""
        entry = int(self._counts[ENTRIES])
        if entry == len(self._kept):
            self._kept = np.concatenate([self._kept, np.zeros_like(self._kept)])
        padded = (*swaps, NOTHING, NOTHING, NOTHING, NOTHING)[:4]
        self._kept[entry] = (parent, self._counts[TRIED], turns), padded, cells
        self._counts[ENTRIES] += 1
        return entry

    def _continue_from(self, cells: Longs, swaps: Swaps, turns: int, fault: int | None) -> None:
        """Keep a level, make it the current one, and record it if it is the best so far."""
        counts = self._counts
        entry = self._keep_level(cells, int(counts[CURRENT]), swaps, turns)
        if turns > counts[TURNS]:
            counts[SINCE] = 0
        counts[TURNS], counts[CURRENT] = turns, entry
        # A level without a fault ranks above any level with one. Otherwise, more turns rank higher.
        if fault is not None and (fault < 0, turns) > self.rank:
            counts[BEST], counts[BEST_TURNS], counts[FAULT] = entry, turns, fault
            self._record_growth()

    def _restart_climb(self) -> None:
        """Return to the first level, or let the next iteration draw a new random level."""
        counts = self._counts
        counts[SINCE] = counts[CURRENT] = 0
        counts[TURNS] = 0 if self._random else self._kept["made"][0, SCORE]

    def _swap_cells(self, cells: Longs) -> Swaps:
        """Swap one or two pairs of different tiles in ``cells``, and return the swapped cells.

        The result is empty if a chosen tile has no different tile to swap with.
        """
        swaps: list[int] = []
        for _ in range(1 if draw_below(self._stream, _DOUBLE) else 2):
            one = (
                int(self._free[draw_below(self._stream, len(self._free))]) if len(self._free) else 0
            )
            others = self._free[cells[self._free] != cells[one]]
            if not len(others):
                return ()
            other = int(others[draw_below(self._stream, len(others))])
            cells[one], cells[other] = cells[other], cells[one]
            swaps += (one, other)
        return tuple(swaps)

    def _explain_rejection(self, reason: int) -> str:
        """Return the fault in a first level that was rejected for ``REASONS[reason]``."""
        if reason == UNSOLVED:
            return UNWINNABLE if self._prover.has_no_win else UNWON[0]
        return REASONS[reason]

    def _find_fault(self, cells: Longs, turns: int, control: Control) -> int:
        """Return the index of the first fault in a level, or -1 if it meets all constraints."""
        board = build_climb_board(self.recipe, cells)
        fault = self._fact_ranges.find_rating_fault(board)
        if fault is None:
            facts: Mapping[str, Any] = {"turns": turns}
            if self._level_solver is not None:
                facts = self._level_solver.compute_facts(board, control)
            fault = self._fact_ranges.find_fault(facts)
        return -1 if fault is None else self._faults.index(fault)

    @classmethod
    def resume(cls, recipe: Recipe, arrays: Mapping[str, NDArray[Any]]) -> TurnClimb:
        """Restore a climb from its saved arrays."""
        found = cls(recipe, len(arrays.get("kept", ())))
        found._restore_state(arrays)
        return found

    def _list_arrays(self) -> Mapping[str, NDArray[Any]]:
        """Return the arrays that hold the climb's state, for saving."""
        return {"stream": self._stream, "counts": self._counts, "kept": self._kept}

    @staticmethod
    def make_course_key(recipe: Recipe) -> bytes:
        """Return a digest of everything in a recipe that affects which levels the climb tries."""
        wanted = generation_arrays.build_rewind(recipe).wanted.copy()
        # The tiles on free cells and the entrance do not affect the climb.
        wanted[[ENTRANCE, *generation_arrays.list_free_cells(recipe)]] = cube_codes.OBSTACLE
        return build_course_key(
            recipe,
            generation_arrays.build_site(recipe),
            map(setting_index, EXTENT_PARAMETERS),
            wanted,
        )
