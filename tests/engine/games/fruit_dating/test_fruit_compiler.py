"""From board values to what kernels take, and back."""

from __future__ import annotations

import pytest
from fruit_boards import (
    board_of,
)

from engine.games.fruit_dating.fruit_compiler import compile_board

pytestmark = pytest.mark.jitless


def test_exchanged_blockers_are_no_new_position() -> None:
    # The car is pushed to where the stone was and the other way round: the same position.
    compiled = compile_board(board_of("###### #....# ######", "...... .ocAA. ......"))
    assert compiled.is_same_position((7, 8, 9, 10), (8, 7, 10, 9))
    assert not compiled.is_same_position((7, 8, 9, 10), (7, 9, 8, 10))
