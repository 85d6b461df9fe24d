"""How symmetric boards of tiles and pieces are, and making them so.

Walls and pieces are looked at apart, and each under the symmetry that suits it best, as a level's
walls may be mirrored while its pieces lie turned by half.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TypeVar

from engine.errors import EngineError
from engine.game.boards import Symmetrizing
from engine.tiles.board import TileBoard
from engine.values import grid
from engine.values.grid import SYMMETRIES, Area, Cell, Symmetry
from engine.values.judgement import Judgement
from engine.values.level import Board

B = TypeVar("B", bound=TileBoard)

WALLS, PIECES = "walls", "pieces"
_REMEMBERED = 4
"""Boards whose symmetry is remembered: a screen asks for that of one with every key."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much of something lies on its like under a symmetry.

    Attributes:
        alike: how many of them do.
        total: how many there are.
        symmetry: the first of those that do best.
    """

    alike: int
    total: int
    symmetry: Symmetry

    @property
    def share(self) -> float:
        """Those alike of all, 1 where there is nothing."""
        return self.alike / self.total if self.total else 1.0


def fitting(board: TileBoard) -> tuple[Symmetry, ...]:
    """The symmetries, other than the identity, under which a board keeps its shape."""
    square = board.rows == board.cols
    return tuple(symmetry for symmetry in SYMMETRIES[1:] if square or not symmetry.swaps)


@lru_cache(maxsize=_REMEMBERED)
def wall_symmetry(board: TileBoard) -> Likeness:
    """The inner cells whose class, solid or open, is that of their image."""
    inner = tuple(line[1:-1] for line in board.tiles[1:-1])
    cells = sum(map(len, inner))
    solid = solid_cells(board, inner)

    def alike(symmetry: Symmetry) -> int:
        """How many of them a symmetry takes to their like."""
        return cells - (solid ^ solid_cells(board, symmetry.grid(inner))).bit_count()

    return _best(board, alike, cells)


def solid_cells(board: TileBoard, lines: Iterable[str]) -> int:
    """A word with a bit for each of some tiles of a board, the last one lowest, set if solid."""
    table = _bits(board.tile_glyphs.text, board.solid)
    return int("0" + "".join(lines).translate(table), 2)


def empty_cells(board: TileBoard, lines: Iterable[str]) -> int:
    """The same of a text of pieces; set where there is none."""
    table = _bits(board.piece_glyphs.text, ".")
    return int("0" + "".join(lines).translate(table), 2)


@cache
def _bits(glyphs: str, set_for: str) -> dict[int, str]:
    """Makes digits of glyphs, by :meth:`str.translate`."""
    return str.maketrans({glyph: "01"[glyph in set_for] for glyph in glyphs})


@lru_cache(maxsize=_REMEMBERED)
def piece_symmetry(board: TileBoard) -> Likeness:
    """The pieces whose image has their kind."""
    pieces = "".join(board.pieces)
    cells = [cell for cell, glyph in enumerate(pieces) if glyph != "."]

    def alike(symmetry: Symmetry) -> int:
        """How many of them a symmetry takes to their like."""
        images = "".join(symmetry.grid(board.pieces))
        return sum(images[cell] == pieces[cell] for cell in cells)

    return _best(board, alike, len(cells))


def _best(board: TileBoard, alike: Callable[[Symmetry], int], total: int) -> Likeness:
    found = (Likeness(alike(symmetry), total, symmetry) for symmetry in fitting(board))
    return max(found, key=lambda likeness: likeness.alike)


def _image(board: TileBoard, symmetry: Symmetry, cell: Cell) -> Cell:
    return symmetry.cell(*cell, board.rows, board.cols)


def with_symmetric_walls(board: B, symmetries: Sequence[Symmetry]) -> B:
    """The board with the tiles within its ring like their images, turned as those ask for.

    Of a cell and its images one that is locked is taken over by the others, else one that holds a
    piece, else the first in reading order. No piece is walled in.
    """
    inner = ((row, col) for row in range(1, board.rows - 1) for col in range(1, board.cols - 1))
    turned = [(symmetry, board.transformed(symmetry).tiles) for symmetry in symmetries]
    after, decided = board, set[Cell]()
    for cell in sorted(
        inner, key=lambda cell: (not board.is_locked(*cell), not _held(board, cell))
    ):
        if cell in decided:
            continue
        decided.add(cell)
        for symmetry, tiles in turned:
            row, col = image = _image(board, symmetry, cell)
            walled_in = tiles[row][col] in board.solid and _held(board, image)
            if image not in decided and not board.is_locked(*image) and not walled_in:
                decided.add(image)
                after = replace(after, tiles=grid.replace(after.tiles, row, col, tiles[row][col]))
    return after


def _held(board: TileBoard, cell: Cell) -> bool:
    return board.pieces[cell[0]][cell[1]] != "."


def with_symmetric_pieces(board: B, symmetries: Sequence[Symmetry]) -> B:
    """The board with pieces moved to where images of others of their kind are.

    None is added or taken away, so one without another of its kind stays. In reading order every
    piece whose images lack their like is brought the nearest of its kind that is not one of such a
    group itself; what is in the way changes places with it. Pieces move to floor, or to what the
    one that is imaged stands on.
    """
    pieces = {(row, col): glyph for row, col, glyph in board.pieces_in_order()}
    images = {cell: _images(board, symmetries, cell) for cell in _cells(board)}
    settled = {
        cell
        for cell, glyph in pieces.items()
        if all(pieces.get(image) == glyph for image in images[cell])
    }
    for anchor in sorted(pieces):
        glyph = pieces.get(anchor)
        if glyph is None or anchor in settled:
            continue
        ground = {".", board.tiles[anchor[0]][anchor[1]]}
        lacking = [image for image in images[anchor] if pieces.get(image) != glyph]
        if any(
            board.tiles[row][col] not in ground
            or board.is_locked(row, col)
            or (row, col) in settled
            for row, col in lacking
        ):
            continue
        kept = {anchor, *images[anchor], *settled}
        spare = [
            cell
            for cell, other in pieces.items()
            if other == glyph and cell not in kept and not board.is_locked(*cell)
        ]
        moves = _nearest(board, spare, lacking, pieces)
        if moves is None:
            continue
        for source, target in moves:
            displaced = pieces.pop(target, None)
            pieces[target] = pieces.pop(source)
            if displaced is not None:
                pieces[source] = displaced
        settled |= {anchor, *images[anchor]}
    rows, cols = range(board.rows), range(board.cols)
    grids = tuple("".join(pieces.get((row, col), ".") for col in cols) for row in rows)
    return replace(board, pieces=grids)


def _cells(board: TileBoard) -> list[Cell]:
    return [(row, col) for row in range(board.rows) for col in range(board.cols)]


def _images(board: TileBoard, symmetries: Sequence[Symmetry], cell: Cell) -> tuple[Cell, ...]:
    """The other cells that a cell goes to, each once."""
    found = dict.fromkeys(_image(board, symmetry, cell) for symmetry in symmetries)
    return tuple(image for image in found if image != cell)


def _nearest(
    board: TileBoard, sources: Sequence[Cell], targets: Sequence[Cell], taken: Collection[Cell]
) -> list[tuple[Cell, Cell]] | None:
    """For every target the nearest source that is left; None if there are too few.

    Of equals the first. What a target holds must find floor where its place is taken from.
    """
    left, moves = list(sources), []
    for target in targets:
        fit = [cell for cell in left if target not in taken or board.tiles[cell[0]][cell[1]] == "."]
        if not fit:
            return None
        nearest = min(fit, key=lambda cell: (_distance(cell, target), cell))
        left.remove(nearest)
        moves.append((nearest, target))
    return moves


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


class TileSymmetrizing(Symmetrizing):
    """Makes walls or pieces symmetric."""

    parts = (WALLS, PIECES)

    def share(self, board: TileBoard, part: str) -> float:
        """How much of a part lies on its like."""
        return (wall_symmetry(board) if part == WALLS else piece_symmetry(board)).share

    def symmetric(self, board: TileBoard, part: str, symmetries: Sequence[Symmetry]) -> Board:
        """The board with walls copied, or pieces moved."""
        change = with_symmetric_walls if part == WALLS else with_symmetric_pieces
        after = change(board, symmetries)
        if after == board:
            raise EngineError(f"no {part} to change")
        return after

    def cut(self, board: TileBoard, area: Area) -> TileBoard:
        """The cells of a rectangle within the ring, with the board's ring round them."""
        top, bottom, left, right = _within(board, area)
        return board.resized(1 - top, bottom + 2 - board.rows, 1 - left, right + 2 - board.cols)

    def pasted(self, board: TileBoard, area: Area, cut: TileBoard) -> TileBoard:
        """The board with tiles and pieces of what was cut out of it put back."""
        inside = _within(board, area)
        for row, col in inside.cells:
            at = row - inside.top + 1, col - inside.left + 1
            board = replace(
                board,
                tiles=grid.replace(board.tiles, row, col, cut.tiles[at[0]][at[1]]),
                pieces=grid.replace(board.pieces, row, col, cut.pieces[at[0]][at[1]]),
            )
        return board

    def judgement(self, board: TileBoard) -> Judgement:
        """Both measures, with the symmetries that they are of."""
        walls, pieces = wall_symmetry(board), piece_symmetry(board)
        lines = (
            (WALLS, _in_words(walls, "inner cell")),
            (PIECES, _in_words(pieces, "piece") if pieces.total else "there are none"),
        )
        rating = f"walls {walls.share:.2f}, pieces {pieces.share:.2f}"
        return Judgement("Symmetry, our own rating", rating, "", lines, ())


def _within(board: TileBoard, area: Area) -> Area:
    """The part of a rectangle that lies within the ring.

    Raises:
        EngineError: none does.
    """
    top, left = max(area.top, 1), max(area.left, 1)
    bottom, right = min(area.bottom, board.rows - 2), min(area.right, board.cols - 2)
    if top > bottom or left > right:
        raise EngineError("nothing of the selection lies within the ring")
    return Area(top, bottom, left, right)


def _in_words(found: Likeness, unit: str) -> str:
    units = unit if found.total == 1 else f"{unit}s"
    return f"{found.alike} of {found.total} {units} like their image, {found.symmetry.name}"
