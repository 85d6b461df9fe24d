"""The verbs of the command line on levels of Linjat, as the contract has them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import refused
from linjat_boards import file_of

from engine.files import levelfile
from engine.games.linjat.board.text import read_published
from engine.games.linjat.deduce import rulesets
from engine.values.level import Level

UNIQUE = ("    ", ".  4", "4 ..", ". 3.")
WAY = "1,3:0,3-3,3 2,0:0,0-3,0 3,2:1,2-3,2"
STUCK = ("4. .", "   2", " 4 .", "    ")
AMBIGUOUS = (" 3  ", "    ", ". 3 ", "    ")
IMPOSSIBLE = ("4   ", "    ", ".   ", " 5  ")
OVERLAPPING = ("4    ", "     ", ".    ", " 5   ")
BOARDS = {
    "unique": UNIQUE,
    "stuck": STUCK,
    "ambiguous": AMBIGUOUS,
    "impossible": IMPOSSIBLE,
    "overlapping": OVERLAPPING,
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own that holds some levels."""
    monkeypatch.chdir(tmp_path)
    for name, rows in BOARDS.items():
        levelfile.write(Level("linjat", read_published(rows)), f"{name}.toml")


# --- solve ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "status", "solvable", "unique", "human"),
    [
        ("unique", 0, True, True, True),
        ("stuck", 0, True, True, False),
        ("ambiguous", 1, True, False, True),
        ("impossible", 1, False, False, False),
    ],
)
def test_the_verdict(answer, name, status, solvable, unique, human):
    found, facts = answer("solve", f"{name}.toml")
    assert found == status
    assert (facts["solvable"], facts["unique"], facts["human_solvable"]) == (
        solvable, unique, human,
    )  # fmt: skip
    assert facts["complete"] is True
    assert (facts["solution"] is None) == (not solvable)
    assert facts["moves"] == facts["layers"]
    assert (facts["layers"] is None) == (not human)


def test_the_facts_of_the_contract(answer):
    facts = answer("solve", "unique.toml")[1]
    contract = [
        "game", "file", "rules", "solvable", "complete", "moves", "solution", "unique",
        "human_solvable", "layers", "width", "rule_use", "score", "states_seen", "seconds",
    ]  # fmt: skip
    assert [name for name in facts if name in contract] == contract
    assert facts["solution"] == [
        {"row": 1, "col": 3, "cells": [[0, 3], [1, 3], [2, 3], [3, 3]]},
        {"row": 2, "col": 0, "cells": [[0, 0], [1, 0], [2, 0], [3, 0]]},
        {"row": 3, "col": 2, "cells": [[1, 2], [2, 2], [3, 2]]},
    ]
    assert (facts["layers"], facts["width"], facts["score"]) == (2, 2, 0)
    used = {rule: use for rule, use in facts["rule_use"].items() if use["depth"]}
    assert list(facts["rule_use"]) == list(rulesets.RULES)
    assert used == {"cover": {"depth": 1, "width": 2}, "dependency": {"depth": 1, "width": 1}}


def test_the_exact_strategy_says_nothing_of_deduction(answer):
    found, facts = answer("solve", "unique.toml", "--strategy", "exact")
    assert (found, facts["unique"], len(facts["solution"])) == (0, True, 3)
    for name in ("moves", "human_solvable", "layers", "width", "rule_use", "score"):
        assert facts[name] is None, name


def test_within_any_budget_what_is_not_final_is_null(answer):
    whole = answer("solve", "unique.toml")[1]
    for budget in range(1, whole["states_seen"]):
        found, facts = answer("solve", "unique.toml", "--max-states", str(budget))
        assert (found, facts["complete"], facts["unique"]) == (3, False, None)
        assert facts["states_seen"] <= budget
        deduced = {name: facts[name] for name in ("layers", "width", "rule_use", "score")}
        if budget < whole["layers"]:
            assert set(deduced.values()) == {None}
        else:
            assert deduced == {name: whole[name] for name in deduced}
    assert answer("solve", "unique.toml", "--max-states", str(whole["states_seen"]))[0] == 0


