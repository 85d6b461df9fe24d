"""Every single change of a board, for any game.

A *change* is one tool of the game put on one cell; taking something away is a tool too (the one
that leaves the cell empty). Changes that look like the board itself or like a change made before,
or that break a rule of the game, are no changes to consider.
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
    """One cell changed by one tool, and the board that this makes."""

    row: int
    col: int
    tool: Tool
    board: Board


def changes(
    game: Game, board: Board, first: Tool | None = None, near: tuple[int, int] = (0, 0)
) -> Iterator[Change]:
    """Every change of a board that leads to another playable one.

    Args:
        game: the board's game.
        board: may break rules of the game; changes that repair it are found then.
        first: the tool whose changes come first; the others follow in the game's order.
        near: of one tool's changes, those nearest to this cell come first.
    """
    tools = sorted(game.boards.tools, key=lambda tool: tool != first)
    cells = sorted(
        ((row, col) for row in range(board.rows) for col in range(board.cols)),
        key=lambda cell: (abs(cell[0] - near[0]) + abs(cell[1] - near[1]), cell),
    )
    seen = {_likeness(game.boards.picture(board))}
    for tool in tools:
        for row, col in cells:
            changed = game.boards.paint(board, tool, row, col)
            likeness = _likeness(game.boards.picture(changed))
            if likeness not in seen:
                seen.add(likeness)
                if not game.boards.problems(changed):
                    yield Change(row, col, tool, changed)


def _likeness(picture: Picture) -> object:
    """All that play depends on: locks are for the generator."""
    pieces = frozenset((cell, piece.name) for cell, piece in picture.pieces.items())
    return picture.tiles, pieces, picture.gates
