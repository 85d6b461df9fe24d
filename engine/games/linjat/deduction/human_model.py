"""A model of the time that a person needs to solve a puzzle, one conclusion at a time.

The model follows R. Pelánek's for Sudoku ("Difficulty Rating of Sudoku Puzzles by a Computational
Model", FLAIRS 2011): a player quickly sees one of many available conclusions, but searches longer
if there is only one. The time for a step is the cost of its rule, divided by the number of
conclusions that the rule allows at that moment. For instance, a cover (cost 5 s) takes 2.5 s if two
are available, and a dot dependency (40 s) takes 40 s if it is the only one. Chance decides which
conclusion a player sees first, so the total time is averaged over several samples.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from engine.games.linjat.board import glyph_codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.deduction import layers, serial_steps
from engine.games.linjat.deduction.deduction import Deduction, DeductionLayer, DeductionWalk
from engine.games.linjat.deduction.rulesets import RULES, UNSOUND_RULES
from engine.games.linjat.explanations.reasons import find_reasons
from engine.jit.decorators import Longs, Words
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
"""The seconds that a person needs to find a rule's conclusion if there is only one. The rules are
ordered from easiest to hardest. ``docs/explanation/deduction.md`` explains the costs."""

SAMPLES = 32
"""The number of sampled deductions whose times are averaged. With this many, the standard error is
about one per cent."""
_SEED = 2011
_PARTS = 720_720
"""The number of parts into which a second is divided. It is divisible by all numbers up to 16, so
that a cost can be divided exactly by up to 16 conclusions."""
_COSTS = np.array([0, *(COSTS[rule] * _PARTS for rule in RULES)], np.int64)
_TRUSTING = [RULES.index(rule) + 1 for rule in UNSOUND_RULES]


@dataclass(frozen=True, slots=True)
class HumanRating:
    """The model's rating for a board that every sample solves.

    Attributes:
        seconds: The mean time, rounded to whole seconds.
        hardest: The costliest rule in any sample, or None if the board needs no deduction.
        dots: The number of dots on the board.
        needed: The number of dots that the sound rules need: if any one of them is removed, these
            rules no longer solve the board.
    """

    seconds: int
    hardest: str | None
    dots: int
    needed: int


@dataclass(frozen=True)
class SerialDeduction(Deduction):
    """A deduction that draws one conclusion at a time, so that each layer is one step.

    The width of a step is the number of conclusions that its rule allowed.

    Attributes:
        sample: The index of the sample, which decides the random choices.
    """

    sample: int = 0

    @cached_property
    def layers(self) -> tuple[DeductionLayer, ...]:
        """All steps with their reasons, computed on first access."""
        walk = SerialWalk(self.board, self.switches, self.sample)
        return tuple(walk.find_next_step() for _ in self.kinds)

    def estimate_seconds(self, index: int) -> float:
        """Return the time in seconds that the model predicts for the step at ``index``."""
        kind, available = self.kinds[index]
        return COSTS[RULES[kind - 1]] / available


def deduce_serially(
    board: LinjatBoard, switches: int, sample: int = 0, limit: int = serial_steps.MAX_STEPS
) -> SerialDeduction:
    """Apply the rules to a board, drawing one conclusion at a time as a person does.

    Args:
        board: The board to apply the rules to.
        switches: The active corrections from :mod:`engine.games.linjat.deduction.rulesets`, as
            bits.
        sample: The index of the sample, which decides the random choices.
        limit: The maximum number of steps.

    Raises:
        LevelError: The board breaks a rule of the game.
    """
    walk = SerialWalk(board, switches, sample)
    end = walk.run_until(limit)
    kinds = tuple((kind, available) for kind, available, _ in walk.read_steps().tolist())
    return SerialDeduction(board, switches, kinds, end, sample)


def rate_board(board: LinjatBoard, switches: int, samples: int = SAMPLES) -> HumanRating | None:
    """Rate a board with the model; return None if any sample fails to solve it.

    Args:
        board: The board to rate.
        switches: The active corrections from :mod:`engine.games.linjat.deduction.rulesets`, as
            bits.
        samples: The number of sampled deductions whose times are averaged.

    Raises:
        LevelError: The board breaks a rule of the game.
    """
    walk = SerialWalk(board, switches, 0)
    parts, dearest = 0, 0
    for sample in range(samples):
        walk.begin_sample(sample)
        if walk.run_until(serial_steps.MAX_STEPS) != layers.SOLVED:
            return None
        kinds, available, _ = walk.read_steps().T
        # Integer parts of a second make the sum independent of the order of its terms and of the
        # machine.
        parts += int((_COSTS[kinds] // available).sum())
        dearest = max([dearest, *kinds.tolist()], key=lambda kind: int(_COSTS[kind]))
    whole = _PARTS * samples
    dots = tuple(board.list_dots())
    needed = sum(not walk.is_solvable_without(dot) for dot in dots)
    hardest = RULES[dearest - 1] if dearest else None
    return HumanRating((2 * parts + whole) // (2 * whole), hardest, len(dots), needed)


class SerialWalk(DeductionWalk):
    """A deduction that draws one conclusion at a time, run step by step."""

    def __init__(self, board: LinjatBoard, switches: int, sample: int) -> None:
        super().__init__(board, switches)
        self._saved: Words = np.zeros(serial_steps.SAVED_SIZE, np.uint64)
        self._record: Longs = np.zeros(serial_steps.RECORD_SIZE, np.int64)
        self._stream: Words = np.zeros(1, np.uint64)
        self.begin_sample(sample)

    def begin_sample(self, sample: int) -> None:
        """Discard all steps and conclusions, and start the random stream for a sample."""
        layers.start_deduction(*self.kernel_arguments, self.words, self.integers)
        self._record[serial_steps.COUNT] = 0
        open_stream(self._stream, _SEED, sample, 0, 0)

    def run_until(self, limit: int) -> int:
        """Continue until ``limit`` steps are recorded in total; return the outcome."""
        table = (self.words, self.integers)
        return serial_steps.run_steps(self._stream, *table, self._saved, limit, self._record)

    def is_solvable_without(self, dot: Cell) -> bool:
        """Return True if the sound rules alone solve the board with ``dot`` removed."""
        # The kernels read the board from ``cells``, so the dot is removed there and restored
        # afterwards.
        cell = dot[0] * self.board.cols + dot[1]
        self.cells[cell] = glyph_codes.EMPTY
        self.begin_sample(0)
        solved = self.run_until(serial_steps.MAX_STEPS) == layers.SOLVED
        self.cells[cell] = glyph_codes.DOT
        return solved and not np.isin(self.read_steps()[:, serial_steps.KIND], _TRUSTING).any()

    def read_steps(self) -> Longs:
        """Return an array with one row for each step so far.

        A row holds the kind of rule, how many conclusions it allowed, and the index of the number
        that the chosen conclusion is about.
        """
        end = serial_steps.FIRST_STEP + serial_steps.FIELDS * int(self._record[serial_steps.COUNT])
        return self._record[serial_steps.FIRST_STEP : end].reshape(-1, serial_steps.FIELDS)

    def find_next_step(self) -> DeductionLayer:
        """Run one more step, which must exist; return it with the reasons for its conclusion."""
        before = self.begin_layer()
        self.run_until(int(self._record[serial_steps.COUNT]) + 1)
        kind, available, number = self.read_steps()[-1].tolist()
        after = self.read_moment()
        found = find_reasons(before, after, kind, self.switches)
        own = tuple(reason for reason in found if reason.number == number)
        return DeductionLayer(RULES[kind - 1], available, before, after, own)
