"""Measuring the symmetry of boards of tiles and pieces, and making boards symmetric.

Walls and pieces are treated separately, each under the symmetry that fits them best. For example,
the walls of a level may be mirrored while its pieces are rotated by half a turn.

Walls are copied: a cell and its images form an orbit, and one cell of the orbit determines all
others. Pieces are moved instead, because none may be added or removed. If a piece lacks a
counterpart, the nearest spare piece of the same kind moves into that position.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple, TypeVar

from engine.errors import EngineError
from engine.game.boards import Symmetrizer
from engine.tiles.board import TileBoard
from engine.values import grid
from engine.values.grid import SYMMETRIES, Area, Cell, Symmetry
from engine.values.level import Board
from engine.values.ratings_and_awards import Judgement

B = TypeVar("B", bound=TileBoard)

WALLS, PIECES = "walls", "pieces"
_CACHE_SIZE = 4
"""The number of boards whose symmetry is cached. Screens ask for the same board repeatedly."""


class SymmetryScore(NamedTuple):
    """The best symmetry for some objects, and the number of objects that it maps to equal ones.

    Attributes:
        alike: The number of objects that the symmetry maps to an equal object.
        total: The total number of objects.
        symmetry: The best symmetry, or the first of several equally good ones.
    """

    alike: int
    total: int
    symmetry: Symmetry

    @property
    def share(self) -> float:
        """The share of objects mapped to an equal object, or 1 if there are no objects."""
        return self.alike / self.total if self.total else 1.0


def list_symmetries(board: TileBoard) -> tuple[Symmetry, ...]:
    """Return the symmetries, except the identity, that preserve the shape of a board."""
    square = board.rows == board.cols
    return tuple(symmetry for symmetry in SYMMETRIES[1:] if square or not symmetry.swaps_axes)


@lru_cache(maxsize=_CACHE_SIZE)
def measure_wall_symmetry(board: TileBoard) -> SymmetryScore:
    """Measure the symmetry of the inner cells, each of which counts as solid or open."""
    ring = board.ring
    inner = tuple(line[ring : board.cols - ring] for line in board.tiles[ring : board.rows - ring])
    cells = sum(map(len, inner))
    solid = encode_solid_cells(board, inner)

    def count_alike(symmetry: Symmetry) -> int:
        # Each set bit of the XOR is a cell that differs from its image.
        return (
            cells - (solid ^ encode_solid_cells(board, symmetry.transform_grid(inner))).bit_count()
        )

    return _find_best(board, count_alike, cells)


def encode_solid_cells(board: TileBoard, lines: Iterable[str], between: str = "") -> int:
    """Return a word with one bit for each tile in ``lines``.

    The bit is set if the tile is solid, and the last tile has the lowest bit. ``between`` holds the
    bits to insert between two lines.
    """
    table = _create_bit_table(board.tile_glyphs.text, board.solid)
    # The leading zero makes the string a valid number even if there are no tiles.
    return int("0" + between.join(line.translate(table) for line in lines), 2)


def encode_empty_cells(board: TileBoard, lines: Iterable[str]) -> int:
    """Return a word with one bit for each cell in ``lines``.

    The bit is set if the cell has no piece, and the last cell has the lowest bit.
    """
    table = _create_bit_table(board.piece_glyphs.text, ".")
    return int("0" + "".join(lines).translate(table), 2)


@cache
def _create_bit_table(glyphs: str, set_for: str) -> dict[int, str]:
    """Create a translation table that maps each glyph in ``set_for`` to 1 and all others to 0."""
    return str.maketrans({glyph: "01"[glyph in set_for] for glyph in glyphs})


@lru_cache(maxsize=_CACHE_SIZE)
def measure_piece_symmetry(board: TileBoard) -> SymmetryScore:
    """Measure the symmetry of the pieces. A piece matches only pieces of the same kind."""
    pieces = "".join(board.pieces)
    cells = [cell for cell, glyph in enumerate(pieces) if glyph != "."]

    def count_alike(symmetry: Symmetry) -> int:
        images = "".join(symmetry.transform_grid(board.pieces))
        return sum(images[cell] == pieces[cell] for cell in cells)

    return _find_best(board, count_alike, len(cells))


def _find_best(
    board: TileBoard, count_alike: Callable[[Symmetry], int], total: int
) -> SymmetryScore:
    found = (
        SymmetryScore(count_alike(symmetry), total, symmetry) for symmetry in list_symmetries(board)
    )
    return max(found, key=lambda likeness: likeness.alike)


def _map_cell(board: TileBoard, symmetry: Symmetry, cell: Cell) -> Cell:
    return symmetry.transform_cell(*cell, board.rows, board.cols)


def with_symmetric_walls(board: B, symmetries: Sequence[Symmetry]) -> B:
    """Return the board with the tiles inside its border made equal to their images.

    In each group of a cell and its images, one cell determines the others. This is a locked cell if
    there is one, otherwise a cell with a piece, otherwise the first cell in reading order. A cell
    with a piece never becomes solid.
    """
    ring = board.ring
    inner = product(range(ring, board.rows - ring), range(ring, board.cols - ring))
    turned = [(symmetry, board.transform(symmetry).tiles) for symmetry in symmetries]
    after, decided = board, set[Cell]()
    # The sort is stable, so cells that rank equally remain in reading order.
    for cell in sorted(
        inner, key=lambda cell: (not board.is_locked(*cell), not _has_piece(board, cell))
    ):
        if cell in decided:
            continue
        decided.add(cell)
        for symmetry, tiles in turned:
            row, col = image = _map_cell(board, symmetry, cell)
            walled_in = tiles[row][col] in board.solid and _has_piece(board, image)
            if image not in decided and not board.is_locked(*image) and not walled_in:
                decided.add(image)
                after = replace(
                    after, tiles=grid.replace_cell(after.tiles, row, col, tiles[row][col])
                )
    return after


def _has_piece(board: TileBoard, cell: Cell) -> bool:
    return board.pieces[cell[0]][cell[1]] != "."


def with_symmetric_pieces(board: B, symmetries: Sequence[Symmetry]) -> B:
    """Return the board with pieces moved to the images of other pieces of their kind.

    No piece is added or removed, so the only piece of a kind stays where it is. A piece and its
    images form a complete group if they all hold pieces of the same kind. For each other piece, in
    reading order, the nearest pieces of its kind outside complete groups move to its images. If
    another piece is in the way, it swaps places with the arriving piece. Pieces move only to floor,
    or to the kind of tile under the piece that they match.
    """
    pieces = {(row, col): glyph for row, col, glyph in board.iterate_pieces()}
    images = {cell: _list_images(board, symmetries, cell) for cell in _list_cells(board)}
    # The cells of all complete groups. Groups that the loop completes are added to the set.
    settled = {
        cell
        for cell, glyph in pieces.items()
        if all(pieces.get(image) == glyph for image in images[cell])
    }
    for anchor in sorted(pieces):
        glyph = pieces.get(anchor)
        if glyph is None or anchor in settled:
            continue
        same_tiles = {".", board.tiles[anchor[0]][anchor[1]]}
        lacking = [image for image in images[anchor] if pieces.get(image) != glyph]
        # The group cannot be completed if an image is neither floor nor the same kind of tile, is
        # locked, or belongs to a complete group.
        if any(
            board.tiles[row][col] not in same_tiles
            or board.is_locked(row, col)
            or (row, col) in settled
            for row, col in lacking
        ):
            continue
        kept = {anchor, *images[anchor], *settled}
        # Pieces in complete groups, locked pieces and pieces in this group must not move.
        spare = [
            cell
            for cell, other in pieces.items()
            if other == glyph and cell not in kept and not board.is_locked(*cell)
        ]
        moves = _assign_nearest(board, spare, lacking, pieces)
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


def _list_cells(board: TileBoard) -> list[Cell]:
    return [(row, col) for row in range(board.rows) for col in range(board.cols)]


def _list_images(board: TileBoard, symmetries: Sequence[Symmetry], cell: Cell) -> tuple[Cell, ...]:
    """Return the distinct images of a cell under the symmetries, except for the cell itself."""
    found = dict.fromkeys(_map_cell(board, symmetry, cell) for symmetry in symmetries)
    return tuple(image for image in found if image != cell)


def _assign_nearest(
    board: TileBoard, sources: Sequence[Cell], targets: Sequence[Cell], occupied: Collection[Cell]
) -> list[tuple[Cell, Cell]] | None:
    """Pair each target with the nearest remaining source; return None if there are too few sources.

    If a target holds a piece, that piece moves to the source, so the source must be on floor.
    """
    left, moves = list(sources), []
    for target in targets:
        fit = [
            cell for cell in left if target not in occupied or board.tiles[cell[0]][cell[1]] == "."
        ]
        if not fit:
            return None
        # Break ties by reading order, so that the result does not depend on the order of sources.
        nearest = min(fit, key=lambda cell: (_measure_distance(cell, target), cell))
        left.remove(nearest)
        moves.append((nearest, target))
    return moves


def _measure_distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


class TileSymmetrizer(Symmetrizer):
    """The symmetrizer for boards of tiles, which treats walls and pieces separately."""

    parts = (WALLS, PIECES)

    def measure_symmetry(self, board: TileBoard, part: str) -> float:
        """Return the share of walls or pieces that the best symmetry maps to equal ones."""
        return (
            measure_wall_symmetry(board) if part == WALLS else measure_piece_symmetry(board)
        ).share

    def make_symmetric(self, board: TileBoard, part: str, symmetries: Sequence[Symmetry]) -> Board:
        """Return the board after copying walls or moving pieces to make them symmetric."""
        change = with_symmetric_walls if part == WALLS else with_symmetric_pieces
        after = change(board, symmetries)
        if after == board:
            raise EngineError(f"no {part} to change")
        return after

    def cut_area(self, board: TileBoard, area: Area) -> TileBoard:
        """Return the part of a rectangle that is inside the border, as a board with a border."""
        top, bottom, left, right = _clip_area(board, area)
        ring = board.ring
        below, beyond = bottom + 1 + ring - board.rows, right + 1 + ring - board.cols
        return board.resize(ring - top, below, ring - left, beyond)

    def paste_area(self, board: TileBoard, area: Area, part: TileBoard) -> TileBoard:
        """Return the board with the tiles and pieces from ``part`` put back into ``area``."""
        inside = _clip_area(board, area)
        for row, col in inside.cells:
            at = row - inside.top + board.ring, col - inside.left + board.ring
            board = replace(
                board,
                tiles=grid.replace_cell(board.tiles, row, col, part.tiles[at[0]][at[1]]),
                pieces=grid.replace_cell(board.pieces, row, col, part.pieces[at[0]][at[1]]),
            )
        return board

    def judge_symmetry(self, board: TileBoard) -> Judgement:
        """Rate the symmetry of walls and of pieces, and name the best symmetry of each."""
        walls, pieces = measure_wall_symmetry(board), measure_piece_symmetry(board)
        lines = (
            (WALLS, _format_score(walls, "inner cell")),
            (PIECES, _format_score(pieces, "piece") if pieces.total else "there are none"),
        )
        rating = f"walls {walls.share:.2f}, pieces {pieces.share:.2f}"
        return Judgement("Symmetry, our own rating", rating, "", lines, ())


def _clip_area(board: TileBoard, area: Area) -> Area:
    """Return the part of a rectangle that is inside the border.

    Raises:
        EngineError: No cell in the rectangle is inside the border.
    """
    top, left = max(area.top, board.ring), max(area.left, board.ring)
    bottom = min(area.bottom, board.rows - 1 - board.ring)
    right = min(area.right, board.cols - 1 - board.ring)
    if top > bottom or left > right:
        raise EngineError("nothing of the selection lies within the ring")
    return Area(top, bottom, left, right)


def _format_score(found: SymmetryScore, unit: str) -> str:
    units = unit if found.total == 1 else f"{unit}s"
    return f"{found.alike} of {found.total} {units} like their image, {found.symmetry.name}"
