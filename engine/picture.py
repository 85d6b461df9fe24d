"""What a board looks like, as names that a theme turns into glyphs and colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Piece:
    """A movable object: its theme name and its identity, stable from file to screen.

    ``identity`` is the piece's number in reading order of the level it started from.
    """

    name: str
    identity: int


@dataclass(frozen=True, slots=True)
class Picture:
    """A board to draw.

    Attributes:
        tiles: theme names of the fixed tiles, ``tiles[row][col]``.
        pieces: the movable objects by (row, col).
        gates: one-way edges as (row, col, direction number of :mod:`engine.grid`): the edge
            from that tile in that direction.
        locked: cells that generation must leave as they are.
    """

    tiles: tuple[tuple[str, ...], ...]
    pieces: Mapping[tuple[int, int], Piece] = field(default_factory=dict)
    gates: frozenset[tuple[int, int, int]] = frozenset()
    locked: frozenset[tuple[int, int]] = frozenset()

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.tiles)

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.tiles[0]) if self.tiles else 0


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
