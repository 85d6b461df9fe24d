"""What a board looks like, as names that a theme turns into glyphs and colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Piece:
    """A movable object: its theme name and its identity, stable from file to screen.

    ``identity`` is the piece's number in reading order of the level it started from.
    """

    name: str
    identity: int


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a board that is drawn as one, such as a face of an unfolded solid.

    Attributes:
        name: one letter.
        title: a short word.
        row, col: its upper left cell.
        upwards: whether its rows are numbered from below.
        seen: where it is seen from outside: ``top``, ``left`` or ``front``; empty if it is not.
    """

    name: str
    title: str
    row: int
    col: int
    rows: int
    cols: int
    upwards: bool = False
    seen: str = ""

    def __contains__(self, cell: tuple[int, int]) -> bool:
        """Whether a cell belongs to it."""
        row, col = cell[0] - self.row, cell[1] - self.col
        return 0 <= row < self.rows and 0 <= col < self.cols


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be read beside a board: what it is, and how it stands, in a word or two."""

    title: str
    value: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A board to draw.

    Attributes:
        tiles: theme names of the fixed tiles, ``tiles[row][col]``.
        pieces: the movable objects by (row, col).
        gates: one-way edges as (row, col, direction number of :mod:`engine.values.grid`): the edge
            from that tile in that direction.
        locked: cells that generation must leave as they are.
        panels: the parts that it consists of, where it is not drawn as a whole; places that are
            in none of them are no cells.
        notes: what is to be read beside it.
    """

    tiles: tuple[tuple[str, ...], ...]
    pieces: Mapping[tuple[int, int], Piece] = field(default_factory=dict)
    gates: frozenset[tuple[int, int, int]] = frozenset()
    locked: frozenset[tuple[int, int]] = frozenset()
    panels: tuple[Panel, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.tiles)

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.tiles[0]) if self.tiles else 0

    def has(self, cell: tuple[int, int]) -> bool:
        """Whether there is a cell at a place."""
        if self.panels:
            return any(cell in panel for panel in self.panels)
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols


def part(picture: Picture, row: int, col: int, rows: int, cols: int) -> Picture:
    """The cells of a rectangle, of its upper left corner and its size, as a picture of their own.

    Panels that are not wholly in it go, and so do the notes on the whole.
    """

    def inside(at: int, to: int) -> bool:
        """Whether the rectangle has a place."""
        return row <= at < row + rows and col <= to < col + cols

    return Picture(
        tuple(line[col : col + cols] for line in picture.tiles[row : row + rows]),
        {(r - row, c - col): piece for (r, c), piece in picture.pieces.items() if inside(r, c)},
        frozenset((r - row, c - col, way) for r, c, way in picture.gates if inside(r, c)),
        frozenset((r - row, c - col) for r, c in picture.locked if inside(r, c)),
        tuple(
            replace(panel, row=panel.row - row, col=panel.col - col)
            for panel in picture.panels
            if inside(panel.row, panel.col)
            and inside(panel.row + panel.rows - 1, panel.col + panel.cols - 1)
        ),
    )


def differences(one: Picture, other: Picture) -> frozenset[tuple[int, int]]:
    """The cells on which two pictures show different things; locks do not count.

    A cell that only one of them has differs.
    """
    before, after = _contents(one), _contents(other)
    cells = before.keys() | after.keys()
    return frozenset(cell for cell in cells if before.get(cell) != after.get(cell))


def _contents(picture: Picture) -> dict[tuple[int, int], tuple[object, ...]]:
    """What stands on every cell."""
    return {
        (row, col): (
            name,
            piece.name if (piece := picture.pieces.get((row, col))) is not None else "",
            frozenset(way for r, c, way in picture.gates if (r, c) == (row, col)),
        )
        for row, names in enumerate(picture.tiles)
        for col, name in enumerate(names)
    }
