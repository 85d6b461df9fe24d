"""Levels as layers of tiles and objects, for the formats of map editors.

The first grid of a board is the ground, which becomes a layer of tiles. Pieces become objects,
which a designer can move about freely. In Fruit Dating and Skiddy they come from a grid of their
own; in Linjat the numbers are objects on a ground of dots, and in A Mazing Monk the monk is one on
the unfolded cube. Gates are objects on the cells that they are named by.

The names of tiles and objects are those of the editor's tools (:class:`engine.game.boards.Tool`),
so that the maps of all games are written and read in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from engine.errors import EngineError, LevelError, quote_input
from engine.game import registry
from engine.game.boards import Tool
from engine.values.grid import DIRECTIONS
from engine.values.level import Level

GATES, LOCKED = "gates", "locked"
"""The planes of the tools for one-way gates and for locks."""
OUTSIDE = " "
"""The character of a place that is not a cell, such as the corners of an unfolded cube."""
CELL = 32
"""The width and height of a cell in pixels."""


class MapObject(NamedTuple):
    """An object on a cell, with the name of its tool."""

    name: str
    row: int
    col: int


class LevelMap(NamedTuple):
    """A level as layers.

    Attributes:
        tiles: The name of the tile on each cell, indexed by row and column; None outside the board.
        pieces: The pieces in reading order.
        gates: The one-way gates in reading order.
        locked: The locked cells as (row, column); None if the level has no grid of locks.
        values: The other values of the board, such as ``karma_needed``.
    """

    tiles: tuple[tuple[str | None, ...], ...]
    pieces: tuple[MapObject, ...] = ()
    gates: tuple[MapObject, ...] = ()
    locked: frozenset[tuple[int, int]] | None = None
    values: Mapping[str, Any] = {}


@cache
def list_tile_names(game: str) -> tuple[str, ...]:
    """Return the names of all tiles, pieces and gates of a game, in the order of its palette."""
    tools = registry.get_game(game).boards.tools
    return tuple(tool.name for tool in tools if not _is_none(tool))


def get_image_name(game: str) -> str:
    """Return the name of the file with the tiles of a game, which its maps share."""
    return f"{game}.tiles.png"


def list_planes(game: str) -> tuple[str, ...]:
    """Return the keys of the board's grids of tiles and pieces, the ground first."""
    planes = dict.fromkeys(tool.plane for tool in registry.get_game(game).boards.tools)
    return tuple(plane for plane in planes if plane not in (GATES, LOCKED))


def build_map(level: Level) -> LevelMap:
    """Return a level as layers.

    Raises:
        EngineError: The game, a plug-in, has boards without grids of tiles and pieces.
    """
    boards = registry.get_game(level.game).boards
    picture, table = boards.draw_picture(level.board), level.board.to_table()
    names = list_tile_names(level.game)
    planes = list_planes(level.game)
    if not planes or not all(isinstance(table.get(plane), str) for plane in planes):
        raise EngineError(f"boards of {level.game} have no form as a map of tiles and pieces")
    others = planes[1:]
    grids = {plane: table[plane].removesuffix("\n").split("\n") for plane in planes}
    glyphs = {(tool.plane, tool.key): tool.name for tool in boards.tools if not _is_none(tool)}
    tiles: list[list[str | None]] = []
    pieces = []
    for row in range(level.board.rows):
        tiles.append([])
        for col in range(level.board.cols):
            found = [_get_name(grids[plane], glyphs, plane, row, col) for plane in grids]
            tile, *pieces_here = found
            drawn = picture.pieces.get((row, col))
            # A piece may be a character of the ground; then the picture knows what is beneath it.
            if not others and drawn is not None and drawn.name == tile:
                pieces_here = [tile]
                tile = _find_tool_name(picture.tiles[row][col], names)
            tiles[-1].append(tile)
            pieces += [MapObject(name, row, col) for name in pieces_here if name is not None]
    gates = [
        MapObject(f"gate-{DIRECTIONS[direction]}", row, col)
        for row, col, direction in sorted(picture.gates)
    ]
    known = {*grids, GATES, LOCKED}
    return LevelMap(
        tuple(map(tuple, tiles)),
        tuple(pieces),
        tuple(gates),
        picture.locked if LOCKED in table else None,
        {key: value for key, value in table.items() if key not in known},
    )


def build_board_table(game: str, level_map: LevelMap) -> dict[str, Any]:
    """Return the ``[board]`` table of a level, given its layers.

    Raises:
        LevelError: A tile or object has no such name in the game, or two pieces are on one cell.
    """
    tools = {tool.name: tool for tool in registry.get_game(game).boards.tools}
    ground, *others = list_planes(game)
    grid = [
        [OUTSIDE if name is None else _get_tool(tools, name, ground, row, col).key
         for col, name in enumerate(line)]
        for row, line in enumerate(level_map.tiles)
    ]  # fmt: skip
    plane = others[0] if others else ground
    pieces = [["." for _ in line] for line in grid] if others else grid
    seen = set()
    for name, row, col in level_map.pieces:
        if (row, col) in seen:
            raise LevelError("two pieces on one cell", key=plane, row=row, col=col)
        seen.add((row, col))
        pieces[row][col] = _get_tool(tools, name, plane, row, col).key
    table: dict[str, Any] = {ground: _format_rows(grid)}
    if others:
        table[plane] = _format_rows(pieces)
    for name, row, col in level_map.gates:
        _get_tool(tools, name, GATES, row, col)  # refuse other objects
        gate = {"row": row, "col": col, "direction": name.removeprefix("gate-")}
        table.setdefault(GATES, []).append(gate)
    if level_map.locked is not None:
        table[LOCKED] = _format_rows(
            [OUTSIDE if glyph == OUTSIDE else "x" if (row, col) in level_map.locked else "."
             for col, glyph in enumerate(line)]
            for row, line in enumerate(grid)
        )  # fmt: skip
    return table | dict(level_map.values)


def _format_rows(grid: Iterable[Iterable[str]]) -> str:
    return "".join("".join(line).rstrip() + "\n" for line in grid)


def _get_name(
    grid: list[str], glyphs: Mapping[tuple[str, str], str], plane: str, row: int, col: int
) -> str | None:
    """Return the name for a character of a grid, whose lines may lack trailing blanks."""
    line = grid[row]
    return glyphs.get((plane, line[col])) if col < len(line) else None


def _find_tool_name(drawn: str, names: Iterable[str]) -> str | None:
    """Return the tool for a tile in a picture, such as ``path`` for ``path-entrance``."""
    return max((name for name in names if drawn.startswith(name)), key=len, default=None)


def _get_tool(tools: Mapping[str, Tool], name: str, plane: str, row: int, col: int) -> Tool:
    tool = tools.get(name)
    if tool is None or tool.plane != plane:
        known = ", ".join(each.name for each in tools.values() if each.plane == plane)
        message = f"expected one of {known}, found {quote_input(name)}"
        raise LevelError(message, key=plane, row=row, col=col)
    return tool


def _is_none(tool: Tool) -> bool:
    """Return True for a tool that removes a piece."""
    return tool.name == "none"
