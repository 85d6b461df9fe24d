"""The puzzles that an optimisation kept, made once more from what it wrote down of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.codes import DOT, EMPTY, MAX_SIDE
from engine.games.linjat.generate.bench import DeductionBench
from engine.games.linjat.generate.candidates import bench_of, board_of, first_candidate, site_of
from engine.games.linjat.generate.optimizing import replay
from engine.games.linjat.generate.stages import CELLS
from engine.generate.generation import LOG_COLUMNS, Recipe
from engine.generate.lineage import Lineage
from engine.generate.staging import NOTED, Site
from engine.jit.marks import Longs, Words

_PLANE, _CELL, _OLD, _NEW = (LOG_COLUMNS.index(name) for name in ("plane", "cell", "old", "new"))
_LOG_ROOM = 4_096
"""Events that the making of one puzzle takes at the most, but for very large boards."""


@dataclass(frozen=True, slots=True)
class _Made:
    """A puzzle made once more: codes of its cells, and the events of its making."""

    cells: Longs
    log: Longs


class PuzzleFamily(Lineage):
    """The puzzles of an optimisation.

    What was made once is remembered, so that going from one puzzle to its neighbours is quick.

    ``words`` has by entry the word of the random stream with which the mutation began.
    """

    def __init__(self, recipe: Recipe, history: Longs, words: Words, best: int) -> None:
        super().__init__(history, best)
        self._recipe = recipe
        self._words = words
        self._made: dict[int, _Made] = {}

    def logs(self) -> Iterator[Longs]:
        """The events of all mutations from the first puzzle to the best, condensed."""
        self._make(self.best)
        return (self._made[entry].log for entry in self.line(self.best))

    def log(self, layout: Longs) -> Longs:
        """See :meth:`engine.generate.lineage.Lineage.log`."""
        return np.concatenate(list(self.logs()))

    def board(self, entry: int) -> LinjatBoard:
        """See :meth:`engine.generate.lineage.Lineage.board`."""
        return board_of(self._recipe, self._make(entry).cells)

    def changes(self, entry: int) -> Iterator[str]:
        """See :meth:`engine.generate.lineage.Lineage.changes`."""
        return mutation_text(self._make(entry).log, self._site_and_bench[0].cols)

    @cached_property
    def _site_and_bench(self) -> tuple[Site, DeductionBench]:
        """A site with a log, and its bench."""
        plain = site_of(self._recipe)
        site = site_of(self._recipe, _LOG_ROOM * (1 + plain.rows * plain.cols // 128))
        return site, bench_of(site)

    def _make(self, entry: int) -> _Made:
        """Makes a puzzle, and all before it that have not been made."""
        site, bench = self._site_and_bench
        lines, recipe = np.zeros(MAX_SIDE, np.uint64), self._recipe
        for each in self.line(entry) if entry not in self._made else ():
            if each in self._made:
                continue
            if (parent := self.parent(each)) is None:
                first_candidate(site, recipe.seed, recipe.attempt, 1, bench.quiet, bench)
                log = site.log[:0]
            else:
                replay(site, bench, self._made[parent].cells, lines, self._words[each])
                log = condensed(site.log[: int(site.scratch[NOTED])])
            self._made[each] = _Made(site.layout[CELLS].copy(), log)
        return self._made[entry]


def condensed(log: Longs) -> Longs:
    """The events of a mutation without those of dots that are taken away and put back.

    Dots that go are first, then changes of numbers, then dots that come.
    """
    log = log[log[:, _PLANE] == CELLS]
    goes, comes = log[:, _OLD] == DOT, log[:, _NEW] == DOT
    back = np.isin(log[:, _CELL], log[goes, _CELL]) & np.isin(log[:, _CELL], log[comes, _CELL])
    return np.concatenate([log[goes & ~back], log[~goes & ~comes], log[comes & ~back]])


def mutation_text(log: Longs, cols: int) -> Iterator[str]:
    """What a mutation does in the end, in words: every number that it changes, then the dots.

    The log is one of :func:`condensed`.
    """
    goes, comes = log[:, _OLD] == DOT, log[:, _NEW] == DOT
    numbers: dict[int, tuple[int, int, int]] = {}
    """By the cell where it is now: where a number was, its value then and now."""
    held = (0, 0, 0)
    for cell, old, new in log[~goes & ~comes][:, [_CELL, _OLD, _NEW]].tolist():
        before = numbers.pop(cell, (cell, old, old)) if old != EMPTY else held
        if new == EMPTY:
            held = before
        else:
            numbers[cell] = (before[0], before[1], new)
    changed = [
        _number_text(divmod(was, cols), divmod(cell, cols), old, new)
        for cell, (was, old, new) in numbers.items()
        if (was, old) != (cell, new)
    ]
    if not changed and not goes.any() and not comes.any():
        yield "nothing changes"
        return
    yield from changed or ("no number changes",)
    dots = ((int(goes.sum()), "goes", "go"), (int(comes.sum()), "comes", "come"))
    parts = [
        f"{number} dot{'s' * (number != 1)} {one if number == 1 else many}"
        for number, one, many in dots
        if number
    ]
    yield ", ".join(parts) or "no dot changes"


def _number_text(was: tuple[int, int], now: tuple[int, int], old: int, new: int) -> str:
    """What became of one number, in words."""
    becomes = f"becomes {new}"
    if was == now:
        return f"{old} at row {now[0]}, column {now[1]} {becomes}"
    moves = f"{old} moves from row {was[0]}, column {was[1]} to row {now[0]}, column {now[1]}"
    return moves if old == new else f"{moves} and {becomes}"
