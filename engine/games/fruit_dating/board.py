"""The Fruit Dating board, which has tiles, pieces, and gates on edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar, Self

from engine.errors import LevelError, quote_input
from engine.game.boards import Tool
from engine.games.fruit_dating import fruit_codes
from engine.tiles.board import MAX_SIDE, Glyphs, TileBoard
from engine.values import grid
from engine.values.grid import DIRECTIONS, STEPS, Symmetry, get_type_name, iterate_cells
from engine.values.level import Problem, Table
from engine.values.picture import Picture
from engine.values.similarity import CellToken, CellTokens
from engine.values.toml_fields import read_value, select_unknown

Gate = tuple[int, int, int]
"""The row and column of a cell, and the direction of the gate on one of its edges.

The edge can be crossed only in that direction, out of the cell.
"""


@dataclass(frozen=True)
class FruitBoard(TileBoard):
    """An immutable Fruit Dating board: its tiles, pieces, gates and locked cells.

    Attributes:
        gates: The one-way edges, in reading order.
        gate_extra: A mapping from each gate to the unknown keys of its table in the file, kept so
            that they can be written back.
    """

    tile_glyphs: ClassVar[Glyphs] = fruit_codes.TILES
    piece_glyphs: ClassVar[Glyphs] = fruit_codes.PIECES
    solid: ClassVar[str] = fruit_codes.SOLID
    movable: ClassVar[Mapping[str, str]] = fruit_codes.BLOCKER_NAMES
    features: ClassVar[Mapping[str, tuple[str, str]]] = fruit_codes.FEATURES
    coloured: ClassVar[Mapping[str, tuple[str, str]]] = fruit_codes.COLOURED
    merged: ClassVar[Mapping[str, str]] = dict.fromkeys(fruit_codes.BLOCKER_GLYPHS, "blocker")
    known_keys: ClassVar[tuple[str, ...]] = (*TileBoard.known_keys, "gates")

    gates: tuple[Gate, ...] = field(default=(), kw_only=True)
    gate_extra: Mapping[Gate, Table] = field(default_factory=dict, hash=False, kw_only=True)

    @classmethod
    def from_table(cls, table: Table) -> Self:
        """Read a board with its gates from a ``[board]`` table."""
        board = super().from_table(table)
        gates = _read_gates(table.get("gates", []), board)
        return replace(
            board,
            gates=tuple(sorted(gate for gate, _ in gates)),
            gate_extra={gate: unknown for gate, unknown in gates if unknown},
        )

    def to_table(self) -> dict[str, Any]:
        """Return the canonical ``[board]`` table, including the gates."""
        table = super().to_table()
        if self.gates:
            table["gates"] = [
                {"row": gate[0], "col": gate[1], "direction": DIRECTIONS[gate[2]]}
                | dict(self.gate_extra.get(gate, {}))
                for gate in self.gates
            ]
        return table

    def draw_picture(self, cells: Sequence[int] | None = None) -> Picture:
        """Return a picture of the board, including its gates."""
        return replace(super().draw_picture(cells), gates=frozenset(self.gates))

    def describe_cell(self, row: int, col: int, *others: str) -> str:
        """Return a description of the contents of a cell, including its gates."""
        gates = [f"one-way {DIRECTIONS[d]}" for r, c, d in self.gates if (r, c) == (row, col)]
        return super().describe_cell(row, col, *gates, *others)

    def has_tool_value(self, tool: Tool, row: int, col: int) -> bool:
        """Return True if a cell already has the tile, piece or gate that the tool would place."""
        if tool.plane == "gates":
            return (row, col, fruit_codes.LOOKS.index(tool.key)) in self.gates
        return super().has_tool_value(tool, row, col)

    def paint_cell(self, tool: Tool, row: int, col: int) -> Self:
        """Return the board with a tool applied to a cell; a tool for gates toggles its gate."""
        if tool.plane == "gates":
            return self.with_gate_toggled((row, col, fruit_codes.LOOKS.index(tool.key)))
        return super().paint_cell(tool, row, col)

    def with_gate_toggled(self, gate: Gate) -> Self:
        """Return the board without ``gate`` if it has that gate, and otherwise with it.

        A gate in the opposite direction on the same edge is replaced.
        """
        row, col, direction = gate
        down, right = STEPS[direction]
        other = (row + down, col + right, grid.reverse_direction(direction))
        if not self.has_cell(*other[:2]):
            return self
        # ``other`` is the gate in the opposite direction, and an edge has at most one gate.
        gates = set(self.gates) - {other}
        return replace(self, gates=tuple(sorted(gates ^ {gate})))

    def count_touching(self) -> int:
        """Return the number of pairs of neighbouring fruit of the same colour, ignoring gates."""
        # Columns are transposed into strings, so that they can be searched like rows.
        lines = (*self.pieces, *map("".join, zip(*self.pieces, strict=True)))
        pairs = (pair for line in lines for pair in pairwise(line))
        return sum(one == other and one in fruit_codes.FRUIT_GLYPHS for one, other in pairs)

    def list_tokens(self) -> CellTokens:
        """Return the tokens by which boards are compared, including gates as features."""
        marks = super().list_tokens()
        gates = {CellToken(row, col, f"gate {DIRECTIONS[way]}") for row, col, way in self.gates}
        return {**marks, "feature": marks["feature"] | gates}

    def transform(self, symmetry: Symmetry) -> Self:
        """Return the board turned or mirrored, including the directions of gates and anteaters."""
        board = super().transform(symmetry)
        shape = self.rows, self.cols
        moved = {
            (row, col, way): (
                *symmetry.transform_cell(row, col, *shape),
                symmetry.transform_direction(way),
            )
            for row, col, way in self.gates
        }
        looks = _map_looks(symmetry)
        tiles = tuple(line.translate(looks) for line in board.tiles)
        return replace(board, tiles=tiles, **self._move_gates(moved))

    def resize(self, top: int, bottom: int, left: int, right: int) -> Self:
        """Return the board with rows and columns added or removed at its sides.

        Gates on removed cells are dropped.
        """
        rows, cols = self.map_resized_lines(top, bottom, left, right)
        new_row = {old: new for new, old in enumerate(rows) if old is not None}
        new_col = {old: new for new, old in enumerate(cols) if old is not None}
        moved = {
            (row, col, way): (new_row[row], new_col[col], way)
            for row, col, way in self.gates
            if row in new_row and col in new_col
        }
        board = super().resize(top, bottom, left, right)
        return replace(board, **self._move_gates(moved))

    def _move_gates(self, moved: Mapping[Gate, Gate]) -> dict[str, Any]:
        """Return the values of the board's gate fields after its gates have moved.

        Args:
            moved: A mapping from each old gate to its new one. Gates without an entry are dropped.
        """
        extra = {moved[gate]: extra for gate, extra in self.gate_extra.items() if gate in moved}
        return {"gates": tuple(sorted(moved.values())), "gate_extra": extra}

    def list_used_cells(self) -> list[tuple[int, int]]:
        """Return the cells that are not empty, including those that have only a gate."""
        return super().list_used_cells() + [(row, col) for row, col, _ in self.gates]


@cache
def _map_looks(symmetry: Symmetry) -> dict[int, int]:
    """Return a table for :meth:`str.translate` that applies a symmetry to anteaters' glyphs."""
    return str.maketrans(
        fruit_codes.LOOKS, "".join(turn_look(glyph, symmetry) for glyph in fruit_codes.LOOKS)
    )


