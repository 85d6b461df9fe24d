"""The puzzles that an optimization kept, made again on demand from the history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.glyph_codes import DOT, EMPTY, MAX_SIDE
from engine.games.linjat.generation.crossover import CROSSED
from engine.games.linjat.generation.first_puzzles import (
    create_site,
    create_site_workspace,
    decode_board,
    find_first_puzzle,
)
from engine.games.linjat.generation.generator_workspace import GeneratorWorkspace
from engine.games.linjat.generation.linjat_stages import CELLS, ONE
from engine.games.linjat.generation.optimizer_loop import replay_mutation
from engine.games.linjat.generation.spare_dots import remove_spare_dots, should_remove_dots
from engine.jit.decorators import Longs, Words
from engine.stages.candidate import LOG_COLUMNS, Recipe
from engine.stages.lineage import Lineage
from engine.stages.stage_workspace import EVENT_COUNT, Site

_PLANE, _CELL, _OLD, _NEW, _WEIGHT = (
    LOG_COLUMNS.index(name) for name in ("plane", "cell", "old", "new", "weight")
)
DOTS = {DOT: "dot"}
_WITH_ONES = {**DOTS, ONE: "one"}
_CODE_LIMIT = 16
"""A number that is greater than every cell code."""
_LOG_ROOM = 4_096
"""The number of events for which one puzzle's log has room. Very large boards get more."""


@dataclass(frozen=True, slots=True)
class _MadePuzzle:
    """A puzzle made again, with the code for each cell and the events that led to it."""

    cells: Longs
    log: Longs


