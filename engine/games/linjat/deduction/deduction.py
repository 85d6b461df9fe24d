"""Deductions run layer by layer, recording what was known before and after each layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.games.linjat.board import deduction_arrays
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.line_notation import Cells, encode_cells, encode_cross_cells
from engine.games.linjat.deduction import layers
from engine.games.linjat.deduction.deduction_snapshots import DeductionMoment, read_moment
from engine.games.linjat.deduction.pair_rule_reasons import Reason
from engine.games.linjat.deduction.rulesets import OFF_SWITCH, RULES, mechanic_of
from engine.games.linjat.explanations.reasons import find_reasons
from engine.jit.decorators import Longs, Words
from engine.values.budget import Control
from engine.values.mechanic_use_words import choose_word


@dataclass(frozen=True, slots=True)
class DeductionLayer:
    """The conclusions that one rule allows at one moment of a deduction.

    Attributes:
        rule: The rule that the layer is credited to.
        width: The count of numbers that gained cells or, for the single-solution rule, the count of
            cells that they gained.
        before: The moment before the layer.
        after: The moment after the layer.
        reasons: The reasons for the layer's conclusions, and for those of directly preceding layers
            that only eliminated placements.
    """

    rule: str
    width: int
    before: DeductionMoment
    after: DeductionMoment
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Deduction:
    """The result of applying the rules to a board, layer by layer.

    Attributes:
        board: The board that the rules were applied to.
        switches: The active corrections from :mod:`engine.games.linjat.deduction.rulesets`, as
            bits.
        kinds: A pair for each layer: the kind of the rule that the layer is credited to, and the
            width of the layer.
        end: The outcome, a constant from :mod:`engine.games.linjat.deduction.layers`. It is ONGOING
            if the deduction stopped at its limit.
    """

    board: LinjatBoard
    switches: int
    kinds: tuple[tuple[int, int], ...]
    end: int

    @property
    def is_solved(self) -> bool:
        """True if the deduction solved the board."""
        return self.end == layers.SOLVED

    @cached_property
    def layers(self) -> tuple[DeductionLayer, ...]:
        """Every layer with its reasons, computed on first access."""
        walk = DeductionWalk(self.board, self.switches)
        found = (walk.find_next_layer() for _ in self.kinds)
        return tuple(layer for layer in found if layer is not None)

    @cached_property
    def start(self) -> DeductionMoment:
        """The moment before the first layer."""
        return DeductionWalk(self.board, self.switches).begin_layer()

    @property
    def moments(self) -> tuple[DeductionMoment, ...]:
        """The moment before the first layer, followed by the moment after each layer."""
        return self.start, *(layer.after for layer in self.layers)


def deduce_board(board: LinjatBoard, switches: int, limit: int = layers.MAX_LAYERS) -> Deduction:
    """Apply the rules to a board until they solve it, get stuck, or reach a limit.

    Args:
        board: The board to apply the rules to.
        switches: The active corrections from :mod:`engine.games.linjat.deduction.rulesets`, as
            bits.
        limit: The maximum number of layers.

    Raises:
        LevelError: The board breaks a rule of the game.
    """
    walk, record = DeductionWalk(board, switches), np.zeros(layers.RECORD_SIZE, np.int64)
    end = layers.run_deduction(*walk.kernel_arguments, limit, walk.words, walk.integers, record)
    rows = record[layers.FIRST_LAYER :][: 2 * record[layers.COUNT]].reshape(-1, 2).tolist()
    return Deduction(board, switches, tuple((kind, width) for kind, width in rows), end)


def find_needed_rules(deduction: Deduction, control: Control) -> Mapping[str, str]:
    """Return, for each mechanic, a word that says how much its rule contributes to a deduction.

    A rule is needed (:data:`engine.values.mechanic_use_words.EVERY`) if the other rules alone do
    not solve the board. That is possible even if no layer is credited to the rule, because a rule
    about pairs may only eliminate placements, and a simpler rule then gets the credit. A rule is
    useful (``SOME``) if a layer is credited to it although the other rules alone solve the board.

    Returns:
        A mapping from mechanics to words. It is empty if the deduction does not solve its board.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    if not deduction.is_solved:
        return {}
    used, found = {kind for kind, _ in deduction.kinds}, {}
    for kind, rule in enumerate(RULES, start=1):
        control.raise_if_cancelled()
        without = deduction.switches | 1 << OFF_SWITCH + kind
        needed = not deduce_board(deduction.board, without).is_solved
        found[mechanic_of(rule)] = choose_word(needed, kind in used)
    return found


class DeductionWalk:
    """A deduction that is run one layer at a time.

    Attributes:
        board: The board on which the deduction runs.
        switches: The active corrections from :mod:`engine.games.linjat.deduction.rulesets`, as
            bits.
        cells: The code for each cell, in reading order.
        words, integers: The two arrays of the deduction, described in
            :mod:`engine.games.linjat.board.deduction_arrays`.

    Raises:
        LevelError: The board breaks a rule of the game.
    """

    def __init__(self, board: LinjatBoard, switches: int) -> None:
        self.board, self.switches, self.cells = board, switches, encode_cells(board)
        self.words: Words = np.zeros(deduction_arrays.WORDS, np.uint64)
        self.integers: Longs = np.zeros(deduction_arrays.INTEGERS, np.int64)
        layers.start_deduction(*self.kernel_arguments, self.words, self.integers)

    @property
    def kernel_arguments(self) -> tuple[Longs, int, int, int]:
        """The arguments with which the board and the switches are passed to a kernel."""
        return self.cells, self.board.rows, self.board.cols, self.switches

    def begin_layer(self) -> DeductionMoment:
        """Update the reach of all cells, and return the moment before the next layer."""
        layers.update_reach_now(self.words, self.integers)
        return self.read_moment()

    def read_moment(self) -> DeductionMoment:
        """Return the current moment: everything that is known now."""
        return read_moment(self.board, self.words, self.integers)

    def claim_lines(self, lines: Iterable[Cells]) -> None:
        """Make every number the owner of the cells on its line.

        ``lines`` holds one line for each number, in reading order. No two lines share a cell, and
        each passes through its number.
        """
        for number, ((row, col, _), cells) in enumerate(
            zip(self.board.list_numbers(), lines, strict=True)
        ):
            word = encode_cross_cells(row, col, tuple(cell for cell in cells if cell != (row, col)))
            layers.claim_for_number(self.words, self.integers, number, np.uint64(word))

    def find_next_layer(self) -> DeductionLayer | None:
        """Run layers until one claims cells; return it, or None if the deduction ends first."""
        first = before = self.begin_layer()
        found: list[Reason] = []
        outcome = layers.ONGOING
        while outcome == layers.ONGOING:
            kind, width, outcome = layers.run_layer(self.words, self.integers)
            after = self.read_moment()
            # A layer that claims no cells may still have eliminated placements. Its reasons are
            # added to the next layer that claims some.
            found += find_reasons(before, after, kind, self.switches)
            if kind:
                return DeductionLayer(RULES[kind - 1], width, first, after, tuple(found))
            before = self.begin_layer()
        return None
