"""A cube of the monk as a value: reading, changing, drawing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from engine.errors import LevelError
from engine.games.mazing_monk.cube import codes, net
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE, EXIT, FACE
from engine.games.mazing_monk.cube.net import CELL_AT, COLS, PANELS, PLACES, ROWS
from engine.values.grid import type_name
from engine.values.level import Table
from engine.values.picture import Note, Picture, Piece

NET_KEY, LOCKED_KEY = "net", "locked"
_KNOWN = (NET_KEY, LOCKED_KEY, codes.KARMA_KEY)


@dataclass(frozen=True, slots=True)
class MonkBoard:
    """A cube with the monk on it, immutable.

    Attributes:
        cells: the 54 glyphs of the cells, faces in the order T B L R F K, row by row.
        karma_needed: how much karma opens the exit.
        locked: cells that generation must leave as they are.
        protective: obstacles that the generation in progress keeps; of no account in play.
        extra: unknown keys of the ``[board]`` table, kept.
    """

    cells: str
    karma_needed: int = codes.DEFAULT_KARMA
    locked: frozenset[int] = frozenset()
    protective: frozenset[int] = field(default=frozenset(), compare=False)
    extra: Table = field(default_factory=dict, hash=False)

    @property
    def rows(self) -> int:
        """Number of rows of the unfolded cube."""
        return ROWS

    @property
    def cols(self) -> int:
        """Number of columns of the unfolded cube."""
        return COLS

    def table(self) -> dict[str, Any]:
        """The canonical ``[board]`` table."""
        table: dict[str, Any] = {NET_KEY: net.net_text(self.cells)}
        if self.karma_needed != codes.DEFAULT_KARMA:
            table[codes.KARMA_KEY] = self.karma_needed
        if self.locked:
            marks = [codes.LOCK_GLYPH if cell in self.locked else "." for cell in range(CELLS)]
            table[LOCKED_KEY] = net.net_text(marks)
        return table | dict(self.extra)

    def codes(self) -> tuple[int, ...]:
        """The codes of the tiles of all cells, path below the monk."""
        return codes.tile_codes(self.cells)


def read_board(table: Table) -> MonkBoard:
    """The board of a ``[board]`` table.

    Raises:
        LevelError: a key is missing or of another form; names key, row and column.
    """
    if NET_KEY not in table:
        raise LevelError("missing; expected a multi-line string", key=f"board.{NET_KEY}")
    cells = net.read_net(table[NET_KEY], f"board.{NET_KEY}", codes.GLYPHS, codes.MEANING)
    needed = table.get(codes.KARMA_KEY, codes.DEFAULT_KARMA)
    if isinstance(needed, bool) or not isinstance(needed, int):
        raise LevelError(
            f"expected a whole number, found {type_name(needed)}", key=f"board.{codes.KARMA_KEY}"
        )
    locked: frozenset[int] = frozenset()
    if LOCKED_KEY in table:
        allowed = codes.LOCK_GLYPH + "."
        key, meaning = f"board.{LOCKED_KEY}", "expected x or ."
        marks = net.read_net(table[LOCKED_KEY], key, allowed, meaning, allowed + net.OUTSIDE)
        locked = frozenset(cell for cell in range(CELLS) if marks[cell] == codes.LOCK_GLYPH)
    extra = {key: value for key, value in table.items() if key not in _KNOWN}
    return MonkBoard(cells, needed, locked, extra=extra)


def blank() -> MonkBoard:
    """Nothing but obstacles, and the monk where he begins."""
    return with_tile(MonkBoard(codes.OBSTACLE_GLYPH * CELLS), codes.MONK_GLYPH, ENTRANCE)


def with_tile(board: MonkBoard, glyph: str, cell: int) -> MonkBoard:
    """The board with another glyph on a cell; the monk leaves path where he was."""
    cells = board.cells
    if glyph == codes.MONK_GLYPH and cells[cell] != glyph:
        cells = cells.replace(codes.MONK_GLYPH, codes.PATH_GLYPH)
    return replace(board, cells=cells[:cell] + glyph + cells[cell + 1 :])


def with_lock(board: MonkBoard, cell: int) -> MonkBoard:
    """The board with a cell locked, or unlocked if it was."""
    return replace(board, locked=board.locked ^ {cell})


def contents(board: MonkBoard, row: int, col: int) -> str:
    """What stands on a place of the net, in words."""
    cell = CELL_AT.get((row, col))
    if cell is None:
        return "outside the cube"
    words = [codes.TITLES[board.cells[cell]]]
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


_TITLES = {name: codes.TITLES[glyph] for glyph, name in codes.NAMES.items()}


def title(name: str) -> str:
    """What stands under a name of the cube's pictures, in words; empty for any other name."""
    if name.startswith(_PROTECTIVE):
        return f"protective {title(name.removeprefix(_PROTECTIVE))}"
    for ending, place in _PLACES.items():
        if name.endswith(ending):
            return f"{title(name.removesuffix(ending))}, {place}"
    return _TITLES.get(name, "")


def picture(
    cells: str,
    needed: int,
    *,
    collected: int = 0,
    locked: Collection[int] = (),
    protective: Collection[int] = (),
) -> Picture:
    """What the unfolded cube looks like.

    The tile on the exit says by its name whether it is open; for the rest see :class:`MonkBoard`.
    """
    is_open = collected >= needed
    tiles = [["outside"] * COLS for _ in range(ROWS)]
    pieces: dict[tuple[int, int], Piece] = {}
    for cell, (glyph, (row, col)) in enumerate(zip(cells, PLACES, strict=True)):
        is_monk = glyph == codes.MONK_GLYPH
        name = codes.NAMES[codes.PATH_GLYPH if is_monk else glyph]
        if cell in protective:
            name = f"{_PROTECTIVE}{name}"
        if glyph == codes.UNSEEN_GLYPH:
            pass
        elif cell == ENTRANCE:
            name += "-entrance"
        elif cell == EXIT:
            name += "-exit-open" if is_open else "-exit"
        tiles[row][col] = name
        if is_monk:
            pieces[row, col] = Piece(codes.NAMES[glyph], len(pieces))
    return Picture(
        tuple(map(tuple, tiles)),
        pieces,
        locked=frozenset(PLACES[cell] for cell in locked),
        panels=PANELS,
        notes=(
            Note("karma", f"{collected} of {needed}"),
            Note("exit", "open" if is_open else "closed"),
        ),
    )


def top(cells: str, glyphs: str) -> int:
    """The mask of the cells of the top face that have one of some glyphs."""
    return _mask(cells[:FACE], glyphs)


@lru_cache(maxsize=1024)
def _mask(face: str, glyphs: str) -> int:
    return sum(1 << cell for cell, glyph in enumerate(face) if glyph in glyphs)
