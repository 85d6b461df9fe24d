"""The puzzles that an optimisation kept, made once more from what it wrote down of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.games.linjat.board.codes import DOT, EMPTY, MAX_SIDE
from engine.games.linjat.generate.bench import Bench
from engine.games.linjat.generate.candidates import first_candidate
from engine.games.linjat.generate.optimizing import replay
from engine.games.linjat.generate.stages import CELLS
from engine.games.linjat.generate.workplace import bench_of, board_of, site_of
from engine.generate.generation import LOG_COLUMNS, Recipe
from engine.generate.lineage import PARENT, FamilyTree, Relative
from engine.generate.staging import NOTED, Site
from engine.jit.arrays import Longs, Words

_LAYER, _CELL, _OLD, _NEW = (LOG_COLUMNS.index(name) for name in ("layer", "cell", "old", "new"))
_LOG_ROOM = 4_096
"""Events that the making of one puzzle takes at the most, but for very large boards."""


@dataclass(frozen=True, slots=True)
class _Made:
    """A puzzle made once more: codes of its cells, and the events of its making."""

    cells: Longs
    log: Longs


class Family:
    """A :class:`engine.generate.lineage.Lineage` of puzzles.

    What was made once is remembered, so that going from one puzzle to its neighbours is quick.

    Args:
        recipe: of the optimisation.
        history: what it kept; see :mod:`engine.generate.lineage`.
        words: by entry the word of the random stream with which the mutation began.
        best: the entry of the best puzzle.
    """

    def __init__(self, recipe: Recipe, history: Longs, words: Words, best: int) -> None:
        self.history = history
        self.best = best
        self._recipe = recipe
        self._words = words
        self._tree = FamilyTree(history, best)
        self._made: dict[int, _Made] = {}

    def relatives(self, entries: Iterable[int]) -> tuple[Relative, ...]:
        """Puzzles of some entries, made once more; not for two threads at a time."""
        return tuple(self._relative(entry) for entry in entries)

    def logs(self) -> Iterator[Longs]:
        """The events of all mutations from the first puzzle to the best, condensed."""
        self._make(self.best)
        return (self._made[entry].log for entry in self._tree.line(self.best))

    def _relative(self, entry: int) -> Relative:
        made, tree = self._make(entry), self._tree
        parent = tree.parent(entry)
        return Relative(
            entry,
            parent,
            tree.iteration(entry),
            tree.score(entry),
            board_of(self._recipe, made.cells),
            tuple(told(made.log, self._place[0].cols)) if parent is not None else (),
        )

    @cached_property
    def _place(self) -> tuple[Site, Bench]:
        """A site with a log, and its bench."""
        plain = site_of(self._recipe)
        site = site_of(self._recipe, _LOG_ROOM * (1 + plain.rows * plain.cols // 128))
        return site, bench_of(site)

    def _make(self, entry: int) -> _Made:
        """Makes a puzzle, from the nearest of its ancestors that has been made."""
        line = []
        while entry >= 0 and entry not in self._made:
            line.append(entry)
            entry = int(self.history[entry, PARENT])
        made = self._made[entry] if entry >= 0 else None
        site, bench = self._place
        lines = np.zeros(MAX_SIDE, np.uint64)
        while line:
            entry = line.pop()
            if made is None:
                recipe = self._recipe
                first_candidate(site, bench, bench.quiet, recipe.seed, recipe.attempt, 1)
                log = site.log[:0]
            else:
                replay(site, bench, made.cells, lines, self._words[entry])
                log = condensed(site.log[: int(site.scratch[NOTED])])
            made = self._made[entry] = _Made(site.layout[CELLS].copy(), log)
        assert made is not None
        return made


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


def told(log: Longs, cols: int) -> Iterator[str]:
    """What a mutation does in the end, in words: every number that it changes, then the dots.

    Args:
        log: its events, condensed.
        cols: columns of the board.
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
        _told_number(divmod(was, cols), divmod(cell, cols), old, new)
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


def _told_number(was: tuple[int, int], now: tuple[int, int], old: int, new: int) -> str:
    """What became of one number, in words."""
    becomes = f"becomes {new}"
    if was == now:
        return f"{old} at row {now[0]}, column {now[1]} {becomes}"
    moves = f"{old} moves from row {was[0]}, column {was[1]} to row {now[0]}, column {now[1]}"
    return moves if old == new else f"{moves} and {becomes}"
