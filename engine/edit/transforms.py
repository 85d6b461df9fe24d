"""Changes of a whole board: turned, mirrored, cropped, grown and shrunk, for every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from engine.edit.editing import EMPTY, LOCKS, lock_tool
from engine.errors import EngineError
from engine.game.game import Game
from engine.values.grid import SYMMETRY_NAMED, Cell, Symmetry
from engine.values.level import Board
from engine.values.weights import PaintedWeights

SIDES = ("top", "bottom", "left", "right")


@dataclass(frozen=True, slots=True)
class Transform:
    """A change of the whole board.

    Attributes:
        title: its name, also of the entry to undo.
        symmetry: where cells go, for a turn or a mirror.
        change: rows and columns to add (or, negative, to take away) at top, bottom, left and
            right; None to take away all that hold nothing.
    """

    title: str
    symmetry: Symmetry | None = None
    change: tuple[int, int, int, int] | None = None

    def of(self, game: Game, board: Board) -> Board:
        """The board afterwards.

        Raises:
            EngineError: the game or this board does not allow it; says why.
        """
        reshaping = game.boards.reshaping
        if self.symmetry is not None:
            if reshaping is None:
                raise EngineError(f"boards of {game.title} cannot be turned")
            return reshaping.transformed(board, self.symmetry)
        change = self._change(game, board)
        if not any(change):
            raise EngineError("nothing to crop")
        if reshaping is None:
            raise EngineError(f"the size of {game.title} boards is fixed")
        return reshaping.resized(board, *change)

    def cell(self, game: Game, board: Board, cell: Cell) -> Cell:
        """Where a cell goes; one that goes away is followed by a neighbour."""
        if self.symmetry is not None:
            return self.symmetry.cell(*cell, board.rows, board.cols)
        top, _, left, _ = self._change(game, board)
        return max(cell[0] + top, 0), max(cell[1] + left, 0)

    def moves(self, game: Game, board: Board, moves: str) -> str:
        """Moves on the board as they are afterwards.

        Raises:
            MoveError: not moves of the game.
        """
        where = partial(self.cell, game, board)
        words = game.play.read_moves(moves)
        return game.play.written(game.play.carried(word, where, self.symmetry) for word in words)

    def weights(
        self, game: Game, board: Board, painted: Mapping[str, PaintedWeights]
    ) -> dict[str, PaintedWeights]:
        """Painted weights of a board, moved as its cells are, without those that go away.

        They go where cells go that are locked, so a game without locks has none afterwards.

        Raises:
            EngineError: as :meth:`of`.
        """
        tool = lock_tool(game)
        if tool is None:
            return {}
        change = None if self.symmetry is not None else self._change(game, board)
        fixed = replace(self, change=change)
        for row, col in game.boards.picture(board).locked:
            board = game.boards.paint(board, tool, row, col)
        moved = {}
        for stage, grid in painted.items():
            if grid.shape != (board.rows, board.cols):
                continue
            cells, after = grid.cells, fixed.of(game, board)
            moved[stage] = PaintedWeights.blank(after.rows, after.cols)
            for weight in sorted(set(cells.values())):
                marked = board
                for cell in (cell for cell, own in cells.items() if own == weight):
                    marked = game.boards.paint(marked, tool, *cell)
                found = game.boards.picture(fixed.of(game, marked)).locked
                moved[stage] = moved[stage].painted(found, weight)
        return moved

    def _change(self, game: Game, board: Board) -> tuple[int, int, int, int]:
        """Rows and columns to add at each side."""
        if self.change is not None or game.boards.reshaping is None:
            return self.change or (0, 0, 0, 0)
        top, bottom, left, right = game.boards.reshaping.margins(board)
        return -top, -bottom, -left, -right

    def losses(self, game: Game, board: Board, after: Board) -> str:
        """What of a board is gone afterwards, such as ``stone, 2 x mud``; empty for nothing."""
        if self.symmetry is not None:
            return ""
        gone = _contents(game, board) - _contents(game, after)
        return ", ".join(title if n == 1 else f"{n} x {title}" for title, n in gone.items())


def _contents(game: Game, board: Board) -> Counter[str]:
    """How many there are of everything but bare ground and what the corner is made of."""
    ground = next(
        (tool for tool in game.boards.tools if game.boards.holds(board, tool, 0, 0)), None
    )
    cells = [(row, col) for row in range(board.rows) for col in range(board.cols)]
    found = Counter({"locked cell": len(game.boards.picture(board).locked)})
    for tool in game.boards.tools:
        if tool.key != EMPTY and tool.plane != LOCKS and tool != ground:
            found[tool.title] = sum(game.boards.holds(board, tool, *cell) for cell in cells)
    return found


def _resizing() -> Iterator[Transform]:
    for verb, amount in (("grow", 1), ("shrink", -1)):
        for index, side in enumerate(SIDES):
            change = [0, 0, 0, 0]
            change[index] = amount
            where = f"at the {side}" if index < 2 else f"on the {side}"
            yield Transform(f"{verb} {where}", change=(change[0], change[1], change[2], change[3]))


TRANSFORMS = (
    Transform("rotate right", SYMMETRY_NAMED["rotate-90"]),
    Transform("rotate left", SYMMETRY_NAMED["rotate-270"]),
    Transform("half turn", SYMMETRY_NAMED["rotate-180"]),
    Transform("mirror left-right", SYMMETRY_NAMED["mirror-left-right"]),
    Transform("mirror top-bottom", SYMMETRY_NAMED["mirror-top-bottom"]),
    Transform("transpose", SYMMETRY_NAMED["transpose"]),
    Transform("anti-transpose", SYMMETRY_NAMED["anti-transpose"]),
    Transform("crop to content"),
    *_resizing(),
)
