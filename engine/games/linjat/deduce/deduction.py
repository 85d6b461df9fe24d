"""A run of deduction, layer by layer, with how things stood at every moment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.games.linjat.board import table
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import cells_of_board
from engine.games.linjat.deduce import layers
from engine.games.linjat.deduce.moments import DeductionMoment, moment_of
from engine.games.linjat.deduce.rederivation import Reason
from engine.games.linjat.deduce.rulesets import RULES
from engine.games.linjat.explain.reasons import reasons
from engine.jit.marks import Longs, Words


@dataclass(frozen=True, slots=True)
class DeductionLayer:
    """One layer of a run.

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
    """A run of deduction.

    Attributes:
        board: the board.
        switches: corrections of :mod:`engine.games.linjat.deduce.rulesets`.
        kinds: rule and width of every layer, as (kind, width).
        end: how the run ended, as :mod:`engine.games.linjat.deduce.layers` counts; GOING_ON if it
            was cut short.
    """

    board: LinjatBoard
    switches: int
    kinds: tuple[tuple[int, int], ...]
    end: int

    @property
    def solved(self) -> bool:
        """Whether the run ended solved."""
        return self.end == layers.SOLVED

    @cached_property
    def layers(self) -> tuple[DeductionLayer, ...]:
        """Every layer with its reasons; worked out when first asked for."""
        run = _Run(self.board, self.switches)
        return tuple(run.next_layer() for _ in self.kinds)

    @cached_property
    def start(self) -> DeductionMoment:
        """How things stand at the start."""
        return _Run(self.board, self.switches).look()


def deduce(board: LinjatBoard, switches: int, limit: int = layers.MOST_LAYERS) -> Deduction:
    """Deduces as much as the rules allow.

    ``switches`` are corrections of :mod:`engine.games.linjat.deduce.rulesets`.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    words, integers = _room()
    record = np.zeros(layers.RECORD, np.int64)
    cells = cells_of_board(board)
    end = layers.run(cells, board.rows, board.cols, switches, limit, words, integers, record)
    rows = record[layers.FIRST_LAYER :][: 2 * record[layers.COUNT]].reshape(-1, 2).tolist()
    return Deduction(board, switches, tuple((kind, width) for kind, width in rows), end)


def _room() -> tuple[Words, Longs]:
    return np.zeros(table.WORDS, np.uint64), np.zeros(table.INTEGERS, np.int64)


class _Run:
    """A run taken one layer at a time."""

    def __init__(self, board: LinjatBoard, switches: int) -> None:
        self._board = board
        self._numbers = tuple(board.numbers())
        self._dots = frozenset(board.dots())
        self._words, self._integers = _room()
        cells = cells_of_board(board)
        layers.start(cells, board.rows, board.cols, switches, self._words, self._integers)
        self._switches = switches

    def look(self) -> DeductionMoment:
        """How things stand for the next layer."""
        layers.look_now(self._words, self._integers)
        return self._moment()

    def _moment(self) -> DeductionMoment:
        board = self._board
        return moment_of(
            board.rows, board.cols, self._numbers, self._dots, self._words, self._integers
        )

    def next_layer(self) -> DeductionLayer:
        """The next layer that fires; there must be one."""
        first = before = self.look()
        found: list[Reason] = []
        while True:
            kind, width, _ = layers.advance(self._words, self._integers)
            after = self._moment()
            found += reasons(before, after, kind, self._switches)
            if kind:
                return DeductionLayer(RULES[kind - 1], width, first, after, tuple(found))
            before = self.look()