class PuzzleLineage(Lineage):
    """The puzzles that an optimization kept, each with its parent.

    A puzzle is made on first use and then remembered, so stepping between related puzzles is fast.

    Args:
        recipe: The recipe for the first puzzle.
        history: The history of the optimization.
        words: The word of the random stream at which each entry's mutation began.
        others: For each entry, the entry of its second parent, or a negative number if none.
        best: The entry for the best puzzle.
    """

    def __init__(
        self, recipe: Recipe, history: Longs, words: Words, others: Longs, best: int
    ) -> None:
        super().__init__(history, best)
        self._others = others
        self._recipe = recipe
        self._words = words
        self._made: dict[int, _MadePuzzle] = {}

    def list_logs(self) -> Iterator[Longs]:
        """Yield one condensed log for each mutation on the way from the first to the best puzzle.

        If spare dots were removed, a last log contains their removal.
        """
        self._make_puzzle(self.best)
        for entry in self.list_ancestors(self.best):
            yield self._made[entry].log
        if self._pruned_puzzle is not None:
            yield self._pruned_puzzle.log

    def make_log(self, layout: Longs) -> Longs:
        return np.concatenate(list(self.list_logs()))

    def make_board(self, entry: int) -> LinjatBoard:
        made = self._make_puzzle(entry)
        if entry == self.best and self._pruned_puzzle is not None:
            made = self._pruned_puzzle
        return decode_board(self._recipe, made.cells)

    def describe_changes(self, entry: int) -> Iterator[str]:
        log, other = self._make_puzzle(entry).log, self.find_other_parent(entry)
        crossed = 0 if other is None else count_crossed_numbers(log)
        if crossed:
            assert other is not None
            where = f"of iteration {self.get_iteration(other):,}" if other else "that was the first"
            yield f"{crossed} number{'s' * (crossed != 1)} of the puzzle {where}"
        if entry == self.best and self._pruned_puzzle is not None:
            log = np.concatenate([log, self._pruned_puzzle.log])
        yield from describe_mutation(log, self._site_and_workspace[0].cols, self._clue_names)

    def find_other_parent(self, entry: int) -> int | None:
        """Return the entry of the second parent of ``entry``, or None if there was no crossover."""
        other = int(self._others[entry])
        return other if other >= 0 else None

    @property
    def _clue_names(self) -> Mapping[int, str]:
        """A mapping from the code for each kind of clue to its name."""
        return _WITH_ONES if self._recipe.parameters.get_integer("ones") else DOTS

    @cached_property
    def _site_and_workspace(self) -> tuple[Site, GeneratorWorkspace]:
        """A site with a log, and a workspace for it."""
        plain = create_site(self._recipe)
        site = create_site(self._recipe, _LOG_ROOM * (1 + plain.rows * plain.cols // 128))
        return site, create_site_workspace(site)

    @cached_property
    def _pruned_puzzle(self) -> _MadePuzzle | None:
        """The best puzzle with its spare dots removed, or None if they should not be removed."""
        if not should_remove_dots(self._recipe.parameters):
            return None
        site, workspace = self._site_and_workspace
        remove_spare_dots(site, workspace, self._make_puzzle(self.best).cells)
        return _MadePuzzle(
            site.layout[CELLS].copy(), site.log[: int(site.scratch[EVENT_COUNT])].copy()
        )

    def _make_puzzle(self, entry: int) -> _MadePuzzle:
        """Return the puzzle at ``entry``, after making any ancestors that do not exist yet."""
        site, workspace = self._site_and_workspace
        lines, recipe = np.zeros(MAX_SIDE, np.uint64), self._recipe
        for each in self._list_missing(entry):
            if (parent := self.get_parent(each)) is None:
                find_first_puzzle(site, recipe.seed, recipe.attempt, 1, workspace.quiet, workspace)
                log = site.log[:0]
            else:
                cells, other = self._made[parent].cells, self.find_other_parent(each)
                # Without a crossover, the other parent is ignored, so any array of the right shape
                # will do.
                mate = cells if other is None else self._made[other].cells
                replay_mutation(
                    site, workspace, cells, lines, mate, other is not None, self._words[each]
                )
                log = condense_log(site.log[: int(site.scratch[EVENT_COUNT])], self._clue_names)
            self._made[each] = _MadePuzzle(site.layout[CELLS].copy(), log)
        return self._made[entry]

    def _list_missing(self, entry: int) -> list[int]:
        """Return which of ``entry`` and its ancestors have not been made yet, parents first."""
        found, waiting = set[int](), [entry]
        while waiting:
            each = waiting.pop()
            if each not in found and each not in self._made:
                found.add(each)
                parents = (self.get_parent(each), self.find_other_parent(each))
                waiting += (parent for parent in parents if parent is not None)
        # Entries are in the order in which the puzzles were made, so sorting puts parents first.
        return sorted(found)


def condense_log(log: Longs, clues: Mapping[int, str] = DOTS) -> Longs:
    """Return the events of a mutation, without clues that were removed and then put back.

    Removed clues come first, then changed numbers, then new clues.
    """
    log = log[log[:, _PLANE] == CELLS]
    goes, comes = _find_clue_events(log, clues)
    cells = log[:, _CELL]
    # Combine cell and clue in one integer, so that a dot does not cancel out a 1 on the same cell.
    which = cells * _CODE_LIMIT + np.where(goes, log[:, _OLD], log[:, _NEW])
    back = np.isin(which, which[goes]) & np.isin(which, which[comes])
    back &= ~np.isin(cells, cells[~goes & ~comes])  # unless a number was there in the meantime
    return np.concatenate([log[goes & ~back], log[~goes & ~comes], log[comes & ~back]])


def describe_mutation(log: Longs, cols: int, clues: Mapping[int, str] = DOTS) -> Iterator[str]:
    """Yield sentences about a mutation: one for each changed number, and then one about the clues.

    The log must have been condensed by :func:`condense_log`. Numbers changed by a crossover are
    left out; :func:`count_crossed_numbers` counts them.
    """
    goes, comes = _find_clue_events(log, clues)
    crossed = _find_crossover_events(log)
    numbers: dict[int, tuple[int, int, int]] = {}
    """A map from a number's current cell to its former cell, former value and current value."""
    held = (0, 0, 0)
    # A move is two events: the number leaves one cell and then enters another. In between, it is in
    # ``held``.
    for cell, old, new in log[~goes & ~comes & ~crossed][:, [_CELL, _OLD, _NEW]].tolist():
        before = numbers.pop(cell, (cell, old, old)) if old != EMPTY else held
        if new == EMPTY:
            held = before
        else:
            numbers[cell] = (before[0], before[1], new)
    changed = [
        _describe_number(divmod(was, cols), divmod(cell, cols), old, new)
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


def _find_clue_events(
    log: Longs, clues: Mapping[int, str]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return two masks that select the events for removed clues and for added clues in a log."""
    codes = list(clues)
    return np.isin(log[:, _OLD], codes), np.isin(log[:, _NEW], codes)


def count_crossed_numbers(log: Longs) -> int:
    """Return how many numbers a crossover brought to the board or changed, according to its log."""
    before: dict[int, int] = {}
    after: dict[int, int] = {}
    for cell, old, new in log[_find_crossover_events(log)][:, [_CELL, _OLD, _NEW]].tolist():
        before.setdefault(cell, old)
        after[cell] = new
    return sum(after[cell] not in (EMPTY, before[cell]) for cell in after)


def _find_crossover_events(log: Longs) -> NDArray[np.bool_]:
    """Return a mask that selects the events caused by a crossover in a log."""
    crossed: NDArray[np.bool_] = log[:, _WEIGHT] == CROSSED
    return crossed


def _describe_number(was: tuple[int, int], now: tuple[int, int], old: int, new: int) -> str:
    """Describe how one number changed."""
    becomes = f"becomes {new}"
    if was == now:
        return f"{old} at row {now[0]}, column {now[1]} {becomes}"
    moves = f"{old} moves from row {was[0]}, column {was[1]} to row {now[0]}, column {now[1]}"
    return moves if old == new else f"{moves} and {becomes}"
