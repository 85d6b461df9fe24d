"""The text of a verdict, for people who solve a level."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cases_skiddy import LEVEL_1_1
from commanding import Run, is_one_line, refused
from skiddy_boards import GAME, board_of
from skiddy_files import BOARDS, FIRST, OPEN_BORDER

from engine.files import levelfile
from engine.values.level import Level


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own that holds some levels."""
    monkeypatch.chdir(tmp_path)
    levelfile.write_level(FIRST, "first.toml")
    for name, board in BOARDS.items():
        levelfile.write_level(Level(GAME.name, board), f"{name}.toml")
    Path("open.toml").write_text(OPEN_BORDER)


def test_solve_answers_people_too(run: Run) -> None:
    result, output, _ = run("solve", "first.toml")
    assert result == 0
    assert output.startswith("Side by side")
    assert "LD" in output
    assert "not known" not in output
    stars, fun = output[output.index("  Stars: ") :].split("  Fun, the workbench's own rating")
    assert stars.startswith("  Stars: 3 of 3\n    no dead end      yes, among 9 positions\n")
    assert fun.startswith(": 4 of 5\n    clear best    yes, 1 move more")


def test_solve_says_what_speaks_against_a_level(run: Run) -> None:
    assert run("solve", "stuck.toml")[0] == 1
    output = run("solve", "stuck.toml")[1]
    assert "no dead end      no, S0, the start, is one" in output
    assert "not rated without three stars" in output
    output = run("solve", "all-kinds.toml", "--max-states", "5")[1]
    assert "Stars" not in output
    assert "stars          not known" in output


@pytest.mark.parametrize(
    ("board", "arguments", "line"),
    [
        ("####/#rr#/#R##", (), "no combo       none"),
        ("####/#rr#/#R##", (), "wins both ways   no, none without maximum combo"),
        (LEVEL_1_1, (), "no dead end      yes, among 9 positions"),
        (LEVEL_1_1, ("--strategy", "uniform-cost"), "no combo       not known"),
        (LEVEL_1_1, ("--max-states", "2"), "stars          not known"),
    ],
)
def test_people_see_what_is_not_there_and_what_is_not_known(
    run: Run, board: str | tuple[str, ...], arguments: tuple[str, ...], line: str
) -> None:
    levelfile.write_level(Level(GAME.name, board_of(board)), "asked.toml")
    assert line in run("solve", "asked.toml", *arguments)[1]


# --- all solutions -------------------------------------------------------------------------


def test_solve_lists_a_solution_of_every_winning_move(run: Run) -> None:
    result, output, messages = run("solve", "first.toml", "--solutions", "edges", "--json")
    answer = json.loads(output)
    assert (result, messages, list(answer)[-1]) == (0, "", "solutions")
    assert answer["solutions"] == [
        {"kind": "max_combo", "moves": 2, "solution": "LD", "state": "S3"},
        {"kind": "no_combo", "moves": 3, "solution": "DLD", "state": "S6"},
        {"kind": "max_combo", "moves": 4, "solution": "RDLD", "state": "S7"},
        {"kind": "no_combo", "moves": 4, "solution": "DULD", "state": "S8"},
    ]
    for each in answer["solutions"]:
        _, output, _ = run("verify", "first.toml", "--moves", each["solution"], "--json")
        verified = json.loads(output)
        assert verified["won"] and verified["combo"] == (each["kind"] == "max_combo")


def test_solve_lists_the_shortest_of_each_kind_in_words(run: Run) -> None:
    result, output, _ = run("solve", "first.toml", "--solutions", "shortest", "--no-color")
    assert result == 0
    assert output.splitlines()[-3:] == [
        "  all shortest solutions: 2",
        "    2 moves  max combo  LD, the last in S3",
        "    3 moves  no combo   DLD, the last in S6",
    ]
    _, without, _ = run("solve", "first.toml", "--json")
    assert "solutions" not in json.loads(without)


def test_a_list_of_solutions_ends_at_its_limit_and_says_so(run: Run) -> None:
    asked = ("solve", "first.toml", "--solutions", "edges", "--limit", "3", "--json")
    result, output, messages = run(*asked)
    assert (result, len(json.loads(output)["solutions"])) == (0, 3)
    assert messages == "first.toml: there are more than 3 solutions; --limit N lists more\n"
    _, output, messages = run("solve", "stuck.toml", "--solutions", "edges", "--json")
    assert (json.loads(output)["solutions"], messages) == ([], "")


def test_where_not_all_is_known_no_solutions_are_listed(run: Run) -> None:
    asked = ("solve", "first.toml", "--solutions", "edges", "--json", "--max-states", "3")
    result, output, messages = run(*asked)
    assert (result, json.loads(output)["solutions"]) == (3, None)
    assert is_one_line(messages)
    listed = run("solve", "first.toml", "--solutions", "edges", "--strategy", "naive")
    refused(listed, "this way of solving lists no solutions")
    refused(run("solve", "first.toml", "--solutions", "some"), "expected edges or shortest, found")
