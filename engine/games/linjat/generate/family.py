"""The puzzles that an optimisation kept, made once more from what it wrote down of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.codes import DOT, EMPTY, MAX_SIDE
from engine.games.linjat.generate.bench import DeductionBench
from engine.games.linjat.generate.candidates import bench_of, board_of, first_candidate, site_of
from engine.games.linjat.generate.crossing import CROSSED
from engine.games.linjat.generate.optimizing import replay
from engine.games.linjat.generate.stages import CELLS, ONE
from engine.games.linjat.generate.tidying import takes_dots, tidy
from engine.jit.marks import Longs, Words
from engine.staging.generation import LOG_COLUMNS, Recipe
from engine.staging.lineage import Lineage
from engine.staging.site import NOTED, Site

_PLANE, _CELL, _OLD, _NEW, _WEIGHT = (
    LOG_COLUMNS.index(name) for name in ("plane", "cell", "old", "new", "weight")
)
DOTS = {DOT: "dot"}
_WITH_ONES = {**DOTS, ONE: "one"}
_CODES = 16
"""Codes of cells are below."""
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

    ``words`` has by entry the word of the random stream with which the mutation began, ``others``
    the entry of the other parent, below 0 where there is none.
    """

    def __init__(
        self, recipe: Recipe, history: Longs, words: Words, others: Longs, best: int
    ) -> None:
        super().__init__(history, best)
        self._others = others
        self._recipe = recipe
        self._words = words
        self._made: dict[int, _Made] = {}

    def logs(self) -> Iterator[Longs]:
        """The events of all mutations from the first puzzle to the best, condensed."""
        self._make(self.best)
        for entry in self.line(self.best):
            yield self._made[entry].log
        if self._tidied is not None:
            yield self._tidied.log

    def log(self, layout: Longs) -> Longs:
        """See :meth:`engine.staging.lineage.Lineage.log`."""
        return np.concatenate(list(self.logs()))

    def board(self, entry: int) -> LinjatBoard:
        """See :meth:`engine.staging.lineage.Lineage.board`."""
        made = self._make(entry)
        if entry == self.best and self._tidied is not None:
            made = self._tidied
        return board_of(self._recipe, made.cells)

    def changes(self, entry: int) -> Iterator[str]:
        """See :meth:`engine.staging.lineage.Lineage.changes`."""
        log, other = self._make(entry).log, self.other_parent(entry)
        crossed = 0 if other is None else taken(log)
        if crossed:
            assert other is not None
            where = f"of iteration {self.iteration(other):,}" if other else "that was the first"
            yield f"{crossed} number{'s' * (crossed != 1)} of the puzzle {where}"
        if entry == self.best and self._tidied is not None:
            log = np.concatenate([log, self._tidied.log])
        yield from mutation_text(log, self._site_and_bench[0].cols, self._clues)

    def other_parent(self, entry: int) -> int | None:
        """The puzzle that the parent of one was crossed with; None if it was not."""
        other = int(self._others[entry])
        return other if other >= 0 else None

    @property
    def _clues(self) -> Mapping[int, str]:
        """What clues are called in words, by their codes."""
        return _WITH_ONES if self._recipe.parameters.integer("ones") else DOTS

    @cached_property
    def _site_and_bench(self) -> tuple[Site, DeductionBench]:
        """A site with a log, and its bench."""
        plain = site_of(self._recipe)
        site = site_of(self._recipe, _LOG_ROOM * (1 + plain.rows * plain.cols // 128))
        return site, bench_of(site)

    @cached_property
    def _tidied(self) -> _Made | None:
        """The best puzzle without the dots that it does not need; None if these stay."""
        if not takes_dots(self._recipe.parameters):
            return None
        site, bench = self._site_and_bench
        tidy(site, bench, self._make(self.best).cells)
        return _Made(site.layout[CELLS].copy(), site.log[: int(site.scratch[NOTED])].copy())

    def _make(self, entry: int) -> _Made:
        """Makes a puzzle, and all that it descends from that have not been made."""
        site, bench = self._site_and_bench
        lines, recipe = np.zeros(MAX_SIDE, np.uint64), self._recipe
        for each in self._to_make(entry):
            if (parent := self.parent(each)) is None:
                first_candidate(site, recipe.seed, recipe.attempt, 1, bench.quiet, bench)
                log = site.log[:0]
            else:
                cells, other = self._made[parent].cells, self.other_parent(each)
                mate = cells if other is None else self._made[other].cells
                replay(site, bench, cells, lines, mate, other is not None, self._words[each])
                log = condensed(site.log[: int(site.scratch[NOTED])], self._clues)
            self._made[each] = _Made(site.layout[CELLS].copy(), log)
        return self._made[entry]

    def _to_make(self, entry: int) -> list[int]:
        """What has to be made for a puzzle, itself included, parents before their offspring."""
        found, waiting = set[int](), [entry]
        while waiting:
            each = waiting.pop()
            if each not in found and each not in self._made:
                found.add(each)
                parents = (self.parent(each), self.other_parent(each))
                waiting += (parent for parent in parents if parent is not None)
        return sorted(found)


def condensed(log: Longs, clues: Mapping[int, str] = DOTS) -> Longs:
    """The events of a mutation without those of clues that are taken away and put back.

    Clues that go are first, then changes of numbers, then clues that come.
    """
    log = log[log[:, _PLANE] == CELLS]
    goes, comes = _clues_of(log, clues)
    cells = log[:, _CELL]
    which = cells * _CODES + np.where(goes, log[:, _OLD], log[:, _NEW])
    back = np.isin(which, which[goes]) & np.isin(which, which[comes])
    back &= ~np.isin(cells, cells[~goes & ~comes])  # unless a number has stood there in between
    return np.concatenate([log[goes & ~back], log[~goes & ~comes], log[comes & ~back]])


def mutation_text(log: Longs, cols: int, clues: Mapping[int, str] = DOTS) -> Iterator[str]:
    """What a mutation does in the end, in words: every number that it changes, then the clues.

    The log is one of :func:`condensed`; of a crossing that came before see :func:`taken`.
    """
    goes, comes = _clues_of(log, clues)
    crossed = _is_crossing(log)
    numbers: dict[int, tuple[int, int, int]] = {}
    """By the cell where it is now: where a number was, its value then and now."""
    held = (0, 0, 0)
    for cell, old, new in log[~goes & ~comes & ~crossed][:, [_CELL, _OLD, _NEW]].tolist():
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
    if not changed and not (goes | comes | crossed).any():
        yield "nothing changes"
        return
    yield from changed or (() if crossed.any() else ("no number changes",))
    parts = []
    for code, clue in clues.items():
        gone, come = int((log[goes, _OLD] == code).sum()), int((log[comes, _NEW] == code).sum())
        parts += [
            f"{number} {clue}{'s' * (number != 1)} {one if number == 1 else many}"
            for number, one, many in ((gone, "goes", "go"), (come, "comes", "come"))
            if number
        ]
    yield ", ".join(parts) or "no dot changes"


def _clues_of(log: Longs, clues: Mapping[int, str]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which events take a clue away, and which put one down."""
    codes = list(clues)
    return np.isin(log[:, _OLD], codes), np.isin(log[:, _NEW], codes)


def taken(log: Longs) -> int:
    """How many numbers a crossing has brought from the other parent, by the log of a mutation."""
    before: dict[int, int] = {}
    after: dict[int, int] = {}
    for cell, old, new in log[_is_crossing(log)][:, [_CELL, _OLD, _NEW]].tolist():
        before.setdefault(cell, old)
        after[cell] = new
    return sum(after[cell] not in (EMPTY, before[cell]) for cell in after)


def _is_crossing(log: Longs) -> NDArray[np.bool_]:
    """Which events are those of a crossing."""
    crossed: NDArray[np.bool_] = log[:, _WEIGHT] == CROSSED
    return crossed


def _number_text(was: tuple[int, int], now: tuple[int, int], old: int, new: int) -> str:
    """What became of one number, in words."""
    becomes = f"becomes {new}"
    if was == now:
        return f"{old} at row {now[0]}, column {now[1]} {becomes}"
    moves = f"{old} moves from row {was[0]}, column {was[1]} to row {now[0]}, column {now[1]}"
    return moves if old == new else f"{moves} and {becomes}"
