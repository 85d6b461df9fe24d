"""The enumeration of all single changes to a board, for any game.

A *change* applies one of the game's tools to one cell. The tool that empties a cell removes its
object. A change is left out if the result breaks a rule of the game, or looks the same as the
original board or as the result of an earlier change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.game.boards import Tool
from engine.game.game import Game
from engine.values.level import Board
from engine.values.picture import Picture


@dataclass(frozen=True, slots=True)
class Change:
    """The use of one tool on one cell, and the resulting board."""

    row: int
    col: int
    tool: Tool
    board: Board


def list_changes(
    game: Game, board: Board, first: Tool | None = None, near: tuple[int, int] = (0, 0)
) -> Iterator[Change]:
    """Yield every change to a board that results in a different, playable board.

    Args:
        game: The game of the board.
        board: The board to change. If it breaks a rule of the game, only changes that repair it are
            yielded.
        first: The tool whose changes are yielded first. The other tools follow in the game's order.
        near: The cell from which distances are measured. Each tool's changes are yielded in order
            of distance, nearest first.
    """
    tools = sorted(game.boards.tools, key=lambda tool: tool != first)
    cells = sorted(
        ((row, col) for row in range(board.rows) for col in range(board.cols)),
        key=lambda cell: (abs(cell[0] - near[0]) + abs(cell[1] - near[1]), cell),
    )
    # Compare boards by their appearance, because two tools may lead to boards that a player cannot
    # tell apart.
    seen = {_get_play_key(game.boards.draw_picture(board))}
    for tool in tools:
        for row, col in cells:
            changed = game.boards.paint_cell(board, tool, row, col)
            likeness = _get_play_key(game.boards.draw_picture(changed))
            if likeness not in seen:
                seen.add(likeness)
                if not game.boards.find_problems(changed):
                    yield Change(row, col, tool, changed)


def _get_play_key(picture: Picture) -> object:
    """Return the parts of a picture that affect play. Locks affect only the generator."""
    pieces = frozenset((cell, piece.name) for cell, piece in picture.pieces.items())
    return picture.tiles, pieces, picture.gates
