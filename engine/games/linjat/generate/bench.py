"""Where the generator's boards are deduced, proven and judged: memory that is used again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.linjat.board import table
from engine.games.linjat.board.codes import MAX_CELLS, MAX_SIDE
from engine.games.linjat.deduce import layers
from engine.games.linjat.exact import search
from engine.games.linjat.exact.search import SearchMemory
from engine.jit.marks import Longs, Words


class DeductionBench(NamedTuple):
    """The arrays that kernels of the generator work with.

    Attributes:
        words, integers: the table of deduction; see :mod:`engine.games.linjat.board.table`.
        record: the layers of the last full deduction; see :mod:`engine.games.linjat.deduce.layers`.
        initial: by cell how many numbers reached it before there was any dot, for cells numbered
            as in the table.
        choices: cells to choose from.
        inherited: the dots that a mutated puzzle should have of its parent's, words of columns.
        inherited_ones: the same of ones that are clues.
        proof: the memory of the exact search, with the same table.
        quiet: the control of searches that are not stopped.
        rejected: rejections by reason.
    """

    words: Words
    integers: Longs
    record: Longs
    initial: Longs
    choices: Longs
    inherited: Words
    inherited_ones: Words
    proof: SearchMemory
    quiet: Longs
    rejected: Longs


def new_bench(cells: int, reasons: int) -> DeductionBench:
    """A bench for boards of so many cells, and so many reasons to reject one."""
    levels = cells + 1  # one for every number and every dot
    words, integers = np.zeros(table.WORDS, np.uint64), np.zeros(table.INTEGERS, np.int64)
    proof = SearchMemory(
        words,
        integers,
        np.empty(levels * cells, np.uint64),
        np.empty(levels, np.uint64),
        np.zeros(2 * cells, np.uint64),
        np.zeros(search.SPLIT + levels, np.int64),
    )
    return DeductionBench(
        words,
        integers,
        np.zeros(layers.RECORD, np.int64),
        np.zeros(MAX_CELLS, np.int64),
        np.zeros(MAX_CELLS, np.int64),
        np.zeros(MAX_SIDE, np.uint64),
        np.zeros(MAX_SIDE, np.uint64),
        proof,
        np.zeros(3, np.int64),
        np.zeros(reasons, np.int64),
    )
