"""Levels as a project of the level editor LDtk.

Each level of the workbench is a level of the project. Its layers are ``Ground`` (tiles), ``Pieces``
and ``Gates`` (entities). Tiles and entities have the names of the editor's tools. LDtk's format has
many required keys for the settings of its editor; here they have LDtk's defaults.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from engine.files.exports.ldtk_defaults import (
    ENTITY_DEFAULTS,
    FIELD_DEFAULTS,
    LAYER_DEFAULTS,
)
from engine.files.exports.map_layout import (
    CELL,
    MapObject,
    build_map,
    get_image_name,
    list_tile_names,
)
from engine.game import registry
from engine.values.level import Level, compute_digest
from engine.values.script_rules import name_object

VERSION = "1.5.3"
"""The version of LDtk whose format is written."""
_FIELDS = {"Title": "String", "Author": "String", "Solution": "String", "Moves": "Int"}
"""The fields of a level, and their types."""
_LAYERS = {"Gates": "Entities", "Pieces": "Entities", "Ground": "Tiles"}
"""The layers, the uppermost first, and their types."""


def format_project(levels: Sequence[Level], paper: str) -> str:
    """Return levels as the text of a project, whose tilesets' images are in separate files.

    Args:
        levels: The levels in order.
        paper: The colour behind the tiles, as ``#rrggbb``.
    """
    return json.dumps(_Project(levels, paper).build(), ensure_ascii=True, indent=1) + "\n"


class _Project:
    """A project, whose definitions are numbered as they are made.

    Attributes:
        levels: The levels in order.
        paper: The colour behind the tiles.
    """

    def __init__(self, levels: Sequence[Level], paper: str) -> None:
        self.levels, self.paper = levels, paper
        self._numbers = count(1)
        digests = [compute_digest(level.board) for level in levels]
        # The same levels get the same identifiers, so that a project changes only with them.
        self._space = uuid.uuid5(uuid.NAMESPACE_OID, " ".join(digests))
        self._games = [*dict.fromkeys(level.game for level in levels)]
        self._tilesets = {game: self._number() for game in self._games}
        self._layers = {name: self._number() for name in _LAYERS}
        self._fields = {name: self._number() for name in _FIELDS}
        self._entities: dict[tuple[str, str], int] = {}

    def _number(self) -> int:
        return next(self._numbers)

    def _identify(self) -> str:
        """Return a new identifier."""
        return str(uuid.uuid5(self._space, str(self._number())))

    def build(self) -> dict[str, Any]:
        """Return the project as the values of its JSON."""
        levels = [self._build_level(number, level) for number, level in enumerate(self.levels, 1)]
        definitions = {
            "tilesets": [self._define_tileset(game) for game in self._games],
            "layers": [self._define_layer(name, kind) for name, kind in _LAYERS.items()],
            "entities": [self._define_entity(*key) for key in self._entities],
            "levelFields": [self._define_field(name, kind) for name, kind in _FIELDS.items()],
            "enums": [],
            "externalEnums": [],
        }
        return {
            "iid": self._identify(),
            "jsonVersion": VERSION,
            "appBuildId": 0,
            "nextUid": self._number(),
            "identifierStyle": "Free",
            "toc": [],
            "worldLayout": "LinearHorizontal",
            "worldGridWidth": None,
            "worldGridHeight": None,
            "defaultLevelWidth": None,
            "defaultLevelHeight": None,
            "defaultPivotX": 0,
            "defaultPivotY": 0,
            "defaultGridSize": CELL,
            "defaultEntityWidth": CELL,
            "defaultEntityHeight": CELL,
            "bgColor": self.paper,
            "defaultLevelBgColor": self.paper,
            "minifyJson": False,
            "externalLevels": False,
            "exportTiled": False,
            "simplifiedExport": False,
            "imageExportMode": "None",
            "exportLevelBg": True,
            "pngFilePattern": None,
            "backupOnSave": False,
            "backupLimit": 10,
            "backupRelPath": None,
            "levelNamePattern": "Level_%idx",
            "tutorialDesc": None,
            "customCommands": [],
            "flags": [],
            "defs": definitions,
            "levels": levels,
            "worlds": [],
            "dummyWorldIid": self._identify(),
        }

    def _build_level(self, number: int, level: Level) -> dict[str, Any]:
        layers, iid, uid = build_map(level), self._identify(), self._number()
        rows, cols = len(layers.tiles), len(layers.tiles[0])
        names = list_tile_names(level.game)
        tiles = [
            {"px": [CELL * col, CELL * row], "src": [CELL * names.index(name), 0], "f": 0,
             "t": names.index(name), "d": [row * cols + col], "a": 1}
            for row, line in enumerate(layers.tiles)
            for col, name in enumerate(line)
            if name is not None
        ]  # fmt: skip
        contents: dict[str, dict[str, Any]] = {
            "Gates": {"entityInstances": self._place_entities(level.game, layers.gates)},
            "Pieces": {"entityInstances": self._place_entities(level.game, layers.pieces)},
            "Ground": {
                "gridTiles": tiles,
                "__tilesetDefUid": self._tilesets[level.game],
                "__tilesetRelPath": get_image_name(level.game),
                "overrideTilesetUid": self._tilesets[level.game],
            },
        }
        return {
            "identifier": f"Level_{number}",
            "iid": iid,
            "uid": uid,
            "worldX": -1,
            "worldY": -1,
            "worldDepth": 0,
            "pxWid": CELL * cols,
            "pxHei": CELL * rows,
            "__bgColor": self.paper,
            "bgColor": None,
            "useAutoIdentifier": True,
            "bgRelPath": None,
            "bgPos": None,
            "bgPivotX": 0.5,
            "bgPivotY": 0.5,
            "__smartColor": self.paper,
            "__bgPos": None,
            "externalRelPath": None,
            "fieldInstances": [*self._list_fields(level)],
            "layerInstances": [
                self._build_layer(name, uid, (rows, cols)) | contents[name] for name in _LAYERS
            ],
            "__neighbours": [],
        }

    def _build_layer(self, name: str, level: int, shape: tuple[int, int]) -> dict[str, Any]:
        return {
            "__identifier": name,
            "__type": _LAYERS[name],
            "__cWid": shape[1],
            "__cHei": shape[0],
            "__gridSize": CELL,
            "__opacity": 1,
            "__pxTotalOffsetX": 0,
            "__pxTotalOffsetY": 0,
            "__tilesetDefUid": None,
            "__tilesetRelPath": None,
            "iid": self._identify(),
            "levelId": level,
            "layerDefUid": self._layers[name],
            "pxOffsetX": 0,
            "pxOffsetY": 0,
            "visible": True,
            "optionalRules": [],
            "intGridCsv": [],
            "autoLayerTiles": [],
            "seed": 0,
            "overrideTilesetUid": None,
            "gridTiles": [],
            "entityInstances": [],
        }

    def _place_entities(self, game: str, objects: Iterable[MapObject]) -> list[dict[str, Any]]:
        found = []
        for name, row, col in objects:
            if (game, name) not in self._entities:
                self._entities[game, name] = self._number()
            found.append(
                {
                    "__identifier": self._name_entity(game, name),
                    "__grid": [col, row],
                    "__pivot": [0, 0],
                    "__tags": [],
                    "__tile": self._find_tile(game, name),
                    "__smartColor": self.paper,
                    "iid": self._identify(),
                    "width": CELL,
                    "height": CELL,
                    "defUid": self._entities[game, name],
                    "px": [CELL * col, CELL * row],
                    "fieldInstances": [],
                    "__worldX": None,
                    "__worldY": None,
                }
            )
        return found

    def _name_entity(self, game: str, name: str) -> str:
        # Two games may have pieces of the same name.
        return name_object(name if len(self._games) == 1 else f"{game}-{name}")

    def _find_tile(self, game: str, name: str) -> dict[str, int]:
        left = CELL * list_tile_names(game).index(name)
        return {"tilesetUid": self._tilesets[game], "x": left, "y": 0, "w": CELL, "h": CELL}

    def _list_fields(self, level: Level) -> Iterable[dict[str, Any]]:
        facts: Mapping[str, Any] = level.verdict.facts if level.verdict is not None else {}
        solution = facts.get("solution")
        values = {
            "Title": level.title or None,
            "Author": level.author,
            "Solution": solution if isinstance(solution, str) else None,
            "Moves": facts.get("moves"),
        }
        for name, value in values.items():
            real = [] if value is None else [{"id": f"V_{_FIELDS[name]}", "params": [value]}]
            yield {
                "__identifier": name,
                "__type": _FIELDS[name],
                "__value": value,
                "__tile": None,
                "defUid": self._fields[name],
                "realEditorValues": real,
            }

    def _define_tileset(self, game: str) -> dict[str, Any]:
        names = list_tile_names(game)
        titles = {tool.name: tool.title for tool in registry.get_game(game).boards.tools}
        return {
            "__cWid": len(names),
            "__cHei": 1,
            "identifier": name_object(game),
            "uid": self._tilesets[game],
            "relPath": get_image_name(game),
            "embedAtlas": None,
            "pxWid": CELL * len(names),
            "pxHei": CELL,
            "tileGridSize": CELL,
            "spacing": 0,
            "padding": 0,
            "tags": [],
            "tagsSourceEnumUid": None,
            "enumTags": [],
            "customData": [
                {"tileId": at, "data": f"{name}\n{titles[name]}"} for at, name in enumerate(names)
            ],
            "savedSelections": [],
            "cachedPixelData": None,
        }

    def _define_layer(self, name: str, kind: str) -> dict[str, Any]:
        return dict(LAYER_DEFAULTS) | {
            "__type": kind,
            "identifier": name,
            "type": kind,
            "uid": self._layers[name],
            "tilesetDefUid": self._tilesets[self._games[0]] if kind == "Tiles" else None,
        }

    def _define_entity(self, game: str, name: str) -> dict[str, Any]:
        tile = self._find_tile(game, name)
        return dict(ENTITY_DEFAULTS) | {
            "identifier": self._name_entity(game, name),
            "uid": self._entities[game, name],
            "tilesetId": tile["tilesetUid"],
            "tileRect": tile,
        }

    def _define_field(self, name: str, kind: str) -> dict[str, Any]:
        return dict(FIELD_DEFAULTS) | {
            "identifier": name,
            "__type": kind,
            "uid": self._fields[name],
            "type": f"F_{kind}",
        }
