"""Transforms of the whole board, for every game: turning, mirroring, cropping and resizing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from engine.edit.draw_tools import EMPTY, LOCK_PLANE, find_lock_tool
from engine.errors import EngineError
from engine.game.game import Game
from engine.values.grid import SYMMETRIES_BY_NAME, Cell, Symmetry
from engine.values.level import Board
from engine.values.moves import format_moves
from engine.values.painted_weights import PaintedWeights

SIDES = ("top", "bottom", "left", "right")


@dataclass(frozen=True, slots=True)
class Transform:
    """A turn, a mirror image, a crop or a resize of the whole board.

    Attributes:
        title: The name of the transform, which is also used in the undo history.
        symmetry: The symmetry that maps the cells, for a turn or a mirror image; None otherwise.
        change: The numbers of rows and columns to add (or, if negative, to remove) at the top,
            bottom, left and right; None to crop all empty rows and columns at the edges.
    """

    title: str
    symmetry: Symmetry | None = None
    change: tuple[int, int, int, int] | None = None

    def transform_board(self, game: Game, board: Board) -> Board:
        """Return the transformed board.

        Raises:
            EngineError: The game or this board does not allow the transform. The message gives the
                reason.
        """
        reshaping = game.boards.reshaper
        if self.symmetry is not None:
            if reshaping is None:
                raise EngineError(f"boards of {game.title} cannot be turned")
            return reshaping.transform(board, self.symmetry)
        change = self._get_margins(game, board)
        if not any(change):
            raise EngineError("nothing to crop")
        if reshaping is None:
            raise EngineError(f"the size of {game.title} boards is fixed")
        return reshaping.resize(board, *change)

    def map_cell(self, game: Game, board: Board, cell: Cell) -> Cell:
        """Return the cell that ``cell`` is moved to or, if it is removed, a cell nearby."""
        if self.symmetry is not None:
            return self.symmetry.transform_cell(*cell, board.rows, board.cols)
        top, _, left, _ = self._get_margins(game, board)
        return max(cell[0] + top, 0), max(cell[1] + left, 0)

    def map_moves(self, game: Game, board: Board, moves: str) -> str:
        """Translate moves on ``board`` into the corresponding moves on the transformed board.

        Raises:
            MoveError: ``moves`` contains something that is not a move in the game.
        """
        where = partial(self.map_cell, game, board)
        words = game.play.read_moves(moves)
        return format_moves(game.play.transform_move(word, where, self.symmetry) for word in words)

    def map_weights(
        self, game: Game, board: Board, painted: Mapping[str, PaintedWeights]
    ) -> dict[str, PaintedWeights]:
        """Return each stage's painted weights after moving them along with their cells.

        The weights on removed cells are lost. Cells are tracked with locks, so the result is empty
        for a game without locks.

        Raises:
            EngineError: The transform is not allowed; see :meth:`transform_board`.
        """
        tool = find_lock_tool(game)
        if tool is None:
            return {}
        change = None if self.symmetry is not None else self._get_margins(game, board)
        # A crop depends on the contents of the board. The locks in the copies below must not change
        # it, so measure the margins once, on the original board.
        fixed = replace(self, change=change)
        for row, col in game.boards.draw_picture(board).locked:
            board = game.boards.paint_cell(board, tool, row, col)
        moved = {}
        for stage, grid in painted.items():
            if grid.shape != (board.rows, board.cols):
                continue
            cells, after = grid.cells, fixed.transform_board(game, board)
            moved[stage] = PaintedWeights.create_blank(after.rows, after.cols)
            # Only the game knows where cells move to, and it moves locks with them. So for each
            # weight, lock its cells on a copy that has no other locks, and transform the copy. The
            # locks then show the new cells.
            for weight in sorted(set(cells.values())):
                marked = board
                for cell in (cell for cell, own in cells.items() if own == weight):
                    marked = game.boards.paint_cell(marked, tool, *cell)
                found = game.boards.draw_picture(fixed.transform_board(game, marked)).locked
                moved[stage] = moved[stage].paint_cells(found, weight)
        return moved

    def _get_margins(self, game: Game, board: Board) -> tuple[int, int, int, int]:
        """Return the numbers of rows and columns to add at the top, bottom, left and right."""
        if self.change is not None or game.boards.reshaper is None:
            return self.change or (0, 0, 0, 0)
        top, bottom, left, right = game.boards.reshaper.find_margins(board)
        return -top, -bottom, -left, -right

    def describe_losses(self, game: Game, board: Board, after: Board) -> str:
        """Return text that lists the objects lost from ``board``, such as ``stone, 2 x mud``."""
        if self.symmetry is not None:
            return ""
        gone = _count_contents(game, board) - _count_contents(game, after)
        return ", ".join(title if n == 1 else f"{n} x {title}" for title, n in gone.items())


def _count_contents(game: Game, board: Board) -> Counter[str]:
    """Count the objects with each title, and the locked cells, on a board.

    Empty cells, and objects of the same kind as the one in the top left corner, are not counted.
    """
    empty_tool = next(
        (tool for tool in game.boards.tools if game.boards.has_tool_value(board, tool, 0, 0)), None
    )
    cells = [(row, col) for row in range(board.rows) for col in range(board.cols)]
    found = Counter({"locked cell": len(game.boards.draw_picture(board).locked)})
    for tool in game.boards.tools:
        if tool.key != EMPTY and tool.plane != LOCK_PLANE and tool != empty_tool:
            found[tool.title] = sum(
                game.boards.has_tool_value(board, tool, *cell) for cell in cells
            )
    return found


def _create_resizes() -> Iterator[Transform]:
    for verb, amount in (("grow", 1), ("shrink", -1)):
        for index, side in enumerate(SIDES):
            change = [0, 0, 0, 0]
            change[index] = amount
            where = f"at the {side}" if index < 2 else f"on the {side}"
            yield Transform(f"{verb} {where}", change=(change[0], change[1], change[2], change[3]))


TRANSFORMS = (
    Transform("rotate right", SYMMETRIES_BY_NAME["rotate-90"]),
    Transform("rotate left", SYMMETRIES_BY_NAME["rotate-270"]),
    Transform("half turn", SYMMETRIES_BY_NAME["rotate-180"]),
    Transform("mirror left-right", SYMMETRIES_BY_NAME["mirror-left-right"]),
    Transform("mirror top-bottom", SYMMETRIES_BY_NAME["mirror-top-bottom"]),
    Transform("transpose", SYMMETRIES_BY_NAME["transpose"]),
    Transform("anti-transpose", SYMMETRIES_BY_NAME["anti-transpose"]),
    Transform("crop to content"),
    *_create_resizes(),
)
