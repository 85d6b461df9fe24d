"""Which rating of fun level files store, and that no two numbers stand beside each other."""

from __future__ import annotations

import json
import sqlite3
import tomllib
from pathlib import Path
from typing import Any

import pytest
from commanding import Answer, Run
from skiddy_boards import GAME

from engine import workshop
from engine.files import levelfile
from engine.values.level import Level

SETTINGS = {"perfect": "4..", "max_states": "2000"}
WORDS = [word for key, value in SETTINGS.items() for word in ("--set", f"{key}={value}")]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def older(seed: int) -> Level:
    """A level as the version before wrote it."""
    text = levelfile.dumps(workshop.generate(GAME, seed, SETTINGS | {"stored_fun": "first"})[0])
    return levelfile.loads(text.replace('stored_fun = "first"\n', ""))


def fun_in(file: str) -> Any:
    return tomllib.loads(Path(file).read_text())["verdict"].get("fun")


def test_new_files_store_none_and_say_so(run: Run, answer: Answer) -> None:
    assert run("generate", "skiddy", "--seed", "1", *WORDS, "--out", "a.toml")[0] == 0
    table = tomllib.loads(Path("a.toml").read_text())
    assert "fun" not in table["verdict"]
    assert table["provenance"]["parameters"]["stored_fun"] == "none"
    found = answer("generate", "skiddy", "--seed", "1", *WORDS)[1]
    solved = answer("solve", "a.toml")[1]
    assert found["verdict"]["fun"] == solved["fun"] and solved["fun"]["version"] == 2
    assert "fun" not in tomllib.loads(found["toml"])["verdict"]
    assert run("rebuild", "a.toml")[0] == 0
    assert run("validate", "--solve", "a.toml") == (0, "", "")


def test_older_files_keep_their_bytes(run: Run) -> None:
    for seed in range(3):
        level = older(seed)
        levelfile.write_level(level, "old.toml")
        assert fun_in("old.toml")["rating"] is not None
        assert run("rebuild", "old.toml")[0] == 0
        assert workshop.rebuild(level) == level


def test_validation_points_to_older_ratings_and_writing_renews_them(run: Run) -> None:
    levelfile.write_level(older(1), "old.toml")
    assert run("validate", "old.toml") == (0, "", "")
    said = "old.toml: verdict.fun: warning: from an older version; solve --write renews it\n"
    assert run("validate", "--solve", "old.toml") == (0, said, "")
    assert run("solve", "--write", "old.toml")[2] == "old.toml: verdict renewed\n"
    assert fun_in("old.toml") is None
    assert run("validate", "--solve", "old.toml") == (0, "", "")
    assert run("rebuild", "old.toml")[0] == 0
    assert run("solve", "--write", "old.toml")[2] == ""


def test_a_level_that_was_not_generated_is_renewed_too(run: Run) -> None:
    text = levelfile.dumps(older(1))
    head, _, rest = text.partition("[provenance]")
    Path("drawn.toml").write_text(head + rest[rest.index("[verdict]") :])
    assert run("validate", "--solve", "drawn.toml") == (0, "", "")
    assert run("solve", "--write", "drawn.toml")[2] == "drawn.toml: verdict renewed\n"
    assert fun_in("drawn.toml") is None


@pytest.mark.parametrize("version", [1, 2])
def test_a_stored_rating_is_checked_by_its_version(run: Run, answer: Answer, version: int) -> None:
    levelfile.write_level(older(1), "old.toml")
    fun = fun_in("old.toml") if version == 1 else answer("solve", "old.toml")[1]["fun"]
    table = json.loads(run("convert", "old.toml", "--to", "json")[1])
    for change, result in ((0, 0), (1, 1)):
        table["verdict"]["fun"] = {**fun, "rating": fun["rating"] + change}
        Path("a.json").write_text(json.dumps(table))
        assert run("convert", "a.json", "--out", "a.toml")[0] == 0
        for command in (["validate", "a.toml"], ["validate", "--solve", "a.toml"]):
            found = run(*command)
            assert found[0] == result, found
            assert ("verdict.fun.rating: " in found[1]) == (change == 1)
    table["verdict"]["fun"] = {**fun, "first_moves": 9}
    Path("a.json").write_text(json.dumps(table))
    assert run("convert", "a.json", "--out", "a.toml")[0] == 0
    assert run("validate", "--solve", "a.toml")[0] == 1


def test_what_is_made_of_an_older_level_stores_none(run: Run) -> None:
    levelfile.write_level(older(1), "old.toml")
    more = ["--iterations", "20", "--seed", "1", "--out", "new.toml"]
    assert run("improve", "old.toml", *more)[0] == 0
    assert fun_in("new.toml") is None
    assert run("rebuild", "new.toml")[0] == 0
    level = older(1)
    edited = level.with_edited_board(level.board)
    solved = GAME.solver.solve(edited.board)
    verdict = workshop.store_verdict(edited, solved).verdict
    assert verdict is not None and "fun" not in verdict.facts


def test_a_listed_level_has_the_present_rating() -> None:
    level, _, _ = workshop.generate(GAME, 1, SETTINGS)
    assert level.verdict is not None
    facts = GAME.solver.renew_facts(level.board, level.verdict.facts)
    assert facts["fun"] == GAME.solver.solve(level.board).all_facts["fun"]


def test_a_catalogue_of_an_older_version_gives_the_files_of_then(run: Run) -> None:
    batch = ["batch", "skiddy", "--count", "2", "--seed", "1", *WORDS]
    assert run(*batch, "--set", "stored_fun=first", "--jobs", "1", "--out", "old.catalogue")[0] == 0
    connection = sqlite3.connect("old.catalogue")
    (settings,) = connection.execute("SELECT settings FROM run").fetchone()
    said = json.loads(settings)
    del said["stored_fun"]
    with connection:
        connection.execute("UPDATE run SET settings = ?", (json.dumps(said),))
    connection.close()
    assert run("catalogue", "old.catalogue", "--export", "out")[0] == 0
    for seed, file in enumerate(sorted(Path("out").iterdir()), start=1):
        assert file.read_text() == levelfile.dumps(older(seed))
        assert run("rebuild", str(file))[0] == 0
