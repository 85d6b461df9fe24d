"""The generator's workspace, which holds reusable arrays for deduction and proofs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.linjat.board import deduction_arrays
from engine.games.linjat.board.glyph_codes import MAX_CELLS, MAX_SIDE
from engine.games.linjat.deduction import layers
from engine.games.linjat.exact import exact_search
from engine.games.linjat.exact.exact_search import ExactSearchMemory
from engine.jit.decorators import Longs, Words


class GeneratorWorkspace(NamedTuple):
    """The arrays that the generator's kernels work in.

    Attributes:
        words, integers: The two arrays for deduction, described in
            :mod:`engine.games.linjat.board.deduction_arrays`.
        record: The layers of the last full deduction, as described in
            :mod:`engine.games.linjat.deduction.layers`.
        initial: The count of numbers that could reach each cell before any dot was added. Cells are
            indexed as in the deduction table.
        choices: A list of cells from which a kernel chooses.
        inherited: The dots that a mutated puzzle may inherit from its parent, with one word of
            columns for each row.
        inherited_ones: The ones that a mutated puzzle may inherit as clues, in the same form.
        proof: The arrays for the exact search, which shares ``words`` and ``integers``.
        quiet: A control array for searches that are never stopped.
        rejections: The number of rejections for each reason.
    """

    words: Words
    integers: Longs
    record: Longs
    initial: Longs
    choices: Longs
    inherited: Words
    inherited_ones: Words
    proof: ExactSearchMemory
    quiet: Longs
    rejections: Longs


def create_workspace(cells: int, reasons: int) -> GeneratorWorkspace:
    """Create a workspace for boards of one size.

    Args:
        cells: The number of cells on a board.
        reasons: The number of rejection reasons.
    """
    levels = cells + 1  # one level for each number or dot, and one for the root
    words, integers = (
        np.zeros(deduction_arrays.WORDS, np.uint64),
        np.zeros(deduction_arrays.INTEGERS, np.int64),
    )
    proof = ExactSearchMemory(
        words,
        integers,
        np.empty(levels * cells, np.uint64),
        np.empty(levels, np.uint64),
        np.zeros(2 * cells, np.uint64),
        np.zeros(exact_search.SPLIT + levels, np.int64),
    )
    return GeneratorWorkspace(
        words,
        integers,
        np.zeros(layers.RECORD_SIZE, np.int64),
        np.zeros(MAX_CELLS, np.int64),
        np.zeros(MAX_CELLS, np.int64),
        np.zeros(MAX_SIDE, np.uint64),
        np.zeros(MAX_SIDE, np.uint64),
        proof,
        np.zeros(3, np.int64),
        np.zeros(reasons, np.int64),
    )
