"""The rules that a level of the monk must keep."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.mazing_monk.cube import board as boards
from engine.games.mazing_monk.cube import codes, cube
from engine.games.mazing_monk.cube.board import NET_KEY, MonkBoard
from engine.games.mazing_monk.cube.net import PLACES
from engine.values.level import Problem, require_no_problems

_NET = f"board.{NET_KEY}"
WALKABLE = codes.PATH_GLYPH + codes.KARMA_GLYPH


def problems(board: MonkBoard) -> tuple[Problem, ...]:
    """The rules that a board breaks."""
    return tuple(_problems(board))


def _problems(board: MonkBoard) -> Iterator[Problem]:
    monks = [cell for cell in range(cube.CELLS) if board.cells[cell] == codes.MONK_GLYPH]
    where = "the monk begins in the upper left corner of the top face"
    if not monks:
        yield Problem(f"no monk; {where}", *PLACES[cube.ENTRANCE], _NET)
    for cell in monks:
        if cell != cube.ENTRANCE:
            yield Problem(f"{where}, not here", *PLACES[cell], _NET)
    needed, karma = board.karma_needed, board.cells.count(codes.KARMA_GLYPH)
    if not 1 <= needed <= codes.MOST_KARMA:
        yield Problem(
            f"expected 1 to {codes.MOST_KARMA}, found {needed}", key=f"board.{codes.KARMA_KEY}"
        )
    elif karma < needed:
        yield Problem(f"{karma} karma on the cube; the exit needs {needed}", key=_NET)
    if monks[:1] == [cube.ENTRANCE]:
        for cell in attackers(board.cells, cube.ENTRANCE):
            yield Problem("soldiers have a path to the monk at the start", *PLACES[cell], _NET)


def require_valid(board: MonkBoard) -> None:
    """Refuses a board that breaks a rule of the game.

    Raises:
        LevelError: the first rule that it breaks.
    """
    require_no_problems(problems(board))


def attackers(cells: str, monk: int) -> tuple[int, ...]:
    """The cells of the top face from which soldiers have a path to the monk."""
    walkable = boards.top(cells, WALKABLE)
    soldiers = boards.top(cells, codes.SOLDIERS_GLYPH)
    if not cube.attacked(walkable, soldiers, monk):
        return ()
    return cube.cells_of_mask(
        cube.NEAR[cube.REACH[(walkable | 1 << monk) * cube.FACE + monk]] & soldiers
    )
