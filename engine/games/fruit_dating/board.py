"""A Fruit Dating board as a value: reading, checking, changing, drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine import grid
from engine.errors import LevelError
from engine.games.fruit_dating import codes
from engine.grid import DIRECTIONS, STEPS, Grid, cells_of, grid_text, read_grid, type_name
from engine.level import Problem, Table
from engine.picture import Picture, Piece

Gate = tuple[int, int, int]
"""Row, column and direction number: the edge from that tile can be crossed only so."""

_KNOWN = ("tiles", "pieces", "gates", "locked")


@dataclass(frozen=True, slots=True)
class FruitBoard:
    """Tiles, pieces, gates and locked cells, immutable.

    Attributes:
        tiles, pieces: text grids of the same shape, glyphs as in level files.
        gates: one-way edges, in reading order.
        locked: a grid of ``x`` and ``.``, or None.
        extra: unknown keys of the ``[board]`` table, kept.
        gate_extra: unknown keys of gates, kept.
    """

    tiles: Grid
    pieces: Grid
    gates: tuple[Gate, ...] = ()
    locked: Grid | None = None
    extra: Table = field(default_factory=dict, hash=False)
    gate_extra: Mapping[Gate, Table] = field(default_factory=dict, hash=False)

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.tiles)

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.tiles[0])

    def table(self) -> dict[str, Any]:
        """The canonical ``[board]`` table."""
        table: dict[str, Any] = {
            "tiles": grid_text(self.tiles),
            "pieces": grid_text(self.pieces),
        }
        if self.locked is not None:
            table["locked"] = grid_text(self.locked)
        table |= self.extra
        if self.gates:
            table["gates"] = [
                {"row": gate[0], "col": gate[1], "direction": DIRECTIONS[gate[2]]}
                | dict(self.gate_extra.get(gate, {}))
                for gate in self.gates
            ]
        return table

    def inside(self, row: int, col: int) -> bool:
        """Whether a cell lies on the board."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def is_locked(self, row: int, col: int) -> bool:
        """Whether generation must leave a cell as it is."""
        return self.locked is not None and self.locked[row][col] == "x"

    def pieces_in_order(self) -> Iterator[tuple[int, int, str]]:
        """The pieces as (row, column, glyph), in reading order."""
        return ((row, col, glyph) for row, col, glyph in cells_of(self.pieces) if glyph != ".")


def read_board(table: Table) -> FruitBoard:
    """The board of a ``[board]`` table.

    Raises:
        LevelError: a key is missing or of another form; names key, row and column.
    """
    for key in ("tiles", "pieces"):
        if key not in table:
            raise LevelError("missing; expected a multi-line string", key=f"board.{key}")
    tiles = read_grid(
        table["tiles"],
        "board.tiles",
        codes.TILE_GLYPHS,
        "expected # wall, . floor, ~ mud, > ^ < v anteater or h hedgehog",
    )
    pieces = read_grid(
        table["pieces"],
        "board.pieces",
        codes.PIECE_GLYPHS,
        "expected A-H fruit, o stone, c car, b barrel or . none",
    )
    _require_shape(pieces, tiles, "board.pieces")
    locked = None
    if "locked" in table:
        locked = read_grid(table["locked"], "board.locked", "x.", "expected x or .")
        _require_shape(locked, tiles, "board.locked")
    extra = {key: value for key, value in table.items() if key not in _KNOWN}
    board = FruitBoard(tiles, pieces, (), locked, extra)
    gates = _read_gates(table.get("gates", []), board)
    return replace(
        board,
        gates=tuple(sorted(gate for gate, _ in gates)),
        gate_extra={gate: unknown for gate, unknown in gates if unknown},
    )


def _require_shape(found: Grid, tiles: Grid, key: str) -> None:
    if (len(found), len(found[0])) != (len(tiles), len(tiles[0])):
        raise LevelError(
            f"expected {len(tiles)} rows of {len(tiles[0])} characters like board.tiles, "
            f"found {len(found)} of {len(found[0])}",
            key=key,
        )


def _read_gates(value: Any, board: FruitBoard) -> list[tuple[Gate, Table]]:
    if not isinstance(value, list):
        raise LevelError(
            f"expected an array of tables, found {type_name(value)}", key="board.gates"
        )
    gates: list[tuple[Gate, Table]] = []
    for number, gate in enumerate(value):
        key = f"board.gates[{number}]"
        if not isinstance(gate, dict):
            raise LevelError(f"expected a table, found {type_name(gate)}", key=key)
        row, col = (_read_place(gate, name, key) for name in ("row", "col"))
        if "direction" not in gate:
            raise LevelError("missing; expected right, up, left or down", key=f"{key}.direction")
        direction = gate["direction"]
        if direction not in DIRECTIONS:
            raise LevelError(
                f"expected right, up, left or down, found {direction!r}", key=f"{key}.direction"
            )
        if not board.inside(row, col):
            raise LevelError("outside the board", key=key, row=row, col=col)
        unknown = {name: gate[name] for name in gate if name not in ("row", "col", "direction")}
        gates.append(((row, col, DIRECTIONS.index(direction)), unknown))
    return gates


