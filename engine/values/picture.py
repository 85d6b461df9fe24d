"""Pictures of boards, written in names that a theme turns into glyphs and colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple


class DrawnPiece(NamedTuple):
    """A movable object, with its theme name and a number that identifies it throughout play.

    ``identity`` is the index of the piece, in reading order, in the position where play starts.
    """

    name: str
    identity: int


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a board that is drawn as a unit, such as a face of an unfolded solid.

    Attributes:
        name: The name of the panel, a single letter.
        title: The title of the panel, as one short word.
        row, col: The row and column of the panel's upper left cell.
        rows, cols: The numbers of rows and columns.
        counts_upwards: True if the panel's rows are numbered from the bottom up.
        face: The side of the solid: ``top``, ``left`` or ``front``; empty for a hidden face.
    """

    name: str
    title: str
    row: int
    col: int
    rows: int
    cols: int
    counts_upwards: bool = False
    face: str = ""

    def __contains__(self, cell: tuple[int, int]) -> bool:
        """Return whether a cell belongs to the panel."""
        row, col = cell[0] - self.row, cell[1] - self.col
        return 0 <= row < self.rows and 0 <= col < self.cols


class SideNote(NamedTuple):
    """A subject and its value, in a word or two, to show next to a board."""

    title: str
    value: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A board, described in names that a theme draws.

    Attributes:
        tiles: The theme names of the fixed tiles, indexed as ``tiles[row][col]``.
        pieces: A mapping from (row, col) to the movable object on that cell.
        gates: The one-way edges as (row, col, direction). Each gate is on the edge of cell
            (row, col) that lies in that direction, as numbered in :mod:`engine.values.grid`.
        locked: The cells that generation must not change.
        panels: The parts of a board that is not a single rectangle; empty if the whole picture is
            the board. Positions outside all panels are not cells.
        notes: The notes next to the board.
    """

    tiles: tuple[tuple[str, ...], ...]
    pieces: Mapping[tuple[int, int], DrawnPiece] = field(default_factory=dict)
    gates: frozenset[tuple[int, int, int]] = frozenset()
    locked: frozenset[tuple[int, int]] = frozenset()
    panels: tuple[Panel, ...] = ()
    notes: tuple[SideNote, ...] = ()

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.tiles)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.tiles[0]) if self.tiles else 0

    def has_cell(self, cell: tuple[int, int]) -> bool:
        """Return whether ``cell`` is a cell of the board."""
        if self.panels:
            return any(cell in panel for panel in self.panels)
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols


def crop_picture(picture: Picture, row: int, col: int, rows: int, cols: int) -> Picture:
    """Return the part of a picture inside a rectangle, as a smaller picture.

    ``row`` and ``col`` are the rectangle's upper left corner. The result has no notes, and only the
    panels that are completely inside the rectangle.
    """

    def is_inside(at: int, to: int) -> bool:
        return row <= at < row + rows and col <= to < col + cols

    return Picture(
        tuple(line[col : col + cols] for line in picture.tiles[row : row + rows]),
        {(r - row, c - col): piece for (r, c), piece in picture.pieces.items() if is_inside(r, c)},
        # A gate on the border of the rectangle is kept if the cell that it belongs to is inside.
        frozenset((r - row, c - col, way) for r, c, way in picture.gates if is_inside(r, c)),
        frozenset((r - row, c - col) for r, c in picture.locked if is_inside(r, c)),
        tuple(
            replace(panel, row=panel.row - row, col=panel.col - col)
            for panel in picture.panels
            if is_inside(panel.row, panel.col)
            and is_inside(panel.row + panel.rows - 1, panel.col + panel.cols - 1)
        ),
    )


def find_changed_cells(one: Picture, other: Picture) -> frozenset[tuple[int, int]]:
    """Return the cells that differ between two pictures, ignoring locks.

    A cell that exists in only one of the pictures counts as different.
    """
    before, after = _list_contents(one), _list_contents(other)
    cells = before.keys() | after.keys()
    return frozenset(cell for cell in cells if before.get(cell) != after.get(cell))


def _list_contents(picture: Picture) -> dict[tuple[int, int], tuple[object, ...]]:
    """Return the tile, piece and gates of every cell."""
    return {
        (row, col): (
            name,
            piece.name if (piece := picture.pieces.get((row, col))) is not None else "",
            frozenset(way for r, c, way in picture.gates if (r, c) == (row, col)),
        )
        for row, names in enumerate(picture.tiles)
        for col, name in enumerate(names)
    }
