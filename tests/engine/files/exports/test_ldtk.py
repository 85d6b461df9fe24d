"""Projects of LDtk: valid by LDtk's own schema, with every tile and piece in its place.

The schema is not part of this project. LDTK_SCHEMA names a copy of docs/JSON_SCHEMA.json of the
repository github.com/deepnight/ldtk.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from generated import list_games, list_levels

from engine.files.exports import ldtk
from engine.files.exports.map_layout import CELL, list_tile_names
from engine.game import registry
from engine.values.level import Verdict

SCHEMA = os.environ.get("LDTK_SCHEMA", "")
FACTS = {"solution": "RULD", "moves": 4}


def build(names, count=3):
    levels = [level for name in names for level in list_levels(registry.get_game(name), count)]
    levels[0] = replace(levels[0], verdict=Verdict("sha256:0", 1, FACTS))
    return levels, json.loads(ldtk.format_project(levels, "#101010"))


@pytest.mark.skipif(not SCHEMA, reason="LDTK_SCHEMA names no copy of LDtk's JSON schema")
@pytest.mark.parametrize("names", [*([name] for name in list_games()), list_games()], ids=str)
def test_projects_are_valid_by_ldtks_schema(names):
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(Path(SCHEMA).read_text())
    validator = jsonschema.Draft7Validator(schema)
    assert [error.message for error in validator.iter_errors(build(names, 20)[1])] == []


@pytest.mark.parametrize("name", list_games())
def test_levels_have_their_tiles_and_pieces(name):
    levels, project = build([name])
    assert project == build([name])[1]  # the same identifiers again
    assert [level["identifier"] for level in project["levels"]] == ["Level_1", "Level_2", "Level_3"]
    names = list_tile_names(name)
    entities = {each["uid"]: each for each in project["defs"]["entities"]}
    for level, found in zip(levels, project["levels"], strict=True):
        picture = registry.get_game(name).boards.draw_picture(level.board)
        gates, pieces, ground = found["layerInstances"]
        assert {(e["__grid"][1], e["__grid"][0]) for e in pieces["entityInstances"]} == {
            *picture.pieces
        }
        assert len(gates["entityInstances"]) == len(picture.gates)
        for each in pieces["entityInstances"]:
            assert entities[each["defUid"]]["tileRect"] == each["__tile"]
            drawn = picture.pieces[each["__grid"][1], each["__grid"][0]].name
            assert names[each["__tile"]["x"] // CELL] == drawn
        for tile in ground["gridTiles"]:
            col, row = (at // CELL for at in tile["px"])
            assert picture.tiles[row][col].startswith(names[tile["t"]])


def test_numbers_and_identifiers_are_unique_and_facts_are_fields():
    _, project = build(list_games())
    text = json.dumps(project)
    defined = [each["uid"] for kind in project["defs"].values() for each in kind]
    defined += [level["uid"] for level in project["levels"]]
    assert len(defined) == len(set(defined)) and max(defined) < project["nextUid"]
    identifiers = [part.split('"')[0] for part in text.split('"iid": "')[1:]]
    assert len(identifiers) == len(set(identifiers))
    fields = {each["__identifier"]: each for each in project["levels"][0]["fieldInstances"]}
    assert fields["Solution"]["realEditorValues"] == [{"id": "V_String", "params": ["RULD"]}]
    assert fields["Moves"]["__value"] == 4
    assert project["levels"][1]["fieldInstances"][3]["__value"] is None