def _read_place(gate: dict[str, Any], name: str, key: str) -> int:
    if name not in gate:
        raise LevelError("missing; expected an integer", key=f"{key}.{name}")
    value = gate[name]
    if isinstance(value, bool) or not isinstance(value, int):
        raise LevelError(f"expected an integer, found {type_name(value)}", key=f"{key}.{name}")
    return value


def problems(board: FruitBoard) -> tuple[Problem, ...]:
    """The rules that a board breaks; see rules of the game, "Board"."""
    found = []
    rows, cols = board.rows, board.cols
    if max(rows, cols) > codes.MAX_SIDE:
        found.append(Problem(f"{rows} by {cols} tiles; at most 16 by 16 are allowed"))
    for row, col, glyph in cells_of(board.tiles):
        outer = row in (0, rows - 1) or col in (0, cols - 1)
        if outer and glyph not in codes.SOLID:
            found.append(Problem("the outer ring must be solid", row, col, "board.tiles"))
    for row, col, glyph in board.pieces_in_order():
        if board.tiles[row][col] in codes.SOLID:
            title = codes.PIECE_TITLES[glyph]
            under = codes.TILE_TITLES[board.tiles[row][col]]
            found.append(Problem(f"{title} stands on a {under}", row, col, "board.pieces"))
    found += _fruit_problems(board)
    found += _gate_problems(board)
    return tuple(found)


def _fruit_problems(board: FruitBoard) -> Iterator[Problem]:
    places: dict[str, tuple[int, int]] = {}
    counts: dict[str, int] = {}
    for row, col, glyph in board.pieces_in_order():
        if glyph in codes.FRUIT_GLYPHS:
            places[glyph] = (row, col)
            counts[glyph] = counts.get(glyph, 0) + 1
    if not counts:
        yield Problem("no fruit; a level has at least one pair", key="board.pieces")
    for glyph, count in sorted(counts.items()):
        if count % 2:
            yield Problem(
                f"{count} fruit of colour {glyph}; every colour needs an even number",
                *places[glyph],
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


def picture(board: FruitBoard) -> Picture:
    """What the board looks like, pieces numbered in reading order."""
    return Picture(
        tiles=tuple(tuple(codes.TILE_NAMES[glyph] for glyph in line) for line in board.tiles),
        pieces={
            (row, col): Piece(codes.PIECE_NAMES[glyph], identity)
            for identity, (row, col, glyph) in enumerate(board.pieces_in_order())
        },
        gates=frozenset(board.gates),
        locked=frozenset(
            (row, col) for row, col, mark in cells_of(board.locked or ()) if mark == "x"
        ),
    )


def contents(board: FruitBoard, row: int, col: int) -> str:
    """What stands on a cell, in words."""
    words = []
    piece = board.pieces[row][col]
    tile = board.tiles[row][col]
    if piece != ".":
        words.append(codes.PIECE_TITLES[piece])
    if piece == "." or tile != ".":
        words.append(codes.TILE_TITLES[tile])
    words += [
        f"one-way {DIRECTIONS[direction]}"
        for r, c, direction in board.gates
        if (r, c) == (row, col)
    ]
    if board.is_locked(row, col):
        words.append("locked")
    return ", ".join(words)


def blank(rows: int, cols: int) -> FruitBoard:
    """Floor within a ring of walls, no pieces."""
    edge = "#" * cols
    inner = "#" + "." * (cols - 2) + "#" if cols > 1 else "#"
    tiles = (edge, *(inner for _ in range(rows - 2)), edge)[:rows]
    return FruitBoard(tiles, tuple("." * cols for _ in range(rows)))


def with_tile(board: FruitBoard, glyph: str, row: int, col: int) -> FruitBoard:
    """The board with a tile changed; a solid tile takes the place of a piece."""
    pieces = board.pieces
    if glyph in codes.SOLID:
        pieces = grid.replace(pieces, row, col, ".")
    return replace(board, tiles=grid.replace(board.tiles, row, col, glyph), pieces=pieces)


def with_piece(board: FruitBoard, glyph: str, row: int, col: int) -> FruitBoard:
    """The board with a piece put down or (``.``) taken away; solid tiles give way to floor."""
    tiles = board.tiles
    if glyph != "." and tiles[row][col] in codes.SOLID:
        tiles = grid.replace(tiles, row, col, ".")
    return replace(board, tiles=tiles, pieces=grid.replace(board.pieces, row, col, glyph))


def with_gate(board: FruitBoard, gate: Gate) -> FruitBoard:
    """The board with a gate put on an edge, in place of another there, or taken away."""
    row, col, direction = gate
    down, right = STEPS[direction]
    other = (row + down, col + right, grid.opposite(direction))
    if not board.inside(*other[:2]):
        return board
    gates = set(board.gates) - {other}
    return replace(board, gates=tuple(sorted(gates ^ {gate})))


def with_lock(board: FruitBoard, row: int, col: int) -> FruitBoard:
    """The board with a cell locked, or unlocked if it was."""
    locked = board.locked or tuple("." * board.cols for _ in range(board.rows))
    locked = grid.replace(locked, row, col, "." if locked[row][col] == "x" else "x")
    empty = all(mark == "." for _, _, mark in cells_of(locked))
    return replace(board, locked=None if empty else locked)