def test_several_levels_from_files_and_standard_input(run, stdin):
    stdin(file_of("4...", "..0.", "....", "...."))
    result, output, messages = run("solve", "impossible.toml", "-", "unique.toml", "--json")
    reported = [json.loads(line) for line in output.splitlines()]
    assert (result, [one["file"] for one in reported]) == (2, ["impossible.toml", "unique.toml"])
    assert messages.startswith("-: board.cells, row 1, column 2: unknown glyph '0'")


def test_people_are_given_moves_that_win(run):
    for name in ("unique", "stuck"):
        output = run("solve", f"{name}.toml")[1]
        (line,) = (line for line in output.splitlines() if line.startswith("  solution"))
        moves = line.removeprefix("  solution").strip()
        assert run("verify", f"{name}.toml", "--moves", moves)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (("unique",), ["solvable in 2 layers of deduction", "Solutions: one solution"]),
        (("stuck",), ["solvable", "Deduction: gets stuck"]),
        (("ambiguous",), ["Solutions: several solutions", "uncontested place  1 layer where"]),
        (("impossible",), ["unsolvable", "Solutions: none", "Deduction: finds none"]),
        (
            ("overlapping", "--rules", "published"),
            ["unsolvable", "Deduction: takes overlapping lines for a solution"],
        ),
        (("unique", "--strategy", "exact"), ["layers          not known"]),
    ],
)
def test_people_see_what_holds(run, arguments, lines):
    name, *rest = arguments
    output = run("solve", f"{name}.toml", *rest)[1]
    for line in lines:
        assert f"  {line}" in output


# --- rules ---------------------------------------------------------------------------------


def test_rules_by_name(answer):
    assert answer("solve", "unique.toml")[1]["layers"] == 2
    assert answer("solve", "unique.toml", "--rules", "published")[1]["layers"] is None
    switched = answer("solve", "unique.toml", "--rules", "published, dependency-everywhere")[1]
    assert switched["rule_use"]["dependency"] == {"depth": 1, "width": 1}
    for name in rulesets.NAMES:
        assert answer("solve", "unique.toml", "--rules", name)[1]["unique"] is True


def test_switches_can_be_given_one_by_one_and_to_the_published_strategy(answer):
    def facts(*arguments):
        return {**answer("solve", "unique.toml", *arguments)[1], "seconds": 0}

    one = facts("--rules", "published,dependency-everywhere")
    assert facts("--rules", "published", "--rules", "dependency-everywhere") == one
    assert facts("--strategy", "published", "--rules", "dependency-everywhere") == one
    assert facts("--strategy", "published") == facts("--rules", "published") != one


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rules", "magic"), "unknown rules 'magic'; expected published, corrected, dependency"),
        (("--rules", "published,magic"), "unknown rules 'magic'"),
        (("--rules", " , "), "--rules: expected names separated by commas"),
        (("--strategy", "graph"), "unknown strategy 'graph'; expected one of layers, published"),
        (("--max-states", "0"), "--max-states: expected a whole number"),
    ],
)
def test_bad_options_are_refused(run, arguments, message):
    refused(run("solve", "unique.toml", *arguments), message)


# --- trace ---------------------------------------------------------------------------------


def test_the_trace_gives_reasons(run):
    result, output, _ = run("trace", "unique.toml")
    assert result == 0
    assert "dot dependency: 1 line" in output
    assert "whoever covers the dot at 3,3 also covers that at 2,3" in output
    assert output.splitlines()[-1] == f"path  {WAY}"


def test_the_trace_is_cut_and_says_so(run):
    result, output, _ = run("trace", "unique.toml", "--limit", "1")
    assert result == 0
    assert output.splitlines()[0] == "layers trace, 3 rows"
    assert "2 more rows" in output and "dot dependency" not in output


