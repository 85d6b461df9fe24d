"""From boards to what kernels take."""

from __future__ import annotations

import numpy as np

from engine.arrays import Longs
from engine.errors import LevelError
from engine.games.mazing_monk.board import MonkBoard
from engine.games.mazing_monk.checks import problems


def require_valid(board: MonkBoard) -> None:
    """Refuses a board that breaks a rule of the game.

    Raises:
        LevelError: the first rule that it breaks.
    """
    for problem in problems(board):
        raise LevelError(problem.message, key=problem.key, row=problem.row, col=problem.col)


def valid_cells(board: MonkBoard) -> Longs:
    """The codes of the cells of a valid board; below the monk, who is on the entrance, is path.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    require_valid(board)
    return np.array(board.codes(), np.int64)
