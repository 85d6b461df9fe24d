"""Boards of A Mazing Monk as immutable values, and functions that read, change and draw them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from engine.errors import LevelError
from engine.games.mazing_monk.cube import cube_codes, net
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE, EXIT, FACE
from engine.games.mazing_monk.cube.net import CELL_AT, COLS, PANELS, PLACES, ROWS
from engine.values.grid import get_type_name
from engine.values.level import Table
from engine.values.picture import DrawnPiece, Picture, SideNote

NET_KEY, LOCKED_KEY = "net", "locked"
_KNOWN = (NET_KEY, LOCKED_KEY, cube_codes.KARMA_KEY)


@dataclass(frozen=True, slots=True)
class MonkBoard:
    """An immutable cube with the monk on its top face.

    Attributes:
        cells: The glyphs on the 54 cells, with the faces in the order T B L R F K and each face row
            by row.
        karma_needed: The amount of karma that opens the exit.
        locked: The cells that generation must not change.
        protective: The cells with obstacles that a generator in progress must keep. Play treats
            them like other obstacles.
        extra: The unknown keys of the ``[board]`` table and their values, preserved for saving.
    """

    cells: str
    karma_needed: int = cube_codes.DEFAULT_KARMA
    locked: frozenset[int] = frozenset()
    protective: frozenset[int] = field(default=frozenset(), compare=False)
    extra: Table = field(default_factory=dict, hash=False)

    @property
    def rows(self) -> int:
        """The number of rows in the unfolded cube."""
        return ROWS

    @property
    def cols(self) -> int:
        """The number of columns in the unfolded cube."""
        return COLS

    def to_table(self) -> dict[str, Any]:
        """Return the board as a canonical ``[board]`` table."""
        table: dict[str, Any] = {NET_KEY: net.format_net(self.cells)}
        if self.karma_needed != cube_codes.DEFAULT_KARMA:
            table[cube_codes.KARMA_KEY] = self.karma_needed
        if self.locked:
            marks = [cube_codes.LOCK_GLYPH if cell in self.locked else "." for cell in range(CELLS)]
            table[LOCKED_KEY] = net.format_net(marks)
        return table | dict(self.extra)

    def list_codes(self) -> tuple[int, ...]:
        """Return the tile codes for all cells, with path under the monk."""
        return cube_codes.list_tile_codes(self.cells)


def read_board(table: Table) -> MonkBoard:
    """Read a board from a ``[board]`` table.

    Raises:
        LevelError: A key is missing or malformed. The error names the key and, for a bad character,
            its row and column.
    """
    if NET_KEY not in table:
        raise LevelError("missing; expected a multi-line string", key=f"board.{NET_KEY}")
    cells = net.read_net(table[NET_KEY], f"board.{NET_KEY}", cube_codes.GLYPHS, cube_codes.MEANING)
    needed = table.get(cube_codes.KARMA_KEY, cube_codes.DEFAULT_KARMA)
    # A boolean is an integer in Python, but not in a level file.
    if isinstance(needed, bool) or not isinstance(needed, int):
        raise LevelError(
            f"expected a whole number, found {get_type_name(needed)}",
            key=f"board.{cube_codes.KARMA_KEY}",
        )
    locked: frozenset[int] = frozenset()
    if LOCKED_KEY in table:
        allowed = cube_codes.LOCK_GLYPH + "."
        key, meaning = f"board.{LOCKED_KEY}", "expected x or ."
        marks = net.read_net(table[LOCKED_KEY], key, allowed, meaning, allowed + net.OUTSIDE)
        locked = frozenset(cell for cell in range(CELLS) if marks[cell] == cube_codes.LOCK_GLYPH)
    extra = {key: value for key, value in table.items() if key not in _KNOWN}
    return MonkBoard(cells, needed, locked, extra=extra)


def create_blank() -> MonkBoard:
    """Create a board with the monk on the entrance and obstacles everywhere else."""
    return replace_tile(
        MonkBoard(cube_codes.OBSTACLE_GLYPH * CELLS), cube_codes.MONK_GLYPH, ENTRANCE
    )


def replace_tile(board: MonkBoard, glyph: str, cell: int) -> MonkBoard:
    """Return a copy of the board with ``glyph`` on a cell.

    There is only one monk, so placing him on another cell leaves path on his old cell.
    """
    cells = board.cells
    if glyph == cube_codes.MONK_GLYPH and cells[cell] != glyph:
        cells = cells.replace(cube_codes.MONK_GLYPH, cube_codes.PATH_GLYPH)
    return replace(board, cells=cells[:cell] + glyph + cells[cell + 1 :])


def toggle_lock(board: MonkBoard, cell: int) -> MonkBoard:
    """Return a copy of the board with the lock on a cell toggled."""
    return replace(board, locked=board.locked ^ {cell})


def describe_cell(board: MonkBoard, row: int, col: int) -> str:
    """Describe the contents of the place at (row, col) in the net."""
    cell = CELL_AT.get((row, col))
    if cell is None:
        return "outside the cube"
    words = [cube_codes.TITLES[board.cells[cell]]]
    if cell in board.protective:
        words[0] = f"protective {words[0]}"
    if cell == EXIT:
        words.append("exit")
    if cell in board.locked:
        words.append("locked")
    return ", ".join(words)


_PROTECTIVE = "protective-"
_PLACES = {
    "-exit-open": "the open exit",
    "-exit": "the closed exit",
    "-entrance": "where the monk began",
}


_TITLES = {name: cube_codes.TITLES[glyph] for glyph, name in cube_codes.NAMES.items()}


def format_title(name: str) -> str:
    """Return the title for a tile name in a picture, or an empty string if the name is unknown."""
    if name.startswith(_PROTECTIVE):
        return f"protective {format_title(name.removeprefix(_PROTECTIVE))}"
    for ending, place in _PLACES.items():
        if name.endswith(ending):
            return f"{format_title(name.removesuffix(ending))}, {place}"
    return _TITLES.get(name, "")


def draw_picture(
    cells: str,
    needed: int,
    *,
    collected: int = 0,
    locked: Collection[int] = (),
    protective: Collection[int] = (),
) -> Picture:
    """Return a picture of the unfolded cube.

    The exit is drawn as open if ``collected`` is at least ``needed``. The other arguments
    correspond to the attributes of :class:`MonkBoard`.
    """
    is_open = collected >= needed
    tiles = [["outside"] * COLS for _ in range(ROWS)]
    pieces: dict[tuple[int, int], DrawnPiece] = {}
    for cell, (glyph, (row, col)) in enumerate(zip(cells, PLACES, strict=True)):
        is_monk = glyph == cube_codes.MONK_GLYPH
        name = cube_codes.NAMES[cube_codes.PATH_GLYPH if is_monk else glyph]
        if cell in protective:
            name = f"{_PROTECTIVE}{name}"
        # An unseen entrance or exit must look like any other unseen cell.
        if glyph == cube_codes.UNSEEN_GLYPH:
            pass
        elif cell == ENTRANCE:
            name += "-entrance"
        elif cell == EXIT:
            name += "-exit-open" if is_open else "-exit"
        tiles[row][col] = name
        if is_monk:
            pieces[row, col] = DrawnPiece(cube_codes.NAMES[glyph], len(pieces))
    return Picture(
        tuple(map(tuple, tiles)),
        pieces,
        locked=frozenset(PLACES[cell] for cell in locked),
        panels=PANELS,
        notes=(
            SideNote("karma", f"{collected} of {needed}"),
            SideNote("exit", "open" if is_open else "closed"),
        ),
    )


def find_on_top(cells: str, glyphs: str) -> int:
    """Return the mask of the top cells that hold one of ``glyphs``."""
    return _build_mask(cells[:FACE], glyphs)


@lru_cache(maxsize=1024)
def _build_mask(face: str, glyphs: str) -> int:
    # The result is cached because play and hints ask for the same few top faces repeatedly.
    return sum(1 << cell for cell, glyph in enumerate(face) if glyph in glyphs)
