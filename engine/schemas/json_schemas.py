"""The construction of the JSON Schemas from the games, their tools and their facts.

All objects may have further keys, because levels and packs keep the keys that they do not know, and
plug-in games have boards and facts of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.files import levelfile, leveljson
from engine.game import registry
from engine.game.game import Game
from engine.game.stored_fact_checks import COMMON_FACT_TYPES, FactType
from engine.playlists import packjson
from engine.playlists.pack import MAX_LEVELS
from engine.values.grid import DIRECTIONS
from engine.values.level import MAX_SEED

Schema = dict[str, Any]

FOLDER = Path(__file__).parent
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Schema = {"type": "string"}
_FLAG: Schema = {"type": "boolean"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_SEED: Schema = {"type": "integer", "minimum": 0, "maximum": MAX_SEED}
_DIGEST: Schema = {"type": "string", "pattern": "^sha256:"}
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", dict: "object"}
_ESCAPED = re.compile(r"[\\\]^-]")
"""The characters that mean something between the brackets of a pattern."""
_OWN_GAMES = "engine.games."


def list_files() -> dict[str, str]:
    """Return the text of each schema's file, keyed by the name of the file."""
    found = {
        "level": build_level_schema(),
        "facts": build_facts_schema(),
        "pack": build_pack_schema(),
        "catalogue-row": build_row_schema(),
    }
    texts = {name: json.dumps(schema, indent=1) + "\n" for name, schema in found.items()}
    return {f"{name}.schema.json": text for name, text in texts.items()}


def build_level_schema() -> Schema:
    """Return the schema of a level, as ``convert --to json`` and ``generate --json`` print it."""
    games = [*_list_games()]
    schema = _begin("level", "A level of the Puzzle Workbench", leveljson.FORM, levelfile.FORMAT)
    schema["properties"] |= {
        "game": _TEXT,
        "title": _TEXT,
        "author": _TEXT,
        "notes": _TEXT,
        "tags": {"type": "array", "items": _TEXT},
        "intended": {**_TEXT, "description": "The moves of the intended solution."},
        "board": {"type": "object"},
        "provenance": _build_provenance_schema(),
        "weights": {"type": "object", "additionalProperties": {"type": "object"}},
        "verdict": {
            "type": "object",
            "properties": {"digest": _DIGEST, "rules": _COUNT},
            "required": ["digest", "rules"],
        },
        "file": {"type": ["string", "null"], "description": "Only in answers: the level's file."},
        "seed": {**_SEED, "description": "Only in answers."},
        "attempt": {**_COUNT, "description": "Only in answers."},
        "toml": {**_TEXT, "description": "Only in answers: the text of the level's file."},
    }
    schema["required"] += ["game", "board"]
    schema["allOf"] = [
        _choose(game.name, {"board": _refer(f"{game.name}-board"),
                            "verdict": _refer(f"{game.name}-facts")})
        for game in games
    ]  # fmt: skip
    schema["$defs"] = {f"{game.name}-board": build_board_schema(game) for game in games}
    schema["$defs"] |= {f"{game.name}-facts": _build_own_facts(game) for game in games}
    return schema


def build_facts_schema() -> Schema:
    """Return the schema of the facts that ``solve --json`` and ``rate --json`` print."""
    games = [*_list_games()]
    schema = _begin("facts", "The facts of a level, as the Puzzle Workbench's solvers give them")
    schema["properties"] |= {
        "game": _TEXT,
        "file": {"type": ["string", "null"]},
        "rules": _COUNT,
        "seconds": {"type": "number", "minimum": 0},
    }
    schema["required"] += ["game", "rules"]
    schema["allOf"] = [
        {
            **_choose(game.name, {}),
            "then": _refer(f"{game.name}-facts"),
        }
        for game in games
    ]
    schema["$defs"] = {f"{game.name}-facts": _build_own_facts(game) for game in games}
    return schema


def build_pack_schema() -> Schema:
    """Return the schema of a pack, as ``convert --to json`` prints it."""
    level = build_level_schema()
    schema = _begin("pack", "A pack of levels of the Puzzle Workbench", packjson.FORM, 1)
    entry = {
        "file": _TEXT,
        "board": _DIGEST,
        "pinned": _FLAG,
        "locked": _FLAG,
        "level": {"$ref": level["$id"]},
    }
    origin = dict.fromkeys(("path", "where", "by", "best"), _TEXT)
    schema["properties"] |= {
        "title": _TEXT,
        "author": _TEXT,
        "notes": _TEXT,
        "origin": {"type": "object", "properties": origin},
        "levels": {
            "type": "array",
            "maxItems": MAX_LEVELS,
            "items": {
                "type": "object",
                "properties": entry,
                "anyOf": [{"required": ["file"]}, {"required": ["level"]}],
            },
        },
    }
    schema["$defs"] = {"level": level}
    return schema


