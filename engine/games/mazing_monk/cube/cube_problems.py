"""Checks whether a board of A Mazing Monk can be played."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.mazing_monk.cube import board as boards
from engine.games.mazing_monk.cube import cube, cube_codes
from engine.games.mazing_monk.cube.board import NET_KEY, MonkBoard
from engine.games.mazing_monk.cube.net import PLACES
from engine.values.level import Problem, require_no_problems

_NET = f"board.{NET_KEY}"
WALKABLE = cube_codes.PATH_GLYPH + cube_codes.KARMA_GLYPH


def find_problems(board: MonkBoard) -> tuple[Problem, ...]:
    """Return the problems that make a board unplayable, or an empty tuple if there are none."""
    return tuple(_iterate_problems(board))


def _iterate_problems(board: MonkBoard) -> Iterator[Problem]:
    monks = [cell for cell in range(cube.CELLS) if board.cells[cell] == cube_codes.MONK_GLYPH]
    where = "the monk begins in the upper left corner of the top face"
    if not monks:
        yield Problem(f"no monk; {where}", *PLACES[cube.ENTRANCE], _NET)
    for cell in monks:
        if cell != cube.ENTRANCE:
            yield Problem(f"{where}, not here", *PLACES[cell], _NET)
    needed, karma = board.karma_needed, board.cells.count(cube_codes.KARMA_GLYPH)
    if not 1 <= needed <= cube_codes.MAX_KARMA:
        yield Problem(
            f"expected 1 to {cube_codes.MAX_KARMA}, found {needed}",
            key=f"board.{cube_codes.KARMA_KEY}",
        )
    elif karma < needed:
        yield Problem(f"{karma} karma on the cube; the exit needs {needed}", key=_NET)
    if monks[:1] == [cube.ENTRANCE]:
        for cell in find_attackers(board.cells, cube.ENTRANCE):
            yield Problem("soldiers have a path to the monk at the start", *PLACES[cell], _NET)


def require_valid(board: MonkBoard) -> None:
    """Raise an error if a board breaks a rule of the game.

    Raises:
        LevelError: The board has a problem. The message describes the first one.
    """
    require_no_problems(find_problems(board))


def find_attackers(cells: str, monk: int) -> tuple[int, ...]:
    """Return the top cells from which soldiers have a path to the monk."""
    walkable = boards.find_on_top(cells, WALKABLE)
    soldiers = boards.find_on_top(cells, cube_codes.SOLDIERS_GLYPH)
    if not cube.is_attacked(walkable, soldiers, monk):
        return ()
    return cube.list_mask_cells(
        cube.NEAR[cube.REACH[(walkable | 1 << monk) * cube.FACE + monk]] & soldiers
    )
