"""The JSON Schemas are those of the code, and jsonschema accepts all shipped files by them."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from shipped import LEVELS

from engine import workshop
from engine.files import levelfile, leveljson
from engine.game import registry
from engine.playlists import pack_level_files, packjson
from engine.schemas import json_schemas

jsonschema = pytest.importorskip("jsonschema")
FILES = sorted(LEVELS.rglob("*.toml"))


def load_validator(name):
    schema = json.loads((json_schemas.FOLDER / f"{name}.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def find_errors(validator, document):
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]


def test_the_files_are_those_of_the_code():
    files = {path.name: path.read_text("utf-8") for path in json_schemas.FOLDER.glob("*.json")}
    assert files == json_schemas.list_files(), "run python -m engine.schemas"


def test_every_shipped_level_is_valid_in_both_forms():
    validator, facts = load_validator("level"), load_validator("facts")
    assert len(FILES) > 100
    for file in FILES:
        document = json.loads(leveljson.dumps(levelfile.read_level(file)))
        assert find_errors(validator, document) == [], file
        assert find_errors(validator, {**document, "format": leveljson.FORM}) == [], file
        if "verdict" in document:
            record = {"game": document["game"], **document["verdict"]}
            assert find_errors(facts, record) == [], file


@pytest.mark.parametrize("folder", sorted({file.parent for file in FILES}), ids=lambda p: p.name)
def test_every_shipped_folder_is_valid_as_a_pack_and_comes_back(folder):
    pack = pack_level_files.load_levels(pack_level_files.create_pack_of_folder(folder), folder)
    text = packjson.dumps(pack)
    assert find_errors(load_validator("pack"), json.loads(text)) == []
    again = pack_level_files.load_levels(packjson.loads(text), Path())
    assert [entry.level for entry in again.levels] == [entry.level for entry in pack.levels]


def test_answers_are_valid(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    level, facts, row = map(load_validator, ("level", "facts", "catalogue-row"))
    for game in ("skiddy", "fruit-dating"):
        status, output, _ = run("generate", game, "--seed", "4", "--json")
        assert status == 0
        assert find_errors(level, json.loads(output)) == []
        assert json.loads(output)["format"] == "puzzle-workbench-level/1"
        # The answer is a level, too.
        status, text, _ = run("generate", game, "--seed", "4")
        again = leveljson.loads(output)
        assert again.board == levelfile.loads(text).board and again.extra == {}
        Path(f"{game}.toml").write_text(text)
        for verb in ("solve", "rate"):
            status, output, _ = run(verb, f"{game}.toml", "--json")
            assert find_errors(facts, json.loads(output)) == []
        run("batch", game, "--count", "2", "--out", f"{game}.pwc", "--seed", "1")
        status, output, _ = run("catalogue", f"{game}.pwc", "--json")
        rows = [json.loads(line) for line in output.splitlines()]
        assert len(rows) == 2
        assert [find_errors(row, each) for each in rows] == [[], []]


def test_wrong_documents_are_refused():
    validator = load_validator("level")
    document = json.loads(leveljson.dumps(levelfile.read_level(next(LEVELS.glob("skiddy/1-1*")))))

    def refuse(path, change):
        wrong = copy.deepcopy(document)
        change(wrong)
        assert any(error.startswith(path) for error in find_errors(validator, wrong))

    refuse("$.format", lambda d: d.update(format=2))
    refuse("$.board.tiles", lambda d: d["board"].update(tiles="#?#\n"))
    refuse("$.board", lambda d: d["board"].pop("pieces"))
    refuse("$.verdict.moves", lambda d: d["verdict"].update(moves="3"))
    refuse("$.tags[0]", lambda d: d.update(tags=[1]))


def test_every_game_of_ours_has_its_boards_and_facts_in_the_schemas():
    names = [g.name for g in registry.list_games() if "engine.games" in type(g.boards).__module__]
    defined = json_schemas.build_level_schema()["$defs"]
    assert {f"{name}-board" for name in names} | {f"{name}-facts" for name in names} == {*defined}
    assert workshop.game("linjat").name in names
