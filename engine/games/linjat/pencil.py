"""What a player can note of a puzzle: cells that stay empty, and which way lines run."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.placing import Fault, Marks, Pencil
from engine.game.position import Position
from engine.games.linjat.board.codes import DOT_GLYPH
from engine.games.linjat.board.lines import Line, cells_of_line, read_word
from engine.games.linjat.playing import drawn
from engine.values.grid import Cell

EMPTY, LEVEL, UPRIGHT = "empty", "level", "upright"


class LinjatPencil(Pencil):
    """No line covers a cell, or the line of a number is level or upright."""

    kinds = (EMPTY, LEVEL, UPRIGHT)

    def refusal(self, position: Position, cell: Cell, kind: str) -> str | None:
        """What is seen of dots, numbers and the lines drawn needs no mark."""
        if kind not in self.kinds:
            return f"expected one of {', '.join(self.kinds)}"
        if not position.board.inside(*cell):
            return "there is no such cell"
        lines = {
            (row, col): cells for (row, col, _), cells in drawn(position.board, position.pieces)
        }
        if kind == EMPTY:
            if position.board.cells[cell[0]][cell[1]] == DOT_GLYPH:
                return "a dot is never left empty"
            if any(cell in cells for cells in lines.values()):
                return "a number is never empty" if cell in lines else "there is a line"
        elif cell not in lines or position.board.cells[cell[0]][cell[1]] == "1":
            return "only a number above 1 has a line that is level or upright"
        elif len(lines[cell]) > 1:
            return "its line is drawn"
        return None

    def wrong(self, position: Position, marks: Marks, solution: Sequence[str]) -> tuple[Fault, ...]:
        """Cells marked empty that have a line, and lines that run the other way."""
        lines = dict(map(read_word, solution))
        covered = {cell for line in lines.values() for cell in cells_of_line(line)}
        found = []
        for cell, kind in sorted(marks.items()):
            row, col = cell
            if kind == EMPTY and cell in covered:
                found.append(Fault((cell,), f"{row},{col} is marked empty, which is wrong"))
            elif kind != EMPTY and cell in lines and _axis(lines[cell]) != kind:
                value = position.board.cells[row][col]
                text = f"the {value} at {row},{col} is marked {kind}, which is wrong"
                found.append(Fault((cell,), text))
        return tuple(found)


def _axis(line: Line) -> str:
    return LEVEL if line[0][0] == line[1][0] else UPRIGHT
