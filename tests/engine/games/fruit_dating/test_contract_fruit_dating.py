"""Sentences of the command line's contract that only a real game can try."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from fruit_boards import to_engine
from reference import fruit_dating as reference

from engine import workshop
from engine.errors import LevelError
from engine.files import levelfile
from engine.game import registry
from engine.games.fruit_dating.board import FruitBoard
from engine.values.budget import Budget
from engine.values.level import Level
from workbench.cli import main

GAME = registry.get_game("fruit-dating")
EASY = {"moves": "1..", "blockers": "0"}
FIRST = Path(__file__).parents[4] / "levels" / "fruit-dating" / "01-first-date.toml"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def made() -> Level:
    return workshop.generate(GAME, 7, EASY)[0]


def test_options_may_stand_between_inputs(made, capsys):
    levelfile.write_level(made, Path("a.toml"))
    levelfile.write_level(made, Path("b.toml"))
    assert main(["solve", "a.toml", "--json", "b.toml"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["file"] for answer in answers] == ["a.toml", "b.toml"]


def test_generation_takes_its_size_from_locked_cells(capsys):
    board = GAME.boards.create_blank(6, 9)
    wall = next(tool for tool in GAME.boards.tools if tool.name == "wall")
    lock = next(tool for tool in GAME.boards.tools if tool.name == "locked")
    board = GAME.boards.paint_cell(GAME.boards.paint_cell(board, wall, 3, 4), lock, 3, 4)
    levelfile.write_level(Level(GAME.name, board), Path("sketch.toml"))
    command = ["generate", GAME.name, "--seed", "1", "--from", "sketch.toml", "--set", "moves=1.."]
    assert main(command) == 0
    found = levelfile.loads(capsys.readouterr().out).board
    assert isinstance(found, FruitBoard)
    assert (found.rows, found.cols) == (6, 9)
    assert found.tiles[3][4] == "#" and found.is_locked(3, 4)


def test_several_levels_are_printed_all_or_none(capsys):
    command = ["generate", GAME.name, "--seed", "7", "--count", "3", "--json"]
    assert main([*command, "--set", "moves=9", "--max-attempts", "3"]) == 3
    assert capsys.readouterr().out == ""


def test_events_have_the_keys_of_the_contract(capsys):
    assert main(["generate", GAME.name, "--seed", "7", "--steps", "--json"]) == 0
    keys = {"stage", "row", "col", "old", "new", "weight", "draw"}
    assert all(set(json.loads(line)) == keys for line in capsys.readouterr().out.splitlines())


def test_a_renewed_verdict_keeps_unknown_keys(made):
    text = levelfile.dumps(made).replace("rules = 1\n", 'rules = 9\nreviewed = "by hand"\n')
    Path("a.toml").write_text(text)
    assert main(["solve", "--write", "a.toml"]) == 0
    verdict = levelfile.read_level(Path("a.toml")).verdict
    assert verdict is not None
    assert verdict.rules == 1 and verdict.facts["reviewed"] == "by hand"


@pytest.mark.parametrize("missing", ["row", "col", "direction"])
def test_a_gate_says_what_it_lacks(missing):
    gate = {"row": 1, "col": 1, "direction": "up"}
    del gate[missing]
    table = GAME.boards.create_blank(4, 4).to_table() | {"gates": [gate]}
    with pytest.raises(LevelError, match=rf"board.gates\[0\].{missing}: missing; expected"):
        GAME.boards.read_table(table)


def test_every_strategy_reports_the_first_solution_whatever_its_budget():
    for seed in range(60):
        board = to_engine(reference.random_board(random.Random(seed), 5, 5))
        first = GAME.solver.solve(board).facts["solution"]
        for strategy in GAME.solver.strategies:
            for states in (3, 5, 10, 50):
                facts = GAME.solver.solve(board, strategy, Budget(max_states=states)).facts
                assert facts["solution"] in (None, first)


@pytest.mark.parametrize(
    ("strategy", "depth", "status"),
    [
        ("published", 2, 3),
        ("published", 3, 0),
        ("published", 15, 0),
        ("published", 1_000, 0),
        ("naive", 2, 3),
        ("naive", 3, 0),
        ("naive", 20, 0),
    ],
)
def test_a_depth_limit_decides_how_far_is_looked(strategy, depth, status, capsys):
    command = ["solve", str(FIRST), "--strategy", strategy, "--depth", str(depth), "--json"]
    assert main(command) == status
    answer = json.loads(capsys.readouterr().out)
    assert answer["solvable"] is (True if status == 0 else None)
    assert answer["moves"] == (3 if status == 0 else None)


def test_a_trace_says_its_depth_limit(capsys):
    for depth, expected in ((None, 30), (15, 15)):
        limit = [] if depth is None else ["--depth", str(depth)]
        assert main(["trace", str(FIRST), "--strategy", "published", *limit, "--limit", "1"]) == 0
        assert f"start, at most {expected} moves" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("strategy", "depth"),
    [("graph", "9"), ("uniform-cost", "9"), ("published", "0"), ("naive", "1001")],
)
def test_a_depth_limit_that_makes_no_sense_is_refused(strategy, depth, capsys):
    assert main(["solve", str(FIRST), "--strategy", strategy, "--depth", depth, "--json"]) == 2
    reported = capsys.readouterr()
    assert reported.out == "" and "depth" in reported.err and reported.err.count("\n") == 1


def test_a_depth_limit_alone_is_refused_by_the_default_strategy(capsys):
    assert main(["solve", str(FIRST), "--depth", "9"]) == 2
    assert "strategy graph has no depth limit; expected published and naive" in (
        capsys.readouterr().err
    )
