"""How long a puzzle takes a person who makes one deduction at a time.

The model is R. Pelánek's for Sudoku ("Difficulty Rating of Sudoku Puzzles by a Computational
Model", FLAIRS 2011): a player with many conclusions to choose from soon sees one, one with a
single one to find searches longer. A step takes the cost of its rule divided by the number of
conclusions that the rule has to offer just then; which one is seen first is a matter of chance, so
the time of the whole is a mean over some samples.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.deduce import layers, serial
from engine.games.linjat.deduce.deduction import Deduction, DeductionLayer, DeductionWalk
from engine.games.linjat.deduce.rulesets import RULES, UNSOUND
from engine.games.linjat.explain.reasons import reasons
from engine.jit.marks import Longs, Words
from engine.values.grid import Cell
from engine.values.rng import open_stream

COSTS = MappingProxyType(
    {
        "cover": 5,
        "fit": 8,
        "uncontested": 15,
        "square": 25,
        "single_solution": 30,
        "dependency": 40,
        "one_of": 60,
    }
)
"""Seconds to find a conclusion by each rule if there is just one, the easiest rule first; the
reason for each is in ``docs/human-model.md``."""

SAMPLES = 32
"""Deductions that a time is the mean of: its standard error is then about one per cent."""
_SEED = 2011
_PARTS = 720_720
"""Parts of a second that times are counted in, so that shares up to a sixteenth are exact."""
_COSTS = np.array([0, *(COSTS[rule] * _PARTS for rule in RULES)], np.int64)
_TRUSTING = [RULES.index(rule) + 1 for rule in UNSOUND]


@dataclass(frozen=True, slots=True)
class HumanRating:
    """What the model says of a board that is solved in every sample.

    Attributes:
        seconds: the mean time, rounded.
        hardest: the dearest rule that any sample needs; None if there is nothing to do.
        dots: the dots of the board.
        needed: those without which the rules that are sound no longer solve it.
    """

    seconds: int
    hardest: str | None
    dots: int
    needed: int


@dataclass(frozen=True)
class SerialDeduction(Deduction):
    """A deduction of which every layer is one step of a person.

    The width of a step is the number of conclusions that its rule had to offer.

    Attributes:
        sample: which of many possible deductions it is.
    """

    sample: int = 0

    @cached_property
    def layers(self) -> tuple[DeductionLayer, ...]:
        """Every step with its reasons; worked out when first asked for."""
        walk = _Walk(self.board, self.switches, self.sample)
        return tuple(walk.next_step() for _ in self.kinds)

    def seconds(self, index: int) -> float:
        """What a step takes by the model."""
        kind, available = self.kinds[index]
        return COSTS[RULES[kind - 1]] / available


def deduce_serially(
    board: LinjatBoard, switches: int, sample: int = 0, limit: int = serial.MOST_STEPS
) -> SerialDeduction:
    """One deduction of a person.

    ``sample`` says which of many possible ones; ``switches`` are corrections of
    :mod:`engine.games.linjat.deduce.rulesets`.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    walk = _Walk(board, switches, sample)
    end = walk.go(limit)
    kinds = tuple((kind, available) for kind, available, _ in walk.steps().tolist())
    return SerialDeduction(board, switches, kinds, end, sample)


def rate(board: LinjatBoard, switches: int, samples: int = SAMPLES) -> HumanRating | None:
    """What the model says of a board; None if some sample does not solve it.

    ``switches`` are corrections of :mod:`engine.games.linjat.deduce.rulesets`; the time is the mean
    of the samples.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    walk = _Walk(board, switches, 0)
    parts, dearest = 0, 0
    for sample in range(samples):
        walk.begin(sample)
        if walk.go(serial.MOST_STEPS) != layers.SOLVED:
            return None
        kinds, available, _ = walk.steps().T
        parts += int((_COSTS[kinds] // available).sum())
        dearest = max([dearest, *kinds.tolist()], key=lambda kind: int(_COSTS[kind]))
    whole = _PARTS * samples
    dots = tuple(board.dots())
    needed = sum(not walk.is_proof_without(dot) for dot in dots)
    hardest = RULES[dearest - 1] if dearest else None
    return HumanRating((2 * parts + whole) // (2 * whole), hardest, len(dots), needed)


class _Walk(DeductionWalk):
    """A deduction of a person on its way."""

    def __init__(self, board: LinjatBoard, switches: int, sample: int) -> None:
        super().__init__(board, switches)
        self._saved: Words = np.zeros(serial.SAVED, np.uint64)
        self._record: Longs = np.zeros(serial.RECORD, np.int64)
        self._stream: Words = np.zeros(1, np.uint64)
        self.begin(sample)

    def begin(self, sample: int) -> None:
        """Begins a deduction from nothing."""
        layers.start(*self.site, self.words, self.integers)
        self._record[serial.COUNT] = 0
        open_stream(self._stream, _SEED, sample, 0, 0)

    def go(self, limit: int) -> int:
        """Goes on to so many steps in all; how the deduction stands then."""
        table = (self.words, self.integers)
        return serial.walk(self._stream, *table, self._saved, limit, self._record)

    def is_proof_without(self, dot: Cell) -> bool:
        """Whether the board is solved by sound rules alone if a dot is taken away."""
        cell = dot[0] * self.board.cols + dot[1]
        self.cells[cell] = codes.EMPTY
        self.begin(0)
        solved = self.go(serial.MOST_STEPS) == layers.SOLVED
        self.cells[cell] = codes.DOT
        return solved and not np.isin(self.steps()[:, serial.KIND], _TRUSTING).any()

    def steps(self) -> Longs:
        """The steps so far: rule, conclusions to choose from, number taken."""
        end = serial.FIRST_STEP + serial.FIELDS * int(self._record[serial.COUNT])
        return self._record[serial.FIRST_STEP : end].reshape(-1, serial.FIELDS)

    def next_step(self) -> DeductionLayer:
        """The next step, with why its conclusion follows; there must be one."""
        before = self.look()
        self.go(int(self._record[serial.COUNT]) + 1)
        kind, available, number = self.steps()[-1].tolist()
        after = self.moment()
        found = reasons(before, after, kind, self.switches)
        own = tuple(reason for reason in found if reason.number == number)
        return DeductionLayer(RULES[kind - 1], available, before, after, own)
