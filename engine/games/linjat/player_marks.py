"""A player's pencil marks, which show the cells that stay empty and the axes of lines."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.drag_input import Fault, Pencil, PencilMarks
from engine.game.play_position import Position
from engine.games.linjat.board.glyph_codes import DOT_GLYPH
from engine.games.linjat.board.line_notation import Line, list_line_cells, parse_move
from engine.games.linjat.play import list_drawn_lines
from engine.values.grid import Cell

EMPTY, LEVEL, UPRIGHT = "empty", "level", "upright"


class LinjatPencil(Pencil):
    """Pencil marks. A mark says that a cell stays empty, or along which axis a line lies."""

    kinds = (EMPTY, LEVEL, UPRIGHT)

    def find_refusal(self, position: Position, cell: Cell, kind: str) -> str | None:
        """Return the reason to refuse a mark on a cell, or None if the mark is allowed."""
        if kind not in self.kinds:
            return f"expected one of {', '.join(self.kinds)}"
        if not position.board.has_cell(*cell):
            return "there is no such cell"
        lines = {
            (row, col): cells
            for (row, col, _), cells in list_drawn_lines(position.board, position.pieces)
        }
        if kind == EMPTY:
            if position.board.cells[cell[0]][cell[1]] == DOT_GLYPH:
                return "a dot is never left empty"
            if any(cell in cells for cells in lines.values()):
                return "a number is never empty" if cell in lines else "there is a line"
        elif cell not in lines or position.board.cells[cell[0]][cell[1]] == "1":
            return "only a number above 1 has a horizontal or vertical line"
        elif len(lines[cell]) > 1:
            return "its line is already drawn"
        return None

    def find_wrong_marks(
        self, position: Position, marks: PencilMarks, solution: Sequence[str]
    ) -> tuple[Fault, ...]:
        """Return the marks that contradict the solution, each as a fault."""
        # The solution has no moves for ones. Their cells cannot be marked, so none are missed.
        lines = dict(map(parse_move, solution))
        covered = {cell for line in lines.values() for cell in list_line_cells(line)}
        found = []
        for cell, kind in sorted(marks.items()):
            row, col = cell
            if kind == EMPTY and cell in covered:
                found.append(Fault((cell,), f"{row},{col} is marked empty, which is wrong"))
            elif kind != EMPTY and cell in lines and _get_axis(lines[cell]) != kind:
                value = position.board.cells[row][col]
                text = f"the {value} at {row},{col} is marked {kind}, which is wrong"
                found.append(Fault((cell,), text))
        return tuple(found)


def _get_axis(line: Line) -> str:
    return LEVEL if line[0][0] == line[1][0] else UPRIGHT
