"""Two levels side by side, stage by stage."""

from __future__ import annotations

import pytest

from engine import workshop
from engine.values.level import Level
from workbench.features.comparison import differences
from workbench.features.comparison.lockstep_playback import TimelineLockstep
from workbench.service.solver_service import GenerationResult
from workbench.session.comparison_side import ComparisonSide

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


def test_both_begin_and_end_every_stage_together(sample, generated):
    left, right = generated(1), generated(2, walls="7..9")
    making = TimelineLockstep(sample, left, right)
    for number, section in enumerate(making.sections):
        making.seek(section.end)
        if making.moment == making.length:
            continue
        for view, side in zip(making.build_views(), (left, right), strict=True):
            own = side.generation.candidate.timeline.find_stage_span(number)[1]
            assert view.picture == sample.boards.draw_picture(
                side.generation.candidate.make_board_at(own)
            )
    making.seek(making.length)
    assert [view.picture for view in making.build_views()] == [
        sample.boards.draw_picture(side.level.board) for side in (left, right)
    ]


def test_a_hand_drawn_level_stands_still_beside_a_timeline(sample, board, generated):
    making = TimelineLockstep(sample, ComparisonSide("drawn", Level("sample", board)), generated(1))
    making.seek(0)
    left, right = making.build_views()
    assert left.picture == sample.boards.draw_picture(board)
    assert right.picture != left.picture


def test_what_was_set_otherwise(sample, generated):
    left, right = generated(1), generated(2, walls="7..9")
    lines = [str(s) for s in differences.compare_settings(sample, left.level, right.level)]
    assert "seed 1 | 2" in lines
    assert "walls 2..4 | 7..9" in lines
    assert not [line for line in lines if line.startswith("size")]


def test_a_making_is_shared_by_versions_of_one_level(sample, generated):
    made = generated(1)
    saved = ComparisonSide("the saved file", made.level)
    assert saved.share_generation(made).generation is made.generation
    assert saved.share_generation(generated(2)).generation is None
