"""Levels as maps of the editor Tiled, in its JSON format.

A map has a layer of tiles, which is named after the board's first grid, and layers of objects for
the pieces and gates. Locked cells are a second layer of tiles. The tileset is part of the map, and
its image is a separate file. The level's texts and facts are properties of the map. The facts are
for people: a map that was edited may have others, so :mod:`engine.files.exports.tiled_reader`
ignores them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.files.exports.map_layout import (
    CELL,
    GATES,
    LOCKED,
    LevelMap,
    MapObject,
    build_map,
    get_image_name,
    list_planes,
    list_tile_names,
)
from engine.game import registry
from engine.values.level import Level

TEXT_KEYS = ("title", "author", "notes", "intended")
VALUE = "board."
"""The prefix of properties that are values of the board."""
_PROPERTY_TYPES = {bool: "bool", int: "int", float: "float", str: "string"}
_FORMAT = 1


def format_map(level: Level) -> str:
    """Return a level as the text of a map, whose tileset's image is in a separate file."""
    layers, names = build_map(level), list_tile_names(level.game)
    numbers = {name: number for number, name in enumerate(names, start=1)}
    rows, cols = len(layers.tiles), len(layers.tiles[0])
    ground, *others = list_planes(level.game)
    locked = layers.locked
    tiles = [numbers.get(name or "", 0) for line in layers.tiles for name in line]
    found: list[dict[str, Any]] = [
        _build_tile_layer(ground, tiles, cols),
        _build_object_layer(others[0] if others else "objects", layers.pieces, numbers),
    ]
    if layers.gates:
        found.append(_build_object_layer(GATES, layers.gates, numbers))
    if locked is not None:
        places = ((row, col) in locked for row in range(rows) for col in range(cols))
        found.append(_build_tile_layer(LOCKED, [numbers[LOCKED] * held for held in places], cols))
    objects = 1
    for number, layer in enumerate(found, start=1):
        layer["id"] = number
        for each in layer.get("objects", ()):
            each["id"] = objects
            objects += 1
    document = {
        "type": "map",
        "version": "1.8",
        "tiledversion": "1.8.2",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": False,
        "width": cols,
        "height": rows,
        "tilewidth": CELL,
        "tileheight": CELL,
        "compressionlevel": -1,
        "nextlayerid": len(found) + 1,
        "nextobjectid": objects,
        "properties": [*_list_properties(level, layers)],
        "layers": found,
        "tilesets": [_build_tileset(level.game, names)],
    }
    return json.dumps(document, ensure_ascii=True, indent=1) + "\n"


def _build_tile_layer(name: str, data: Sequence[int], cols: int) -> dict[str, Any]:
    return _build_layer(name, "tilelayer") | {
        "width": cols, "height": len(data) // cols, "data": [*data]
    }  # fmt: skip


def _build_object_layer(
    name: str, objects: Sequence[MapObject], numbers: Mapping[str, int]
) -> dict[str, Any]:
    return _build_layer(name, "objectgroup") | {
        "draworder": "topdown",
        "objects": [
            {
                "id": 0,
                "gid": numbers[each.name],
                "name": "",
                "type": each.name,
                # The position of an object with a tile is its lower left corner.
                "x": CELL * each.col,
                "y": CELL * (each.row + 1),
                "width": CELL,
                "height": CELL,
                "rotation": 0,
                "visible": True,
            }
            for each in objects
        ],
    }


def _build_layer(name: str, kind: str) -> dict[str, Any]:
    return {"id": 0, "name": name, "type": kind, "x": 0, "y": 0, "opacity": 1, "visible": True}


def _build_tileset(game: str, names: Sequence[str]) -> dict[str, Any]:
    titles = {tool.name: tool.title for tool in registry.get_game(game).boards.tools}
    return {
        "firstgid": 1,
        "name": game,
        "tilewidth": CELL,
        "tileheight": CELL,
        "tilecount": len(names),
        "columns": len(names),
        "margin": 0,
        "spacing": 0,
        "image": get_image_name(game),
        "imagewidth": CELL * len(names),
        "imageheight": CELL,
        "tiles": [
            {"id": number, "type": name, "properties": [_build_property("title", titles[name])]}
            for number, name in enumerate(names)
        ],
    }


def _list_properties(level: Level, layers: LevelMap) -> Iterator[dict[str, Any]]:
    values: dict[str, Any] = {"game": level.game, "format": _FORMAT}
    values |= {key: getattr(level, key) for key in TEXT_KEYS if getattr(level, key)}
    if level.tags:
        values["tags"] = "\n".join(level.tags)
    values |= {VALUE + key: value for key, value in layers.values.items()}
    if level.verdict is not None:
        values |= {f"fact.{key}": value for key, value in level.verdict.facts.items()}
    for key, value in values.items():
        # Tables and lists have no place in a property.
        if type(value) in _PROPERTY_TYPES and not (
            isinstance(value, float) and not math.isfinite(value)
        ):
            yield _build_property(key, value)


def _build_property(name: str, value: Any) -> dict[str, Any]:
    return {"name": name, "type": _PROPERTY_TYPES[type(value)], "value": value}