def test_a_trace_without_a_solution(run):
    result, output, _ = run("trace", "impossible.toml")
    assert (result, output.splitlines()[-1]) == (1, "no path: unsolvable")


# --- verify --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "status", "legal", "count"),
    [
        (WAY, 0, True, 3),
        (f"  {WAY.replace(' ', '  ')}\n", 0, True, 3),
        ("1,3:3,3-0,3 2,0:0,0-3,0 3,2:3,2-1,2", 0, True, 3),
        ("", 1, True, 0),
        ("1,3:0,3-3,3", 1, True, 1),
        ("3,2:3,0-3,3", 1, True, 1),  # longer than its number
        ("1,3:1,3-1,3", 1, False, 0),  # as it is already
        ("1,3:0,3-3,3 1,3:0,3-3,3", 1, False, 1),
        ("1,3:0,3-3,3 3,2:3,0-3,3", 1, False, 1),  # across another line
        ("2,0:2,0-2,3 1,3:1,3-3,3", 1, False, 1),
        ("1,3:0,0-1,3", 1, False, 0),  # not straight
        ("1,3:1,0-1,2", 1, False, 0),  # without its number
        ("0,0:0,0-0,1", 1, False, 0),  # no number
        ("1,3:1,3-1,9", 1, False, 0),  # off the board
    ],
)
def test_moves_are_verified(answer, moves, status, legal, count):
    found, facts = answer("verify", "unique.toml", "--moves", moves)
    assert (found, facts) == (
        status,
        {"legal": legal, "won": status == 0, "lost": False, "moves": count},
    )


@pytest.mark.parametrize(
    "moves", ["UR", f"{WAY} U", "1,3:0,3", "1,3:0,-3-3,3", "1,3:0,3-3,3;2,0:0,0-3,0", "٣,2:3,0-3,3"]
)
def test_words_that_are_no_moves_are_refused(run, moves):
    found = run("verify", "unique.toml", "--moves", moves, "--json")
    refused(found, "unique.toml: expected r,c:r1,c1-r2,c2 (a number and the ends of its line)")


# --- drafts and what is no level -----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (file_of("3..", "...", "..2"), "board: 3 rows of 3 cells; 4 by 4 to 16 by 16"),
        (file_of("3" + "." * 16, *["." * 17] * 16), "board: 17 rows of 17 cells; 4 by 4"),
        (file_of("....", "....", "*...", "...."), "board.cells: no number; a puzzle has at least"),
        (file_of("10..", "....", "....", "...."), "board.cells, row 0, column 1: unknown glyph"),
        (file_of("A...", "....", "....", "...."), "board.cells, row 0, column 0: unknown glyph"),
        (file_of("4...", "...", "....", "...."), "board.cells, row 1: expected 4 characters"),
        (file_of(*["4..."] * 4, more='locked = "x"\n'), "board.locked: expected 4 rows of 4"),
        (file_of(*["4..."] * 4, more="locked = 3\n"), "board.locked: expected a multi-line"),
        (file_of(*["." * 1_000] * 1_100), "expected at most 1048576 bytes"),
        ("", "format: missing"),
    ],
)
@pytest.mark.parametrize("verb", ["solve", "trace", "verify", "render"])
def test_what_is_no_puzzle_is_refused_in_one_line(run, verb, text, message):
    Path("odd.toml").write_text(text)
    moves = ("--moves", "") if verb == "verify" else ()
    refused(run(verb, "odd.toml", *moves), f"odd.toml: {message}")


def test_unusual_puzzles_are_solved(answer):
    for rows, unique in ((("1111",) * 4, True), (("9" * 16,) * 16, False)):
        Path("odd.toml").write_text(file_of(*rows))
        status, facts = answer("solve", "odd.toml")
        assert (status, facts["unique"], facts["complete"]) == (int(not unique), unique, True)
