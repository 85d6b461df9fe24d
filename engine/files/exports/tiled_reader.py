"""Reading of maps of the editor Tiled; :mod:`engine.files.exports.tiled` describes them.

Maps come from strangers. Nothing that they name is opened, and no more is unpacked than the size of
the map allows.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import LevelError, quote_input
from engine.files import levelfile, leveljson
from engine.files.exports.map_layout import (
    GATES,
    LOCKED,
    LevelMap,
    MapObject,
    build_board_table,
    list_planes,
)
from engine.files.exports.tiled import TEXT_KEYS, VALUE
from engine.game import registry
from engine.values.grid import get_type_name
from engine.values.level import Level, Table
from engine.values.toml_fields import read_integer, read_value

MAX_SIDE = 256
"""The maximum number of rows and columns of a map."""
_MAP_MARK = re.compile(r'(?<!\\)"(?:tiledversion|orientation)"\s*:')
"""A pattern for a key that every map has and no level has, outside strings."""
_FLAGS = 0xF0000000
"""The bits of a tile number that say how it is turned or mirrored."""


def is_map(text: str) -> bool:
    """Return True if JSON text is a map rather than a level."""
    return _MAP_MARK.search(text) is not None


def parse_map(text: str, game: str | None = None) -> Level:
    """Read a level from the text of a map.

    Args:
        text: The text.
        game: The name of the game; None if a property of the map says it.

    Raises:
        LevelError: The text is not a map, or not one of a level. The error names the layer, row and
            column where possible.
        EngineError: There is no such game.
    """
    table = leveljson.parse_object(text)
    if table.get("infinite") or table.get("orientation") != "orthogonal":
        raise LevelError("expected an orthogonal map of fixed size, found another kind of map")
    rows, cols = (read_integer(table, key, low=1) for key in ("height", "width"))
    if max(rows, cols) > MAX_SIDE:
        raise LevelError(f"expected at most {MAX_SIDE} by {MAX_SIDE} cells, found {cols} by {rows}")
    values = _read_properties(table)
    named = read_value(values, "game", str, "properties.", default=None)
    if game is not None and named not in (None, game):
        raise LevelError(f"expected a map of {game}, found one of {quote_input(named)}")
    if (game := game or named) is None:
        raise LevelError('expected a property "game" with the name of a game, found none')
    registry.get_game(game)  # refuse an unknown name before any work
    layers = _read_layers(table, game, (rows, cols))
    board = {key[len(VALUE) :]: value for key, value in values.items() if key.startswith(VALUE)}
    document = {
        "format": levelfile.FORMAT,
        "game": game,
        "board": build_board_table(game, layers._replace(values=board)),
        **{key: values[key] for key in TEXT_KEYS if key in values},
    }
    if tags := read_value(values, "tags", str, "properties.", default=""):
        document["tags"] = tags.split("\n")
    return levelfile.parse_document(document)


def _read_properties(table: Table) -> dict[str, Any]:
    found = {}
    for each in _read_list(table, "properties", ""):
        value = each.get("value")
        if isinstance(value, float) and not math.isfinite(value):
            raise LevelError("expected a finite number", key="properties")
        found[read_value(each, "name", str, "properties.")] = value
    return found


def _read_list(table: Table, key: str, prefix: str) -> list[dict[str, Any]]:
    """Return an array of objects, which is empty if it is missing."""
    value = table.get(key, [])
    if not isinstance(value, list):
        raise LevelError(f"expected an array, found {get_type_name(value)}", key=prefix + key)
    for each in value:
        if not isinstance(each, dict):
            message = f"expected an array of objects, found {get_type_name(each)}"
            raise LevelError(message, key=prefix + key)
    return value


def _read_tile_names(table: Table) -> dict[int, str]:
    """Return the name of each tile of the map's tilesets, by its number in the map.

    Raises:
        LevelError: A tileset is in another file, or is malformed.
    """
    names = {}
    for tileset in _read_list(table, "tilesets", ""):
        if "source" in tileset:
            found = quote_input(str(tileset["source"]))
            message = f"expected a tileset that is part of the map, found the file {found}"
            raise LevelError(message, key="tilesets")
        first = read_integer(tileset, "firstgid", low=1)
        for tile in _read_list(tileset, "tiles", "tilesets."):
            # The key has been renamed in Tiled 1.9, and renamed again in 1.10.
            name = tile.get("type") or tile.get("class")
            if isinstance(name, str):
                names[first + read_integer(tile, "id", low=0)] = name
    return names


def _read_layers(table: Table, game: str, shape: tuple[int, int]) -> LevelMap:
    names, cols = _read_tile_names(table), shape[1]
    ground = list_planes(game)[0]
    tiles: tuple[tuple[str | None, ...], ...] | None = None
    objects: dict[str, list[MapObject]] = {"pieces": [], GATES: []}
    locked = None
    for layer in _list_layers(table):
        name, kind = layer.get("name"), layer.get("type")
        if kind == "objectgroup":
            found = [_read_object(each, names, str(name), shape, table) for each in
                     _read_list(layer, "objects", f"{name}.")]  # fmt: skip
            objects[GATES if name == GATES else "pieces"] += found
        elif kind == "tilelayer" and name in (ground, LOCKED):
            cells = _read_cells(layer, str(name), shape)
            if name == LOCKED:
                locked = frozenset(divmod(at, cols) for at, number in enumerate(cells) if number)
                continue
            if tiles is not None:
                raise LevelError("two layers of this name", key=ground)
            tiles = tuple(
                tuple(_get_tile_name(number, names, ground, at // cols, at % cols)
                      for at, number in enumerate(cells[start : start + cols], start))
                for start in range(0, len(cells), cols)
            )  # fmt: skip
    if tiles is None:
        raise LevelError(f"expected a layer of tiles named {ground}, found none", key="layers")
    return LevelMap(
        tiles, (*objects["pieces"],), (*sorted(objects[GATES], key=_get_place),), locked
    )


def _get_place(each: MapObject) -> tuple[int, int, str]:
    return each.row, each.col, each.name


def _list_layers(table: Table) -> Iterator[dict[str, Any]]:
    """Yield the layers of a map, those in groups too. JSON's depth is limited already."""
    for layer in _read_list(table, "layers", ""):
        if layer.get("type") == "group":
            yield from _list_layers(layer)
        else:
            yield layer


