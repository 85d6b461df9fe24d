"""A Fruit Dating board as a value: tiles, pieces, and gates on edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar, Self

from engine.errors import LevelError, quoted
from engine.game.boards import Tool
from engine.games.fruit_dating import codes
from engine.tiles.board import MAX_SIDE, Glyphs, TileBoard
from engine.values import grid
from engine.values.entries import take, unknown
from engine.values.grid import DIRECTIONS, STEPS, Symmetry, cells_of, type_name
from engine.values.level import Problem, Table
from engine.values.likeness import Mark, Marks
from engine.values.picture import Picture

Gate = tuple[int, int, int]
"""Row, column and direction number: the edge from that tile can be crossed only so."""


@dataclass(frozen=True)
class FruitBoard(TileBoard):
    """Tiles, pieces, gates and locked cells, immutable.

    Attributes:
        gates: one-way edges, in reading order.
        gate_extra: unknown keys of gates, kept.
    """

    tile_glyphs: ClassVar[Glyphs] = codes.TILES
    piece_glyphs: ClassVar[Glyphs] = codes.PIECES
    solid: ClassVar[str] = codes.SOLID
    movable: ClassVar[Mapping[str, str]] = codes.BLOCKER_NAMES
    features: ClassVar[Mapping[str, tuple[str, str]]] = codes.FEATURES
    coloured: ClassVar[Mapping[str, tuple[str, str]]] = codes.COLOURED
    keys: ClassVar[tuple[str, ...]] = (*TileBoard.keys, "gates")

    gates: tuple[Gate, ...] = field(default=(), kw_only=True)
    gate_extra: Mapping[Gate, Table] = field(default_factory=dict, hash=False, kw_only=True)

    @classmethod
    def read(cls, table: Table) -> Self:
        """See :meth:`engine.tiles.board.TileBoard.read`."""
        board = super().read(table)
        gates = _read_gates(table.get("gates", []), board)
        return replace(
            board,
            gates=tuple(sorted(gate for gate, _ in gates)),
            gate_extra={gate: unknown for gate, unknown in gates if unknown},
        )

    def table(self) -> dict[str, Any]:
        """The canonical ``[board]`` table."""
        table = super().table()
        if self.gates:
            table["gates"] = [
                {"row": gate[0], "col": gate[1], "direction": DIRECTIONS[gate[2]]}
                | dict(self.gate_extra.get(gate, {}))
                for gate in self.gates
            ]
        return table

    def picture(self, cells: Sequence[int] | None = None) -> Picture:
        """See :meth:`engine.tiles.board.TileBoard.picture`."""
        return replace(super().picture(cells), gates=frozenset(self.gates))

    def contents(self, row: int, col: int, *others: str) -> str:
        """See :meth:`engine.tiles.board.TileBoard.contents`."""
        gates = [f"one-way {DIRECTIONS[d]}" for r, c, d in self.gates if (r, c) == (row, col)]
        return super().contents(row, col, *gates, *others)

    def holds(self, tool: Tool, row: int, col: int) -> bool:
        """See :meth:`engine.tiles.board.TileBoard.holds`."""
        if tool.plane == "gates":
            return (row, col, codes.LOOKS.index(tool.key)) in self.gates
        return super().holds(tool, row, col)

    def painted(self, tool: Tool, row: int, col: int) -> Self:
        """See :meth:`engine.tiles.board.TileBoard.painted`."""
        if tool.plane == "gates":
            return self.with_gate((row, col, codes.LOOKS.index(tool.key)))
        return super().painted(tool, row, col)

    def with_gate(self, gate: Gate) -> Self:
        """The board with a gate put on an edge, in place of another there, or taken away."""
        row, col, direction = gate
        down, right = STEPS[direction]
        other = (row + down, col + right, grid.opposite(direction))
        if not self.inside(*other[:2]):
            return self
        gates = set(self.gates) - {other}
        return replace(self, gates=tuple(sorted(gates ^ {gate})))

    def touching(self) -> int:
        """How many pairs of fruit of one colour lie side by side at the start, gates ignored."""
        lines = (*self.pieces, *map("".join, zip(*self.pieces, strict=True)))
        pairs = (pair for line in lines for pair in pairwise(line))
        return sum(one == other and one in codes.FRUIT_GLYPHS for one, other in pairs)

    def marks(self) -> Marks:
        """See :meth:`engine.tiles.board.TileBoard.marks`; gates are features too."""
        marks = super().marks()
        gates = {Mark(row, col, f"gate {DIRECTIONS[way]}") for row, col, way in self.gates}
        return {**marks, "feature": marks["feature"] | gates}

    def transformed(self, symmetry: Symmetry) -> Self:
        """The board turned or mirrored, with looks of anteaters and gates."""
        board = super().transformed(symmetry)
        shape = self.rows, self.cols
        moved = {
            (row, col, way): (*symmetry.cell(row, col, *shape), symmetry.direction(way))
            for row, col, way in self.gates
        }
        looks = _turned_looks(symmetry)
        tiles = tuple(line.translate(looks) for line in board.tiles)
        return replace(board, tiles=tiles, **self._gates_moved(moved))

    def resized(self, top: int, bottom: int, left: int, right: int) -> Self:
        """See :meth:`engine.tiles.board.TileBoard.resized`."""
        rows, cols = self.kept_lines(top, bottom, left, right)
        new_row = {old: new for new, old in enumerate(rows) if old is not None}
        new_col = {old: new for new, old in enumerate(cols) if old is not None}
        moved = {
            (row, col, way): (new_row[row], new_col[col], way)
            for row, col, way in self.gates
            if row in new_row and col in new_col
        }
        board = super().resized(top, bottom, left, right)
        return replace(board, **self._gates_moved(moved))

    def _gates_moved(self, moved: Mapping[Gate, Gate]) -> dict[str, Any]:
        """What the board has of its gates where each is moved, and those are gone that are not."""
        extra = {moved[gate]: extra for gate, extra in self.gate_extra.items() if gate in moved}
        return {"gates": tuple(sorted(moved.values())), "gate_extra": extra}

    def used_cells(self) -> list[tuple[int, int]]:
        """See :meth:`engine.tiles.board.TileBoard.used_cells`."""
        return super().used_cells() + [(row, col) for row, col, _ in self.gates]


@cache
def _turned_looks(symmetry: Symmetry) -> dict[int, int]:
    """Turns the looks of anteaters in a text, by :meth:`str.translate`."""
    return str.maketrans(
        codes.LOOKS, "".join(turned_look(glyph, symmetry) for glyph in codes.LOOKS)
    )


def turned_look(glyph: str, symmetry: Symmetry) -> str:
    """The glyph of an anteater, or key of a gate, that looks where a symmetry takes its look."""
    return codes.LOOKS[symmetry.direction(codes.LOOKS.index(glyph))]


def _read_gates(value: Any, board: FruitBoard) -> list[tuple[Gate, Table]]:
    if not isinstance(value, list):
        raise LevelError(
            f"expected an array of tables, found {type_name(value)}", key="board.gates"
        )
    gates: list[tuple[Gate, Table]] = []
    numbered = {f"gates[{number}]": gate for number, gate in enumerate(value)}
    for each in numbered:
        gate, key = take(numbered, each, dict, "board."), f"board.{each}"
        row, col = (take(gate, name, int, f"{key}.") for name in ("row", "col"))
        direction = gate.get("direction")
        if direction not in DIRECTIONS:
            found = f"expected right, up, left or down, found {quoted(direction)}"
            missing = "missing; expected right, up, left or down"
            message = found if "direction" in gate else missing
            raise LevelError(message, key=f"{key}.direction")
        if not board.inside(row, col):
            raise LevelError("outside the board", key=key, row=row, col=col)
        further = unknown(gate, ("row", "col", "direction"))
        gates.append(((row, col, DIRECTIONS.index(direction)), further))
    return gates


def problems(board: FruitBoard) -> tuple[Problem, ...]:
    """The rules that a board breaks; see rules of the game, "Board"."""
    found = []
    rows, cols = board.rows, board.cols
    if max(rows, cols) > MAX_SIDE:
        found.append(Problem(f"{rows} by {cols} tiles; at most 16 by 16 are allowed"))
    for row, col, glyph in cells_of(board.tiles):
        if board.is_border(row, col) and glyph not in codes.SOLID:
            found.append(Problem("the outer ring must be solid", row, col, "board.tiles"))
    found += board.misplaced()
    found += _fruit_problems(board)
    found += _gate_problems(board)
    return tuple(found)


def _fruit_problems(board: FruitBoard) -> Iterator[Problem]:
    last_cells: dict[str, tuple[int, int]] = {}
    counts: dict[str, int] = {}
    for row, col, glyph in board.pieces_in_order():
        if glyph in codes.FRUIT_GLYPHS:
            last_cells[glyph] = (row, col)
            counts[glyph] = counts.get(glyph, 0) + 1
    if not counts:
        yield Problem("no fruit; a level has at least one pair", key="board.pieces")
    for glyph, count in sorted(counts.items()):
        if count % 2:
            yield Problem(
                f"{count} fruit of colour {glyph}; every colour needs an even number",
                *last_cells[glyph],
                "board.pieces",
            )


def _gate_problems(board: FruitBoard) -> Iterator[Problem]:
    edges: set[tuple[int, int, int]] = set()
    for row, col, direction in board.gates:
        down, right = STEPS[direction]
        other = (row + down, col + right)
        if not board.inside(*other):
            yield Problem(
                f"the gate {DIRECTIONS[direction]} leaves the grid", row, col, "board.gates"
            )
            continue
        edge = min((row, col, direction), (*other, grid.opposite(direction)))
        if edge in edges:
            yield Problem("two gates on one edge", row, col, "board.gates")
        edges.add(edge)