def turn_look(glyph: str, symmetry: Symmetry) -> str:
    """Return an anteater's glyph, or a gate's key, after applying a symmetry to it."""
    return fruit_codes.LOOKS[symmetry.transform_direction(fruit_codes.LOOKS.index(glyph))]


def _read_gates(value: Any, board: FruitBoard) -> list[tuple[Gate, Table]]:
    if not isinstance(value, list):
        raise LevelError(
            f"expected an array of tables, found {get_type_name(value)}", key="board.gates"
        )
    gates: list[tuple[Gate, Table]] = []
    numbered = {f"gates[{number}]": gate for number, gate in enumerate(value)}
    for each in numbered:
        gate, key = read_value(numbered, each, dict, "board."), f"board.{each}"
        row, col = (read_value(gate, name, int, f"{key}.") for name in ("row", "col"))
        direction = gate.get("direction")
        if direction not in DIRECTIONS:
            found = f"expected right, up, left or down, found {quote_input(direction)}"
            missing = "missing; expected right, up, left or down"
            message = found if "direction" in gate else missing
            raise LevelError(message, key=f"{key}.direction")
        if not board.has_cell(row, col):
            raise LevelError("outside the board", key=key, row=row, col=col)
        # A newer version of the program may have written the unknown keys, so keep them.
        further = select_unknown(gate, ("row", "col", "direction"))
        gates.append(((row, col, DIRECTIONS.index(direction)), further))
    return gates


def find_problems(board: FruitBoard) -> tuple[Problem, ...]:
    """Return a problem for each rule that a board breaks; see "Board" in the game's rules."""
    found = []
    rows, cols = board.rows, board.cols
    if max(rows, cols) > MAX_SIDE:
        found.append(Problem(f"{rows} by {cols} tiles; at most 16 by 16 are allowed"))
    for row, col, glyph in iterate_cells(board.tiles):
        if board.is_border(row, col) and glyph not in fruit_codes.SOLID:
            found.append(Problem("the outer ring must be solid", row, col, "board.tiles"))
    found += board.find_misplaced()
    found += _find_fruit_problems(board)
    found += _find_gate_problems(board)
    return tuple(found)


def _find_fruit_problems(board: FruitBoard) -> Iterator[Problem]:
    last_cells: dict[str, tuple[int, int]] = {}
    counts: dict[str, int] = {}
    for row, col, glyph in board.iterate_pieces():
        if glyph in fruit_codes.FRUIT_GLYPHS:
            last_cells[glyph] = (row, col)
            counts[glyph] = counts.get(glyph, 0) + 1
    if not counts:
        yield Problem("no fruit; a level has at least one pair", key="board.pieces")
    # An odd number of fruit of one colour is reported at the last of them.
    for glyph, count in sorted(counts.items()):
        if count % 2:
            yield Problem(
                f"{count} fruit of colour {glyph}; every colour needs an even number",
                *last_cells[glyph],
                "board.pieces",
            )


def _find_gate_problems(board: FruitBoard) -> Iterator[Problem]:
    edges: set[tuple[int, int, int]] = set()
    for row, col, direction in board.gates:
        down, right = STEPS[direction]
        other = (row + down, col + right)
        if not board.has_cell(*other):
            yield Problem(
                f"the gate {DIRECTIONS[direction]} leaves the grid", row, col, "board.gates"
            )
            continue
        # Represent an edge in the same way from either side, so that two gates on it are noticed.
        edge = min((row, col, direction), (*other, grid.reverse_direction(direction)))
        if edge in edges:
            yield Problem("two gates on one edge", row, col, "board.gates")
        edges.add(edge)
