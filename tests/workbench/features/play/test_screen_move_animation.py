"""The frames of a move: pieces slide from where they were to where they are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from cases_skiddy import FIXTURES, Fixture
from skiddy_boards import GAME, board_of

from engine.game.play_position import Position
from workbench.features.play import move_animation

pytestmark = pytest.mark.jitless


# As drawn.


def drawn(position: Position) -> dict[int, tuple[int, int]]:
    """The cell of every piece on the board, by its identity."""
    pieces = GAME.play.draw_picture(position).pieces
    return {piece.identity: cell for cell, piece in pieces.items()}


def test_the_last_frame_shows_them_in_the_door() -> None:
    step = GAME.play.step(
        GAME.play.create_start(board_of("#######/#r    #/#     #/#     #/#R#####")), "D"
    )
    pictures = [GAME.play.draw_picture(at) for at in (step.before, *step.passed, step.after)]
    assert [list(shown.pieces) for shown in move_animation.make_frames(pictures)] == [
        [(2, 1)], [(3, 1)], [(4, 1)],
    ]  # fmt: skip


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)
def test_every_move_is_drawn_as_slides_along_it(fixture: Fixture) -> None:
    position = GAME.play.create_start(board_of(fixture.rows))
    for letter in "URDLLDRUURDDLLUR":
        step = GAME.play.step(position, letter)
        down, right = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}[letter]
        moments = [drawn(at) for at in (step.before, *step.passed, step.after)]
        for before, after in pairwise(moments):
            assert after.keys() <= before.keys()
            for piece, (row, col) in after.items():
                by = (row - before[piece][0], col - before[piece][1])
                assert by == (down * sum(map(abs, by)), right * sum(map(abs, by)))
        pictures = [GAME.play.draw_picture(at) for at in (step.before, *step.passed, step.after)]
        assert len(move_animation.make_frames(pictures)) <= move_animation.MAX_FRAMES + len(
            pictures
        )
        position = step.after