def build_row_schema() -> Schema:
    """Return the schema of a catalogue's row, as ``catalogue query --json`` prints it."""
    schema = build_facts_schema() | {
        "$id": _name_schema("catalogue-row"),
        "title": "A row of a catalogue of the Puzzle Workbench",
    }
    del schema["properties"]["file"], schema["properties"]["seconds"]
    own = {"stars": {"type": ["integer", "null"]}, "note": {"type": ["string", "null"]}}
    schema["properties"] |= {
        "id": _COUNT,
        "seed": {**_SEED, "type": ["integer", "null"]},
        "attempt": {**_COUNT, "type": ["integer", "null"]},
        "tags": {"type": "array", "items": _TEXT},
        "title": _TEXT,
        "own": {"type": "object", "properties": own},
    }
    schema["required"] = ["id", "game", "seed", "attempt", "tags", "rules"]
    return schema


def build_board_schema(game: Game) -> Schema:
    """Return the schema of a game's boards, whose grids hold the characters of its tools."""
    glyphs: dict[str, str] = {}
    for tool in game.boards.tools:
        glyphs[tool.plane] = glyphs.get(tool.plane, "") + tool.key
    properties: Schema = {
        plane: {"type": "string", "pattern": f"^[{_escape(known)} \\r\\n]*$"}
        for plane, known in glyphs.items()
        if plane not in ("gates", "locked")
    }
    required = [*properties]
    if "gates" in glyphs:
        gate = {"row": _COUNT, "col": _COUNT, "direction": {"enum": [*DIRECTIONS]}}
        properties["gates"] = {
            "type": "array",
            "items": {"type": "object", "properties": gate, "required": [*gate]},
        }
    properties["locked"] = {"type": "string", "pattern": "^[x. \\r\\n]*$"}
    return {"type": "object", "properties": properties, "required": required}


def _escape(characters: str) -> str:
    """Return characters for use between the brackets of a pattern."""
    return _ESCAPED.sub(lambda found: "\\" + found[0], characters)


def _list_games() -> Iterator[Game]:
    """Yield the games that come with the workbench, in the order of their names."""
    for game in sorted(registry.list_games(), key=lambda game: game.name):
        if type(game.boards).__module__.startswith(_OWN_GAMES):
            yield game


def _begin(name: str, title: str, form: str = "", version: int = 1) -> Schema:
    """Return the beginning of a schema.

    A form with a name has the key ``format``, whose value is that name, or in files a number.
    """
    return {
        "$schema": _DIALECT,
        "$id": _name_schema(name),
        "title": title,
        "type": "object",
        "properties": {"format": {"enum": [form, version]}} if form else {},
        "required": ["format"] if form else [],
    }


def _name_schema(name: str) -> str:
    return f"urn:puzzle-workbench:{name}:1"


def _refer(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _choose(game: str, properties: Schema) -> Schema:
    """Return a part of a schema that holds for one game."""
    return {
        "if": {"properties": {"game": {"const": game}}, "required": ["game"]},
        "then": {"properties": properties},
    }


def _build_own_facts(game: Game) -> Schema:
    """Return the schema of a game's facts. A fact that is not known is null, or left out."""
    types: Mapping[str, FactType] = {**COMMON_FACT_TYPES, **game.fact_types}
    return {"properties": {key: _build_fact(kind) for key, kind in types.items()}}


def _build_fact(kind: FactType) -> Schema:
    if isinstance(kind, Mapping):
        facts = {key: _build_fact(each) for key, each in kind.items()}
        return {"type": ["object", "null"], "properties": facts}
    if isinstance(kind, tuple):
        return {"type": ["array", "null"], "items": _build_fact(kind[0])}
    return {"type": [_TYPES.get(kind, "array"), "null"]}


def _build_provenance_schema() -> Schema:
    return {
        "type": "object",
        "properties": {
            "generator": {**_TEXT, "pattern": "^.+/[0-9]+$"},
            "seed": _SEED,
            "attempt": _COUNT,
            "edited": _FLAG,
            "generated": _DIGEST,
            "locked": {"type": "array", "items": _TEXT},
            "reroll": {"type": "object", "additionalProperties": _COUNT},
            "kept": {"type": "object", "additionalProperties": {"type": "object"}},
            "weights": {"type": "object", "additionalProperties": {"type": "object"}},
            "parameters": {"type": "object"},
            "like": {"type": "object"},
            "improve": {"type": "object"},
        },
        "required": ["generator", "seed", "attempt"],
    }
