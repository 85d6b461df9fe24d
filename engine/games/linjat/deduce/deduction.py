"""A deduction, layer by layer, with how things stood at every moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.games.linjat.board import table
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import Cells, cells_of_board, cross_word
from engine.games.linjat.deduce import layers
from engine.games.linjat.deduce.moments import DeductionMoment, moment_of
from engine.games.linjat.deduce.rederivation import Reason
from engine.games.linjat.deduce.rulesets import OFF_AT, RULES, mechanic_of
from engine.games.linjat.explain.reasons import reasons
from engine.jit.marks import Longs, Words
from engine.values.budget import Control
from engine.values.mechanics import word


@dataclass(frozen=True, slots=True)
class DeductionLayer:
    """One layer of a deduction.

    Attributes:
        rule: the rule that fired.
        width: how many numbers made progress (cells, for the single-solution rule).
        before: how things stood when the layer began.
        after: how they stood at its end.
        reasons: why each conclusion follows; layers before it that only ruled out placements are
            listed with it.
    """

    rule: str
    width: int
    before: DeductionMoment
    after: DeductionMoment
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Deduction:
    """A deduction.

    Attributes:
        board: the board.
        switches: corrections of :mod:`engine.games.linjat.deduce.rulesets`.
        kinds: rule and width of every layer, as (kind, width).
        end: how it ended, as :mod:`engine.games.linjat.deduce.layers` counts; GOING_ON if it
            was cut short.
    """

    board: LinjatBoard
    switches: int
    kinds: tuple[tuple[int, int], ...]
    end: int

    @property
    def solved(self) -> bool:
        """Whether the deduction ended solved."""
        return self.end == layers.SOLVED

    @cached_property
    def layers(self) -> tuple[DeductionLayer, ...]:
        """Every layer with its reasons; worked out when first asked for."""
        walk = DeductionWalk(self.board, self.switches)
        found = (walk.next_layer() for _ in self.kinds)
        return tuple(layer for layer in found if layer is not None)

    @cached_property
    def start(self) -> DeductionMoment:
        """How things stand at the start."""
        return DeductionWalk(self.board, self.switches).look()

    @property
    def moments(self) -> tuple[DeductionMoment, ...]:
        """How things stand at the start, and after every layer."""
        return self.start, *(layer.after for layer in self.layers)


def deduce(board: LinjatBoard, switches: int, limit: int = layers.MOST_LAYERS) -> Deduction:
    """Deduces as much as the rules allow.

    ``switches`` are corrections of :mod:`engine.games.linjat.deduce.rulesets`.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    walk, record = DeductionWalk(board, switches), np.zeros(layers.RECORD, np.int64)
    end = layers.run(*walk.site, limit, walk.words, walk.integers, record)
    rows = record[layers.FIRST_LAYER :][: 2 * record[layers.COUNT]].reshape(-1, 2).tolist()
    return Deduction(board, switches, tuple((kind, width) for kind, width in rows), end)


def rules_needed(deduction: Deduction, control: Control) -> Mapping[str, str]:
    """Find out which rules a deduction that solves its board needs; empty for any other one.

    A rule is needed (:data:`engine.values.mechanics.EVERY`) if the other rules alone do not solve
    the board, whether or not a layer counts for it: what a rule of pairs rules out may let a
    simpler rule fire, which the layer then counts for. It is of use (``SOME``) if a layer counts
    for it although the others would do.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    if not deduction.solved:
        return {}
    used, found = {kind for kind, _ in deduction.kinds}, {}
    for kind, rule in enumerate(RULES, start=1):
        control.require_going_on()
        without = deduction.switches | 1 << OFF_AT + kind
        needed = not deduce(deduction.board, without).solved
        found[mechanic_of(rule)] = word(needed, kind in used)
    return found


class DeductionWalk:
    """A deduction on its way, gone through one layer at a time.

    Attributes:
        board: the board.
        switches: corrections of :mod:`engine.games.linjat.deduce.rulesets`.
        cells: the codes of its cells.
        words, integers: the table; see :mod:`engine.games.linjat.board.table`.

    Raises:
        LevelError: the board breaks a rule of the game.
    """

    def __init__(self, board: LinjatBoard, switches: int) -> None:
        self.board, self.switches, self.cells = board, switches, cells_of_board(board)
        self.words: Words = np.zeros(table.WORDS, np.uint64)
        self.integers: Longs = np.zeros(table.INTEGERS, np.int64)
        layers.start(*self.site, self.words, self.integers)

    @property
    def site(self) -> tuple[Longs, int, int, int]:
        """What the kernels take of the board, and the switches."""
        return self.cells, self.board.rows, self.board.cols, self.switches

    def look(self) -> DeductionMoment:
        """How things stand for the next layer."""
        layers.look_now(self.words, self.integers)
        return self.moment()

    def moment(self) -> DeductionMoment:
        """How things stand now."""
        return moment_of(self.board, self.words, self.integers)

    def draw(self, lines: Iterable[Cells]) -> None:
        """Take the cells of a line for every number as its own.

        The lines share no cells, and each lies on the cross of its number and has its cell.
        """
        for number, ((row, col, _), cells) in enumerate(
            zip(self.board.numbers(), lines, strict=True)
        ):
            word = cross_word(row, col, tuple(cell for cell in cells if cell != (row, col)))
            layers.claim(self.words, self.integers, number, np.uint64(word))

    def next_layer(self) -> DeductionLayer | None:
        """Return the next layer that fires; None if the deduction is stuck."""
        first = before = self.look()
        found: list[Reason] = []
        stands = layers.GOING_ON
        while stands == layers.GOING_ON:
            kind, width, stands = layers.advance(self.words, self.integers)
            after = self.moment()
            found += reasons(before, after, kind, self.switches)
            if kind:
                return DeductionLayer(RULES[kind - 1], width, first, after, tuple(found))
            before = self.look()
        return None
