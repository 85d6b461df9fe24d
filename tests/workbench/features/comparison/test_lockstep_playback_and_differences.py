from __future__ import annotations

from dataclasses import replace

import pytest

from engine import workshop
from engine.values.level import Level
from workbench.features.comparison import differences
from workbench.features.comparison.lockstep_playback import (
    EDITS_TITLE,
    SolutionLockstep,
    TimelineLockstep,
)
from workbench.service.solver_service import GenerationResult
from workbench.session.comparison_side import ComparisonSide
from workbench.session.generation.timeline_player import TimelinePlayer

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
def generated(sample):
    """The finished side of a seed."""

    def side(seed, **settings):
        level, candidate, attempts = workshop.generate(sample, seed, settings)
        solved = sample.solver.solve(level.board)
        return ComparisonSide(
            f"seed {seed}", level, GenerationResult(level, candidate, attempts, solved), solved
        )

    return side


def edited(game, side, row, col, tool=0):
    board = game.boards.paint_cell(side.level.board, game.boards.tools[tool], row, col)
    level = side.level.with_edited_board(board)
    return replace(side, level=level, solved=game.solver.solve(board))


def test_the_making_is_counted_as_on_the_design_screen():
    assert TimelineLockstep.unit == TimelinePlayer.unit


def test_edits_are_the_last_step(sample, generated):
    left = generated(1)
    right = edited(sample, left, 2, 2)
    making = TimelineLockstep(sample, right, left)
    assert making.sections[-1].title == EDITS_TITLE
    making.seek(making.length)
    assert differences.find_differing_cells(*(view.picture for view in making.build_views())) in (
        (),
        ((2, 2),),
    )
    making.seek(making.length - 1)
    assert not differences.find_differing_cells(*(view.picture for view in making.build_views()))


def test_the_shorter_solution_waits_at_its_end(sample, board):
    def side(dot):
        level = Level(
            "sample", replace(board, dots=board.dots[:1] + dot + board.dots[1 + len(dot) :])
        )
        return ComparisonSide("", level, None, sample.solver.solve(level.board))

    long, short = side((".@....",)), side(("......", "......", "...@.."))
    solving = SolutionLockstep(sample, long, short)
    assert (solving.moment, solving.length) == (0, len(long.solved.moves))
    solving.seek(solving.length)
    assert all(view.caption.endswith("won") for view in solving.build_views())


def test_cells_of_boards_of_different_sizes(sample):
    small, large = (
        sample.boards.draw_picture(sample.boards.create_blank(3, 3)),
        sample.boards.draw_picture(sample.boards.create_blank(3, 4)),
    )
    assert differences.find_differing_cells(small, large) == ((0, 3), (1, 2), (1, 3), (2, 3))


def facts_side(sample, board, moves, **facts):
    found = {"solvable": moves is not None, "complete": True, "solution": moves}
    found["moves"] = None if moves is None else len(moves)
    words = None if moves is None else tuple(moves)
    solved = replace(sample.solver.solve(board), facts=found | facts, moves=words)
    return ComparisonSide("", Level("sample", board), None, solved)


@pytest.mark.parametrize(
    ("left", "right", "words"),
    [
        (
            ("RRDUL", {"dead_states": 3}),
            ("RRDLL", {"dead_states": 15}),
            "both 5 moves; same first 3 moves, then right goes ← instead of ↑; "
            "right has 12 more dead states",
        ),
        (("RR", {}), ("RR", {}), "both 2 moves; the same moves"),
        (
            ("RR", {"states": 9}),
            ("LRR", {"states": 8}),
            "left 2 moves, right 3 moves (+1); at the first move, right goes ← instead of "
            "→; right has 1 fewer state",
        ),
        (
            ("RR", {"states": 9, "dead_states": 1}),
            ("RR", {"states": 19, "dead_states": 2}),
            "both 2 moves; the same moves; right has 10 more states, 1 more dead state",
        ),
        (
            ("RR", {}),
            ("RRR", {}),
            "left 2 moves, right 3 moves (+1); same first 2 moves, then left is won",
        ),
        (("RR", {}), (None, {}), "left 2 moves, right unsolvable"),
    ],
)
def test_solutions_in_words(sample, board, left, right, words):
    sides = (facts_side(sample, board, moves, **facts) for moves, facts in (left, right))
    assert differences.compare_solutions(sample, *sides) == words
