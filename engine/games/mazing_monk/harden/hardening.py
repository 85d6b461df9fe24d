"""A search for hard levels: swap cells, prove the optimum, keep what takes as many turns or more.

It climbs from a level of the generator, or from a random one that can be won. When nothing has
become better for long, the climb begins again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import ENTRANCE
from engine.games.mazing_monk.generate import workplace
from engine.games.mazing_monk.generate.limits import Demands
from engine.games.mazing_monk.generate.parameters import (
    CLIMB,
    RANDOM_START,
    STAGE_NAMES,
    STARTS,
    setting_index,
)
from engine.games.mazing_monk.harden.appraising import FIXED, REASONS, UNSOLVED, Appraiser
from engine.games.mazing_monk.harden.family import KEPT, Kept, LevelFamily, level_of
from engine.games.mazing_monk.harden.starts import generated_tiles, random_tiles
from engine.games.mazing_monk.search.settling import Judge
from engine.jit.marks import Longs
from engine.staging.generation import NOTHING, Recipe
from engine.staging.improving import GOALS, Improvement, ImprovementProgress, course_of
from engine.staging.lineage import SCORE
from engine.values.budget import Control
from engine.values.rng import below, open_stream

_FEW_TURNS = 15
"""Turns that allowances are made for at the least."""
_DOUBLE = 4
"""One in so many changes swaps two pairs of cells."""

_ROOM = 256
"""Levels that there is room for at first."""
Swaps = tuple[int, ...]
"""Cells that are swapped, in pairs one after the other: none, two or four."""

UNWINNABLE = "proven to have no win"
UNWON = ("no win found, not proven either way", UNWINNABLE, *REASONS)
"""What is wrong with a level to begin with that has no optimum: whether it can be won is not known,
it cannot, or else what keeps a level from being looked at further."""

TRIED, TURNS, SINCE, AT_HAND, BEST, BEST_TURNS, FAULT, ENTRIES, REJECTED = range(9)
"""Counts: levels looked at; turns of the level at hand, 0 if not known; states expanded since
it became better; its entry; entry and turns of the best level; its fault by number, -1 for none;
levels kept; and how many each reason rejected."""
_COUNTS = REJECTED + len(REASONS)


class Hardening(Improvement):
    """Climbs from level to level, to many turns."""

    def __init__(self, recipe: Recipe, room: int = _ROOM) -> None:
        parameters = recipe.parameters
        super().__init__(recipe)
        self._random = parameters.word("start") == STARTS[RANDOM_START]
        self._patience, self._effort = map(parameters.integer, ("patience", "effort"))
        self._free = workplace.free_cells(recipe)
        self._demands = Demands(recipe)
        self._faults = *UNWON, *self._demands.faults
        keys = self._demands.keys
        with_play = "thesis_moves" in keys
        self._judge = Judge(with_play=with_play) if keys - {"turns"} else None
        self._appraiser = Appraiser(parameters.integer("karma_needed"))
        self._stream = np.zeros(1, np.uint64)
        self._counts = np.zeros(_COUNTS, np.int64)
        self._kept: Kept = np.zeros(room, KEPT)

    @classmethod
    def of(cls, recipe: Recipe, way: int = 0) -> Hardening | None:
        """See :meth:`engine.staging.improving.Improvement.of`."""
        stream, name = np.zeros(1, np.uint64), recipe.stream(STAGE_NAMES[CLIMB])
        # As of a stage that no generator has: one of its stages on for every way but the first.
        open_stream(stream, name.seed, name.attempt, way * len(STAGE_NAMES) + CLIMB, name.reroll)
        search = cls(recipe)
        start = random_tiles(recipe, stream) if search._random else generated_tiles(recipe)
        if start is None:
            return None
        search._stream[:] = stream
        search._look_at_start(start)
        return search

    def _look_at_start(self, start: Longs) -> None:
        """Proves the level that it begins with, and notes it as the best so far."""
        control, counts = Control(), self._counts
        turns, _ = self._appraiser.optimum(start, 0, self._appraiser.most, control)
        counts[TURNS] = counts[BEST_TURNS] = max(turns, 0)
        if turns > 0:
            counts[FAULT] = self._fault_of(start, turns, control)
        else:
            counts[FAULT] = self._faults.index(self._unwon(~turns))
        self._keep(start, -1, (), int(counts[TURNS]))
        self._note_growth()

    # What it has come to.

    @property
    def progress(self) -> ImprovementProgress:
        """See :attr:`engine.staging.improving.Improvement.progress`."""
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
    def family(self) -> LevelFamily:
        """See :attr:`engine.staging.improving.Improvement.family`."""
        kept = self._kept[: self._counts[ENTRIES]].copy()
        return LevelFamily(self.recipe, self._free, kept, self._best_entry)

    @property
    def _history(self) -> Longs:
        """See :attr:`engine.staging.improving.Improvement.best`, like the next two."""
        return self._kept["made"]

    @property
    def _best_entry(self) -> int:
        return int(self._counts[BEST])

    def _best_board(self) -> MonkBoard:
        return level_of(self.recipe, self._kept["cells"][self._best_entry])

    # Going on.

    def advance(self, iterations: int, control: Control | None = None) -> None:
        """Goes on by so many levels, unless stopped; one under way is then looked at again."""
        control = control or Control()
        for _ in range(iterations):
            stream = self._stream[0]
            if control.cancelled or not self._step(control):
                self._stream[0] = stream
                return
            control.cells[1] = self._counts[TRIED]

    def _step(self, control: Control) -> bool:
        """Looks at one level; False if stopped in the middle of it."""
        counts, least = self._counts, int(self._counts[TURNS])
        anew = self._random and not least
        swaps: Swaps = ()
        if anew:
            cells = random_tiles(self.recipe, self._stream)
        else:
            cells = self._kept["cells"][counts[AT_HAND]].astype(np.int64)
            swaps = self._swap(cells)
        if not swaps and not anew:
            turns, expanded = ~FIXED, 1
        else:
            most = min(self._effort * max(_FEW_TURNS, least) ** 2, self._appraiser.most)
            turns, expanded = self._appraiser.optimum(cells, least, most, control)
        fault = None
        if turns > 0 and (turns > counts[BEST_TURNS] or counts[FAULT] >= 0):
            fault = self._fault_of(cells, turns, control)
        if control.cancelled:
            return False
        counts[TRIED] += 1
        counts[SINCE] += expanded
        if turns < 0:
            counts[REJECTED + ~turns] += 1
        else:
            self._go_on_from(cells, swaps, turns, fault)
        if counts[SINCE] > self._patience * max(int(counts[TURNS]), _FEW_TURNS) ** 2:
            self._begin_again()
        return True

    def _keep(self, cells: Longs, parent: int, swaps: Swaps, turns: int) -> int:
        """Keeps a level, for which there is always room; its entry."""
        entry = int(self._counts[ENTRIES])
        if entry == len(self._kept):
            self._kept = np.concatenate([self._kept, np.zeros_like(self._kept)])
        padded = (*swaps, NOTHING, NOTHING, NOTHING, NOTHING)[:4]
        self._kept[entry] = (parent, self._counts[TRIED], turns), padded, cells
        self._counts[ENTRIES] += 1
        return entry

    def _go_on_from(self, cells: Longs, swaps: Swaps, turns: int, fault: int | None) -> None:
        """Takes a level, which is no easier, to go on from."""
        counts = self._counts
        entry = self._keep(cells, int(counts[AT_HAND]), swaps, turns)
        if turns > counts[TURNS]:
            counts[SINCE] = 0
        counts[TURNS], counts[AT_HAND] = turns, entry
        if fault is not None and (fault < 0, turns) > self.rank:
            counts[BEST], counts[BEST_TURNS], counts[FAULT] = entry, turns, fault
            self._note_growth()

    def _begin_again(self) -> None:
        """Goes back to the start; a random one is drawn as the next level."""
        counts = self._counts
        counts[SINCE] = counts[AT_HAND] = 0
        counts[TURNS] = 0 if self._random else self._kept["made"][0, SCORE]

    def _swap(self, cells: Longs) -> Swaps:
        """Swaps one pair of cells or two; nothing if all that may be swapped is alike."""
        swaps: list[int] = []
        for _ in range(1 if below(self._stream, _DOUBLE) else 2):
            one = int(self._free[below(self._stream, len(self._free))]) if len(self._free) else 0
            others = self._free[cells[self._free] != cells[one]]
            if not len(others):
                return ()
            other = int(others[below(self._stream, len(others))])
            cells[one], cells[other] = cells[other], cells[one]
            swaps += (one, other)
        return tuple(swaps)

    # Judging.

    def _unwon(self, reason: int) -> str:
        """What is wrong with the level that was looked at last, by the reason that it has."""
        if reason == UNSOLVED:
            return UNWINNABLE if self._appraiser.found_none else UNWON[0]
        return REASONS[reason]

    def _fault_of(self, cells: Longs, turns: int, control: Control) -> int:
        """The number of what is wrong with a level by what is demanded; -1 if nothing is."""
        board = level_of(self.recipe, cells)
        fault = self._demands.rating_fault(board)
        if fault is None:
            facts: Mapping[str, Any] = {"turns": turns}
            if self._judge is not None:
                facts = self._judge.facts(board, control)
            fault = self._demands.fault_of(facts)
        return -1 if fault is None else self._faults.index(fault)

    # Saving.

    @classmethod
    def resumed(cls, recipe: Recipe, arrays: Mapping[str, NDArray[Any]]) -> Hardening:
        """See :meth:`engine.staging.improving.Improvement.resumed`."""
        found = cls(recipe, len(arrays.get("kept", ())))
        found._restore(arrays)
        return found

    def _arrays(self) -> Mapping[str, NDArray[Any]]:
        """See :meth:`engine.staging.improving.Improvement.saved`."""
        return {"stream": self._stream, "counts": self._counts, "kept": self._kept}

    @staticmethod
    def course(recipe: Recipe) -> bytes:
        """See :meth:`engine.staging.improving.Improvement.course`."""
        wanted = workplace.bench_of(recipe).wanted.copy()
        # What is not locked is of no account, and on the entrance is always the monk.
        wanted[[ENTRANCE, *workplace.free_cells(recipe)]] = codes.OBSTACLE
        return course_of(recipe, workplace.site_of(recipe), map(setting_index, GOALS), wanted)