def _read_cells(layer: Table, name: str, shape: tuple[int, int]) -> Sequence[int]:
    """Return the numbers of the tiles in a layer, in reading order."""
    rows, cols = shape
    data = layer.get("data")
    if isinstance(data, str) and layer.get("encoding") == "base64":
        data = _unpack_cells(data, str(layer.get("compression", "")), rows * cols, name)
    if not isinstance(data, list) or not all(type(each) is int for each in data):
        raise LevelError("expected an array of whole numbers, or base64", key=name)
    if (layer.get("height"), layer.get("width")) != shape or len(data) != rows * cols:
        raise LevelError(f"expected {rows} rows of {cols} tiles, found another size", key=name)
    return data


def _unpack_cells(text: str, compression: str, count: int, name: str) -> list[int]:
    """Return the numbers in a layer that is base64, refusing more than the map has cells."""
    size = 4 * count
    try:
        content = base64.b64decode(text, validate=True)
        if compression in ("zlib", "gzip"):
            unpacker = zlib.decompressobj(wbits=47)  # either header
            # One byte more than allowed shows that there is more.
            content = unpacker.decompress(content, size + 1)
        elif compression:
            found = quote_input(compression)
            raise LevelError(f"expected zlib, gzip or no compression, found {found}", key=name)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise LevelError("damaged data, which cannot be unpacked", key=name) from error
    if len(content) != size:
        raise LevelError(f"expected {count} tiles, found another number", key=name)
    return [*struct.unpack(f"<{count}I", content)]


def _get_tile_name(
    number: int, names: Mapping[int, str], key: str, row: int, col: int
) -> str | None:
    if number == 0:
        return None
    if number & _FLAGS:
        raise LevelError(
            "expected a tile that is not turned or mirrored", key=key, row=row, col=col
        )
    if number not in names:
        message = f"expected a tile of the map's tilesets, found number {number}"
        raise LevelError(message, key=key, row=row, col=col)
    return names[number]


def _read_object(
    each: Table, names: Mapping[int, str], layer: str, shape: tuple[int, int], table: Table
) -> MapObject:
    """Return an object, which is on the cell that its centre is on."""
    x, y, width, height = (_read_number(each, key, layer) for key in ("x", "y", "width", "height"))
    tile = read_integer({"gid": 0, **each}, "gid")
    across, down = (read_integer(table, key, low=1) for key in ("tilewidth", "tileheight"))
    middle = y - height / 2 if tile else y + height / 2
    row, col = math.floor(middle / down), math.floor((x + width / 2) / across)
    if not (0 <= row < shape[0] and 0 <= col < shape[1]):
        raise LevelError(f"an object outside the map, at x {x:g}, y {y:g}", key=layer)
    name = each.get("type") or each.get("class")
    if not isinstance(name, str):
        name = _get_tile_name(tile, names, layer, row, col)
    if name is None:
        raise LevelError("expected an object with a tile or type", key=layer, row=row, col=col)
    return MapObject(name, row, col)


def _read_number(each: Table, key: str, layer: str) -> float:
    value = each.get(key, 0)
    if type(value) not in (int, float) or not abs(value) < 1e9:
        raise LevelError("expected a number", key=f"{layer}.{key}")
    return float(value)
