"""What deduction concludes, held against all solutions: nothing that is sound loses one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import pytest
from hypothesis import given
from linjat_boards import (
    GAME,
    EngineDeduction,
    boards,
    mixed_boards,
    needs_sample,
    sample,
    to_engine,
)
from linjat_reference import (
    CORRECTED,
    CORRECTIONS,
    UNSOUND,
    Cell,
    Placement,
    RefBoard,
    RefDeduction,
    Solver,
    from_published,
)

from engine.games.linjat.deduction import layers
from engine.games.linjat.exact.solution_count import SolutionCount, count_solutions

SOUND = ("cover", "fit", "square", "dependency", "one_of")
MOST = 60
"""Solutions that a board is held against."""

Solution = tuple[Placement, ...]


class SoundSolver(Solver):
    """The corrected rules without the two that trust in a single solution."""

    def uncontested(self) -> int:
        return 0

    def single(self) -> int:
        return 0


def check(board: RefBoard) -> Counter[str]:
    """Holds sound deduction, plain and compiled, against the exact search; what fired."""
    count = count_solutions(to_engine(board), limit=MOST, keep=MOST)
    solutions = [tuple(map(frozenset, found)) for found in count.found]
    plain = SoundSolver(board, CORRECTED).run()
    for layer in plain.layers:
        agree(solutions, layer.alive, layer.owner)
    agree(solutions, plain.alive, {})
    ends_rightly(plain.end, count)
    compiled(board, solutions, count, plain)
    return Counter([plain.end, *(layer.rule for layer in plain.layers)])


def compiled(
    board: RefBoard, solutions: list[Solution], count: SolutionCount, plain: RefDeduction
) -> None:
    """The compiled rules, up to the first layer that is not sound."""
    deduction = EngineDeduction(board, CORRECTIONS)
    while (fired := deduction.next_layer()) and fired[0] not in UNSOUND:
        agree(solutions, deduction.alive(), deduction.owner())
    if fired is None:
        agree(solutions, deduction.alive(), deduction.owner())
        ends_rightly(layers.OUTCOME_NAMES[deduction.stands], count)
        assert layers.OUTCOME_NAMES[deduction.stands] == plain.end


def agree(
    solutions: Iterable[Solution],
    alive: Sequence[Sequence[Placement]],
    owner: Mapping[Cell, int],
) -> None:
    """Every solution has only lines that are left, and all cells that are owned."""
    for solution in solutions:
        assert all(line in lines for line, lines in zip(solution, alive, strict=True))
        assert all(cell in solution[number] for cell, number in owner.items())


def ends_rightly(end: str, count: SolutionCount) -> None:
    if end == "solved":
        assert count.is_unique
    if end == "impossible":
        assert count.is_solvable is False


@pytest.mark.jitless
@given(boards())
def test_small_boards(board):
    check(board)


@pytest.mark.parametrize("number", [250, pytest.param(5_000, marks=pytest.mark.slow)])
def test_boards_of_all_kinds(number):
    seen: Counter[str] = Counter()
    for board in mixed_boards(number):
        if board.numbers:
            seen += check(board)
    assert all(seen[word] for word in (*SOUND, "solved", "stuck", "impossible"))


@needs_sample
def test_published_puzzles():
    for puzzle in sample():
        check(from_published(puzzle["rows"]))


def test_nothing_is_called_solved_that_has_no_solution():
    """By the corrected rules, whichever of them fired; others may know only one of several."""
    ends: Counter[tuple[object, object]] = Counter()
    for board in mixed_boards(400):
        if board.numbers:
            facts = GAME.solver.solve(to_engine(board)).facts
            ends[facts["solvable"], facts["human_solvable"]] += 1
    assert not ends[False, True]
    assert ends[True, True] and ends[True, False] and ends[False, False]
